package featurepage

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/browsertest"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
)

// hostile is text that a system under test may return: markup, a change of direction, control
// characters, invalid UTF-8, and very long text.
const hostile = "</samp><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\u2066\x1b[31m\x00\xff\r\n&amp;{{.}}"

// testedRun returns a run of an implementation that fails rows with hostile and with long text, and
// has no transformations.
func testedRun() Run {
	r := runOf(notation.EPIN)
	r.Implementation = conformance.Description{Name: "acme " + hostile, Version: hostile, Language: "<b>ruby</b> \u202e"}
	for i, got := range r.Results {
		failed := features.Result{Scenario: got.Scenario, Status: features.Failed, Wanted: "K", Got: hostile, Step: "it is accepted", Request: conformance.Request{Op: conformance.OpParse, Token: hostile}}
		switch path := strings.Split(got.ID, "/"); {
		case path[2] == "transformations":
			r.Results[i].Status, r.Results[i].Message = features.NotExercised, "apply is not offered"
		case path[2] == "invalid-tokens":
			r.Results[i] = failed
		case path[2] == "superset":
			failed.Got = strings.Repeat("long ", 20_000)
			r.Results[i] = failed
		}
	}
	return r
}

// runOf runs the features against the reference.
func runOf(edition *notation.Edition) Run {
	impl := conformance.Reference(edition)
	rows, _ := features.List(edition)
	all, err := features.Run(context.Background(), impl, edition, rows)
	if err != nil {
		panic(err)
	}
	when := time.Date(2026, 11, 20, 19, 50, 0, 0, time.UTC)
	return Run{Edition: edition, Implementation: conformance.Describe(impl, edition), Results: all, When: when}
}

func html(t *testing.T, r Run) string {
	t.Helper()
	var b, again bytes.Buffer
	if err := errors.Join(Write(&b, r), Write(&again, r)); err != nil {
		t.Fatal(err)
	}
	if b.String() != again.String() {
		t.Error("two pages of one run differ")
	}
	return b.String()
}

// TestHostileTextStaysText checks that text of an implementation does not become markup, does not
// affect other text, and is truncated, and that untested rows are marked and explained.
func TestHostileTextStaysText(t *testing.T) {
	r := testedRun()
	r.CutShort = hostile
	text := html(t, r)
	for _, never := range []string{"<script", "<img", "<b>ruby", "\u202e", "\u2066", "\x1b", "\x00", "\xff", "&amp;{{", strings.Repeat("long ", 1000)} {
		if strings.Contains(text, never) {
			t.Errorf("the page holds %q", never)
		}
	}
	if want := `&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;\u202e\u2066\x1b[31m\x00\xff\r\n&amp;amp;{{`; strings.Count(text, want) < 5 {
		t.Errorf("the page shows %d times %s; want name, title, version, response and reason", strings.Count(text, want), want)
	}
	if !strings.Contains(text, `class="passed"><td`) {
		t.Error("no row passed")
	}
	if !strings.Contains(text, "… (") {
		t.Error("a long response is not truncated")
	}
	row := regexp.MustCompile(`(?s)<tr id="epin/transformations/1" class="([a-z]+)">.*?</tr>`).FindString(text)
	if !strings.Contains(row, "unexercised") || !strings.Contains(row, "not tested") || !strings.Contains(row, "apply is not offered") || strings.Contains(row, "passed") {
		t.Errorf("the row of a method that is not offered: %q", row)
	}
}

