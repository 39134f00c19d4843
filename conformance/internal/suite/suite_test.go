package suite_test

import (
	"context"
	"errors"
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// always opens the same implementation.
func always(impl conformance.Implementation) conformance.Factory {
	return func(context.Context, epin.Edition) (conformance.Implementation, error) { return impl, nil }
}

func opening(open func(epin.Edition) conformance.Implementation) conformance.Factory {
	return func(_ context.Context, e epin.Edition) (conformance.Implementation, error) { return open(e), nil }
}

// run runs the suite and returns what it said. The clock stands still, if there is none:
// the sizes of sweeps follow from it, and from them what is found in a library that does
// not answer all of a sweep.
func run(t *testing.T, cfg suite.Config) (suite.Result, []suite.Event) {
	t.Helper()
	if cfg.Now == nil {
		cfg.Now = suite.StandingClock
	}
	var events []suite.Event
	result, err := suite.Run(context.Background(), cfg, func(e suite.Event) { events = append(events, e) })
	if err != nil {
		t.Fatal(err)
	}
	return result, events
}

func failedRequirements(result suite.Result) []string {
	var ids []string
	for _, r := range result.Requirements {
		if r.Failed > 0 {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

func failures(events []suite.Event) []suite.Failure {
	var fs []suite.Failure
	for _, e := range events {
		if f, ok := e.(suite.CheckFailed); ok {
			fs = append(fs, f.Failure)
		}
	}
	return fs
}

func TestReferenceFullyConforms(t *testing.T) {
	for _, e := range epin.Editions() {
		for _, p := range []suite.Profile{suite.Quick, suite.Standard} {
			if testing.Short() && p != suite.Quick {
				continue
			}
			t.Run(e.String()+"/"+p.String(), func(t *testing.T) {
				result, events := run(t, suite.Config{Open: opening(conformance.Reference), Edition: e, Profile: p, Seed: 1})
				if result.Verdict != suite.FullyConformant {
					t.Errorf("%s: %s", result.Verdict, result.Reason)
				}
				for _, f := range failures(events) {
					t.Errorf("%s failed: wanted %s, got %s", f.Check, f.Wanted, f.Got)
				}
			})
		}
	}
}

// failedFile names the requirements that each mutant fails in a full run: a line holds an
// edition and requirements, and the line below it the mutants that fail exactly these. To
// record: EPIN_WHOLE=1 go test -run TestMutantsAreCaught -timeout 60m -update. Then review: a
// requirement belongs there only if the mutant breaks the sentence that it quotes.
const failedFile = "../mutant/failed.txt"

var update = flag.Bool("update", false, "record "+failedFile)

// readFailed returns the failed requirements by edition and mutant.
func readFailed(t *testing.T) map[string]string {
	data, err := os.ReadFile(failedFile)
	if err != nil {
		t.Fatal(err)
	}
	recorded, edition, failed := map[string]string{}, "", ""
	for line := range strings.Lines(string(data)) {
		if mutants, ok := strings.CutPrefix(line, "\t"); ok {
			for name := range strings.FieldsSeq(mutants) {
				recorded[edition+"/"+name] = failed
			}
		} else {
			edition, failed, _ = strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		}
	}
	return recorded
}

// writeFailed writes what readFailed reads.
func writeFailed(t *testing.T, recorded map[string]string) {
	mutants := map[string][]string{}
	for _, key := range slices.Sorted(maps.Keys(recorded)) {
		edition, name, _ := strings.Cut(key, "/")
		group := strings.TrimSpace(edition + " " + recorded[key])
		mutants[group] = append(mutants[group], name)
	}
	var b strings.Builder
	for _, group := range slices.Sorted(maps.Keys(mutants)) {
		b.WriteString(group + "\n\t" + strings.Join(mutants[group], " ") + "\n")
	}
	if err := os.WriteFile(failedFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestMutantsAreCaught: each mutant fails exactly the recorded requirements, in the smallest
// profile that is sure to show it. All mutants run with EPIN_WHOLE=1, otherwise a sample.
func TestMutantsAreCaught(t *testing.T) {
	t.Cleanup(suite.SkipFindings()) // requirements fail before findings are made
	recorded := readFailed(t)
	var mu sync.Mutex
	if *update {
		t.Cleanup(func() { writeFailed(t, recorded) })
	}
	for _, e := range epin.Editions() {
		for i, m := range mutant.All() {
			if !m.ExistsIn(e) || skipped(i) {
				continue
			}
			cfg := suite.Config{Open: opening(m.New), Edition: e, Profile: suite.Quick, Seed: 1}
			switch {
			case m.Name == "old-italic-letter": // which the other layers of this profile do not show
				cfg.Profile, cfg.Only = suite.Thorough, []string{"scalars"}
			case m.Layer != mutant.Basic:
				cfg.Profile = suite.Standard
			}
			t.Run(e.String()+"/"+m.Name, func(t *testing.T) {
				t.Parallel()
				result, _ := run(t, cfg)
				// A mutant is not taken for the other edition; an unescaped ^ has the language of
				// the initial one.
				if result.OtherEdition != "" && m.Name != "caret-unescaped" {
					t.Error(result.OtherEdition)
				}
				key, failed := e.String()+"/"+m.Name, strings.Join(failedRequirements(result), " ")
				mu.Lock()
				defer mu.Unlock()
				if *update {
					recorded[key] = failed
				} else if failed != recorded[key] {
					t.Errorf("failed:   %s\nrecorded: %s", failed, recorded[key])
				}
			})
		}
	}
}

// TestRecordedFailures: each mutant is recorded, and fails what it claims to break. A mutant
// that only chance finds may fail less.
func TestRecordedFailures(t *testing.T) {
	recorded := readFailed(t)
	for _, e := range epin.Editions() {
		for _, m := range mutant.All() {
			if !m.ExistsIn(e) {
				continue
			}
			key := e.String() + "/" + m.Name
			failed, isRecorded := recorded[key]
			delete(recorded, key)
			switch {
			case !isRecorded:
				t.Errorf("%s is not recorded", key)
				continue
			case m.Layer == mutant.Chance:
				continue
			}
			for _, id := range m.RequirementsOf(e) {
				if !slices.Contains(strings.Fields(failed), id) {
					t.Errorf("%s does not fail %s", key, id)
				}
			}
		}
	}
	for key := range recorded {
		t.Errorf("%s does not exist", key)
	}
}

// TestMalformedOnly: a library that is correct on all text, and fails on malformed UTF-8, is
// told so in the sentence of its verdict.
func TestMalformedOnly(t *testing.T) {
	for _, test := range []struct {
		name    string
		outcome conformance.Outcome
		fails   func(token string) bool
		only    []string
		want    bool
	}{
		{"crashes on it", conformance.Crashed, func(s string) bool { return !utf8.ValidString(s) }, nil, true},
		{"accepts it", conformance.Accepted, func(s string) bool { return s == "K\xff" }, nil, true},
		{"crashes on text, too", conformance.Crashed, func(s string) bool { return !utf8.ValidString(s) || s == "~" }, nil, false},
		{"crashes on characters", conformance.Crashed, func(s string) bool { return strings.ContainsFunc(s, func(r rune) bool { return r > 127 }) }, nil, false},
		{"crashes on nothing", conformance.Crashed, func(string) bool { return false }, nil, false},
		{"is not tested in full", conformance.Crashed, func(s string) bool { return !utf8.ValidString(s) }, []string{"vectors"}, false},
	} {
		impl := altered{func(req conformance.Request, resp conformance.Response) conformance.Response {
			if req.Op != conformance.OpEqual && test.fails(req.Token) {
				return conformance.Response{Outcome: test.outcome, Crash: "oh", Original: req.Token, Tokens: make([]string, len(req.Methods))}
			}
			return resp
		}}
		result, _ := run(t, suite.Config{Open: always(impl), Profile: suite.Quick, Seed: 1, Only: test.only})
		if got := strings.HasSuffix(result.Reason.String(), " It is correct on all valid UTF-8 that was tested: every failed check is on malformed UTF-8."); got != test.want {
			t.Errorf("one that %s: %s", test.name, result.Reason)
		}
	}
}

// skipped reports whether the i-th of many is left to a run of all.
func skipped(i int) bool {
	n := 40
	if testing.Short() {
		n = 200
	}
	return !suite.Sampled(i, n)
}

func TestSameSeedSameEvents(t *testing.T) {
	m, ok := mutant.Named("derive-toggles")
	if !ok {
		t.Fatal("the mutant derive-toggles is gone")
	}
	cfg := suite.Config{Open: opening(m.New), Profile: suite.Quick, Seed: 7, Only: []string{"vectors", "properties"}}
	_, first := run(t, cfg)
	_, second := run(t, cfg)
	ignoreText := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Diff" }, cmp.Ignore())
	if diff := cmp.Diff(first, second, ignoreText, cmp.Comparer(automaton.Equal)); diff != "" {
		t.Errorf("two runs with the same seed differ:\n%s", diff)
	}
}

// limited offers only some operations and methods.
type limited struct {
	conformance.Implementation
	conformance.Description
}

func (l limited) Describe() conformance.Description { return l.Description }

func (l limited) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if !l.Offers(req.Op) {
		return conformance.Response{}, nil
	}
	for _, m := range req.Methods {
		if !slices.Contains(l.Methods, m) {
			return conformance.Response{}, nil
		}
	}
	return l.Implementation.Do(ctx, req)
}

// verdictsOnly answers parse with a yes or no and nothing else.
type verdictsOnly struct{ conformance.Implementation }

func (v verdictsOnly) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	resp, err := v.Implementation.Do(ctx, req)
	if req.Op == conformance.OpParse {
		resp = conformance.Response{Outcome: resp.Outcome}
	}
	return resp, err
}

func TestWhatIsNotOfferedIsNotExercised(t *testing.T) {
	impl := limited{
		verdictsOnly{conformance.Reference(epin.Current)},
		conformance.Description{Name: "yes or no", Ops: []conformance.Op{conformance.OpParse}},
	}
	result, events := run(t, suite.Config{Open: always(impl), Seed: 1})
	if result.Verdict != suite.Conformant {
		t.Errorf("%s: %s", result.Verdict, result.Reason)
	}
	exercised := map[string]bool{}
	for _, r := range result.Requirements {
		exercised[r.ID] = r.Result == suite.CheckPassed
	}
	for id, want := range map[string]bool{
		"epin/6/grammar": true, "epin/6/anchoring": true, "epin/9.1/accept": true, "epin/9.1/reject": true, "epin/9.4/line-break": true,
		"epin/7.1/name": false, "epin/7.2/derivation": false, "epin/9.2/canonical": false, "epin/9.3/pin": false,
		"epin/9.3/native": false, "epin/9.3/copy": false, "epin/9.3/equivalent": false, "epin/9.3/idempotent": false,
	} {
		if exercised[id] != want {
			t.Errorf("%s exercised: %v, want %v", id, exercised[id], want)
		}
	}
	// Without bytes, what is not text is not asked, and the part says so.
	for _, e := range events {
		if p, ok := e.(suite.PartFinished); ok && p.Part.Layer == "exhaustive" && p.Part.Way == "parse" {
			if p.Part.Skipped == 0 || !strings.Contains(p.Part.Why, "UTF-8") || p.Part.Passed+p.Part.Skipped != 65793 {
				t.Errorf("exhaustive by parse: %+v", p.Part)
			}
		}
	}
}

// A library that offers nothing but a sweep has its validity asked all the same.
func TestEveryWayIsEnoughForValidity(t *testing.T) {
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep} {
		impl := limited{conformance.Reference(epin.Current), conformance.Description{Ops: []conformance.Op{op}, Bytes: true}}
		result, _ := run(t, suite.Config{Open: always(impl), Profile: suite.Quick, Seed: 1})
		if result.Verdict != suite.Conformant {
			t.Errorf("only %s: %s: %s", op, result.Verdict, result.Reason)
		}
	}
}

// wrongBy answers wrongly, on one token, by one operation.
type wrongBy struct {
	conformance.Implementation
	op    conformance.Op
	token string
}

func (w wrongBy) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	resp, err := w.Implementation.Do(ctx, req)
	if req.Op != w.op {
		return resp, err
	}
	if req.Op == conformance.OpSweep {
		verdicts := []byte(resp.Verdicts)
		for i, token := range req.Tokens {
			if token == w.token {
				verdicts[i] = conformance.VerdictYes
			}
		}
		resp.Verdicts = string(verdicts)
	} else if req.Token == w.token {
		resp = conformance.Response{Outcome: conformance.Accepted}
	}
	return resp, err
}

// The layers are not split between the ways: each way has every single byte asked.
func TestEachWayIsHeldAgainstEachByte(t *testing.T) {
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep} {
		impl := wrongBy{conformance.Reference(epin.Current), op, "\xcb"}
		result, events := run(t, suite.Config{Open: always(impl), Profile: suite.Quick, Seed: 1, Only: []string{"exhaustive"}})
		fs := failures(events)
		want := "exhaustive/" + string(op) + "/cb"
		wrong := slices.DeleteFunc(fs, func(f suite.Failure) bool {
			return slices.Equal(f.Requirements, []string{"epin/9.1/one-verdict"}) // a way that was right, and asked later
		})
		if len(wrong) != 1 || wrong[0].Check != want {
			t.Errorf("wrong by %s: failures %v, want %s", op, wrong, want)
		}
		for _, f := range failures(events) {
			if f.Got != "accepted" && f.Got != "rejected" { // once, though it may be wrong in two ways
				t.Errorf("%s got %q", f.Check, f.Got)
			}
		}
		if !slices.Contains(failedRequirements(result), "epin/9.1/one-verdict") {
			t.Errorf("wrong by %s alone: that the ways contradict each other is not said", op)
		}
	}
}

func TestOneWrongAnswerIsFoundAndRepeated(t *testing.T) {
	impl := wrongBy{conformance.Reference(epin.Current), conformance.OpSweep, "K\n"}
	profile := suite.Quick
	if suite.Whole() {
		profile = suite.Standard
	}
	result, events := run(t, suite.Config{Open: always(impl), Profile: profile, Seed: 1})
	want := []string{"epin/6/grammar", "epin/6/anchoring", "epin/9.1/reject", "epin/9.4/line-break"}
	for _, id := range want {
		if !slices.Contains(failedRequirements(result), id) {
			t.Errorf("%s did not fail", id)
		}
	}
	for _, f := range failures(events) {
		if f.Token != "K\n" && !strings.HasPrefix(f.Check, "properties/") {
			t.Errorf("%s failed on %q", f.Check, f.Token)
			continue
		}
		again, repeated := run(t, suite.Config{Open: always(impl), Profile: profile, Seed: 1, Only: []string{f.Check}})
		fs := failures(repeated)
		if again.Verdict != suite.NotConformant || len(fs) != 1 || fs[0].Check != f.Check {
			t.Errorf("--only %s: %s, %v", f.Check, again.Verdict, fs)
		}
	}
}

func TestOnly(t *testing.T) {
	cfg := suite.Config{Open: opening(conformance.Reference), Profile: suite.Quick, Seed: 1}
	for _, test := range []struct {
		only   []string
		checks int // at least
	}{
		{[]string{"vectors"}, 1000},
		{[]string{"epin/9.4/line-break"}, 3},
		{[]string{"epin/9.4"}, 9},
		{[]string{"exhaustive/parse/4b"}, 1},
		{[]string{"exhaustive/parse/empty"}, 1},
		{[]string{"properties/copy"}, 1},
		{[]string{"tokens/apply/derive-native/4b"}, 1},
		{[]string{"vectors/parse/4b", "vectors/valid/4b"}, 2},
	} {
		if testing.Short() && test.checks > 2 {
			continue
		}
		cfg.Only = test.only
		ids, err := suite.Checks(cfg)
		if err != nil {
			t.Errorf("--only %v: %v", test.only, err)
			continue
		}
		listed := slices.Collect(ids)
		if len(listed) < test.checks || test.checks < 3 && len(listed) != test.checks {
			t.Errorf("--only %v lists %d checks, want %d", test.only, len(listed), test.checks)
		}
		result, events := run(t, cfg)
		if result.Verdict != suite.NoVerdict {
			t.Errorf("--only %v: %s, although only a part was asked", test.only, result.Verdict)
		}
		asked := 0
		for _, e := range events {
			if p, ok := e.(suite.PartFinished); ok {
				asked += p.Part.Passed + p.Part.Failed + p.Part.NotExercised
			}
		}
		if asked != len(listed) {
			t.Errorf("--only %v lists %d checks and asks %d", test.only, len(listed), asked)
		}
	}
}

func TestOnlyNamesSomething(t *testing.T) {
	for _, test := range []struct{ only, says string }{
		{"nonsense", `"nonsense" names no requirement, layer or check`},
		{"epin/6/gram", `"epin/6/gram" names no requirement`},
		{"epin-initial/grammar", `"epin-initial/grammar" belongs to another edition than 1.0.0`},
		{"exhaustive/parse/4b4b4b4b", `"exhaustive/parse/4b4b4b4b" names no check of profile quick`},
		{"", `"" names no requirement`},
	} {
		_, err := suite.Run(context.Background(), suite.Config{
			Open: opening(conformance.Reference), Profile: suite.Quick, Only: []string{test.only},
		}, func(suite.Event) {})
		var selection *selector.Error
		if !errors.As(err, &selection) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("--only %q: %v, want %s", test.only, err, test.says)
		}
	}
}

