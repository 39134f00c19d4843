package result

import (
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// KnownFailures is the result for the list of known failures of a run.
//
// A line of the list names findings by their ID, or a requirement. A finding is known if a line
// names it, or if lines name all requirements that its failed checks violate. So a line about one
// requirement never covers a check that violates another one too. Failed checks are known if the
// findings of their class are: those that the checks of the class that were kept shrink to.
//
// The list has to be exact: a line that was tested and names no failure puts it out of date. A line
// that could not be tested makes the verdict inconclusive. So does a finding that was not shrunk in
// time, and which therefore could not be compared with the list.
type KnownFailures struct {
	Checks        int                `json:"checks"`        // known failed checks, which are not in Failures
	Findings      int                `json:"findings"`      // known findings, which are not in Result.Findings
	ByRequirement int                `json:"byRequirement"` // those that no line names, but all their requirements
	Undecided     int                `json:"undecided"`     // findings that were not shrunk, so that no line could name them; they are not in Result.Findings
	Lines         List[KnownFailure] `json:"lines"`
}

// KnownFailure is a line of the list, and its result.
type KnownFailure struct {
	knownfailures.Line
	Result  KnownResult    `json:"result"`
	Checks  int            `json:"checks"`            // known failed checks of the finding or of the requirement that it names
	Example printable.Text `json:"example,omitempty"` // a sentence about one of these findings
}

// Fails records failed checks of a known finding.
func (k *KnownFailure) Fails(f *Finding, checks int) {
	if k.Result = KnownFailed; k.Example == "" {
		k.Example = printable.Text(f.Sentence())
	}
	k.Checks += checks
}

// Count returns the number of lines with a result; 0 for nil.
func (k *KnownFailures) Count(result KnownResult) (n int) {
	if k != nil {
		for _, l := range k.Lines {
			if l.Result == result {
				n++
			}
		}
	}
	return n
}

// Open returns the number of findings that could not be compared with the list; 0 for nil.
func (k *KnownFailures) Open() int {
	if k == nil {
		return 0
	}
	return k.Undecided
}

// Failing returns the number of known findings; 0 for nil.
func (k *KnownFailures) Failing() int {
	if k == nil {
		return 0
	}
	return k.Findings
}
