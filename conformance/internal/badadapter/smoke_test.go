package badadapter

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance/internal/adaptercheck"
)

// check runs the conversations on a kind as `epin smoke -v` does.
func check(t *testing.T, k kind) (adaptercheck.Result, string) {
	t.Helper()
	// Timeouts that expire are short, but long enough for the other conversations.
	if k.hello != 0 || k.timeout != 0 || k.grace != 0 {
		k.grace = time.Second
	}
	for _, wait := range []*time.Duration{&k.hello, &k.timeout} {
		if *wait != 0 {
			*wait = 2 * time.Second
		}
	}
	var out bytes.Buffer
	r, err := adaptercheck.Run(t.Context(), start(t, k, 20), &out, true, k.smoke.has...)
	if err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	text := out.String()
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' }) {
		t.Errorf("the output holds a control character:\n%q", text)
	}
	return r, text
}

// TestSmoke tests that `epin smoke` finds violations of the protocol, and nothing else: with the
// sampled kinds, or with EPIN_WHOLE=1 with all.
func TestSmoke(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many programs")
	}
	for _, k := range slices.Concat(smokeKinds(), kindsInForm(), kinds()) {
		if k.smoke == nil || !k.sampled && !whole() {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			r, out := check(t, k)
			if k.smoke.step == "" {
				checkFollows(t, *k.smoke, r, out)
				return
			}
			found := false
			for _, s := range r.Steps {
				problems := strings.Join(s.Problems, "\n")
				switch {
				case !found && s.Name == k.smoke.step:
					found = strings.Contains(problems, k.smoke.problem)
				case !found && problems != "", k.smoke.alone && problems != "":
					t.Errorf("%s: %q, want no problem", s.Name, s.Problems)
				}
			}
			if !found || r.Right() {
				t.Errorf("%s: %q is not found:\n%s", k.smoke.step, k.smoke.problem, out)
			}
			if !strings.Contains(out, "What to change:\n  - ") || !strings.Contains(out, "does not follow the protocol") {
				t.Errorf("the output does not say what to change:\n%s", out)
			}
			// Standard error has another mark than in a report.
			if stderr, ok := strings.CutPrefix(k.shows, `\n  \|`); ok && !regexp.MustCompile(`\n  !`+stderr).MatchString(out) {
				t.Errorf("standard error is not shown:\n%s", out)
			}
		})
	}
}

// checkFollows checks the result for an adapter that follows the protocol.
func checkFollows(t *testing.T, want smoke, r adaptercheck.Result, out string) {
	t.Helper()
	skipped, notes := 0, ""
	for _, s := range r.Steps {
		notes += strings.Join(s.Notes, "\n")
		if s.Skipped != "" {
			skipped++
		}
	}
	if !r.Right() || !r.Answered || skipped != want.skipped {
		t.Errorf("%d conversations are skipped, want %d, and no problem:\n%s", skipped, want.skipped, out)
	}
	if !strings.Contains(notes, want.note) || want.note == "" && notes != "" {
		t.Errorf("the notes are %q, want %q", notes, want.note)
	}
	if !strings.Contains(out, want.shows) || !strings.Contains(out, "The adapter follows the protocol.") {
		t.Errorf("the output does not hold %q:\n%s", want.shows, out)
	}
}

// TestSmokeEnds tests that a context that is done, and a writer that fails, end the conversations.
func TestSmokeEnds(t *testing.T) {
	broken := errors.New("the pipe is broken")
	ctx, cancel := context.WithCancel(t.Context())
	for _, test := range []struct {
		name string
		ctx  context.Context
		out  func(p []byte) error
		want error
	}{
		{"hangs after 500 answers", ctx, func(p []byte) error {
			if bytes.HasPrefix(p, []byte("many at once")) {
				cancel()
			}
			return nil
		}, context.Canceled},
		{"is correct", t.Context(), func([]byte) error { return broken }, broken},
	} {
		command := start(t, kind{name: test.name, grace: brief}, 20)
		_, err := adaptercheck.Run(test.ctx, command, writerFunc(test.out), true)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: the error is %v, want %v", test.name, err, test.want)
		}
	}
}

type writerFunc func([]byte) error

func (f writerFunc) Write(p []byte) (int, error) { return len(p), f(p) }
