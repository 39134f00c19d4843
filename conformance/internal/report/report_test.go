package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/reporttest"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
	"github.com/epin-conformance/harness/internal/tests"
)

// validity are the operations that test validity. A library without others takes little time.
var validity = []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep}

// ran returns the report of a run of the smallest profile, or of some of its layers, for a mutant, or for
// the reference if the name is "". Each runs once. Without properties, a mutant offers only validity.
func ran(name string, only ...string) result.Report {
	run, _ := runs.LoadOrStore(name+" "+strings.Join(only, " "), sync.OnceValue(func() result.Report {
		ops := validity
		if name == "" || slices.Contains(only, "properties") {
			ops = nil
		}
		cfg := suite.Config{Profile: suite.Quick, Seed: 3, Only: only}
		return reporttest.Run(reporttest.Opening(name, ops...), cfg, "./my adapter", "x'y")
	}))
	return run.(func() result.Report)()
}

var runs sync.Map

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
	if tests.Whole() {
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

type shown struct {
	name, format string
	report       result.Report
	wanted       []string
}

func (s shown) written(t *testing.T) (out string) {
	t.Helper()
	out = written(t, s.format, s.report)
	lacks(t, s.name+", "+s.format, out, s.wanted...)
	if strings.Contains(out, automaton.Nothing) || s.name == "known" && strings.Contains(out, "\n1. ") {
		t.Errorf("%s, %s has more:\n%s", s.name, s.format, out)
	}
	return out
}

const repeat = "\n   Reproduce: epin certify --profile quick --only single/parse/"

func partial() result.Report { return changed(small(), func(r *result.Report) { r.Unstable = true }) }

func forPrograms() []shown {
	cut := changed(ran(""), func(r *result.Report) { r.Verdict, r.Cut = result.NoVerdict, "a signal" })
	badge := func(message, color string, isError bool) []string {
		return []string{fmt.Sprintf("{\n  \"schemaVersion\": 1,\n  \"label\": \"EPIN 1.0.0\",\n  \"message\": %q,\n  \"color\": %q,\n  \"isError\": %t\n}\n", message, color, isError)}
	}
	return []shown{
		{"partial and unstable", "junit", partial(), []string{
			`<property name="verdict" value="not conformant">`, `<property name="partial" value="Selected: `, `<property name="unstable" value="The same `,
		}},
		{"findings", "junit", ran("dollar-for-z"), []string{
			`name="epin/4/marker-last"`, "&#xA;Reproduce: epin certify --profile quick --only single/parse/4b270a ", `name="epin/6/grammar"`, "&#xA;Accepts ", `name="epin/6/anchoring"`,
			`<failure type="required" message="see epin/6/grammar, which the same finding violates">The expression is anchored to the whole input, not to a part or a line of it.</failure>`,
		}},
		{"conformant", "badge-json", ran(""), badge("fully conformant", "brightgreen", false)},
		{"findings", "badge-json", ran("dollar-for-z"), badge("not conformant", "red", true)},
		{"known", "badge-json", knownDollar(), badge("conformant but for 1 known failure, listed by requirement only", "yellow", false)},
		{"partial and unstable", "badge-json", partial(), badge("not conformant, partial, unstable", "red", true)},
		{"cut short", "badge-json", cut, badge("inconclusive, cut short", "lightgrey", false)},
		{"not started", "badge-json", notStarted(), badge("inconclusive, cut short", "lightgrey", false)},
	}
}

func TestFormatsShow(t *testing.T) {
	dollar, nothing := ran("dollar-for-z"), ran("dollar-for-z")
	learned := *dollar.Learned
	learned.Expression, nothing.Learned = automaton.Nothing, &learned
	checks := 0 // as all formats count them
	for _, part := range dollar.Parts {
		checks += part.Passed + part.Failed
	}
	for _, test := range append(forPrograms(), []shown{
		{"findings", "text", dollar, []string{
			"NOT CONFORMANT  epin mutant dollar-for-z", ", EPIN 1.0.0\n", "\n1. Accepts \"A\\n\", which is not a valid token.\n",
			"\n   expected rejected, got accepted (parse, valid, sweep)\n", "\n   violates epin/6/grammar, epin/6/anchoring and 2 more requirements\n",
			"\n   Likely cause: ", " This explains ", "\n   Fix: ", repeat + "410a -- './my adapter' 'x'\\''y'\n   Playground: https://",
			"\n5 of 48 requirements failed (required).\n33 of " + number.Thousands(checks) + " checks failed", "\nFor every requirement: --verbose. For an HTML page: --report html=FILE.\nNOT CONFORMANT\n",
		}},
		{"no finding for a requirement", "text", ran("dollar-for-z", "vectors", "tokens"), []string{
			"\nepin/4/marker-last fails too, on \"K'\\n\" by parse.\n   Reproduce: epin certify --profile quick --only single/parse/4b270a -- './my adapter' 'x'\\''y'\n",
		}},
		{"hostile", "text", hostileReport(), []string{"NOT CONFORMANT  ", "\n1. ", "\n   violates "}},
		{"partial and unstable", "text", partial(), []string{"\nSelected: vectors/parse/4b0a, ", "\nThe same input had different responses: "}},
		{"calls", "text", ran("memory-by-letter", "vectors", "properties"), []string{"\n   after parse \"A\"\n", repeat + "41 --only single/parse/4127 -- './my adapter' "}},
		{"known", "text", knownDollar(), []string{
			"CONFORMANT BUT FOR 1 KNOWN FAILURE, LISTED BY REQUIREMENT ONLY  epin", "\nNothing failed except 1 known failure. ",
			"\nKnown failures: 32 failed checks explained by 5 lines.\n",
			"  line 3 epin/6/grammar 32 checks\n     reason     \\x1b[2J\\u202eissue 12 <script>\n     finding    Accepts \"A\\n\", which is not a valid token.\n",
		}},
		{"out of date", "text", outOfDate(), []string{
			"NOT CONFORMANT  epin mutant multi-line", "\n1. Accepts ", "\n   violates epin/6/grammar, ",
			"\nProblems in the list of known failures:\n", "  line 3 epin/7.1/side did not fail: remove the line, ",
			"  line 4 epin/9.9/nothing names no requirement and no finding: ", "\nKnown failures: ", "  line 2 single/parse/410a/accepted ", " failed as known, in ",
		}},
		{"nothing accepted", "text", nothing, []string{"no string at all"}},
		{"findings", "verbose", dollar, []string{"     bytes      410a\n", "     failed     33 checks, such as vectors/parse/4b0a on \"K\\n\"\n",
			"FAIL epin/6/anchoring ", ` checks failed: "A\n"`, " comparisons (our reading)\n", "FAIL epin/9.4/line-break "}},
		{"known", "verbose", knownDollar(), []string{"  FAIL epin/6/grammar                    required    32 of ", " checks failed, as known\n"}},
		{"findings", "markdown", dollar, []string{
			"## ❌ NOT CONFORMANT\n\nepin mutant dollar-for-z 0.2.0 (go), EPIN 1.0.0\n\n### 1. Accepts `\"A\\n\"`, which is not a valid token.\n",
			"\n- violates `epin/6/grammar, epin/6/anchoring` and 2 more requirements\n- Likely cause: ", "\n- Fix: ",
			"\n```text\nepin certify --profile quick --only single/parse/410a -- ", "\n- bytes: `410a`\n", "`epin/9.1/reject` (our reading), ", "\n- `epin/4/marker-last`, on ",
			"\nIt accepts (via sweep)  ", "\n| required | ", " requirements failed (required).\n\n33 of ", "\n<summary>Guarantees and their assumptions</summary>\n", "\n| FAIL | `epin/6/anchoring` | required | ",
			"\n| ok | `epin/9.1/one-verdict` | required, our reading | ", "\n| vectors by parse | ", "\nHarness 0.2.0, 2026-01-02 03:04 UTC.\n",
		}},
		{"conformant", "markdown", ran(""), []string{"\n- Accepts or rejects correctly every string of any length (via sweep), under an assumption.\n"}},
		{"conformant", "text", ran(""), []string{
			"\n48 of 48 requirements passed: ", "\nAccepts or rejects correctly every string of any length (via sweep), under an\nassumption.\n", "\n--verbose states the assumptions. They are explained at\nhttps://",
		}},
		{"partial and unstable", "markdown", partial(), []string{"\nSelected: `vectors/parse/4b0a, ", "\nThe same input had different responses: "}},
		{"nothing accepted", "markdown", nothing, []string{"no string at all"}},
	}...) {
		if out := test.written(t); test.format == "text" {
			onScreen(t, test.name, out, test.report)
		}
	}
}

// TestPlayground checks that links have the learned expression, unless it is that of the specification,
// and an input that is not too long.
func TestPlayground(t *testing.T) {
	learned := ran("dollar-for-z")
	same := changed(learned, func(r *result.Report) { r.Learned = &result.Learned{} })
	same.Learned.SetMachine(automaton.Of(notation.EPIN), automaton.Of(notation.EPIN), 1)
	const site, expression = "https://epin-conformance.github.io/harness/#edition=1.0.0", "&expression=%2F%5E%5B-%2B%5D%3F%5BA-Za-z%5D%5C%5E%3F%27%3F%5Cn%3F%24%2F"
	for _, test := range []struct {
		r           result.Report
		token, want string
	}{
		{learned, "A\n", site + expression + "&token=A%5Cn"},
		{same, "<\"'\\\xff \u00e9&#+", site + "&token=%3C%22%27%5C%5C%5Cxff+%5Cu00e9%26%23%2B"},
		{learned, strings.Repeat("K", 201), site + expression},
	} {
		if got := report.Playground(test.r)(&result.Finding{Input: result.Input{Token: printable.Token(test.token)}}); got != test.want {
			t.Errorf("%q: the link is %s, want %s", test.token, got, test.want)
		}
	}
}

func TestAnnotationsShow(t *testing.T) {
	percent := ran("dollar-for-z")
	percent.Groups = slices.Clone(percent.Groups)
	percent.Groups[0].Says = "100 % of A,B: C%0A"
	for _, test := range []shown{
		{"findings", "github", ran("dollar-for-z"), []string{"\n::error title=EPIN 1.0.0%3A not conformant::1. Accepts \"A\\n\", which is not a valid token.%0A",
			"expected rejected, got accepted (parse, valid, sweep)%0Aviolates epin/6/grammar, ", "%0ALikely cause: "}},
		{"escapes", "github", percent, []string{"::1. 100 %25 of A,B: C%250A%0A"}},
		{"conformant", "github", ran(""), []string{"EPIN 1.0.0: fully conformant  epin reference "}},
		{"not started", "github", notStarted(), []string{"\n::error title=EPIN 1.0.0%3A inconclusive%2C cut short::"}},
		{"hostile", "github", hostileReport(), nil},
		{"partial and unstable", "github", partial(), []string{"EPIN 1.0.0: not conformant, partial, unstable  "}},
	} {
		out := test.written(t)
		commands := max(len(test.report.Groups), map[bool]int{false: 1}[test.report.Verdict.Positive()])
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")[1:]
		other := slices.ContainsFunc(lines, func(line string) bool { return !strings.HasPrefix(line, "::error title=EPIN 1.0.0%3A ") })
		if other || len(lines) != min(commands, 10) || strings.ContainsAny(out, "\r\x1b") {
			t.Errorf("%s: the annotations are\n%s", test.name, out)
		}
	}
}

var codes = regexp.MustCompile("\x1b\\[(0|1|2|1;31|32|33)m")

// onScreen checks that the first 24 lines of 80 columns of a text hold the verdict and the whole first
// finding, and that colours only repeat the words.
func onScreen(t *testing.T, name, out string, r result.Report) {
	t.Helper()
	head, _, found := strings.Cut(out, "\n   Reproduce: ")
	rows := 2 // of the command
	for line := range strings.Lines(head) {
		rows += 1 + (utf8.RuneCountInString(strings.TrimRight(line, "\n"))-1)/80
	}
	if found && rows > 24 || found != (len(r.Findings) > 0) {
		t.Errorf("%s: the verdict and the first finding take %d rows:\n%s", name, rows, out)
	}
	var coloured strings.Builder
	err := report.WriteText(&coloured, r, report.TextOptions{Color: true})
	if bare := codes.ReplaceAllString(coloured.String(), ""); err != nil || bare != out || bare == coloured.String() {
		t.Errorf("%s: without colours the text differs, or it has none (%v)", name, err)
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
			Result: result.Result{Failures: []result.Failure{{Check: test.check}}, Findings: []result.Finding{{Reproduction: result.Reproduction{Command: []string{"X=1"}}}}},
		}
		if test.check == "fuzz/1" {
			r.Parts = []result.Part{{Layer: "fuzz", Fuzzed: result.Fuzzed{Rounds: 2}}}
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

type hostile struct{ conformance.Implementation }

const attack = "\x1b[2J<script>alert(1)</script>\u202e\xff\r\n\x07]]>--><!--`</code>|a\\|b ``` @somebody #1 https://example.com www.example.com www.1.2 **bold** $x$"

func (hostile) Describe() conformance.Description {
	return conformance.Description{Name: attack, Version: attack, Language: attack, Homepage: attack, Ops: conformance.Ops(), Bytes: conformance.Ops()}
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

var hostileReport = sync.OnceValue(func() result.Report {
	open := double.Open(hostile{conformance.Reference(notation.EPIN)})
	return reporttest.Run(open, suite.Config{Profile: suite.Quick, Only: []string{"vectors/parse", "vectors/apply", "features"}}, "./adapter", attack)
})

// dollar is what an expression fails that ends in a dollar sign, but for the last line.
const dollar = `# A comment.
epin/4/marker-last: see line 3
epin/6/grammar: ` + "\x1b[2J\u202e" + `issue 12 <script>
epin/6/anchoring: see line 3
epin/9.1/reject: see line 3
`

var knownDollar = sync.OnceValue(func() result.Report {
	return reporttest.Run(reporttest.Opening("dollar-for-z", validity...), suite.Config{Profile: suite.Quick, Seed: 1, Known: reporttest.Known(dollar + "epin/9.4/line-break: see line 3")})
})

// outOfDate returns a run with a finding that is known and one that is not, and some incorrect lines.
var outOfDate = sync.OnceValue(func() result.Report {
	return reporttest.Run(reporttest.Opening("multi-line", validity...), suite.Config{Profile: suite.Quick, Seed: 1, Known: reporttest.Known(`
single/parse/410a/accepted: one of them
epin/7.1/side: fixed
epin/9.9/nothing: never was`)})
})

// testCase matches the begin of a test case in JUnit XML: its name, and its problem.
var testCase = regexp.MustCompile(`<testcase [^>]* name="([^"]*)"[^>]*>(?:<(failure|error|skipped)\b)?`)

// TestJUnit checks the counts, and that only XML characters are written. If a validator is installed,
// it also checks the schema.
func TestJUnit(t *testing.T) {
	dir, args := t.TempDir(), []string{"--noout", "--schema", "testdata/junit.xsd"}
	reports := everyKind()
	reports["cut"] = changed(small(), func(r *result.Report) {
		r.Verdict, r.Cut, r.Parts[0].Complete = result.NoVerdict, "a signal", false
		r.Parts[0].Passed, r.Parts[0].Failed = 1, 0
		for i := range r.Parts {
			r.Parts[i].About = `<&"`
		}
	})
	for name, r := range reports {
		data := written(t, "junit", r)
		args = append(args, filepath.Join(dir, name))
		if err := errors.Join(xml.Unmarshal([]byte(data), new(struct{})), os.WriteFile(args[len(args)-1], []byte(data), 0o644)); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsRune(data, utf8.RuneError) {
			t.Errorf("%s: a character replaces one that is not of XML", name)
		}
		problems := map[string]string{} // by test case
		for i, part := range strings.Split(data, "<testsuite ") {
			of, skipped := part, fmt.Sprintf(` skipped="%d"`, strings.Count(part, "<skipped>"))
			if i == 0 {
				of, skipped = data, ""
			}
			for _, c := range testCase.FindAllStringSubmatch(part, -1) {
				problems[c[1]] = c[2]
			}
			counts := fmt.Sprintf(` tests="%d" failures="%d" errors="%d"`,
				strings.Count(of, "<testcase "), strings.Count(of, "<failure "), strings.Count(of, "<error "))
			if head, _, _ := strings.Cut(part, "<testcase "); !strings.Contains(head, counts) || !strings.Contains(head, skipped) {
				t.Errorf("%s: the counts are not%s%s, in %s", name, counts, skipped, head)
			}
		}
		if (name == "cut") != (strings.Count(data, "<error ") > 1) {
			t.Errorf("%s: the errors are\n%s", name, data)
		}
		for _, q := range r.Requirements {
			if (problems[q.ID] == "failure") != (q.Failed > q.Known) || (problems[q.ID] == "") != (q.Failed == 0 && q.Passed > 0) {
				t.Errorf("%s: %s is shown as %q; it is %+v", name, q.ID, problems[q.ID], q)
			}
		}
		v := r.Verdict
		if is := problems["verdict"]; (is == "failure") != (v == result.NotConformant || v == result.OutOfDate) || (is == "") != v.Positive() {
			t.Errorf("%s: the verdict %q is shown as %q", name, v, is)
		}
	}
	tests.NeedTools(t, "xmllint")
	if out, err := exec.Command("xmllint", args...).CombinedOutput(); err != nil {
		t.Errorf("%s", out)
	}
}

// structure matches the lines of a report outside of code: what is not our own is plain words.
var structure = regexp.MustCompile(`^(|## [^ ]+|#{3} [0-9]+\.|-|- |[|][-|:]+[|]|</?details>|<summary>[A-Za-z0-9:,.' ]+</summary>)[A-Za-z0-9 (),.:;|'-]*$`)

// withoutCode removes code from Markdown, by the rules of CommonMark. It keeps backticks that end nowhere.
func withoutCode(text string) (rest string) {
	open := ""
	for _, part := range regexp.MustCompile("`+|[^`]+").FindAllString(text, -1) {
		switch {
		case part == open:
			open = ""
		case open == "" && part[0] == '`':
			open = part
		case open == "":
			rest += part
		}
	}
	return rest + open
}

// TestMarkdownHoldsHostileText checks that text of a library, but for plain words, is in code.
func TestMarkdownHoldsHostileText(t *testing.T) {
	hostile := hostileReport()
	// Sentences of the report can contain text of a system under test too.
	hostile.Reason, hostile.Harness.Version = attack, attack
	hostile.Groups = append(hostile.Groups, result.Group{Says: attack, Findings: []int{0}, Causes: []result.Cause{{Text: attack, Fix: attack}}})
	hostile.Notes = []printable.Text{attack, "```", "````"}
	hostile.Requirements[0].ID = "epin/1/a|b<script>"
	hostile.Parts[0].About = printable.Said(attack) // a report has one line of text there
	for name, r := range map[string]result.Report{"hostile": hostile, "known": knownDollar(), "not": ran("dollar-for-z"), "values": ran("side-inverted", "vectors", "features", "properties")} {
		out := written(t, "markdown", r)
		if len(out) > 65536 {
			t.Errorf("%s: %d characters are more than an issue takes", name, len(out))
		}
		for line := range strings.Lines(withoutCode(out)) {
			if line = strings.TrimSuffix(line, "\n"); !structure.MatchString(line) || strings.Contains(line, "www.") {
				t.Errorf("%s: %q is outside of code, in\n%s", name, line, out)
			}
		}
		if open, closed := strings.Count(out, "\n<details>\n"), strings.Count(out, "\n</details>\n"); open != closed || open == 0 {
			t.Errorf("%s: %d details are opened, %d closed", name, open, closed)
		}
		for line := range strings.Lines(out) { // also in code, a bar ends a cell
			if n := strings.Count(line, "|"); strings.HasPrefix(line, "| ") && n != 4 && n != 5 {
				t.Errorf("%s: the row %q has %d bars", name, line, n)
			}
		}
	}
}

// TestNoGuaranteeAgainstAFinding checks that a run with an incorrect verdict has no guarantee for
// all strings, even if the complete suite does not have the string.
func TestNoGuaranteeAgainstAFinding(t *testing.T) {
	most := ran("").Claims[len(ran("").Claims)-1]
	failed := func(op, requirement string) func(*result.Report) {
		return func(r *result.Report) {
			r.Parts = append(r.Parts, result.Part{
				Layer: "lengths", Op: op, Complete: true, Counts: result.Counts{Failed: 1}, Known: 1,
				Requirements: []result.RequirementCounts{{ID: requirement, Counts: result.Counts{Failed: 1}}},
			})
		}
	}
	found := func(minimal bool, ops ...conformance.Op) func(*result.Report) {
		return func(r *result.Report) {
			r.Findings = []result.Finding{{Ops: ops, Minimal: minimal, Requirements: []string{"epin/9.1/reject"}}}
		}
	}
	const no, incorrect = "There is no guarantee for all strings: ", "some verdicts are incorrect."
	for want, changes := range map[string][]func(*result.Report){
		"": {func(*result.Report) {}, failed("apply", "epin/9.3/flip"), found(true, "parse")},
		no + incorrect: {failed(most.Op, "epin/9.1/reject"), func(r *result.Report) { r.Learned = &result.Learned{Op: most.Op, Missing: []printable.Token{"A"}} },
			found(true, "parse", conformance.Op(most.Op)), found(false, "parse")},
		no + "the same input had different responses.": {func(r *result.Report) { r.Unstable = true }},
	} {
		for i, change := range changes {
			r := changed(ran(""), change)
			if most.Extra == nil || r.Unproven(most) != want {
				t.Errorf("%d: Unproven(%+v) = %q, want %q", i, most, r.Unproven(most), want)
			}
			for _, form := range []string{"verbose", "markdown"} {
				out := strings.Join(strings.Fields(written(t, form, r)), " ") // in one line
				if !strings.Contains(out, want) || strings.Contains(out, "if the recogniser behind it is") != (want == "") {
					t.Errorf("%d: the %s has incorrect guarantees:\n%s", i, form, out)
				}
			}
		}
	}
}

func TestMachineRejectsInvalidAutomata(t *testing.T) {
	for _, to := range []string{
		"", "00-ff:1", "00-ff:-1", "01-ff:0", "00-10:0 12-ff:0", "00-10:0 10-ff:0", "00-10:0 11-05:0", "00-100:0", "00-ff", "00-fe:0",
	} {
		why := fmt.Sprintf("state 0 of an automaton with 1 states leads %q", to[strings.LastIndex(to, " ")+1:])
		if to == "00-fe:0" {
			why = "state 0 of an automaton leads nowhere by byte ff"
		}
		l := result.Learned{Automaton: []result.State{{To: to}}}
		if _, err := l.Read(automaton.Of(notation.EPIN)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v; wanted %s", to, err, why)
		}
	}
}

// TestReportHasItsChecks checks that the report has every tested row of the specification's tables,
// with its result, and that the command of a failure has the seed if its check depends on it.
func TestReportHasItsChecks(t *testing.T) {
	scenarios, err := features.List(notation.EPIN)
	scenarios = slices.DeleteFunc(scenarios, func(s features.Scenario) bool { return s.Library })
	r := ran("derive-toggles", "vectors", "features", "properties")
	for _, p := range r.Parts {
		var rows result.Counts
		for _, f := range p.Features {
			for _, row := range f.Rows {
				rows.Count(row.Result, 1)
				if !strings.HasPrefix(row.Check, "features/"+f.Name+"/") || row.Says == "" || f.Title == "" {
					t.Errorf("the row %+v is in %s, %q", row, f.Name, f.Title)
				}
			}
		}
		if p.Layer != "features" && rows.All() > 0 || p.Layer == "features" && (rows != p.Counts || rows.All() != len(scenarios) || rows.Failed == 0) {
			t.Errorf("%s: the rows are %+v, the counts %+v, and there are %d rows (%v)", p.Layer, rows, p.Counts, len(scenarios), err)
		}
	}
	property := func(f result.Failure) bool { return strings.HasPrefix(f.Check, "properties/") }
	for _, f := range r.Failures {
		if property(f) != strings.Contains(printable.Join(f.Repeat, " "), "--seed 3") {
			t.Errorf("%s is repeated by %v", f.Check, f.Repeat)
		}
	}
	if !slices.ContainsFunc(r.Failures, property) {
		t.Error("no property failed")
	}
}
