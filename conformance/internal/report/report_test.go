package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/reporttest"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	_ "github.com/epin-conformance/harness/conformance/internal/testgc"
	"github.com/epin-conformance/harness/conformance/notation"
)

// everything reports whether all cases are tested, as in the nightly run.
func everything() bool { return os.Getenv("EPIN_WHOLE") == "1" }

// ran returns the report of a run of the smallest profile, or of some of its layers, for a mutant, or for
// the reference if the name is "". Each runs once. The layer tokens takes half of the time of a whole run.
func ran(name string, only ...string) result.Report {
	run, _ := runs.LoadOrStore(name+" "+strings.Join(only, " "), sync.OnceValue(func() result.Report {
		return reporttest.Run(reporttest.Opening(name), suite.Config{Profile: suite.Quick, Seed: 3, Only: only}, "./my adapter", "x'y")
	}))
	return run.(func() result.Report)()
}

var runs sync.Map

// writers are the formats of a report.
var writers = map[string]func(io.Writer, result.Report) error{
	"text": func(w io.Writer, r result.Report) error { return report.WriteText(w, r, report.TextOptions{}) },
	"verbose": func(w io.Writer, r result.Report) error {
		return report.WriteText(w, r, report.TextOptions{Verbose: true})
	},
	"json": report.WriteJSON, "junit": report.WriteJUnit,
	"markdown": report.WriteMarkdown, "github": report.WriteGitHub, "badge-json": report.WriteBadgeJSON,
}

