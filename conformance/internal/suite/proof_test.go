package suite

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/internal/tests"
)

// TestRecordedPlans: certificates name the digest of the plan, so the plans of a released version never change.
func TestRecordedPlans(t *testing.T) {
	const file = "testdata/plans"
	recorded, text := string(must(os.ReadFile(file))), ""
	for line := range strings.Lines(recorded) {
		if !strings.HasPrefix(line, conformance.Version+" ") {
			text += line
		}
	}
	for _, edition := range notation.All() {
		for _, profile := range append(Profiles(), Exec) {
			plan, _, err := Plan(Config{Edition: edition, Profile: profile}, everything(edition), true)
			if err != nil {
				t.Fatal(err)
			}
			text += fmt.Sprintln(conformance.Version, edition, profile, PlanDigest(plan))
		}
	}
	changes := string(must(os.ReadFile("../../../CHANGELOG.md")))
	if text != recorded && !strings.Contains(changes, "\n## "+conformance.Version+", not yet released\n") {
		t.Fatalf("plans have changed since the release of %s: raise conformance.Version", conformance.Version)
	}
	tests.Recorded(t, file, text)
}

// TestSizesAreStated: the guide has the sizes of the layers by each operation.
func TestSizesAreStated(t *testing.T) {
	guide := string(must(os.ReadFile("../../README.md")))
	plan, _, err := Plan(Config{}, everything(notation.EPIN), true)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range plan {
		if slices.Contains([]string{result.LayerNeighbours, result.LayerScalars, result.LayerLengths}, p.Layer) &&
			!strings.Contains(guide, " "+number.Thousands(p.Planned())+" ") {
			t.Errorf("README.md does not have the size of %s %s, %d: %s", p.Layer, p.Op, p.Planned(), p.About)
		}
	}
}

// TestRecordedSizes compares the sizes of the editions in the guide.
func TestRecordedSizes(t *testing.T) {
	longTest(t)
	small := []string{result.LayerVectors, result.LayerFeatures, result.LayerProperties} // they test every requirement
	table := "| edition | valid tokens | requirements | complete: zero extra states, one | neighbours | `standard`, million checks |\n|---|---:|---:|---:|---:|---:|\n"
	for _, e := range notation.All() {
		tested, checks, neighbours := 0, 0, 0
		for _, of := range evidenceOf(Config{Edition: e, Profile: Quick, Only: small}) {
			if len(of.Layers) > 0 {
				tested++
			}
		}
		plan, _, err := Plan(Config{Edition: e}, everything(e), true)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range plan {
			checks += p.Planned()
			if p.Layer == result.LayerNeighbours {
				neighbours = max(neighbours, p.Planned())
			}
		}
		of, words := number.Thousands, func(extra int) string { return number.Thousands(completeSuite(e, extra).Size()) }
		tokens := of(len(slices.Collect(e.Tokens())))
		table += fmt.Sprintf("| `%s` | %s | %d | %s; %s | %s | %.1f |\n", e, tokens, tested, words(0), words(1), of(neighbours), float64(checks)/1e6)
	}
	tests.RecordedTables(t, "../../README.md", table)
}

// tokensOf returns what a part tests.
func tokensOf(p part) map[string]bool {
	tokens := map[string]bool{}
	for req := range p.requests {
		tokens[req.Token] = true
	}
	return tokens
}

