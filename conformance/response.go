package conformance

import (
	"slices"
	"strconv"
)

// Outcome is what a Response says before any detail.
type Outcome uint8

// The outcomes. The zero value is Unsupported: a Response that nobody filled in
// says nothing.
const (
	Unsupported Outcome = iota // the library cannot be asked this: never a pass, never a failure
	Rejected                   // not a token, an orderly no
	Accepted                   // a token
	Equal                      // of OpEqual: the two are equal
	Unequal                    // of OpEqual: the two differ
	Swept                      // of OpSweep: see Response.Verdicts
	Crashed                    // the library raised what is not its way to reject: never a pass
)

var outcomeNames = [...]string{"unsupported", "rejected", "accepted", "equal", "unequal", "swept", "crashed"}

// String returns the outcome in lower case, such as "accepted".
func (o Outcome) String() string {
	if int(o) < len(outcomeNames) {
		return outcomeNames[o]
	}
	return "Outcome(" + strconv.Itoa(int(o)) + ")"
}

// Optional is something that a library may offer or not. The zero value is "not
// offered". Its fields are exported so that responses can be compared and shown
// by go-cmp.
type Optional[T comparable] struct {
	Value   T // the zero value where it is not offered
	Offered bool
}

// Some returns v as something that is offered.
func Some[T comparable](v T) Optional[T] { return Optional[T]{Value: v, Offered: true} }

// A Response is what an implementation says to one Request. Fields that do not
// belong to the operation, or to the outcome, are empty. The zero value is the
// answer Unsupported.
//
// The values are the implementation's own words: strings that stand in no table
// of the specification, or that are no text at all, are possible answers (and
// wrong ones).
type Response struct {
	Outcome Outcome

	// What parse offers of an accepted token.
	Token    Optional[string] // the library's string form of the parsed value
	PIN      Optional[string] // the PIN token, without the derivation marker
	Native   Optional[bool]
	Derived  Optional[bool]
	Name     Optional[string] // "A" to "Z"
	Side     Optional[string] // "first", "second"
	State    Optional[string] // "normal", "enhanced", "diminished"
	Terminal Optional[bool]

	// What apply says of an accepted token.
	Tokens   []string // the string form after each method
	Original string   // the string form of the first value, read again at the end

	// Verdicts has one character for each token of a sweep: VerdictYes, VerdictNo,
	// VerdictCrash, or VerdictNone.
	Verdicts string

	// Error is free text about a rejection, for people; it is never judged.
	Error string
	// Crash is free text about a crash, for people; it is never judged.
	Crash string
	// CrashKind says how a crash was observed. An implementation leaves it zero: only what
	// supervises one sets another kind.
	CrashKind CrashKind

	// NotSent says of Unsupported that the implementation did not return it: the request was
	// not sent. Only what stands between sets it.
	NotSent bool
}

// CrashKind says how a crash was observed.
type CrashKind uint8

// The kinds of crash. The zero value is CrashReported.
const (
	CrashReported CrashKind = iota // the implementation returned it
	CrashExited                    // the process ended
	CrashHung                      // no response came in time
)

// The characters of Response.Verdicts.
const (
	VerdictYes   = '1'
	VerdictNo    = '0'
	VerdictCrash = '!'
	// VerdictNone stands for a token that was not asked about, because it was known to
	// end the process. No adapter says it.
	VerdictNone = '?'
)

// Size returns how many bytes the strings of r have.
func (r Response) Size() int {
	size := len(r.Token.Value) + len(r.PIN.Value) + len(r.Name.Value) + len(r.Side.Value) + len(r.State.Value) +
		len(r.Original) + len(r.Verdicts) + len(r.Error) + len(r.Crash)
	for _, token := range r.Tokens {
		size += len(token)
	}
	return size
}

// Equal reports whether r and s say the same thing. Free text (Error, Crash) and CrashKind
// are not part of it, and Piece Names are compared without case.
func (r Response) Equal(s Response) bool {
	return r.Outcome == s.Outcome &&
		r.Token == s.Token && r.PIN == s.PIN &&
		r.Native == s.Native && r.Derived == s.Derived &&
		r.Name.Offered == s.Name.Offered && SameName(r.Name.Value, s.Name.Value) && r.Side == s.Side && r.State == s.State && r.Terminal == s.Terminal &&
		slices.Equal(r.Tokens, s.Tokens) && r.Original == s.Original &&
		r.Verdicts == s.Verdicts
}

// SameName reports whether two Piece Names are the same: EPIN §7.1 calls the Piece Name a
// case-insensitive identity. The letters are those of ASCII.
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
