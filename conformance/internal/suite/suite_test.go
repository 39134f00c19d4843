package suite

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	_ "github.com/epin-conformance/harness/conformance/internal/testgc"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// TestConforms: what is correct in all that it offers has the best verdict that it can have,
// and each part of the run has as many checks as its plan says.
func TestConforms(t *testing.T) {
	type description = conformance.Description
	minimal := description{ // what EPIN §9.3 recommends
		Ops:     []conformance.Op{conformance.OpParse, conformance.OpApply},
		Methods: []conformance.Method{conformance.Native, conformance.Derive},
		Bytes:   true,
	}
	noValues := func(_ conformance.Request, resp conformance.Response) conformance.Response {
		return conformance.Response{Outcome: resp.Outcome}
	}
	for _, test := range []struct {
		name     string
		profile  Profile
		offers   func(*description)
		alter    alteration // of the current edition alone
		verdict  result.Verdict
		reason   string
		noValues bool // nothing is returned but verdicts
	}{
		{name: "everything", profile: Quick, verdict: result.FullyConformant},
		{name: "everything", profile: Standard, verdict: result.FullyConformant},
		{
			name: "text without NUL", profile: Quick, offers: func(d *description) { d.NoNUL, d.Bytes = true, false },
			verdict: result.FullyConformant, reason: "Tested only with text without the byte 0",
		},
		{
			name: "few operations", profile: Quick, offers: func(d *description) { *d = minimal; d.Methods = d.Methods[:1] },
			verdict: result.Conformant, reason: "epin/9.3/derive. To test it, the implementation has to offer the method derive.",
		},
		{
			name: "valid", profile: Quick, verdict: result.Conformant, noValues: true,
			offers: func(d *description) { d.Ops, d.Methods = []conformance.Op{conformance.OpValid}, nil },
			reason: `the implementation has to offer the operation parse with "token", "pin", "native", "derived", "name", "side", "state", "terminal" in its response; the methods derive, native; the operations apply, equal.`,
		},
		{
			name: "all but the string form", profile: Quick,
			alter: func(_ conformance.Request, resp conformance.Response) conformance.Response {
				*resp.Attribute(notation.EPIN, "token") = notation.Value{}
				return resp
			},
			verdict: result.Conformant, reason: `no-context. To test it, the implementation has to offer "token" in its response to parse.`,
		},
		{
			name: "yes or no about text", profile: Quick, alter: noValues,
			offers:  func(d *description) { *d = description{Ops: []conformance.Op{conformance.OpParse}} },
			verdict: result.Conformant, noValues: true, reason: "Tested only with text",
		},
		{
			name: "what EPIN §9.3 recommends", profile: Quick, offers: func(d *description) { *d = minimal },
			alter: func(_ conformance.Request, resp conformance.Response) conformance.Response {
				for _, key := range []string{"name", "side", "state", "terminal"} {
					*resp.Attribute(notation.EPIN, key) = notation.Value{}
				}
				return resp
			},
			verdict: result.FullyConformant,
		},
		{
			name: "names in lower case", profile: Quick, // the Piece Name is a case-insensitive identity (EPIN §7.1)
			alter: func(_ conformance.Request, resp conformance.Response) conformance.Response {
				resp.Attribute(notation.EPIN, "name").Text = strings.ToLower(resp.Attribute(notation.EPIN, "name").Text)
				return resp
			},
			verdict: result.FullyConformant,
		},
	} {
		for _, e := range notation.All() {
			everywhere := test.name == "everything" && test.profile == Quick ||
				whole() && e.Notation == notation.EPIN.Notation && !strings.Contains(test.reason, "has to offer")
			if testing.Short() && test.profile != Quick || (test.alter != nil || !everywhere) && e != notation.EPIN {
				continue
			}
			t.Run(fmt.Sprintf("%s/%s/%s", test.name, e, test.profile), func(t *testing.T) {
				t.Parallel()
				impl := limited{conformance.Reference(e), everything(e)}
				if test.offers != nil {
					test.offers(&impl.Description)
				}
				if test.alter != nil {
					impl.Implementation = altered(test.alter)
				}
				opened := 0
				open := func(context.Context, *notation.Edition) (conformance.Implementation, error) {
					opened++
					return impl, nil
				}
				var at Progress
				progress := func(now Progress) {
					if now.First != nil || now.Before < at.Before || now.Before == at.Before && now.Done < at.Done || now.Planned < now.Before+now.Done {
						t.Errorf("the progress is %+v, then %+v", at, now)
					}
					at = now
				}
				cfg := Config{Open: open, Edition: e, Profile: test.profile, Seed: 1, Hooks: Hooks{Progress: progress}}
				got := run(t, cfg)
				reason, failed := got.Reason.String(), got.Failures
				if got.Verdict != test.verdict || len(failed) > 0 || got.Declined.Any() ||
					!strings.Contains(reason, test.reason) || strings.Contains(reason, "malformed") {
					t.Errorf("%s: %s: %+v", got.Verdict, reason, failed)
				}
				if test.profile == Quick && opened != 1 || got.Findings != nil || got.Learned != nil || got.OtherEdition != "" {
					t.Errorf("opened %d times: found %v, learned %v, %s", opened, got.Findings, got.Learned, got.OtherEdition)
				}
				var ran []PlannedPart
				planned := 0
				for _, p := range got.Parts {
					checks := p.Passed + p.Failed + p.NotExercised + p.Skipped
					ran = append(ran, PlannedPart{p.Layer, p.About, p.Op, checks, p.Skipped})
					planned += checks
				}
				if at != (Progress{Planned: planned, Before: planned}) {
					t.Errorf("the last progress is %+v of %d checks", at, planned)
				}
				if diff := cmp.Diff(must(Plan(cfg, impl.Description)), ran); diff != "" {
					t.Errorf("what ran is not as planned:\n%s", diff)
				}
				claims := []result.Claim(got.Claims)
				claimed := func(is func(result.Claim) bool) bool { return slices.ContainsFunc(claims, is) }
				attributes := claimed(func(c result.Claim) bool { return c.Attributes })
				if diff := cmp.Diff(must(PlannedClaims(cfg, impl.Description, attributes)), claims); diff != "" {
					t.Errorf("the claims are not as planned:\n%s", diff)
				}
				probes := claimed(func(c result.Claim) bool { return c.Probes > 0 })
				chains := claimed(func(c result.Claim) bool { return c.Chains == 2 && c.Op == "apply" })
				if probes != (test.profile == Standard) || chains != slices.Equal(impl.Methods, conformance.MethodsOf(e)) {
					t.Errorf("claimed: %+v", claims)
				}
				for _, id := range aboutValues {
					if q := requirementOf(got, id); test.noValues && q.Result != result.CheckNotExercised {
						t.Errorf("%s %s", id, q.Result)
					}
				}
			})
		}
	}
}