// dying ends after some answers.
type dying struct {
	conformance.Implementation
	left int
}

var errDied = errors.New("the adapter died")

func (d *dying) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if d.left--; d.left < 0 {
		return conformance.Response{}, errDied
	}
	return d.Implementation.Do(ctx, req)
}

func TestARunCutShortIsNeverConformant(t *testing.T) {
	result, events := run(t, suite.Config{Open: always(&dying{conformance.Reference(epin.Current), 5000}), Seed: 1})
	if result.Verdict != suite.NoVerdict || result.Cut.String() != errDied.Error() {
		t.Errorf("%s, cut by %q", result.Verdict, result.Cut)
	}
	last := events[len(events)-2].(suite.PartFinished)
	if last.Part.Complete {
		t.Errorf("part %s by %s says that it is complete", last.Part.Layer, last.Part.Way)
	}

	// What has been shown wrong stays shown.
	wrong := wrongBy{conformance.Reference(epin.Current), conformance.OpParse, "K\n"}
	result, _ = run(t, suite.Config{Open: always(&dying{wrong, 5000}), Seed: 1})
	if result.Verdict != suite.NotConformant || result.Cut == "" {
		t.Errorf("%s, cut by %q", result.Verdict, result.Cut)
	}
}

func TestOneThatCannotBeOpened(t *testing.T) {
	result, _ := run(t, suite.Config{Open: func(context.Context, epin.Edition) (conformance.Implementation, error) { return nil, errDied }})
	if result.Verdict != suite.NoVerdict || result.Cut.String() != errDied.Error() {
		t.Errorf("%s, cut by %q", result.Verdict, result.Cut)
	}
	if len(result.Requirements) != len(requirement.Of(epin.Current)) {
		t.Errorf("%d requirements in the result", len(result.Requirements))
	}
}

