// Package report turns the events of a run of the suite into something to read: text and
// Markdown for people, badges, and JSON, JSON Lines and JUnit's XML for programs. It reads
// saved reports back, and compares them.
//
// What an implementation says of itself, and in its answers, is untrusted. It is
// escaped on its way into a [Report], so that whatever is rendered from one holds
// printable text only.
package report

import (
	"encoding/hex"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/epin"
)

// Format is the name of the JSON form of a [Report] and its version. A change that
// a reader of the old form could not follow gets another number.
const Format = "epin-report/1"

// Report is a finished run. For the same seed, corpus and answers two reports are
// the same except for Times and the number of declined sweeps. The zero value is no report.
type Report struct {
	Format         string          `json:"format"`
	Harness        Harness         `json:"harness"`
	Edition        string          `json:"edition"`
	Profile        string          `json:"profile"`
	Seed           uint64          `json:"seed"`
	Only           []string        `json:"only"` // what was selected; empty for everything
	Implementation Implementation  `json:"implementation"`
	Verdict        string          `json:"verdict"` // see suite.Verdict
	Reason         string          `json:"reason"`
	Cut            string          `json:"cut"`                // why the run was cut short, or empty
	OtherEdition   string          `json:"otherEdition"`       // that the answers fit the other edition, where they do
	Unstable       bool            `json:"unstable"`           // one question was seen to have two answers
	Declined       *suite.Declined `json:"declined,omitempty"` // what was offered and not answered; null for nothing
	Requirements   []Requirement   `json:"requirements"`
	Parts          []Part          `json:"parts"`
	Findings       []Finding       `json:"findings"`      // what failed and is not known, shrunk; the most telling first
	Failures       []Failure       `json:"failures"`      // the first hundred of each part, without known ones
	KnownFailures  *KnownFailures  `json:"knownFailures"` // where a list of them was given; null otherwise
	Claims         []Claim         `json:"claims"`
	Learned        *Learned        `json:"learned"`   // where verdicts were wrong; null otherwise
	Diagnosis      []string        `json:"diagnosis"` // which known mistakes explain what was wrong, a paragraph each
	// Comparison is in saved reports that compare several libraries: it is kept as it was
	// read, and not shown.
	Comparison json.RawMessage `json:"comparison,omitempty"`
	Notes      []string        `json:"notes"`
	LastWords  string          `json:"lastWords"` // the end of the adapter's standard error
	Times      Times           `json:"times"`
}

// Harness says what asked.
type Harness struct {
	Version string `json:"version"`
	Corpus  string `json:"corpus"` // digest of the test vectors
}

// Implementation says who was asked, in the words of its adapter.
type Implementation struct {
	Name     string   `json:"name"` // empty where it could not be started, and in some reports of version 0.1.0
	Version  string   `json:"version"`
	Language string   `json:"language"`
	Homepage string   `json:"homepage"`
	Command  []string `json:"command"` // empty for the reference
	Ops      []string `json:"ops"`
	Methods  []string `json:"methods"`
	Bytes    bool     `json:"bytes"`
	NUL      *bool    `json:"nul,omitempty"` // false where tokens cannot contain the byte 0
}

// Counts counts checks.
type Counts struct {
	Passed       int `json:"passed"`
	Failed       int `json:"failed"`
	NotExercised int `json:"notExercised"`
}

// Requirement is what came of one requirement.
type Requirement struct {
	ID       string `json:"id"`
	Level    string `json:"level"`
	Says     string `json:"says"`
	Document string `json:"document"`
	Section  string `json:"section"`
	Result   string `json:"result"` // "passed", "failed" or "not exercised"
	Counts
	Declined bool     `json:"declined,omitempty"` // a request that it needs was offered, and declined
	Known    int      `json:"known"`              // of what failed, what known failures explain
	Example  *Example `json:"example,omitempty"`  // of what failed and is not known
}

// untested is the result of a requirement that neither passed nor failed, in words.
func (q Requirement) untested() string {
	if q.Passed > 0 {
		return "not fully tested"
	}
	return "not tested"
}

