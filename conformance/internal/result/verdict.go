package result

import (
	"fmt"
	"slices"
)

// Verdict is the word about an implementation.
type Verdict uint8

// The verdicts. The zero value is NoVerdict.
const (
	// NoVerdict: nothing failed, and not enough was tested to say more.
	NoVerdict Verdict = iota
	// NotConformant: a requirement, of whatever level, failed.
	NotConformant
	// OutOfDate: nothing failed but known failures, if anything, and a known failure
	// that was looked for did not fail. That is wrong with the list, and says nothing
	// about the implementation.
	OutOfDate
	// ConformantButFor: every known failure failed, and nothing else did; without them
	// it would be one of the verdicts below. This is neither of them.
	ConformantButFor
	// Conformant: nothing failed, and validity was fully tested: no request for it that
	// was offered was declined.
	Conformant
	// FullyConformant: besides, every required and recommended requirement was tested,
	// and nothing that was offered was declined.
	FullyConformant
)

var verdicts = []string{"no verdict", "not conformant", "known failures out of date", "conformant but for known failures", "conformant", "fully conformant"}

// String returns the verdict in lower case, such as "not conformant".
func (v Verdict) String() string { return verdicts[v] }

// MarshalText returns what String returns.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads what MarshalText returns.
func (v *Verdict) UnmarshalText(text []byte) error { return named(v, verdicts, text) }

// Positive reports whether the verdict says that what was tested conforms.
func (v Verdict) Positive() bool { return v >= ConformantButFor }

// CheckResult is the result of a check, or of the checks of a requirement.
type CheckResult uint8

// The results. The zero value is CheckNotExercised: what was not tested did not pass.
const (
	CheckNotExercised CheckResult = iota
	CheckPassed
	CheckFail
)

var checkResults = []string{"not exercised", "passed", "failed"}

// String returns "not exercised", "passed" or "failed".
func (r CheckResult) String() string { return checkResults[r] }

// MarshalText returns what String returns.
func (r CheckResult) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText returns.
func (r *CheckResult) UnmarshalText(text []byte) error { return named(r, checkResults, text) }

// KnownResult is the result of a line of a list of known failures.
type KnownResult uint8

// The results. The zero value is KnownOpen.
const (
	KnownOpen         KnownResult = iota // nothing is known: the run was cut short, or it was not selected
	KnownFailed                          // it failed, as the list says
	KnownPassed                          // it was tested, and did not fail
	KnownNotAsked                        // no check of the run has this name
	KnownNotExercised                    // the implementation offers no means to test it
)

var knownResults = []string{"not found out", "failed", "did not fail", "not asked", "not exercised"}

// String returns "not found out", "failed", "did not fail", "not asked" or "not
// exercised".
func (r KnownResult) String() string { return knownResults[r] }

// MarshalText returns what String returns.
func (r KnownResult) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText returns.
func (r *KnownResult) UnmarshalText(text []byte) error { return named(r, knownResults, text) }

// Stale reports whether the result puts the list out of date.
func (r KnownResult) Stale() bool { return r == KnownPassed || r == KnownNotAsked }

// Repeat says whether a finding was seen again in a fresh process.
type Repeat uint8

// The ways in which a finding was seen again. The zero value is RepeatUnknown.
const (
	RepeatUnknown Repeat = iota // not tried, or the time for it ended
	RepeatAlone                 // requested alone, as the first thing
	RepeatAfter                 // after Finding.Calls
	RepeatNot                   // tried, and it did not fail each time
)

var repeats = []string{"unknown", "alone", "after calls", "not repeated"}

// String returns the name of the way, such as "alone".
func (r Repeat) String() string { return repeats[r] }

// MarshalText returns what String returns.
func (r Repeat) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what MarshalText returns.
func (r *Repeat) UnmarshalText(text []byte) error { return named(r, repeats, text) }

// named sets v to the place of a name among names.
func named[T ~uint8](v *T, names []string, text []byte) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("%q is none of %q", text, names)
	}
	*v = T(i)
	return nil
}
