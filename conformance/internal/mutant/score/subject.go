package score

import (
	"cmp"
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

// String names the subject and its edition.
func (s Subject) String() string { return fmt.Sprintf("%s %s", s.Edition, s.Name) }

// compareSubjects orders by edition, as [epin.Editions] does, and then by name.
func compareSubjects(a, b subjectKey) int {
	return cmp.Or(
		cmp.Compare(slices.Index(epin.Editions(), a.edition), slices.Index(epin.Editions(), b.edition)),
		cmp.Compare(a.name, b.name),
	)
}

// subjectKey tells subjects apart.
type subjectKey struct {
	edition epin.Edition
	name    string
}

func (s Subject) key() subjectKey { return subjectKey{s.Edition, s.Name} }