// TestClaims: a claim needs correct responses to all that it speaks of, by its operation, in a whole run.
func TestClaims(t *testing.T) {
	attribute := func(key string) conformance.Implementation {
		return altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
			if of := resp.Attribute(notation.EPIN, key); of.Offered() && len(req.Token) > 1 {
				of.Text = "?"
			}
			return resp
		})
	}
	right := verdicts(epin.Valid)
	but := func(word string, resp conformance.Response) conformance.Implementation {
		return offering(replaced(resp, func(req conformance.Request) bool { return req.Token == word }), conformance.OpValid)
	}
	two, few := 2, everything(notation.EPIN)
	few.Ops = []conformance.Op{conformance.OpParse, conformance.OpApply, conformance.OpSweep}
	for _, test := range []struct {
		name string
		impl conformance.Implementation
		only []string
		want string // operation, extra states, length, whether bytes
	}{
		{"text by two operations", offeringText(right, conformance.OpParse, conformance.OpValid), nil, "valid 0 1 false; parse 0 2 false; "},
		{"a selection", right, []string{"complete"}, ""},
		{"wrong on two bytes", but("--", accept), nil, "valid 0 -1 true; "},
		{"silent on two bytes", but("--", conformance.Response{}), nil, "valid 0 -1 true; "},
		{"wrong string forms", offering(attribute("token"), conformance.OpParse, conformance.OpSweep), nil, "parse -1 1 true; sweep 0 2 true; "},
		{"a wrong attribute, also of results", limit(attribute("pin"), few), nil, "parse -1 1 true; sweep 0 2 true; "},
		{"wrong on one", but("!", accept), nil, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			report := run(t, Config{Open: open(test.impl), Profile: Quick, Sizes: Sizes{Exhaustive: &two}, Only: test.only})
			got, none := "", -1
			for _, c := range report.Claims {
				got += fmt.Sprintf("%s %d %d %t; ", c.Op, *cmp.Or(c.Extra, &none), *cmp.Or(c.Exhausted, &none), c.Alphabet == "all 256 bytes")
			}
			if got != test.want {
				t.Errorf("claimed: %s, want %s", got, test.want)
			}
		})
	}
	rejectsA := offering(verdicts(func(token string) bool { return notation.PINInitial.Valid(token) && token != "a" }), conformance.OpSweep)
	report := run(t, Config{Open: open(rejectsA), Edition: notation.PINInitial, Sizes: Sizes{Complete: new(int), Exhaustive: new(int)}})
	if slices.ContainsFunc(report.Claims, func(c result.Claim) bool { return c.Probes > 0 }) {
		t.Errorf("the responses are the same in every order, but incorrect: %+v", report.Claims)
	}
}

