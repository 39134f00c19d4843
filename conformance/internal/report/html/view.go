package html

import (
	"errors"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
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
	Kind     kind
	Doubts   []doubt
	When     string
	Shown    []result.Claim    // the claims, the strongest first
	Unproven string            // why the first of Shown proves nothing
	Missed   []string          // required and recommended requirements that a whole run did not test
	Wrong    []requirementView // with failures that are not known
	Findings []findingView
	Figures  []figureView
	Drawn    string // explains the figures, or why they show no difference
	Document []documentView
	Features []result.Feature
	Rows     result.Counts // of the features
	Asked    int           // checks
	Last     string
	byID     map[string]requirementView
}

// Partial reports whether the run tested only a part of the profile.
func (v reportView) Partial() bool {
	return v.Report.Partial() || slices.ContainsFunc(v.Parts, func(p result.Part) bool { return !p.Complete })
}

// kind is how a page shows a verdict; it adds no information to the words.
type kind struct {
	class string // in the style sheet
	Sign  string // before the words
	Rank  int    // failures first
}

var kinds = [...]kind{
	result.NotConformant:    {"bad", "✗", 0},
	result.OutOfDate:        {"bad", "✗", 0},
	result.NoVerdict:        {"open", "?", 1},
	result.ConformantButFor: {"butfor", "!", 2},
	result.Conformant:       {"good", "✓", 3},
	result.FullyConformant:  {"good", "✓", 3},
}

// String returns the class.
func (k kind) String() string { return k.class }

// doubt is a restriction of a run, such as that it was cut short.
type doubt struct {
	Word   string // one or two words
	Says   string // a sentence
	Theirs string // untrusted text about it, or empty
}

type findingView struct {
	*result.Finding
	Number int
	ID     string
	Prefix string // of the identifiers of elements
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
	Section      string // its number or heading
	Requirements []requirementView
}

type requirementView struct {
	result.Requirement
	ElementID string
	Outcome   webpage.Outcome
	Evidence  []result.RequirementCounts // by layer, in place of the requirement
	Finding   *findingView               // the shortest; nil if there is none
}

// Checks returns the number of checks with a result.
func (q requirementView) Checks() int { return q.Passed + q.Failed }

// New returns the number of failures that are not known.
func (q requirementView) New() int { return q.Failed - q.Known }

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
		p.Title = fmt.Sprintf("%s: %s, EPIN %s", one.Name, one.VerdictLine(), one.Edition)
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
	all, _ := r.Checks()
	v := reportView{
		Report: r, Label: labelOf(r), Which: which, Name: joined(labelOf(r), which), Title: labelOf(r), Kind: kinds[r.Verdict], Doubts: doubtsOf(r),
		Last: strings.TrimRight(r.LastWords.String(), "\n"), When: whenOf(r, "2 January 2006, 15:04 UTC"), Asked: all.All(),
	}
	v.Notes, v.Groups = printable.Texts(r.ShownNotes()), r.Grouped()
	if i := r.Implementation; i.Name != "" {
		v.Title = i.Name.Short(longestName)
		v.Version, v.Language = i.Version.Short(longestVersion), i.Language.Short(longestVersion)
	}
	if number > 0 {
		v.ID = fmt.Sprintf("report-%d", number)
		v.Prefix = fmt.Sprintf("%d/", number)
	}
	for i := range r.Findings {
		v.Findings = append(v.Findings, findingView{&r.Findings[i], i + 1, fmt.Sprintf("%sfinding-%d", v.Prefix, i+1), v.Prefix})
	}
	v.claims()
	v.requirements()
	for _, part := range r.Parts {
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
		d := doubt{"cut short", "The run is incomplete.", ""}
		if !strings.Contains(strings.ToLower(r.Reason.String()), strings.ToLower(r.Cut.String())) { // else the reason has it
			d.Says, d.Theirs = strings.TrimSuffix(d.Says, ".")+":", r.Cut.String()
		}
		doubts = append(doubts, d)
	case !complete:
		doubts = append(doubts, doubt{"cut short", "Some layers were cut short.", ""})
	}
	if len(r.Only) > 0 {
		doubts = append(doubts, doubt{"selection", "Only a selection was tested:", printable.Join(r.Only, ", ")})
	}
	if r.Unstable {
		doubts = append(doubts, doubt{"unstable", "The library is non-deterministic: the same request had different responses, so another run may have another result.", ""})
	}
	if r.OtherEdition != "" {
		doubts = append(doubts, doubt{"other edition", printable.Capital(r.OtherEdition) + ".", ""})
	}
	return doubts
}