func TestFailFastEndsAtTheFirstFailure(t *testing.T) {
	wrong := wrongBy{conformance.Reference(epin.Current), conformance.OpParse, "K\n"}
	result, events := run(t, suite.Config{Open: always(wrong), Seed: 1, FailFast: true})
	if n := len(failures(events)); n != 1 || result.Verdict != suite.NotConformant || result.Cut == "" {
		t.Errorf("%d failures, %s, cut by %q", n, result.Verdict, result.Cut)
	}
}

// stuck answers nothing until its context is done.
type stuck struct{}

func (stuck) Do(ctx context.Context, _ conformance.Request) (conformance.Response, error) {
	<-ctx.Done()
	return conformance.Response{}, ctx.Err()
}

func TestMaxTimeAndCancellationSayWhy(t *testing.T) {
	result, _ := run(t, suite.Config{Open: always(stuck{}), MaxTime: time.Millisecond})
	if result.Verdict != suite.NoVerdict || !strings.Contains(result.Cut.String(), "--max-time") {
		t.Errorf("%s, cut by %q", result.Verdict, result.Cut)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("somebody pressed a key"))
	result, err := suite.Run(ctx, suite.Config{Open: always(stuck{})}, func(suite.Event) {})
	if err != nil || result.Cut != "somebody pressed a key" {
		t.Errorf("cut by %q, error %v", result.Cut, err)
	}
}

