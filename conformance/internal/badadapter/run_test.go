package badadapter

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// mostMemory bounds the memory that a run takes, in bytes, beside what the runner has before
// it. A run with a correct adapter takes some 30 MiB. A line of 16 MiB, the longest one, takes
// 60 MiB more: the buffer, the smaller buffer before it, and the failure that quotes it. Kinds
// that write without end write far more.
const mostMemory = 128 << 20

// whole reports whether all kinds are tested.
func whole() bool { return os.Getenv("EPIN_WHOLE") == "1" }

// TestRun runs the suite on the sampled kinds, or with EPIN_WHOLE=1 on all. With -short it leaves
// out those whose sessions do not fail: TestSession has the same goroutines.
func TestRun(t *testing.T) {
	schema := reportSchema(t)
	for _, k := range kinds() {
		if !k.sampled && !whole() || testing.Short() && k.failure == 0 {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			o := outcomeOf(t, k)
			checkVerdict(t, k, o)
			checkBlamed(t, k, o)
			checkNotes(t, k, o.Notes)
			checkReports(t, k, o, schema)
			checkLeft(t, o)
		})
	}
}

// outcomeOf runs the suite on a kind in a separate process.
func outcomeOf(t *testing.T, k kind) outcome {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), self())
	cmd.Env = playing(roleRunner, k.name)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil || stderr.Len() > 0 {
		t.Fatalf("the runner: %v\n%s", err, &stderr)
	}
	var o outcome
	if err := json.Unmarshal(stdout.Bytes(), &o); err != nil {
		t.Fatalf("the runner writes %q: %v", stdout.Bytes(), err)
	}
	t.Logf("%s: %s (%d MiB)", o.Verdict, o.Reason, o.Taken>>20)
	return o
}

func checkVerdict(t *testing.T, k kind, o outcome) {
	t.Helper()
	if o.Verdict != k.verdict {
		t.Errorf("the verdict is %s, want %s", o.Verdict, k.verdict)
	}
	if !regexp.MustCompile(k.reason).MatchString(o.Reason) {
		t.Errorf("the reason is\n%s\nwhich does not match\n%s", o.Reason, k.reason)
	}
	if cut := o.Cut != ""; cut != k.incomplete && k.verdict != suite.NoVerdict {
		t.Errorf("the run was cut short: %t, %q, want %t", cut, o.Cut, k.incomplete)
	}
}

func checkBlamed(t *testing.T, k kind, o outcome) {
	t.Helper()
	switch {
	case k.blames == nil && len(o.Failures) > 0:
		t.Errorf("there are failures, the first of them %+q", o.Failures[0])
	case k.blames != nil && !slices.ContainsFunc(o.Failures, k.blames.matches):
		t.Errorf("no failure is %+q; there are %d, and the first are %+q", *k.blames, len(o.Failures), o.Failures[:min(3, len(o.Failures))])
	}
}

func (b *blame) matches(f failure) bool {
	return (b.token == "" || b.token == string(f.Token)) &&
		(b.requirement == "" || slices.Contains(f.Requirements, b.requirement)) &&
		regexp.MustCompile(b.got).MatchString(f.Got)
}

// checkNotes compares the notes. It ignores the note that a sweep timed out: that depends on the
// machine.
func checkNotes(t *testing.T, k kind, all []string) {
	t.Helper()
	left := slices.DeleteFunc(slices.Clone(all), func(note string) bool { return strings.HasPrefix(note, "a sweep timed out") })
	noted := len(left)
	for _, want := range k.notes {
		i := slices.IndexFunc(left, regexp.MustCompile(want).MatchString)
		if i < 0 {
			t.Errorf("the notes are %q; none matches %s", all, want)
			return
		}
		left = left[i+1:]
	}
	if k.verdict >= suite.Conformant && noted != len(k.notes) {
		t.Errorf("the notes are %q, want %d", all, len(k.notes))
	}
}

// checkReports checks that the reports are printable and follow the schema, whatever the kind
// has written.
func checkReports(t *testing.T, k kind, o outcome, schema *jsonschema.Schema) {
	t.Helper()
	text := string(o.Text)
	// A tab on standard error stays a tab.
	checkPrintable(t, "the text", strings.ReplaceAll(text, "\t", ""))
	// The JSON has tokens unescaped, beside an escaped form. All tokens are those of the suite.
	checkPrintable(t, "the JSON", tokenText.ReplaceAllString(string(o.JSON), ""))
	verdict := strings.ToUpper(o.Verdict.String())
	if o.Verdict == suite.NoVerdict {
		verdict = "INCONCLUSIVE"
	}
	first := regexp.MustCompile("^" + verdict + `( \((text only|without NUL)\))?(, declined [\d,]+ offered requests?)?\s`)
	if !first.MatchString(text) {
		t.Errorf("the text does not begin with %s:\n%s", first, text)
	}
	// Findings and a full verdict are shown instead of the reason. The text is wrapped.
	words := func(s string) string { return " " + strings.Join(strings.Fields(s), " ") + " " }
	if k.blames == nil && o.Verdict != suite.FullyConformant && !strings.Contains(words(text), words(o.Reason)) {
		t.Errorf("the text does not give the reason, %q:\n%s", o.Reason, text)
	}
	if !regexp.MustCompile(k.shows).MatchString(text) {
		t.Errorf("the text does not show %s:\n%s", k.shows, text)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(o.JSON))
	if err == nil {
		err = schema.Validate(doc)
	}
	if err != nil {
		t.Errorf("the JSON does not follow the schema: %v", err)
	}
}

var tokenText = regexp.MustCompile(`(?m)^ +"text": .*$`)

func checkPrintable(t *testing.T, what, text string) {
	t.Helper()
	for i, r := range text {
		if !unicode.IsPrint(r) && r != '\n' || r == unicode.ReplacementChar {
			t.Errorf("%s holds %+q, in %+q", what, r, text[max(0, i-60):min(len(text), i+60)])
			return
		}
	}
}

func checkLeft(t *testing.T, o outcome) {
	t.Helper()
	if o.Taken > mostMemory {
		t.Errorf("the run took %d MiB of memory, want at most %d", o.Taken>>20, mostMemory>>20)
	}
	if len(o.Processes) > 0 {
		t.Errorf("processes are left: %s", o.Processes)
	}
	if o.Goroutines != "" {
		t.Errorf("goroutines are left:\n%s", o.Goroutines)
	}
	const mostWords = 8 << 10
	if len(o.LastWords) > mostWords {
		t.Errorf("%d bytes of standard error were kept", len(o.LastWords))
	}
}

func reportSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(report.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("report.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("report.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestKinds checks that the table is consistent.
func TestKinds(t *testing.T) {
	const fewest = 160
	seen := map[string]bool{}
	for _, k := range slices.Concat(kinds(), smokeKinds()) {
		if seen[k.name] {
			t.Errorf("there are two kinds %q", k.name)
		}
		seen[k.name] = true
		if k.reason == "" && k.verdict != suite.NotConformant && k.smoke == nil {
			t.Errorf("%q has no expected result", k.name)
		}
		if got := k.blames != nil; got != (k.verdict == suite.NotConformant) {
			t.Errorf("%q: %s, and an expected failure: %t", k.name, k.verdict, got)
		}
	}
	if len(seen) < fewest {
		t.Errorf("there are %d kinds, want at least %d", len(seen), fewest)
	}
}
