package suite

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
)

// aspect is one thing about an answer that can be right or wrong by itself.
type aspect struct {
	name         string
	requirements []string
	result       CheckResult
	wanted, got  string // where it failed
}

// judge compares what was said with what was wanted, aspect by aspect. wanted is
// the answer of something that offers everything.
func (c *clauses) judge(req conformance.Request, wanted, got conformance.Response) []aspect {
	if req.Op == conformance.OpEqual {
		equality := aspect{name: "equality", requirements: c.equivalence}
		if got.Outcome == conformance.Rejected { // of the tokens one, so that they were not compared
			return []aspect{{
				name: "verdict", requirements: c.valid, result: CheckFail,
				wanted: conformance.Accepted.String(), got: outcomeText(got),
			}, equality}
		}
		equality.result = resultOf(got, wanted.Outcome == got.Outcome)
		equality.wanted, equality.got = wanted.Outcome.String(), outcomeText(got)
		return []aspect{equality}
	}
	valid := wanted.Outcome == conformance.Accepted
	if valid && got.Outcome == conformance.Crashed && req.Op == conformance.OpApply {
		return c.crash(req, wanted, got)
	}
	class := classOf(req.Token, valid)
	if got.Outcome == conformance.Crashed && class == classUnanchored {
		class = classInvalid // no part of it was accepted
	}
	aspects := []aspect{{
		name: "verdict", requirements: c.verdict(class), result: resultOf(got, wanted.Outcome == got.Outcome),
		wanted: wanted.Outcome.String(), got: outcomeText(got),
	}}
	if !valid {
		return aspects
	}
	// Without an answer the details are unknown, and a wrong verdict is enough blame:
	// nothing can be said of the accessors of a value that was refused.
	switch req.Op {
	case conformance.OpParse:
		return append(aspects, c.accessors(wanted, got)...)
	case conformance.OpApply:
		return append(aspects, c.transformations(req, wanted, got)...)
	}
	return aspects
}

// resultOf is the result of an aspect of an answer that is right or not.
func resultOf(got conformance.Response, right bool) CheckResult {
	switch {
	case got.Outcome == conformance.Unsupported:
		return CheckNotExercised
	case right:
		return CheckPassed
	}
	return CheckFail
}

func outcomeText(r conformance.Response) string {
	if r.Outcome == conformance.Crashed {
		return "crashed: " + r.Crash
	}
	return r.Outcome.String()
}

func (c *clauses) accessors(wanted, got conformance.Response) []aspect {
	answered := got.Outcome == conformance.Accepted
	aspects := []aspect{
		accessor("token", c.token, wanted.Token, got.Token, answered),
		accessor("pin", c.pin, wanted.PIN, got.PIN, answered),
		accessor("native", c.native, wanted.Native, got.Native, answered),
		accessor("derived", c.derived, wanted.Derived, got.Derived, answered),
		accessor("name", c.name, wanted.Name, nameLike(wanted.Name, got.Name), answered),
		accessor("side", c.side, wanted.Side, got.Side, answered),
		accessor("state", c.state, wanted.State, got.State, answered),
		accessor("terminal", c.terminal, wanted.Terminal, got.Terminal, answered),
	}
	// EPIN §9.3 recommends no accessor of what is inherited: the PIN token determines it.
	if token, pin := aspects[0], aspects[1]; token.result == CheckPassed && pin.result == CheckPassed {
		for i, offered := range []bool{got.Name.Offered, got.Side.Offered, got.State.Offered, got.Terminal.Offered} {
			if !offered {
				aspects[len(aspects)-4+i].result = CheckPassed
			}
		}
	}
	return aspects
}

// nameLike returns got, or wanted where the two are the same Piece Name.
func nameLike(wanted, got conformance.Optional[string]) conformance.Optional[string] {
	if wanted.Offered && got.Offered && conformance.SameName(wanted.Value, got.Value) {
		return wanted
	}
	return got
}

func accessor[T comparable](name string, requirements []string, wanted, got conformance.Optional[T], answered bool) aspect {
	a := aspect{name: name, requirements: requirements}
	if !answered || !got.Offered || !wanted.Offered {
		return a
	}
	if got.Value == wanted.Value {
		a.result = CheckPassed
	} else {
		a.result, a.wanted, a.got = CheckFail, valueText(wanted.Value), valueText(got.Value)
	}
	return a
}

// valueText shows strings quoted and everything else as fmt does.
func valueText(v any) string {
	if s, ok := v.(string); ok {
		return strconv.Quote(s)
	}
	return fmt.Sprint(v)
}