// crashing raises on what is not text.
type crashing struct{ conformance.Implementation }

func (c crashing) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if strings.ContainsFunc(req.Token, func(r rune) bool { return r == '\uFFFD' }) {
		return conformance.Response{Outcome: conformance.Crashed, Crash: "ArgumentError: invalid byte sequence"}, nil
	}
	return c.Implementation.Do(ctx, req)
}

func TestACrashIsNoRejection(t *testing.T) {
	result, events := run(t, suite.Config{Open: always(crashing{conformance.Reference(epin.Current)}), Profile: suite.Quick, Seed: 1})
	if !slices.Contains(failedRequirements(result), "epin/9.1/reject") {
		t.Errorf("what failed is %v", failedRequirements(result))
	}
	for _, f := range failures(events) {
		if strings.Contains(f.Got.String(), "crashed: ArgumentError: invalid byte sequence") {
			return
		}
	}
	t.Error("no failure shows the crash")
}

// raisingOn crashes in one transformation.
type raisingOn struct {
	conformance.Implementation
	method conformance.Method
}

func (r raisingOn) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if slices.Contains(req.Methods, r.method) && epin.Valid(req.Token) {
		return conformance.Response{Outcome: conformance.Crashed, Crash: "NoMethodError"}, nil
	}
	return r.Implementation.Do(ctx, req)
}

