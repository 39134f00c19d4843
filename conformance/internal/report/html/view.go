package html

import (
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/webpage"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// The view of a page is the data of its template, which makes no decisions. It contains text
// of a library as in the report; the template escapes it.

type pageView struct {
	Title   string
	Reports []reportView
	Matrix  *matrixView // if there are several reports
}

// One returns the only report of a page, or nil if there are several.
func (p pageView) One() *reportView {
	if len(p.Reports) > 1 {
		return nil
	}
	return &p.Reports[0]
}

type reportView struct {
	result.Report
	ID       string // of the element, empty for the only one
	Prefix   string // of the identifiers of elements
	Name     string // Label and Which
	Label    string // with version and language
	Which    string // distinguishes reports with the same label; empty if there are none
	Title    string // the name from the library's description
	Version  string
	Language string
	Verdict  string
	Kind     kind
	Doubts   []doubt
	When     string
	Levels   []levelView
	Claims   []claimView       // the strongest first
	Unproven string            // why Claims is empty
	Missed   []string          // required and recommended requirements that a whole run did not test
	Groups   []groupView       // the findings by incorrect behaviour
	Wrong    []requirementView // with failures that are not known
	Findings []findingView
	Figures  []figureView
	Drawn    string // explains the figures, or why they show no difference
	Document []documentView
	Features []result.Feature
	Rows     result.Counts // of the features
	Asked    int           // checks
	Last     string
}

// Partial reports whether the run tested only a part of the profile.
func (r reportView) Partial() bool {
	return slices.ContainsFunc(r.Doubts, func(d doubt) bool { return d.Partial })
}

// kind is the colour class of a verdict; it adds no information to the words.
type kind string

const (
	good   kind = "good"   // conformant
	bad    kind = "bad"    // not conformant, or known failures out of date
	butFor kind = "butfor" // conformant but for known failures
	open   kind = "open"   // inconclusive
)

func kindOf(r result.Report) kind {
	switch r.Verdict {
	case result.Conformant, result.FullyConformant:
		return good
	case result.NotConformant, result.OutOfDate:
		return bad
	case result.ConformantButFor:
		return butFor
	}
	return open
}

// Sign returns the sign before the word.
func (k kind) Sign() string {
	return map[kind]string{good: "✓", bad: "✗", butFor: "!", open: "?"}[k]
}

// doubt is a restriction of a run, such as that it was cut short.
type doubt struct {
	Word    string // one or two words
	Says    string // a sentence
	Theirs  string // untrusted text about it, or empty
	Partial bool
}

type levelView struct {
	Name string
	result.Counts
	Known int // with known failures only; not counted in Failed
}

// All returns the number of requirements.
func (l levelView) All() int { return l.Passed + l.Failed + l.Known + l.NotExercised }

type claimView struct {
	Way, Shows string
	Short      string // for a table
	Proves     []phrase
	Unprovable string // a note on the assumption
}

// short returns a claim in a few words.
func short(c result.Claim) string {
	var parts []string
	if c.Extra != nil {
		parts = append(parts, "the complete test suite for "+result.ExtraStates(*c.Extra))
	}
	if c.Exhausted != nil {
		parts = append(parts, "every string of up to "+number.Counted(*c.Exhausted, "byte"))
	}
	if c.Chains > 0 {
		parts = append(parts, fmt.Sprintf("every chain of up to %d transformations", c.Chains))
	}
	if c.Probes > 0 {
		parts = append(parts, fmt.Sprintf("pairs of %d strings", c.Probes))
	}
	return strings.Join(parts, ", ") + " (via " + c.Way + ")"
}

// phrase is a part of a sentence: text, or a string that is shown like a token.
type phrase struct {
	Text  string
	Token bool
}

// groupView is a group of findings, with the lines of its likely causes.
type groupView struct {
	result.Group
	Lines   []causeLine
	Members []findingView
}

// causeLine is a line of a likely cause: "Likely cause", "Or" or "Fix", and its text.
type causeLine struct{ Label, Text string }

type findingView struct {
	*result.Finding
	Number  int
	ID      string
	Shown   tokenView
	Second  *tokenView // of equal
	Verb    string     // describes the request
	Against []linkView
}

type linkView struct{ Text, To string }

// tokenView is a token for display.
type tokenView struct {
	Text  string // between the quotation marks
	Bytes int    // full length if Text is truncated; otherwise 0
	Hex   string
}

type figureView struct {
	Caption string
	Drawing template.HTML
	Table   string
}

type documentView struct {
	Title   string
	Clauses []clauseView
}

type clauseView struct {
	section      string
	Requirements []requirementView
}

// Section is the number or the heading of the section.
func (c clauseView) Section() string {
	if c.section != "" && c.section[0] >= '0' && c.section[0] <= '9' {
		return "§ " + c.section
	}
	return c.section
}

type requirementView struct {
	result.Requirement
	ElementID string
	Outcome   webpage.Outcome
	Evidence  []evidenceView
	Finding   int
	FindingTo string
}

// Checks returns the number of checks with a result.
func (q requirementView) Checks() int { return q.Passed + q.Failed }

// New returns the number of failures that are not known.
func (q requirementView) New() int { return q.Failed - q.Known }

// evidenceView has the checks of a layer for a requirement, by all operations.
type evidenceView struct {
	Layer string
	result.Counts
}

// The maximum lengths of a name and of a version in a heading.
const (
	longestName    = 160
	longestVersion = 40
)

func view(reports []result.Report, files []string) (pageView, error) {
	if len(reports) == 0 {
		return pageView{}, errors.New("html: no reports")
	}
	which := whichOf(reports, files)
	p := pageView{}
	for i, r := range reports {
		number := 0
		if len(reports) > 1 {
			number = i + 1
		}
		v, err := viewReport(r, number, which[i])
		if err != nil {
			return pageView{}, fmt.Errorf("html: the report on %s: %w", r.Subject(), err)
		}
		p.Reports = append(p.Reports, v)
	}
	if one := p.One(); one != nil {
		p.Title = fmt.Sprintf("%s: %s, EPIN %s", one.Name, one.Verdict, one.Edition)
	} else {
		p.Title = fmt.Sprintf("EPIN: %d reports", len(reports))
		p.Matrix = matrixOf(p.Reports)
	}
	return p, nil
}

// labelOf returns the name of the library of a report.
func labelOf(r result.Report) string { return printable.Abbreviate(r.Subject(), longestName) }

// whichOf returns a text for each report that distinguishes it from others with the same
// label. The text has as much as needed of the edition, the profile, the time and the file
// of the report, or else its number. It is empty if the label is unique.
func whichOf(reports []result.Report, files []string) []string {
	which := make([]string, len(reports))
	for _, says := range []func(i int) string{
		func(i int) string { return "edition " + reports[i].Edition },
		func(i int) string { return "profile " + reports[i].Profile },
		func(i int) string { return whenOf(reports[i], "2 January 2006, 15:04:05 UTC") },
		func(i int) string {
			if i >= len(files) {
				return ""
			}
			return printable.Abbreviate(conformance.Visible(files[i], ""), longestName)
		},
		func(i int) string { return fmt.Sprintf("report %d", i+1) },
	} {
		alike := map[[2]string][]int{}
		for i, r := range reports {
			key := [2]string{labelOf(r), which[i]}
			alike[key] = append(alike[key], i)
		}
		for _, places := range alike {
			if !slices.ContainsFunc(places, func(i int) bool { return says(i) != says(places[0]) }) {
				continue // it is the same for all of them
			}
			for _, i := range places {
				which[i] = joined(which[i], says(i))
			}
		}
	}
	return which
}

// joined puts a comma between two texts, unless one is empty.
func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + ", " + b
}

