package conformance

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/epin-conformance/harness/conformance/notation"
)

// Outcome is the kind of a Response.
type Outcome uint8

// The outcomes. The zero value is Unsupported.
const (
	Unsupported Outcome = iota // the library does not support the request: the check neither passes nor fails
	Rejected                   // the library rejects the token in its documented way
	Accepted                   // the library accepts the token
	Equal                      // OpEqual only: the two tokens are equal
	Unequal                    // OpEqual only: the two tokens differ
	Swept                      // OpSweep only: see Response.Verdicts
	Crashed                    // the library failed, and not in its documented way to reject: the check never passes
)

var outcomeNames = [...]string{"unsupported", "rejected", "accepted", "equal", "unequal", "swept", "crashed"}

// String returns the outcome in lower case, such as "accepted".
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return "Outcome(" + strconv.Itoa(int(o)) + ")"
}

// MarshalText returns what String returns.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText decodes the text of MarshalText.
func (o *Outcome) UnmarshalText(text []byte) error {
	i := slices.Index(outcomeNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("%q is none of %q", text, outcomeNames)
	}
	*o = Outcome(i)
	return nil
}

// A Response is the response of an implementation to one Request. Fields that do not
// belong to the operation or to the outcome are empty. The zero value means
// Unsupported.
//
// Strings stand as the implementation returned them. They can be absent from every table
// of the specification, or not be valid UTF-8: such a response is possible, and incorrect.
type Response struct {
	Outcome Outcome

	// OpParse sets the attributes of an accepted token. OpApply sets those of its last result, if the
	// implementation's Description has ApplyAttributes. They are in the order of the edition.
	Attributes notation.Values

	// OpApply sets these fields for an accepted token.
	Tokens   []string // the string form of each of [Request.Results]
	Original string   // the string form of the first value, read again at the end

	// Verdicts has one character for each token of a sweep: VerdictYes, VerdictNo,
	// VerdictCrash, or VerdictNone.
	Verdicts string

	// Error is free text about a rejection, for people. No check compares it.
	Error string
	// Crash is free text about a crash, for people. No check compares it.
	Crash string
	// CrashKind is Died or Hung, if that is how a crash was observed. An implementation leaves it
	// zero; only the code that supervises one sets it.
	CrashKind FailureKind

	// NotSent reports that the request was not sent, so the implementation did not return
	// this response. The Outcome is then Unsupported. An implementation never sets it.
	NotSent bool
}

// The characters of Response.Verdicts.
const (
	VerdictYes   = '1'
	VerdictNo    = '0'
	VerdictCrash = '!'
	// VerdictNone means that the token was not sent: it is known to make the process exit
	// or hang. No adapter returns it.
	VerdictNone = '?'
)

// OutcomeOf returns the outcome that a character of Response.Verdicts stands for: Unsupported for
// VerdictNone and for a character that is none of them.
func OutcomeOf(verdict byte) Outcome {
	switch verdict {
	case VerdictYes:
		return Accepted
	case VerdictNo:
		return Rejected
	case VerdictCrash:
		return Crashed
	}
	return Unsupported
}

// Size returns the number of bytes in the strings of r.
func (r Response) Size() int {
	size := len(r.Original) + len(r.Verdicts) + len(r.Error) + len(r.Crash)
	for _, v := range r.Attributes {
		size += len(v.Text)
	}
	for _, token := range r.Tokens {
		size += len(token)
	}
	return size
}

// Form returns the string form of the parsed value, if the library offers one.
func (r Response) Form() notation.Value { return r.Attributes[notation.StringForm] }

// Equal reports whether r and s have the same content. It ignores Error, Crash, CrashKind and
// NotSent, and compares attributes by [notation.Value.Same].
func (r Response) Equal(s Response) bool {
	for i, v := range r.Attributes {
		if !v.Same(s.Attributes[i]) {
			return false
		}
	}
	return r.Outcome == s.Outcome && slices.Equal(r.Tokens, s.Tokens) && r.Original == s.Original && r.Verdicts == s.Verdicts
}

// Attribute returns the place of an attribute by its key in an edition. If the edition lacks it, that is
// an absent value outside of r.
func (r *Response) Attribute(edition *notation.Edition, key string) *notation.Value {
	if i := edition.Index(key); i >= 0 {
		return &r.Attributes[i]
	}
	return new(notation.Value)
}