// A transformation that crashes is to blame by itself, and neither the parser nor the
// transformations that it is asked together with.
func TestACrashIsBlamedOnTheTransformation(t *testing.T) {
	impl := raisingOn{conformance.Reference(epin.Current), conformance.Derive}
	result, _ := run(t, suite.Config{Open: always(impl), Profile: suite.Quick, Seed: 1, Only: []string{"tokens", "vectors"}})
	failed := failedRequirements(result)
	for _, id := range []string{"epin/9.3/derive"} {
		if !slices.Contains(failed, id) {
			t.Errorf("%s did not fail; what failed is %v", id, failed)
		}
	}
	for _, id := range []string{"epin/6/grammar", "epin/9.1/accept", "epin/9.3/native", "epin/9.3/copy", "examples/recipes/side"} {
		if slices.Contains(failed, id) {
			t.Errorf("%s failed although only derive crashes", id)
		}
	}
}

func TestFailuresBeyondTheCapAreCounted(t *testing.T) {
	if testing.Short() {
		t.Skip("it fails in a great many ways, which are all shrunk")
	}
	all := limited{alwaysYes{}, conformance.Description{Name: "yes", Ops: []conformance.Op{conformance.OpSweep}, Bytes: true}}
	_, events := run(t, suite.Config{Open: always(all), Seed: 1, Only: []string{"exhaustive"}})
	for _, e := range events {
		if p, ok := e.(suite.PartFinished); ok && p.Part.Layer == "exhaustive" && p.Part.Way == "sweep" {
			if p.Part.Failed != 65793-52-4*52 || p.Part.Passed != 52+4*52 {
				t.Errorf("%d failed, %d passed", p.Part.Failed, p.Part.Passed)
			}
		}
	}
	// A hundred, and what is the first of its requirement.
	if n := len(failures(events)); n < 100 || n > 103 {
		t.Errorf("%d failures kept", n)
	}
}

