package prove_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/prove"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	_ "github.com/epin-conformance/harness/conformance/internal/testgc"
	"github.com/epin-conformance/harness/conformance/internal/transcript"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// recorder logs what an implementation is asked and answers, as a session does.
type recorder struct {
	conformance.Implementation
	offers conformance.Description
	log    wire.Log
	id     int64
}

func (r *recorder) Describe() conformance.Description { return r.offers }

func (r *recorder) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	r.id++
	line, err := wire.AppendRequest(nil, r.id, req, r.offers.Bytes)
	if err != nil {
		return r.Implementation.Do(ctx, req) // no adapter gets it
	}
	r.log.Sent(r.id, line)
	resp, err := r.Implementation.Do(ctx, req)
	if err == nil {
		line, err = wire.AppendResponse(nil, r.id, req, resp)
	}
	r.log.Answered(r.id, line)
	return resp, err
}

// whole reports whether nothing is left out.
func whole() bool { return os.Getenv("EPIN_WHOLE") == "1" }

// proofOf runs the suite and reads the transcript of the run. Without EPIN_WHOLE=1 it requests only
// operations that prove something. The others take most of the time of a run.
func proofOf(
	t *testing.T, edition epin.Edition, profile suite.Profile, open func(epin.Edition) conformance.Implementation,
) (result.Report, *prove.Run) {
	t.Helper()
	var file bytes.Buffer
	w, err := transcript.NewWriter(&file, transcript.Header{Edition: edition.String(), Profile: profile.String()})
	if err != nil {
		t.Fatal(err)
	}
	report := result.Report{Head: result.Head{Edition: edition.String()}}
	var parts []result.Part
	factory := func(context.Context, epin.Edition) (conformance.Implementation, error) {
		r := &recorder{Implementation: open(edition), log: w.Log()}
		if r.offers = conformance.Describe(r.Implementation, edition); !whole() {
			r.offers.Ops = []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep}
			r.offers.Methods = []conformance.Method{}
		}
		hello, err := json.Marshal(map[string]any{"id": 0, "protocol": 1, "implementation": map[string]string{"name": r.offers.Name},
			"ops": r.offers.Ops, "methods": r.offers.Methods, "bytes": r.offers.Bytes, "nul": !r.offers.NoNUL})
		r.log.Greeted(hello)
		return r, err
	}
	cfg := suite.Config{Edition: edition, Profile: profile, Seed: 1, Open: factory}
	report.Result, err = suite.Run(t.Context(), cfg, func(e suite.Event) {
		if e, ok := e.(suite.PartFinished); ok {
			parts = append(parts, e.Part)
		}
	})
	report.Parts = parts
	if err != nil || w.Close(transcript.End{}) != nil {
		t.Fatal(err)
	}
	run, err := prove.Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	return report, run
}

// holds checks that the answers prove each guarantee that a report states, and returns the
// number of guarantees.
func holds(t *testing.T, res result.Report, run *prove.Run) (guarantees int) {
	t.Helper()
	for _, claim := range res.Claims {
		if claim.Extra == nil || res.Unproven(claim) != "" {
			continue
		}
		guarantees++
		access := map[string]bool{}
		for _, o := range run.Operations {
			if string(o.Op) == claim.Way {
				for _, word := range o.Access(o.Bytes) {
					access[word] = true
				}
			}
		}
		for _, word := range accessOf(claim, run) {
			if !access[word] {
				t.Errorf("by %s, the report claims the access word %+q, and the answers prove nothing for it", claim.Way, word)
				break
			}
		}
	}
	return guarantees
}

// accessOf returns the access words of a claim.
func accessOf(claim result.Claim, run *prove.Run) []string {
	access, words := claim.Cover, []string(claim.Cover)
	for range *claim.Extra {
		var longer []string
		for _, word := range words {
			for _, b := range run.Bytes {
				longer = append(longer, word+b)
			}
		}
		words = longer
		access = append(access, words...)
	}
	edition, _ := epin.ParseEdition(run.Header.Edition)
	if claim.Prefixes {
		for id := range edition.All() {
			for n := range len(id.String()) + 1 {
				access = append(access, id.String()[:n])
			}
		}
	}
	return access
}

// TestClaimsOfTheReference runs the profile quick, and standard with EPIN_WHOLE=1.
func TestClaimsOfTheReference(t *testing.T) {
	profile, access := suite.Quick, map[epin.Edition]int{epin.Current: 6, epin.Initial: 5}
	if whole() {
		profile, access = suite.Standard, map[epin.Edition]int{epin.Current: 2_054, epin.Initial: 1_488}
	}
	for edition, want := range access {
		res, run := proofOf(t, edition, profile, conformance.Reference)
		if got := holds(t, res, run); got != 3 || len(run.Operations) != 3 {
			t.Errorf("%s: %d guarantees, want 3", edition, got)
		}
		for _, o := range run.Operations {
			if got := len(o.Access(o.Bytes)); o.Op == conformance.OpSweep && got != want {
				t.Errorf("%s: %d access words by sweep, want %d", edition, got, want)
			}
		}
	}
}

// TestClaimsOfMutants runs a few mutants. With EPIN_WHOLE=1 it runs all: those that the profile
// quick may not kill in the profile standard.
func TestClaimsOfMutants(t *testing.T) {
	few := []string{"dollar-for-z", "name-with-sign", "table-token-missing"}
	var guarantees, refuted atomic.Int32
	t.Run("mutants", func(t *testing.T) {
		for _, edition := range epin.Editions() {
			for _, m := range mutant.All() {
				if !m.ExistsIn(edition) || !whole() && (!slices.Contains(few, m.Name) || edition == epin.Initial) {
					continue
				}
				profile := suite.Quick
				if whole() && m.Layer != mutant.Basic {
					profile = suite.Standard
				}
				t.Run(edition.String()+"/"+m.Name, func(t *testing.T) {
					t.Parallel()
					report, run := proofOf(t, edition, profile, m.New)
					guarantees.Add(int32(holds(t, report, run)))
					for _, o := range run.Operations {
						if o.Refuted == "" {
							continue
						}
						if refuted.Add(1); len(o.Access(o.Bytes)) > 0 {
							t.Errorf("by %s, it %s, and something is proven", o.Op, o.Refuted)
						}
					}
				})
			}
		}
	})
	if guarantees.Load() == 0 || refuted.Load() == 0 {
		t.Errorf("%d guarantees, %d refuted", guarantees.Load(), refuted.Load())
	}
	t.Logf("%d guarantees, %d refuted", guarantees.Load(), refuted.Load())
}