// Part is what came of a layer of the suite, asked in one way.
type Part struct {
	Layer    string `json:"layer"`
	Way      string `json:"way"` // the operation; empty where the layer chooses its own
	Asked    string `json:"asked"`
	Rounds   int    `json:"rounds,omitempty"` // of the layer fuzz
	Complete bool   `json:"complete"`
	Counts
	Declined     int                 `json:"declined,omitempty"` // requests that were offered, and declined
	Known        int                 `json:"known"`              // of what failed, what known failures explain
	Skipped      int                 `json:"skipped"`            // checks that were not asked
	Why          string              `json:"why"`                // why they, or the whole part, were not
	Requirements []RequirementCounts `json:"requirements"`
	Features     []Feature           `json:"features,omitempty"` // of the layer features: those that were asked, in their order
}

// Feature is what came of the rows of one feature file: of the specification's tables.
type Feature struct {
	Name  string       `json:"name"`  // the file, such as "epin/invalid-tokens"
	Title string       `json:"title"` // such as "Invalid token examples"
	Rows  []FeatureRow `json:"rows"`  // those that were asked; at least one
}

// FeatureRow is what came of one row.
type FeatureRow struct {
	Check  string `json:"check"` // its identifier, such as "features/epin/invalid-tokens/3"
	Says   string `json:"says"`  // what it is about
	Result string `json:"result"`
}

// RequirementCounts counts the checks of a part for one requirement.
type RequirementCounts struct {
	ID string `json:"id"`
	Counts
}

// Failure is a check that failed.
type Failure struct {
	Check        string   `json:"check"`
	Requirements []string `json:"requirements"`
	Op           string   `json:"op"`
	Token        Token    `json:"token"`
	Other        *Token   `json:"other,omitempty"` // of equal
	Why          string   `json:"why"`
	Wanted       string   `json:"wanted"`
	Got          string   `json:"got"`
	Repeat       []string `json:"repeat"` // the command that repeats this check alone
}

// Token is a string of bytes, in three forms.
type Token struct {
	Text   *string `json:"text,omitempty"` // as it is, where it is printable text
	Quoted string  `json:"quoted"`         // as a Go string literal in ASCII
	Hex    string  `json:"hex"`
}

// UnmarshalJSON reads the bytes of a token, from which its other forms follow.
func (t *Token) UnmarshalJSON(data []byte) error {
	var forms struct {
		Hex string `json:"hex"`
	}
	if err := json.Unmarshal(data, &forms); err != nil {
		return err
	}
	token, err := hex.DecodeString(forms.Hex)
	if err != nil {
		return err
	}
	*t = tokenOf(string(token))
	return nil
}

// bytes returns the bytes of the token.
func (t Token) bytes() []byte {
	token, _ := hex.DecodeString(t.Hex) // made by tokenOf
	return token
}

// Claim is what was shown of recognition in one way of asking: see suite.Claim, which
// says what it proves and on what condition.
type Claim struct {
	Way       string   `json:"way"`
	Alphabet  string   `json:"alphabet"`            // AlphabetBytes, AlphabetASCII or AlphabetEnds
	Exhausted *int     `json:"exhausted,omitempty"` // every string up to this length was asked
	Extra     *int     `json:"extra,omitempty"`     // the complete test suite for so many extra states was asked
	Cover     []string `json:"cover"`               // the state cover of that suite, in its order
}

// The alphabets of a [Claim]: what an adapter that takes text only cannot be asked is
// not claimed.
const (
	AlphabetBytes = "all 256 bytes"
	AlphabetASCII = "the 128 bytes of ASCII"
	// The same without the byte 0, where the adapter does not take it.
	AlphabetBytesNoNUL = "all bytes but 0"
	AlphabetASCIINoNUL = "the bytes of ASCII but 0"
	// AlphabetEnds is less than an alphabet: see suite.Claim.Ends.
	AlphabetEnds = "the bytes at the ends of ranges"
)

// Times holds everything that differs between two equal runs.
type Times struct {
	Started time.Time  `json:"started"`
	Seconds float64    `json:"seconds"`
	Parts   []PartTime `json:"parts"`
}

// PartTime is how long a part took.
type PartTime struct {
	Layer   string  `json:"layer"`
	Way     string  `json:"way"`
	Seconds float64 `json:"seconds"`
}

