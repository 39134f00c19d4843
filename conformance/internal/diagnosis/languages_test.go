package diagnosis

import (
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
)

// TestLanguages checks that every fix of every mutant has the key of a known language.
func TestLanguages(t *testing.T) {
	for _, m := range mutant.All() {
		for language := range m.Fixes {
			if name, known := languageOf(language); !known || name != language {
				t.Errorf("%s has a fix for %q, which languageOf maps to %q (known: %t)", m.Name, language, name, known)
			}
		}
	}
	for other, name := range otherNames {
		if languages[name] == "" || languages[other] != "" {
			t.Errorf("%q is an alias of %q, which is unknown, or it is a language itself", other, name)
		}
	}
}