// alwaysYes accepts everything.
type alwaysYes struct{}

func (alwaysYes) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	if req.Op == conformance.OpSweep {
		return conformance.Response{Outcome: conformance.Swept, Verdicts: strings.Repeat("1", len(req.Tokens))}, nil
	}
	return conformance.Response{Outcome: conformance.Accepted}, nil
}

// A library that offers nothing but a yes or no passes nothing about values, and fails
// nothing about them.
func TestAVerdictSaysNothingOfValues(t *testing.T) {
	values := []string{
		"epin/7.1/name", "epin/7.1/side", "epin/7.1/state", "epin/7.1/terminal", "epin/7.2/derivation",
		"epin/9.2/canonical", "epin/9.2/no-context", "epin/9.3/pin", "epin/9.3/is-native", "epin/9.3/is-derived",
	}
	for _, op := range []conformance.Op{conformance.OpValid, conformance.OpSweep} {
		for _, impl := range []conformance.Implementation{
			limited{conformance.Reference(epin.Current), conformance.Description{Ops: []conformance.Op{op}, Bytes: true}},
			limited{alwaysNo{}, conformance.Description{Ops: []conformance.Op{op}, Bytes: true}},
		} {
			result, _ := run(t, suite.Config{Open: always(impl), Profile: suite.Quick, Seed: 1})
			for _, r := range result.Requirements {
				if slices.Contains(values, r.ID) && r.Result != suite.CheckNotExercised {
					t.Errorf("only %s: %s %s", op, r.ID, r.Result)
				}
			}
		}
	}
}

