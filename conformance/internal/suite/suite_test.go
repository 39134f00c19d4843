package suite

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/internal/tests"
)

// conformingTest is a correct library in all that it offers.
type conformingTest struct {
	name     string
	offers   func(*conformance.Description)
	alter    alteration // of the current edition alone
	verdict  result.Verdict
	reason   string
	noValues bool // nothing is returned but verdicts
}

func conformingTests() []conformingTest {
	type description = conformance.Description
	minimal := description{ // what EPIN §9.3 recommends
		Ops:     []conformance.Op{conformance.OpParse, conformance.OpApply},
		Methods: []conformance.Method{conformance.Native, conformance.Derive},
		Bytes:   conformance.Ops(),
	}
	without := func(keys ...string) alteration {
		return func(_ conformance.Request, resp conformance.Response) conformance.Response {
			for _, key := range keys {
				*resp.Attribute(notation.EPIN, key) = notation.Value{}
			}
			return resp
		}
	}
	return []conformingTest{
		{name: "everything", verdict: result.FullyConformant},
		{
			name: "text without NUL", offers: func(d *description) { d.NoNUL, d.Bytes = true, nil },
			verdict: result.FullyConformant, reason: "Tested only with text without the byte 0",
		},
		{
			name: "bytes for some operations", offers: func(d *description) { d.Bytes = []conformance.Op{conformance.OpParse, conformance.OpSweep} },
			verdict: result.FullyConformant, reason: "Tested only with text via valid, apply: the implementation takes no other input.",
		},
		{
			name: "few operations", offers: func(d *description) { *d = minimal; d.Methods = d.Methods[:1] },
			verdict: result.Conformant, reason: "epin/9.3/derive. To test it, the implementation has to offer the method derive.",
		},
		{
			name: "valid", verdict: result.Conformant, noValues: true,
			offers: func(d *description) { d.Ops, d.Methods = []conformance.Op{conformance.OpValid}, nil },
			reason: `the implementation has to offer the operation parse with "token", "pin", "native", "derived", "name", "side", "state", "terminal" in its response; the methods derive, native; the operations apply, equal.`,
		},
		{
			name: "all but the string form", alter: without("token"), verdict: result.Conformant,
			reason: `no-context. To test it, the implementation has to offer "token" in its response to parse.`,
		},
		{
			name: "yes or no about text", alter: noValues,
			offers:  func(d *description) { *d = description{Ops: []conformance.Op{conformance.OpParse}} },
			verdict: result.Conformant, noValues: true, reason: "Tested only with text",
		},
		{
			name: "what EPIN §9.3 recommends", offers: func(d *description) { *d = minimal },
			alter: without("name", "side", "state", "terminal"), verdict: result.FullyConformant,
		},
		{
			name: "names in lower case", // the Piece Name is a case-insensitive identity (EPIN §7.1)
			alter: func(_ conformance.Request, resp conformance.Response) conformance.Response {
				resp.Attribute(notation.EPIN, "name").Text = strings.ToLower(resp.Attribute(notation.EPIN, "name").Text)
				return resp
			},
			verdict: result.FullyConformant,
		},
	}
}

// TestConforms: what is correct in all that it offers has the best verdict that it can have,
// and each part of the run has as many checks as its plan says.
func TestConforms(t *testing.T) {
	for i, test := range conformingTests() {
		for j, e := range notation.All() {
			everywhere := i == 0 && sampled(j, 2) || tests.Whole() && e.Notation == notation.EPIN.Notation && !strings.Contains(test.reason, "has to offer")
			if (test.alter != nil || !everywhere) && e != notation.EPIN {
				continue
			}
			t.Run(test.name+"/"+e.String(), func(t *testing.T) {
				t.Parallel()
				conforms(t, test, e, Quick)
			})
		}
	}
	t.Run("standard", func(t *testing.T) {
		tests.NeedCI(t)
		t.Parallel()
		conforms(t, conformingTests()[0], notation.EPIN, Standard)
	})
}

