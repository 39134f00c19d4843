package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// mostKnown is the maximum size of a list of known failures in bytes.
const mostKnown = 16 << 20

// knownFailures describes the content of such a file in errors.
const knownFailures = "the list of known failures"

// readKnown reads a list of known failures. Its lines are never nil.
func readKnown(s streams, name string) (knownfailures.List, error) {
	data, err := readLimited(s, knownFailures, name, mostKnown)
	if err != nil {
		return knownfailures.List{}, err
	}
	list, err := knownfailures.Parse(data)
	var wrong *knownfailures.Error
	if errors.As(err, &wrong) {
		return knownfailures.List{}, fmt.Errorf("%s:%d: %s", name, wrong.Line, wrong.What)
	}
	if list.Lines == nil {
		list.Lines = []knownfailures.Line{}
	}
	return list, err
}

// writeKnown writes the list of known failures after a run that was not cut short.
func writeKnown(file *wholeFile, old *knownfailures.List, r result.Report) error {
	if file != nil && r.Cut != "" {
		return fmt.Errorf("%s is not written to %s, since the run was cut short: %s", knownFailures, file.name, r.Cut)
	}
	return file.write(writes(knownAfter(old, r)))
}

// knownAfter returns the list of known failures that matches the run: the lines of the given
// list that failed, and the failures that it lacks. New lines have no reason: the list is
// invalid until the user fills them in.
func knownAfter(old *knownfailures.List, r result.Report) []byte {
	var added []knownfailures.Line
	for _, l := range r.Lacking {
		found := l.Example.String()
		if l.Finding >= 0 {
			found = r.Findings[l.Finding].Sentence()
		}
		l.Reason = knownfailures.Unwritten(found)
		added = append(added, l.Line)
	}
	if old == nil {
		return knownfailures.Format(fmt.Sprintf(`Known failures of %s: edition %s, profile %s, seed %d, harness %s.
Replace each question mark and the text after it by a reason: until then the list is refused.
Indented lines belong to the known failure above them.
A line for a requirement hides every further bug that violates only listed requirements.
`, r.Subject(), r.Edition, r.Profile, r.Seed, r.Harness.Version), added)
	}
	return old.Updated(func(l knownfailures.Line) bool {
		return slices.ContainsFunc(r.KnownFailures.Lines, func(f result.KnownFailure) bool {
			return f.Number == l.Number && f.Result == result.KnownFailed
		})
	}, added)
}
