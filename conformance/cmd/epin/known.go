package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/wholefile"
)

// mostKnown is the maximum size of a list of known failures in bytes.
const mostKnown = 16 << 20

// knownFailures describes the content of such a file in errors.
const knownFailures = "the list of known failures"

// writeKnown writes the list of known failures after a run that was not cut short.
func writeKnown(file *wholefile.File, old knownfailures.List, r result.Report) error {
	if file != nil && r.Cut != "" {
		return fmt.Errorf("%s is not written to %s, since the run was cut short: %s", knownFailures, file.Name, r.Cut)
	}
	return file.Finish(func(w io.Writer) error {
		_, err := w.Write(knownAfter(old, r))
		return err
	})
}

// knownAfter returns the list of known failures that matches the run: the lines of the given list that
// failed, and the failures that it lacks. Without a list its Lines are nil. New lines have no reason:
// the list is invalid until the user fills them in.
func knownAfter(old knownfailures.List, r result.Report) []byte {
	var added []knownfailures.Line
	listed := map[string]bool{}
	for _, f := range r.Findings {
		if !listed[f.ID] {
			listed[f.ID] = true
			added = append(added, knownfailures.Line{ID: f.ID, Reason: knownfailures.Unwritten(f.Sentence())})
		}
	}
	if old.Lines == nil {
		return knownfailures.Format(fmt.Sprintf(`Known failures of %s: edition %s, profile %s, seed %d, harness %s.
Replace each question mark and the text after it by a reason: until then the list is refused.
A line for a requirement hides every further bug that violates only listed requirements.
`, r.Subject(), r.Edition, r.Profile, r.Seed, r.Harness.Version), added)
	}
	return old.Updated(func(l knownfailures.Line) bool {
		return slices.ContainsFunc(r.KnownFailures.Lines, func(f result.KnownFailure) bool {
			return f.Number == l.Number && f.Result == result.KnownFailed
		})
	}, added)
}
