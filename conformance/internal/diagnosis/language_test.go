package diagnosis_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/diagnosis"
	"github.com/epin-conformance/harness/epin"
)

func TestMendForTheLanguage(t *testing.T) {
	asked := quick(t, epin.Current)
	record, _ := recorded(t, named(t, "dollar-for-z").New(epin.Current), epin.Current, asked)
	for language, want := range map[string][]diagnosis.LanguageMend{
		"python":                 {{Language: "Python", Mend: `Use re.fullmatch, or end the expression in \Z.`}},
		"Python 3.11":            {{Language: "Python", Mend: `Use re.fullmatch, or end the expression in \Z.`}},
		"python, pypy 7.3":       {{Language: "Python", Mend: `Use re.fullmatch, or end the expression in \Z.`}},
		"ruby":                   {{Language: "Ruby", Mend: `End the expression in \z rather than in \Z or $.`}},
		"C#":                     {{Language: "C#", Mend: `End the expression in \z rather than in \Z or $.`}},
		"rust":                   nil, // known, and the mistake does not arise there
		"a language of my own\n": allMends(t, "dollar-for-z"),
		"":                       allMends(t, "dollar-for-z"),
	} {
		d, err := record.Diagnose(context.Background(), slices.Values(asked), language)
		if err != nil {
			t.Fatal(err)
		}
		guess := d.Explanations[0].Bugs[0].Guesses[0]
		if guess.Mutant != "dollar-for-z" || !slices.Equal(guess.Mends, want) {
			t.Errorf("%q: %s, %v, want %v", language, guess.Mutant, guess.Mends, want)
		}
		text := strings.Join(d.Paragraphs(), "\n")
		for _, m := range want {
			if !strings.Contains(text, "In "+m.Language+": "+m.Mend) {
				t.Errorf("%q: %v is not in %q", language, m, text)
			}
		}
		if !strings.Contains(text, guess.Bug) || !strings.Contains(text, guess.Mend) || strings.Contains(text, "my own") {
			t.Errorf("%q: %q", language, text)
		}
	}
}

// allMends returns the mends of a mutant in all languages.
func allMends(t *testing.T, name string) []diagnosis.LanguageMend {
	t.Helper()
	shown := map[string]string{
		"c#": "C#", "java": "Java", "perl": "Perl", "php": "PHP", "python": "Python", "ruby": "Ruby",
	}
	var all []diagnosis.LanguageMend
	for language, mend := range named(t, name).Mends {
		all = append(all, diagnosis.LanguageMend{Language: shown[language], Mend: mend})
	}
	slices.SortFunc(all, func(a, b diagnosis.LanguageMend) int {
		return strings.Compare(strings.ToLower(a.Language), strings.ToLower(b.Language))
	})
	return all
}
