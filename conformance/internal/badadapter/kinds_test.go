package badadapter

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/adaptercheck"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/internal/tests"
)

// longest bounds a wait, or a run. It suffices on a busy machine: no kind expects it.
const longest = 6 * time.Minute

// TestKinds tests kinds with their users: a session of package wire where that determines the result,
// `epin smoke`, and a run of the suite. With EPIN_WHOLE=1 it tests all; otherwise one session for each
// kind of failure and each note, and the other users with the sampled kinds. With -short it leaves
// out `epin smoke`, and runs of kinds whose sessions do not fail: they have the same goroutines.
func TestKinds(t *testing.T) {
	t.Cleanup(func() {
		var left string
		if until(func() bool { left = goroutinesLeft(); return left == "" }); left != "" {
			t.Errorf("goroutines are left:\n%s", left)
		}
	})
	results := map[string]bool{}
	for _, k := range kinds() {
		by := map[string]func(*attempt, kind){}
		if result := fmt.Sprint(k.failure, k.notes); (tests.Whole() || !results[result]) && (k.failure != 0 || k.passesSession()) {
			by["session"] = testSession
			results[result] = true
		}
		if certified := k.reason != "" || k.blames != nil; (k.sampled || tests.Whole()) && certified && (!testing.Short() || k.failure != 0) {
			by["run"] = testRun
		}
		// Problems in later conversations take long, and a script of the command has each kind of them.
		if k.smoke != nil && !testing.Short() && (tests.Whole() || k.sampled && (k.smoke.alone || k.smoke.step == "")) {
			by["smoke"] = testSmoke
		}
		for user, test := range by {
			t.Run(k.name+"/"+user, func(t *testing.T) {
				if !k.floods { // memory is measured for one run alone
					t.Parallel()
				}
				try(t, k, test)
			})
		}
	}
}

// attempt is one attempt of a test. It collects what Errorf reports, so that a test whose timeouts
// were too short for a busy machine can be repeated.
type attempt struct {
	*testing.T
	errors []string
}

func (a *attempt) Errorf(format string, args ...any) {
	a.errors = append(a.errors, fmt.Sprintf(format, args...))
}

// try tests a kind. A kind with timeouts is tested again with longer ones before it fails.
func try(t *testing.T, k kind, test func(*attempt, kind)) {
	a := attempt{T: t}
	if test(&a, k); len(a.errors) > 0 && k.waits() {
		const longer = 16
		t.Logf("once more, with longer timeouts: %s", a.errors[0])
		k.hello, k.timeout, k.grace, a.errors = longer*k.hello, longer*k.timeout, longer*k.grace, nil
		test(&a, k)
	}
	if len(a.errors) > 0 {
		t.Error(strings.Join(a.errors, "\n"))
	}
}

// waits reports whether the result of the kind depends on timeouts.
func (k kind) waits() bool { return k.hello != 0 || k.timeout != 0 || k.grace != 0 }

// passesSession reports whether a session has only correct responses.
func (k kind) passesSession() bool {
	return k.failure == 0 && k.verdict >= result.Conformant && k.timeout == 0
}

// start returns the command of a kind that misbehaves after a number of responses. At the end of
// the test it checks that no process is left.
func start(t *testing.T, k kind, after int) wire.Command {
	t.Helper()
	dir := t.TempDir()
	mark := dirEnv + "=" + dir
	t.Cleanup(func() {
		if err := os.WriteFile(filepath.Join(dir, runEnded), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		var left []string
		if until(func() bool { left = processesWith(mark); return left == nil }); left != nil {
			t.Errorf("processes are left: %s", left)
		}
	})
	return wire.Command{
		Args:         os.Args[:1],
		Env:          append(playing(k.name), mark, fmt.Sprintf("%s=%d", afterEnv, after)),
		HelloTimeout: cmp.Or(k.hello, longest),
		Timeout:      cmp.Or(k.timeout, longest),
		Grace:        cmp.Or(k.grace, longest/4),
		Names:        wire.Names{HelloTimeout: "--hello-timeout", Timeout: "--timeout"}, // as in the command
	}
}

// until polls a condition that has no notification, such as the exit of a process that is not
// our child. It gives up after a sixth of longest.
func until(condition func() bool) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(longest / 6); !condition() && time.Now().Before(deadline); <-tick.C {
	}
}