// Collector puts the events of one run together. Make one with [NewCollector].
type Collector struct {
	command   []string
	flags     []string
	now       func() time.Time
	partBegan time.Time
	fuzzing   bool     // whether the layer fuzz is being asked
	rounds    int      // of it, when it is done
	only      []string // the selectors, as they were given
	report    Report
}

// NewCollector returns a collector for a run of a command, which is empty for the
// reference. flags are what else a command that repeats a check needs, such as
// "--timeout", "1m0s". now is the clock.
func NewCollector(command, flags []string, now func() time.Time) *Collector {
	return &Collector{command: command, flags: flags, now: now, report: Report{
		Format:         Format,
		Only:           []string{},
		Implementation: Implementation{Command: visibleAll(command), Ops: []string{}, Methods: []string{}},
		Requirements:   []Requirement{},
		Parts:          []Part{},
		Findings:       []Finding{},
		Failures:       []Failure{},
		Claims:         []Claim{},
		Diagnosis:      []string{},
		Notes:          []string{},
		Times:          Times{Started: now().UTC(), Parts: []PartTime{}},
	}}
}

// Add takes the next event.
func (c *Collector) Add(event suite.Event) {
	r := &c.report
	switch e := event.(type) {
	case suite.RunStarted:
		r.Harness = Harness{Version: e.Version, Corpus: e.Corpus}
		r.Edition, r.Profile, r.Seed = e.Edition.String(), e.Profile.String(), e.Seed
		c.only = e.Only
		for _, selector := range e.Only {
			r.Only = append(r.Only, Said(selector))
		}
		d := e.Implementation
		r.Implementation.Name, r.Implementation.Version = Said(d.Name), Said(d.Version)
		r.Implementation.Language, r.Implementation.Homepage = Said(d.Language), Said(d.Homepage)
		r.Implementation.Bytes = d.Bytes
		if d.NoNUL {
			r.Implementation.NUL = new(bool)
		}
		for _, op := range d.Ops {
			r.Implementation.Ops = append(r.Implementation.Ops, string(op))
		}
		for _, m := range d.Methods {
			r.Implementation.Methods = append(r.Implementation.Methods, string(m))
		}
	case suite.PartStarted:
		c.partBegan, c.fuzzing = c.now(), e.Layer == suite.LayerFuzz
	case suite.CheckFailed:
		r.Failures = append(r.Failures, c.failure(e.Failure))
	case suite.PartFinished:
		c.part(e.Part)
	case suite.RunFinished:
		c.finish(e.Result)
	}
}

func (c *Collector) failure(f suite.Failure) Failure {
	out := Failure{
		Check: f.Check, Requirements: f.Requirements, Op: f.Op, Token: tokenOf(f.Token),
		Why: visible(f.Why), Wanted: Said(f.Wanted), Got: Said(f.Got),
	}
	out.Repeat = visibleAll(c.repeat(f))
	if f.Two {
		other := tokenOf(f.Other)
		out.Other = &other
	}
	return out
}

func (c *Collector) part(p suite.Part) {
	part := Part{
		Layer: p.Layer, Way: p.Way, Asked: p.Asked, Rounds: p.Rounds, Complete: p.Complete,
		Counts: countsOf(p.Counts), Declined: p.Declined, Known: p.Known, Skipped: p.Skipped, Why: p.Why, Requirements: []RequirementCounts{},
	}
	for _, q := range p.Requirements {
		part.Requirements = append(part.Requirements, RequirementCounts{q.ID, countsOf(q.Counts)})
	}
	part.Features = featuresOf(p.Layer, p.Rows)
	c.rounds += p.Rounds
	c.report.Parts = append(c.report.Parts, part)
	c.report.Times.Parts = append(c.report.Times.Parts,
		PartTime{Layer: p.Layer, Way: p.Way, Seconds: c.now().Sub(c.partBegan).Seconds()})
}

// featuresOf groups the rows of a layer by their features.
func featuresOf(layer string, rows []suite.RowResult) []Feature {
	var all []Feature
	for _, row := range rows {
		name := path.Dir(strings.TrimPrefix(row.Check, layer+"/"))
		if len(all) == 0 || all[len(all)-1].Name != name {
			all = append(all, Feature{Name: name, Title: row.Feature})
		}
		f := &all[len(all)-1]
		f.Rows = append(f.Rows, FeatureRow{Check: row.Check, Says: visible(row.Name), Result: row.Result.String()})
	}
	return all
}