// whenOf returns the time of a report, or "" if it has none.
func whenOf(r result.Report, layout string) string {
	if r.Times.Started.IsZero() {
		return ""
	}
	return r.Times.Started.UTC().Format(layout)
}

// viewReport returns the view of a report. number is its place among several, or 0. which
// distinguishes it from others with the same label.
func viewReport(r result.Report, number int, which string) (reportView, error) {
	edition, err := epin.ParseEdition(r.Edition)
	if err != nil {
		return reportView{}, err
	}
	v := reportView{
		Report: r, Label: labelOf(r), Which: which, Name: joined(labelOf(r), which), Verdict: r.VerdictLine(), Kind: kindOf(r), Doubts: doubtsOf(r),
		Last: strings.TrimRight(r.LastWords.String(), "\n"), When: whenOf(r, "2 January 2006, 15:04 UTC"),
	}
	v.Title = v.Label
	v.Notes = printable.Texts(r.ShownNotes())
	if i := r.Implementation; i.Name != "" {
		v.Title = i.Name.Short(longestName)
		v.Version, v.Language = i.Version.Short(longestVersion), i.Language.Short(longestVersion)
	}
	if number > 0 {
		v.ID = fmt.Sprintf("report-%d", number)
		v.Prefix = fmt.Sprintf("%d/", number)
	}
	v.claims()
	v.requirements()
	v.findings()
	for _, part := range r.Parts {
		v.Asked += part.All()
		for _, f := range part.Features {
			v.Features = append(v.Features, f)
			v.Rows.Add(countsOf(f))
		}
	}
	return v, v.figures(edition, number)
}