// aboutValues are requirements that a yes or no says nothing of.
var aboutValues = []string{
	"epin/7.1/name", "epin/7.1/side", "epin/7.1/state", "epin/7.1/terminal", "epin/7.2/derivation", "epin/9.2/canonical",
	"epin/9.2/no-context", "epin/9.3/pin", "epin/9.3/is-native", "epin/9.3/is-derived", "epin/9.3/native", "epin/9.3/copy",
	"epin/9.3/equivalent", "epin/9.3/idempotent",
}

// failedFile names the requirements that each mutant fails in a full run: a line holds an
// edition and requirements, and the line below it the mutants that fail exactly these. To
// record: EPIN_WHOLE=1 go test -run TestMutantsAreCaught -timeout 60m -update. Then review: a
// requirement belongs there only if the mutant breaks the sentence that it quotes.
const failedFile = "../mutant/failed.txt"

var update = flag.Bool("update", false, "record "+failedFile+" or "+diagnosedFile)

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

// isRecorded reports whether the file has an edition: those of EPIN, since the mutants of PIN are theirs.
func isRecorded(e *notation.Edition) bool { return e.Notation == notation.EPIN.Notation }

// TestMutantsAreCaught: each mutant fails exactly the recorded requirements, or where none are recorded at
// least those that it claims to break, in the smallest profile that is sure to show it. All mutants run with EPIN_WHOLE=1, otherwise a sample.
func TestMutantsAreCaught(t *testing.T) {
	within(t, &shrinkAtLeast, 0) // requirements fail before that
	within(t, &learningAtLeast, 0)
	recorded := readFailed(t)
	var mu sync.Mutex
	if *update {
		t.Cleanup(func() { writeFailed(t, recorded) })
	}
	number := 0
	for _, e := range notation.All() {
		for _, m := range mutant.All() {
			if number++; !m.ExistsIn(e) || !sampled(number, 440) {
				continue
			}
			cfg := Config{Open: opening(m.New), Edition: e, Profile: Quick, Seed: 1}
			switch {
			case m.Name == "old-italic-letter": // which the other layers of this profile do not show
				cfg.Profile, cfg.Only = Thorough, []string{"scalars"}
			case m.Layer != mutant.Basic:
				cfg.Profile = Standard
			}
			cfg.OpenIn = func(_ context.Context, in Environment, e *notation.Edition) (conformance.Implementation, error) {
				return m.In(e, in.Set), nil
			}
			t.Run(e.String()+"/"+m.Name, func(t *testing.T) {
				t.Parallel()
				report := run(t, cfg)
				// A mutant is not taken for the other edition; an unescaped ^ has the language of
				// the initial one.
				fits, err := notation.Named(report.FitsEdition)
				if err == nil && fits.Notation == e.Notation && m.Name != "caret-unescaped" {
					t.Error(report.OtherEdition)
				}
				key, failed := e.String()+"/"+m.Name, strings.Join(failedRequirements(report), " ")
				mu.Lock()
				defer mu.Unlock()
				switch {
				case !isRecorded(e):
					for _, id := range m.RequirementsOf(e) {
						if m.Layer != mutant.Chance && !slices.Contains(strings.Fields(failed), id) {
							t.Errorf("it fails %s, and not %s", failed, id)
						}
					}
				case *update:
					recorded[key] = failed
				case failed != recorded[key]:
					t.Errorf("failed:   %s\nrecorded: %s", failed, recorded[key])
				}
			})
		}
	}
}

