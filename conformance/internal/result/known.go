package result

import (
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// KnownFailures is the result of the known failures that a run was given.
//
// A line of the list names a requirement or a check, in full, and with a token only
// what was requested of that token (of two, the first). Or it is one of the words accepts,
// rejects and crashes, with a token: then it names each wrong verdict of that kind on a
// string that contains the token, which means that it has its bytes in their order.
// The empty string is contained in itself alone. In a token that is not valid, a letter
// stands for any letter, and a byte that is not ASCII for any such byte.
//
// A failed check is known if a line names the check; or the verdict, and nothing else was
// wrong; or if for each requirement that it counts against a line names that requirement.
// So a line about a requirement never excuses what breaks another one too.
//
// The list has to be exact. A line holds if a check that it names, or a check that
// counts against the requirement that it names, failed. One that was looked for and
// does not hold puts the list out of date. One that the implementation offers no means
// to ask leaves no verdict. Nothing is said of a line where the run was cut short, or
// where no selector of Config.Only of the suite is the line's identifier or a leading part of it.
type KnownFailures struct {
	Checks int                `json:"checks"` // failed checks that are known, and not among the failures
	Lines  List[KnownFailure] `json:"lines"`
}

// KnownFailure is a line of the list, and its result. Lines that belong together are one
// known failure where they are counted.
type KnownFailure struct {
	knownfailures.Line
	Result  KnownResult `json:"result"`
	Stale   bool        `json:"stale"`             // whether the result puts the list out of date
	Checks  int         `json:"checks"`            // failed checks that it names, or that count against what it names
	Example *Example    `json:"example,omitempty"` // of these; nil where nothing failed
}

// Lacking is a line that a list of known failures lacks, without its reason.
type Lacking struct {
	knownfailures.Line
	Finding int // place in Result.Findings of what the check came to that showed it; -1 for none
	Example Example
}

// Example is the shortest input that a failure was seen on. It is kept small,
// whatever the input and the response were.
type Example struct {
	Check string         `json:"check"`
	Says  printable.Text `json:"says"` // what was requested; of a known failure, also what was wanted and got

	Wanted string `json:"-"` // raw, cut short
	Got    string `json:"-"` // raw, cut short
	Length int    `json:"-"` // of the token, in bytes
}

// String says what was requested, wanted and got, in one line of printable text.
func (e Example) String() string {
	if e.Wanted == "" {
		return e.Says.String()
	}
	return conformance.Visible(fmt.Sprintf("%s: wanted %s, got %s", string(e.Says), e.Wanted, e.Got), "")
}

// Count returns how many lines have a result; 0 for nil.
func (k *KnownFailures) Count(result KnownResult) int {
	if k == nil {
		return 0
	}
	return len(With(k.Lines, result))
}

// With returns the lines that have a result.
func With(lines []KnownFailure, result KnownResult) []KnownFailure {
	return slices.DeleteFunc(slices.Clone(lines), func(l KnownFailure) bool { return l.Result != result })
}

// Groups returns the lines that belong together. There are none for nil.
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

// Failing returns how many known failures have a line that failed; 0 for nil.
func (k *KnownFailures) Failing() int {
	n := 0
	for _, group := range k.Groups() {
		if len(With(group, KnownFailed)) > 0 {
			n++
		}
	}
	return n
}

// Broad returns the requirements that lines name as a whole, of those that failed.
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

// StaleLines returns how many lines put the list out of date; 0 for nil.
func (k *KnownFailures) StaleLines() int { return k.Count(KnownPassed) + k.Count(KnownNotAsked) }
