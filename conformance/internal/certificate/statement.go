package certificate

import (
	"crypto/sha256"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// The types that a statement and its envelope name.
const (
	StatementType = "https://in-toto.io/Statement/v1"
	PredicateType = "https://in-toto.io/attestation/test-result/v0.1"
	PayloadType   = "application/vnd.in-toto+json"
)

// Statement is an in-toto Statement about a run of the suite. [New] makes one. The zero value
// is not a valid Statement.
type Statement struct {
	Type          string     `json:"_type"`
	Subject       []Resource `json:"subject"` // the tested artifacts
	PredicateType string     `json:"predicateType"`
	Predicate     Predicate  `json:"predicate"`
}

// Resource is a file or a source tree, identified by a digest.
type Resource struct {
	Name   string `json:"name"`
	Digest Digest `json:"digest"`
}

// Digest is one digest, in lower-case hexadecimal. The other field is empty.
type Digest struct {
	SHA256    string `json:"sha256,omitempty"`
	GitCommit string `json:"gitCommit,omitempty"`
}

// String returns the digest after the name of its kind, such as "sha256:…".
func (d Digest) String() string {
	if d.GitCommit != "" {
		return "gitCommit:" + d.GitCommit
	}
	return "sha256:" + d.SHA256
}

// The results of a [Predicate].
const (
	Passed = "PASSED" // conformant
	Warned = "WARNED" // conformant but for known failures, or with different responses to the same input
	Failed = "FAILED" // everything else, also an inconclusive verdict
)

// Predicate is the predicate test-result. A test is a requirement. The lists omit requirements
// that were not tested.
type Predicate struct {
	Result        string              `json:"result"`
	Configuration Configuration       `json:"configuration"`
	PassedTests   result.List[string] `json:"passedTests"`
	WarnedTests   result.List[string] `json:"warnedTests"` // with known failures only
	FailedTests   result.List[string] `json:"failedTests"`
}

// Configuration describes the suite, the adapter and the results. In JSON it is a list of
// ResourceDescriptors: suite, corpus, report, and one for each file of the adapter.
type Configuration struct {
	Suite   Suite
	Corpus  Digest // of the test vectors
	Report  Digest // of the JSON report
	Results Results
	Adapter []Resource // the files that the command of the adapter names
}

// Suite describes the suite and the settings of the run.
type Suite struct {
	Version  string `json:"version"`
	Edition  string `json:"edition"`
	Profile  string `json:"profile"`
	Plan     string `json:"plan,omitempty"` // see suite.PlanDigest; absent if not known
	Seed     string `json:"seed"`           // decimal; a string, because a JSON number can lose digits
	Platform string `json:"platform"`       // operating system and architecture, as in linux/amd64
}

// Results holds the claim, and the results from which it follows.
type Results struct {
	Claim          []string                    `json:"claim"` // each element has one or more sentences
	Verdict        result.Verdict              `json:"verdict"`
	Implementation result.Implementation       `json:"implementation"`
	Only           result.List[printable.Text] `json:"only"`               // the selectors; empty means everything
	Cut            printable.Text              `json:"cut"`                // why the run was cut short, or empty
	Unstable       bool                        `json:"unstable"`           // whether one request had two different responses
	Declined       *result.Declined            `json:"declined,omitempty"` // requests that were offered and declined
	Shown          result.List[result.Claim]   `json:"shown"`              // about recognition, with the assumption
	NotExercised   result.List[string]         `json:"notExercised"`       // requirements that were not tested
	KnownFailures  result.List[KnownFailure]   `json:"knownFailures"`
	Requirements   result.List[Requirement]    `json:"requirements"`
	Parts          result.List[Part]           `json:"parts"`
}

// Passed returns the number of checks that passed in all parts.
func (r Results) Passed() int {
	n := 0
	for _, p := range r.Parts {
		n += p.Passed
	}
	return n
}

// KnownFailure is a line of the list of known failures that a run was given.
type KnownFailure struct {
	ID     string             `json:"id"`
	Token  string             `json:"token,omitempty"` // as a Go string literal
	Reason printable.Text     `json:"reason"`
	Result result.KnownResult `json:"result"`
	More   bool               `json:"more,omitempty"` // whether it belongs to the known failure of the line before it
}

// Requirement is the result of one requirement, as counts of checks.
type Requirement struct {
	ID    string            `json:"id"`
	Level requirement.Level `json:"level"`
	result.Counts
	Declined bool `json:"declined,omitempty"` // whether a request that it needs was offered and declined
	Known    int  `json:"known"`              // the failed checks that known failures explain
}

// Part is the result of a layer of the suite by one operation.
type Part struct {
	Layer    string `json:"layer"`
	Way      string `json:"way"`
	Asked    string `json:"asked"`
	Rounds   int    `json:"rounds"` // of the layer fuzz
	Complete bool   `json:"complete"`
	result.Counts
	Skipped int    `json:"skipped"`
	Why     string `json:"why"`
}

// About holds the parts of a statement that do not come from the report.
type About struct {
	Artifacts []Resource // the tested artifacts; if empty, the subject is the report
	Adapter   []Resource // see [AdapterFiles]
}

// New returns the statement of a run. file is its JSON report, and report is the decoded report.
// The error means that the report contradicts itself or is incomplete: see [Statement.Check].
func New(report result.Report, file []byte, about About) (Statement, error) {
	digest := Digest{SHA256: fmt.Sprintf("%x", sha256.Sum256(file))}
	config := Configuration{
		Suite: Suite{
			Version: report.Harness.Version, Edition: report.Edition, Profile: report.Profile,
			Seed: strconv.FormatUint(report.Seed, 10), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		},
		Corpus: Digest{SHA256: strings.TrimPrefix(report.Harness.Corpus, "sha256:")},
		Report: digest, Adapter: about.Adapter, Results: resultsOf(report),
	}
	s := Statement{Type: StatementType, PredicateType: PredicateType, Subject: about.Artifacts}
	if len(s.Subject) == 0 {
		s.Subject = []Resource{{Name: "report.json", Digest: digest}}
	}
	if plan, err := config.plan(); err == nil && report.Harness.Version == conformance.Version {
		config.Suite.Plan = suite.PlanDigest(plan)
	}
	r := &config.Results
	edition, err := epin.ParseEdition(config.Suite.Edition)
	if err != nil {
		return s, fmt.Errorf("unknown edition %q", config.Suite.Edition)
	}
	verdict, reason, err := r.verdict(edition, config.Suite.Version)
	if err != nil {
		return s, err
	}
	p := &s.Predicate
	p.Result = r.result(verdict)
	for _, q := range r.Requirements {
		tests := &r.NotExercised
		switch {
		case q.Failed > q.Known:
			tests = &p.FailedTests
		case q.Failed > 0:
			tests = &p.WarnedTests
		case q.Passed > 0 && !q.Declined:
			tests = &p.PassedTests
		}
		*tests = append(*tests, q.ID)
	}
	r.Claim = claimOf(config.Suite, *r, verdict, reason)
	p.Configuration = config
	return s, s.Check()
}

func resultsOf(r result.Report) Results {
	out := Results{
		Verdict: r.Verdict, Implementation: r.Implementation, Only: r.Only, Cut: r.Cut,
		Unstable: r.Unstable, Declined: r.Declined, Shown: r.Claims,
	}
	for _, q := range r.Requirements {
		out.Requirements = append(out.Requirements, Requirement{ID: q.ID, Level: q.Level, Counts: q.Counts, Declined: q.Declined, Known: q.Known})
	}
	for _, p := range r.Parts {
		out.Parts = append(out.Parts, Part{
			Layer: p.Layer, Way: p.Way, Asked: p.Asked, Rounds: p.Rounds, Complete: p.Complete, Counts: p.Counts, Skipped: p.Skipped, Why: p.Why,
		})
	}
	if r.KnownFailures != nil {
		for _, l := range r.KnownFailures.Lines {
			k := KnownFailure{ID: l.ID, Reason: l.Reason, Result: l.Result, More: l.More}
			if l.Token != nil {
				k.Token = l.Token.Quoted()
			}
			out.KnownFailures = append(out.KnownFailures, k)
		}
	}
	return out
}

// verdict returns the verdict that follows from the counts, and its reason. An error means that
// the results contradict themselves or the catalogue.
func (r Results) verdict(edition epin.Edition, version string) (result.Verdict, string, error) {
	var results []result.Requirement
	for _, q := range r.Requirements {
		known, ok := requirement.Lookup(q.ID)
		switch {
		case !ok || !known.AppliesTo(edition):
			return 0, "", fmt.Errorf("%q is not a requirement of edition %s in version %s of the suite", q.ID, edition, conformance.Version)
		// Another version of the suite may have a stricter level, and never a weaker one.
		case q.Level == 0, q.Level > known.Level, q.Level != known.Level && version == conformance.Version:
			return 0, "", fmt.Errorf("the level of %s is %s, not %q", q.ID, known.Level, q.Level)
		case q.Known > q.Failed:
			return 0, "", fmt.Errorf("the counts of %s are impossible", q.ID)
		case slices.ContainsFunc(results, func(r result.Requirement) bool { return r.ID == q.ID }):
			return 0, "", fmt.Errorf("%s has two results", q.ID)
		}
		of := result.Requirement{ID: q.ID, Level: q.Level, Counts: q.Counts, Declined: q.Declined, Known: q.Known}
		of.Settle()
		results = append(results, of)
	}
	known := &result.KnownFailures{}
	for _, l := range r.KnownFailures {
		of := result.KnownFailure{Line: knownfailures.Line{ID: l.ID, More: l.More}, Result: l.Result}
		if l.Token != "" {
			of.Token = (*printable.Token)(&l.Token)
		}
		known.Lines = append(known.Lines, of)
	}
	verdict, reason := suite.Decide(edition, results, r.Cut.String(), len(r.Only) > 0, known, r.Declined)
	return verdict, reason, nil
}

// result returns the result of the predicate for a verdict.
func (r Results) result(verdict result.Verdict) string {
	switch {
	case r.unsound(verdict) == nil:
		return Passed
	case verdict == result.ConformantButFor, verdict > result.ConformantButFor && r.Unstable:
		return Warned
	}
	return Failed
}

// unsound returns why the results do not justify a certificate, or nil if they do.
func (r Results) unsound(verdict result.Verdict) error {
	switch {
	case verdict == result.NoVerdict:
		return fmt.Errorf("the run is inconclusive")
	case !verdict.Positive():
		return fmt.Errorf("the verdict is %q", verdict)
	case verdict == result.ConformantButFor || len(r.KnownFailures) > 0:
		return fmt.Errorf("the verdict was given with known failures")
	case r.Cut != "" || len(r.Only) > 0:
		return fmt.Errorf("the run was partial")
	case r.Declined.Any():
		return fmt.Errorf("the implementation %s", r.Declined.What())
	case r.Unstable:
		return fmt.Errorf("the same input had different responses")
	case r.Implementation.Name == "":
		return fmt.Errorf("the implementation has no name")
	}
	for _, p := range r.Parts {
		switch {
		case !p.Complete:
			return fmt.Errorf("%s was cut short", p.name())
		case p.Failed > 0:
			return fmt.Errorf("%s failed", p.name())
		case p.NotExercised > 0 && conformance.Description{Ops: []conformance.Op{conformance.Op(p.Way)}}.Recognises():
			return fmt.Errorf("%s was not fully tested", p.name())
		}
	}
	return nil
}

func (p Part) name() string { return strings.TrimSuffix("the layer "+p.Layer+" by "+p.Way, " by ") }

// claimOf returns the claim in words. Its first sentence names the required requirements that
// were not tested.
func claimOf(s Suite, r Results, verdict result.Verdict, reason string) []string {
	name, unsound := r.Implementation, r.unsound(verdict)
	name.Command = nil // the implementation is named as hello names it
	var required, recommended []string
	for _, q := range r.Requirements {
		switch {
		case !slices.Contains(r.NotExercised, q.ID):
		case q.Level == requirement.Required:
			required = append(required, q.ID)
		case q.Level == requirement.Recommended:
			recommended = append(recommended, q.ID)
		}
	}
	first := fmt.Sprintf("%s conforms to EPIN edition %s: nothing failed, and every required requirement was tested.", name, s.Edition)
	switch list := strings.Join(required, ", "); {
	case unsound != nil:
		if list != "" {
			list = " (required, and not tested: " + list + ")"
		}
		first = fmt.Sprintf("No conformance of %s to EPIN edition %s is claimed: %s%s. %s", name, s.Edition, unsound, list, reason)
	case list != "":
		first = fmt.Sprintf("%s conforms to EPIN edition %s in what it offers. It does not offer what the tests of these required requirements need, so there is no claim about them: %s.",
			name, s.Edition, list)
	case verdict == result.FullyConformant:
		first = fmt.Sprintf("%s fully conforms to EPIN edition %s: nothing failed, and every required and recommended requirement was tested.",
			name, s.Edition)
	}
	claim := []string{first}
	if len(recommended) > 0 {
		claim = append(claim, "Recommended, and not tested: "+strings.Join(recommended, ", ")+".")
	}
	if !r.Implementation.Bytes {
		claim = append(claim, "Only text was tested, since the adapter does not take bytes. There is no claim about malformed UTF-8.")
	}
	if nul := r.Implementation.NUL; nul != nil && !*nul {
		claim = append(claim, "The adapter does not take the byte 0. There is no claim about strings that contain it.")
	}
	if missing := r.Implementation.NotOffered(s.Edition); missing != "" {
		claim = append(claim, missing)
	}
	for _, shown := range slices.Backward(r.Shown) {
		if shown.Shows() != "" {
			claim = append(claim, fmt.Sprintf("Correct on %s (via %s).", shown.Shows(), shown.Way))
		}
	}
	// A failure, known or not, and different responses to the same input may refute the assumption.
	if n := len(r.Shown); n > 0 && r.Shown[n-1].Extra != nil && unsound == nil {
		claim = append(claim, r.Shown[n-1].Proves()+" No test can check this assumption.")
	}
	for _, shown := range r.Shown {
		if values := shown.ProvesValues(); values != "" && unsound == nil {
			claim = append(claim, values)
		}
	}
	return append(claim, fmt.Sprintf("Tested through the adapter, on %s, in profile %s of suite %s. There is no claim about anything that was not tested, or about other versions.",
		s.Platform, s.Profile, s.Version))
}
