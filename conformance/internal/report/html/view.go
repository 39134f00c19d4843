package html

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/webpage"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// The view of a page is the data of its template, which escapes the text of a library in it.

type pageView struct {
	Title   string
	Reports []*reportView
	One     *reportView // the only report, or nil
	Matrix  *matrixView // of several reports, or nil
}

type reportView struct {
	result.Report
	ID      string // of the element, empty for the only one
	Prefix  string // of the identifiers of elements
	Label   string // the library with version and language
	Which   string // distinguishes reports with the same label; empty if there are none
	Kind    report.Style
	Doubts  []report.Limit
	Checked int // checks with a result
	Found   []findingView
	All     []requirementView
	Figures []figureView
	Drawn   string // explains the figures, or why they show no difference
}

func (v reportView) Name() string { return strings.TrimSuffix(v.Label+", "+v.Which, ", ") }

// Title returns the name in the library's description, or Label.
func (v reportView) Title() string {
	return cmp.Or(v.Implementation.Name.Short(longestName), v.Label)
}

// Others returns the requirements with failures that are neither known nor in a finding.
func (v reportView) Others() []requirementView {
	return report.Selected(v.All, func(q requirementView) bool { return q.Outcome == webpage.Failed && q.Finding == nil })
}

// Missed returns the required and recommended requirements that a whole run did not test.
func (v reportView) Missed() []requirementView {
	return report.Selected(v.All, func(q requirementView) bool {
		return q.Outcome == webpage.NotExercised && q.Level != requirement.Informative && !v.Partial()
	})
}

// Partial reports whether the run tested only a part of the profile.
func (v reportView) Partial() bool { return v.Report.Partial() || v.Incomplete() }

type findingView struct {
	*result.Finding
	Number int
	ID     string
	In     *reportView
	Link   string // see [report.Playground]
}

