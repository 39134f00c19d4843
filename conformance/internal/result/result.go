// Package result defines the result of a run: one set of types, which package suite fills with what came
// back, and which every report, certificate and comparison reads. Their JSON is the published report.
//
// Untrusted texts and tokens have types of package printable, which escape them for output.
package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// Format is the name and the version of the JSON form of a [Report].
const Format = "epin-report/1"

// Report is the report of a finished run. Reports with the same seed, corpus and responses differ
// only in Times and in the number of declined sweeps. The zero value is not a valid Report.
type Report struct {
	Format string `json:"format"`
	Head
	Result
	Times Times `json:"times"`
}

// Head is the part of a report that is known at the start of a run.
type Head struct {
	Harness        Harness           `json:"harness"`
	Edition        string            `json:"edition"`
	Tested         *notation.Edition `json:"-"` // Edition in another form; nil in a decoded report, see Of
	Profile        string            `json:"profile"`
	Seed           uint64            `json:"seed"`
	Only           []printable.Text  `json:"only"` // the selectors as given; empty means everything
	Implementation Implementation    `json:"implementation"`
}

// Of returns the edition that was tested, or nil if its name is unknown.
func (h Head) Of() *notation.Edition {
	if h.Tested == nil {
		h.Tested, _ = notation.Named(h.Edition)
	}
	return h.Tested
}

// Harness identifies the suite and its corpus.
type Harness struct {
	Version string `json:"version"`
	Corpus  string `json:"corpus"` // digest of the test vectors, "sha256:…"
}

// Implementation describes the implementation under test, from the hello of its adapter.
type Implementation struct {
	Name            printable.Text       `json:"name"` // empty if it could not be started
	Version         printable.Text       `json:"version"`
	Language        printable.Text       `json:"language"`
	Homepage        printable.Text       `json:"homepage"`
	Command         []printable.Text     `json:"command"` // empty for the reference
	Ops             []conformance.Op     `json:"ops"`
	Methods         []conformance.Method `json:"methods"`
	Bytes           []conformance.Op     `json:"bytes"`                    // the operations whose tokens could contain invalid UTF-8
	NUL             *bool                `json:"nul,omitempty"`            // false if tokens cannot contain the byte 0
	ApplyAttributes bool                 `json:"applyAttributes,omitzero"` // see [conformance.Description]
	ApplyUnread     bool                 `json:"applyUnread,omitzero"`     // likewise
}

// ImplementationOf returns the Implementation with the description d that a command starts.
func ImplementationOf(d conformance.Description, command []string) Implementation {
	i := Implementation{
		Name: printable.Text(d.Name).Cut(), Version: printable.Text(d.Version).Cut(),
		Language: printable.Text(d.Language).Cut(), Homepage: printable.Text(d.Homepage).Cut(),
		Command: printable.Texts(command), Ops: d.Ops, Methods: d.Methods,
		Bytes:           slices.DeleteFunc(slices.Clone(d.Ops), func(op conformance.Op) bool { return !d.TakesBytes(op) }),
		ApplyAttributes: d.ApplyAttributes, ApplyUnread: d.ApplyUnread,
	}
	if d.NoNUL {
		i.NUL = new(bool)
	}
	return i
}

// Offered returns what the implementation offers, without the texts that describe it.
func (i Implementation) Offered() conformance.Description {
	return conformance.Description{
		Ops: i.Ops, Methods: i.Methods, Bytes: i.Bytes, NoNUL: !i.TakesNUL(),
		ApplyAttributes: i.ApplyAttributes, ApplyUnread: i.ApplyUnread,
	}
}

// TakesNUL reports whether tokens may contain the byte 0.
func (i Implementation) TakesNUL() bool { return i.NUL == nil || *i.NUL }

// Conclusion is what a run shows about the implementation as a whole.
type Conclusion struct {
	Verdict       Verdict        `json:"verdict"`
	Reason        printable.Text `json:"reason"`                 // the verdict in a sentence
	Cut           printable.Text `json:"cut"`                    // why the run was cut short, or empty
	OtherEdition  string         `json:"otherEdition"`           // a sentence about another edition, if all verdicts are its verdicts; or empty
	FitsEdition   string         `json:"fitsEdition,omitempty"`  // the name of that edition
	CorrectOnText bool           `json:"correctOnText,omitzero"` // whether something failed, and only on malformed UTF-8
	Unstable      bool           `json:"unstable"`               // whether one request had two different responses
	Declined      *Declined      `json:"declined,omitempty"`     // requests that were offered and declined; nil for none
}

