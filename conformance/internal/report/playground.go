package report

import (
	"net/url"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// site is where the release workflow publishes the site to play with.
const site = "https://epin-conformance.github.io/harness/"

// Playground returns a function that links to the playground with the input of a finding, and with the
// learned expression over characters if it is short and not that of the specification. All this
// is behind the #, which a browser does not send. What is untrusted in it is percent-encoded.
func Playground(r result.Report) func(*result.Finding) string {
	expression := ""
	if l, specification := r.Learned, automaton.Of(r.Of()); l != nil {
		if machine, _ := l.Read(specification); machine != nil {
			machine, specification = automaton.Characters(machine, specification)
			if machine != nil && !automaton.Equal(machine, specification) {
				expression = machine.Expression(specification)
			}
		}
	}
	return func(f *result.Finding) string {
		given := url.Values{"edition": {r.Edition}}
		if expression != "" && len(expression) <= longestExpression {
			given.Set("expression", expression)
		}
		if quoted := f.Token.String(); len(quoted) <= longestExpression { // as it is typed there
			given.Set("token", strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`))
		}
		return site + "#" + given.Encode()
	}
}
