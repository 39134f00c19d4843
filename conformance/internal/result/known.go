package result

import (
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// KnownFailures is the result for the list of known failures of a run.
//
// A line of the list names a requirement or a check by its full identifier. With a token, it
// names only the checks on that token (of two tokens, the first). A line can also be one of
// the words accepts, rejects and crashes, with a token. Then it names each incorrect verdict
// of that kind on a string that contains the bytes of the token as a subsequence. Only the
// empty string contains the empty token. In an invalid token, a letter stands for any letter,
// and a byte that is not ASCII for any such byte.
//
// A failed check is known if a line names the check. It is also known if a line names its
// incorrect verdict and nothing else is incorrect, or if lines name all requirements that it
// fails. So a line about one requirement never covers a check that fails another one too.
//
// The list has to be exact. A line holds if a check that it names failed, or one that fails
// the requirement that it names. A line that was tested and does not hold puts the list out
// of date. A line that the implementation offers no means to test makes the verdict
// inconclusive. There is no result for a line if the run was cut short, or if no selector of
// suite.Config.Only is its identifier or a leading part of it.
type KnownFailures struct {
	Checks        int                `json:"checks"`        // known failed checks, which are not in Failures
	ByRequirement int                `json:"byRequirement"` // findings that they shrink to where lines name only their requirements
	Lines         List[KnownFailure] `json:"lines"`
}

// KnownFailure is a line of the list, and its result. Lines that belong together count as one
// known failure.
type KnownFailure struct {
	knownfailures.Line
	Result  KnownResult `json:"result"`
	Stale   bool        `json:"stale"`             // whether the result puts the list out of date
	Checks  int         `json:"checks"`            // failed checks that it names, or that fail the requirement that it names
	Example *Example    `json:"example,omitempty"` // one of these; nil if there is none
}

// Lacking is a line that is missing in a list of known failures, without its reason.
type Lacking struct {
	knownfailures.Line
	Finding int // index in Result.Findings of the finding of the check that needs it; -1 for none
	Example Example
}

// Example is a failure with the shortest input. Its texts are cut short.
type Example struct {
	Check string         `json:"check"`
	Says  printable.Text `json:"says"` // the request; for a known failure, also the expected and the observed result

	// Of a requirement: the command that reproduces it, and the same as a line for a shell. The suite sets neither.
	Repeat List[printable.Text] `json:"repeat,omitempty"`
	Shell  string               `json:"shell,omitempty"`

	Wanted string `json:"-"` // raw, cut short
	Got    string `json:"-"` // raw, cut short
	Length int    `json:"-"` // of the token, in bytes
}

// SetRepeat sets the command that reproduces an example.
func (e *Example) SetRepeat(command []string) {
	e.Repeat, e.Shell = printable.Texts(command), printable.ShellLine(command)
}

// String returns the request, the expected and the observed result, in one line of printable
// text.
func (e Example) String() string {
	if e.Wanted == "" {
		return e.Says.String()
	}
	return conformance.Visible(fmt.Sprintf("%s: expected %s, got %s", string(e.Says), e.Wanted, e.Got), "")
}

// Count returns the number of lines with a result; 0 for nil.
func (k *KnownFailures) Count(result KnownResult) int {
	if k == nil {
		return 0
	}
	return len(With(k.Lines, result))
}

// With returns the lines with a result.
func With(lines []KnownFailure, result KnownResult) []KnownFailure {
	return slices.DeleteFunc(slices.Clone(lines), func(l KnownFailure) bool { return l.Result != result })
}

// Groups returns the known failures, each as the lines that belong to it; nil for nil.
func (k *KnownFailures) Groups() [][]KnownFailure {
	var all [][]KnownFailure
	if k != nil {
		for _, l := range k.Lines {
			if !l.More || all == nil {
				all = append(all, nil)
			}
			last := &all[len(all)-1]
			*last = append(*last, l)
		}
	}
	return all
}

// Failing returns the number of known failures with a line that failed; 0 for nil.
func (k *KnownFailures) Failing() int {
	n := 0
	for _, group := range k.Groups() {
		if len(With(group, KnownFailed)) > 0 {
			n++
		}
	}
	return n
}

// Broad returns the requirements of the failed lines that name a requirement without a token.
func (k *KnownFailures) Broad() []string {
	var ids []string
	if k != nil {
		for _, f := range k.Lines {
			if _, is := requirement.Lookup(f.ID); is && f.Token == nil && f.Result == KnownFailed {
				ids = append(ids, f.ID)
			}
		}
	}
	return ids
}

// StaleLines returns the number of lines that put the list out of date; 0 for nil.
func (k *KnownFailures) StaleLines() int { return k.Count(KnownPassed) + k.Count(KnownNotAsked) }