func conforms(t *testing.T, test conformingTest, e *notation.Edition, profile Profile) {
	impl := limit(conformance.Reference(e), everything(e))
	if test.offers != nil {
		test.offers(&impl.Description)
	}
	if test.alter != nil {
		impl.Implementation = altered(test.alter)
	}
	opened := 0
	var at Progress
	progress := func(now Progress) {
		if now.First != nil || now.Before < at.Before || now.Before == at.Before && now.Done < at.Done || now.Planned < now.Before+now.Done {
			t.Errorf("the progress is %+v, then %+v", at, now)
		}
		at = now
	}
	cfg := Config{Edition: e, Profile: profile, Seed: 1, Hooks: Hooks{Progress: progress}}
	cfg.Open = opening(func(*notation.Edition) conformance.Implementation { opened++; return impl })
	got := run(t, cfg)
	reason, failed := got.Reason.String(), got.Failures
	if got.Verdict != test.verdict || len(failed) > 0 || got.Declined.Any() ||
		!strings.Contains(reason, test.reason) || strings.Contains(reason, "malformed") {
		t.Errorf("%s: %s: %+v", got.Verdict, reason, failed)
	}
	if profile == Quick && opened != 1 || got.Findings != nil || got.Learned != nil || got.OtherEdition != "" {
		t.Errorf("opened %d times: found %v, learned %v, %s", opened, got.Findings, got.Learned, got.OtherEdition)
	}
	var ran []result.Part
	planned := 0
	for _, p := range got.Parts {
		ran = append(ran, result.Part{Layer: p.Layer, About: p.About, Op: p.Op, Counts: result.Counts{Passed: p.All()}, Skipped: p.Skipped})
		planned += p.Planned()
	}
	if at != (Progress{Planned: planned, Before: planned}) {
		t.Errorf("the last progress is %+v of %d checks", at, planned)
	}
	claims := []result.Claim(got.Claims)
	claimed := func(is func(result.Claim) bool) bool { return slices.ContainsFunc(claims, is) }
	attributes := claimed(func(c result.Claim) bool { return c.Attributes })
	parts, plannedClaims, err := Plan(cfg, impl.Description, attributes)
	if diff := cmp.Diff(parts, ran) + cmp.Diff(plannedClaims, claims); diff != "" || err != nil {
		t.Errorf("what ran is not as planned, error %v:\n%s", err, diff)
	}
	probes := claimed(func(c result.Claim) bool { return c.Probes > 0 })
	chains := claimed(func(c result.Claim) bool { return c.Chains == 2 && c.Op == "apply" })
	if probes != (profile == Standard) || chains != slices.Equal(impl.Methods, conformance.MethodsOf(e)) {
		t.Errorf("claimed: %+v", claims)
	}
	for _, id := range aboutValues {
		if q := requirementOf(got, id); test.noValues && q.Result != result.CheckNotExercised {
			t.Errorf("%s %s", id, q.Result)
		}
	}
}

// aboutValues are requirements that a yes or no says nothing of.
var aboutValues = []string{
	"epin/7.1/name", "epin/7.1/side", "epin/7.1/state", "epin/7.1/terminal", "epin/7.2/derivation", "epin/9.2/canonical",
	"epin/9.2/no-context", "epin/9.3/pin", "epin/9.3/is-native", "epin/9.3/is-derived", "epin/9.3/native", "epin/9.3/copy",
	"epin/9.3/equivalent", "epin/9.3/idempotent",
}

// failedFile has the requirements that each mutant of EPIN fails in a full run: the mutants of PIN are theirs.
// Review what is recorded: a requirement belongs there only if the mutant breaks the sentence that it quotes.
const failedFile = "../mutant/failed.txt"

// mutantIn is a mutant in an edition.
type mutantIn struct {
	mutant.Mutant
	edition *notation.Edition
}

// mutantsIn returns the mutants of some editions, by edition and name.
func mutantsIn(editions ...*notation.Edition) map[string]mutantIn {
	by := map[string]mutantIn{}
	for _, e := range editions {
		for _, m := range mutant.Of(e) {
			by[e.String()+" "+m.Name] = mutantIn{m, e}
		}
	}
	return by
}

// failed returns the requirements that a mutant fails in the smallest profile that is sure to show it, or in some
// layers of the profile quick. The responses prove what the result guarantees.
func (m mutantIn) failed(t *testing.T, only ...string) []string {
	verdicts := newVerdicts(m.edition, conformance.Describe(m.New(m.edition), m.edition))
	cfg := Config{Open: verdicts.opening(m.New), Edition: m.edition, Profile: Quick, Only: only, Seed: 1}
	switch {
	case only != nil:
	case m.Name == "old-italic-letter": // which the other layers of this profile do not show
		cfg.Profile, cfg.Only = Thorough, []string{"scalars"}
	case m.Layer != mutant.Basic:
		cfg.Profile = Standard
	}
	cfg.OpenIn = func(_ context.Context, in Environment, e *notation.Edition) (conformance.Implementation, error) {
		return m.In(e, in.Set), nil
	}
	report := run(t, cfg)
	verdicts.prove(t, cfg.Profile, report)
	// A mutant is not taken for the other edition; an unescaped ^ has the language of the initial one.
	fits, err := notation.Named(report.FitsEdition)
	if err == nil && fits.Notation == m.edition.Notation && m.Name != "caret-unescaped" {
		t.Error(report.OtherEdition)
	}
	return failedRequirements(report)
}