// processesWith returns the processes whose environment holds a mark. Children inherit the
// environment, so it also finds those that have left the process group. Only Linux shows it.
func processesWith(mark string) (found []string) {
	for _, file := range tests.Must(filepath.Glob("/proc/[0-9]*/environ")) {
		env, err := os.ReadFile(file)
		if err == nil && bytes.Contains(env, []byte("\x00"+mark+"\x00")) {
			found = append(found, filepath.Dir(file))
		}
	}
	return found
}

// goroutinesLeft returns the stacks of the goroutines of the harness other than those of tests.
func goroutinesLeft() string {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	var left []byte
	for stack := range bytes.SplitSeq(stacks, []byte("\n\n")) {
		test := bytes.Contains(stack, []byte("testing.tRunner(")) || bytes.Contains(stack, []byte("testing.(*M).Run("))
		if !test && bytes.Contains(stack, []byte("epin-conformance/harness/")) {
			left = append(append(left, stack...), "\n\n"...)
		}
	}
	return string(left)
}

// mostMemory bounds the memory that the runs of kinds which flood take from the system, in bytes. A
// run with a correct adapter takes some 30 MiB. A line of 16 MiB, the longest one, takes 60 MiB
// more: the buffer, the smaller buffer before it, and the failure that quotes it. Kinds that write
// without end write far more.
const mostMemory = 128 << 20

// taken returns the memory that this process has taken from the system, in bytes. It still
// counts memory that was given back, so it is the maximum so far, to some megabytes.
func taken() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}