func TestVerdicts(t *testing.T) {
	if err := Write(io.Discard, Run{Edition: &notation.Edition{}}); err == nil || !strings.HasPrefix(err.Error(), "features: ") {
		t.Errorf("the error of an unknown edition is %v", err)
	}
	for _, c := range []struct {
		rows tally
		want string
	}{
		{tally{"unasked": 3}, "No row was run."},
		{tally{"passed": 3}, "All 3 rows passed."},
		{tally{"passed": 1}, "All 1 row passed."},
		{tally{"passed": 1, "failed": 2}, "2 of 3 rows failed."},
		{tally{"passed": 1, "failed": 2, "unexercised": 4}, "2 of 7 rows failed. Not tested: 4."},
		{tally{"passed": 3, "unexercised": 1}, "No row failed: 3 of 4 passed. Not tested: 1."},
		{tally{"passed": 3, "unasked": 1}, "No row failed: 3 of 4 passed. Not run: 1."},
		{tally{"unexercised": 2}, "No row failed: 0 of 2 passed. Not tested: 2."},
	} {
		if got := (pageView{Counts: c.rows}).Verdict(); got != c.want {
			t.Errorf("verdict of %+v: %s; wanted %s", c.rows, got, c.want)
		}
	}
}

func TestLongListOfFailures(t *testing.T) {
	r := runOf(notation.EPIN)
	for i := range r.Results {
		r.Results[i].Status = features.Failed
	}
	text := html(t, r)
	list := text[strings.Index(text, `<section class="failures"`):strings.Index(text, `<section class="reading"`)]
	if got := strings.Count(list, "<li>"); got != longestList || !regexp.MustCompile(`And [0-9]+ more, marked`).MatchString(list) {
		t.Errorf("%d failures are listed, wanted %d and the number of others", got, longestList)
	}
}

// TestParts tests how a cell is split at its tokens, and a sentence at its columns.
func TestParts(t *testing.T) {
	for value, want := range map[string][]part{
		``:                     nil,
		`empty`:                {{"empty", false}},
		`"K\n", "k"`:           {{`K\n`, true}, {", ", false}, {"k", true}},
		`"K^" / "k^"`:          {{"K^", true}, {" / ", false}, {"k^", true}},
		`"K" (Chess king)`:     {{`"K" (Chess king)`, false}},
		`"K", `:                {{`"K", `, false}},
		`"\"`:                  {{`"\"`, false}},
		`<epin> ::= "+" | "-"`: {{`<epin> ::= "+" | "-"`, false}},
	} {
		if got := cellParts(value); !slices.Equal(got, want) {
			t.Errorf("cellParts(%s): %v; wanted %v", value, got, want)
		}
	}
	for text, want := range map[string][]part{
		"":                 nil,
		"<a> is <b c>!":    {{"a", true}, {" is ", false}, {"b c", true}, {"!", false}},
		"<x> < <a":         {{"<x> < <a", false}},
		"<<a>>":            {{"<", false}, {"a", true}, {">", false}},
		"é <b c><a>":       {{"é ", false}, {"b c", true}, {"a", true}},
		"a > b, not <b  c": {{"a > b, not <b  c", false}},
	} {
		if got := sentence(text, []string{"a", "b c"}); !slices.Equal(got, want) {
			t.Errorf("the sentence %q is %v; wanted %v", text, got, want)
		}
	}
}

// TestDocuments checks that the documents of an edition stand in their order, and have all its features,
// whose rules have every scenario once, in the order of the file.
func TestDocuments(t *testing.T) {
	for edition, want := range map[*notation.Edition]string{
		notation.EPIN:        "EPIN 1.0.0|EPIN 1.0.0, Examples",
		notation.EPINInitial: "EPIN, initial text|PIN, initial text|epin.rb",
		notation.PIN:         "PIN 1.0.0",
		notation.PINInitial:  "PIN, initial text",
		notation.SIN:         "SIN 1.0.0",
		notation.QPI:         "QPI 1.0.0",
		notation.QPIAligned:  "QPI, aligned cases",

		notation.QPIAlignedTerminal: "QPI, aligned cases",
	} {
		all, err := features.Of(edition)
		if err != nil {
			t.Fatal(err)
		}
		html(t, Run{Edition: edition})
		var titles []string
		shown := 0
		documents, _ := Documents(edition)
		for _, d := range documents {
			titles = append(titles, d.Title)
			shown += len(d.Features)
			for _, f := range d.Features {
				var tables []features.Outline
				for _, rule := range f.Rules {
					tables = append(tables, rule.Tables...)
					for _, table := range rule.Tables {
						if table.Rule != rule.Title || rule.Title == "" {
							t.Errorf("%s: the rule %q has a table of %q", f.Name, rule.Title, table.Rule)
						}
					}
				}
				if !strings.HasPrefix(f.Source, "From ") {
					t.Errorf("%s is from %q", f.Name, f.Source)
				}
				if !reflect.DeepEqual(tables, f.Outlines) || path.Dir(f.Name) != d.Key || d.Edition != edition {
					t.Errorf("%s of %s in edition %s has other tables: %v", f.Name, d.Key, d.Edition, tables)
				}
			}
		}
		if titles := strings.Join(titles, "|"); titles != want || shown != len(all) {
			t.Errorf("edition %s: %s with %d features; wanted %s with %d", edition, titles, shown, want, len(all))
		}
	}
}