// Result is the result of a run.
type Result struct {
	Conclusion
	Requirements  []Requirement    `json:"requirements"` // of the edition, in the order of the catalogue
	Parts         []Part           `json:"parts"`
	Findings      []Finding        `json:"findings"`         // without known failures; the most important first
	Failures      []Failure        `json:"failures"`         // the first hundred of each part, without known ones
	KnownFailures *KnownFailures   `json:"knownFailures"`    // the result for a list of known failures; nil for no list
	Claims        []Claim          `json:"claims"`           // about recognition, by operation
	Learned       *Learned         `json:"learned"`          // the learned language, if verdicts are incorrect; nil otherwise
	Unshrunk      string           `json:"-"`                // why shrinking ended early, or empty
	Groups        []Group          `json:"groups,omitempty"` // the findings by incorrect behaviour; see GroupsOf
	Notes         []printable.Text `json:"notes"`            // unusual events that do not affect the verdict
	Stderr        printable.Lines  `json:"stderr"`           // the first and the last lines of the adapter's standard error
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

// Result returns CheckFail if a check failed, else CheckPassed if one passed.
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
	Declined bool     `json:"declined,omitzero"` // whether a request that it needs was offered and declined
	Known    int      `json:"known"`             // the failed checks that known failures explain
	Example  *Example `json:"example,omitempty"` // one of the other failed checks; nil if there is none
}

// Example is a failed check. Its texts are cut short.
type Example struct {
	Check  string         `json:"check"`
	Says   printable.Text `json:"says"` // the request
	Wanted printable.Text `json:"-"`
	Got    printable.Text `json:"-"`
	Reproduction
}

// String returns the request, the expected and the observed result, in one line of printable text.
func (e Example) String() string {
	if e.Wanted == "" {
		return e.Says.String()
	}
	return fmt.Sprintf("%s: expected %s, got %s", e.Says, e.Wanted, e.Got)
}

// RequirementOf returns a requirement of the catalogue without counts.
func RequirementOf(q requirement.Requirement) Requirement {
	return Requirement{ID: q.ID, Level: q.Level, Says: q.Says, Document: q.Document.Title, Section: q.Section}
}

// Reading reports whether part of what the requirement says is our reading of its document.
func (r Requirement) Reading() bool {
	q, _ := requirement.Lookup(r.ID)
	return q.Reading()
}

// Unit returns what the counts of a requirement are. One verdict counts each comparison with the
// verdict of another operation, so one incorrect check may fail several.
func (r *Requirement) Unit() string {
	if strings.HasSuffix(r.ID, "/one-verdict") {
		return "comparison"
	}
	return "check"
}

// Settle sets the result to that of the counts. If a request was declined and nothing failed,
// the result is CheckNotExercised, even if checks passed.
func (r *Requirement) Settle() {
	r.Result = r.Counts.Result()
	if r.Declined && r.Failed == 0 {
		r.Result = CheckNotExercised
	}
}

// Level counts the requirements of a level by their results.
type Level struct {
	Level  requirement.Level
	Counts     // without Known
	Known  int // with known failures only
}

// All returns the number of requirements.
func (l Level) All() int { return l.Counts.All() + l.Known }

// Levels counts the requirements of each level, the strictest first.
func (r Result) Levels() []Level {
	levels := []Level{{Level: requirement.Required}, {Level: requirement.Recommended}, {Level: requirement.Informative}}
	for _, q := range r.Requirements {
		if l := &levels[q.Level-requirement.Required]; q.AsKnown() {
			l.Known++
		} else {
			l.Count(q.Result, 1)
		}
	}
	return levels
}

// Requirement returns the result of a requirement, or the zero value.
func (r Result) Requirement(id string) (q Requirement) {
	if i := slices.IndexFunc(r.Requirements, func(q Requirement) bool { return q.ID == id }); i >= 0 {
		q = r.Requirements[i]
	}
	return q
}

// Checks counts the checks of all parts, and the failed ones that known failures explain.
func (r Result) Checks() (all Counts, known int) {
	for _, p := range r.Parts {
		all.Add(p.Counts)
		known += p.Known
	}
	return all, known
}