// unclaimed returns the requirements that a mutant claims to break, and that it does not fail. A mutant that only
// chance finds may fail less.
func (m mutantIn) unclaimed(failed []string) []string {
	if m.Layer == mutant.Chance {
		return nil
	}
	return missing(m.RequirementsOf(m.edition), failed)
}

// missing returns the identifiers of ids that are not in other.
func missing(ids, other []string) []string {
	return slices.DeleteFunc(ids, func(id string) bool { return slices.Contains(other, id) })
}

// TestRecordedFailures: each mutant of EPIN fails exactly the recorded requirements. A record is stale if vectors
// fail others. Each mutant of PIN fails those that it claims to break. The guarantees of each result are proven.
// All run with EPIN_WHOLE=1, otherwise a sample.
func TestRecordedFailures(t *testing.T) {
	within(t, &learningAtLeast, 0)
	sampled := func(name string) bool { return tests.Sampled(name, 431) }
	tests.Records[mutantIn]{
		File: failedFile, Cases: mutantsIn(notation.EPIN, notation.EPINInitial), Sampled: sampled,
		Stale: func(t *testing.T, m mutantIn, recorded string) bool {
			failed := strings.Fields(recorded)
			return len(m.unclaimed(failed))+len(missing(m.failed(t, result.LayerVectors), failed)) > 0
		},
		Make: func(t *testing.T, m mutantIn) string { return strings.Join(m.failed(t), " ") },
	}.Test(t)
	for name, m := range mutantsIn(notation.PIN, notation.PINInitial) {
		if !tests.Renewing() && sampled(name) {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				if failed := m.failed(t); len(m.unclaimed(failed)) > 0 {
					t.Errorf("it fails %s, and not %s", failed, m.unclaimed(failed))
				}
			})
		}
	}
}

// TestMutantsFailWhatTheyClaim: each mutant fails what it claims to break. Each required and recommended requirement
// matters: a mutant claims to break it.
func TestMutantsFailWhatTheyClaim(t *testing.T) {
	recorded := tests.ReadRecords(t, failedFile)
	for _, e := range []*notation.Edition{notation.EPIN, notation.EPINInitial} {
		claimed := map[string]bool{}
		for name, m := range mutantsIn(e) {
			for _, id := range m.RequirementsOf(e) {
				claimed[id] = true
			}
			if ids := m.unclaimed(strings.Fields(recorded[name])); len(ids) > 0 {
				t.Errorf("%s does not fail %s", name, ids)
			}
		}
		for _, q := range requirement.Of(e) {
			if q.Level != requirement.Informative && !claimed[q.ID] {
				t.Errorf("no mutant claims to fail %s", q.ID)
			}
		}
	}
}

// TestOnly: a run has the checks that are listed for its selectors.
func TestOnly(t *testing.T) {
	for _, only := range []string{
		"pin/canonical/caret-first", "exhaustive/parse/4b exhaustive/parse/empty properties/copy tokens/apply/flip-enhance/4b vectors/parse/4b vectors/valid/4b",
	} {
		cfg := Config{Open: openReference, Edition: notation.PIN, Profile: Quick, Seed: 1, Only: strings.Fields(only)}
		listed := len(slices.Collect(must(Checks(cfg))))
		report := run(t, cfg)
		checks, _ := report.Checks()
		if asked := checks.Passed + checks.Failed + checks.NotExercised; asked != listed || listed < 6 || len(cfg.Only) > 1 && listed > 6 {
			t.Errorf("--only %s lists %d checks, and asks %d", only, listed, asked)
		}
		if report.Verdict != result.NoVerdict {
			t.Errorf("--only %s: %s, although only a part was asked", only, report.Verdict)
		}
	}
}

func dying(impl conformance.Implementation, left int) answering {
	return func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
		if left--; left < 0 {
			return conformance.Response{}, errDied
		}
		return impl.Do(ctx, req)
	}
}

var errDied = errors.New("the adapter died")

func failing(context.Context, *notation.Edition) (conformance.Implementation, error) {
	return nil, errDied
}

