package webpage

import "github.com/epin-conformance/harness/conformance/internal/result"

// Outcome is the result of a check, as pages show it.
type Outcome struct {
	Word  string
	Sign  string // before the word, to find it at a glance
	Class string // its name in the style sheet
}

// The outcomes.
var (
	Passed       = Outcome{"passed", "✓", "passed"}
	Failed       = Outcome{"failed", "✗", "failed"}
	AsKnown      = Outcome{"failed as known", "✗", "known"}
	NotExercised = Outcome{"not tested", "○", "unexercised"}
	NotAsked     = Outcome{"not run", "·", "unasked"}
	NotInEdition = Outcome{"not in this edition", "", "absent"}
)

// OutcomeOf returns the outcome of a result.
func OutcomeOf(r result.CheckResult) Outcome {
	return [...]Outcome{result.CheckNotExercised: NotExercised, result.CheckPassed: Passed, result.CheckFail: Failed}[r]
}

// String returns the word.
func (o Outcome) String() string { return o.Word }