// doubtsOf returns the restrictions of a run.
func doubtsOf(r result.Report) []doubt {
	var doubts []doubt
	complete := !slices.ContainsFunc(r.Parts, func(p result.Part) bool { return !p.Complete })
	switch {
	case r.Cut != "":
		d := doubt{"cut short", "The run is incomplete.", "", true}
		if !strings.Contains(strings.ToLower(r.Reason.String()), strings.ToLower(r.Cut.String())) { // else the reason has it
			d.Says, d.Theirs = strings.TrimSuffix(d.Says, ".")+":", r.Cut.String()
		}
		doubts = append(doubts, d)
	case !complete:
		doubts = append(doubts, doubt{"cut short", "Some layers were cut short.", "", true})
	}
	if len(r.Only) > 0 {
		doubts = append(doubts, doubt{"selection", "Only a selection was tested:", printable.Join(r.Only, ", "), true})
	}
	if r.Unstable {
		doubts = append(doubts, doubt{"unstable", "The library is non-deterministic: the same request had different responses, so another run may have another result.", "", false})
	}
	if r.OtherEdition != "" {
		doubts = append(doubts, doubt{"other edition", printable.Capital(r.OtherEdition) + ".", "", false})
	}
	return doubts
}

// claims sets the guarantees of the run, or why there are none.
func (v *reportView) claims() {
	for _, c := range slices.Backward(v.Report.Claims) {
		claim := claimView{Way: c.Way, Shows: c.Shows(), Short: short(c)}
		if len(v.Claims) == 0 {
			v.Unproven = v.Report.Unproven(c)
		}
		if len(v.Claims) == 0 && v.Unproven == "" {
			claim.Proves, claim.Unprovable = phrases(c), c.Unprovable()
		}
		v.Claims = append(v.Claims, claim)
	}
	switch {
	case v.Unproven != "", len(v.Claims) > 0 && v.Claims[0].Proves != nil:
	case slices.ContainsFunc(v.Report.Parts, func(p result.Part) bool { return p.Layer == "complete" && p.Failed > 0 }):
		v.Unproven = result.WronglyJudged
	case v.Partial():
		v.Unproven = "There is no guarantee for all strings: only a part was tested."
	default:
		v.Unproven = "There is no guarantee for all strings: the complete test suite was not run in full."
	}
}

// phrases returns the sentence of a claim. The words of the state cover are shown like tokens.
func phrases(c result.Claim) []phrase {
	sentence := c.Proves()
	if sentence == "" {
		return nil
	}
	words := slices.DeleteFunc(slices.Clone(c.Cover), func(word string) bool { return word == "" })
	before, after, found := strings.Cut(sentence, strings.Join(words, " "))
	if !found || len(words) == 0 {
		return []phrase{{Text: sentence}}
	}
	all := []phrase{{Text: before}}
	for i, word := range words {
		if i > 0 {
			all = append(all, phrase{Text: " "})
		}
		all = append(all, phrase{word, true})
	}
	return append(all, phrase{Text: after})
}

