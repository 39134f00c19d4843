package report

import (
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
	if l == nil {
		return
	}
	if l.States == 0 {
		w.printf("\nWhat it accepts by %s was not found out: %s.\n", l.Way, strings.TrimSuffix(l.Why.String(), "."))
		return
	}
	w.printf("\nWhat it accepts by %s, as learned from its verdicts (`epin learn` draws it)", l.Way)
	switch {
	case l.Expression == l.Specification:
		w.printf(", is what the specification says: on what was judged wrongly, its verdicts change.\n")
		return
	case l.Expression != "" && len(l.Expression) <= longestExpression:
		w.printf(":\n  %s\n  %s  (the specification)\n", w.paint(bold, accepts(*l)), l.Specification)
	default:
		w.printf(", is the language of an automaton with %s; the specification's is %s\n", number.Counted(l.States, "state"), l.Specification)
	}
	w.words("accepted too much", l.TooMany)
	w.words("not accepted", l.Missing)
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
