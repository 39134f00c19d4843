package conformancetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	_ "github.com/epin-conformance/harness/conformance/internal/testgc"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// fakeTest records what Run does with a test.
type fakeTest struct {
	name     string
	deadline time.Time // zero means none
	logged   []string
	errors   []string
	skipped  []string
	all      *[]*fakeTest // it and every subtest
}

func newFakeTest() *fakeTest {
	t := &fakeTest{name: "TestEPIN", all: &[]*fakeTest{}}
	*t.all = append(*t.all, t)
	return t
}

// end is the panic value that ends a fake test early.
var errEnd = errors.New("the test ends")

func (t *fakeTest) Helper()                     {}
func (t *fakeTest) Name() string                { return t.name }
func (t *fakeTest) Context() context.Context    { return context.Background() }
func (t *fakeTest) Deadline() (time.Time, bool) { return t.deadline, !t.deadline.IsZero() }
func (t *fakeTest) Logf(format string, args ...any) {
	t.logged = append(t.logged, fmt.Sprintf(format, args...))
}
func (t *fakeTest) Errorf(format string, args ...any) {
	t.errors = append(t.errors, fmt.Sprintf(format, args...))
}
func (t *fakeTest) Fatalf(format string, args ...any) {
	t.Errorf(format, args...)
	panic(errEnd)
}
func (t *fakeTest) Skipf(format string, args ...any) {
	t.skipped = append(t.skipped, fmt.Sprintf(format, args...))
	panic(errEnd)
}
func (t *fakeTest) run(name string, f func(test)) bool {
	sub := &fakeTest{name: t.name + "/" + name, all: t.all}
	*t.all = append(*t.all, sub)
	sub.do(f)
	return len(sub.errors) == 0
}

func (t *fakeTest) do(f func(test)) {
	defer func() {
		if v := recover(); v != nil && v != errEnd {
			panic(v)
		}
	}()
	f(t)
}

// ran is the result of a run: the test itself, and the subtests by requirement.
type ran struct {
	*fakeTest
	of map[string]*fakeTest
}

// patience is a timeout for libraries that do not hang, on a busy machine.
var patience = Timeout(time.Hour)

func runFake(t *fakeTest, open func() conformance.Implementation, options ...Option) ran {
	t.do(func(test test) { runTest(test, open, append([]Option{patience}, options...)) })
	r := ran{t, map[string]*fakeTest{}}
	for _, sub := range *t.all {
		id := strings.TrimPrefix(sub.name, "TestEPIN/")
		if _, is := requirement.Lookup(id); is {
			r.of[id] = sub
		}
	}
	return r
}

// failed returns the requirements whose subtests failed, in their order.
func (r ran) failed() []string {
	var ids []string
	for _, sub := range *r.all {
		if id := strings.TrimPrefix(sub.name, "TestEPIN/"); len(sub.errors) > 0 && r.of[id] != nil {
			ids = append(ids, id)
		}
	}
	return ids
}

