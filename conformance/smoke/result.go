package smoke

import "github.com/epin-conformance/harness/conformance"

// Outcome is what became of a [Step].
type Outcome uint8

// The outcomes. The zero value is OK.
const (
	OK      Outcome = iota // the adapter did what the protocol says
	Problem                // it did not
	Skipped                // there was nothing to ask, or nobody to ask it
)

// Step is one thing that was looked at.
type Step struct {
	Name    string
	Outcome Outcome
	// Problems says what is wrong, and what to change, a sentence each; there are some
	// exactly where the outcome is Problem.
	Problems []string
	// Notes says what stood out and is no problem of the adapter's, or may be none.
	Notes []string
	// Why says why the step was skipped.
	Why string
}

// Result is what was found out about an adapter. Its texts are printable: what the
// adapter wrote is escaped in them.
type Result struct {
	Answered bool // whether hello was answered, well-formed or not
	// Description is that of the well-formed answer to hello; zero where there is none.
	Description conformance.Description
	Steps       []Step
}

// Count returns how many steps have an outcome.
func (r Result) Count(o Outcome) int {
	n := 0
	for _, s := range r.Steps {
		if s.Outcome == o {
			n++
		}
	}
	return n
}

// Right reports whether no step is a problem.
func (r Result) Right() bool { return r.Count(Problem) == 0 }
