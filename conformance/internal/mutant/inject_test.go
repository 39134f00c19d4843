package mutant

import (
	"fmt"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

func TestPanics(t *testing.T) {
	m, _ := Named("caret-unescaped")
	for want, f := range map[string]func(){
		"mutant: caret-unescaped does not exist in edition 1.0.0-initial: call ExistsIn first": func() { m.New(epin.Initial) },
		// rewrite cannot make a mutant without a bug.
		` must contain \Z exactly once`:  func() { newModel("", epin.Current, rewrite(`\Z`, "")) },
		` must contain (?< exactly once`: func() { newModel("", epin.Current, rewrite(`(?<`, "")) },
		// guard repeats other panics than those of a broken library.
		"a mistake of this package": func() { guard(func() conformance.Response { panic("a mistake of this package") }) },
	} {
		func() {
			defer func() {
				if got := recover(); got == nil || !strings.Contains(fmt.Sprint(got), want) {
					t.Errorf("panic with %v, want %s", got, want)
				}
			}()
			f()
		}()
	}
}

func TestSweepGuardsEachToken(t *testing.T) {
	m := newModel("", epin.Current, func(m *model) {
		parse := m.parse
		m.parse = func(token string) *piece {
			if token == "!" {
				panic(raised("no"))
			}
			return parse(token)
		}
	})
	resp, err := m.Do(t.Context(), sweep("K", "!", "K''", "k"))
	if err != nil || resp.Outcome != conformance.Swept || resp.Verdicts != "1!01" {
		t.Errorf("swept %q (%s), %v; want 1!01", resp.Verdicts, resp.Outcome, err)
	}
}
