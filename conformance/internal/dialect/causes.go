package dialect

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/notation"
)

// An edit is a cause, and the change of a reading that undoes it.
type edit struct {
	Cause
	undo func(r *reading)
}

// edits returns the causes that a pattern can have beside its grammar. The first ones are preferred.
func (t *translator) edits() []edit {
	front, back, more := t.dialect.anchors[0], t.dialect.anchors[1], "."
	if front == "^" && t.has("m") {
		more = ", without the flag m."
	}
	for _, c := range t.dialect.Calls {
		if c.Whole && !t.Whole {
			more = ", or call " + c.Name + "."
		}
	}
	lax := slices.DeleteFunc([]string{"$", `\Z`, "^"}, func(name string) bool {
		return !slices.Contains(t.used, name) || t.anchors[name] == ends[name]
	})
	loose := Cause{strings.Join(lax, " and ") + " can also match before a trailing line break.", "End the pattern in " + back + more}
	if t.anchors["^"] == t.atLines["^"] && !slices.Equal(lax, []string{`\Z`}) {
		loose = Cause{strings.Join(lax, " and ") + " can match at every line of the input.", "Write " + front + " and " + back + "."}
		if t.dialect.read(Call{}, "", nil).anchors["^"] != t.anchors["^"] { // it is a flag that makes them
			loose.Fix = "Remove the flag m, and write " + front + " and " + back + "."
		}
	}
	apart := t.choice && strings.ContainsAny(strings.Join(t.used, ""), "^$AzZ")
	return []edit{
		{loose, func(r *reading) {
			for _, name := range lax {
				r.anchors[name] = ends[name]
			}
		}},
		{Cause{`Without the flag u, \A, \z and \Z are the letters A, z and Z.`, "Write ^ and $" + more}, func(r *reading) {
			if strings.Contains(r.escapable, "A") {
				r.anchors[`\A`], r.anchors[`\z`], r.anchors[`\Z`] = atStart, atEnd, atEnd
			}
		}},
		{Cause{"The alternatives are not in a group, so an anchor belongs to one of them.",
			"Write " + front + "(?:…)" + back + " around the alternatives" + more}, func(r *reading) {
			r.Anchored, r.Whole = r.Anchored || apart, r.Whole || apart
		}},
		{Cause{`\b matches beside a letter, a digit or _ only, and not only at the ends of the input.`,
			`Remove \b, and write ` + front + " and " + back + more}, func(r *reading) {
			if slices.Contains(t.used, `\b`) {
				r.anchors[`\b`], r.Anchored, r.Whole = `()()`, true, true
			}
		}},
		{Cause{"A match can begin behind the start of the input.", "Begin the pattern with " + front + more},
			func(r *reading) { r.Anchored = true }},
		{Cause{"A match can end before the end of the input.", "End the pattern in " + back + more},
			func(r *reading) { r.Whole = true }},
		{Cause{"Ignoring case, letters also match characters beyond ASCII.", "Write [A-Za-z], without ignoring case."},
			func(r *reading) { r.also = "" }},
		{Cause{`A class such as \w, [:alpha:] or \p{L} has more characters than the letters A-Z and a-z.`, "Write [A-Za-z]."},
			func(r *reading) { r.onlyLetters = true }},
	}
}

// ends are what anchors assert if they match at the ends of the input only.
var ends = map[string]string{"^": atStart, "$": atEnd, `\Z`: atEnd}

// grammar has the mutants that are mistakes in the grammar of a pattern.
const grammar = `letter-range-a-to-z sign-range sign-comma sign-star sign-mandatory sign-behind letter-plus letter-optional
	only-upper-case only-lower-case caret-star caret-first quote-before-caret quote-star`

// A target is a language that a pattern has if it has a mistake in its grammar.
type target struct {
	*automaton.DFA
	mistakes []Cause // one, or none
}

// targets returns the language of an edition, those of all others, and those with a mistake.
func targets(e *notation.Edition) []target {
	all := []target{{automaton.Of(e), nil}}
	for _, other := range notation.All() {
		c := Cause{"The grammar is exactly that of " + other.Title() + ".", "Ask about that edition, or use the exact pattern."}
		all = append(all, target{automaton.Of(other), []Cause{c}})
	}
	for name := range strings.FieldsSeq(grammar) {
		if m, _ := mutant.Named(name); m.ExistsIn(e) {
			all = append(all, target{Go(m.Expression(e)).DFA, []Cause{{m.Bug, m.Fix}}})
		}
	}
	return all
}

// causes returns the fewest causes that explain all differences from an edition: some edits, and at most one
// mistake in the grammar.
func (t *translator) causes(e *notation.Edition) (best []Cause) {
	language := func(undone ...edit) *automaton.DFA {
		return (&translator{dialect: t.dialect, pattern: t.pattern, undone: undone}).language(t.Call, t.flags).DFA
	}
	unchanged, all := language(), targets(e)
	possible := slices.DeleteFunc(t.edits(), func(one edit) bool { return automaton.Equal(unchanged, language(one)) })
	for mask := range uint(1) << len(possible) {
		var undone []edit
		var found []Cause
		for i, one := range possible {
			if mask>>i&1 == 1 {
				undone, found = append(undone, one), append(found, one.Cause)
			}
		}
		if best != nil && len(found) >= len(best) {
			continue
		}
		l := language(undone...)
		i := slices.IndexFunc(all, func(other target) bool { return automaton.Equal(l, other.DFA) })
		if i >= 0 && (best == nil || len(found)+len(all[i].mistakes) < len(best)) {
			best = append(found, all[i].mistakes...)
		}
	}
	return best
}
