package requirement_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/internal/tests"
)

// TestCatalogueIsWellFormed checks each entry. That no published identifier changes is tested where
// they are published: in the test vectors and the features.
func TestCatalogueIsWellFormed(t *testing.T) {
	form := regexp.MustCompile(`^[a-z0-9.-]+(/[a-z0-9.-]+)+$`)
	shared := func(id string) bool { // by two editions
		return strings.HasPrefix(id, "qpi-aligned/") || slices.Contains(strings.Fields("pin-initial/mapping pin-initial/limits pin-initial/canonical"), id)
	}
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
		if len(r.Editions) == 0 || r.Section == "" || !slices.Contains(requirement.Documents(), r.Document) || len(r.Editions) > 1 != shared(r.ID) {
			t.Errorf("%s has no section or document, or the editions %v", r.ID, r.Editions)
		}
		for _, e := range notation.All() {
			isOf := slices.ContainsFunc(requirement.Of(e), func(of requirement.Requirement) bool { return of.ID == r.ID })
			if isOf != r.AppliesTo(e) {
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

var markdown = strings.NewReplacer(`\`, `\\`, `|`, `\|`, `*`, `\*`, `[`, `\[`, `<`, `&lt;`)

// page returns README.md, which shows the catalogue.
func page() string {
	var b strings.Builder
	fmt.Fprint(&b, `# The requirement catalogue

What the documents of EPIN, PIN, SIN and QPI require, recommend and show, each in one sentence of ours. An identifier consists of the document, its section if sections have numbers, and a word. Reports, vectors, features and lists of known failures use identifiers, so they are never renamed.

| level | in the documents | means |
|---|---|---|
| required | MUST, or the definition of a token | has to be offered and correct. Without grammar, anchoring, accept and reject the run is inconclusive; without another one a library is conformant, and not *fully conformant* |
| recommended | SHOULD | has to be correct if offered; without it a library is conformant, and not *fully conformant* |
| informative | an example, or a SHOULD for others than libraries | has to be correct if offered |

Where a requirement goes beyond the words of its document, it is marked as *our reading*. Our copy of EPIN 1.0.0 lacks some lists, and of the current PIN, SIN and QPI texts we have seen only some sentences: what we put in their place is our reading too.

A requirement is *not tested* if the library offers no operation for it. That is never a pass. `+"`epin requirements --coverage`"+` lists what tests each, and `+"`epin requirements --knock-out`"+` [which sentences about validity are needed](../cmd/epin/reference.md#epin-requirements).

Generated from [the catalogue](catalogue.go): `+"`go generate ./...`"+`.
`)
	for _, d := range requirement.Documents() {
		fmt.Fprintf(&b, "\n## %s\n\n%s, `%s/…`. ", d.Title, strings.ToUpper(d.Says[:1])+d.Says[1:], d.Key)
		of := slices.DeleteFunc(requirement.All(), func(r requirement.Requirement) bool { return r.Document != d })
		editions := slices.DeleteFunc(notation.All(), func(e *notation.Edition) bool {
			return !slices.ContainsFunc(of, func(r requirement.Requirement) bool { return r.AppliesTo(e) })
		})
		fmt.Fprintf(&b, "%d requirements of %s.\n\n| identifier | level | section | says |\n|---|---|---|---|\n", len(of), names(editions))
		for _, r := range of {
			says := markdown.Replace(strings.TrimSpace(r.Says + " " + r.Note))
			if len(editions) > 1 {
				says += " Applies to " + names(r.Editions) + "."
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.ID, r.Level, r.Section, says)
		}
	}
	return b.String()
}

func names(editions []*notation.Edition) string {
	if len(editions) == 1 {
		return fmt.Sprintf("the edition `%s`", editions[0])
	}
	list := strings.Trim(fmt.Sprint(editions), "[]")
	return "the editions `" + strings.ReplaceAll(list, " ", "` and `") + "`"
}

func TestRecordedCatalogue(t *testing.T) { tests.Recorded(t, "README.md", page()) }