func TestMutants(t *testing.T) {
	skipWholeRun(t)
	for i, test := range []struct {
		mutant  string
		edition epin.Edition
		want    string // the requirements that fail; every other passes
	}{
		{"dollar-for-z", epin.Current, "epin/4/marker-last epin/6/grammar epin/6/anchoring epin/9.1/reject epin/9.4/line-break"},
		{"pin-keeps-the-quote", epin.Current, "epin/9.3/pin"},
		{"equality-ignores-quote", epin.Current, "epin/9.3/equivalent"},
		{"name-with-sign", epin.Current, "epin/7.1/name"},
		{"empty-accepted", epin.Initial, "epin-initial/grammar epin-initial/reject"},
	} {
		if i%2 > 0 && os.Getenv("EPIN_WHOLE") != "1" {
			continue // each runs the suite, shrinking and diagnosis
		}
		t.Run(test.mutant, func(t *testing.T) {
			t.Parallel()
			m, found := mutant.Named(test.mutant)
			if !found {
				t.Fatal("unknown mutant")
			}
			open := func() conformance.Implementation { return m.New(test.edition) }
			got := runFake(newFakeTest(), open, Edition(test.edition.String()), Profile("quick"))
			if failed := strings.Join(got.failed(), " "); failed != test.want {
				t.Errorf("these subtests fail: %s; want %s", failed, test.want)
			}
			for _, r := range requirement.Of(test.edition) {
				sub := got.of[r.ID]
				if sub == nil {
					t.Fatalf("%s has no subtest", r.ID)
				}
				if sub.errors == nil {
					continue
				}
				text := strings.Join(sub.errors, "")
				parts := []string{r.Says, r.Level.String(), "See finding 1."}
				if r.ID == "epin/4/marker-last" { // the input of its finding differs from that of its first failure
					parts[2] = `"K'\n" by parse: expected rejected, got accepted`
				}
				for _, part := range parts {
					if !strings.Contains(text, part) {
						t.Errorf("the text of %s lacks %q:\n%s", r.ID, part, text)
					}
				}
			}
			if len(got.errors) > 0 {
				t.Errorf("the test itself has errors %q", got.errors)
			}
			for _, part := range []string{"NOT CONFORMANT", m.Name, "\n1. ", "To show one requirement: go test -run '^TestEPIN$/^epin"} {
				if !strings.Contains(got.logged[0], part) {
					t.Errorf("the log of the test itself lacks %q:\n%s", part, got.logged[0])
				}
			}
		})
	}
}

// skipWholeRun skips a run of every operation with -short: tests of a few functions have the same
// goroutines.
func skipWholeRun(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("runs every operation")
	}
}

// reference returns correct functions, for tests to break. It has no transformations, which take
// most of the time of a run.
func reference() Functions[epin.Identifier] {
	return Functions[epin.Identifier]{
		Parse: epin.Parse, Valid: epin.Valid, String: epin.Identifier.String,
		Side: func(id epin.Identifier) string { return id.Side().String() }, IsDerived: epin.Identifier.IsDerived,
	}
}

func TestPanicIsAFinding(t *testing.T) {
	f := reference()
	f.Valid = func(token string) bool {
		if strings.HasSuffix(token, "\n") {
			_ = token[len(token)] // beyond its end
		}
		return epin.Valid(token)
	}
	got := runFake(newFakeTest(), f.New, Profile("quick"))
	text := got.logged[0]
	for _, part := range []string{`1. Crashes on "\n": `, "(valid)", "runtime.boundsError: runtime error: index out of range [1] with length 1, in ", "(tester_test.go:"} {
		if !strings.Contains(text, part) {
			t.Errorf("the text of a panic lacks %q:\n%s", part, text)
		}
	}
	if text := got.of["epin/9.1/reject"].errors; len(text) != 1 || !strings.HasSuffix(text[0], "See finding 1.") {
		t.Errorf("the requirement that a panic violates has %q", text)
	}
	for _, id := range []string{"epin/7.1/side", "epin/7.2/derivation"} {
		if sub := got.of[id]; sub.errors != nil || sub.skipped != nil {
			t.Errorf("a panic ended the unrelated subtest %s", id)
		}
	}
}

func TestCallThatEndsItsGoroutine(t *testing.T) {
	f := reference()
	ended := &testing.T{}
	f.Parse = func(token string) (epin.Identifier, error) {
		if token == "K" {
			ended.FailNow()
		}
		return epin.Parse(token)
	}
	got := runFake(newFakeTest(), f.New, Profile("quick"))
	if text := got.logged[0]; !strings.Contains(text, "the call ended its goroutine") || !strings.Contains(text, `"K"`) {
		t.Errorf("a call of FailNow is reported as:\n%s", text)
	}
}

