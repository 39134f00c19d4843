package oracle

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Class is a class of verdicts that count for the same requirements.
type Class uint8

const (
	classValid      Class = iota // on a valid token, or on the two of equal
	classInvalid                 // on an invalid string
	classUnanchored              // on an invalid string that contains a valid token
)

func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

// Named is a requirement that a test vector names, or that is about the string of a request, with
// the aspects of the response that count for it.
type Named struct {
	ID      string
	Aspects Aspects
}

// Result is the result of one check for a requirement.
type Result struct {
	ID     string
	Result result.CheckResult
}

// Results returns the results of a judgement for the requirements that it counts for. A check counts
// once for a requirement, whatever the number of its aspects.
func (c *Oracle) Results(k Kind, named []Named) []Result {
	var all []Result
	for _, of := range []struct {
		aspects Aspects
		result  result.CheckResult
	}{{k.Failed, result.CheckFail}, {k.Passed, result.CheckPassed}, {k.Untested, result.CheckNotExercised}} {
		for _, id := range c.requirements(k, of.aspects, named) {
			if !slices.ContainsFunc(all, func(r Result) bool { return r.ID == id }) {
				all = append(all, Result{id, of.result})
			}
		}
	}
	return all
}

// requirements returns the requirements that some aspects count for.
func (c *Oracle) requirements(k Kind, aspects Aspects, named []Named) (ids []string) {
	of := c.Edition.Clauses
	add := func(aspect Aspects, more []string) {
		if aspects&aspect != 0 {
			ids = Union(ids, more)
		}
	}
	add(Verdict, [...][]string{of.Valid, of.Invalid, of.Unanchored}[k.Class])
	var called []conformance.Method
	for name := range strings.FieldsSeq(k.Methods) {
		called = append(called, conformance.Method(name))
	}
	_, methods := conformance.Request{Methods: called}.Calls()
	for i, m := range methods {
		method := c.Edition.Method(string(m))
		add(resultAspect(i), method.Requirements)
		if i > 0 && m == methods[i-1] {
			add(resultAspect(i), method.Twice)
		}
	}
	if k.Methods == "" { // no method was called, so this is the string form of the parsed value
		add(Receiver, c.Edition.Attributes[notation.StringForm].Requirements)
	} else {
		add(Receiver, of.Receiver)
	}
	for i, a := range c.Edition.Attributes {
		add(attributeAspect(i), a.Requirements)
	}
	add(Equality, of.Equivalence)
	for _, n := range named {
		add(n.Aspects, []string{n.ID})
	}
	return ids
}

// NamedBy returns the requirements that a test vector names, as far as its response counts for them
// and the judgement alone does not.
func (c *Oracle) NamedBy(d *Deviation, ids []string) (named []Named) {
	aspects := d.Passed | d.Failed | d.Kind.Untested
	counts := aspects
	if counts&allValues != 0 {
		counts |= allValues // also those that the vector does not state
	}
	alone := c.requirements(d.Kind, counts, nil)
	for _, id := range ids {
		switch {
		case slices.Contains(alone, id):
		case (d.Op == conformance.OpValid || d.Op == conformance.OpSweep) && ofValue(c.Edition, id): // which a verdict does not show
		default:
			named = append(named, Named{id, aspects & c.scope(id, d)})
		}
	}
	return named
}

// AboutString returns the requirements about the string of a request, like [Oracle.NamedBy].
func (c *Oracle) AboutString(d *Deviation) []Named {
	var ids []string
	if d.Op != conformance.OpApply && d.Op != conformance.OpEqual {
		for _, s := range c.Edition.Clauses.Special {
			if s.About != nil && s.Tokens == (d.Wanted.Outcome == conformance.Accepted) && s.About.MatchString(d.Request.Token) {
				ids = append(ids, s.ID)
			}
		}
	}
	return c.NamedBy(d, ids)
}

