// Package result defines the result of a run: one set of types, which the suite fills, and which
// every report, certificate and comparison reads. Their JSON is the published report.
//
// Untrusted texts and tokens have types of package printable, which escape them for output.
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

// Format is the name and the version of the JSON form of a [Report]. An incompatible change
// gets another number.
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

// Report is the report of a finished run. Two reports with the same seed, corpus and responses
// differ only in Times and in the number of declined sweeps. The zero value is not a valid
// Report.
type Report struct {
	Format string `json:"format"`
	Head
	Result
	Times Times `json:"times"`
}

// Head is the part of a report that is known at the start of a run.
type Head struct {
	Harness        Harness              `json:"harness"`
	Edition        string               `json:"edition"`
	Profile        string               `json:"profile"`
	Seed           uint64               `json:"seed"`
	Only           List[printable.Text] `json:"only"` // the selectors as given; empty means everything
	Implementation Implementation       `json:"implementation"`
}

// Harness identifies the suite and its corpus.
type Harness struct {
	Version string `json:"version"`
	Corpus  string `json:"corpus"` // digest of the test vectors, "sha256:…"
}

// Implementation describes the implementation under test, from the hello of its adapter.
type Implementation struct {
	Name            printable.Text           `json:"name"` // empty if it could not be started, and in some reports of version 0.1.0
	Version         printable.Text           `json:"version"`
	Language        printable.Text           `json:"language"`
	Homepage        printable.Text           `json:"homepage"`
	Command         List[printable.Text]     `json:"command"` // empty for the reference
	Ops             List[conformance.Op]     `json:"ops"`
	Methods         List[conformance.Method] `json:"methods"`
	Bytes           bool                     `json:"bytes"`
	NUL             *bool                    `json:"nul,omitempty"`             // false if tokens cannot contain the byte 0
	ApplyAttributes bool                     `json:"applyAttributes,omitempty"` // see [conformance.Description]
}

// ImplementationOf returns the Implementation with the description d that a command starts.
func ImplementationOf(d conformance.Description, command []string) Implementation {
	i := Implementation{
		Name: printable.Text(d.Name).Cut(), Version: printable.Text(d.Version).Cut(),
		Language: printable.Text(d.Language).Cut(), Homepage: printable.Text(d.Homepage).Cut(),
		Command: printable.Texts(command), Ops: d.Ops, Methods: d.Methods, Bytes: d.Bytes, ApplyAttributes: d.ApplyAttributes,
	}
	if d.NoNUL {
		i.NUL = new(bool)
	}
	return i
}

// TakesNUL reports whether tokens may contain the byte 0.
func (i Implementation) TakesNUL() bool { return i.NUL == nil || *i.NUL }

// NotOffered returns the operations and methods of an edition that an implementation does
// not offer. It omits the methods if the implementation does not offer apply.
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

// Result is the result of a run. The suite returns it without Parts and Failures, and reports
// these by events.
type Result struct {
	Verdict       Verdict              `json:"verdict"`
	Reason        printable.Text       `json:"reason"`             // the verdict in a sentence
	Cut           printable.Text       `json:"cut"`                // why the run was cut short, or empty
	OtherEdition  string               `json:"otherEdition"`       // the other edition, if the responses fit it; or empty
	Unstable      bool                 `json:"unstable"`           // whether one request had two different responses
	Declined      *Declined            `json:"declined,omitempty"` // requests that were offered and declined; nil for none
	Requirements  List[Requirement]    `json:"requirements"`       // of the edition, in the order of the catalogue
	Parts         List[Part]           `json:"parts"`
	Findings      List[Finding]        `json:"findings"`         // without known failures; the most important first
	Failures      List[Failure]        `json:"failures"`         // the first hundred of each part, without known ones
	KnownFailures *KnownFailures       `json:"knownFailures"`    // the result for a list of known failures; nil for no list
	Claims        List[Claim]          `json:"claims"`           // about recognition, by operation
	Learned       *Learned             `json:"learned"`          // the learned language, if verdicts are incorrect; nil otherwise
	Diagnosis     List[printable.Text] `json:"diagnosis"`        // the likely causes of the failures, a paragraph each
	Groups        []Group              `json:"groups,omitempty"` // the findings by incorrect behaviour; see GroupsOf
	// Comparison is in saved reports that compare several libraries. It is kept as read, and
	// not shown.
	Comparison json.RawMessage      `json:"comparison,omitempty"`
	Notes      List[printable.Text] `json:"notes"`     // unusual events that do not affect the verdict
	LastWords  printable.Lines      `json:"lastWords"` // the tail of the standard error of the adapter

	Lacking []Lacking `json:"-"` // the lines that make every failure known when added to the list of known failures
}

