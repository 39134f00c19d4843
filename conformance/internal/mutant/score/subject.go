package score

import (
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/epin"
)

// Subject is a mutant in an edition in which it exists. Subjects come from [Mutants].
type Subject struct {
	Name    string
	Edition epin.Edition
	Layer   mutant.Layer // the layer that is sure to kill it

	open opening
}

// Mutants returns the mutants of an edition with these names, or all, in the order of
// [mutant.All]. It ignores names that do not exist in the edition.
func Mutants(edition epin.Edition, names ...string) []Subject {
	var subjects []Subject
	for _, m := range mutant.All() {
		if m.ExistsIn(edition) && (len(names) == 0 || slices.Contains(names, m.Name)) {
			subjects = append(subjects, Subject{Name: m.Name, Edition: edition, Layer: m.Layer, open: m.New})
		}
	}
	return subjects
}

// String returns the edition and the name, the first two words of a line of the record.
func (s Subject) String() string { return fmt.Sprintf("%s %s", s.Edition, s.Name) }