func (c *Collector) finish(result suite.Result) {
	r := &c.report
	r.Verdict, r.Reason, r.Cut = result.Verdict.String(), Said(result.Reason), Said(result.Cut)
	for _, q := range result.Requirements {
		r.Requirements = append(r.Requirements, Requirement{
			ID: q.ID, Level: q.Level.String(), Says: q.Says,
			Document: q.Document.Title, Section: q.Section,
			Result: q.Result().String(), Counts: countsOf(q.Counts), Declined: q.Declined, Known: q.Known,
		})
		if q.Example != nil {
			r.Requirements[len(r.Requirements)-1].Example = &Example{Check: q.Example.Check, Says: visible(q.Example.Input + " by " + q.Example.Op)}
		}
	}
	r.OtherEdition, r.Unstable = result.OtherEdition, result.Unstable
	r.Declined = result.Declined
	r.KnownFailures = knownOf(result.Known)
	for _, f := range result.Findings {
		r.Findings = append(r.Findings, c.finding(f))
	}
	for _, c := range result.Claims {
		r.Claims = append(r.Claims, claimOf(c))
	}
	r.Learned = learnedOf(result.Learned)
	if result.Diagnosis != nil {
		r.Diagnosis = visibleAll(result.Diagnosis.Paragraphs())
	}
	r.Notes = visibleAll(result.Notes)
	r.LastWords = visibleLines(result.LastWords)
	r.Times.Seconds = c.now().Sub(r.Times.Started).Seconds()
}

func claimOf(c suite.Claim) Claim {
	claim := Claim{Way: c.Way, Alphabet: alphabetOf(c.Bytes, !c.NoNUL), Cover: append([]string{}, c.Cover...)}
	if c.Ends != "" {
		claim.Alphabet = AlphabetEnds
	}
	if c.Exhausted >= 0 {
		claim.Exhausted = &c.Exhausted
	}
	if c.Extra >= 0 {
		claim.Extra = &c.Extra
	}
	return claim
}

// Alphabet returns the alphabet of what can be tested of an implementation.
func (i Implementation) Alphabet() string { return alphabetOf(i.Bytes, i.TakesNUL()) }

// NotOffered returns the operations and methods of an edition that an implementation does
// not offer.
func (i Implementation) NotOffered(edition epin.Edition) []string {
	everything := conformance.Describe(conformance.Reference(edition), edition)
	var missing []string
	for _, op := range everything.Ops {
		if !slices.Contains(i.Ops, string(op)) {
			missing = append(missing, string(op))
		}
	}
	for _, m := range everything.Methods {
		if !slices.Contains(i.Methods, string(m)) && slices.Contains(i.Ops, string(conformance.OpApply)) {
			missing = append(missing, string(m))
		}
	}
	return missing
}

// TakesNUL reports whether tokens may contain the byte 0.
func (i Implementation) TakesNUL() bool { return i.NUL == nil || *i.NUL }

func alphabetOf(bytes, nul bool) string {
	switch {
	case bytes && nul:
		return AlphabetBytes
	case bytes:
		return AlphabetBytesNoNUL
	case nul:
		return AlphabetASCII
	}
	return AlphabetASCIINoNUL
}

func countsOf(c suite.Counts) Counts { return Counts(c) }

// Report returns the report of the events so far; it is whole after
// suite.RunFinished.
func (c *Collector) Report() Report { return c.report }

// NameOf names an implementation by what it says of itself, in one line of printable text.
func NameOf(d conformance.Description) string {
	return subject(Implementation{Name: Said(d.Name), Version: Said(d.Version), Language: Said(d.Language)})
}

// Asked says what a request asks, in one line of printable text.
func Asked(req conformance.Request) string {
	var other *Token
	if req.Op == conformance.OpEqual {
		other = pointerTo(tokenOf(req.Other))
	}
	return string(req.Op) + " " + askedFor(wordsOf(req.Methods), tokenOf(req.Token), other)
}