// requirements sets the requirements by clause with their evidence, the failed ones, and those
// that were not tested.
func (v *reportView) requirements() {
	evidence := map[string][]evidenceView{}
	for _, p := range v.Report.Parts {
		for _, q := range p.Requirements {
			if q.Counts == (result.Counts{}) {
				continue
			}
			all := evidence[q.ID]
			i := slices.IndexFunc(all, func(e evidenceView) bool { return e.Layer == p.Layer })
			if i < 0 {
				i, all = len(all), append(all, evidenceView{Layer: p.Layer})
			}
			all[i].Add(q.Counts)
			evidence[q.ID] = all
		}
	}
	for level := requirement.Required; level <= requirement.Informative; level++ {
		v.Levels = append(v.Levels, levelView{Name: level.String()})
	}
	for _, q := range v.Report.Requirements {
		shown := requirementView{Requirement: q, ElementID: v.Element(q.ID), Outcome: webpage.OutcomeOf(q.Result), Evidence: evidence[q.ID]}
		if shown.Outcome == webpage.Failed && q.Known == q.Failed {
			shown.Outcome = webpage.AsKnown
		}
		if i := v.Shortest(q.ID); i >= 0 {
			shown.Finding, shown.FindingTo = i+1, v.findingID(i)
		}
		if level := &v.Levels[q.Level-1]; shown.Outcome == webpage.AsKnown {
			level.Known++
		} else {
			level.Count(q.Result, 1)
		}
		if shown.Outcome == webpage.NotExercised && q.Level != requirement.Informative && !v.Partial() {
			v.Missed = append(v.Missed, q.ID)
		}
		if shown.Outcome == webpage.Failed {
			v.Wrong = append(v.Wrong, shown)
		}
		v.file(shown)
	}
}

// file adds a requirement to its document and clause.
func (v *reportView) file(q requirementView) {
	if n := len(v.Document); n == 0 || v.Document[n-1].Title != q.Document {
		v.Document = append(v.Document, documentView{Title: q.Document})
	}
	d := &v.Document[len(v.Document)-1]
	if n := len(d.Clauses); n == 0 || d.Clauses[n-1].section != q.Section {
		d.Clauses = append(d.Clauses, clauseView{section: q.Section})
	}
	c := &d.Clauses[len(d.Clauses)-1]
	c.Requirements = append(c.Requirements, q)
}

func (v *reportView) findings() {
	for i := range v.Report.Findings {
		v.Findings = append(v.Findings, v.finding(&v.Report.Findings[i], i+1, v.findingID(i)))
	}
	for i, g := range v.Report.Grouped() {
		shown := groupView{Group: g}
		for _, line := range v.CauseLines(i) {
			label, text, _ := strings.Cut(line, ": ")
			shown.Lines = append(shown.Lines, causeLine{label, text})
		}
		for _, f := range g.Findings {
			shown.Members = append(shown.Members, v.Findings[f])
		}
		v.Groups = append(v.Groups, shown)
	}
}

func (v *reportView) finding(f *result.Finding, number int, id string) findingView {
	shownAs := findingView{Finding: f, Number: number, ID: id, Shown: shown(f.Token), Verb: f.By()}
	if f.Other != nil {
		second := shown(*f.Other)
		shownAs.Second = &second
	}
	if len(f.Methods) > 0 {
		for i, m := range f.Methods {
			shownAs.Verb += []string{" ", ", then "}[min(i, 1)] + string(m)
		}
	}
	for _, id := range f.Requirements {
		shownAs.Against = append(shownAs.Against, linkView{id, v.Element(id)})
	}
	return shownAs
}

// longestToken is the maximum length of a shown token, without quotation marks.
const longestToken = 120

func shown(t printable.Token) tokenView {
	v := tokenView{Text: t.Ends(longestToken), Hex: t.ShownHex()}
	if len(t.Quoted())-2 > longestToken {
		v.Bytes = len(t)
	}
	return v
}

// countsOf counts the rows of a feature.
func countsOf(f result.Feature) (c result.Counts) {
	for _, row := range f.Rows {
		c.Count(row.Result, 1)
	}
	return c
}

// Failure returns the failure of a check, or nil if the report does not have it.
func (v reportView) Failure(check string) *result.Failure {
	if i := slices.IndexFunc(v.Failures, func(f result.Failure) bool { return f.Check == check }); i >= 0 {
		return &v.Failures[i]
	}
	return nil
}

// Numbered returns a finding by its number.
func (v reportView) Numbered(number int) findingView { return v.Findings[number-1] }

// Link returns the identifier of the element of a requirement, or "" if the report does not
// have the requirement.
func (v reportView) Link(id string) string {
	if slices.ContainsFunc(v.Report.Requirements, func(q result.Requirement) bool { return q.ID == id }) {
		return v.Element(id)
	}
	return ""
}