// TestKeptFailuresAreBounded: all failed checks are counted, and about a hundred are kept, fewer with long texts.
func TestKeptFailuresAreBounded(t *testing.T) {
	for length, least := range map[int]int{1: maxFailures, 7 * longFailure: maxFailures / 5} {
		long := conformance.Response{Outcome: conformance.Crashed, Crash: strings.Repeat("x", length)}
		impl := replaced(long, func(req conformance.Request) bool { return !epin.Valid(req.Token) })
		report := run(t, Config{Open: open(offering(impl, conformance.OpParse)), Profile: Quick, Only: []string{"exhaustive/parse"}})
		if p := partOf(t, report, "exhaustive", conformance.OpParse); p.Failed < 257-52 {
			t.Errorf("%d failed", p.Failed)
		}
		if n := len(report.Failures); n < least || n > least+6 { // the first of each requirement is kept, too
			t.Errorf("%d failures with %d bytes are kept, want %d", n, length, least)
		}
	}
}

// signals is a notation that nobody has: a letter of two, a digit of three, and a method.
var signals = &notation.Edition{
	Notation: "Signals", Number: "1", Regexp: `\A[ab][123]\z`, Short: "a1", Long: "b3",
	Forms: [][]notation.Field{{{Bytes: "ab"}, {Bytes: "123"}}},
	Attributes: []notation.Attribute{
		{Key: "token", Kind: notation.Text, Of: notation.Token.String, Requirements: []string{"signals/form"}},
		{Key: "level", Kind: notation.Text, Of: func(t notation.Token) string { return string(rune(t[1])) }, Requirements: []string{"signals/level"}},
	},
	Methods: []notation.Method{{Name: "alarm", Do: func(t *notation.Token) { t[1] = '3' }, Requirements: []string{"signals/alarm"}}},
	Clauses: notation.Clauses{
		Valid: []string{"signals/accept"}, Invalid: []string{"signals/reject"}, Unanchored: []string{"signals/reject", "signals/anchoring"},
		Receiver: []string{"signals/copy"}, Equivalence: []string{"signals/equal"}, Distinct: "alarm", OneVerdict: []string{"signals/one-verdict"},
	},
}

// TestNotationIsATable certifies implementations of a notation that is not in the table, with nothing but
// its row.
func TestNotationIsATable(t *testing.T) {
	changed := func(change func(req conformance.Request, resp *conformance.Response)) conformance.Implementation {
		return alteredOf(conformance.Correct(signals), func(req conformance.Request, resp conformance.Response) conformance.Response {
			change(req, &resp)
			return resp
		})
	}
	for name, test := range map[string]struct {
		impl     conformance.Implementation
		verdict  result.Verdict
		finding  string // the sentence of the first one
		failed   string // requirements
		accepted string // the language that it accepts, where that is learned
	}{
		"correct": {conformance.Correct(signals), result.FullyConformant, "", "", ""},
		"no end anchor": {
			changed(func(req conformance.Request, resp *conformance.Response) {
				if resp.Outcome == conformance.Rejected && signals.Prefix(req.Token) == 2 {
					*resp = accept
				}
			}),
			result.NotConformant, `Accepts "a1A", which is not a valid token.`, "signals/anchoring signals/reject", `\A[ab][1-3][\x00-\xff]*\z`,
		},
		"a level is wrong": {
			changed(func(_ conformance.Request, resp *conformance.Response) {
				if level := resp.Attribute(signals, "level"); level.Text == "2" {
					level.Text = "1"
				}
			}),
			result.NotConformant, `parse("a2") returned level "1"; expected level "2".`, "signals/level", "",
		},
		"the method does nothing": {
			changed(func(req conformance.Request, resp *conformance.Response) {
				for i := range resp.Tokens {
					resp.Tokens[i] = req.Token
				}
			}),
			result.NotConformant, `alarm("a1") returned "a1"; expected "a3".`, "signals/alarm", "",
		},
	} {
		got := run(t, Config{Edition: signals, Profile: Quick, Seed: 1, Open: open(test.impl)})
		finding, learned := "", ""
		if len(got.Findings) > 0 {
			finding = got.Findings[0].Sentence()
		}
		if got.Learned != nil {
			learned = got.Learned.Expression
		}
		failed := strings.Join(failedRequirements(got), " ")
		if got.Verdict != test.verdict || failed != test.failed || finding != test.finding || learned != test.accepted {
			t.Errorf("%s: %s, failed %q, found %q, accepts %q", name, got.Verdict, failed, finding, learned)
		}
		for _, c := range got.Claims {
			proven := got.Unproven(c) == "" && strings.HasPrefix(c.Guarantee(), "Correct on all strings, of any length, via ")
			if c.Extra != nil && proven != (test.accepted == "") {
				t.Errorf("%s: the guarantee %q is %t", name, c.Guarantee(), proven)
			}
		}
	}
}
