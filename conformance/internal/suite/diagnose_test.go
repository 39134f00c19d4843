package suite

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/diagnosis"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/internal/tests"
)

// TestRecordedDiagnoses: each mutant of edition 1.0.0 is diagnosed as recorded, in the profiles quick and standard,
// and never as another one: no two have the same responses. All run with EPIN_WHOLE=1, otherwise a sample in the
// profile quick. A record is stale if vectors kill a mutant that survives by it. The README of package diagnosis
// explains the words.
func TestRecordedDiagnoses(t *testing.T) {
	diagnosed(t)
	within(t, &shrinkAtLeast, 20*time.Second) // as in a real run: a long token takes minutes
	within(t, &learningAtLeast, 0)
	type inProfile struct {
		mutantIn
		Profile
	}
	cases := map[string]inProfile{}
	for _, m := range mutantsIn(notation.EPIN) {
		cases["quick "+m.Name], cases["standard "+m.Name] = inProfile{m, Quick}, inProfile{m, Standard}
	}
	tests.Records[inProfile]{
		File: "../diagnosis/testdata/mutants.txt", Cases: cases,
		// The responses of memory-by-hash depend on history. With only-upper-case, half of the requests for
		// apply are silent.
		Sampled: func(name string) bool {
			return (name == "quick dollar-for-z" || name == "quick only-upper-case") && !testing.Short() || name == "quick memory-by-hash"
		},
		Stale: func(t *testing.T, m inProfile, recorded string) bool {
			return recorded == "survives" && len(m.failed(t, result.LayerVectors)) > 0
		},
		Make: func(t *testing.T, m inProfile) string { return diagnosisOf(t, m.Mutant, m.Profile) },
	}.Test(t)
}

// diagnosisOf runs a mutant and returns what it is diagnosed as:
//
//	itself      its own name, for each group that has a cause
//	total       a total failure
//	none        no cause
//	survives    no finding
func diagnosisOf(t *testing.T, m mutant.Mutant, profile Profile) string {
	jobs := Processes{Jobs: 3} // which changes nothing
	report := run(t, Config{Open: opening(m.New), Edition: notation.EPIN, Profile: profile, Seed: 1, Processes: jobs})
	if len(report.Findings) == 0 {
		return "survives"
	}
	diagnosed := "none"
	for i, g := range report.Groups {
		names := map[string]bool{}
		for _, c := range g.Causes {
			names[c.Mutant] = true
		}
		switch {
		case len(names) == 0:
		case names[m.Name]:
			diagnosed = "itself"
		case names[""]:
			diagnosed = "total"
		default:
			t.Log(g.Says, report.CauseLines(i))
			t.Errorf("diagnosed as another: %q", slices.Sorted(maps.Keys(names)))
		}
	}
	return diagnosed
}

// An incorrect attribute that a test vector does not compare contradicts no cause, even if the record is
// full before the layer tokens sends the same request.
func TestDiagnosisOfWhatVectorsDoNotCompare(t *testing.T) {
	r := newRunner(must(newPlan(Config{Open: opening(mutantNamed("accessor-remembered").New), Edition: notation.EPIN, Profile: Quick})))
	if err := r.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer r.pool.Close()
	for _, p := range r.plan.parts(r.description) {
		if p.layer == result.LayerVectors && p.op == conformance.OpApply {
			if err := r.runPart(t.Context(), p); err != nil || len(r.faults.Classes) > 0 {
				t.Fatal(err, len(r.faults.Classes))
			}
		}
	}
	req := conformance.Request{Op: conformance.OpApply, Token: "A", Methods: []conformance.Method{conformance.Flip}}
	resp, err := r.impl.Do(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	r.record.Add(req, resp, true)
	group := diagnosis.Group{Requests: []conformance.Request{req}, Aspects: []string{"side"}, Failed: 1}
	causes, err := r.record.Diagnose(t.Context(), diagnosis.Run{Sent: r.sentInOrder, Failed: 1, Groups: []diagnosis.Group{group}})
	if err != nil || len(causes[0]) != 1 || causes[0][0].Mutant != "accessor-remembered" {
		t.Errorf("causes %+v, error %v", causes, err)
	}
}

// TestCauses: libraries with common bugs have these causes, group by group, and so do those with
// several bugs at once.
func TestCauses(t *testing.T) {
	diagnosed(t)
	apostropheRaises := func(req conformance.Request, resp conformance.Response) conformance.Response {
		if req.Op == conformance.OpParse && !utf8.ValidString(req.Token) && strings.Contains(req.Token, "'") {
			return crash
		}
		return resp
	}
	opposite := map[string]string{"first": "second", "second": "first", "enhanced": "diminished", "diminished": "enhanced", "normal": "normal"}
	inverted := func(keys []string, ops ...conformance.Op) alteration {
		return func(req conformance.Request, resp conformance.Response) conformance.Response {
			for _, key := range keys {
				if of := resp.Attribute(notation.EPIN, key); of.Offered() && slices.Contains(ops, req.Op) {
					of.Text = opposite[of.Text]
				}
			}
			return resp
		}
	}
	sides := inverted([]string{"side"}, conformance.Ops()...)
	trimmed := func(trim func(string) string) limited {
		return verdicts(func(token string) bool { return epin.Valid(trim(token)) })
	}
	for _, test := range sample([]struct {
		name string
		impl conformance.Implementation
		want []string // by group: the mutant, and the operations that it does not affect
	}{
		{"an apostrophe raises in parse", altered(apostropheRaises), []string{"raises-on-bytes-with-apostrophe valid sweep"}},
		{"side, not of results", limit(altered(inverted([]string{"side"}, conformance.OpParse)), everything(notation.EPIN)), []string{"side-inverted"}},
		{"derive is rejected", alteredOf(mutantNamed("derive-raises-on-derived").New(notation.EPIN), rejectsCrashes), []string{"derive-raises-on-derived"}},
		{`strip(" ")`, trimmed(func(s string) string { return strings.Trim(s, " ") }), []string{"blanks-trimmed", "blanks-trimmed"}},
		{"at most three apostrophes", trimmed(upTo2Apostrophes), []string{""}}, // although only two explain 18 of 22 failures
		{"side and state", altered(inverted([]string{"side", "state"}, conformance.Ops()...)), []string{"side-inverted", "state-swapped"}},
		{"side, and an apostrophe in parse", alteredOf(altered(sides), apostropheRaises), []string{"raises-on-bytes-with-apostrophe valid sweep", "side-inverted"}},
	}, 5) {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			res := run(t, Config{Open: open(test.impl), Edition: notation.EPIN, Profile: Quick, Seed: 1})
			var got []string
			for i, g := range res.Groups {
				cause := ""
				for _, c := range g.Causes {
					_, spared, _ := strings.Cut(strings.TrimSuffix(c.Text.String(), "."), "This does not affect ")
					cause = strings.TrimSpace(c.Mutant + " " + strings.ReplaceAll(spared, " and ", " "))
				}
				got = append(got, cause)
				t.Log(g.Says, res.CauseLines(i))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("causes %q, want %q", got, test.want)
			}
		})
	}
}

// rejectsCrashes is an adapter that takes each error for a rejection.
func rejectsCrashes(req conformance.Request, resp conformance.Response) conformance.Response {
	if resp.Outcome == conformance.Crashed {
		return reject
	}
	return resp
}

func upTo2Apostrophes(token string) string {
	return strings.TrimSuffix(strings.TrimSuffix(token, "'"), "'")
}
