package score

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/mutant"
	"github.com/epin-conformance/harness/epin"
)

// Subject is a mutant in an edition in which it exists. The zero value is none.
type Subject struct {
	Name    string
	Edition epin.Edition
	Layer   mutant.Layer // what is sure to show the bug; of a member of a family, Basic
	Family  string       // of a member of a family, its name; "" for a mutant with a story

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

// Sample is some members of a family.
type Sample struct {
	Family  mutant.Family
	Edition epin.Edition
	Size    int       // of the family
	Members []Subject // in the order of the family
}

// Samples returns, of each family in an edition, n members, or all if they are fewer.
// They are always the same.
func Samples(edition epin.Edition, n int) []Sample {
	var samples []Sample
	for _, f := range mutant.Families() {
		members := slices.Collect(f.Members(edition))
		chosen := rand.New(rand.NewPCG(seed, 0)).Perm(len(members))[:min(n, len(members))]
		slices.Sort(chosen)
		s := Sample{Family: f, Edition: edition, Size: len(members)}
		for _, i := range chosen {
			m := members[i]
			s.Members = append(s.Members, Subject{
				Name: m.Name, Edition: edition, Family: f.Name,
				open: func(epin.Edition) conformance.Implementation { return m.New() },
			})
		}
		samples = append(samples, s)
	}
	return samples
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