// AsKnown reports whether only known failures failed.
func (r Requirement) AsKnown() bool { return r.Failed > 0 && r.Failed == r.Known }

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
	Op       string `json:"op"`    // the operation; empty if the layer chooses the operations
	About    string `json:"about"` // what was tested, in words
	Fuzzed          // of the layer fuzz; zero for the others
	Complete bool   `json:"complete"` // whether the part was run to its end
	Counts
	Declined     int                 `json:"declined,omitzero"`  // requests that were offered and declined
	Known        int                 `json:"known"`              // the failed checks that known failures explain
	Skipped      int                 `json:"skipped"`            // checks that were not tested
	Why          string              `json:"why"`                // why these, or the whole part, were not tested
	Requirements []RequirementCounts `json:"requirements"`       // in the order of the catalogue; only those with counts
	Features     []Feature           `json:"features,omitempty"` // the tested files of the layer features, in order
}

// Fuzzed counts what only the layer fuzz has.
type Fuzzed struct {
	Rounds int `json:"rounds,omitzero"` // the last one may be incomplete
	Kept   int `json:"kept,omitzero"`   // inputs with a response of a new kind
}

// RequirementCounts counts the checks of a part for one requirement.
type RequirementCounts struct {
	ID string `json:"id"`
	Counts
}

// Feature holds the results of a feature file, whose rows are those of tables of the specification.
type Feature struct {
	Name  string       `json:"name"`  // the file, such as "epin/invalid-tokens"
	Title string       `json:"title"` // such as "Invalid token examples"
	Rows  []FeatureRow `json:"rows"`  // the tested rows; at least one
}

// Counts counts the rows by their results.
func (f Feature) Counts() (c Counts) {
	for _, row := range f.Rows {
		c.Count(row.Result, 1)
	}
	return c
}

// FeatureRow is the result of a row.
type FeatureRow struct {
	Check  string         `json:"check"` // the identifier of its check, such as "features/epin/invalid-tokens/3"
	Says   printable.Text `json:"says"`  // the content of the row
	Result CheckResult    `json:"result"`
}

// Deviation is an incorrect response: what was expected and observed, and which aspect differs.
type Deviation struct {
	Aspect  string              `json:"aspect"`  // an attribute or one of those below; "" for several
	Outcome conformance.Outcome `json:"outcome"` // of the observed response
	Wanted  printable.Text      `json:"wanted"`
	Got     printable.Text      `json:"got"`

	Crash     printable.Text `json:"crash,omitempty"` // the text of a crash alone; Got has it behind "crashed: "
	CrashKind string         `json:"-"`               // how a crash was observed, with the name of an exception; for GroupsOf
}

// The aspects of a Deviation that are no attributes. AspectOriginal is the string form of the value that
// methods were called on. AspectResult stands before the name of a method.
const (
	AspectVerdict  = "verdict"
	AspectEquality = "equality"
	AspectOriginal = "original"
	AspectResult   = "result of "
)

// Symptom names what is incorrect: the outcome of a verdict or of a comparison, "crashed", an
// attribute, a method, or "several".
func (d Deviation) Symptom() string {
	switch {
	case d.Outcome == conformance.Crashed, d.Aspect == AspectVerdict, d.Aspect == AspectEquality:
		return d.Outcome.String()
	case d.Aspect == "":
		return "several"
	}
	return strings.TrimPrefix(d.Aspect, AspectResult)
}

// Failure is a check that failed.
type Failure struct {
	Check        string           `json:"check"`        // identifier of the check
	Requirements []string         `json:"requirements"` // the requirements that it fails
	Op           string           `json:"op"`           // the request: an operation with its methods, a property, a step
	Token        printable.Token  `json:"token"`        // the input
	Other        *printable.Token `json:"other,omitempty"`
	Why          printable.Text   `json:"why"` // why the check exists; empty for the layers that test all strings of a kind
	Deviation
	Repeat []printable.Text `json:"repeat"` // the command that repeats this check alone; the suite does not set it

	Seeded bool   `json:"-"` // whether the check depends on the seed
	Single string `json:"-"` // for the layer fuzz, which has no selectors for its checks: the selector of the request, or empty
}

// Times holds everything that differs between two equal runs.
type Times struct {
	Started time.Time  `json:"started"`
	Seconds float64    `json:"seconds"`
	Parts   []PartTime `json:"parts"`
}

// PartTime is the duration of a part.
type PartTime struct {
	Layer   string  `json:"layer"`
	Op      string  `json:"op"`
	Seconds float64 `json:"seconds"`
}

