package report

import (
	"errors"
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

// Sentence says with how many libraries was compared, and of how many of them there is
// something to tell.
func (c *Comparison) Sentence() string {
	wrong, out := 0, 0
	for _, l := range c.Companions() {
		if l.Failed > 0 {
			wrong++
		}
		if l.Out != "" {
			out++
		}
	}
	others := "1 other library"
	if n := len(c.Companions()); n != 1 {
		others = thousands(n) + " other libraries"
	}
	s := "Compared with " + others
	switch {
	case wrong > 0 && out > 0:
		s += fmt.Sprintf(": %s answered something wrongly, and %s could not be asked, or not to the end", thousands(wrong), thousands(out))
	case wrong > 0:
		s += fmt.Sprintf(": %s answered something wrongly", thousands(wrong))
	case out > 0:
		s += fmt.Sprintf(": %s could not be asked, or not to the end", thousands(out))
	}
	return s + "."
}

// Companions are the libraries that the implementation of the report was compared with. The
// first of them has the number 2.
func (c *Comparison) Companions() []Library { return c.Libraries[firstCompanion:] }

// firstCompanion is the number of the first companion: the reference and the implementation
// of the report stand before it.
const firstCompanion = 2

// PairOf returns how the libraries with two numbers compare; nil where they were not asked
// the same, and of a library and itself.
func (c *Comparison) PairOf(a, b int) *Pair {
	for i, p := range c.Pairs {
		if p.A == min(a, b) && p.B == max(a, b) && p.Asked > 0 {
			return &c.Pairs[i]
		}
	}
	return nil
}

// Sentence says on how much two libraries disagree, by their numbers; of Comparison.AllDiffer,
// on how much no two agree. What follows is the shortest question.
func (p Pair) Sentence() string {
	who := "All that were asked differ"
	if p.A != p.B {
		who = fmt.Sprintf("%d and %d disagree", p.A, p.B)
	}
	return fmt.Sprintf("%s on %s of %s; the shortest:", who, thousands(p.Differs), counted(p.Asked, "question"))
}

// Between are the numbers of the libraries that p is about, of which all were asked its
// example.
func (p Pair) Between() []int {
	if p.A != p.B {
		return []int{p.A, p.B}
	}
	var all []int
	for i, said := range p.Example.Said {
		if said != "" {
			all = append(all, i)
		}
	}
	return all
}

// Examples are those of the pairs that disagree, in their order, and of AllDiffer behind them.
func (c *Comparison) Examples() []Pair {
	var all []Pair
	for _, p := range append(slices.Clone(c.Pairs), c.AllDiffer) {
		if p.Example != nil {
			all = append(all, p)
		}
	}
	return all
}

// LeftOut says when a library was left out; empty where it was not.
func (l Library) LeftOut() string {
	switch {
	case l.Out == "":
		return ""
	case l.Asked == 0:
		return "it could not be asked"
	}
	return "left out after " + counted(l.Asked, "question")
}

// Counted says how many checks a companion failed, and to how many findings they come.
func (l Library) Counted() string {
	s := checks(l.Failed) + " failed"
	if len(l.Findings) == 0 {
		return s
	}
	return comesTo(s, l.Failed, len(l.Findings))
}

// check says what of a comparison that was read makes no sense, where the schema does not.
func (c *Comparison) check() error {
	if c == nil {
		return nil
	}
	libraries := len(c.Libraries)
	rest := c.Pairs
	for a := range libraries {
		for b := a + 1; b < libraries; b++ {
			if len(rest) == 0 || rest[0].A != a || rest[0].B != b {
				return fmt.Errorf("comparison.pairs.%d: it is not the pair of the libraries %d and %d", len(c.Pairs)-len(rest), a, b)
			}
			rest = rest[1:]
		}
	}
	if len(rest) > 0 || c.AllDiffer.A != 0 || c.AllDiffer.B != 0 {
		return errors.New("comparison: there is a pair of libraries too many")
	}
	for _, p := range c.Examples() {
		if len(p.Example.Said) != libraries {
			return fmt.Errorf("comparison: %d libraries gave %d answers to one question", libraries, len(p.Example.Said))
		}
	}
	return nil
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
		w.printf("  %2d  %s", i, w.paint(bold, l.Subject()))
		if by := l.By(); by != "" {
			w.printf(", by %s", abbreviate(by, longestText))
		}
		w.printf("\n")
		if l.Out != "" {
			w.printf("      %s: %s\n", w.paint(yellow, l.LeftOut()), abbreviate(l.Out, longestText))
		}
	}
	w.matrix(c)
	for _, p := range c.Examples() {
		w.printf("\n%s %s\n", p.Sentence(), p.Example.Subject())
		for _, i := range p.Between() {
			w.printf("  %2d  %s\n", i, abbreviate(p.Example.Said[i], longestText))
		}
	}
	for i, l := range c.Companions() {
		w.companion(firstCompanion+i, l)
	}
}

// notCompared stands where two libraries were not asked the same, and between a library and
// itself.
const notCompared = "·"

// differs is a cell of the matrix: on how many questions two libraries disagree.
func (c *Comparison) differs(a, b int) string {
	if p := c.PairOf(a, b); p != nil {
		return thousands(p.Differs)
	}
	return notCompared
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
			cell := c.differs(a, b)
			w.printf(" %s%s", strings.Repeat(" ", 11-min(len([]rune(cell)), 11)), w.cell(cell))
		}
		w.printf("\n")
	}
}

// cell is red where libraries disagree.
func (w *textWriter) cell(text string) string {
	if text == "0" || text == notCompared {
		return text
	}
	return w.paint(red, text)
}

// companion writes what a companion answered wrongly.
func (w *textWriter) companion(number int, l Library) {
	if l.Failed > 0 {
		w.printf("\nOf %d, %s: %s.\n", number, l.Subject(), l.Counted())
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

// Subject names a library, in one line of printable text.
func (l Library) Subject() string {
	if l.Name == "" {
		return l.Given
	}
	return subject(Implementation{Name: l.Name, Version: l.Version, Language: l.Language})
}

// By is the command that starts it, where it has a name besides; empty otherwise.
func (l Library) By() string {
	if l.Name == "" {
		return ""
	}
	return l.Given
}

// Subject names what was asked.
func (d *Disagreement) Subject() string {
	op := d.Op
	if op == string(conformance.OpSweep) {
		op = "yes or no to"
	}
	return fmt.Sprintf("%s %s", op, askedFor(d.Methods, d.Token, d.Other))
}