// claims sets the guarantees of the run, or why there are none.
func (v *reportView) claims() {
	v.Shown = slices.Clone(v.Report.Claims)
	slices.Reverse(v.Shown)
	if len(v.Shown) > 0 {
		v.Unproven = v.Report.Unproven(v.Shown[0])
	}
	switch {
	case v.Unproven != "", len(v.Shown) > 0 && v.Shown[0].Extra != nil:
	case slices.ContainsFunc(v.Report.Parts, func(p result.Part) bool { return p.Layer == "complete" && p.Failed > 0 }):
		v.Unproven = result.WronglyJudged
	case v.Partial():
		v.Unproven = "There is no guarantee for all strings: only a part was tested."
	default:
		v.Unproven = "There is no guarantee for all strings: the complete test suite was not run in full."
	}
}

// requirements sets the requirements by clause with their evidence, the failed ones, and those
// that were not tested.
func (v *reportView) requirements() {
	v.byID = map[string]requirementView{}
	evidence := map[string][]result.RequirementCounts{}
	for _, p := range v.Report.Parts {
		for _, q := range p.Requirements {
			if q.Counts == (result.Counts{}) {
				continue
			}
			all := evidence[q.ID]
			i := slices.IndexFunc(all, func(e result.RequirementCounts) bool { return e.ID == p.Layer })
			if i < 0 {
				i, all = len(all), append(all, result.RequirementCounts{ID: p.Layer})
			}
			all[i].Add(q.Counts)
			evidence[q.ID] = all
		}
	}
	for _, q := range v.Report.Requirements {
		shown := requirementView{Requirement: q, ElementID: element(v.Prefix, q.ID), Outcome: webpage.OutcomeOf(q.Result), Evidence: evidence[q.ID]}
		if q.AsKnown() {
			shown.Outcome = webpage.AsKnown
		}
		if i := v.Shortest(q.ID); i >= 0 {
			shown.Finding = &v.Findings[i]
		}
		if shown.Outcome == webpage.NotExercised && q.Level != requirement.Informative && !v.Partial() {
			v.Missed = append(v.Missed, q.ID)
		}
		if shown.Outcome == webpage.Failed {
			v.Wrong = append(v.Wrong, shown)
		}
		v.byID[q.ID] = shown
		v.file(shown)
	}
}

// file adds a requirement to its document and clause.
func (v *reportView) file(q requirementView) {
	if n := len(v.Document); n == 0 || v.Document[n-1].Title != q.Document {
		v.Document = append(v.Document, documentView{Title: q.Document})
	}
	d, section := &v.Document[len(v.Document)-1], q.Section
	if section != "" && section[0] >= '0' && section[0] <= '9' {
		section = "§ " + section
	}
	if n := len(d.Clauses); n == 0 || d.Clauses[n-1].Section != section {
		d.Clauses = append(d.Clauses, clauseView{Section: section})
	}
	c := &d.Clauses[len(d.Clauses)-1]
	c.Requirements = append(c.Requirements, q)
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

// Link returns the identifier of the element of a requirement, or "" if the report does not
// have the requirement.
func (v reportView) Link(id string) string {
	return v.byID[id].ElementID
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
	case machine != nil:
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

// element returns the identifier of the element of a requirement. It has only characters that
// are allowed in addresses.
func element(prefix, requirement string) string {
	return prefix + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/.-_", r) {
			return r
		}
		return '-'
	}, requirement)
}

// Command returns the command that started the adapter, as a line for a shell.
func (v reportView) Command() string {
	return printable.ShellLine(printable.Strings(v.Implementation.Command))
}
