package featurepage

import (
	"bytes"
	"errors"
	"io"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/browsertest"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/features"
	"github.com/epin-conformance/harness/internal/tests"
)

// hostile is text that a system under test may return: markup, a change of direction, control
// characters, invalid UTF-8, and very long text.
const hostile = "</samp><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\u2066\x1b[31m\x00\xff\r\n&amp;{{.}}"

// testedRun returns a run of an implementation that fails rows with hostile and with long text, and
// has no transformations.
func testedRun() Run {
	r, _ := RunOfReference(notation.EPIN) // a page without results fails the tests
	r.Report.Implementation = result.Implementation{Name: "acme " + hostile, Version: hostile, Language: "<b>ruby</b> \u202e"}
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
	r.Report.Cut = hostile
	text := html(t, r)
	for _, never := range []string{"<script>a", "<img", "<b>ruby", "\u202e", "\u2066", "\x1b", "\x00", "\xff", "&amp;{{", strings.Repeat("long ", 1000)} {
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
		{tally{"passed": 3}, "All 3 rows passed."},
		{tally{"passed": 1}, "All 1 row passed."},
		{tally{"passed": 1, "failed": 2}, "2 of 3 rows failed."},
		{tally{"failed": 1, "unexercised": 4}, "1 of 5 rows failed."},
		{tally{"passed": 3, "unasked": 1, "library": 1}, "No row failed: 3 of 4 passed."},
	} {
		if got := (pageView{Counts: c.rows}).Verdict(); got != c.want {
			t.Errorf("verdict of %+v: %s; wanted %s", c.rows, got, c.want)
		}
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

var quoted, inWords = regexp.MustCompile(`"([^"\n]*)"`), regexp.MustCompile(`[a-z]{2}`)

// TestDocuments checks that the documents of an edition stand in their order, and have each of its features
// and requirements once, and that features and requirements quote only what the documents have.
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
		html(t, Run{Edition: edition})
		var titles, shown, has []string // the last two have features and requirements
		texts, ours := "", ""           // of the documents, and of what quotes them
		documents, _ := Documents(edition)
		for _, d := range documents {
			titles = append(titles, d.Title)
			for _, s := range d.Sections {
				texts += s.Title + "\n"
				for _, p := range s.Passages {
					texts += strings.Join(p.Quotations, " ") + " "
					for _, r := range p.Requirements {
						shown, ours = append(shown, r.ID), ours+r.Note+"\n"
					}
				}
			}
			for _, f := range d.Features() {
				shown, ours = append(shown, f.Name), ours+strings.Join(append(f.Narrative, f.Source), "\n")+"\n"
				var tables []features.Outline
				for _, rule := range f.Rules {
					tables, ours = append(tables, rule.Tables...), ours+rule.Title+"\n"
				}
				if !strings.HasPrefix(f.Source, "From ") || !reflect.DeepEqual(tables, f.Outlines) || path.Dir(f.Name) != d.Key {
					t.Errorf("%s in %s is from %q, and has the tables %v", f.Name, d.Key, f.Source, tables)
				}
			}
		}
		all, _ := features.Of(edition)
		for _, f := range all {
			has = append(has, f.Name)
		}
		for _, r := range requirement.Of(edition) {
			has = append(has, r.ID)
		}
		slices.Sort(has)
		slices.Sort(shown)
		if titles := strings.Join(titles, "|"); titles != want || !slices.Equal(shown, has) {
			t.Errorf("edition %s: %s with %q; wanted %s with %q", edition, titles, shown, want, has)
		}
		for _, quotation := range quoted.FindAllStringSubmatch(ours, -1) {
			for piece := range strings.SplitSeq(quotation[1], "...") {
				if inWords.MatchString(piece) && !strings.Contains(texts, strings.TrimSpace(piece)) {
					t.Errorf("edition %s: no document has %q", edition, quotation[1])
				}
			}
		}
	}
}

// TestInChromium looks at a page with failed rows on a screen, on a phone, with a screen reader, with
// the keyboard and on paper. Package page opens all pages of the site.
func TestInChromium(t *testing.T) {
	if !tests.Whole() {
		t.Skip("package page opens the features in a browser: this page with EPIN_WHOLE=1")
	}
	b := browsertest.Start(t, map[string][]byte{"/tested": []byte(html(t, testedRun()))})
	count := b.Audit(t, 500, "/tested")
	tables := browsertest.Look[int](t, b, "document.querySelectorAll('table').length")
	if count["table"] != tables || count["navigation"] != 1 || count["article"] == 0 || count["region"] == 0 {
		t.Errorf("%d tables have these roles: %v", tables, count)
	}
	b.Stops(t, "/tested", "documents", "a[href], input, .scroll")
	const seen = `[...document.querySelectorAll("tr[id], .requirements li")].filter(e => e.checkVisibility()).map(e => e.id).join()`
	b.Steps(t, 1280, browsertest.Step{Open: "/tested", Do: `document.querySelector("[type=search]").focus()`, Keys: []string{"9", ".", "4", " ", "w", "h", "i", "t", "e"},
		Look: seen, Want: "requirement-epin/9.4/whitespace,epin/invalid-tokens/8,epin/invalid-tokens/9"},
		browsertest.Step{Open: "/tested", Do: "only.click()", Look: seen + `.replace(/,epin.(superset|invalid-tokens).\d+/g, "")`, Want: "epin/superset/1"})
	b.Paper(t, "nav, .find") // the contents need a screen
}
