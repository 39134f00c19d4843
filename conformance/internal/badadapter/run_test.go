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

	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
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
	for _, k := range kinds() {
		if !k.sampled && !whole() || testing.Short() && k.failure == 0 {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			o := outcomeOf(t, k)
			// ReadJSON tests the schema, too.
			r, err := report.ReadJSON(bytes.NewReader(o.JSON))
			if err != nil {
				t.Fatalf("the JSON: %v\n%s", err, o.JSON)
			}
			t.Logf("%s: %s (%d MiB)", r.Verdict, r.Reason, o.Taken>>20)
			checkVerdict(t, k, r)
			checkBlamed(t, k, r.Failures)
			checkNotes(t, k, r.Notes)
			checkReports(t, k, o, r)
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
	return o
}

func checkVerdict(t *testing.T, k kind, r result.Report) {
	t.Helper()
	if r.Verdict != k.verdict {
		t.Errorf("the verdict is %s, want %s", r.Verdict, k.verdict)
	}
	if !regexp.MustCompile(k.reason).MatchString(string(r.Reason)) {
		t.Errorf("the reason is\n%s\nwhich does not match\n%s", r.Reason, k.reason)
	}
	if cut := r.Cut != ""; cut != k.incomplete && k.verdict != suite.NoVerdict {
		t.Errorf("the run was cut short: %t, %q, want %t", cut, r.Cut, k.incomplete)
	}
}

func checkBlamed(t *testing.T, k kind, failures []result.Failure) {
	t.Helper()
	switch {
	case k.blames == nil && len(failures) > 0:
		t.Errorf("there are failures, the first of them %+v", failures[0])
	case k.blames != nil && !slices.ContainsFunc(failures, k.blames.matches):
		t.Errorf("no failure is %+q; there are %d, and the first are %+v", *k.blames, len(failures), failures[:min(3, len(failures))])
	}
}

func (b *blame) matches(f result.Failure) bool {
	return (b.token == "" || b.token == string(f.Token)) &&
		(b.requirement == "" || slices.Contains(f.Requirements, b.requirement)) &&
		regexp.MustCompile(b.got).MatchString(string(f.Got))
}

// checkNotes compares the notes. It ignores the note that a sweep timed out: that depends on the
// machine.
func checkNotes[S ~string](t *testing.T, k kind, all []S) {
	t.Helper()
	left := slices.DeleteFunc(slices.Clone(all), func(note S) bool { return strings.HasPrefix(string(note), "a sweep timed out") })
	noted := len(left)
	for _, want := range k.notes {
		expression := regexp.MustCompile(want)
		i := slices.IndexFunc(left, func(note S) bool { return expression.MatchString(string(note)) })
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

// checkReports checks that the reports are printable, whatever the kind has written.
func checkReports(t *testing.T, k kind, o outcome, r result.Report) {
	t.Helper()
	text := string(o.Text)
	// A tab on standard error stays a tab.
	checkPrintable(t, "the text", strings.ReplaceAll(text, "\t", ""))
	// The JSON has tokens unescaped, beside an escaped form. All tokens are those of the suite.
	checkPrintable(t, "the JSON", tokenText.ReplaceAllString(string(o.JSON), ""))
	verdict := strings.ToUpper(r.Verdict.String())
	if r.Verdict == suite.NoVerdict {
		verdict = "INCONCLUSIVE"
	}
	first := regexp.MustCompile("^" + verdict + `( \((text only|without NUL)\))?(, declined [\d,]+ offered requests?)?\s`)
	if !first.MatchString(text) {
		t.Errorf("the text does not begin with %s:\n%s", first, text)
	}
	// Findings and a full verdict are shown instead of the reason. The text is wrapped.
	words := func(s string) string { return " " + strings.Join(strings.Fields(s), " ") + " " }
	if k.blames == nil && r.Verdict != suite.FullyConformant && !strings.Contains(words(text), words(string(r.Reason))) {
		t.Errorf("the text does not give the reason, %q:\n%s", r.Reason, text)
	}
	if !regexp.MustCompile(k.shows).MatchString(text) {
		t.Errorf("the text does not show %s:\n%s", k.shows, text)
	}
	const mostWords = 4 * 8 << 10 // escaped
	if len(r.LastWords) > mostWords {
		t.Errorf("%d bytes of standard error were kept", len(r.LastWords))
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
}

// TestKinds checks that the table is consistent.
func TestKinds(t *testing.T) {
	const fewest = 177
	seen := map[string]bool{}
	for _, k := range slices.Concat(kinds(), smokeKinds(), kindsInForm()) {
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
