package diagnosis_test

import (
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/diagnosis"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
)

// TestNumbersAreReadable checks that numbers have separators between thousands.
func TestNumbersAreReadable(t *testing.T) {
	guess := mutant.Mutant{Name: "one", Bug: "It errs.", Fix: "Do not."}
	bug := func(checks, alike int) diagnosis.Bug {
		return diagnosis.Bug{Checks: checks, Guesses: []mutant.Mutant{guess, {Name: "two"}}[:min(alike, 2)], Alike: alike}
	}
	one := func(b diagnosis.Bug) []diagnosis.Explanation {
		return []diagnosis.Explanation{{Bugs: []diagnosis.Bug{b}, Checks: b.Checks}}
	}
	for _, test := range []struct {
		d    diagnosis.Diagnosis
		want string
	}{
		{diagnosis.Diagnosis{Wrong: 1, Failed: 1114112}, "No known mistake explains the failed checks."},
		{diagnosis.Diagnosis{Wrong: 1, Failed: 1, Compared: 1, Explanations: one(bug(1, 1))},
			"A known mistake explains the 1 failed check: one. It errs. To mend it: Do not."},
		{diagnosis.Diagnosis{Wrong: 1, Failed: 1234, Compared: 1234, Explanations: one(bug(1234, 1))},
			"A known mistake explains all 1,234 failed checks: one. It errs. To mend it: Do not."},
		{diagnosis.Diagnosis{Wrong: 1, Failed: 1234, Compared: 1200, Explanations: one(bug(1200, 1))},
			"A known mistake explains 1,200 of the 1,234 failed checks; the other 34 were not compared: one. It errs. To mend it: Do not."},
		{diagnosis.Diagnosis{Wrong: 1, Failed: 12345, Compared: 12345, Explanations: one(bug(6789, 1003))},
			"A known mistake explains 6,789 of the 12,345 failed checks; the others are something else: one. It errs. To mend it: Do not. On what was asked, the same answers come from two, and from 1,001 more."},
		{diagnosis.Diagnosis{Wrong: 1, Failed: 12345, Compared: 11111, Explanations: one(bug(6789, 1))},
			"A known mistake explains 6,789 of the 12,345 failed checks; of the others, 1,234 were not compared, and the rest is something else: one. It errs. To mend it: Do not."},
		{diagnosis.Diagnosis{Wrong: 1, Failed: 3000, Compared: 3000, Explanations: []diagnosis.Explanation{{Bugs: []diagnosis.Bug{bug(2000, 1), bug(1000, 1)}, Checks: 3000}}},
			"Two mistakes explain all 3,000 failed checks between them. The first (2,000): one. It errs. To mend it: Do not. The second (1,000): one. It errs. To mend it: Do not."},
	} {
		if got := test.d.Paragraphs(); !slices.Equal(got, []string{test.want}) {
			t.Errorf("%q, wanted %q", got, test.want)
		}
	}
}