type figureView struct {
	Caption string
	Drawing template.HTML
	Table   string
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

// Clause returns the number of its section after a sign, or its heading.
func (q requirementView) Clause() string {
	if q.Section != "" && q.Section[0] >= '0' && q.Section[0] <= '9' {
		return "§ " + q.Section
	}
	return q.Section
}

// runsBy returns a function that splits requirements where a key changes.
func runsBy(key func(requirementView) string) func([]requirementView) [][]requirementView {
	return func(all []requirementView) (runs [][]requirementView) {
		for i, q := range all {
			if i == 0 || key(q) != key(all[i-1]) {
				runs = append(runs, nil)
			}
			runs[len(runs)-1] = append(runs[len(runs)-1], q)
		}
		return runs
	}
}

// The maximum lengths of a name and of a version in a heading.
const (
	longestName    = 160
	longestVersion = 40
)

func view(reports []result.Report, files []string) (p pageView, err error) {
	if len(reports) == 0 {
		return p, errors.New("html: no reports")
	}
	for i, r := range reports {
		v := &reportView{Report: r, Label: labelOf(r), Which: whichOf(i, reports, files)}
		if len(reports) > 1 {
			v.ID, v.Prefix = fmt.Sprintf("report-%d", i+1), fmt.Sprintf("%d/", i+1)
		}
		if err := v.fill(); err != nil {
			return p, fmt.Errorf("html: the report on %s: %w", r.Implementation.String(), err)
		}
		p.Reports = append(p.Reports, v)
	}
	if one := p.Reports[0]; len(reports) == 1 {
		p.One, p.Title = one, fmt.Sprintf("%s: %s, %s", one.Name(), one.VerdictLine(), one.Of().Title())
	} else {
		p.Title = fmt.Sprintf("%s: %d reports", reports[0].Of().Notation, len(reports))
		p.Matrix = matrixOf(p.Reports)
	}
	return p, nil
}

func labelOf(r result.Report) string {
	return printable.Abbreviate(r.Implementation.String(), longestName)
}

// whichOf returns a text that distinguishes a report from others with the same label: its file, or
// else its place. It is empty if the label is unique.
func whichOf(at int, reports []result.Report, files []string) string {
	unique, unnamed := true, at >= len(files)
	for i := range reports {
		if i != at && labelOf(reports[i]) == labelOf(reports[at]) {
			unique, unnamed = false, unnamed || files[i] == files[at]
		}
	}
	switch {
	case unique:
		return ""
	case unnamed:
		return fmt.Sprintf("report %d", at+1)
	}
	return printable.Abbreviate(conformance.Visible(files[at], ""), longestName)
}

func (v *reportView) fill() error {
	if v.Of() == nil {
		return fmt.Errorf("unknown edition %q", v.Edition)
	}
	all, _ := v.Checks()
	v.Kind, v.Doubts, v.Checked = report.StyleOf(v.Verdict), report.LimitsOf(v.Report), all.Passed+all.Failed
	if v.OtherEdition != "" {
		v.Doubts = append(v.Doubts, report.Limit{Word: "other edition", Says: printable.Capital(v.OtherEdition) + "."})
	}
	link := report.Playground(v.Report)
	for i := range v.Findings {
		f := &v.Findings[i]
		v.Found = append(v.Found, findingView{f, i + 1, fmt.Sprintf("%sfinding-%d", v.Prefix, i+1), v, link(f)})
	}
	for _, q := range v.Report.Requirements {
		shown := requirementView{Requirement: q, ElementID: element(v.Prefix, q.ID), Outcome: webpage.OutcomeOf(q.Result)}
		if q.AsKnown() {
			shown.Outcome = webpage.AsKnown
		}
		if i := v.Shortest(q.ID); i >= 0 {
			shown.Finding = &v.Found[i]
		}
		for _, p := range v.Parts {
			i := slices.IndexFunc(p.Requirements, func(counts result.RequirementCounts) bool { return counts.ID == q.ID })
			if i < 0 || p.Requirements[i].All() == 0 {
				continue
			}
			last := len(shown.Evidence) - 1 // the parts of a layer follow each other
			if last < 0 || shown.Evidence[last].ID != p.Layer {
				shown.Evidence, last = append(shown.Evidence, result.RequirementCounts{ID: p.Layer}), last+1
			}
			shown.Evidence[last].Add(p.Requirements[i].Counts)
		}
		v.All = append(v.All, shown)
	}
	return v.figures(mostDrawn)
}

func (v reportView) Requirement(id string) *requirementView {
	if i := slices.IndexFunc(v.All, func(q requirementView) bool { return q.ID == id }); i >= 0 {
		return &v.All[i]
	}
	return nil
}

func (v reportView) Failure(check string) *result.Failure {
	if i := slices.IndexFunc(v.Failures, func(f result.Failure) bool { return f.Check == check }); i >= 0 {
		return &v.Failures[i]
	}
	return nil
}

// mostDrawn is the maximum number of states of an automaton in a figure.
const mostDrawn = 24

// figures draws the automaton of the specification with the differences, and the automaton of
// the library if it has at most so many states.
func (v *reportView) figures(most int) error {
	specification := automaton.Of(v.Of())
	machine, err := cmp.Or(v.Learned, &result.Learned{}).Read(specification)
	if err != nil {
		return err
	}
	draw := func(caption, title string, of, against *automaton.DFA) {
		if v.ID != "" {
			title += " (" + strings.Replace(v.ID, "-", " ", 1) + ")" // titles are unique
		}
		v.Figures = append(v.Figures, figureView{
			caption, template.HTML(of.SVG(automaton.Drawing{Title: title, Against: against})), of.Table(automaton.Drawing{Against: against}),
		})
	}
	differs := machine != nil && !automaton.Equal(machine, specification)
	var against *automaton.DFA
	switch {
	case differs:
		against = machine
		v.Drawn = "Thick arrows, with labels that begin with “differs”, show where the library differs, as learned from its verdicts (via " + v.Learned.Op + ")."
	case machine != nil:
		v.Drawn = "The automaton learned from the library’s verdicts is the same, although some verdicts were incorrect: the library is non-deterministic, or its responses depend on other inputs."
	case v.Learned != nil:
		v.Drawn = "The library’s automaton was not learned: " + strings.TrimSuffix(v.Learned.Why.String(), ".") + "."
	case slices.ContainsFunc(v.All, func(q requirementView) bool {
		return q.Outcome == webpage.Failed && slices.Contains(v.Of().Clauses.Validity(), q.ID)
	}):
		v.Drawn = "Some verdicts are incorrect: see the findings. This report does not contain the library’s automaton, so no differences are marked."
	case v.Checked == 0:
		v.Drawn = "The library was not tested."
	default:
		v.Drawn = "All tested verdicts agree with the specification."
	}
	draw("The specification’s automaton", "What the specification accepts, edition "+v.Edition, specification, against)
	if differs && machine.States() <= most {
		draw("The library’s automaton", "What "+v.Name()+" accepts (via "+v.Learned.Op+"), as learned from the strings that were tested", machine, specification)
	}
	return nil
}

var notInAddress = regexp.MustCompile(`[^a-zA-Z0-9/._-]`)

// element returns the identifier of the element of a requirement, for addresses.
func element(prefix, requirement string) string {
	return prefix + notInAddress.ReplaceAllString(requirement, "-")
}