// TestSkipped checks the reasons of skipped subtests. A requirement that no request can test has
// its own reason.
func TestSkipped(t *testing.T) {
	got := runFake(newFakeTest(), reference().New, Profile("quick"))
	for id, want := range map[string]string{
		"epin/6/grammar":             "",
		"epin/9.3/native":            "not tested: the implementation does not offer what it needs",
		"examples/conventions/3":     "not tested: no request can test it, of any implementation",
		"examples/single-style/omit": "not tested: no request can test it, of any implementation",
	} {
		if skipped := strings.Join(got.of[id].skipped, ""); skipped != want {
			t.Errorf("%s: %q, want %q", id, skipped, want)
		}
	}
}

// inABubble runs a test with a fake clock, so that only calls of hang are late. They return at the
// end of the test.
func inABubble(t *testing.T, f func(t *testing.T, hang func())) {
	synctest.Test(t, func(t *testing.T) {
		over := make(chan struct{})
		defer close(over)
		f(t, func() { <-over })
	})
}

func TestHangIsAFinding(t *testing.T) { inABubble(t, testHangIsAFinding) }

func testHangIsAFinding(t *testing.T, hang func()) {
	f := reference()
	f.Parse = func(token string) (epin.Identifier, error) {
		if token == "K\n" {
			hang()
		}
		return epin.Parse(token)
	}
	got := runFake(newFakeTest(), f.New, Profile("quick"), Timeout(time.Minute))
	text := got.logged[0]
	if got.of["epin/9.4/line-break"].errors == nil || !strings.Contains(text, `"K\n"`) ||
		!strings.Contains(text, "it hung: the call did not return within 1m0s") || strings.Contains(text, "declined") {
		t.Errorf("a hang is reported as:\n%s", text)
	}
	if len(got.of["epin/9.4/empty"].skipped) > 0 || got.errors != nil {
		t.Errorf("one hang ended the run: %q", got.errors)
	}
}

func TestTooManyHangsEndTheRun(t *testing.T) { inABubble(t, testTooManyHangs) }

func testTooManyHangs(t *testing.T, hang func()) {
	f := reference()
	f.Valid = func(token string) bool {
		if len(token) > 4 {
			hang()
		}
		return epin.Valid(token)
	}
	got := runFake(newFakeTest(), f.New, Timeout(time.Minute))
	if text := strings.Join(got.errors, ""); !strings.Contains(text, "NOT CONFORMANT") || !strings.Contains(text, "3 calls of the library did not return within 1m0s") {
		t.Errorf("three hangs are reported as %q", text)
	}
	if got.of["epin/9.1/reject"].errors == nil {
		t.Error("a hang is not a failure")
	}
	for _, sub := range *got.all {
		if got.of[strings.TrimPrefix(sub.name, "TestEPIN/")] == sub && sub.errors == nil && sub.skipped == nil {
			t.Errorf("%s passes in a run that was cut short", sub.name)
		}
	}
}

// verdicts is a hand-written implementation that offers verdicts only.
type verdicts struct{ conformance.Implementation }

func (verdicts) Describe() conformance.Description {
	return conformance.Description{Ops: []conformance.Op{conformance.OpParse, conformance.OpSweep}, Bytes: true}
}

// sweeper calls bug for one token in a sweep.
type sweeper struct {
	verdicts
	bug func()
}

func (s sweeper) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if slices.Contains(req.Tokens, "K\n") {
		s.bug()
	}
	return s.Implementation.Do(ctx, req)
}

func TestPanicOrHangInASweep(t *testing.T) {
	inABubble(t, func(t *testing.T, hang func()) {
		for want, bug := range map[string]func(){
			"panic: K and a line feed": func() { panic("K and a line feed") },
			"it hung: ":                hang,
		} {
			open := func() conformance.Implementation { return sweeper{verdicts{conformance.Reference(epin.Current)}, bug} }
			got := runFake(newFakeTest(), open, Profile("quick"), Timeout(time.Minute))
			text := got.logged[0]
			if got.of["epin/9.4/line-break"].errors == nil || !strings.Contains(text, "(sweep)") || !strings.Contains(text, want) {
				t.Errorf("%s in a sweep is reported as:\n%s", want, text)
			}
		}
	})
}

// closer is an implementation with a method Close.
type closer struct {
	verdicts
	close func()
}