func written(t *testing.T, format string, r result.Report) string {
	t.Helper()
	var b strings.Builder
	if err := writers[format](&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// lacks fails the test if a text does not contain the parts in this order.
func lacks(t *testing.T, name, out string, wanted ...string) {
	t.Helper()
	at := 0
	for _, want := range wanted {
		i := strings.Index(out[at:], want)
		if i < 0 {
			t.Fatalf("%s: the text lacks %q, behind its first %d bytes:\n%s", name, want, at, out)
		}
		at += i
	}
}

// TestJSONFollowsItsSchema validates reports, and reads them back with their members in another
// order. No format has returned text that acts on a terminal.
func TestJSONFollowsItsSchema(t *testing.T) {
	reports := everyKind()
	reports["fuzz"] = reporttest.Run(reporttest.Opening("dollar-for-z"), suite.Config{Profile: suite.Quick, Only: []string{"fuzz"}, Sizes: suite.Sizes{Fuzz: &suite.Fuzz{Rounds: 4}}})
	reports["pin"] = reporttest.Run(reporttest.Opening(""), suite.Config{Profile: suite.Quick, Edition: notation.PIN})
	if everything() {
		reports["initial"] = reporttest.Run(reporttest.Opening(""), suite.Config{Profile: suite.Quick, Edition: notation.EPINInitial})
		reports["equality"] = reporttest.Run(reporttest.Opening("equality-ignores-case"), suite.Config{Profile: suite.Quick, Only: []string{"epin/9.3/equivalent"}})
		reports["search"], reports["length"] = ran("searched-for"), ran("longest-length-3")
		reports["exec"] = reporttest.Run(reporttest.Opening(""), suite.Config{Profile: suite.Exec})
		reports["history"] = reporttest.Run(reporttest.Opening("sweep-of-the-last"), suite.Config{Profile: suite.Quick, Only: []string{"vectors", "properties/one-verdict"}})
	}
	validate := reporttest.Schema("schema/report.schema.json")
	for name, r := range reports {
		t.Run(name, func(t *testing.T) {
			if err := validate(written(t, "json", r)); err != nil {
				t.Error(err)
			}
			if slices.ContainsFunc(r.Failures, func(f result.Failure) bool { return len(f.Got) > 5000 }) {
				t.Error("a long text is not cut short")
			}
			var members map[string]json.RawMessage // Marshal sorts them
			if err := json.Unmarshal([]byte(written(t, "json", r)), &members); err != nil {
				t.Fatal(err)
			}
			sorted, _ := json.Marshal(members)
			back, err := report.Read(bytes.NewReader(sorted))
			if err != nil {
				t.Fatal(err)
			}
			if r.Learned != nil && r.Learned.Machine != nil { // which is not in the JSON itself
				machine, err := back.Learned.Read(automaton.Of(notation.EPIN))
				if drawing := (automaton.Drawing{}); err != nil || machine.SVG(drawing) != r.Learned.Machine.SVG(drawing) {
					t.Errorf("another automaton is read back, or none: %v", err)
				}
			}
			for form := range writers {
				want := written(t, form, r)
				if written(t, form, back) != want {
					t.Errorf("the report read back is written differently as %s", form)
				}
				if at := strings.IndexAny(want, "\x1b\u202e\r\x07"); at >= 0 || !utf8.ValidString(want) {
					t.Errorf("%s: returned text comes through in %.60q", form, want[max(0, at-50):])
				}
			}
		})
	}
}

// everyKind returns reports of every kind.
func everyKind() map[string]result.Report {
	return map[string]result.Report{
		"conformant": ran(""), "not conformant": ran("dollar-for-z"), "known": knownDollar(), "out of date": outOfDate(),
		"hostile": hostileReport(), "selection": small(), "not started": notStarted(),
	}
}

func notStarted() result.Report {
	return reporttest.Run(func(context.Context, *notation.Edition) (conformance.Implementation, error) {
		return nil, context.DeadlineExceeded
	}, suite.Config{})
}

// TestFormatsShow checks what texts have, in this order.
func TestFormatsShow(t *testing.T) {
	const repeat = "\n   Reproduce: epin certify --profile quick --only single/parse/"
	dollar, nothing := ran("dollar-for-z"), ran("dollar-for-z")
	learned := *dollar.Learned
	learned.Expression, nothing.Learned = automaton.Nothing, &learned
	percent := dollar
	percent.Groups = slices.Clone(dollar.Groups)
	percent.Groups[0].Says = "100 % of A,B: C%0A"
	for _, test := range []struct {
		name, format string
		report       result.Report
		wanted       []string
	}{
		{"findings", "text", dollar, []string{
			"NOT CONFORMANT  epin mutant dollar-for-z", ", EPIN 1.0.0\n", "\n1. Accepts \"A\\n\", which is not a valid token.\n",
			"\n   expected rejected, got accepted (parse, valid, sweep)\n", "\n   violates epin/6/grammar, epin/6/anchoring and 2 more requirements\n",
			"\n   Likely cause: ", " This explains ", "\n   Fix: ", repeat + "410a -- './my adapter' 'x'\\''y'\n",
			"\n5 of 48 requirements failed: ", "\n33 of ", "\nFor every requirement: --verbose. For a page to look at: --report html=FILE.\nNOT CONFORMANT\n",
		}},
		{"findings", "verbose", dollar, []string{"     bytes      410a\n", "     failed     33 checks, such as vectors/parse/4b0a on \"K\\n\"\n",
			"FAIL epin/6/anchoring ", ` checks failed: "A\n"`, "FAIL epin/9.4/line-break "}},
		{"findings", "markdown", dollar, []string{
			"## ❌ NOT CONFORMANT\n\n```text\nNOT CONFORMANT  epin mutant dollar-for-z 0.2.0 (go), EPIN 1.0.0\n", `1. Accepts "A\n", which is not a valid token.` + "\n",
			"\n   Likely cause: ", "\n   Fix: ", repeat + "410a", "\n     bytes      410a\n", "\nHarness 0.2.0, 2026-01-02 03:04 UTC.\n",
			"<details>\n<summary>Requirements</summary>", "  FAIL epin/6/anchoring                  required    ", "  ok   epin/9.1/accept ",
		}},
		{"findings", "github", dollar, []string{"\n::error title=EPIN 1.0.0%3A not conformant::1. Accepts \"A\\n\", which is not a valid token.%0A",
			"expected rejected, got accepted (parse, valid, sweep)%0ALikely cause: "}},
		{"escapes", "github", percent, []string{"::1. 100 %25 of A,B: C%250A%0A"}},
		{"conformant", "github", ran(""), []string{"EPIN 1.0.0: fully conformant  epin reference "}},
		{"not started", "github", notStarted(), []string{"\n::error title=EPIN 1.0.0%3A inconclusive%2C cut short::"}},
		{"hostile", "github", hostileReport(), nil},
		{"calls", "text", ran("memory-by-letter", "vectors", "properties"), []string{"\n   after parse \"A\"\n", repeat + "41 --only single/parse/4127 -- './my adapter' "}},
		{"known", "text", knownDollar(), []string{
			"CONFORMANT BUT FOR 1 KNOWN FAILURE, LISTED BY REQUIREMENT ONLY  epin", "\nNothing failed but 1 known failure. ",
			"\nKnown failures: 32 failed checks explained by 5 lines.\n",
			"  line 3 epin/6/grammar 32 checks\n     reason     \\x1b[2J\\u202eissue 12 <script>\n     finding    Accepts \"A\\n\", which is not a valid token.\n",
		}},
		{"known", "verbose", knownDollar(), []string{"  FAIL epin/6/grammar                    required    32 of 131,200 checks failed, as known\n"}},
		{"out of date", "text", outOfDate(), []string{
			"NOT CONFORMANT  epin mutant multi-line", "\n1. Accepts ", "\n   violates epin/6/grammar, ",
			"\nWhat is wrong with the list of known failures:\n", "  line 3 epin/7.1/side did not fail: remove the line, ",
			"  line 4 epin/9.9/nothing names no requirement and no finding: ", "\nKnown failures: ", "  line 2 single/parse/410a/accepted ", " failed as known, in ",
		}},
		{"nothing accepted", "text", nothing, []string{"no string at all"}},
		{"nothing accepted", "markdown", nothing, []string{"no string at all"}},
	} {
		out := written(t, test.format, test.report)
		lacks(t, test.name+", "+test.format, out, test.wanted...)
		if strings.Contains(out, automaton.Nothing) || test.name == "known" && strings.Contains(out, "\n1. ") {
			t.Errorf("%s, %s has more:\n%s", test.name, test.format, out)
		}
		if test.format != "github" {
			continue
		}
		commands := max(len(test.report.Groups), map[bool]int{false: 1}[test.report.Verdict.Positive()])
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")[1:]
		other := slices.ContainsFunc(lines, func(line string) bool { return !strings.HasPrefix(line, "::error title=EPIN 1.0.0%3A ") })
		if other || len(lines) != min(commands, 10) || strings.ContainsAny(out, "\r\x1b") {
			t.Errorf("%s: the annotations are\n%s", test.name, out)
		}
	}
}

func TestSentence(t *testing.T) {
	for mutant, want := range map[string][]string{
		"side-inverted":         {`parse("A") returned side "second"; expected side "first".`},
		"equality-ignores-case": {`equal("A", "a") returned equal; expected unequal.`},
		"derive-toggles":        {`derive("A'") returned "A"; expected "A'".`, `derive(derive("A")) returned "A"; expected "A'".`},
	} {
		findings := ran(mutant, "vectors", "features", "properties").Findings
		for i, w := range want {
			if got := findings[i].Sentence(); !strings.HasPrefix(got, w) {
				t.Errorf("%s: %s\nwant %s", mutant, got, w)
			}
		}
	}
	f := result.Finding{Ops: []conformance.Op{"apply"}, Input: result.Input{Methods: []conformance.Method{"flip"}, Token: "A"},
		Deviation: result.Deviation{Aspect: "result of flip", Outcome: conformance.Crashed, Wanted: `flip "a"`, Got: "crashed: oh"}}
	if got := f.Sentence(); got != `Crashes in flip("A"): oh` {
		t.Error(got)
	}
}

// TestFirstScreen checks that the first 24 lines of 80 columns hold the verdict and the whole first
// finding, however much is incorrect.
func TestFirstScreen(t *testing.T) {
	reports := map[string]result.Report{"dollar-for-z": ran("dollar-for-z"), "hostile": hostileReport()}
	if everything() {
		reports["memory-by-letter"] = ran("memory-by-letter") // whose many failures take seconds
	}
	for name, r := range reports {
		out := written(t, "text", r)
		head, _, found := strings.Cut(out, "\n   Reproduce: ")
		rows := 2 // of the command
		for line := range strings.Lines(head) {
			rows += 1 + (utf8.RuneCountInString(strings.TrimRight(line, "\n"))-1)/80
		}
		if !found || rows > 24 {
			t.Errorf("%s: the verdict and the first finding take %d rows:\n%s", name, rows, out)
		}
		lacks(t, name, head, "NOT CONFORMANT  ", "\n1. ", "\n   violates ")
	}
}

func TestRepeatCommandHasNeededSeed(t *testing.T) {
	properties := 0
	for _, f := range ran("derive-toggles", "vectors", "features", "properties").Failures {
		property := strings.HasPrefix(f.Check, "properties/")
		if property {
			properties++
		}
		if property != strings.Contains(printable.Join(f.Repeat, " "), "--seed 3") {
			t.Errorf("%s is repeated by %v", f.Check, f.Repeat)
		}
	}
	if properties == 0 {
		t.Error("no property failed")
	}
}

// TestAddCommands checks the commands without a selector, which repeat the run. A report has the
// beginning of a long selector, and a command all of it.
func TestAddCommands(t *testing.T) {
	selector := printable.Text(strings.Repeat("v", 5000))
	for _, test := range []struct{ check, failure, finding string }{
		{"fuzzy/1", "epin certify --edition 1.0.0-initial --profile quick --timeout 9s --only fuzzy/1 -- a",
			"X=1 epin certify --edition 1.0.0-initial --profile quick --seed 7 --timeout 9s --only " + string(selector) + " -- a"},
		{"fuzz/1", "epin fuzz --edition 1.0.0-initial --profile quick --seed 7 --timeout 9s -- a",
			"X=1 epin fuzz --edition 1.0.0-initial --profile quick --seed 7 --rounds 2 --timeout 9s -- a"},
	} {
		r := result.Report{
			Head:   result.Head{Edition: "1.0.0-initial", Profile: "quick", Seed: 7, Only: []printable.Text{selector}},
			Result: result.Result{Failures: []result.Failure{{Check: test.check}}, Findings: []result.Finding{{Command: []string{"X=1"}}}},
		}
		if test.check == "fuzz/1" {
			r.Parts = []result.Part{{Layer: "fuzz", Rounds: 2}}
		}
		report.AddCommands(&r, []string{"a"}, []string{"--timeout", "9s"})
		if failure, finding := printable.Join(r.Failures[0].Repeat, " "), r.Findings[0].Shell; failure != test.failure || finding != test.finding {
			t.Errorf("%s: %s\n%s\nwant %s\n%s", test.check, failure, finding, test.failure, test.finding)
		}
		if r.Only[0] != selector.Cut() {
			t.Errorf("%s: the report has %d bytes of a selector", test.check, len(r.Only[0]))
		}
	}
}

// hostile returns text that would act on a terminal or a page.
type hostile struct{ conformance.Implementation }

const attack = "\x1b[2J<script>alert(1)</script>\u202e\xff\r\n\x07]]>--><!--`</code>|a\\|b ``` @somebody #1 https://example.com www.example.com **bold** $x$"

func (hostile) Describe() conformance.Description {
	return conformance.Description{Name: attack, Version: attack, Language: attack, Homepage: attack, Ops: conformance.Ops(), Bytes: true}
}

func (h hostile) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	switch req.Op {
	case conformance.OpParse:
		crash := attack
		if req.Token == "" {
			crash = strings.Repeat(attack, 1000)
		}
		return conformance.Response{Outcome: conformance.Crashed, Crash: crash}, nil
	case conformance.OpApply:
		tokens := slices.Repeat([]string{attack}, len(req.Methods))
		return conformance.Response{Outcome: conformance.Accepted, Tokens: tokens, Original: attack}, nil
	}
	return h.Implementation.Do(ctx, req)
}

func (hostile) Stderr() string  { return attack }
func (hostile) Notes() []string { return []string{attack} }

// hostileReport returns the report of a library that attacks the readers of the report.
var hostileReport = sync.OnceValue(func() result.Report {
	open := reporttest.Of(hostile{conformance.Reference(notation.EPIN)})
	return reporttest.Run(open, suite.Config{Profile: suite.Quick, Only: []string{"vectors/parse", "vectors/apply", "features"}}, "./adapter", attack)
})

func TestColoursRepeatTheWords(t *testing.T) {
	unstable := ran("dollar-for-z")
	unstable.Unstable, unstable.Only = true, []printable.Text{"vectors"}
	text := func(r result.Report) func(io.Writer, report.TextOptions) error {
		return func(w io.Writer, o report.TextOptions) error { return report.WriteText(w, r, o) }
	}
	for name, write := range map[string]func(io.Writer, report.TextOptions) error{
		"failed": text(ran("dollar-for-z")), "unstable": text(unstable), "known": text(knownDollar()),
		"comparison": func(w io.Writer, o report.TextOptions) error {
			return report.WriteDifference(w, report.Diff(ran(""), unstable), o)
		},
	} {
		var plain, coloured strings.Builder
		if err := errors.Join(write(&plain, report.TextOptions{}), write(&coloured, report.TextOptions{Color: true})); err != nil {
			t.Fatal(err)
		}
		bare := regexp.MustCompile("\x1b\\[(0|1|2|1;31|32|33)m").ReplaceAllString(coloured.String(), "")
		if bare != plain.String() || bare == coloured.String() {
			t.Errorf("%s: without colours the text differs, or it has none", name)
		}
	}
}

// dollar is what an expression fails that ends in a dollar sign, but for the last line.
const dollar = `# A comment.
epin/4/marker-last: see line 3
epin/6/grammar: ` + "\x1b[2J\u202e" + `issue 12 <script>
epin/6/anchoring: see line 3
epin/9.1/reject: see line 3
`

// knownDollar returns a run whose failures are all known.
var knownDollar = sync.OnceValue(func() result.Report {
	return reporttest.Run(reporttest.Opening("dollar-for-z"), suite.Config{Profile: suite.Quick, Seed: 1, Known: reporttest.Known(dollar + "epin/9.4/line-break: see line 3")})
})

// outOfDate returns a run with a finding that is known and one that is not, and some incorrect lines.
var outOfDate = sync.OnceValue(func() result.Report {
	return reporttest.Run(reporttest.Opening("multi-line"), suite.Config{Profile: suite.Quick, Seed: 1, Known: reporttest.Known(`
single/parse/410a/accepted: one of them
epin/7.1/side: fixed
epin/9.9/nothing: never was`)})
})

// Each failed requirement has a finding, or an input with a command. All formats count the same checks.
func TestFailedRequirementsAreReproducible(t *testing.T) {
	r := reporttest.Run(reporttest.Opening("dollar-for-z"), suite.Config{Profile: suite.Quick, Seed: 1})
	report.AddCommands(&r, []string{"./adapter"}, nil)
	text := written(t, "text", r)
	for _, q := range r.Requirements {
		if q.Failed == 0 || r.Shortest(q.ID) >= 0 {
			continue
		}
		if q.Example == nil || q.Example.Shell == "" {
			t.Fatalf("%s has no finding and no command", q.ID)
		}
		lacks(t, q.ID, text, q.ID+" fails too, on \"K'\\n\" by parse.\n   Reproduce: epin certify --profile quick --only single/parse/4b270a -- ./adapter\n")
	}
	sum := 0
	for _, p := range r.Parts {
		sum += p.Passed + p.Failed
	}
	lacks(t, "sum", text, " of "+number.Thousands(sum)+" checks failed")
	for _, q := range r.Requirements {
		if q.Result == result.CheckPassed && q.NotExercised > 0 && strings.HasPrefix(q.ID, "epin/7") {
			t.Errorf("%s passed, and %d checks of it were not tested", q.ID, q.NotExercised)
		}
	}
}
