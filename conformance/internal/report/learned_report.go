package report

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// LearnedReport is the learned automaton of an implementation, with everything that the
// outputs show.
type LearnedReport struct {
	Edition        *notation.Edition
	Implementation result.Implementation
	result.Learned
}

// Headline returns the result as a sentence.
func (r LearnedReport) Headline() string {
	switch {
	case r.Machine == nil:
		return "Its automaton was not learned: " + strings.TrimSuffix(r.Why.String(), ".") + "."
	case r.Same() && len(r.Crashed) > 0:
		return "No difference from the specification was found, apart from crashes on invalid strings."
	case r.Same():
		return "No difference from the specification was found."
	case r.Learned.Edition != "":
		return fmt.Sprintf("Its automaton is that of edition %s, not that of edition %s.", r.Learned.Edition, r.Edition)
	}
	return "It does not accept the language of the specification."
}

// Right reports whether no difference was found: the automaton is that of the specification, and
// no string crashed the implementation.
func (r LearnedReport) Right() bool { return r.Same() && len(r.Crashed) == 0 }

// Style returns the style of a verdict that says the same.
func (r LearnedReport) Style() Style {
	switch {
	case r.Right():
		return styles[result.Conformant]
	case r.States == 0:
		return styles[result.NoVerdict]
	}
	return styles[result.NotConformant]
}

// Basis returns the evidence for the result as text.
func (r LearnedReport) Basis() string {
	agrees := "The automaton agrees with every response, including those"
	if r.Partial { // there were too many incorrect responses
		agrees = "The automaton agrees with the first incorrect responses, and with those"
	}
	return fmt.Sprintf("Tested via %s: the layers of the suite, and %s more. %s to its own complete test suite for %s over %s.",
		r.Op, number.Counted(r.Words, "word"), agrees, result.ExtraStates(r.Extra), r.Implementation.Alphabet())
}

// WriteLearned writes a report for people: the expression, the shortest words in the
// difference, and both automata as tables.
func WriteLearned(out io.Writer, r LearnedReport, opts TextOptions) error {
	w := &textWriter{TextOptions: opts}
	w.printf("%s\n%s\n", w.paint(bold, r.Implementation.String()), w.paint(r.Style().color, r.Headline()))
	specification := automaton.Of(r.Edition)
	if r.States == 0 {
		w.words("crashes on", r.Crashed)
	} else {
		w.printf("%s\n\n", r.Basis())
		if r.Expression != "" {
			w.printf("  it accepts         %s\n", w.paint(bold, accepts(r.Learned)))
		}
		w.printf("  the specification  %s\n", r.Specification)
		w.words("accepted, but invalid", r.TooMany)
		w.words("valid, but not accepted", r.Missing)
		w.words("crashes on", r.Crashed)
		against := automaton.Drawing{}
		if !r.Same() { // differences are marked
			against.Against = specification
		}
		w.printf("\nIts automaton, of %s:\n\n%s", number.Counted(r.States, "state"), indented(r.Machine.Table(against)))
	}
	if !r.Same() {
		w.printf("\nThe specification's, edition %s:\n\n%s", r.Edition, indented(specification.Table(automaton.Drawing{})))
	}
	_, err := w.WriteTo(out)
	return err
}

var lineWithText = regexp.MustCompile("(?m)^.")

func indented(text string) string { return lineWithText.ReplaceAllString(text, "  $0") }

// WriteLearnedSVG writes the automaton as an SVG file, with marks for the differences from the
// specification.
func WriteLearnedSVG(w io.Writer, r LearnedReport) error {
	_, err := io.WriteString(w, r.Machine.SVG(automaton.Drawing{
		Title:   "What " + r.Implementation.String() + " accepts (via " + r.Op + ")",
		Against: automaton.Of(r.Edition),
	}))
	return err
}