// TestCosts: scripts of the command have more.
func TestCosts(t *testing.T) {
	for _, test := range []struct {
		cfg  Config
		want string
	}{
		{Config{Sizes: Sizes{Complete: new(-1)}}, "the complete test suite for -1 extra states: give 0 or more"},
		{Config{Sizes: Sizes{Exhaustive: new(-2)}}, "every byte string of length up to -2: give 0 or more"},
		{Config{Sizes: Sizes{Complete: new(3)}, Limits: Limits{MaxTime: 30 * 60e9}}, "the complete test suite for 3 extra states: about 5.15e+10 words, at least 2.86 hours at 5,000,000 responses a second; the time limit of the run is 30m0s: choose a smaller number, or raise MaxTime"},
		{Config{Sizes: Sizes{Exhaustive: new(5)}, Processes: Processes{Jobs: 2}}, "every byte string of length up to 5: about 1.1e+12 strings, at least 30.7 hours at 10,000,000 responses a second; the time limit of the run is 24h0m0s: choose a smaller number"},
		{Config{Sizes: Sizes{Fuzz: &Fuzz{Time: -1}}}, "the time and the number of rounds for fuzzing: give 0 or more"},
	} {
		test.cfg.Open = func(context.Context, *notation.Edition) (conformance.Implementation, error) { panic("it is opened") }
		_, err := Run(t.Context(), test.cfg)
		if _, ok := err.(*selector.Error); !ok || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}

func TestEqualityOfTokens(t *testing.T) {
	pairsOf := func(cfg Config) (pairs map[string]bool, seeded int) {
		p := equalityPart(must(newPlan(cfg)))
		pairs = map[string]bool{}
		for req := range p.requests {
			if pairs[req.Token+" "+req.Other] = true; p.seeded != nil && p.seeded(req) {
				seeded++
			}
		}
		return pairs, seeded
	}
	const all = 624
	few, seeded := pairsOf(Config{})
	if other, _ := pairsOf(Config{Seed: 1}); len(few) != all*(all/26+8) || !few["K +k"] || seeded != 8*all || maps.Equal(few, other) {
		t.Errorf("%d pairs, %d of them from the seed", len(few), seeded)
	}
	if p := equalityPart(must(newPlan(Config{Profile: Thorough}))); p.checks != all*all || p.seeded != nil {
		t.Errorf("%d pairs in the profile thorough, some from the seed: %t", p.checks, p.seeded != nil)
	}
}

// The suite over characters has a claim only after that over bytes, and only if all characters were tested.
func TestClaimOverCharacters(t *testing.T) {
	e := notation.EPIN
	complete, all := completePart(e, conformance.OpSweep, 0), scalarsPart(e, conformance.OpSweep, allScalars)
	few := scalarsPart(e, conformance.OpSweep, scalarsThatMatter)
	for _, test := range []struct {
		parts  []part
		failed int // checks of the last part
		want   string
	}{
		{[]part{complete, all}, 0, "all 256 bytes true"},
		{[]part{all}, 0, ""},
		{[]part{complete}, 1, ""},
		{[]part{complete, few}, 0, "all 256 bytes false"},
		{[]part{complete, all}, 1, "all 256 bytes false"},
	} {
		r := newRunner(must(newPlan(Config{Profile: Thorough})))
		r.description = everything(e)
		for i, p := range test.parts {
			counts := result.Counts{Passed: 1}
			if i == len(test.parts)-1 {
				counts.Failed = test.failed
			}
			r.claim(p, &tally{counts: counts}, true)
		}
		got := ""
		for _, c := range r.res.Claims {
			got += fmt.Sprint(c.Alphabet, " ", c.Characters)
			if over := strings.Contains(c.Guarantee(), "those over characters"); over != c.Characters {
				t.Error(c.Guarantee())
			}
		}
		if got != test.want {
			t.Errorf("claimed %s, want %s", got, test.want)
		}
	}
	text := result.Claim{Op: "sweep", Alphabet: result.AlphabetASCIINoNUL, Extra: new(int), Characters: true}
	if want := "Correct on all texts, of any length, over all characters but U+0000, via sweep, if "; !strings.HasPrefix(text.Guarantee(), want) {
		t.Errorf("guarantee %s, want %s", text.Guarantee(), want)
	}
}

// TestCharactersLeadToTheSink looks at libraries that are wrong about one character: behind a word of the state cover,
// it leads to another state than the sink. Each fails a check.
func TestCharactersLeadToTheSink(t *testing.T) {
	character := string(characters()[scalarsOfEachKind][0])
	for _, e := range notation.All() {
		d := automaton.Of(e)
		sent := map[string]bool{}
		for req := range scalarsPart(e, conformance.OpValid, scalarsOfEachKind).requests {
			sent[req.Token] = true
		}
		fails := func(word, other string) bool {
			for token := range sent {
				if rest, has := strings.CutPrefix(token, word+character); has && d.Accepts(other+rest) {
					return true
				}
			}
			return false
		}
		sinks := 0
		for _, word := range d.Cover() {
			for _, other := range d.Cover() {
				if !fails(word, other) {
					sinks++
				}
			}
		}
		if states := len(d.Cover()); sinks != states { // the sink is one of them
			t.Errorf("%s: of %d transitions to each of %d states, %d fail no check", e, states, states, sinks)
		}
	}
}

func evidenceOf(cfg Config) map[string]Evidence {
	by := map[string]Evidence{}
	for _, e := range must(Coverage(cfg)) {
		by[e.ID] = e
	}
	return by
}

// A requirement whose checks are taken away is missed: by the report of a run, and
// by the coverage.
func TestEachRequirementIsMissed(t *testing.T) {
	longTest(t)
	for _, e := range notation.All() {
		for _, q := range requirement.Of(e) {
			if q.Level == requirement.Informative || !tests.Sampled(e.String()+q.ID, 48) {
				continue
			}
			t.Run(q.ID, func(t *testing.T) {
				t.Parallel()
				cfg := Config{Edition: e, Profile: Quick, Seed: 1, without: []string{q.ID}}
				if evidence, ok := evidenceOf(cfg)[q.ID]; !ok || evidence.Exercised() {
					t.Errorf("without its checks there is still evidence: %+v", evidence)
				}
				cfg.Open = openReference
				if slices.Contains(e.Clauses.OneVerdict, q.ID) { // two operations are compared in every layer
					cfg.Open = open(offering(conformance.Reference(e), conformance.OpParse, conformance.OpApply, conformance.OpEqual))
				}
				report := run(t, cfg)
				if r := requirementOf(report, q.ID); r.Result != result.CheckNotExercised {
					t.Errorf("without its checks it reads %s", r.Result)
				}
				if report.Verdict == result.FullyConformant || report.Verdict == result.Conformant {
					t.Errorf("without its checks the verdict is %s", report.Verdict)
				}
			})
		}
	}
}