// TestFeaturesByClause checks that features are in the order of numbered clauses, or of [reading].
func TestFeaturesByClause(t *testing.T) {
	var first []string
	current, _ := Documents(notation.EPIN)
	for _, f := range current[0].Features {
		first = append(first, f.Clauses[0])
	}
	if !slices.IsSorted(first) {
		t.Errorf("the clauses are in the order %q", first)
	}
	initial, _ := Documents(notation.EPINInitial)
	for i, f := range initial[2].Features {
		if f.Name != reading[i] {
			t.Errorf("%s stands in the place of %s", f.Name, reading[i])
		}
	}
	for name, want := range map[string]string{
		"epin/grammar": "6 9.1", "pin/grammar": "4.2 4.3", "examples/pin-components": "", // another document has its clauses
	} {
		if got := strings.Join(featureNamed(t, name).Clauses, " "); got != want {
			t.Errorf("%s is of the clauses %q; wanted %q", name, got, want)
		}
	}
}

func TestFeatureAsRead(t *testing.T) {
	f := featureNamed(t, "epin/invalid-tokens")
	if !strings.HasPrefix(f.Text, "@edition-1.0.0\nFeature: ") || len(f.Narrative) != 1 || !strings.HasPrefix(f.Narrative[0], "Nine ways ") ||
		strings.Contains(f.Narrative[0], "\n") || !strings.HasPrefix(f.Source, "From EPIN §9.4, ") || f.Rules[0].Requirements != nil {
		t.Errorf("text %.20q, narrative %q, source %q, requirements %q", f.Text, f.Narrative, f.Source, f.Rules[0].Requirements)
	}
	if got := featureNamed(t, "epin/grammar").Rules[1].Requirements; !slices.Equal(got, []string{"epin/6/grammar", "epin/9.1/reject"}) {
		t.Errorf("the second rule of epin/grammar is of %q", got)
	}
}

func featureNamed(t *testing.T, name string) Feature {
	t.Helper()
	for _, edition := range notation.All() {
		documents, _ := Documents(edition)
		for _, d := range documents {
			if i := slices.IndexFunc(d.Features, func(f Feature) bool { return f.Name == name }); i >= 0 {
				return d.Features[i]
			}
		}
	}
	t.Fatalf("there is no feature %s", name)
	return Feature{}
}

// TestInChromium looks at a page with failed rows on a screen, on a phone, with a screen reader, with
// the keyboard and on paper. Package page opens all pages of the site.
func TestInChromium(t *testing.T) {
	if !browsertest.Whole() {
		t.Skip("package page opens the features in a browser: this page with EPIN_WHOLE=1")
	}
	b := browsertest.Start(t, map[string][]byte{"/tested": []byte(html(t, testedRun()))})
	count := b.Audit(t, 500, "/tested")
	tables := browsertest.Look[int](t, b, "document.querySelectorAll('table').length")
	if count["table"] != tables || count["navigation"] != 1 || count["article"] == 0 || count["region"] == 0 {
		t.Errorf("%d tables have these roles: %v", tables, count)
	}
	b.Stops(t, "/tested", "documents", "a[href], .scroll")
	b.Paper(t, "nav") // the contents need a screen
}
