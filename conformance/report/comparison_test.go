package report_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/report"
	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/epin"
)

// compared is the report of a run with three companions, of which one is not there and one
// attacks.
func compared(t *testing.T) report.Report {
	t.Helper()
	run, _ := runs.LoadOrStore("compared", sync.OnceValue(func() report.Report {
		return reportOn(t, reference, suite.Config{Profile: suite.Quick, Seed: 1, Only: []string{suite.LayerFuzz}, Fuzz: &suite.Fuzz{Rounds: 1, Against: []suite.Companion{
			{Given: "'to\x1bggles'", Args: []string{"to\x1bggles"}, Open: broken(t, "derive-toggles")},
			{Given: "missing", Args: []string{"missing"}, Open: func(context.Context, epin.Edition) (conformance.Implementation, error) {
				return nil, errors.New("it is\nnot there")
			}},
			{Given: attack, Args: []string{attack}, Open: func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
				return hostile{conformance.Reference(e)}, nil
			}},
		}}})
	}))
	return run.(func() report.Report)()
}

func TestComparisonInText(t *testing.T) {
	r := compared(t)
	if !r.Comparison.Wrong() || !r.Comparison.LeftOut() || r.Verdict == suite.NotConformant.String() {
		t.Errorf("wrong %t, left out %t, %s", r.Comparison.Wrong(), r.Comparison.LeftOut(), r.Verdict)
	}
	var b strings.Builder
	if err := report.WriteText(&b, r, report.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n   0  the reference\n",
		`, by 'to\x1bggles'` + "\n",
		"\n   3  missing\n      it could not be asked: it is\\nnot there\n",
		"\nCompared with 3 other libraries: 2 answered something wrongly, and 1 could not be asked, or not to the end.\n",
		"\n            asked           0           1           2           3           4\n",
		"\n   3            0           ·           ·           ·           ·           ·\n",
		"\n   0  accepted, tokens \"R'\" \"R'\"\n   2  accepted, tokens \"R'\" \"R\"\n",
		"--only single/apply/derive/4127 -- $'to\\033ggles'\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
	var none *report.Comparison
	if none.Wrong() || none.LeftOut() {
		t.Error("without a comparison somebody is wrong")
	}
}

func TestComparisonInMarkdown(t *testing.T) {
	out := string(written(t, report.WriteMarkdown, compared(t)))
	wantInOrder(t, out, []string{
		"\n\nCompared with 3 other libraries: 2 answered ", "\n### Compared, by number\n",
		"\n- 0: `the reference`\n", "(go)`, by `'to\\x1bggles'`\n", "\n- 3: `missing`; **it could not be asked**: `it is\\nnot there`\n",
		"\n| | asked | 0 | 1 | 2 | 3 | 4 |\n|---:|---:|---:|---:|---:|---:|---:|\n", "\n| **3** | 0 | · | · | · | · | · |\n",
		"\n0 and 2 disagree on 5,0", " questions; the shortest: `apply derive derive \"R\"`\n\n- 0: `accepted, tokens \"R'\" \"R'\"`\n- 2: `accepted, tokens \"R'\" \"R\"`\n",
		"<summary>Of 2: 5,0", " checks failed, which come to 2 findings</summary>", "--only single/apply/derive/4127 -- $'to\\033ggles'\n```\n",
	})
}

// In JUnit's XML each companion is a test, which fails or breaks where the command would.
func TestComparisonInJUnit(t *testing.T) {
	var got junit
	if err := xml.Unmarshal(written(t, report.WriteJUnit, compared(t)), &got); err != nil {
		t.Fatal(err)
	}
	last := got.Suites[len(got.Suites)-1]
	if last.Name != "companions" || len(last.Cases) != 3 {
		t.Fatalf("the last suite is %+v", last)
	}
	for i, want := range []struct{ name, failure, problem string }{
		{"2: epin mutant derive-toggles 0.1.0 (go), by 'to\\x1bggles'", "Of derive \"A'\" it says derive \"A\"", ""},
		{"3: missing", "", "it is\\nnot there"},
		{"4: ", "It crashes on \"\"", ""},
	} {
		c := last.Cases[i]
		said := func(problem *string) string {
			if problem == nil {
				return ""
			}
			return *problem
		}
		if !strings.HasPrefix(c.Name, want.name) || (c.Failure == nil) != (want.failure == "") || (c.Error == nil) != (want.problem == "") ||
			!strings.HasPrefix(said(c.Failure), want.failure) || !strings.HasPrefix(said(c.Error), want.problem) {
			t.Errorf("%s: failure %q, error %q; wanted %+v", c.Name, said(c.Failure), said(c.Error), want)
		}
	}
	if strings.Contains(string(written(t, report.WriteJUnit, whole(t, ""))), "companions") {
		t.Error("a library that was compared with none has companions")
	}
}

// A file in which a comparison contradicts itself is refused.
func TestReadRefusesAComparison(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*report.Comparison)
		wants  string
	}{
		"an answer too few": {func(c *report.Comparison) { c.Pairs[1].Example.Said = c.Pairs[1].Example.Said[:4] }, "comparison: 5 libraries gave 4 answers to one question"},
		"a library too few": {func(c *report.Comparison) { c.Libraries = c.Libraries[:4] }, "comparison.pairs.3: it is not the pair of the libraries 1 and 2"},
		"a pair too few":    {func(c *report.Comparison) { c.Pairs = c.Pairs[:9] }, "comparison.pairs.9: it is not the pair of the libraries 3 and 4"},
		"a pair too many":   {func(c *report.Comparison) { c.Pairs = append(c.Pairs, c.Pairs[0]) }, "comparison: there is a pair of libraries too many"},
		"another pair":      {func(c *report.Comparison) { c.Pairs[0].B = 7 }, "comparison.pairs.0: it is not the pair of the libraries 0 and 1"},
		"two of all":        {func(c *report.Comparison) { c.AllDiffer.B = 1 }, "comparison: there is a pair of libraries too many"},
		"all, and no answer": {func(c *report.Comparison) {
			c.AllDiffer.Example = &report.Disagreement{Op: "parse", Methods: []string{}, Token: c.Pairs[1].Example.Token, Said: []string{}}
		}, "comparison: 5 libraries gave 0 answers to one question"},
	} {
		r, err := report.ReadJSON(bytes.NewReader(toJSON(t, compared(t)))) // a copy
		if err != nil {
			t.Fatal(err)
		}
		test.change(r.Comparison)
		for form, data := range map[string][]byte{"json": toJSON(t, r), "jsonl": written(t, report.WriteJSONL, r)} {
			if _, err := report.Read(bytes.NewReader(data)); err == nil || !strings.HasSuffix(err.Error(), test.wants) {
				t.Errorf("%s in %s: the error is %v, and not %s", name, form, err, test.wants)
			}
		}
	}
}
