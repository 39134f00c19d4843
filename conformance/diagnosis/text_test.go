package diagnosis_test

import (
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance/diagnosis"
)

// Numbers have their thousands apart, as in the rest of a report.
func TestNumbersAreReadable(t *testing.T) {
	guess := diagnosis.Guess{Mutant: "one", Bug: "It errs.", Mend: "Do not."}
	bug := func(explained, alike int) diagnosis.Bug {
		return diagnosis.Bug{Explained: explained, Guesses: []diagnosis.Guess{guess, {Mutant: "two"}}[:min(alike, 2)], Alike: alike}
	}
	one := func(b diagnosis.Bug) []diagnosis.Explanation {
		return []diagnosis.Explanation{{Bugs: []diagnosis.Bug{b}, Explained: b.Explained}}
	}
	for _, test := range []struct {
		d    diagnosis.Diagnosis
		want string
	}{
		{diagnosis.Diagnosis{Wrong: 1114112}, "No known mistake explains the 1,114,112 wrong answers."},
		{diagnosis.Diagnosis{Wrong: 36157, Dropped: 1200000}, "No known mistake explains the first 36,157 wrong answers (1,200,000 more were not compared)."},
		{diagnosis.Diagnosis{Wrong: 1234, Explanations: one(bug(1234, 1))},
			"A known mistake gives the 1,234 wrong answers, and nothing else that was asked contradicts it: one. It errs. To mend it: Do not."},
		{diagnosis.Diagnosis{Wrong: 12345, Explanations: one(bug(6789, 1003))},
			"A known mistake gives 6,789 of the 12,345 wrong answers, and nothing that was asked contradicts it; the others are something else: one. It errs. To mend it: Do not. On what was asked, the same answers come from two, and from 1,001 more."},
		{diagnosis.Diagnosis{Wrong: 3000, Explanations: []diagnosis.Explanation{{Bugs: []diagnosis.Bug{bug(2000, 1), bug(1000, 1)}, Explained: 3000}}},
			"Two mistakes give the 3,000 wrong answers between them, and nothing else that was asked contradicts them. The first (2,000): one. It errs. To mend it: Do not. The second (1,000): one. It errs. To mend it: Do not."},
	} {
		if got := test.d.Paragraphs(); !slices.Equal(got, []string{test.want}) {
			t.Errorf("%q, wanted %q", got, test.want)
		}
	}
}