func (c *clauses) transformations(req conformance.Request, wanted, got conformance.Response) []aspect {
	answered := got.Outcome == conformance.Accepted && len(got.Tokens) == len(req.Methods)
	aspects := make([]aspect, 0, len(req.Methods)+1)
	for i, m := range req.Methods {
		a := aspect{name: string(m), requirements: c.transformation(req.Methods, i)}
		if answered && got.Tokens[i] == wanted.Tokens[i] {
			a.result = CheckPassed
		} else if answered {
			a.result, a.wanted, a.got = CheckFail, strconv.Quote(wanted.Tokens[i]), strconv.Quote(got.Tokens[i])
		}
		aspects = append(aspects, a)
		if a.result == CheckFail {
			// What comes after was called on a wrong value: it is not known who is to blame.
			answered = false
		}
	}
	receiver := aspect{name: "original", requirements: c.receiver}
	if len(req.Methods) == 0 && got.Outcome == conformance.Accepted {
		// Nothing was called, so a wrong string form is a wrong string form.
		receiver.requirements = c.token
	}
	switch {
	case got.Outcome != conformance.Accepted:
	case got.Original == wanted.Original:
		receiver.result = CheckPassed
	default:
		receiver.result, receiver.wanted, receiver.got = CheckFail, strconv.Quote(wanted.Original), strconv.Quote(got.Original)
	}
	aspects = append(aspects, receiver)
	if c.withoutEqual && answered && len(req.Methods) > 0 && wanted.Tokens[len(req.Methods)-1] == req.Token {
		// EPIN §9.3 recommends no comparison: a value that nothing has changed has the same string.
		aspects = append(aspects, aspect{name: "equality", requirements: c.equivalence, result: CheckPassed})
	}
	return aspects
}

// crash judges transformations that crashed on a valid token. A crash belongs to the
// operation in which it happens: acceptance is tested without transformations, and here
// they fail, or those of them that crash by themselves.
func (c *clauses) crash(req conformance.Request, wanted, got conformance.Response) []aspect {
	alone := slices.ContainsFunc(req.Methods, func(m conformance.Method) bool { return c.crashing[m] })
	aspects := []aspect{{name: "verdict", requirements: c.valid}}
	for i, m := range req.Methods {
		a := aspect{name: string(m), requirements: c.transformation(req.Methods, i)}
		if !alone || c.crashing[m] {
			a.result = CheckFail
			a.wanted, a.got = strconv.Quote(wanted.Tokens[i]), outcomeText(got)
		}
		aspects = append(aspects, a)
	}
	receiver := aspect{name: "original", requirements: c.receiver}
	switch len(req.Methods) {
	case 0: // the string form is all that was read
		receiver.requirements, receiver.result = c.token, CheckFail
		receiver.wanted, receiver.got = strconv.Quote(wanted.Original), outcomeText(got)
	case 1:
		c.crashing[req.Methods[0]] = true
	}
	return append(aspects, receiver)
}

// transformation returns the requirements of the i-th of some methods: of the second of two
// equal ones also that it changes nothing.
func (c *clauses) transformation(methods []conformance.Method, i int) []string {
	m := methods[i]
	if i > 0 && m == methods[i-1] && (m == conformance.Native || m == conformance.Derive) {
		return slices.Concat(c.methods[m], c.idempotent)
	}
	return c.methods[m]
}

// vector judges an answer to a test vector: besides what each aspect counts for,
// the requirements that the vector itself names.
func (c *clauses) vector(req conformance.Request, named []string, wanted, got conformance.Response) []aspect {
	aspects := c.judge(req, wanted, got)
	for _, id := range named {
		if slices.ContainsFunc(aspects, func(a aspect) bool { return slices.Contains(a.requirements, id) }) {
			continue
		}
		if (req.Op == conformance.OpValid || req.Op == conformance.OpSweep) && c.ofValue(id) {
			continue // a yes or no says nothing about a value
		}
		for i := range aspects {
			if a := &aspects[i]; c.speaksFor(id, *a, req, wanted, got) {
				a.requirements = append(slices.Clone(a.requirements), id)
			}
		}
	}
	return aspects
}

