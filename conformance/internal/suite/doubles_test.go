package suite

import (
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

type (
	answering  = double.Func
	alteration = double.Alteration
	limited    = double.Limited
)

var open, opening, alteredOf, limit, mutantNamed = double.Open, double.Opening, double.Altered, double.Limit, double.Mutant

// altered is the reference with some responses changed.
func altered(alter alteration) answering {
	return alteredOf(conformance.Reference(notation.EPIN), alter)
}

var (
	accept = conformance.Response{Outcome: conformance.Accepted}
	reject = conformance.Response{Outcome: conformance.Rejected}
	crash  = conformance.Response{Outcome: conformance.Crashed, Crash: "RuntimeError: oh"}
)

// noValues is an alteration that leaves nothing but verdicts.
func noValues(_ conformance.Request, resp conformance.Response) conformance.Response {
	return conformance.Response{Outcome: resp.Outcome}
}

// verdictOf is the response to a request about validity, without attributes.
func verdictOf(valid bool) conformance.Response {
	if valid {
		return accept
	}
	return reject
}

// replaced is the reference with one response in place of those that match.
func replaced(by conformance.Response, matches func(conformance.Request) bool) answering {
	return altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
		if matches(req) {
			return by
		}
		return resp
	})
}

// offering limits an implementation to some operations.
func offering(impl conformance.Implementation, ops ...conformance.Op) limited {
	return limit(impl, conformance.Description{Ops: ops, Bytes: conformance.Ops()})
}

// offeringText is offering, of what takes nothing but text.
func offeringText(impl conformance.Implementation, ops ...conformance.Op) limited {
	return limit(impl, conformance.Description{Ops: ops})
}

var validity = []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep}

// verdicts returns an implementation that accepts what a function says, and offers nothing
// but validity.
func verdicts(accepts func(string) bool) limited {
	return offering(altered(func(req conformance.Request, _ conformance.Response) conformance.Response {
		return verdictOf(accepts(req.Token))
	}), validity...)
}

var openReference = opening(conformance.Reference)

// openVerdicts opens a mutant that offers nothing but validity.
func openVerdicts(name string) conformance.Factory {
	m := mutantNamed(name)
	return opening(func(e *notation.Edition) conformance.Implementation { return offering(m.New(e), validity...) })
}

// run runs the suite and returns the report. The clock stands still, if there is none:
// the sizes of sweeps follow from it, and from them what is found in a library that does
// not answer all of a sweep. With -short, a test ends where it runs one job.
func run(t *testing.T, cfg Config) result.Report {
	t.Helper()
	if cfg.Jobs < 2 {
		longTest(t)
	}
	if cfg.Now == nil {
		cfg.Now = func() time.Time { return time.Time{} }
	}
	report, err := Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// partOf returns a part that finished: a layer, by an operation if it has several.
func partOf(t *testing.T, r result.Report, layer string, op conformance.Op) result.Part {
	t.Helper()
	for _, p := range r.Parts {
		if p.Layer == layer && p.Op == string(op) {
			return p
		}
	}
	t.Fatalf("there is no layer %s %s", layer, op)
	return result.Part{}
}

// failedRequirements returns the requirements with a failure that is not known.
func failedRequirements(report result.Report) []string {
	var ids []string
	for _, r := range report.Requirements {
		if r.Failed > r.Known {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

func requirementOf(report result.Report, id string) result.Requirement {
	for _, r := range report.Requirements {
		if r.ID == id {
			return r
		}
	}
	return result.Requirement{}
}

// What the clock bounds, it bounds for slow libraries. Those of the tests are fast, so that
// what is found in them may not depend on how busy the machine is. Diagnosis takes long, so
// only the tests that look at it have one.
func init() { shrinkAtLeast, learningAtLeast, diagnosisAtLeast = time.Hour, time.Hour, 0 }

// within lets a step after the checks take a time at least, until the test ends.
func within(t *testing.T, limit *time.Duration, d time.Duration) {
	before := *limit
	*limit = d
	t.Cleanup(func() { *limit = before })
}

// diagnosed has runs on a standing clock diagnosed, until the test ends.
func diagnosed(t *testing.T) { within(t, &diagnosisAtLeast, time.Hour) }

// sampled reports whether the i-th of some cases is tested: one in n, or all with EPIN_WHOLE=1.
func sampled(i, n int) bool { return i%n == 0 || tests.Whole() }

// sample returns the cases that are tested.
func sample[Case any](cases []Case, n int) (some []Case) {
	for i, c := range cases {
		if sampled(i, n) {
			some = append(some, c)
		}
	}
	return some
}

// longTest skips a test where only the race detector looks, and nothing runs side by side.
func longTest(t *testing.T) {
	if testing.Short() {
		t.Skip("short runs are for the race detector, and nothing runs side by side here")
	}
}