func (c closer) Close() error {
	c.close()
	return nil
}

func TestHangOfOpeningAndClosing(t *testing.T) {
	inABubble(t, func(t *testing.T, hang func()) {
		for want, open := range map[string]func() conformance.Implementation{
			"NewImplementation did not return within 1m0s": func() conformance.Implementation { hang(); return nil },
			"Closing the implementation did not return within 1m0s": func() conformance.Implementation {
				return closer{verdicts{conformance.Reference(epin.Current)}, hang}
			},
		} {
			got := runFake(newFakeTest(), open, Profile("quick"), Timeout(time.Minute))
			if text := strings.Join(got.errors, ""); !strings.Contains(text, "INCONCLUSIVE") || !strings.Contains(text, want) {
				t.Errorf("the errors are %q, want %q", text, want)
			}
		}
	})
}

func TestKnownFailures(t *testing.T) {
	f := reference()
	f.Valid = func(token string) bool { return epin.Valid(strings.TrimSuffix(token, "\n")) }
	list := func(lines string) Option {
		file := t.TempDir() + "/known.txt"
		writeFile(t, file, lines)
		return KnownFailures(file)
	}
	all := ""
	for _, id := range runFake(newFakeTest(), f.New, Profile("quick")).failed() {
		all += id + ": chomped, issue 12\n"
	}
	got := runFake(newFakeTest(), f.New, Profile("quick"), list(all))
	if got.failed() != nil || got.errors != nil {
		t.Errorf("known failures fail: %v, %q", got.failed(), got.errors)
	}
	if text := strings.Join(got.of["epin/9.4/line-break"].logged, ""); !strings.Contains(text, "epin/9.4/line-break: chomped, issue 12") {
		t.Errorf("the reason of a known failure is not shown: %q", text)
	}

	got = runFake(newFakeTest(), f.New, Profile("quick"), list(all+"epin/7.2/derivation: never\n"))
	if text := strings.Join(got.errors, ""); !strings.Contains(text, "KNOWN FAILURES OUT OF DATE") || !strings.Contains(text, "epin/7.2/derivation did not fail") {
		t.Errorf("a list that is out of date is reported as %q", text)
	}

	got = runFake(newFakeTest(), f.New, Profile("quick"), list("epin/9.4/line-break\n"))
	if text := strings.Join(got.errors, ""); !strings.Contains(text, "known.txt:1: epin/9.4/line-break has no reason: ") {
		t.Errorf("a malformed list is reported as %q", text)
	}
}

func TestWrongUse(t *testing.T) {
	noString := reference()
	noString.String, noString.Derive = nil, epin.Identifier.Derive
	noParse := reference()
	noParse.Parse = nil
	for _, test := range []struct {
		name    string
		open    func() conformance.Implementation
		options []Option
		want    string
	}{
		{"nothing", Functions[int]{}.New, nil, "neither Parse nor Valid: give at least one of them"},
		{"no Parse", noParse.New, nil, "no Parse: give Parse, or leave them out"},
		{"no String", noString.New, nil, "no String to show their results: give String, or leave them out"},
		{"nil", func() conformance.Implementation { return nil }, nil, "NewImplementation returned nil"},
		{"a panic", func() conformance.Implementation { panic("not yet") }, nil, "NewImplementation panicked: panic: not yet, in "},
		{"an edition", reference().New, []Option{Edition("2.0.0")}, `unknown edition "2.0.0": use 1.0.0 or 1.0.0-initial`},
		{"a profile", reference().New, []Option{Profile("huge")}, `unknown profile "huge": choose one of quick, standard, thorough`},
		{"a time", reference().New, []Option{Timeout(0)}, "0s is not positive"},
		{"a file", reference().New, []Option{KnownFailures("none.txt")}, "KnownFailures: open none.txt: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := runFake(newFakeTest(), test.open, append(test.options, Timeout(time.Minute))...)
			if len(got.errors) != 1 || !strings.Contains(got.errors[0], test.want) {
				t.Errorf("errors %q, want %q", got.errors, test.want)
			}
			if got.failed() != nil {
				t.Errorf("%v fail", got.failed())
			}
		})
	}
}

