// Package certificate turns a report into a statement that others can check: an in-toto Statement with a
// predicate of this project. `epin certificate` calls it. It is not signed: the README of this folder names
// programs that sign it, and explains what a statement claims.
package certificate

import (
	"crypto/sha256"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/strict"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// The types that a statement names.
const (
	StatementType = "https://in-toto.io/Statement/v1"
	PredicateType = "https://github.com/epin-conformance/harness/conformance/certificate/v1"
)

// Statement is an in-toto Statement about a run of the suite. [New] makes one. The zero value
// is not a valid Statement.
type Statement struct {
	Type          string     `json:"_type"`
	Subject       []Resource `json:"subject"` // the tested artifacts
	PredicateType string     `json:"predicateType"`
	Predicate     Predicate  `json:"predicate"`
}

// Predicate holds the facts of a run, and what follows from them: Plan, Verdict and Claims.
type Predicate struct {
	Suite          string                `json:"suite"` // its version
	Edition        string                `json:"edition"`
	Profile        string                `json:"profile"`
	Seed           uint64                `json:"seed"`
	Plan           string                `json:"plan"` // see suite.PlanDigest
	Implementation result.Implementation `json:"implementation"`
	// Requirements has the counts of every requirement of the edition, without the checks of the
	// layers environments and fuzz, in which two runs differ.
	Requirements map[string]result.Counts `json:"requirements"`
	Caveat       string                   `json:"caveat"` // why it is no certificate of conformance, or empty
	Verdict      result.Verdict           `json:"verdict"`
	Claims       []result.Claim           `json:"claims"`
}

// New returns the statement of a run, whatever its verdict. file is the JSON report, which is the
// subject if there are no artifacts.
func New(r result.Report, file []byte, artifacts []Resource) Statement {
	if len(artifacts) == 0 {
		artifacts = []Resource{{"report.json", map[string]string{"sha256": fmt.Sprintf("%x", sha256.Sum256(file))}}}
	}
	counts := map[string]result.Counts{}
	for _, q := range r.Requirements {
		counts[q.ID] = result.Counts{}
	}
	var ran []result.Part
	for _, part := range r.Parts {
		if part.Layer == result.LayerFuzz {
			continue
		}
		ran = append(ran, part)
		if part.Layer == result.LayerEnvironments {
			continue
		}
		for _, q := range part.Requirements {
			sum := counts[q.ID]
			sum.Add(q.Counts)
			counts[q.ID] = sum
		}
	}
	return Statement{Type: StatementType, Subject: artifacts, PredicateType: PredicateType, Predicate: Predicate{
		Suite: r.Harness.Version, Edition: r.Edition, Profile: r.Profile, Seed: r.Seed, Plan: suite.PlanDigest(ran),
		Implementation: r.Implementation, Requirements: counts, Caveat: caveat(r), Verdict: r.Verdict, Claims: r.Claims,
	}}
}

// caveat returns why a run does not justify a certificate of conformance, or "".
func caveat(r result.Report) string {
	switch {
	case r.Verdict < result.Conformant:
		return "the verdict is " + r.VerdictLine()
	case r.KnownFailures != nil:
		return "the verdict was given with known failures"
	case r.Declined.Any():
		return "the implementation " + r.Declined.What()
	case r.Unstable:
		return "the same input had different responses"
	}
	return ""
}

// Write writes a statement as indented JSON, always the same.
func (s Statement) Write(w io.Writer) error {
	return json.MarshalEncode(jsontext.NewEncoder(w, jsontext.WithIndent("  ")), s, json.Deterministic(true))
}

// Read decodes a statement. Unknown and repeated members and other types of statements are errors.
func Read(data []byte) (s Statement, err error) {
	err = strict.Unmarshal(data, "a statement", &s)
	if err == nil && (s.Type != StatementType || s.PredicateType != PredicateType || len(s.Subject) == 0) {
		err = fmt.Errorf("it is not a statement of type %s with a subject and a predicate of type %s", StatementType, PredicateType)
	}
	return s, err
}
