package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/suite"
)

// Comparison is what came of asking several libraries the same: see suite.Comparison,
// which says what is compared.
type Comparison struct {
	Libraries []Library `json:"libraries"` // the reference, the implementation of the report, and its companions
	Pairs     []Pair    `json:"pairs"`
	AllDiffer Pair      `json:"allDiffer"`
}

// Library is one of those that are compared.
type Library struct {
	Given     string    `json:"given"` // the command that starts a companion, as it was given
	Name      string    `json:"name"`
	Version   string    `json:"version"`
	Language  string    `json:"language"`
	Asked     int       `json:"asked"`
	Failed    int       `json:"failed"`
	Findings  []Finding `json:"findings"`
	Out       string    `json:"out"`
	Notes     []string  `json:"notes"`
	LastWords string    `json:"lastWords"`
}

// Pair is how two libraries compare.
type Pair struct {
	A       int           `json:"a"`
	B       int           `json:"b"`
	Asked   int           `json:"asked"`
	Differs int           `json:"differs"`
	Example *Disagreement `json:"example,omitempty"`
}

// Disagreement is a question that is not answered alike.
type Disagreement struct {
	Op      string   `json:"op"`
	Methods []string `json:"methods"`
	Token   Token    `json:"token"`
	Other   *Token   `json:"other,omitempty"` // of equal
	Said    []string `json:"said"`
}

func (c *Collector) comparison(s *suite.Comparison) *Comparison {
	if s == nil {
		return nil
	}
	out := &Comparison{AllDiffer: pairOf(s.AllDiffer)}
	for i, l := range s.Libraries {
		d := l.Implementation
		library := Library{
			Given: visible(l.Given), Name: said(d.Name), Version: said(d.Version), Language: said(d.Language),
			Asked: l.Asked, Failed: l.Failed, Findings: []Finding{},
			Out: said(l.Out), Notes: visibleAll(l.Notes), LastWords: visibleLines(l.LastWords),
		}
		if i == 0 {
			library.Name = "the reference"
		}
		own := *c
		own.command = l.Args
		for _, f := range l.Findings {
			repeats := &own
			if len(f.Only) == 0 {
				repeats = c // only the whole run does
			}
			library.Findings = append(library.Findings, repeats.finding(f))
		}
		out.Libraries = append(out.Libraries, library)
	}
	for _, p := range s.Pairs {
		out.Pairs = append(out.Pairs, pairOf(p))
	}
	return out
}

func pairOf(p suite.Pair) Pair {
	out := Pair{A: p.A, B: p.B, Asked: p.Asked, Differs: p.Differs}
	if e := p.Example; e != nil {
		out.Example = &Disagreement{
			Op: string(e.Request.Op), Methods: wordsOf(e.Request.Methods), Token: tokenOf(e.Request.Token), Said: []string{},
		}
		if e.Request.Op == conformance.OpEqual {
			out.Example.Other = pointerTo(tokenOf(e.Request.Other))
		}
		for _, text := range e.Said {
			out.Example.Said = append(out.Example.Said, said(text))
		}
	}
	return out
}

// Wrong reports whether a companion answered anything wrongly.
func (c *Comparison) Wrong() bool {
	return c != nil && slices.ContainsFunc(c.Libraries, func(l Library) bool { return l.Failed > 0 })
}

// LeftOut reports whether a companion could not be asked, or not to the end.
func (c *Comparison) LeftOut() bool {
	return c != nil && slices.ContainsFunc(c.Libraries, func(l Library) bool { return l.Out != "" })
}

// shownCompanionFindings is how many findings of a companion are shown in detail.
const shownCompanionFindings = 3

