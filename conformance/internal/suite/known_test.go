package suite_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// listed reads known failures without their reasons.
func listed(t *testing.T, subjects ...string) []knownfailures.Line {
	t.Helper()
	text := ""
	for _, subject := range subjects {
		text += subject + ": why\n"
	}
	list, err := knownfailures.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return list.Lines
}

func openMutant(t *testing.T, name string) conformance.Factory {
	t.Helper()
	m, ok := mutant.Named(name)
	if !ok {
		t.Fatalf("there is no mutant %s", name)
	}
	return opening(m.New)
}

// unknownRequirements are those that failed and are not known to.
func unknownRequirements(result suite.Result) []string {
	var ids []string
	for _, r := range result.Requirements {
		if r.Failed > r.Known {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// failedChecks counts the checks of all parts that failed, beyond those that are kept.
func failedChecks(events []suite.Event) int {
	n := 0
	for _, e := range events {
		if p, ok := e.(suite.PartFinished); ok {
			n += p.Part.Failed
		}
	}
	return n
}

func results(result suite.Result) map[string]suite.KnownResult {
	of := map[string]suite.KnownResult{}
	for _, f := range result.KnownFailures.Lines {
		of[f.Subject()] = f.Result
	}
	return of
}

var dollar = []string{"epin/4/marker-last", "epin/6/grammar", "epin/6/anchoring", "epin/9.1/reject", "epin/9.4/line-break"}

func TestEverythingKnownIsConformantButForIt(t *testing.T) {
	result, events := run(t, suite.Config{Open: openMutant(t, "dollar-for-z"), Profile: suite.Quick, Seed: 1, Known: listed(t, dollar...)})
	if result.Verdict != suite.ConformantButFor || string(result.Reason) != "Nothing failed but 5 known failures. The list hides any further bug that breaks only requirements which it names as a whole: "+strings.Join(dollar, ", ")+"." {
		t.Errorf("%s: %s", result.Verdict, result.Reason)
	}
	if fs := failures(events); len(fs) != 0 {
		t.Errorf("%s is known, and a failure all the same", fs[0].Check)
	}
	if n := failedChecks(events); n == 0 || result.KnownFailures.Checks != n {
		t.Errorf("%d checks failed, %d are known", n, result.KnownFailures.Checks)
	}
	if got := unknownRequirements(result); got != nil {
		t.Errorf("not known: %v", got)
	}
	for _, f := range result.KnownFailures.Lines {
		if f.Result != suite.KnownFailed || f.Checks == 0 || f.Example == nil || !strings.HasSuffix(f.Example.String(), `\n" by parse: wanted rejected, got accepted`) {
			t.Errorf("%s: %s, %d checks, %v", f.ID, f.Result, f.Checks, f.Example)
		}
	}
}

// A check that counts against several requirements is known when each of them is.
func TestALineExcusesNoOtherRequirement(t *testing.T) {
	for _, missing := range dollar {
		others := slices.DeleteFunc(slices.Clone(dollar), func(id string) bool { return id == missing })
		result, events := run(t, suite.Config{Open: openMutant(t, "dollar-for-z"), Profile: suite.Quick, Seed: 1, Known: listed(t, others...), Only: []string{"vectors"}})
		if result.Verdict != suite.NotConformant {
			t.Errorf("without %s: %s: %s", missing, result.Verdict, result.Reason)
		}
		if got := unknownRequirements(result); !slices.Equal(got, []string{missing}) {
			t.Errorf("without %s, not known: %v", missing, got)
		}
		for _, f := range failures(events) {
			if !slices.Contains(f.Requirements, missing) {
				t.Errorf("without %s, %s is not known", missing, f.Check)
			}
		}
		if unknown := failedChecks(events) - result.KnownFailures.Checks; unknown == 0 || unknown != len(failures(events)) {
			t.Errorf("without %s, %d checks are not known, and %d failures", missing, unknown, len(failures(events)))
		}
	}
}

// More failures than are kept are held against the list, each of them.
func TestFailuresBeyondTheCapAreHeldAgainstTheList(t *testing.T) {
	if testing.Short() {
		t.Skip("it fails in a great many ways, which are all shrunk")
	}
	open := openMutant(t, "side-inverted")
	result, events := run(t, suite.Config{Open: open, Profile: suite.Quick, Seed: 1})
	all := failedRequirements(result)
	if n := failedChecks(events); n < 1000 {
		t.Fatalf("only %d checks failed", n)
	}
	result, events = run(t, suite.Config{Open: open, Profile: suite.Quick, Seed: 1, Known: listed(t, all...)})
	if result.Verdict != suite.ConformantButFor || result.KnownFailures.Checks != failedChecks(events) {
		t.Errorf("%s: %s; %d of %d checks are known", result.Verdict, result.Reason, result.KnownFailures.Checks, failedChecks(events))
	}
	// One token of them all is known, so all the others are not.
	for i := range all {
		all[i] += ` "K"`
	}
	result, events = run(t, suite.Config{Open: open, Profile: suite.Quick, Seed: 1, Known: listed(t, all...)})
	if result.Verdict != suite.NotConformant || result.KnownFailures.Checks == 0 || result.KnownFailures.Checks*100 > failedChecks(events) {
		t.Errorf("%s: %s; %d of %d checks are known", result.Verdict, result.Reason, result.KnownFailures.Checks, failedChecks(events))
	}
	for _, f := range failures(events) {
		if f.Token == "K" {
			t.Errorf("%s is a failure on K, which is known", f.Check)
		}
	}
}

func TestKnownChecks(t *testing.T) {
	if testing.Short() {
		t.Skip("short runs are for the race detector, and nothing runs side by side here")
	}
	open := always(wrongBy{conformance.Reference(epin.Current), conformance.OpSweep, "K''"})
	const complete, neighbour = "vectors/sweep/4b2727", "complete/sweep/4b2727"
	_, events := run(t, suite.Config{Open: open, Profile: suite.Quick, Seed: 1})
	var all []string
	for _, f := range failures(events) {
		all = append(all, f.Check)
	}
	if !slices.Contains(all, complete) || slices.Contains(all, neighbour) {
		t.Fatalf("what failed is %v", all)
	}
	for _, test := range []struct {
		name  string
		known []string
		want  suite.Verdict
	}{
		{"all", all, suite.ConformantButFor},
		{"all but one", all[1:], suite.NotConformant},
		{"with its token", append([]string{all[0] + ` "K''"`}, all[1:]...), suite.ConformantButFor},
		{"with another token", append([]string{all[0] + ` "K'"`}, all[1:]...), suite.NotConformant},
		{"one that nobody asks, too", append([]string{neighbour}, all...), suite.OutOfDate},
		{"a requirement that failed, too", append([]string{"epin/6/grammar"}, all...), suite.ConformantButFor},
		{"a requirement that failed on another token", append([]string{`epin/6/grammar "K"`}, all...), suite.OutOfDate},
	} {
		result, _ := run(t, suite.Config{Open: open, Profile: suite.Quick, Seed: 1, Known: listed(t, test.known...)})
		if result.Verdict != test.want {
			t.Errorf("%s: %s: %s", test.name, result.Verdict, result.Reason)
		}
	}
}

// worse is wrong as another implementation is, and accepts "~" at the end, too.
type worse struct{ conformance.Implementation }

func (w worse) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	req.Token = strings.TrimRight(req.Token, "~")
	req.Tokens = slices.Clone(req.Tokens)
	for i, token := range req.Tokens {
		req.Tokens[i] = strings.TrimRight(token, "~")
	}
	return w.Implementation.Do(ctx, req)
}

// With what a list lacks, everything is known that fails, and a further bug is not.
func TestLacking(t *testing.T) {
	for i, test := range []struct {
		mutant string
		want   []string // "  " before what belongs to the line above, where something does
	}{
		{"dollar-for-z", []string{`accepts "K\n"`}},
		{"parser-raises-on-empty", []string{`crashes ""`}},
		{"pin-without-caret", []string{"epin/9.3/pin"}},
	} {
		if !suite.Sampled(i, 3) {
			continue
		}
		m, _ := mutant.Named(test.mutant)
		cfg := suite.Config{Open: always(m.New(epin.Current)), Profile: suite.Quick, Seed: 1}
		result, _ := run(t, cfg)
		var got []string
		for _, l := range result.Lacking {
			indent := ""
			if l.More {
				indent = "  "
			}
			got = append(got, indent+l.Subject())
			l.Reason = "why"
			cfg.Known = append(cfg.Known, l.Line)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: - wanted, + got:\n%s", test.mutant, diff)
		}
		if result, _ := run(t, cfg); result.Verdict != suite.ConformantButFor || !strings.HasPrefix(result.Reason.String(), "Nothing failed but 1 known failure.") || len(result.Lacking) > 0 {
			t.Errorf("%s: %s: %s, lacking %v", test.mutant, result.Verdict, result.Reason, result.Lacking)
		}
		cfg.Open = always(worse{m.New(epin.Current)})
		if result, _ := run(t, cfg); result.Verdict != suite.NotConformant {
			t.Errorf("%s: with a further bug: %s: %s", test.mutant, result.Verdict, result.Reason)
		}
		cfg.Open = opening(conformance.Reference)
		if result, _ := run(t, cfg); result.Verdict != suite.OutOfDate {
			t.Errorf("%s: fixed: %s: %s", test.mutant, result.Verdict, result.Reason)
		}
	}
}

// A line about a wrong verdict names what contains its token.
func TestKnownVerdicts(t *testing.T) {
	open := always(wrongBy{conformance.Reference(epin.Current), conformance.OpSweep, "k''"})
	for subject, want := range map[string]suite.Verdict{
		`accepts "K''"`:     suite.ConformantButFor, // one letter is like another
		`accepts "''"`:      suite.ConformantButFor,
		`accepts "k'''"`:    suite.NotConformant,
		`accepts ""`:        suite.NotConformant,
		`accepts`:           suite.NotConformant,
		`rejects "k''"`:     suite.NotConformant,
		`crashes "k''"`:     suite.NotConformant,
		`accepts "k\u00e9"`: suite.NotConformant,
	} {
		result, _ := run(t, suite.Config{Open: open, Profile: suite.Quick, Seed: 1, Known: listed(t, subject)})
		if result.Verdict != want {
			t.Errorf("%s: %s: %s", subject, result.Verdict, result.Reason)
		}
	}
}

func TestKnownFailuresThatDoNotFail(t *testing.T) {
	want := map[string]suite.KnownResult{
		"epin/6/anchoring":               suite.KnownPassed,
		`epin/6/anchoring "K"`:           suite.KnownPassed,
		"vectors/parse/4b0a":             suite.KnownPassed,
		"exhaustive/sweep/ff":            suite.KnownPassed,
		"properties/copy":                suite.KnownPassed,
		"tokens/equal/4b/6b":             suite.KnownPassed,
		"tokens/apply/derive-native/4b":  suite.KnownPassed,
		"epin/9.4":                       suite.KnownNotAsked, // a leading part
		"vectors":                        suite.KnownNotAsked,
		`accepts "K\n"`:                  suite.KnownPassed,
		`crashes "\xff"`:                 suite.KnownPassed,
		"rejects":                        suite.KnownNotAsked, // without a token
		"exhaustive/sweep/4b0a":          suite.KnownNotAsked, // of another profile
		"epin-initial/grammar":           suite.KnownNotAsked, // of another edition
		"epin/9.9/nothing":               suite.KnownNotAsked,
		"tokens/apply/derive-nothing/4b": suite.KnownNotAsked,
	}
	var subjects []string
	for subject := range want {
		subjects = append(subjects, subject)
	}
	result, _ := run(t, suite.Config{Open: opening(conformance.Reference), Profile: suite.Quick, Seed: 1, Known: listed(t, subjects...)})
	if diff := cmp.Diff(want, results(result)); diff != "" {
		t.Errorf("- wanted, + got:\n%s", diff)
	}
	if result.Verdict != suite.OutOfDate {
		t.Errorf("%s: %s", result.Verdict, result.Reason)
	}
	if result, _ := run(t, suite.Config{Open: opening(conformance.Reference), Profile: suite.Quick, Seed: 1, Known: []knownfailures.Line{}}); result.Verdict != suite.FullyConformant {
		t.Errorf("an empty list: %s: %s", result.Verdict, result.Reason)
	}
}

// Some requirements are for the tests of this module alone, whatever is offered.
func TestKnownRequirementsThatNobodyAsks(t *testing.T) {
	cfg := suite.Config{Open: opening(conformance.Reference), Edition: epin.Initial, Profile: suite.Quick, Seed: 1}
	result, _ := run(t, cfg)
	for _, r := range result.Requirements {
		if r.Passed+r.Failed+r.NotExercised == 0 {
			cfg.Known = append(cfg.Known, listed(t, r.ID)...)
		}
	}
	if len(cfg.Known) == 0 {
		t.Fatal("there is none")
	}
	result, _ = run(t, cfg)
	if result.Verdict != suite.OutOfDate {
		t.Errorf("%s: %s", result.Verdict, result.Reason)
	}
	for subject, got := range results(result) {
		if got != suite.KnownNotAsked {
			t.Errorf("%s: %s", subject, got)
		}
	}
}

// What cannot be asked any more is no pass, and no reason to say that the list is right.
func TestKnownFailuresThatAreNotOffered(t *testing.T) {
	impl := limited{
		verdictsOnly{conformance.Reference(epin.Current)},
		conformance.Description{Ops: []conformance.Op{conformance.OpParse}},
	}
	want := map[string]suite.KnownResult{
		"epin/9.3/native":        suite.KnownNotExercised,
		"epin/7.1/side":          suite.KnownNotExercised,
		"tokens/apply/native/4b": suite.KnownNotExercised,
		"complete/sweep/4b":      suite.KnownNotExercised,
		"properties/copy":        suite.KnownNotExercised,
		"exhaustive/parse/ff":    suite.KnownNotExercised, // is no text
		`accepts "\xff"`:         suite.KnownNotExercised,
	}
	var subjects []string
	for subject := range want {
		subjects = append(subjects, subject)
	}
	result, _ := run(t, suite.Config{Open: always(impl), Profile: suite.Quick, Seed: 1, Known: listed(t, subjects...)})
	if diff := cmp.Diff(want, results(result)); diff != "" {
		t.Errorf("- wanted, + got:\n%s", diff)
	}
	if result.Verdict != suite.NoVerdict || !strings.Contains(result.Reason.String(), "could not be tested") {
		t.Errorf("%s: %s", result.Verdict, result.Reason)
	}
	// What can be asked still puts the list out of date.
	result, _ = run(t, suite.Config{Open: always(impl), Profile: suite.Quick, Seed: 1, Known: listed(t, append(subjects, "epin/6/grammar")...)})
	if result.Verdict != suite.OutOfDate {
		t.Errorf("%s: %s", result.Verdict, result.Reason)
	}
}

func TestKnownFailuresOfASelection(t *testing.T) {
	for _, test := range []struct {
		name   string
		only   []string
		known  []string
		want   suite.Verdict
		result map[string]suite.KnownResult
	}{
		{
			"all known", []string{"vectors/parse/4b0a"}, dollar, suite.NoVerdict,
			map[string]suite.KnownResult{"epin/4/marker-last": suite.KnownOpen, "epin/9.4/line-break": suite.KnownFailed},
		},
		{"one not known", []string{"vectors/parse/4b0a"}, dollar[:4], suite.NotConformant, nil},
		{
			"outside", []string{"vectors/parse/4b"}, []string{"epin/7.1/side", "features/epin/nothing/1", "tokens/parse/4b"}, suite.NoVerdict,
			map[string]suite.KnownResult{"epin/7.1/side": suite.KnownOpen, "features/epin/nothing/1": suite.KnownOpen, "tokens/parse/4b": suite.KnownOpen},
		},
		{"a check inside", []string{"vectors"}, append([]string{"vectors/parse/4b"}, dollar...), suite.OutOfDate, map[string]suite.KnownResult{"vectors/parse/4b": suite.KnownPassed}},
		{"a requirement inside", []string{"epin/7.1"}, []string{"epin/7.1/side"}, suite.OutOfDate, map[string]suite.KnownResult{"epin/7.1/side": suite.KnownPassed}},
	} {
		result, _ := run(t, suite.Config{Open: openMutant(t, "dollar-for-z"), Profile: suite.Quick, Seed: 1, Only: test.only, Known: listed(t, test.known...)})
		if result.Verdict != test.want {
			t.Errorf("%s: %s: %s", test.name, result.Verdict, result.Reason)
		}
		for subject, want := range test.result {
			if got := results(result)[subject]; got != want {
				t.Errorf("%s: %s: %s, want %s", test.name, subject, got, want)
			}
		}
	}
}

// breaking is wrong as another one is, until it is asked by sweep.
type breaking struct{ conformance.Implementation }

func (b breaking) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if req.Op == conformance.OpSweep {
		return conformance.Response{}, errors.New("it is gone")
	}
	return b.Implementation.Do(ctx, req)
}

func TestARunCutShortIsNeverConformantButForAnything(t *testing.T) {
	m, _ := mutant.Named("dollar-for-z")
	open := always(breaking{m.New(epin.Current)})
	result, _ := run(t, suite.Config{Open: open, Profile: suite.Quick, Seed: 1, Known: listed(t, append(dollar, "epin/7.1/side", "epin/nothing")...)})
	if result.Verdict != suite.NoVerdict || result.Reason != "It is gone. What failed before are known failures." {
		t.Errorf("%s: %s", result.Verdict, result.Reason)
	}
	for _, id := range []string{"epin/7.1/side", "epin/nothing"} {
		if got := results(result)[id]; got != suite.KnownOpen {
			t.Errorf("%s: %s", id, got)
		}
	}
	if result, _ := run(t, suite.Config{Open: open, Profile: suite.Quick, Seed: 1, Known: listed(t, dollar[:4]...)}); result.Verdict != suite.NotConformant {
		t.Errorf("%s: %s", result.Verdict, result.Reason)
	}
}

func TestFailFastGoesPastKnownFailures(t *testing.T) {
	cfg := suite.Config{Open: openMutant(t, "dollar-for-z"), Profile: suite.Quick, Seed: 1, FailFast: true, Known: listed(t, dollar...)}
	if result, _ := run(t, cfg); result.Verdict != suite.ConformantButFor {
		t.Errorf("%s: %s", result.Verdict, result.Reason)
	}
	cfg.Known = listed(t, dollar[1:]...)
	if result, events := run(t, cfg); result.Verdict != suite.NotConformant || result.Cut == "" || len(failures(events)) != 1 {
		t.Errorf("%s: %s", result.Verdict, result.Reason)
	}
}

// long accepts one very long string, and crashes with a long text on another.
type long struct{ conformance.Implementation }

var longText = strings.Repeat("é\x1b", 1<<10)

func (l long) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if len(req.Token) > 4000 {
		return conformance.Response{Outcome: conformance.Crashed, Crash: longText}, nil
	}
	return l.Implementation.Do(ctx, req)
}

func TestExamplesAreSmall(t *testing.T) {
	if !suite.Whole() {
		t.Skip("it fails in a great many ways, which are all shrunk: with EPIN_WHOLE=1")
	}
	result, _ := run(t, suite.Config{Open: always(long{conformance.Reference(epin.Current)}), Profile: suite.Quick, Seed: 1, Only: []string{"vectors/parse"}})
	examples := 0
	for _, l := range result.Lacking {
		examples++
		if size := len(l.Example.Says) + len(l.Example.Wanted) + len(l.Example.Got); size > 1000 || !strings.Contains(string(l.Example.Says), " bytes)") {
			t.Errorf("%s: an example of %d bytes", l.ID, size)
		}
		if s := l.Example.String(); strings.ContainsAny(s, "\x1b\n") || !strings.Contains(s, `crashed: é\x1bé`) {
			t.Errorf("%s: %q", l.ID, s)
		}
	}
	if examples == 0 {
		t.Error("nothing failed")
	}
}
