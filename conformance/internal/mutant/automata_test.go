package mutant

import (
	"regexp"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// TestAutomata checks names and numbers, and a fault of each kind, on strings that reach it and on one
// that does not. The tests of package suite check that the complete suite kills each of these mutants.
func TestAutomata(t *testing.T) {
	syntax := regexp.MustCompile(`\A[a-z0-9]+(-[a-z0-9]+)*\z`)
	verdicts := map[string]map[string]conformance.Outcome{
		// In the start state the byte K leads back to the start state.
		"from-0-on-4b-to-0": {"K": conformance.Rejected, "KKA": conformance.Accepted, "+K": conformance.Accepted},
		// The start state accepts.
		"other-verdict-in-0": {"": conformance.Accepted, "K": conformance.Accepted, "+": conformance.Rejected},
	}
	for edition, want := range map[epin.Edition]int{epin.Current: 6*256*5 + 6, epin.Initial: 5*256*4 + 5} {
		names := map[string]bool{}
		for name, impl := range Automata(edition) {
			if !syntax.MatchString(name) || names[name] {
				t.Errorf("edition %s: the name %q has another syntax, or is not unique", edition, name)
			}
			names[name] = true
			if got := conformance.Describe(impl, edition).Name; got != "epin mutant "+name {
				t.Errorf("edition %s: %s describes itself as %q", edition, name, got)
			}
			for token, want := range verdicts[name] {
				for _, req := range []conformance.Request{parse(token), valid(token)} {
					if got := send(t, impl, req)[0].Outcome; got != want {
						t.Errorf("edition %s: %s: %s %q is %s, want %s", edition, name, req.Op, token, got, want)
					}
				}
			}
		}
		if len(names) != want {
			t.Errorf("edition %s: %d mutants, want %d", edition, len(names), want)
		}
		for name := range verdicts {
			if !names[name] {
				t.Errorf("edition %s: missing mutant %s", edition, name)
			}
		}
	}
}