// comparison writes the matrix of who disagrees with whom.
func (w *textWriter) comparison(c *Comparison) {
	if c == nil {
		return
	}
	w.printf("\nCompared, by number; the same was asked of all that offer it:\n")
	for i, l := range c.Libraries {
		w.printf("  %2d  %s", i, w.paint(bold, l.subject()))
		if l.Given != "" && l.Name != "" {
			w.printf(", by %s", abbreviate(l.Given, longestText))
		}
		w.printf("\n")
		if l.Out != "" {
			when := "it could not be asked"
			if l.Asked > 0 {
				when = "left out after " + counted(l.Asked, "question")
			}
			w.printf("      %s: %s\n", w.paint(yellow, when), abbreviate(l.Out, longestText))
		}
	}
	w.matrix(c)
	for _, p := range c.Pairs {
		if p.Example != nil {
			w.printf("\n%d and %d disagree on %s of %s; the shortest: %s\n", p.A, p.B, thousands(p.Differs), counted(p.Asked, "question"), p.Example.subject())
			w.saidBy(p.Example, p.A, p.B)
		}
	}
	if e := c.AllDiffer.Example; e != nil {
		w.printf("\nAll that were asked differ on %s of %s; the shortest: %s\n",
			thousands(c.AllDiffer.Differs), counted(c.AllDiffer.Asked, "question"), e.subject())
		all := make([]int, len(c.Libraries))
		for i := range all {
			all[i] = i
		}
		w.saidBy(e, all...)
	}
	for i, l := range c.Libraries {
		w.companion(i, l)
	}
}

// matrix writes a row and a column for each library, with how many questions it answered.
func (w *textWriter) matrix(c *Comparison) {
	w.printf("\n     %12s", "asked")
	for b := range c.Libraries {
		w.printf(" %11d", b)
	}
	w.printf("\n")
	for a, l := range c.Libraries {
		w.printf("  %2d %12s", a, thousands(l.Asked))
		for b := range c.Libraries {
			cell := "·"
			for _, p := range c.Pairs {
				if p.A == min(a, b) && p.B == max(a, b) && p.Asked > 0 {
					cell = thousands(p.Differs)
				}
			}
			w.printf(" %s%s", strings.Repeat(" ", 11-min(len([]rune(cell)), 11)), w.cell(cell))
		}
		w.printf("\n")
	}
}

// cell is red where libraries disagree.
func (w *textWriter) cell(text string) string {
	if text == "0" || text == "·" {
		return text
	}
	return w.paint(red, text)
}

func (w *textWriter) saidBy(e *Disagreement, libraries ...int) {
	for _, i := range libraries {
		if e.Said[i] != "" {
			w.printf("  %2d  %s\n", i, abbreviate(e.Said[i], longestText))
		}
	}
}

// companion writes what a companion answered wrongly.
func (w *textWriter) companion(number int, l Library) {
	if l.Failed > 0 {
		w.printf("\nOf %d, %s: %s failed", number, l.subject(), checks(l.Failed))
		if len(l.Findings) > 0 {
			w.printf(", which come to %s", counted(len(l.Findings), "finding"))
		}
		w.printf(".\n")
		shown := spread(l.Findings, shownCompanionFindings)
		for i, f := range shown {
			w.numbered(i+1, &f)
		}
		if len(shown) < len(l.Findings) {
			w.printf("\nThe others are in the JSON report: --report json=FILE.\n")
		}
	}
	for _, note := range l.Notes {
		w.printf("Note on %d: %s\n", number, note)
	}
	if l.Out != "" && l.LastWords != "" {
		w.printf("Of %d, left out: ", number)
		w.lastWords(Report{LastWords: l.LastWords})
	}
}

// subject names a library, in one line of printable text.
func (l Library) subject() string {
	if l.Name == "" {
		return l.Given
	}
	return subject(Implementation{Name: l.Name, Version: l.Version, Language: l.Language})
}

// subject names what was asked.
func (d *Disagreement) subject() string {
	op := d.Op
	if op == string(conformance.OpSweep) {
		op = "yes or no to"
	}
	return fmt.Sprintf("%s %s", op, askedFor(d.Methods, d.Token, d.Other))
}
