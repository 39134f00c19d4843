package suite

import (
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
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

// failedChecks counts the checks of all parts that failed, beyond those that are kept.
func failedChecks(r result.Report) int {
	n := 0
	for _, p := range r.Parts {
		n += p.Failed
	}
	return n
}

var dollar = []string{"epin/4/marker-last", "epin/6/grammar", "epin/6/anchoring", "epin/9.1/reject", "epin/9.4/line-break"}

// TestKnownFailures: the verdict with a list of known failures, and the result of its lines.
func TestKnownFailures(t *testing.T) {
	longTest(t)
	dollarForZ, twice := openVerdicts(t, "dollar-for-z"), open(offering(acceptsBy(conformance.OpValid, "K''"), conformance.OpValid))
	yesOrNo := open(offeringText(altered(func(_ conformance.Request, resp conformance.Response) conformance.Response {
		return conformance.Response{Outcome: resp.Outcome}
	}), conformance.OpParse))
	breaking := opening(func(e *notation.Edition) conformance.Implementation { // when every requirement of dollar has failed
		return offering(dying(mutantNamed(t, "dollar-for-z").New(e), 5000), validity...)
	})
	// Twice fails the first two.
	const vector, row, neighbour = "vectors/valid/4b2727", "features/epin/invalid-tokens/2", "complete/valid/4b2727"
	vectors, parse := []string{"vectors"}, []string{"vectors/parse/4b0a"}
	dollarsOnly := "Nothing failed but 5 known failures. The list hides any further bug that breaks only requirements" +
		" which it names as a whole: " + strings.Join(dollar, ", ") + "."
	const example = `\n" by parse: expected rejected, got accepted` // of each of them
	type lines = map[string]KnownResult
	for _, test := range []struct {
		name    string
		open    conformance.Factory
		only    []string
		known   []string // further lines, without a result to compare
		lines   lines
		verdict Verdict
		reason  string // where the list makes it
	}{
		{"everything", dollarForZ, nil, dollar, nil, ConformantButFor, dollarsOnly},
		{"all checks", twice, nil, []string{vector, row}, nil, ConformantButFor, ""},
		{"all checks but one", twice, vectors, []string{row}, nil, NotConformant, ""},
		{"a check with its token", twice, nil, []string{vector + ` "K''"`, row}, nil, ConformantButFor, ""},
		{"a check with another token", twice, vectors, []string{vector + ` "K'"`, row}, nil, NotConformant, ""},
		{"a check that nobody asks, too", twice, nil, []string{neighbour, vector, row}, nil, OutOfDate, ""},
		{"a requirement that failed, too", twice, nil, []string{"epin/6/grammar", vector, row}, nil, ConformantButFor, ""},
		{"a requirement that failed on another token", twice, nil, []string{`epin/6/grammar "K"`, vector, row}, nil, OutOfDate, ""},

		// A line about a wrong verdict names what contains its token; one letter is like another.
		{"the verdict on a string", twice, nil, []string{`accepts "k''"`}, nil, ConformantButFor, ""},
		{"the verdict on a part of it", twice, nil, []string{`accepts "''"`}, nil, ConformantButFor, ""},
		{"the verdict on a longer one", twice, vectors, []string{`accepts "k'''"`}, nil, NotConformant, ""},
		{"the verdict on nothing", twice, vectors, []string{`accepts ""`}, nil, NotConformant, ""},
		{"the verdict on no string", twice, vectors, []string{`accepts`}, nil, NotConformant, ""},
		{"another verdict", twice, vectors, []string{`rejects "k''"`}, nil, NotConformant, ""},
		{"a crash", twice, vectors, []string{`crashes "k''"`}, nil, NotConformant, ""},
		{"the verdict on another string", twice, vectors, []string{`accepts "k\u00e9"`}, nil, NotConformant, ""},

		{"an empty list", openReference, nil, []string{}, nil, FullyConformant, ""},
		{"what does not fail", openReference, nil, nil, lines{
			"epin/6/anchoring":               KnownPassed,
			`epin/6/anchoring "K"`:           KnownPassed,
			"vectors/parse/4b0a":             KnownPassed,
			"exhaustive/sweep/ff":            KnownPassed,
			"properties/copy":                KnownPassed,
			"tokens/equal/4b/6b":             KnownPassed,
			"tokens/apply/derive-native/4b":  KnownPassed,
			"epin/9.4":                       KnownNotAsked, // a leading part
			"vectors":                        KnownNotAsked,
			`accepts "K\n"`:                  KnownPassed,
			`crashes "\xff"`:                 KnownPassed,
			`crashes "{}{}{}{}"`:             KnownNotAsked, // no string of the profile contains it
			"rejects":                        KnownNotAsked, // without a token
			"exhaustive/sweep/4b0a":          KnownNotAsked, // of another profile
			"epin-initial/grammar":           KnownNotAsked, // of another edition
			"epin/9.9/nothing":               KnownNotAsked,
			"examples/single-style/omit":     KnownNotAsked, // for the tests of this module alone
			"tokens/apply/derive-nothing/4b": KnownNotAsked,
		}, OutOfDate, ""},

		// What cannot be asked any more is no pass, and no reason to say that the list is correct.
		{"what is not offered", yesOrNo, nil, nil, notOfferedLines, NoVerdict, "could not be tested"},
		{"what is not offered, and what passes", yesOrNo, nil, []string{"epin/6/grammar"}, notOfferedLines, OutOfDate, ""},

		{
			"all of a selection", dollarForZ, parse, dollar,
			lines{"epin/4/marker-last": KnownOpen, "epin/9.4/line-break": KnownFailed}, NoVerdict, "",
		},
		{"not all of a selection", dollarForZ, parse, dollar[:4], nil, NotConformant, ""},
		{
			"what is outside a selection", dollarForZ, []string{"vectors/parse/4b"}, nil,
			lines{"epin/7.1/side": KnownOpen, "features/epin/nothing/1": KnownOpen, "tokens/parse/4b": KnownOpen}, NoVerdict, "",
		},
		{"a check inside a selection", dollarForZ, vectors, dollar, lines{"vectors/parse/4b": KnownPassed}, OutOfDate, ""},
		{"a requirement inside a selection", dollarForZ, []string{"epin/7.1"}, nil, lines{"epin/7.1/side": KnownPassed}, OutOfDate, ""},

		{
			"cut short", breaking, nil, dollar, lines{"epin/7.1/side": KnownOpen, "epin/nothing": KnownOpen},
			NoVerdict, "The adapter died. All failures before that are known failures.",
		},
		{"cut short, and not all known", breaking, nil, dollar[:4], nil, NotConformant, ""},
	} {
		cfg := Config{Open: test.open, Profile: Quick, Seed: 1, Only: test.only}
		known := slices.Clone(test.known)
		for subject := range test.lines {
			if !slices.Contains(known, subject) {
				known = append(known, subject)
			}
		}
		cfg.Known = append([]knownfailures.Line{}, listed(t, known...)...)
		result := run(t, cfg)
		if result.Verdict != test.verdict || !strings.Contains(result.Reason.String(), test.reason) {
			t.Errorf("%s: %s: %s", test.name, result.Verdict, result.Reason)
		}
		for _, line := range result.KnownFailures.Lines {
			if want, ok := test.lines[line.Subject()]; ok && line.Result != want {
				t.Errorf("%s: %s: %s, want %s", test.name, line.Subject(), line.Result, want)
			}
			if line.Result == KnownFailed && (line.Checks == 0 || line.Example == nil) {
				t.Errorf("%s: %s: %d checks, %v", test.name, line.Subject(), line.Checks, line.Example)
			}
			if test.name == "everything" && (line.Result != KnownFailed || !strings.HasSuffix(line.Example.String(), example)) {
				t.Errorf("%s: %s, %v", line.ID, line.Result, line.Example)
			}
		}
		if got := failedRequirements(result); test.name == "not all of a selection" && !slices.Equal(got, dollar[4:]) {
			t.Errorf("%s: not known are %v", test.name, got)
		}
		if n := len(result.KnownFailures.Lines); n != len(known) {
			t.Errorf("%s: %d lines of %d", test.name, n, len(known))
		}
		if n := failedChecks(result); test.verdict == ConformantButFor &&
			(n == 0 || result.KnownFailures.Checks != n || len(result.Failures) > 0 || failedRequirements(result) != nil) {
			t.Errorf("%s: %d of %d checks are known, but not %v", test.name, result.KnownFailures.Checks, n, failedRequirements(result))
		}
	}
}

var notOfferedLines = map[string]KnownResult{
	"epin/9.3/native":        KnownNotExercised,
	"epin/7.1/side":          KnownNotExercised,
	"tokens/apply/native/4b": KnownNotExercised,
	"complete/sweep/0061":    KnownNotExercised,
	"properties/copy":        KnownNotExercised,
	"exhaustive/parse/ff":    KnownNotExercised, // is no text
	`accepts "\xff"`:         KnownNotExercised,
}

// More failures than are kept are held against the list, each of them.
func TestFailuresBeyondTheCapAreHeldAgainstTheList(t *testing.T) {
	longTest(t)
	all := strings.Fields(readFailed(t)["1.0.0/side-inverted"])
	impl := offering(mutantNamed(t, "side-inverted").New(notation.EPIN), conformance.OpParse)
	cfg := Config{Open: open(impl), Profile: Quick, Seed: 1, Known: listed(t, all...)}
	result := run(t, cfg)
	if n := failedChecks(result); n < 1000 || result.Verdict != ConformantButFor || result.KnownFailures.Checks != n {
		t.Errorf("%s: %s; %d of %d checks are known", result.Verdict, result.Reason, result.KnownFailures.Checks, n)
	}
	// One token of them all is known, so all the others are not.
	for i := range all {
		all[i] += ` "K"`
	}
	cfg.Known = listed(t, all...)
	result = run(t, cfg)
	if result.Verdict != NotConformant || result.KnownFailures.Checks == 0 || result.KnownFailures.Checks*100 > failedChecks(result) {
		t.Errorf("%s: %s; %d of %d checks are known", result.Verdict, result.Reason, result.KnownFailures.Checks, failedChecks(result))
	}
	for _, f := range result.Failures {
		if f.Token == "K" {
			t.Errorf("%s is a failure on K, which is known", f.Check)
		}
	}
}

// With the lines that a list lacks, all failures are known, and a further bug is not. Up to mostNamed
// checks have a line each, more of them one line for the requirement.
func TestLacking(t *testing.T) {
	longTest(t)
	onlyValidity := conformance.Description{Ops: validity, Bytes: true}
	withApply := conformance.Description{
		Ops: append(slices.Clone(validity), conformance.OpApply), Methods: conformance.MethodsOf(notation.EPIN), Bytes: true, ApplyAttributes: true,
	}
	for i, test := range []struct {
		mutant  string
		offered conformance.Description
		want    string // the line; "" for one of each failed check
	}{
		{"dollar-for-z", onlyValidity, `accepts "K\n"`},
		{"parser-raises-on-empty", onlyValidity, `crashes ""`},
		{"accessor-remembered", withApply, "epin/7.1/side"},
		{"pin-without-caret", onlyValidity, ""},
	} {
		if !sampled(i, 3) {
			continue
		}
		impl := limited{mutantNamed(t, test.mutant).New(notation.EPIN), test.offered}
		cfg := Config{Open: open(impl), Profile: Quick, Seed: 1}
		result := run(t, cfg)
		var lines []string
		for _, l := range result.Lacking {
			lines = append(lines, l.Subject())
			l.Line.Reason = "why"
			cfg.Known = append(cfg.Known, l.Line)
		}
		switch n := failedChecks(result); {
		case test.want == "" && (len(lines) != n || !strings.HasPrefix(lines[0], "vectors/parse/") || n > mostNamed):
			t.Fatalf("%s: %d lines for %d checks: %q", test.mutant, len(lines), n, lines)
		case test.want != "" && !slices.Equal(lines, []string{test.want}):
			t.Fatalf("%s: %d lines: %q, want %s", test.mutant, len(lines), lines[:min(len(lines), 9)], test.want)
		}
		result = run(t, cfg)
		isKnown := strings.HasPrefix(result.Reason.String(), "Nothing failed but 1 known failure.")
		if result.Verdict != ConformantButFor || !isKnown || len(result.Lacking) > 0 {
			t.Errorf("%s: %s: %s, lacking %v", test.mutant, result.Verdict, result.Reason, result.Lacking)
		}
		cfg.Open = open(limited{alteredOf(impl, func(req conformance.Request, resp conformance.Response) conformance.Response {
			if req.Token == "~" {
				return accept
			}
			return resp
		}), test.offered})
		if result := run(t, cfg); result.Verdict != NotConformant {
			t.Errorf("%s: with a further bug: %s: %s", test.mutant, result.Verdict, result.Reason)
		}
		cfg.Open = openReference
		if result := run(t, cfg); result.Verdict != OutOfDate {
			t.Errorf("%s: fixed: %s: %s", test.mutant, result.Verdict, result.Reason)
		}
	}
}

func TestFailFastGoesPastKnownFailures(t *testing.T) {
	cfg := Config{Open: openVerdicts(t, "dollar-for-z"), Profile: Quick, Seed: 1, FailFast: true, Known: listed(t, dollar...)}
	if result := run(t, cfg); result.Verdict != ConformantButFor {
		t.Errorf("%s: %s", result.Verdict, result.Reason)
	}
	cfg.Known = listed(t, dollar[1:]...)
	if result := run(t, cfg); result.Verdict != NotConformant || result.Cut == "" || len(result.Failures) != 1 {
		t.Errorf("%s: %s", result.Verdict, result.Reason)
	}
}

func TestExamplesAreSmall(t *testing.T) {
	if !whole() {
		t.Skip("it fails in a great many ways, which are all shrunk: with EPIN_WHOLE=1")
	}
	crash := conformance.Response{Outcome: conformance.Crashed, Crash: strings.Repeat("é\x1b", 1<<10)}
	long := replaced(crash, func(req conformance.Request) bool { return len(req.Token) > 4000 })
	result := run(t, Config{Open: open(long), Profile: Quick, Seed: 1, Only: []string{"vectors/parse"}})
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

// Lines about requirements hide no bug: the verdict line counts the findings that only they cover.
func TestFindingsListedByRequirement(t *testing.T) {
	twoBugs := open(offering(replaced(accept, func(req conformance.Request) bool {
		return req.Token == "K''" || req.Token == "K\n"
	}), conformance.OpValid))
	var known []knownfailures.Line
	for _, id := range failedRequirements(run(t, Config{Open: twoBugs, Profile: Quick, Only: []string{"vectors"}})) {
		known = append(known, knownfailures.Line{ID: id, Reason: "known"})
	}
	report := run(t, Config{Open: twoBugs, Profile: Quick, Known: known})
	const want = ", 2 findings of which are listed by requirement only"
	if report.Verdict != ConformantButFor || !strings.HasSuffix(report.VerdictLine(), want) {
		t.Errorf("%s: %s", report.VerdictLine(), report.Reason)
	}
}
