package diagnosis

import (
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
)

// TestLanguages has every fix of every mutant under a language that is known here.
func TestLanguages(t *testing.T) {
	for _, m := range mutant.All() {
		for language := range m.Fixes {
			if name, known := languageOf(language); !known || name != language {
				t.Errorf("%s has a fix for %q, which is taken for %q (known: %t)", m.Name, language, name, known)
			}
		}
	}
	for other, name := range otherNames {
		if languages[name] == "" || languages[other] != "" {
			t.Errorf("%q is another name of %q, which is none, or a language itself", other, name)
		}
	}
}
