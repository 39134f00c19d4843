package conformance

import (
	"slices"
	"strconv"
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

// Optional is a value that a library may offer or not. The zero value means "not
// offered". The fields are exported for go-cmp.
type Optional[T comparable] struct {
	Value   T // the zero value if it is not offered
	Offered bool
}

// Some returns an Optional that offers v.
func Some[T comparable](v T) Optional[T] { return Optional[T]{Value: v, Offered: true} }

// A Response is the response of an implementation to one Request. Fields that do not
// belong to the operation or to the outcome are empty. The zero value means
// Unsupported.
//
// Strings stand as the implementation returned them. They can be absent from every table
// of the specification, or not be valid UTF-8: such a response is possible, and incorrect.
type Response struct {
	Outcome Outcome

	// OpParse sets these fields for an accepted token. OpApply sets them for its last result, if the
	// implementation's Description has ApplyAttributes.
	Token    Optional[string] // the library's string form of the parsed value
	PIN      Optional[string] // the PIN token, without the derivation marker
	Native   Optional[bool]
	Derived  Optional[bool]
	Name     Optional[string] // "A" to "Z"
	Side     Optional[string] // "first", "second"
	State    Optional[string] // "normal", "enhanced", "diminished"
	Terminal Optional[bool]

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
	// CrashKind is how a crash was observed. An implementation leaves it zero; only the
	// code that supervises one sets another kind.
	CrashKind CrashKind

	// NotSent reports that the request was not sent, so the implementation did not return
	// this response. The Outcome is then Unsupported. An implementation never sets it.
	NotSent bool
}

// CrashKind is how a crash was observed.
type CrashKind uint8

// The kinds of crash. The zero value is CrashReported.
const (
	CrashReported CrashKind = iota // the implementation returned it
	CrashExited                    // the process exited
	CrashHung                      // no response arrived before the timeout
)

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
	size := len(r.Token.Value) + len(r.PIN.Value) + len(r.Name.Value) + len(r.Side.Value) + len(r.State.Value) +
		len(r.Original) + len(r.Verdicts) + len(r.Error) + len(r.Crash)
	for _, token := range r.Tokens {
		size += len(token)
	}
	return size
}

// Equal reports whether r and s have the same content. It ignores Error, Crash, CrashKind and
// NotSent, and compares Piece Names by SameName.
func (r Response) Equal(s Response) bool {
	return r.Outcome == s.Outcome &&
		r.Token == s.Token && r.PIN == s.PIN &&
		r.Native == s.Native && r.Derived == s.Derived &&
		r.Name.Offered == s.Name.Offered && SameName(r.Name.Value, s.Name.Value) && r.Side == s.Side && r.State == s.State && r.Terminal == s.Terminal &&
		slices.Equal(r.Tokens, s.Tokens) && r.Original == s.Original &&
		r.Verdicts == s.Verdicts
}

// SameName reports whether two Piece Names are the same: EPIN §7.1 calls the Piece Name a
// case-insensitive identity. It ignores the case of single ASCII letters only.
func SameName(a, b string) bool {
	if len(a) != 1 || len(b) != 1 {
		return a == b
	}
	upper := func(c byte) byte {
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		return c
	}
	return upper(a[0]) == upper(b[0])
}