// Counts counts checks by their result.
type Counts struct {
	Passed       int `json:"passed"`
	Failed       int `json:"failed"`
	NotExercised int `json:"notExercised"`
}

// Add adds the counts of d.
func (c *Counts) Add(d Counts) {
	c.Passed += d.Passed
	c.Failed += d.Failed
	c.NotExercised += d.NotExercised
}

// Count adds n checks with a result.
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

// Result returns CheckFail if a check failed, else CheckPassed if one passed, else
// CheckNotExercised.
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
	Declined bool     `json:"declined,omitempty"` // whether a request that it needs was offered and declined
	Known    int      `json:"known"`              // the failed checks that known failures explain
	Example  *Example `json:"example,omitempty"`  // one of the other failed checks; nil if there is none
}

// RequirementOf returns a requirement of the catalogue without counts.
func RequirementOf(q requirement.Requirement) Requirement {
	return Requirement{ID: q.ID, Level: q.Level, Says: q.Says, Document: q.Document.Title, Section: q.Section}
}

// Settle sets the result to that of the counts. If a request was declined and nothing failed,
// the result is CheckNotExercised, even if checks passed.
func (r *Requirement) Settle() {
	r.Result = r.Counts.Result()
	if r.Declined && r.Failed == 0 {
		r.Result = CheckNotExercised
	}
}

// Untested returns the result of a requirement that neither passed nor failed, in words.
func (r Requirement) Untested() string {
	if r.Passed > 0 {
		return "not fully tested"
	}
	return "not tested"
}

// Part is the result of a part of a layer. A layer has a part for each operation, or a single
// one if it chooses the operations itself.
type Part struct {
	Layer    string `json:"layer"`
	Way      string `json:"way"`              // the operation; empty if the layer chooses the operations
	Asked    string `json:"asked"`            // what was tested, in words
	Rounds   int    `json:"rounds,omitempty"` // number of rounds of the layer fuzz; the last one may be incomplete
	Complete bool   `json:"complete"`         // whether the part was run to its end
	Counts
	Declined     int                     `json:"declined,omitempty"` // requests that were offered and declined
	Known        int                     `json:"known"`              // the failed checks that known failures explain
	Skipped      int                     `json:"skipped"`            // checks that were not tested
	Why          string                  `json:"why"`                // why these, or the whole part, were not tested
	Requirements List[RequirementCounts] `json:"requirements"`       // in the order of the catalogue; only those with counts
	Features     []Feature               `json:"features,omitempty"` // the tested files of the layer features, in order
}

// RequirementCounts counts the checks of a part for one requirement.
type RequirementCounts struct {
	ID string `json:"id"`
	Counts
}

// Feature holds the results of the rows of a feature file, which are rows of tables in the
// specification.
type Feature struct {
	Name  string       `json:"name"`  // the file, such as "epin/invalid-tokens"
	Title string       `json:"title"` // such as "Invalid token examples"
	Rows  []FeatureRow `json:"rows"`  // the tested rows; at least one
}

// FeatureRow is the result of a row.
type FeatureRow struct {
	Check  string         `json:"check"` // the identifier of its check, such as "features/epin/invalid-tokens/3"
	Says   printable.Text `json:"says"`  // the content of the row
	Result CheckResult    `json:"result"`
}

// Failure is a check that failed.
type Failure struct {
	Check        string               `json:"check"`        // identifier of the check
	Requirements List[string]         `json:"requirements"` // the requirements that it fails
	Op           string               `json:"op"`           // the request: an operation with its methods, a law, a step
	Token        printable.Token      `json:"token"`        // the input
	Other        *printable.Token     `json:"other,omitempty"`
	Why          printable.Text       `json:"why"` // why the check exists; empty for the layers that test all strings of a kind
	Wanted       printable.Text       `json:"wanted"`
	Got          printable.Text       `json:"got"`
	Repeat       List[printable.Text] `json:"repeat"` // the command that repeats this check alone; the suite does not set it

	Seeded bool   `json:"-"` // whether the check depends on the seed
	Single string `json:"-"` // for the layer fuzz, which has no selectors for its checks: the selector of the request, or empty
}

// Times holds everything that differs between two equal runs.
type Times struct {
	Started time.Time      `json:"started"`
	Seconds float64        `json:"seconds"`
	Parts   List[PartTime] `json:"parts"`
}

// PartTime is the duration of a part.
type PartTime struct {
	Layer   string  `json:"layer"`
	Way     string  `json:"way"`
	Seconds float64 `json:"seconds"`
}
