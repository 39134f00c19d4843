package certificate

import (
	"crypto/sha256"
	"encoding/hex"
	"runtime"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// What a statement says that it is.
const (
	StatementType = "https://in-toto.io/Statement/v1"
	PredicateType = "https://in-toto.io/attestation/test-result/v0.1"
	PayloadType   = "application/vnd.in-toto+json"
)

// Statement is an in-toto Statement about a run of the suite. [New] makes one; the zero
// value is none.
type Statement struct {
	Type          string     `json:"_type"`
	Subject       []Resource `json:"subject"` // what was tested
	PredicateType string     `json:"predicateType"`
	Predicate     Predicate  `json:"predicate"`
}

// Resource is something that a digest names.
type Resource struct {
	Name   string `json:"name"`
	Digest Digest `json:"digest"`
}

// Digest is one digest, in lower-case hexadecimal. The other one is empty.
type Digest struct {
	SHA256    string `json:"sha256,omitempty"`
	GitCommit string `json:"gitCommit,omitempty"`
}

// String returns the digest behind the name of its kind, such as "sha256:…".
func (d Digest) String() string {
	if d.GitCommit != "" {
		return "gitCommit:" + d.GitCommit
	}
	return "sha256:" + d.SHA256
}

// The results of a [Predicate].
const (
	Passed = "PASSED" // conformant
	Warned = "WARNED" // conformant but for known failures, or unstable
	Failed = "FAILED" // everything else, and no verdict too
)

// Predicate is the predicate test-result. A test is a requirement; one that was not
// exercised is in none of the lists.
type Predicate struct {
	Result        string        `json:"result"`
	Configuration Configuration `json:"configuration"`
	PassedTests   []string      `json:"passedTests"`
	WarnedTests   []string      `json:"warnedTests"` // failed, and known to
	FailedTests   []string      `json:"failedTests"`
}

// Configuration says what asked, whom, and what came of it. In JSON it is a list of
// ResourceDescriptors: suite, corpus, report, and a file of the adapter each.
type Configuration struct {
	Suite   Suite
	Corpus  Digest // of the test vectors
	Report  Digest // of the JSON report
	Results Results
	Adapter []Resource // the files that the adapter's command names
}

// Suite says what asked.
type Suite struct {
	Version  string `json:"version"`
	Edition  string `json:"edition"`
	Profile  string `json:"profile"`
	Plan     string `json:"plan,omitempty"` // digest of the parts of a whole run with their counts: see suite.PlanDigest; absent where there is none
	Seed     string `json:"seed"`           // a decimal number, which may have more digits than a number in JSON keeps
	Platform string `json:"platform"`       // operating system and architecture, as in linux/amd64
}

// Results are what the claim follows from, and the claim.
type Results struct {
	Claim          []string              `json:"claim"` // a sentence or some each
	Verdict        result.Verdict        `json:"verdict"`
	Implementation result.Implementation `json:"implementation"`
	Only           []printable.Text      `json:"only"`               // what was selected; empty for everything
	Cut            printable.Text        `json:"cut"`                // why the run was cut short, or empty
	Unstable       bool                  `json:"unstable"`           // whether one question was seen to have two answers
	Declined       *result.Declined      `json:"declined,omitempty"` // what was offered and not answered
	Shown          []result.Claim        `json:"shown"`              // of recognition, with its condition
	NotExercised   []string              `json:"notExercised"`       // requirements
	KnownFailures  []KnownFailure        `json:"knownFailures"`
	Requirements   []Requirement         `json:"requirements"`
	Parts          []Part                `json:"parts"`
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
	More   bool               `json:"more,omitempty"` // whether the line before it is of the same known failure
}

// Requirement is what came of one requirement, in checks.
type Requirement struct {
	ID    string            `json:"id"`
	Level requirement.Level `json:"level"`
	result.Counts
	Declined bool `json:"declined,omitempty"` // a request that it needs was offered, and declined
	Known    int  `json:"known"`              // of what failed, what known failures explain
}

// Part is what came of a layer of the suite, asked in one way.
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

// About is what a statement says beside a report.
type About struct {
	Artifacts []Resource // what was tested; empty for nothing but the report
	Adapter   []Resource // see [AdapterFiles]
}

// ReportName is the name of the subject where no artifact is named.
const ReportName = "report.json"

// New makes the statement of a run of which file is the JSON report: r is what it says.
// An error says what in the report contradicts itself, or names what there is not.
func New(r result.Report, file []byte, about About) (Statement, error) {
	sum := sha256.Sum256(file)
	digest := Digest{SHA256: hex.EncodeToString(sum[:])}
	config := Configuration{
		Suite: Suite{
			Version: r.Harness.Version, Edition: r.Edition, Profile: r.Profile,
			Seed: strconv.FormatUint(r.Seed, 10), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		},
		Corpus: Digest{SHA256: strings.TrimPrefix(r.Harness.Corpus, "sha256:")},
		Report: digest, Adapter: about.Adapter, Results: resultsOf(r),
	}
	s := Statement{Type: StatementType, PredicateType: PredicateType, Subject: about.Artifacts}
	if len(s.Subject) == 0 {
		s.Subject = []Resource{{Name: ReportName, Digest: digest}}
	}
	if plan, err := config.plan(); err == nil && r.Harness.Version == conformance.Version {
		config.Suite.Plan = suite.PlanDigest(plan)
	}
	s.Predicate = Predicate{Configuration: config, PassedTests: []string{}, WarnedTests: []string{}, FailedTests: []string{}}
	return s, s.conclude()
}

// conclude adds what follows from the results.
func (s *Statement) conclude() error {
	p, r := &s.Predicate, &s.Predicate.Configuration.Results
	verdict, reason, err := r.verdict(p.Configuration.Suite)
	if err != nil {
		return err
	}
	p.Result = r.result(verdict)
	for _, q := range r.Requirements {
		list := &r.NotExercised
		switch {
		case q.Failed > q.Known:
			list = &p.FailedTests
		case q.Failed > 0:
			list = &p.WarnedTests
		case q.Passed > 0 && !q.Declined:
			list = &p.PassedTests
		}
		*list = append(*list, q.ID)
	}
	r.Claim = claimOf(p.Configuration.Suite, *r, verdict, reason)
	return s.Check()
}

func resultsOf(r result.Report) Results {
	out := Results{
		Verdict: r.Verdict, Implementation: r.Implementation, NotExercised: []string{},
		Only: listOf(r.Only), Cut: r.Cut, Unstable: r.Unstable, Declined: r.Declined, Shown: listOf(r.Claims),
		KnownFailures: []KnownFailure{}, Requirements: []Requirement{}, Parts: []Part{},
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

// listOf is a list that is never null in JSON.
func listOf[T any](list []T) []T { return append([]T{}, list...) }