func testRun(t *attempt, k kind) {
	ctx, cancel := context.WithTimeout(t.Context(), longest)
	defer cancel()
	cfg := suite.Config{
		Open: start(t.T, k, 500).Open, Edition: notation.EPIN, Profile: suite.Quick, Seed: 1,
		Only: k.only, Processes: suite.Processes{Jobs: 1},
	}
	before := taken()
	tested, err := suite.Run(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	report.AddCommands(&tested, []string{"./" + k.name}, nil)
	var text strings.Builder
	if err := report.WriteText(&text, tested, report.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if most := taken() - before; k.floods && most > mostMemory {
		t.Errorf("the run took %d MiB of memory, want at most %d", most>>20, mostMemory>>20)
	}
	t.Logf("%s: %s", tested.Verdict, tested.Reason)
	checkVerdict(t, k, tested)
	checkNotes(t, k, tested.Notes)
	unseen := func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' || r == unicode.ReplacementChar }
	if !matches(k.shows, text.String()) || strings.ContainsFunc(text.String(), unseen) {
		t.Errorf("the text is not printable, or does not show %s:\n%+q", k.shows, text.String())
	}
}

func checkVerdict(t *attempt, k kind, r result.Report) {
	t.Helper()
	if r.Verdict != k.verdict || !matches(k.reason, string(r.Reason)) {
		t.Errorf("the verdict is %s:\n%s\nwant %s:\n%s", r.Verdict, r.Reason, k.verdict, k.reason)
	}
	if cut := r.Cut != ""; cut != k.incomplete && k.verdict != result.NoVerdict {
		t.Errorf("the run was cut short: %t, %q, want %t", cut, r.Cut, k.incomplete)
	}
	if k.blames == nil && len(r.Failures) > 0 || k.blames != nil && !slices.ContainsFunc(r.Failures, k.blames.matches) {
		t.Errorf("there are %d failures, want one like %+q; the first are %+v", len(r.Failures), k.blames, r.Failures[:min(3, len(r.Failures))])
	}
}

func matches(expression, text string) bool { return regexp.MustCompile(expression).MatchString(text) }

func (b *blame) matches(f result.Failure) bool {
	return (b.token == "" || b.token == string(f.Token)) &&
		(b.requirement == "" || slices.Contains(f.Requirements, b.requirement)) && matches(b.got, string(f.Got))
}

// checkNotes compares the notes. It ignores those about response times: they depend on the machine.
func checkNotes[S ~string](t *attempt, k kind, all []S) {
	t.Helper()
	left := slices.DeleteFunc(slices.Clone(all), func(note S) bool {
		return strings.HasPrefix(string(note), "a sweep timed out") || strings.HasPrefix(string(note), "the response time of ")
	})
	noted := len(left)
	for _, want := range k.notes {
		i := slices.IndexFunc(left, func(note S) bool { return matches(want, string(note)) })
		if i < 0 {
			t.Errorf("the notes are %q; none matches %s", all, want)
			return
		}
		left = left[i+1:]
	}
	if k.verdict >= result.Conformant && noted != len(k.notes) {
		t.Errorf("the notes are %q, want %d", all, len(k.notes))
	}
}

// testSession opens a session of package wire on a kind. The session fails as in the table, or all
// responses are correct and it ends with the notes of the table.
func testSession(t *attempt, k kind) {
	s, err := converse(t, start(t.T, k, 3))
	for i := 0; i < 2 && s != nil; i++ {
		if closing := s.Close(); err == nil {
			err = closing
		} else if closing != nil && closing != err {
			t.Errorf("Close returns %v after %v", closing, err)
		}
	}
	var failure *conformance.Failure
	switch errors.As(err, &failure); {
	case failure != nil:
		checkFailure(t, k, s, failure)
	case err != nil || k.failure != 0:
		t.Errorf("the error is %v, want a failure of kind %s", err, k.failure)
	default:
		checkNotes(t, k, s.Notes())
	}
}

// converse sends the same requests to every adapter. It returns the first error of opening the session or
// of a request. A run of the suite judges the responses.
func converse(t *attempt, command wire.Command) (*wire.Session, error) {
	impl, err := command.Open(t.Context(), notation.EPIN)
	if err != nil {
		return nil, err
	}
	s := impl.(*wire.Session)
	requests := slices.Repeat([]conformance.Request{
		{Op: conformance.OpParse, Token: "K"}, {Op: conformance.OpParse, Token: "KK"}, {Op: conformance.OpValid, Token: "K^"},
		{Op: conformance.OpApply, Token: "K", Methods: []conformance.Method{conformance.Flip}},
		{Op: conformance.OpEqual, Token: "K", Other: "K'"}, {Op: conformance.OpSweep, Tokens: []string{"K", ""}},
	}, 4)
	answered := 0
	err = s.DoAll(t.Context(), slices.Values(requests), func(conformance.Exchange) bool { answered++; return true })
	if err == nil && answered != len(requests) {
		t.Errorf("%d of %d requests were answered", answered, len(requests))
	}
	if err != nil {
		if _, again := s.Do(t.Context(), requests[0]); again != err {
			t.Errorf("after the error %v, Do returns %v", err, again)
		}
	}
	return s, err
}

// checkFailure compares a failure with the table, and checks its other fields.
func checkFailure(t *attempt, k kind, s *wire.Session, f *conformance.Failure) {
	t.Helper()
	text := f.Error()
	if f.Kind != k.failure || !matches(k.reason, strings.ToUpper(text[:1])+text[1:]+".") {
		t.Errorf("the failure is %s: %s; want %s: %s", f.Kind, text, k.failure, k.reason)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
		t.Errorf("the text %q has characters that a terminal may interpret", text)
	}
	ended := f.Kind == conformance.Died || f.Kind == conformance.EndedBeforeHello
	if ended != (f.State != "") || !strings.Contains(text, f.State) || errors.Is(f, conformance.ErrUnsupportedEdition) != (f.Kind == conformance.EditionUnsupported) {
		t.Errorf("the state is %q of %s, and the cause %v", f.State, text, f.Err)
	}
	if s != nil && (len(s.Notes()) > 0) != (k.name == "exits, and its child is out of reach") {
		t.Errorf("the notes are %q", s.Notes())
	}
	if shown := strings.TrimPrefix(k.shows, `\n  \| `); shown != k.shows && f.Stderr == "" || s != nil && s.Stderr() != f.Stderr {
		t.Errorf("standard error is %q in the failure", f.Stderr)
	}
}

// TestContext tests that a context that is done ends Open, or the whole session if it was given
// to a request. The context of Open does not bound the lifetime of the session.
func TestContext(t *testing.T) {
	parse := conformance.Request{Op: conformance.OpParse, Token: "K"}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := start(t, kind{name: "does not answer hello"}, 3).Open(ctx, notation.EPIN); !errors.Is(err, context.Canceled) {
		t.Errorf("Open: %v", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	impl, err := start(t, kind{name: "hangs after 500 answers"}, 3).Open(ctx, notation.EPIN)
	if err != nil {
		t.Fatal(err)
	}
	s := impl.(*wire.Session)
	cancel()
	if resp, err := s.Do(t.Context(), parse); err != nil || resp.Outcome != conformance.Accepted {
		t.Errorf("with the context of Open done: %v, %v", resp, err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	n := 0
	err = s.DoAll(ctx, slices.Values(slices.Repeat([]conformance.Request{parse}, 4)), func(conformance.Exchange) bool {
		if n++; n == 2 {
			cancel()
		}
		return true
	})
	_, again := s.Do(t.Context(), parse)
	if closing := s.Close(); n != 2 || !errors.Is(err, context.Canceled) || again != err || closing != nil {
		t.Errorf("%d responses, %v, then %v, and %v at the end", n, err, again, closing)
	}
	if _, err = start(t, kind{name: "is correct"}, 3).Open(ctx, notation.EPIN); !errors.Is(err, context.Canceled) {
		t.Errorf("Open with a context that is done: %v", err)
	}
}

// testSmoke tests that `epin smoke -v` finds violations of the protocol, and nothing else.
func testSmoke(t *attempt, k kind) {
	// Timeouts that expire are short, but long enough for the other conversations.
	if k.waits() {
		k.grace = max(k.grace, k.hello/2, k.timeout/2, time.Second)
	}
	for _, wait := range []*time.Duration{&k.hello, &k.timeout} {
		if *wait != 0 {
			*wait = max(*wait, 2*time.Second)
		}
	}
	var b bytes.Buffer
	r, err := adaptercheck.Run(t.Context(), start(t.T, k, 20), notation.EPIN, &b, true, k.smoke.has...)
	if err != nil {
		t.Fatalf("%v\n%s", err, &b)
	}
	out := b.String()
	if strings.ContainsFunc(out, func(r rune) bool { return r < ' ' && r != '\n' }) {
		t.Errorf("the output holds a control character:\n%q", out)
	}
	if k.smoke.step == "" {
		checkFollows(t, *k.smoke, r, out)
		return
	}
	found := false
	for _, s := range r.Steps {
		problems := ""
		for _, p := range s.Problems {
			problems += p.Text + "\n"
		}
		switch {
		case !found && s.Name == k.smoke.step:
			found = strings.Contains(problems, strings.ReplaceAll(k.smoke.problem, "TIMEOUT", max(k.hello, k.timeout).String()))
		case !found && problems != "", k.smoke.alone && problems != "":
			t.Errorf("%s: %q, want no problem", s.Name, problems)
		}
	}
	if !found || r.Right() {
		t.Errorf("%s: %q is not found:\n%s", k.smoke.step, k.smoke.problem, out)
	}
	if !strings.Contains(out, "What to change:\n  - ") || !matches(`The adapter (does not follow the protocol|was not checked)`, out) {
		t.Errorf("the output does not say what to change:\n%s", out)
	}
}

// checkFollows checks the result for an adapter that follows the protocol.
func checkFollows(t *attempt, want smoke, r adaptercheck.Result, out string) {
	t.Helper()
	skipped, notes := 0, ""
	for _, s := range r.Steps {
		notes += strings.Join(s.Notes, "\n")
		if s.Skipped != "" {
			skipped++
		}
	}
	if !r.Right() || !r.Answered || skipped != want.skipped || !strings.Contains(out, "The adapter follows the protocol") {
		t.Errorf("%d conversations are skipped, want %d, and no problem:\n%s", skipped, want.skipped, out)
	}
	if !strings.Contains(notes, want.note) || want.note == "" && notes != "" {
		t.Errorf("the notes are %q, want %q", notes, want.note)
	}
}

// TestSmokeEnds tests that a context that is done, and a writer that fails, end the conversations.
func TestSmokeEnds(t *testing.T) {
	broken := errors.New("the pipe is broken")
	for name, want := range map[string]error{"hangs after 500 answers": context.Canceled, "is correct": broken} {
		ctx, cancel := context.WithCancel(t.Context())
		out := writerFunc(func(p []byte) (int, error) {
			if want == broken {
				return 0, broken
			}
			if bytes.HasPrefix(p, []byte("many at once")) {
				cancel()
			}
			return len(p), nil
		})
		_, err := adaptercheck.Run(ctx, start(t, kind{name: name, conditions: conditions{grace: brief}}, 20), notation.EPIN, out, true)
		if cancel(); !errors.Is(err, want) {
			t.Errorf("%s: the error is %v, want %v", name, err, want)
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
