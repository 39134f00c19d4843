package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance/known"
	"github.com/epin-conformance/harness/conformance/report"
	"github.com/epin-conformance/harness/conformance/suite"
)

// mostKnown is how long a list of known failures may be, in bytes.
const mostKnown = 16 << 20

// readKnown reads a list of known failures. Its lines are never nil.
func readKnown(name string) (known.List, error) {
	data, err := readLimited("the known failures", name, mostKnown)
	if err != nil {
		return known.List{}, err
	}
	list, err := known.Parse(data)
	var wrong *known.Error
	if errors.As(err, &wrong) {
		return known.List{}, fmt.Errorf("%s:%d: %s", name, wrong.Line, wrong.What)
	}
	if list.Lines == nil {
		list.Lines = []known.Line{}
	}
	return list, err
}

// knownAfter is the list of known failures with which the run would have been
// conformant but for them: the lines that hold of the list that it was given, if it was
// given one, and a line for each requirement that failed besides. Those have no reasons,
// and until somebody writes them the list is refused: nothing is put up with unseen.
func knownAfter(old *known.List, result suite.Result, r report.Report) []byte {
	var added []known.Line
	for _, q := range result.Requirements {
		if q.Example != nil {
			added = append(added, known.Line{ID: q.ID, Reason: known.Unwritten(q.Example.String())})
		}
	}
	if old == nil {
		return known.Format(fmt.Sprintf(`Known failures of %s: edition %s, profile %s, seed %d, harness %s.
Write behind each colon, in place of the question mark and the shortest input that showed
it, why it is put up with: the list is refused before. A line excuses whatever breaks its
requirement, also what is found later; one about a check, or about a token, excuses less.
`, r.Subject(), r.Edition, r.Profile, r.Seed, r.Harness.Version), added)
	}
	return old.Updated(func(l known.Line) bool {
		return slices.ContainsFunc(result.Known.Failures, func(f suite.KnownFailure) bool {
			return f.Number == l.Number && f.Result == suite.KnownFailed
		})
	}, added)
}
