// Package result has the result of a run: one set of types, which the suite fills, and which
// every report, certificate and comparison reads. Their JSON is the published report.
//
// What an implementation says, and tokens, are of package printable, whose types escape
// themselves.
package result

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// Format is the name of the JSON form of a [Report] and its version. A change that
// a reader of the old form could not follow gets another number.
const Format = "epin-report/1"

// List is a list that is never null in JSON.
type List[T any] []T

// MarshalJSON returns the list, [] for nil.
func (l List[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return printable.JSON([]T(l))
}

// Report is a finished run. For the same seed, corpus and answers two reports are
// the same except for Times and the number of declined sweeps. The zero value is no report.
type Report struct {
	Format string `json:"format"`
	Head
	Result
	Times Times `json:"times"`
}

// Head is what is known when a run starts.
type Head struct {
	Harness        Harness              `json:"harness"`
	Edition        string               `json:"edition"`
	Profile        string               `json:"profile"`
	Seed           uint64               `json:"seed"`
	Only           List[printable.Text] `json:"only"` // what was selected, as it was given; empty for everything
	Implementation Implementation       `json:"implementation"`
}

// Harness says which suite tested.
type Harness struct {
	Version string `json:"version"`
	Corpus  string `json:"corpus"` // digest of the test vectors, "sha256:…"
}

// Implementation says who was tested, in the words of its adapter.
type Implementation struct {
	Name     printable.Text           `json:"name"` // empty where it could not be started, and in some reports of version 0.1.0
	Version  printable.Text           `json:"version"`
	Language printable.Text           `json:"language"`
	Homepage printable.Text           `json:"homepage"`
	Command  List[printable.Text]     `json:"command"` // empty for the reference
	Ops      List[conformance.Op]     `json:"ops"`
	Methods  List[conformance.Method] `json:"methods"`
	Bytes    bool                     `json:"bytes"`
	NUL      *bool                    `json:"nul,omitempty"` // false where tokens cannot contain the byte 0
}

// ImplementationOf returns the implementation that says d of itself, and that a command
// starts.
func ImplementationOf(d conformance.Description, command []string) Implementation {
	i := Implementation{
		Name: printable.Text(d.Name).Cut(), Version: printable.Text(d.Version).Cut(),
		Language: printable.Text(d.Language).Cut(), Homepage: printable.Text(d.Homepage).Cut(),
		Command: printable.Texts(command), Ops: d.Ops, Methods: d.Methods, Bytes: d.Bytes,
	}
	if d.NoNUL {
		i.NUL = new(bool)
	}
	return i
}

// TakesNUL reports whether tokens may contain the byte 0.
func (i Implementation) TakesNUL() bool { return i.NUL == nil || *i.NUL }

// NotOffered returns the operations and methods of an edition that an implementation does
// not offer.
func (i Implementation) NotOffered(edition epin.Edition) []string {
	everything := conformance.Describe(conformance.Reference(edition), edition)
	var missing []string
	for _, op := range everything.Ops {
		if !slices.Contains(i.Ops, op) {
			missing = append(missing, string(op))
		}
	}
	for _, m := range everything.Methods {
		if !slices.Contains(i.Methods, m) && slices.Contains(i.Ops, conformance.OpApply) {
			missing = append(missing, string(m))
		}
	}
	return missing
}

// Result is the result of a run. The suite returns it without Parts and Failures, which
// its events have.
type Result struct {
	Verdict       Verdict              `json:"verdict"`
	Reason        printable.Text       `json:"reason"`             // the verdict in a sentence
	Cut           printable.Text       `json:"cut"`                // why the run was cut short, or empty
	OtherEdition  string               `json:"otherEdition"`       // that the answers fit the other edition, where they do
	Unstable      bool                 `json:"unstable"`           // whether one request was seen to have two responses
	Declined      *Declined            `json:"declined,omitempty"` // what was offered and not answered; nil for nothing
	Requirements  List[Requirement]    `json:"requirements"`       // of the edition, in the order of the catalogue
	Parts         List[Part]           `json:"parts"`
	Findings      List[Finding]        `json:"findings"`      // what failed and is not known, shrunk; the most telling first
	Failures      List[Failure]        `json:"failures"`      // the first hundred of each part, without known ones
	KnownFailures *KnownFailures       `json:"knownFailures"` // the result of the list that was given; nil for none
	Claims        List[Claim]          `json:"claims"`        // what was shown of recognition, by operation
	Learned       *Learned             `json:"learned"`       // where verdicts were wrong, what the implementation accepts; nil otherwise
	Diagnosis     List[printable.Text] `json:"diagnosis"`     // which known mistakes explain what was wrong, a paragraph each
	// Comparison is in saved reports that compare several libraries: it is kept as it was
	// read, and not shown.
	Comparison json.RawMessage      `json:"comparison,omitempty"`
	Notes      List[printable.Text] `json:"notes"`     // what was noticed and changes nothing
	LastWords  printable.Lines      `json:"lastWords"` // the end of the adapter's standard error

	Lacking []Lacking `json:"-"` // what the list of known failures lacks so that everything that failed is known
}

// Counts counts checks by their result.
type Counts struct {
	Passed       int `json:"passed"`
	Failed       int `json:"failed"`
	NotExercised int `json:"notExercised"`
}

// Add adds other counts.
func (c *Counts) Add(d Counts) {
	c.Passed += d.Passed
	c.Failed += d.Failed
	c.NotExercised += d.NotExercised
}

// Count counts n checks with a result.
func (c *Counts) Count(r CheckResult, n int) {
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

// All returns the number of checks.
func (c Counts) All() int { return c.Passed + c.Failed + c.NotExercised }

// Requirement is the result of a requirement.
type Requirement struct {
	ID       string            `json:"id"`
	Level    requirement.Level `json:"level"`
	Says     string            `json:"says"`
	Document string            `json:"document"`
	Section  string            `json:"section"`
	Result   CheckResult       `json:"result"` // see Settle
	Counts
	Declined bool     `json:"declined,omitempty"` // whether a request that it needs was offered, and declined
	Known    int      `json:"known"`              // of Failed, those that known failures explain
	Example  *Example `json:"example,omitempty"`  // of the others; nil where there is none
}

// RequirementOf returns a requirement of the catalogue, of which no check is counted yet.
func RequirementOf(q requirement.Requirement) Requirement {
	return Requirement{ID: q.ID, Level: q.Level, Says: q.Says, Document: q.Document.Title, Section: q.Section}
}

// Settle sets the result to that of the counts, unless something was declined: then a
// requirement is not tested, whatever passed.
func (r *Requirement) Settle() {
	r.Result = r.Counts.Result()
	if r.Declined && r.Failed == 0 {
		r.Result = CheckNotExercised
	}
}

// Untested is the result of a requirement that neither passed nor failed, in words.
func (r Requirement) Untested() string {
	if r.Passed > 0 {
		return "not fully tested"
	}
	return "not tested"
}

// Part is the result of a part of a layer: of one operation, where the layer does not choose
// its own.
type Part struct {
	Layer    string `json:"layer"`
	Way      string `json:"way"`              // the operation; empty where the layer chooses its own
	Asked    string `json:"asked"`            // what was tested, in words
	Rounds   int    `json:"rounds,omitempty"` // of the layer fuzz: how many, the last of them perhaps in part
	Complete bool   `json:"complete"`         // whether the part came to its end
	Counts
	Declined     int                     `json:"declined,omitempty"` // requests that were offered, and declined
	Known        int                     `json:"known"`              // of Failed, those that known failures explain
	Skipped      int                     `json:"skipped"`            // checks that were not tested
	Why          string                  `json:"why"`                // why they, or the whole part, were not
	Requirements List[RequirementCounts] `json:"requirements"`       // in the order of the catalogue; only those that were counted
	Features     []Feature               `json:"features,omitempty"` // of the layer features: those that were tested, in their order
}

// RequirementCounts counts the checks of a part for one requirement.
type RequirementCounts struct {
	ID string `json:"id"`
	Counts
}

// Feature has the results of the rows of a feature file: of the specification's tables.
type Feature struct {
	Name  string       `json:"name"`  // the file, such as "epin/invalid-tokens"
	Title string       `json:"title"` // such as "Invalid token examples"
	Rows  []FeatureRow `json:"rows"`  // those that were tested; at least one
}

// FeatureRow is the result of a row.
type FeatureRow struct {
	Check  string         `json:"check"` // its identifier, such as "features/epin/invalid-tokens/3"
	Says   printable.Text `json:"says"`  // what it is about
	Result CheckResult    `json:"result"`
}

// Failure is a check that failed.
type Failure struct {
	Check        string               `json:"check"`        // identifier of the check
	Requirements List[string]         `json:"requirements"` // those that it counts against
	Op           string               `json:"op"`           // what was requested: an operation with its methods, a law, a step
	Token        printable.Token      `json:"token"`        // the input that shows it
	Other        *printable.Token     `json:"other,omitempty"`
	Why          printable.Text       `json:"why"` // why the check exists; empty for the layers that test all strings of a kind
	Wanted       printable.Text       `json:"wanted"`
	Got          printable.Text       `json:"got"`
	Repeat       List[printable.Text] `json:"repeat"` // the command that repeats this check alone; the suite does not fill it

	Seeded bool   `json:"-"` // whether the check depends on the seed
	Single string `json:"-"` // of the layer fuzz, none of whose checks can be selected by name: the selector of the request, if there is one
	Diff   string `json:"-"` // see Finding.Diff
}

// Times holds everything that differs between two equal runs.
type Times struct {
	Started time.Time      `json:"started"`
	Seconds float64        `json:"seconds"`
	Parts   List[PartTime] `json:"parts"`
}

// PartTime is how long a part took.
type PartTime struct {
	Layer   string  `json:"layer"`
	Way     string  `json:"way"`
	Seconds float64 `json:"seconds"`
}
