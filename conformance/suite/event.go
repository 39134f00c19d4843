package suite

import (
	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/diagnosis"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// Event is something that happened in a run: [RunStarted], then for each part
// [PartStarted], any number of [Progress] and [CheckFailed], and [PartFinished],
// and at the end [RunFinished]. For the same seed, corpus and answers the events
// are the same, in the same order.
type Event interface{ event() }

// RunStarted is the first event.
type RunStarted struct {
	Version        string // of the suite
	Corpus         string // digest of the test vectors, "sha256:…"
	Edition        epin.Edition
	Profile        Profile
	Seed           uint64
	Only           []string                // the selectors, as they were given: see Config.Given; empty for everything
	Implementation conformance.Description // zero where it could not be started
}

// PartStarted says that a part begins.
type PartStarted struct {
	Layer  string
	Way    string // the operation, or "" for the layers that choose their own
	Checks int    // how many checks it has
}

// Progress says how many checks of the current part are done.
type Progress struct{ Done int }

// CheckFailed is a check that failed, and is no known failure.
type CheckFailed struct{ Failure Failure }

// PartFinished says that a part has ended, whole or cut short.
type PartFinished struct{ Part Part }

// RunFinished is the last event.
type RunFinished struct{ Result Result }

func (RunStarted) event()   {}
func (PartStarted) event()  {}
func (Progress) event()     {}
func (CheckFailed) event()  {}
func (PartFinished) event() {}
func (RunFinished) event()  {}

// Failure is a check that failed. The texts hold what the implementation said as it
// said it: whoever shows them escapes them.
type Failure struct {
	Check        string   // identifier of the check
	Requirements []string // those that it counts against
	Op           string   // what was asked: an operation with its methods, a law, a step
	Token        string   // the input that shows it, any bytes
	Other        string   // of equal: the second input
	Two          bool     // whether there is a second input
	Seeded       bool     // whether the check depends on the seed
	Single       string   // of the layer fuzz, of which no check can be asked by name: the selector of the request, if there is one
	Why          string   // why the check exists; empty for the layers that test all strings of a kind
	Wanted       string
	Got          string
	Diff         string // the differing responses as go-cmp shows them, or empty; for people, not stable
}

// Counts counts checks by their result.
type Counts struct{ Passed, Failed, NotExercised int }

func (c *Counts) add(d Counts) {
	c.Passed += d.Passed
	c.Failed += d.Failed
	c.NotExercised += d.NotExercised
}

func (c *Counts) count(r CheckResult, n int) {
	switch r {
	case CheckPassed:
		c.Passed += n
	case CheckFail:
		c.Failed += n
	case CheckNotExercised:
		c.NotExercised += n
	}
}

// Result of these counts: failed if anything failed, passed if something passed,
// otherwise not exercised.
func (c Counts) Result() CheckResult {
	switch {
	case c.Failed > 0:
		return CheckFail
	case c.Passed > 0:
		return CheckPassed
	}
	return CheckNotExercised
}

// CheckResult is what came of a check, or of the checks of a requirement.
type CheckResult uint8

// The results. The zero value is CheckNotExercised: what nobody asked is no pass.
const (
	CheckNotExercised CheckResult = iota
	CheckPassed
	CheckFail
)

// String returns "not exercised", "passed" or "failed".
func (r CheckResult) String() string {
	return [...]string{"not exercised", "passed", "failed"}[r]
}

// Part is what came of one part of a layer.
type Part struct {
	Layer string
	Way   string
	Counts
	Requirements []RequirementCounts // in the order of the catalogue; only those that were counted
	Known        int                 // of Failed, those that known failures explain; see Config.Known
	Declined     int                 // requests that were offered, and declined
	Skipped      int                 // checks that were not asked
	Why          string              // why they were not, or why the whole part was not
	Asked        string              // what was asked, in words
	Complete     bool                // whether the part came to its end
	Rounds       int                 // of the layer fuzz: how many were asked, the last of them perhaps in part
	Rows         []RowResult         // of the layer features: those that were asked, in their order
}

// RowResult is what came of one row of the specification's tables.
type RowResult struct {
	Check   string // its identifier, such as "features/epin/invalid-tokens/3"
	Feature string // title of the feature, such as "Invalid token examples"
	Name    string // what the row is about
	Result  CheckResult
}

// RequirementCounts counts the checks of one requirement.
type RequirementCounts struct {
	ID string
	Counts
}

// RequirementResult is what came of one requirement in a run.
type RequirementResult struct {
	requirement.Requirement
	Counts
	Declined bool     // whether a request that it needs was offered, and declined: then it is not tested, whatever passed
	Known    int      // of Failed, those that known failures explain; see Config.Known
	Example  *Example // of the others; nil where there is none
}

// Result is that of the counts, unless something was declined.
func (r RequirementResult) Result() CheckResult {
	if r.Declined && r.Failed == 0 {
		return CheckNotExercised
	}
	return r.Counts.Result()
}

// Result is what came of a run.
type Result struct {
	Verdict      Verdict
	Reason       string               // the verdict in a sentence
	Cut          string               // why the run was cut short, or empty
	OtherEdition string               // where every verdict fits the other edition, that it does, in words
	Unstable     bool                 // whether one question was seen to have two answers
	Declined     *Declined            // what was offered and not answered
	Requirements []RequirementResult  // of the edition, in the order of the catalogue
	Findings     []Finding            // what failed and is not known, shrunk; the most telling first
	Known        *Known               // what came of Config.Known; nil where that is
	Lacking      []Lacking            // what Config.Known lacks so that everything that failed is known
	Claims       []Claim              // what was shown of recognition, by way
	Learned      *Learned             // where verdicts were wrong, what the implementation accepts; nil otherwise
	Diagnosis    *diagnosis.Diagnosis // where something was wrong, which known mistakes explain it; nil otherwise
	Notes        []string             // what was noticed and changes nothing
	LastWords    string               // the end of the adapter's standard error, raw
}