// speaksFor reports whether an aspect counts for a requirement that a vector names.
func (c *clauses) speaksFor(id string, a aspect, req conformance.Request, wanted, got conformance.Response) bool {
	names, special := vectorAspects[id]
	failed, accepted := a.result == CheckFail, wanted.Outcome == conformance.Accepted
	switch {
	case id == noContext && failed && got.Token.Value+"'" != req.Token:
		return false // it is rewritten, and not as in a context of a single style
	case special && id == c.ofNative[0] && strings.HasSuffix(req.Token, "'"):
		return false // it is no PIN token
	case special:
		return accepted && slices.Contains(names, a.name)
	case failed && c.hasAspect(id), id == markerLast && got.Outcome == conformance.Crashed:
		return false
	case failed && accepted && a.name == "verdict" && c.aboutInvalid(id):
		return false
	case req.Op == conformance.OpApply && accepted && len(req.Methods) > 0:
		return a.name != "verdict" && a.name != "original"
	}
	return a.name == "verdict" || a.name == "equality"
}

// blamed returns the requirements that a failed row of a feature, or a broken law, counts
// against: of those that it names, the ones that its exchanges break, or else all that they
// break. There are none where what is wrong follows from another wrong response.
func (r *runner) blamed(ctx context.Context, named []string, exchanges []conformance.Exchange) []string {
	var broken []string
	consequence := false
	for _, x := range exchanges {
		for req, got := range exchanged(x) {
			wanted, _, err := r.wanted(context.WithoutCancel(ctx), part{}, req)
			if err != nil {
				panic(err) // the reference answers everything
			}
			if got.Outcome == conformance.Unsupported {
				continue
			}
			if r.isConsequence(req) {
				consequence = true
				continue
			}
			for _, a := range r.clauses.vector(req, named, wanted, got) {
				if a.result == CheckFail {
					broken = union(broken, a.requirements)
				}
			}
		}
	}
	switch {
	case len(broken) == 0 && consequence:
		return nil
	case len(broken) == 0:
		return named // each response is correct, and they contradict each other
	}
	ids := slices.DeleteFunc(slices.Clone(named), func(id string) bool { return !slices.Contains(broken, id) })
	if len(ids) == 0 {
		return broken
	}
	return ids
}

// verdictOnly reduces a wanted answer to what a yes-or-no check can say.
func verdictOnly(r conformance.Response) conformance.Response {
	return conformance.Response{Outcome: r.Outcome}
}

// summarise gives the result for each requirement of the aspects, in their order.
func summarise(aspects []aspect) []RequirementCounts {
	rs := make([]RequirementCounts, 0, 2*len(aspects)) // most speak for one or two
	for _, a := range aspects {
		for _, id := range a.requirements {
			i := slices.IndexFunc(rs, func(r RequirementCounts) bool { return r.ID == id })
			if i < 0 {
				i = len(rs)
				rs = append(rs, RequirementCounts{ID: id})
			}
			rs[i].Count(a.result, 1)
		}
	}
	for i := range rs {
		// A check counts once for a requirement, however many aspects speak for it.
		r := rs[i].Result()
		rs[i].Counts = Counts{}
		rs[i].Count(r, 1)
	}
	return rs
}

// texts says what was wanted and what came instead, for the aspects that failed.
func texts(aspects []aspect) (wanted, got string) {
	var ws, gs []string
	for _, a := range aspects {
		if a.result != CheckFail {
			continue
		}
		label := ""
		if a.name != "verdict" && a.name != "equality" {
			label = a.name + " "
		}
		ws = append(ws, label+a.wanted)
		if got := label + a.got; !slices.Contains(gs, got) { // one answer may be wrong twice
			gs = append(gs, got)
		}
	}
	return strings.Join(ws, ", "), strings.Join(gs, ", ")
}

// difference shows where two accepted answers differ, in what both of them offer.
func difference(wanted, got conformance.Response) string {
	if wanted.Outcome != conformance.Accepted || got.Outcome != conformance.Accepted {
		return ""
	}
	w, g := map[string]any{}, map[string]any{}
	common(w, g, "token", wanted.Token, got.Token)
	common(w, g, "pin", wanted.PIN, got.PIN)
	common(w, g, "native", wanted.Native, got.Native)
	common(w, g, "derived", wanted.Derived, got.Derived)
	common(w, g, "name", wanted.Name, nameLike(wanted.Name, got.Name))
	common(w, g, "side", wanted.Side, got.Side)
	common(w, g, "state", wanted.State, got.State)
	common(w, g, "terminal", wanted.Terminal, got.Terminal)
	if wanted.Tokens != nil {
		w["tokens"], g["tokens"] = wanted.Tokens, got.Tokens
		w["original"], g["original"] = wanted.Original, got.Original
	}
	return cmp.Diff(w, g)
}

func common[T comparable](wanted, got map[string]any, key string, w, g conformance.Optional[T]) {
	if w.Offered && g.Offered {
		wanted[key], got[key] = w.Value, g.Value
	}
}
