package score

import (
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/epin"
)

// Subject is a mutant in an edition in which it exists. The zero value is none.
type Subject struct {
	Name    string
	Edition epin.Edition
	Layer   mutant.Layer // what is sure to show the bug

	open opening
}

// Mutants returns the mutants with these names, or all, in an edition, in the order of
// [mutant.All]. Those that do not exist in the edition are left out.
func Mutants(edition epin.Edition, names ...string) []Subject {
	var subjects []Subject
	for _, m := range mutant.All() {
		if m.ExistsIn(edition) && (len(names) == 0 || slices.Contains(names, m.Name)) {
			subjects = append(subjects, Subject{Name: m.Name, Edition: edition, Layer: m.Layer, open: m.New})
		}
	}
	return subjects
}

// String returns the edition and the name, as a line of the record begins.
func (s Subject) String() string { return fmt.Sprintf("%s %s", s.Edition, s.Name) }
