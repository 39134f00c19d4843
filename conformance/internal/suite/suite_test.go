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
	"github.com/epin-conformance/harness/conformance/internal/selector"
	_ "github.com/epin-conformance/harness/conformance/internal/testgc"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// TestConforms: what is correct in all that it offers has the best verdict that it can have,
// and each part of the run has as many checks as its plan says.
func TestConforms(t *testing.T) {
	type description = conformance.Description
	noValues := func(_ conformance.Request, resp conformance.Response) conformance.Response {
		return conformance.Response{Outcome: resp.Outcome}
	}
	two := 2
	for _, test := range []struct {
		name       string
		profile    Profile
		offers     func(*description)
		alter      alteration // of the current edition alone
		verdict    Verdict
		reason     string
		noValues   bool // nothing is returned but verdicts
		exhaustive *int
	}{
		{name: "everything", profile: Quick, verdict: FullyConformant},
		{name: "everything", profile: Standard, verdict: FullyConformant},
		{
			name: "text without NUL", profile: Quick, offers: func(d *description) { d.NoNUL, d.Bytes = true, false },
			verdict: FullyConformant, reason: "Tested only with text without the byte 0",
		},
		{
			name: "few operations", profile: Quick, offers: func(d *description) { *d = minimal; d.Methods = d.Methods[:1] },
			verdict: Conformant, reason: "epin/9.3/derive. To test it, the implementation has to offer the method derive.",
		},
		{
			name: "valid", profile: Quick, verdict: Conformant, noValues: true,
			offers: func(d *description) { d.Ops, d.Methods = []conformance.Op{conformance.OpValid}, nil },
			reason: `the implementation has to offer the operation parse with "token", "pin", "native", "derived", "name", "side", "state", "terminal" in its response; the methods derive, native; the operations apply, equal.`,
		},
		{
			name: "all but the string form", profile: Quick,
			alter: func(_ conformance.Request, resp conformance.Response) conformance.Response {
				*resp.Attribute(notation.EPIN, "token") = notation.Value{}
				return resp
			},
			verdict: Conformant, reason: `no-context. To test it, the implementation has to offer "token" in its response to parse.`,
		},
		{
			name: "yes or no about text", profile: Quick, exhaustive: &two, alter: noValues,
			offers:  func(d *description) { *d = description{Ops: []conformance.Op{conformance.OpParse}} },
			verdict: Conformant, noValues: true, reason: "Tested only with text",
		},
		{
			name: "what EPIN §9.3 recommends", profile: Quick, offers: func(d *description) { *d = minimal },
			alter: onlyPIN(nil), verdict: FullyConformant,
		},
		{
			name: "names in lower case", profile: Quick, // the Piece Name is a case-insensitive identity (EPIN §7.1)
			alter: func(_ conformance.Request, resp conformance.Response) conformance.Response {
				resp.Attribute(notation.EPIN, "name").Text = strings.ToLower(resp.Attribute(notation.EPIN, "name").Text)
				return resp
			},
			verdict: FullyConformant,
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
				cfg := Config{Open: open, Edition: e, Profile: test.profile, Seed: 1, Exhaustive: test.exhaustive, Progress: progress}
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
				for _, p := range got.Parts {
					ran = append(ran, PlannedPart{p.Layer, p.About, p.Op, p.Passed + p.Failed + p.NotExercised + p.Skipped, p.Skipped})
					isText := p.Layer == result.LayerExhaustive && impl.Offers(conformance.Op(p.Op)) && !impl.Bytes
					if isText && (p.Skipped == 0 || !strings.Contains(p.Why, "UTF-8")) {
						t.Errorf("what is no text is not skipped: %+v", p)
					}
				}
				planned := 0
				for _, p := range ran {
					planned += p.Checks
				}
				if at != (Progress{Planned: planned, Before: planned}) {
					t.Errorf("the last progress is %+v of %d checks", at, planned)
				}
				if diff := cmp.Diff(must(Plan(cfg, impl.Description)), ran); diff != "" {
					t.Errorf("what ran is not as planned:\n%s", diff)
				}
				attributes := slices.ContainsFunc(got.Claims, func(c result.Claim) bool { return c.Attributes })
				if diff := cmp.Diff(must(PlannedClaims(cfg, impl.Description, attributes)), []result.Claim(got.Claims)); diff != "" {
					t.Errorf("the claims are not as planned:\n%s", diff)
				}
				if n := len(got.Claims); n == 0 || (got.Claims[n-1].Probes > 0) != (test.profile == Standard) {
					t.Errorf("claimed: %+v", got.Claims)
				}
				wholly := slices.Equal(impl.Methods, conformance.MethodsOf(e))
				claimed := slices.ContainsFunc(got.Claims, func(c result.Claim) bool { return c.Chains == 2 && c.Op == "apply" })
				if claimed != wholly {
					t.Errorf("chains of transformations are claimed: %t", claimed)
				}
				for _, c := range got.Claims {
					if c.Alphabet != result.ImplementationOf(impl.Description, nil).Alphabet() {
						t.Errorf("the alphabet of %+v is not what the implementation takes", c)
					}
				}
				for _, id := range aboutValues {
					if q := requirementOf(got, id); test.noValues && q.Result != CheckNotExercised {
						t.Errorf("%s %s", id, q.Result)
					}
				}
				for _, id := range []string{"epin/6/grammar", "epin/6/anchoring", "epin/9.1/accept", "epin/9.1/reject", "epin/9.4/line-break"} {
					if q := requirementOf(got, id); e == notation.EPIN && q.Result != CheckPassed {
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

// minimal is what EPIN §9.3 recommends.
var minimal = conformance.Description{
	Ops:     []conformance.Op{conformance.OpParse, conformance.OpApply},
	Methods: []conformance.Method{conformance.Native, conformance.Derive},
	Bytes:   true,
}

// onlyPIN withholds each attribute but the PIN, which it may change.
func onlyPIN(change func(string) string) alteration {
	return func(_ conformance.Request, resp conformance.Response) conformance.Response {
		for _, key := range []string{"name", "side", "state", "terminal"} {
			*resp.Attribute(notation.EPIN, key) = notation.Value{}
		}
		if change != nil {
			resp.Attribute(notation.EPIN, "pin").Text = change(resp.Attribute(notation.EPIN, "pin").Text)
		}
		return resp
	}
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
			if number++; !m.ExistsIn(e) || !sampled(number, 160) {
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
				result := run(t, cfg)
				// A mutant is not taken for the other edition; an unescaped ^ has the language of
				// the initial one.
				fits, err := notation.Named(result.FitsEdition)
				if err == nil && fits.Notation == e.Notation && m.Name != "caret-unescaped" {
					t.Error(result.OtherEdition)
				}
				key, failed := e.String()+"/"+m.Name, strings.Join(failedRequirements(result), " ")
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

func TestOnly(t *testing.T) {
	for only, least := range map[string]int{
		"epin/9.4": 9,
		"exhaustive/parse/4b exhaustive/parse/empty properties/copy tokens/apply/derive-native/4b vectors/parse/4b vectors/valid/4b": 6,
	} {
		if testing.Short() && least > 6 {
			continue
		}
		cfg := Config{Open: openReference, Profile: Quick, Seed: 1, Only: strings.Fields(only)}
		listed := len(slices.Collect(must(Checks(cfg))))
		if listed < least || least == 6 && listed != least {
			t.Errorf("--only %s lists %d checks, want %d", only, listed, least)
		}
		result := run(t, cfg)
		if result.Verdict != NoVerdict {
			t.Errorf("--only %s: %s, although only a part was asked", only, result.Verdict)
		}
		asked := 0
		for _, p := range result.Parts {
			asked += p.Passed + p.Failed + p.NotExercised
		}
		if asked != listed {
			t.Errorf("--only %s lists %d checks and asks %d", only, listed, asked)
		}
	}
	for only, want := range map[string]string{ // a script of the command has more
		"fuzz":        `"fuzz" names no check of profile quick`, // which does not fuzz
		"epin/6/gram": `"epin/6/gram" names no requirement`,
		"":            `"" names no requirement`,
	} {
		_, err := Run(t.Context(), Config{Open: openReference, Profile: Quick, Only: []string{only}})
		if selection := (*selector.Error)(nil); !errors.As(err, &selection) || !strings.Contains(err.Error(), want) {
			t.Errorf("--only %q: %v, want %s", only, err, want)
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
// been shown wrong stays shown.
func TestCutShort(t *testing.T) {
	wrong := acceptsBy(conformance.OpParse, "K\n")
	interrupted, interrupt := context.WithCancelCause(t.Context())
	atFirstFailure := func(p Progress) {
		if p.First != nil {
			interrupt(errors.New("interrupted"))
		}
	}
	for _, test := range []struct {
		name    string
		ctx     context.Context
		cfg     Config
		verdict Verdict
		cut     string
	}{
		{"it dies", t.Context(), Config{Open: open(dying(conformance.Reference(notation.EPIN), 5000))}, NoVerdict, errDied.Error()},
		{"it is wrong and dies", t.Context(), Config{Open: open(dying(wrong, 5000))}, NotConformant, errDied.Error()},
		{"it cannot be opened", t.Context(), Config{Open: failing}, NoVerdict, errDied.Error()},
		{
			"at the first failure", t.Context(), Config{Open: open(offering(wrong, conformance.OpParse)), FailFast: true},
			NotConformant, "the run ended at its first failure (FailFast)",
		},
		{"interrupted", interrupted, Config{Open: open(wrong), Progress: atFirstFailure}, NotConformant, "interrupted"},
	} {
		test.cfg.Seed = 1
		result, err := Run(test.ctx, test.cfg)
		if err != nil || result.Verdict != test.verdict || result.Cut.String() != test.cut {
			t.Errorf("%s: %s, cut by %q, error %v", test.name, result.Verdict, result.Cut, err)
		}
		if len(result.Requirements) != len(requirement.Of(notation.EPIN)) {
			t.Errorf("%s: %d requirements in the result", test.name, len(result.Requirements))
		}
		if n := len(result.Failures); test.cfg.FailFast && n != 1 {
			t.Errorf("%s: %d failures", test.name, n)
		}
		if f := result.Findings; test.ctx == interrupted && (len(f) != 1 || f[0].Seen != RepeatUnknown || f[0].Minimal) {
			t.Errorf("%s: %+v, although nothing may be requested any more", test.name, f)
		}
		if parts := result.Parts; len(parts) > 0 && parts[len(parts)-1].Complete {
			t.Errorf("%s: the last part says that it is complete", test.name)
		}
	}
}

func TestFailuresBeyondTheCapAreCounted(t *testing.T) {
	longTest(t)
	all := offering(verdicts(func(string) bool { return true }), conformance.OpSweep)
	report := run(t, Config{Open: open(all), Profile: Quick, Seed: 1, Only: []string{"exhaustive"}})
	if p := partOf(t, report, "exhaustive", conformance.OpSweep); p.Failed != 257-52 || p.Passed != 52 {
		t.Errorf("%d failed, %d passed", p.Failed, p.Passed)
	}
	// A hundred, and the first of each requirement.
	if n := len(report.Failures); n < 100 || n > 103 {
		t.Errorf("%d failures kept", n)
	}
}