func TestDeadline(t *testing.T) {
	fake := newFakeTest()
	fake.deadline = time.Now().Add(-time.Hour)
	got := runFake(fake, reference().New)
	if text := strings.Join(got.errors, ""); !strings.Contains(text, "INCONCLUSIVE") || !strings.Contains(text, "The suite takes longer than go test allows") {
		t.Errorf("after the deadline it reports %q", text)
	}
}

// A value remembers its side when it is read, and hands it to its copies.
func TestRememberedAttribute(t *testing.T) {
	skipWholeRun(t)
	type piece struct {
		epin.Identifier
		side string
	}
	f := Functions[*piece]{
		Parse: func(token string) (*piece, error) {
			id, err := epin.Parse(token)
			return &piece{Identifier: id}, err
		},
		String: func(p *piece) string { return p.Identifier.String() },
		Side: func(p *piece) string {
			p.side = cmp.Or(p.side, p.Identifier.Side().String())
			return p.side
		},
		Flip: func(p *piece) *piece {
			flipped := *p
			flipped.Identifier = p.Identifier.Flip()
			return &flipped
		},
	}
	if failed := runFake(newFakeTest(), f.New, Profile("quick")).failed(); !slices.Contains(failed, "epin/7.1/side") {
		t.Errorf("%q failed", failed)
	}
}

// declinesNewlines returns Unsupported if a token ends in a newline.
type declinesNewlines struct{ conformance.Implementation }

func (d declinesNewlines) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if strings.HasSuffix(req.Token, "\n") {
		return conformance.Response{}, nil
	}
	return d.Implementation.Do(ctx, req)
}

func TestFuzzInputs(t *testing.T) { inABubble(t, testFuzzInputs) }

func testFuzzInputs(t *testing.T, hang func()) {
	s, err := settingsOf([]Option{Timeout(time.Minute)})
	if err != nil {
		t.Fatal(err)
	}
	f := reference()
	f.Parse = func(token string) (epin.Identifier, error) {
		switch token {
		case "crash":
			panic(token)
		case "hang":
			hang()
		}
		return epin.Parse(strings.TrimSuffix(token, "\n"))
	}
	f.Valid = func(token string) bool { return token != "k" && epin.Valid(token) }
	f.Derive = epin.Identifier.Native
	for _, test := range []struct {
		input string
		want  []string
	}{
		{"", nil},
		{"\xff", nil},
		{"K'", []string{`apply derive "K'": expected derive "K'", got derive "K"`}},
		{"k", []string{`valid "k": expected accepted, got rejected`, "apply"}},
		{"K'\n", []string{`parse "K'\n": expected rejected, got accepted`}},
		{"crash", []string{`parse "crash": expected rejected, got crashed: panic: crash, in `}},
		{"hang", []string{`parse "hang": expected rejected, got crashed: it hung: the call did not return within 1m0s`}},
	} {
		got, err := testInput(t.Context(), f.New, s, []byte(test.input))
		if err != nil {
			t.Errorf("%q: %v", test.input, err)
		}
		if len(got) != len(test.want) {
			t.Errorf("%q: %q, want %q", test.input, got, test.want)
			continue
		}
		for i, want := range test.want {
			if !strings.HasPrefix(got[i], want) {
				t.Errorf("%q: %q, want %q", test.input, got[i], want)
			}
		}
	}
	declining := func() conformance.Implementation { return declinesNewlines{conformance.Reference(epin.Current)} }
	if _, err := testInput(t.Context(), declining, s, []byte("K\n")); err == nil || !strings.Contains(err.Error(), "the request was declined") {
		t.Errorf("a declined request returns %v", err)
	}
	if _, err := testInput(t.Context(), Functions[int]{}.New, s, nil); err == nil || !strings.Contains(err.Error(), "offers no operation with a verdict") {
		t.Errorf("incorrect use returns %v", err)
	}
}
