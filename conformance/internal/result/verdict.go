package result

import (
	"fmt"
	"slices"
)

// Verdict is the verdict on an implementation.
type Verdict uint8

// The verdicts. The zero value is NoVerdict.
const (
	// NoVerdict means that the run is inconclusive: nothing failed, and too little was tested.
	NoVerdict Verdict = iota
	// NotConformant means that a requirement of any level failed.
	NotConformant
	// OutOfDate means that only known failures failed, or nothing did, and that a line of the
	// list was tested and names no failure. Then the list is incorrect, and there is no
	// verdict on the implementation.
	OutOfDate
	// ConformantButFor means that every known failure failed, and nothing else did. Without
	// them the verdict would be Conformant or FullyConformant.
	ConformantButFor
	// Conformant means that nothing failed, and that validity was fully tested: the
	// implementation declined no offered request about it.
	Conformant
	// FullyConformant means Conformant, and also that every required and recommended
	// requirement was tested, and no offered request was declined.
	FullyConformant
)

// Positive reports whether the verdict is ConformantButFor, Conformant or FullyConformant.
func (v Verdict) Positive() bool { return v >= ConformantButFor }

// CheckResult is the result of a check, or of the checks of a requirement.
type CheckResult uint8

// The results. The zero value is CheckNotExercised: a check that was not tested did not pass.
const (
	CheckNotExercised CheckResult = iota
	CheckPassed
	CheckFail
)

// KnownResult is the result of a line of a list of known failures.
type KnownResult uint8

// The results. The zero value is KnownNotTested.
const (
	KnownNotTested KnownResult = iota // the run was cut short, the line was not selected, or the implementation offers no means to test it
	KnownFailed                       // it failed, as expected
	KnownPassed                       // it was tested, and did not fail
)

// Repeat tells whether a finding was reproduced in a fresh process.
type Repeat uint8

// The results of reproducing a finding. The zero value is RepeatUnknown.
const (
	RepeatUnknown Repeat = iota // not tried, or the time for it ended
	RepeatAlone                 // reproduced by the input alone, as the first request
	RepeatAfter                 // reproduced together with Finding.Calls
	RepeatNot                   // tried, and not reproduced each time
)

// Reproduced reports whether the result is RepeatAlone or RepeatAfter.
func (r Repeat) Reproduced() bool { return r == RepeatAlone || r == RepeatAfter }

// The texts of these types, which String and MarshalText return and UnmarshalText takes.
var (
	verdicts     = []string{"no verdict", "not conformant", "known failures out of date", "conformant but for known failures", "conformant", "fully conformant"}
	checkResults = []string{"not exercised", "passed", "failed"}
	knownResults = []string{"not tested", "failed", "did not fail"}
	repeats      = []string{"unknown", "alone", "after calls", "not repeated"}
)

func (v Verdict) String() string     { return verdicts[v] }
func (r CheckResult) String() string { return checkResults[r] }
func (r KnownResult) String() string { return knownResults[r] }
func (r Repeat) String() string      { return repeats[r] }

func (v Verdict) MarshalText() ([]byte, error)     { return []byte(v.String()), nil }
func (r CheckResult) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
func (r KnownResult) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
func (r Repeat) MarshalText() ([]byte, error)      { return []byte(r.String()), nil }

func (v *Verdict) UnmarshalText(text []byte) error     { return named(v, verdicts, text) }
func (r *CheckResult) UnmarshalText(text []byte) error { return named(r, checkResults, text) }
func (r *KnownResult) UnmarshalText(text []byte) error { return named(r, knownResults, text) }
func (r *Repeat) UnmarshalText(text []byte) error      { return named(r, repeats, text) }

// named sets v to the index of a text in names. An unknown text is an error.
func named[T ~uint8](v *T, names []string, text []byte) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("%q is none of %q", text, names)
	}
	*v = T(i)
	return nil
}
