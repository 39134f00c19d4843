package requirement_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// TestCatalogueIsWellFormed checks each entry. That no published identifier changes is tested where
// they are published: in the test vectors and the features.
func TestCatalogueIsWellFormed(t *testing.T) {
	form := regexp.MustCompile(`^[a-z0-9.-]+(/[a-z0-9.-]+)+$`)
	shared := strings.Fields("pin-initial/mapping pin-initial/limits pin-initial/canonical") // by two editions
	seen := map[string]bool{}
	for _, r := range requirement.All() {
		if !form.MatchString(r.ID) || !strings.HasPrefix(r.ID, r.Document.Key+"/") || seen[r.ID] {
			t.Errorf("%s is not a new identifier of the form document/section/slug of the document %q", r.ID, r.Document.Key)
		}
		seen[r.ID] = true
		if r.Level < requirement.Required || r.Level > requirement.Informative {
			t.Errorf("%s has level %v", r.ID, r.Level)
		}
		if !strings.HasSuffix(r.Says, ".") || strings.Contains(r.Says, ". ") {
			t.Errorf("%s: %q is not one sentence", r.ID, r.Says)
		}
		if len(r.Editions) == 0 || r.Section == "" || !slices.Contains(requirement.Documents(), r.Document) || len(r.Editions) > 1 != slices.Contains(shared, r.ID) {
			t.Errorf("%s has no section or document, or the editions %v", r.ID, r.Editions)
		}
		for _, e := range notation.All() {
			isOf := slices.ContainsFunc(requirement.Of(e), func(of requirement.Requirement) bool { return of.ID == r.ID })
			if r.AppliesTo(e) != slices.Contains(r.Editions, e) || isOf != r.AppliesTo(e) {
				t.Errorf("Of(%s) has %s: %t", e, r.ID, isOf)
			}
		}
	}
}

// TestTableNamesRequirements checks the requirements that the rows of the table of notations name.
func TestTableNamesRequirements(t *testing.T) {
	for _, e := range notation.All() {
		validity := e.Clauses.Validity()
		for _, id := range e.Requirements() {
			r, _ := requirement.Lookup(id)
			if !r.AppliesTo(e) || slices.Contains(validity, id) && r.Level != requirement.Required {
				t.Errorf("edition %s has %s, which is not a requirement of it, or is about validity and not required", e, id)
			}
		}
	}
}
