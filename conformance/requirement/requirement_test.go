package requirement_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// published are the identifiers in published reports, vectors and lists. Lines may be added, but
// not changed or removed.
var published = strings.Fields(`
epin/3/pin-superset epin/4/marker-last epin/6/grammar epin/6/anchoring
epin/7.1/name epin/7.1/side epin/7.1/state epin/7.1/terminal epin/7.2/derivation
epin/9.1/accept epin/9.1/reject epin/9.1/one-verdict epin/9.2/canonical epin/9.2/no-context
epin/9.3/pin epin/9.3/is-native epin/9.3/is-derived epin/9.3/native epin/9.3/derive
epin/9.3/idempotent epin/9.3/copy epin/9.3/equivalent
epin/9.4/empty epin/9.4/double-marker epin/9.4/caret-first epin/9.4/marker-order epin/9.4/double-state
epin/9.4/double-terminal epin/9.4/not-a-letter epin/9.4/whitespace epin/9.4/line-break
examples/single-style/accept-both examples/idempotence examples/variants examples/capture-chess
examples/capture-shogi examples/conventions examples/recipes/side examples/recipes/state
examples/recipes/terminal examples/recipes/style examples/matrix examples/lifecycle/rook
examples/lifecycle/derived examples/lifecycle/terminal examples/catalog/chess examples/catalog/shogi
examples/catalog/makruk
epin-initial/grammar epin-initial/anchoring epin-initial/accept epin-initial/reject epin-initial/one-verdict
epin-initial/canonical epin-initial/pin-inheritance epin-initial/attributes epin-initial/derivation
epin-initial/accessors epin-initial/native epin-initial/derive epin-initial/idempotent epin-initial/copy
epin-initial/equivalent epin-initial/transformations epin-initial/native-style epin-initial/cross-style
epin-initial/qpi epin-initial/one-representation epin-initial/example-flow
examples/single-style/omit examples/single-style/normalise examples/conventions/3
pin-initial/mapping pin-initial/limits pin-initial/canonical
pin-initial/grammar pin-initial/anchoring pin-initial/accept pin-initial/reject pin-initial/one-verdict
pin-initial/form pin-initial/transformations pin-initial/copy pin-initial/equivalent
pin/4.2/grammar pin/4.3/anchoring pin/4.3/accept pin/4.3/reject pin/4.3/one-verdict
pin/5/name pin/5/side pin/5/state pin/5/terminal pin/canonical/form pin/canonical/state-behind
pin/canonical/caret-first pin/canonical/double-state pin/canonical/double-terminal
pin/transformations pin/copy pin/equivalent pin/examples/chess pin/examples/shogi pin/examples/xiangqi
`)

func TestPublishedIdentifiersStay(t *testing.T) {
	for _, id := range published {
		if r, ok := requirement.Lookup(id); !ok || r.ID != id {
			t.Errorf("%s is published, but not in the catalogue", id)
		}
	}
	if n := len(requirement.All()); n != len(published) {
		t.Errorf("the catalogue has %d requirements, but %d are published: add the new ones to the list", n, len(published))
	}
}

func TestCatalogueIsWellFormed(t *testing.T) {
	form := regexp.MustCompile(`^[a-z0-9.-]+(/[a-z0-9.-]+)+$`)
	for _, r := range requirement.All() {
		if !form.MatchString(r.ID) {
			t.Errorf("%s is not an identifier of the form document/section/slug", r.ID)
		}
		if !strings.HasPrefix(r.ID, r.Document.Key+"/") {
			t.Errorf("%s has the document %q", r.ID, r.Document.Key)
		}
		if r.Level < requirement.Required || r.Level > requirement.Informative {
			t.Errorf("%s has level %v", r.ID, r.Level)
		}
		if !strings.HasSuffix(r.Says, ".") || strings.Contains(r.Says, ". ") {
			t.Errorf("%s: %q is not one sentence", r.ID, r.Says)
		}
		if len(r.Editions) == 0 || r.Section == "" || !slices.Contains(requirement.Documents(), r.Document) {
			t.Errorf("%s has no edition, section or document", r.ID)
		}
	}
}

// shared are the requirements of several editions.
var shared = strings.Fields("pin-initial/mapping pin-initial/limits pin-initial/canonical")

func TestEditionsShareNothingUnsaid(t *testing.T) {
	of := map[string]int{} // the number of editions of a requirement
	for _, e := range notation.All() {
		for _, r := range requirement.Of(e) {
			of[r.ID]++
			if !r.AppliesTo(e) {
				t.Errorf("Of(%s) holds %s", e, r.ID)
			}
		}
	}
	for _, r := range requirement.All() {
		if of[r.ID] != len(r.Editions) || len(r.Editions) > 1 != slices.Contains(shared, r.ID) {
			t.Errorf("%s is a requirement of %d editions, and its entry has %v", r.ID, of[r.ID], r.Editions)
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