// The names of the layers of the suite, as in identifiers of checks.
const (
	LayerVectors    = "vectors"
	LayerTokens     = "tokens"
	LayerFeatures   = "features"
	LayerComplete   = "complete"
	LayerExhaustive = "exhaustive"
	LayerProperties = "properties"
	LayerNeighbours = "neighbours"
	LayerScalars    = "scalars"
	LayerLengths    = "lengths"
	LayerSequences  = "sequences"
	// LayerEnvironments differs between machines: see suite.Environment.
	LayerEnvironments = "environments"
	LayerFuzz         = "fuzz" // runs for a given time or number of rounds

	// LayerSingle is the layer of single requests, which selectors name, such as
	// single/parse/4b0a. A whole run and the lists of checks do not include it.
	LayerSingle = "single"
)

// Layers returns the names of the layers without LayerSingle, in the order of a run.
func Layers() []string {
	return []string{
		LayerVectors, LayerTokens, LayerFeatures, LayerComplete, LayerExhaustive,
		LayerProperties, LayerNeighbours, LayerScalars, LayerLengths, LayerSequences, LayerEnvironments, LayerFuzz,
	}
}

// The maximum lengths of a response, of the text of a crash, and of an implementation in a sentence.
const (
	longestToken = 60
	longestCrash = 160
	longestName  = 300
)

// VerdictLine returns the verdict. Where they apply, it adds the number of known failures, the
// limits of the tested strings, and the number of declined requests.
func (r Report) VerdictLine() string { return r.verdictIn(strings.ToLower) }

// Headline returns VerdictLine with the verdict in capitals.
func (r Report) Headline() string { return r.verdictIn(strings.ToUpper) }

func (r Report) verdictIn(letters func(string) string) string {
	line := r.Verdict.String()
	switch r.Verdict {
	case NoVerdict:
		line = "inconclusive" // "no verdict" in JSON
	case ConformantButFor:
		known := cmp.Or(r.KnownFailures, &KnownFailures{})
		line = "conformant but for " + number.Counted(known.Findings, "known failure")
		switch n := known.ByRequirement; {
		case n > 0 && n == known.Findings:
			line += ", listed by requirement only"
		case n > 0:
			line += fmt.Sprintf(", %s of them listed by requirement only", number.Thousands(n))
		}
	}
	line = letters(line)
	if limits := r.Implementation.limits(); limits != "" && r.Verdict.Positive() {
		line += " (" + limits + ")"
	}
	if n := r.Declined.Requests(); n > 0 {
		line += ", declined " + number.Counted(n, "offered request")
	}
	return line
}

// ShownNotes returns the notes of a report, and a note about the operations and methods that the
// implementation does not offer, without the methods if it does not offer apply.
func (r Report) ShownNotes() []string {
	notes, i := printable.Strings(r.Notes), r.Implementation
	missing := words(slices.DeleteFunc(conformance.Ops(), func(op conformance.Op) bool { return slices.Contains(i.Ops, op) }))
	for _, m := range conformance.MethodsOf(r.Of()) {
		if !slices.Contains(i.Methods, m) && slices.Contains(i.Ops, conformance.OpApply) {
			missing = append(missing, string(m))
		}
	}
	if len(missing) > 0 && len(i.Ops) > 0 {
		notes = append(notes, "Not offered by the implementation, so not tested: "+strings.Join(missing, ", ")+".")
	}
	return notes
}

// String returns name, version and language of the implementation, in one line of printable
// text. Without a name it returns the command.
func (i Implementation) String() string {
	s := i.Name.String()
	if s == "" {
		if len(i.Command) == 0 {
			return "an implementation without a name"
		}
		return printable.ShellLine(printable.Strings(i.Command))
	}
	if i.Version != "" {
		s += " " + i.Version.String()
	}
	if i.Language != "" {
		s += " (" + i.Language.String() + ")"
	}
	return printable.Abbreviate(s, longestName)
}

// Partial reports whether the run tested only a selection, or was cut short.
func (r Report) Partial() bool { return r.Cut != "" || len(r.Only) > 0 }

// Incomplete reports whether a part was cut short.
func (r Result) Incomplete() bool {
	return slices.ContainsFunc(r.Parts, func(p Part) bool { return !p.Complete })
}

// Name returns the layer, and the operation if the part has one.
func (p Part) Name() string {
	if p.Op == "" {
		return p.Layer
	}
	return p.Layer + " by " + p.Op
}