// scope returns the aspects that count for a requirement which a vector names: those of its row in the
// table, or the values of transformations, or the verdict. A failed aspect counts if its failure is about
// what the requirement says.
func (c *Oracle) scope(id string, d *Deviation) (scope Aspects) {
	row, accepted := special(c.Edition, id), d.Wanted.Outcome == conformance.Accepted
	if row.Lost != "" && d.Got.Form().Text+row.Lost != d.Request.Token {
		defer func() { scope &^= d.Failed }()
	}
	if row.Aspects != nil {
		if !accepted || row.About != nil && !row.About.MatchString(d.Request.Token) {
			return 0
		}
		for i, a := range c.Edition.Attributes {
			if slices.Contains(row.Aspects, a.Key) {
				scope |= attributeAspect(i)
			}
		}
		if slices.Contains(row.Aspects, result.AspectVerdict) {
			scope |= Verdict
		}
		return scope
	}
	if scope = Verdict | Equality; d.Op == conformance.OpApply && accepted && d.Methods != "" {
		scope = ^(Verdict | Receiver)
	}
	switch {
	case row.Accepted && d.Got.Outcome == conformance.Crashed:
		return 0
	case row.ID == "" && slices.Contains(c.Edition.Requirements(), id) && !slices.Contains(c.Edition.Clauses.OneVerdict, id):
		scope &^= d.Failed // it has an aspect of its own
	case accepted && row.ID != "" && !row.Tokens:
		scope &^= d.Failed & Verdict
	}
	return scope
}

// special returns the row of a requirement about some strings or some aspects, or an empty one.
func special(edition *notation.Edition, id string) notation.Special {
	for _, s := range edition.Clauses.Special {
		if s.ID == id {
			return s
		}
	}
	return notation.Special{}
}

// ofValue reports whether a requirement is about the parsed value, not the verdict.
func ofValue(edition *notation.Edition, id string) bool {
	aspects := special(edition, id).Aspects
	return aspects != nil && !slices.Contains(aspects, result.AspectVerdict) ||
		slices.ContainsFunc(edition.Attributes, func(a notation.Attribute) bool { return slices.Contains(a.Requirements, id) })
}

// Attribute returns the requirements of an attribute, by its key in the response to parse.
func Attribute(edition *notation.Edition, key string) []string {
	ids := slices.Clone(edition.Attributes[edition.Index(key)].Requirements)
	for _, s := range edition.Clauses.Special {
		if slices.Contains(s.Aspects, key) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// Declined returns the requirements that a declined request leaves not tested: all that its response
// would count for.
func (c *Oracle) Declined(req conformance.Request) []string {
	d := Deviation{Request: req, Wanted: c.Wanted(req)}
	c.Judge(&d)
	switch n := len(d.Wanted.Tokens); {
	case req.Op != conformance.OpApply:
		return c.Untested(d)
	case d.Wanted.Outcome != conformance.Accepted:
		return nil // the other operations test acceptance
	case c.WithoutEqual && n > 0 && d.Wanted.Tokens[n-1] == req.Token:
		d.Kind.Untested |= Equality
	}
	d.Kind.Untested &^= Verdict
	return c.Untested(d)
}

// Union returns a with the elements of b that a lacks.
func Union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

// NeedsOf returns what an implementation has to offer besides what it offers, so that some
// requirements are tested, such as `"pin" in its response to parse; the operation equal`.
func NeedsOf(edition *notation.Edition, ids []string, offered conformance.Description) string {
	any := func(of []string) bool {
		return slices.ContainsFunc(of, func(id string) bool { return slices.Contains(ids, id) })
	}
	var needs, attributes, methods, ops []string
	for _, a := range edition.Attributes {
		if any(slices.DeleteFunc(Attribute(edition, a.Key), func(id string) bool { return !ofValue(edition, id) })) {
			attributes = append(attributes, `"`+a.Key+`"`)
		}
	}
	of := edition.Clauses
	for _, m := range edition.Methods {
		if (any(m.Requirements) || any(m.Twice)) && !slices.Contains(offered.Methods, conformance.Method(m.Name)) {
			methods = append(methods, m.Name)
		}
	}
	slices.Sort(methods)
	if any(of.Receiver) && !offered.Offers(conformance.OpApply) {
		ops = append(ops, string(conformance.OpApply))
	}
	if any(of.Equivalence) && !offered.Offers(conformance.OpEqual) {
		ops = append(ops, string(conformance.OpEqual))
	}
	switch keys := strings.Join(attributes, ", "); {
	case keys == "":
	case offered.Offers(conformance.OpParse):
		needs = append(needs, keys+" in its response to parse")
	default:
		needs = append(needs, "the operation parse with "+keys+" in its response")
	}
	for i, names := range [][]string{methods, ops} {
		if word := [...]string{"method", "operation"}[i]; len(names) > 0 {
			needs = append(needs, "the "+word+[...]string{"", "s"}[min(len(names)-1, 1)]+" "+strings.Join(names, ", "))
		}
	}
	return strings.Join(needs, "; ")
}
