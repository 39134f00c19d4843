package html_test

import (
	"bytes"
	"errors"
	stdhtml "html"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/html"
	"github.com/epin-conformance/harness/conformance/internal/report/reporttest"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
)

// reports returns runs of the smallest profile, most of them of a part of it, or of a library that
// offers little. Each is made once for all tests.
var reports = sync.OnceValue(func() map[string]result.Report {
	run := func(name string, cfg suite.Config, ops ...conformance.Op) result.Report {
		cfg.Profile, cfg.Seed = suite.Quick, 1
		return reporttest.Run(reporttest.Opening(name, ops...), cfg, "./my adapter", name)
	}
	known := reporttest.Known("epin/7.1/side: inverted\nexamples/matrix: inverted\n")
	all := map[string]result.Report{
		"right":    run("", suite.Config{}),
		"dollar":   run("dollar-for-z", suite.Config{}, conformance.OpParse, conformance.OpValid, conformance.OpSweep),
		"toggles":  run("derive-toggles", suite.Config{Only: []string{"vectors", "features", "properties"}}),
		"values":   run("side-inverted", suite.Config{}, conformance.OpParse, conformance.OpSweep),
		"known":    run("side-inverted", suite.Config{Known: known}, conformance.OpParse, conformance.OpSweep),
		"initial":  run("", suite.Config{Edition: notation.EPINInitial}),
		"selected": run("", suite.Config{Only: []string{"vectors/parse/4b0a"}}),
		"crash":    run("parser-raises-on-empty", suite.Config{Only: []string{"vectors"}}),
		"history":  run("sweep-of-the-last", suite.Config{Only: []string{"vectors", "properties/one-verdict"}}),
	}
	cut := copied(all["dollar"])
	cut.Verdict, cut.Cut = result.NoVerdict, "the run took longer than 1ms"
	cut.Parts[len(cut.Parts)-1].Complete = false
	all["cut"] = cut
	all["hostile"] = hostileReport(all["dollar"])
	all["attacked"] = hostileReport(all["toggles"])
	return all
})

// hostile is text that a program under test may return, or a forged file may contain.
const hostile = `</style></title><script>alert(1)</script><img src=x onerror=alert(2)>" onclick="alert(3) '{{.}}' javascript:alert(4) ` + "\u202e"

// hostileReport puts hostile text into every string of a report that is not an enumeration: raw into
// those that escape themselves, and otherwise as a report that was read has it.
func hostileReport(r result.Report) result.Report {
	r = copied(r)
	spoil(reflect.ValueOf(&r))
	return r
}

func copied(r result.Report) result.Report {
	var saved bytes.Buffer
	err := report.WriteJSON(&saved, r)
	r, readErr := report.Read(&saved)
	if err := errors.Join(err, readErr); err != nil {
		panic(err)
	}
	return r
}