// Fuzzing tells what the part of the layer fuzz found; it is empty for other parts.
func (r Result) Fuzzing(p Part) string {
	found := "They found nothing, which adds no guarantee."
	alone := len(slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return !f.Random }))
	switch {
	case p.Rounds == 0:
		return ""
	case alone > 0:
		found = "Only they led to " + number.Counted(alone, "finding") + "."
	case p.Failed > 0:
		found = "No finding comes from them alone."
	}
	return fmt.Sprintf("%s (layer %s) in %s, %s kept. %s",
		number.Counted(p.All(), "random request"), p.Layer, number.Counted(p.Rounds, "round"), number.Counted(p.Kept, "input"), found)
}

// Planned returns the number of checks of a part, tested or not.
func (p Part) Planned() int { return p.All() + p.Skipped }

// Says describes a part: what it tested, and what it did not.
func (p Part) Says() string {
	s := p.About
	if p.Rounds > 0 {
		s += ", in " + number.Counted(p.Rounds, "round") + ", with " + number.Counted(p.Kept, "input") + " kept"
	}
	if p.NotExercised > 0 {
		s += "; " + number.Thousands(p.NotExercised) + " not tested"
		if p.Why != "" && p.Skipped == 0 {
			s += " (" + p.Why + ")"
		}
	}
	if p.Declined > 0 {
		s += "; " + number.Counted(p.Declined, "request") + " declined"
	}
	switch {
	case p.Why != "" && p.All() == 0 && p.Complete:
		s += ": " + p.Why
	case p.Skipped > 0:
		s += fmt.Sprintf("; %s not tested: %s", number.Thousands(p.Skipped), p.Why)
	}
	if !p.Complete {
		s += " (cut short)"
	}
	return s
}

// Declined counts the requests that an implementation offers and declined with Unsupported. It
// also lists the attributes that it returned for some values only (PROTOCOL.md, "When
// the library misbehaves"). The zero value means that nothing was declined. A sweep is one
// request; the number of sweeps depends on the speed of the implementation.
type Declined struct {
	Validity int    `json:"validity"`        // requests of parse, valid and sweep
	Values   int    `json:"values"`          // requests of apply and equal
	First    string `json:"first,omitempty"` // the simplest one in the part with the first one, such as `parse "A"`
	// Announce is the entry of hello that announces the limit of all of them, such as
	// `"nul": false`. It is empty if no single entry does.
	Announce   string             `json:"announce,omitempty"`
	Attributes []PartialAttribute `json:"attributes,omitempty"` // in the order of the response to parse
}

// PartialAttribute is an attribute that parse and apply returned for some values only. A value
// is a token, quoted in ASCII, or a result, such as `the last result of apply flip "A"`.
type PartialAttribute struct {
	Key     string `json:"key"`     // the key in the response
	Given   string `json:"given"`   // the simplest value with it
	Missing string `json:"missing"` // the simplest value without it
}

// Requests returns the number of declined requests; 0 for nil.
func (d *Declined) Requests() int {
	if d == nil {
		return 0
	}
	return d.Validity + d.Values
}

// Any reports whether there is a declined request or a partial attribute; false for nil.
func (d *Declined) Any() bool { return d.Requests() > 0 || d != nil && len(d.Attributes) > 0 }

// What returns a clause about what was declined, without its subject; empty for nothing.
func (d *Declined) What() string {
	var parts []string
	if n := d.Requests(); n > 0 {
		text := "declined " + number.Counted(n, "offered request")
		if d.First != "" {
			text += ", such as " + d.First
		}
		parts = append(parts, text)
	}
	if d != nil {
		for _, a := range d.Attributes {
			parts = append(parts, fmt.Sprintf("returned %s for %s and not for %s", a.Key, a.Given, a.Missing))
		}
	}
	return strings.Join(parts, "; ")
}

// Sentence returns sentences about what was declined, and the next step; empty for nothing.
func (d *Declined) Sentence() string {
	if !d.Any() {
		return ""
	}
	text := "It " + d.What() + "."
	switch {
	case d.Requests() == 0:
	case d.Announce != "":
		text += " If the library cannot do this, announce it in hello: " + d.Announce + "."
	default:
		text += " Pass such input to the library. If it does not offer an operation or a method, leave that out of hello."
	}
	if len(d.Attributes) > 0 {
		text += " Return an attribute for every value, or for none."
	}
	return text
}