// TestRecordedFailures: each mutant is recorded, and fails what it claims to break. A mutant
// that only chance finds may fail less. Each required and recommended requirement matters: a
// mutant claims to fail it.
func TestRecordedFailures(t *testing.T) {
	recorded := readFailed(t)
	for _, e := range slices.DeleteFunc(notation.All(), func(e *notation.Edition) bool { return !isRecorded(e) }) {
		claimed := map[string]bool{}
		for _, m := range mutant.All() {
			for _, id := range m.RequirementsOf(e) {
				claimed[id] = true
			}
			if !m.ExistsIn(e) {
				continue
			}
			key := e.String() + "/" + m.Name
			failed, isRecorded := recorded[key]
			delete(recorded, key)
			if !isRecorded {
				t.Errorf("%s is not recorded", key)
			}
			for _, id := range m.RequirementsOf(e) {
				if isRecorded && m.Layer != mutant.Chance && !slices.Contains(strings.Fields(failed), id) {
					t.Errorf("%s does not fail %s", key, id)
				}
			}
		}
		for _, q := range requirement.Of(e) {
			if q.Level != requirement.Informative && !claimed[q.ID] {
				t.Errorf("no mutant claims to fail %s", q.ID)
			}
		}
	}
	for key := range recorded {
		t.Errorf("%s does not exist", key)
	}
}

// TestOnly: a run has the checks that are listed for its selectors.
func TestOnly(t *testing.T) {
	e := notation.PIN
	for only, least := range map[string]int{
		"pin/4.3": 9,
		"exhaustive/parse/4b exhaustive/parse/empty properties/copy tokens/apply/flip-enhance/4b vectors/parse/4b vectors/valid/4b": 6,
	} {
		if testing.Short() && least > 6 {
			continue
		}
		cfg := Config{Open: openReference, Edition: e, Profile: Quick, Seed: 1, Only: strings.Fields(only)}
		listed := len(slices.Collect(must(Checks(cfg))))
		report := run(t, cfg)
		checks, _ := report.Checks()
		if asked := checks.Passed + checks.Failed + checks.NotExercised; asked != listed || listed < least || least == 6 && listed != least {
			t.Errorf("--only %s lists %d checks, want %d, and asks %d", only, listed, least, asked)
		}
		if report.Verdict != result.NoVerdict {
			t.Errorf("--only %s: %s, although only a part was asked", only, report.Verdict)
		}
	}
}

// dying ends after some answers.
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

// TestCutShort: a run that ends early is never conformant, and says why it ended. What has
// been shown wrong stays shown. Package badadapter has adapters that exit.
func TestCutShort(t *testing.T) {
	wrong := replaced(accept, func(req conformance.Request) bool { return req.Op == conformance.OpParse && req.Token == "K\n" })
	interrupted, interrupt := context.WithCancelCause(t.Context())
	atFirstFailure := func(p Progress) {
		if p.First != nil {
			interrupt(errors.New("interrupted"))
		}
	}
	for _, test := range []struct {
		ctx     context.Context
		cfg     Config
		verdict result.Verdict
		cut     string
	}{
		{t.Context(), Config{Open: open(dying(conformance.Reference(notation.EPIN), 5000))}, result.NoVerdict, errDied.Error()},
		{
			t.Context(), Config{Open: open(offering(wrong, conformance.OpParse)), Limits: Limits{FailFast: true}},
			result.NotConformant, "the run ended at its first failure (FailFast)",
		},
		{interrupted, Config{Open: open(wrong), Hooks: Hooks{Progress: atFirstFailure}}, result.NotConformant, "interrupted"},
	} {
		test.cfg.Seed = 1
		report, err := Run(test.ctx, test.cfg)
		if err != nil || report.Verdict != test.verdict || report.Cut.String() != test.cut {
			t.Errorf("%s, cut by %q, want %q; error %v", report.Verdict, report.Cut, test.cut, err)
		}
		if n := len(report.Failures); len(report.Requirements) != len(requirement.Of(notation.EPIN)) || test.cfg.FailFast && n != 1 {
			t.Errorf("%s: %d requirements in the result, %d failures", test.cut, len(report.Requirements), n)
		}
		if f := report.Findings; test.ctx == interrupted && (len(f) != 1 || f[0].Seen != result.RepeatUnknown || f[0].Minimal) {
			t.Errorf("%s: %+v, although nothing may be requested any more", test.cut, f)
		}
		if report.Parts[len(report.Parts)-1].Complete {
			t.Errorf("%s: the last part says that it is complete", test.cut)
		}
	}
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
