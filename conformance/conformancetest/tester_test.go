package conformancetest

import (
	"cmp"
	"context"
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

// patience is a timeout for libraries that do not hang, on a busy machine.
var patience = Timeout(time.Hour)

// ran is the outcome of a test, and of its subtests by requirement.
type ran struct {
	outcome
	of map[string]outcome
}

// runQuick returns the outcome of [Run] with the profile quick and these options.
func runQuick(ctx context.Context, open func() conformance.Implementation, options ...Option) ran {
	s, err := settingsOf(append([]Option{patience, Profile("quick")}, options...))
	r := &run{}
	if err == nil {
		r, err = runSuite(ctx, open, s)
	}
	if err != nil {
		return ran{outcome{failed, visible(err)}, nil}
	}
	got := ran{r.whole("TestEPIN"), map[string]outcome{}}
	for _, q := range r.Requirements {
		got.of[q.ID] = r.requirement(q)
	}
	return got
}

// failed returns the requirements whose subtests fail, in the order of the catalogue.
func (r ran) failed() []string {
	var ids []string
	for _, q := range requirement.All() {
		if r.of[q.ID].status == failed {
			ids = append(ids, q.ID)
		}
	}
	return ids
}

// has checks that the text of an outcome contains others.
func (o outcome) has(t *testing.T, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(o.text, part) {
			t.Errorf("the text lacks %q:\n%s", part, o.text)
		}
	}
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
			got := runQuick(t.Context(), open, Edition(test.edition.String()))
			if failed := strings.Join(got.failed(), " "); failed != test.want {
				t.Errorf("these subtests fail: %s; want %s", failed, test.want)
			}
			for _, r := range requirement.Of(test.edition) {
				switch sub, is := got.of[r.ID]; {
				case !is:
					t.Fatalf("%s has no subtest", r.ID)
				case sub.status != failed:
				case r.ID == "epin/4/marker-last": // the input of its finding differs from that of its first failure
					sub.has(t, r.Says, r.Level.String(), `"K'\n" by parse: expected rejected, got accepted`)
				default:
					sub.has(t, r.Says, r.Level.String(), "See finding 1.")
				}
			}
			if got.status != passed {
				t.Error("the test itself fails")
			}
			got.has(t, "NOT CONFORMANT", m.Name, "\n1. ", "To show one requirement: go test -run '^TestEPIN$/^epin")
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
	got := runQuick(t.Context(), f.New)
	got.has(t, `1. Crashes on "\n": `, "(valid)", "runtime.boundsError: runtime error: index out of range [1] with length 1, in ", "(tester_test.go:")
	if sub := got.of["epin/9.1/reject"]; sub.status != failed || !strings.HasSuffix(sub.text, "See finding 1.") {
		t.Errorf("the requirement that a panic violates has %q", sub.text)
	}
	for _, id := range []string{"epin/7.1/side", "epin/7.2/derivation"} {
		if got.of[id].status != passed {
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
	runQuick(t.Context(), f.New).has(t, "the call ended its goroutine", `"K"`)
}

// TestSkipped checks the reasons of skipped subtests. A requirement that no request can test has
// its own reason.
func TestSkipped(t *testing.T) {
	got := runQuick(t.Context(), reference().New)
	for id, want := range map[string]string{
		"epin/6/grammar":             "",
		"epin/9.3/native":            "not tested: the implementation does not offer what it needs",
		"examples/conventions/3":     "not tested: no request can test it, of any implementation",
		"examples/single-style/omit": "not tested: no request can test it, of any implementation",
	} {
		if sub := got.of[id]; sub.text != want || (sub.status == skipped) != (want != "") {
			t.Errorf("%s: %+v, want %q", id, sub, want)
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

func TestHangIsAFinding(t *testing.T) {
	inABubble(t, func(t *testing.T, hang func()) {
		f := reference()
		f.Parse = func(token string) (epin.Identifier, error) {
			if token == "K\n" {
				hang()
			}
			return epin.Parse(token)
		}
		got := runQuick(t.Context(), f.New, Timeout(time.Minute))
		got.has(t, `"K\n"`, "it hung: the call did not return within 1m0s")
		if got.of["epin/9.4/line-break"].status != failed || strings.Contains(got.text, "declined") {
			t.Errorf("a hang is reported as:\n%s", got.text)
		}
		if got.of["epin/9.4/empty"].status == skipped || got.status != passed {
			t.Errorf("one hang ended the run: %q", got.text)
		}
	})
}

func TestTooManyHangsEndTheRun(t *testing.T) {
	inABubble(t, func(t *testing.T, hang func()) {
		f := reference()
		f.Valid = func(token string) bool {
			if len(token) > 4 {
				hang()
			}
			return epin.Valid(token)
		}
		got := runQuick(t.Context(), f.New, Timeout(time.Minute))
		got.has(t, "NOT CONFORMANT", "3 calls of the library did not return within 1m0s")
		if got.status != failed || got.of["epin/9.1/reject"].status != failed {
			t.Error("a hang is not a failure")
		}
		for id, sub := range got.of {
			if sub.status == passed {
				t.Errorf("%s passes in a run that was cut short", id)
			}
		}
	})
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
			got := runQuick(t.Context(), open, Timeout(time.Minute))
			got.has(t, "(sweep)", want)
			if got.of["epin/9.4/line-break"].status != failed {
				t.Errorf("%s in a sweep is not a failure", want)
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
			got := runQuick(t.Context(), open, Timeout(time.Minute))
			if got.has(t, "INCONCLUSIVE", want); got.status != failed {
				t.Errorf("the test passes: %s", got.text)
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
	for _, id := range runQuick(t.Context(), f.New).failed() {
		all += id + ": chomped, issue 12\n"
	}
	got := runQuick(t.Context(), f.New, list(all))
	if got.failed() != nil || got.status != passed {
		t.Errorf("known failures fail: %v, %q", got.failed(), got.text)
	}
	got.of["epin/9.4/line-break"].has(t, "epin/9.4/line-break: chomped, issue 12")

	for lines, want := range map[string][]string{
		all + "epin/7.2/derivation: never\n": {"KNOWN FAILURES OUT OF DATE", "epin/7.2/derivation did not fail"},
		"epin/9.4/line-break\n":              {"known.txt:1: epin/9.4/line-break has no reason: "},
	} {
		got = runQuick(t.Context(), f.New, list(lines))
		if got.has(t, want...); got.status != failed {
			t.Errorf("the test passes with the list\n%s", lines)
		}
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
			got := runQuick(t.Context(), test.open, append(test.options, Timeout(time.Minute))...)
			if got.has(t, test.want); got.status != failed || got.failed() != nil {
				t.Errorf("%+v; %v fail", got.outcome, got.failed())
			}
		})
	}
}

func TestDeadline(t *testing.T) {
	ctx, cancel := before(t.Context(), time.Now().Add(-time.Hour))
	defer cancel()
	got := runQuick(ctx, reference().New)
	if got.has(t, "INCONCLUSIVE", "The suite takes longer than go test allows"); got.status != failed {
		t.Error("after the deadline the test passes")
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
	if failed := runQuick(t.Context(), f.New).failed(); !slices.Contains(failed, "epin/7.1/side") {
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
