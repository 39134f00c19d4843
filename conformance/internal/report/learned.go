package report

import (
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// longestExpression is the maximum length of an expression in the text, in bytes.
const longestExpression = 200

// accepts returns the expression, or words if the language is empty.
func accepts(l result.Learned) string {
	if l.Nothing() {
		return "no string at all"
	}
	return l.Expression
}

// learned writes the learned language of the implementation.
func (w *textWriter) learned(l *result.Learned) {
	switch {
	case l == nil:
	case l.States == 0:
		if w.Verbose {
			w.printf("\n")
			w.paragraph(fmt.Sprintf("Its automaton was not learned (via %s): %s.", l.Way, strings.TrimSuffix(l.Why.String(), ".")), "")
		}
	case l.Expression == l.Specification:
		w.printf("\n")
		w.paragraph(fmt.Sprintf("The automaton learned from its verdicts (via %s) is that of the specification: it is non-deterministic on the findings.", l.Way), "")
	case l.Expression != "" && len(l.Expression) <= longestExpression:
		w.printf("\nIt accepts  %s\ninstead of  %s\n", w.paint(bold, accepts(*l)), l.Specification)
	default:
		w.printf("\nIt accepts the language of an automaton with %s (epin learn draws it)\ninstead of  %s\n", number.Counted(l.States, "state"), l.Specification)
	}
	if l != nil && w.Verbose {
		w.words("accepted, but invalid", l.TooMany)
		w.words("rejected, but valid", l.Missing)
	}
}

func (w *textWriter) words(label string, tokens []printable.Token) {
	if len(tokens) == 0 {
		return
	}
	shown := make([]string, len(tokens))
	for i, token := range tokens {
		shown[i] = token.Shown()
	}
	w.printf("  %s, shortest first: %s\n", label, strings.Join(shown, " "))
}