func spoil(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		text := conformance.Visible(hostile, "")
		if v.Type() == reflect.TypeFor[printable.Text]() || v.Type() == reflect.TypeFor[printable.Lines]() {
			text = hostile
		}
		v.SetString(v.String() + text)
	case reflect.Pointer:
		if !v.IsNil() {
			spoil(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			spoil(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.IsExported() && !slices.Contains([]string{"Format", "Edition", "Automaton"}, f.Name) {
				spoil(v.Field(i))
			}
		}
	}
}

func page(t *testing.T, reports ...result.Report) string {
	t.Helper()
	var b strings.Builder
	if err := html.Write(&b, reports, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func several() []result.Report {
	all := reports()
	return []result.Report{all["right"], all["dollar"], all["toggles"], all["known"], all["initial"], all["selected"], all["history"], all["cut"]}
}

// textsOf returns texts of a report that its page has, and some that it has in that order.
func textsOf(r result.Report) (wanted, order []string) {
	holds := r.Guarantees()
	wanted = slices.Concat([]string{printable.Capital(r.VerdictLine()), r.Reason.String(), r.Of().Title(), r.Harness.Corpus, holds.None}, holds.Tested, holds.Texts)
	for i := range r.Findings {
		f := &r.Findings[i]
		wanted = append(wanted, f.Sentence(), f.Shell, f.Why.String(), f.Counted())
	}
	for i, g := range r.Groups {
		order = append(order, "<li><bdi>"+g.Says.String()+"</bdi>")
		for _, line := range r.CauseLines(i) {
			_, line, _ = strings.Cut(line, ": ")
			wanted = append(wanted, line)
		}
	}
	if len(r.Groups) > 0 {
		order = append(order, "</header>", "Findings</h3>")
	}
	return wanted, order
}

// TestPageHasWhatTheReportHas checks that the page has the content of the other formats: the
// verdict, each requirement with its result, and each finding with its command. Like the text, it
// begins with the incorrect behaviour and its likely causes.
func TestPageHasWhatTheReportHas(t *testing.T) {
	for name, r := range reports() {
		if name == "hostile" || name == "attacked" {
			continue
		}
		text := stdhtml.UnescapeString(page(t, r))
		if text != stdhtml.UnescapeString(page(t, r)) {
			t.Errorf("%s: two pages of the same report differ", name)
		}
		wanted, order := textsOf(r)
		failed := false
		for _, q := range r.Requirements {
			wanted = append(wanted, q.ID, q.Says)
			failed = failed || q.ID == "epin/6/grammar" && q.Failed > 0
		}
		for _, p := range r.Parts {
			wanted = append(wanted, p.About)
			for _, f := range p.Features {
				wanted = append(wanted, f.Title)
			}
		}
		for _, w := range wanted {
			if !strings.Contains(text, w) {
				t.Errorf("%s: the page does not have %q", name, w)
			}
		}
		for shown, want := range map[string]bool{
			"What is wrong": len(r.Findings) > 0, "Guarantee</span>": slices.Contains([]string{"right", "known", "values", "initial"}, name), "erdicts agree with the specification": !failed && r.Learned == nil,
		} {
			if strings.Contains(text, shown) != want {
				t.Errorf("%s: the page has %q: %t", name, shown, !want)
			}
		}
		for _, figure := range strings.Split(text, "<figure ")[1:] {
			if marked := strings.Contains(figure, `<g class="differs">`); marked != (r.Learned != nil && !r.Learned.Same()) {
				t.Errorf("%s: a figure has marks: %t", name, marked)
			}
		}
		rest, found := text, true
		for _, w := range order {
			if _, rest, found = strings.Cut(rest, w); !found {
				t.Errorf("%s: %q is missing, or not in the expected order", name, w)
			}
		}
	}
}

// TestFolded tests that the findings of a group are folded, except the first.
func TestFolded(t *testing.T) {
	r := copied(reports()["dollar"])
	for range 322 {
		r.Findings = append(r.Findings, r.Findings[0])
		r.Groups[0].Findings = append(r.Groups[0].Findings, len(r.Findings)-1)
	}
	list, rest, _ := strings.Cut(page(t, r), `<h3 id="findings">`)
	shown, folded, _ := strings.Cut(rest, `<details class="more"`)
	folded, _, _ = strings.Cut(folded, "</details>")
	if strings.Count(shown, "<article") != 1 || strings.Count(folded, "<article") != 322 || !strings.Contains(folded, "322 more findings of this kind") ||
		!strings.Contains(list, "and 322 more findings") || strings.Contains(list, "#finding-2") || !strings.Contains(rest, "1 requirement failed on other inputs") {
		t.Error("the list has the folded findings, or they are not counted, or not folded")
	}
}

// TestRunsOfOneLibraryHaveUniqueNames checks that the names in the matrix distinguish the runs.
func TestRunsOfOneLibraryHaveUniqueNames(t *testing.T) {
	const name = "epin reference 0.2.0 (go)"
	column := regexp.MustCompile(`<th scope="col" class="column[^>]* data-name="([^"]*)"`)
	one, version := reports()["right"], reports()["right"]
	version.Implementation.Version = "0.9.0"
	for _, test := range []struct {
		reports []result.Report
		files   []string
		want    []string
	}{
		{[]result.Report{one, version}, []string{"a", "b"}, []string{name, "epin reference 0.9.0 (go)"}},
		{[]result.Report{one, reports()["dollar"], one}, nil, []string{name + ", report 1", "epin mutant dollar-for-z 0.2.0 (go)", name + ", report 3"}},
		{[]result.Report{one, one}, []string{"linux/a.json", "macos/a.json"}, []string{name + ", linux/a.json", name + ", macos/a.json"}},
		{[]result.Report{one, one}, []string{"a\u202e.json", "b.json"}, []string{name + `, a\u202e.json`, name + ", b.json"}},
		{[]result.Report{one, one}, []string{"a.json", "a.json"}, []string{name + ", report 1", name + ", report 2"}},
	} {
		var b bytes.Buffer
		if err := html.Write(&b, test.reports, test.files); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range column.FindAllStringSubmatch(b.String(), -1) {
			got = append(got, stdhtml.UnescapeString(m[1]))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("they are called %q, wanted %q", got, test.want)
		}
	}
	if strings.Contains(page(t, one), `class="which"`) {
		t.Error("the only report of a page has a text that distinguishes it")
	}
}

func TestWriteErrors(t *testing.T) {
	edition, machine := reports()["right"], copied(reports()["dollar"])
	edition.Edition, edition.Tested = "2.0.0", nil
	machine.Learned.Automaton[0].To = "00-ff:99"
	for _, test := range []struct {
		reports []result.Report
		why     string
	}{
		{nil, "html: no reports"},
		{[]result.Report{edition}, "html: the report on epin reference"},
		{[]result.Report{reports()["right"], machine}, `html: the report on epin mutant dollar-for-z 0.2.0 (go): state 0 of an automaton with 7 states leads "00-ff:99"`},
	} {
		var b bytes.Buffer
		if err := html.Write(&b, test.reports, nil); err == nil || !strings.HasPrefix(err.Error(), test.why) || b.Len() > 0 {
			t.Errorf("%d bytes, %v; wanted %s", b.Len(), err, test.why)
		}
	}
}