// A check that refuses one token is to blame for that, and not the accessors.
func TestARefusedTokenIsNotBlamedOnAccessors(t *testing.T) {
	result, _ := run(t, suite.Config{Open: always(refusingZ{conformance.Reference(epin.Current)}), Profile: suite.Quick, Seed: 1})
	failed := failedRequirements(result)
	for _, id := range failed {
		if strings.HasPrefix(id, "epin/7") || strings.HasPrefix(id, "epin/9.2") || strings.HasPrefix(id, "epin/9.3") {
			t.Errorf("%s failed although only the check refuses a token", id)
		}
	}
	for _, id := range []string{"epin/9.1/accept", "epin/9.1/one-verdict"} {
		if !slices.Contains(failed, id) {
			t.Errorf("%s did not fail; what failed is %v", id, failed)
		}
	}
}

// refusingZ has a check that refuses z, and a parser that does not.
type refusingZ struct{ conformance.Implementation }

func (r refusingZ) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if req.Op == conformance.OpValid && req.Token == "z" {
		return conformance.Response{Outcome: conformance.Rejected}, nil
	}
	return r.Implementation.Do(ctx, req)
}

// alwaysNo refuses everything.
type alwaysNo struct{}

func (alwaysNo) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	if req.Op == conformance.OpSweep {
		return conformance.Response{Outcome: conformance.Swept, Verdicts: strings.Repeat("0", len(req.Tokens))}, nil
	}
	return conformance.Response{Outcome: conformance.Rejected}, nil
}

// Each required and recommended requirement matters: a mutant claims to fail it, and
// TestMutantsAreCaught holds the mutant to that.
func TestEachRequirementHasAMutant(t *testing.T) {
	for _, e := range epin.Editions() {
		claimed := map[string]bool{}
		for _, m := range mutant.All() {
			for _, id := range m.RequirementsOf(e) {
				claimed[id] = true
			}
		}
		for _, q := range requirement.Of(e) {
			if q.Level != requirement.Informative && !claimed[q.ID] {
				t.Errorf("no mutant claims to fail %s", q.ID)
			}
		}
	}
}