// partNotes returns notes on the checks of a part that were not performed.
func partNotes(p result.Part) string {
	var notes []string
	switch {
	case p.Skipped > 0:
		notes = append(notes, fmt.Sprintf("%s not tested: %s", number.Thousands(p.Skipped), p.Why))
	case p.Why != "":
		notes = append(notes, p.Why)
	}
	if p.Rounds > 0 {
		notes = append(notes, number.Counted(p.Rounds, "round"))
	}
	if !p.Complete {
		notes = append(notes, "cut short")
	}
	return strings.Join(notes, "; ")
}

// mostDrawn is the maximum number of states of an automaton in a figure.
const mostDrawn = 24

// figures draws the automaton of the specification with the differences, and the automaton of
// the library.
func (v *reportView) figures(edition epin.Edition, number int) error {
	specification := result.Specification(edition)
	var machine *automaton.DFA
	if v.Learned != nil {
		var err error
		if machine, err = v.Learned.Read(specification); err != nil {
			return err
		}
	}
	of := ""
	if number > 0 {
		of = fmt.Sprintf(" (report %d)", number)
	}
	drawing := automaton.Drawing{Title: "What the specification accepts, edition " + v.Edition + of}
	differs := machine != nil && !automaton.Equal(machine, specification)
	switch {
	case differs:
		drawing.Against = machine
		v.Drawn = "Thick arrows, with labels that begin with “differs”, show where the library differs, as learned from its verdicts (via " + v.Learned.Way + ")."
	case v.Learned != nil && machine != nil:
		v.Drawn = "The automaton learned from the library’s verdicts is the same: the library is non-deterministic on the findings."
	case v.Learned != nil && v.Learned.Why != "":
		v.Drawn = "The library’s automaton was not learned: " + strings.TrimSuffix(v.Learned.Why.String(), ".") + "."
	case v.Learned != nil:
		v.Drawn = "This report does not contain the library’s automaton, so no differences are marked."
	case slices.ContainsFunc(v.Report.Requirements, func(q result.Requirement) bool {
		return q.Failed > 0 && slices.Contains(requirement.Validity(edition), q.ID)
	}):
		v.Drawn = "Some verdicts are incorrect: see the findings. The library’s automaton was not learned, so no differences are marked."
	case v.Asked == 0:
		v.Drawn = "The library was not tested."
	case v.Partial():
		v.Drawn = "All tested verdicts agree with the specification."
	default:
		v.Drawn = "All verdicts agree with the specification."
	}
	v.Figures = append(v.Figures, figureView{
		Caption: "The specification’s automaton", Drawing: template.HTML(specification.SVG(drawing)), Table: specification.Table(automaton.Drawing{Against: drawing.Against}),
	})
	if differs && machine.States() <= mostDrawn {
		drawing := automaton.Drawing{Title: "What " + v.Name + " accepts (via " + v.Learned.Way + ")" + of, Against: specification}
		v.Figures = append(v.Figures, figureView{
			Caption: "The library’s automaton", Drawing: template.HTML(machine.SVG(drawing)), Table: machine.Table(automaton.Drawing{Against: specification}),
		})
	}
	return nil
}

// Element returns the identifier of the element of a requirement. It has only characters that
// are allowed in addresses.
func (v reportView) Element(requirement string) string {
	return v.Prefix + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/.-_", r) {
			return r
		}
		return '-'
	}, requirement)
}

func (v *reportView) findingID(i int) string { return fmt.Sprintf("%sfinding-%d", v.Prefix, i+1) }

// VerdictTitle returns the verdict with a capital letter.
func (v reportView) VerdictTitle() string { return printable.Capital(v.VerdictLine()) }

// Seconds returns the duration of the run, or "" if it is unknown.
func (v reportView) Seconds() string {
	if v.Times.Seconds == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f s", v.Times.Seconds)
}

// Command returns the command that started the adapter, as a line for a shell.
func (v reportView) Command() string {
	return printable.ShellLine(printable.Strings(v.Implementation.Command))
}

// Rank orders verdicts: failures first.
func (v reportView) Rank() int { return slices.Index([]kind{bad, open, butFor, good}, v.Kind) }
