package oracle

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Class is a class of verdicts that count for the same requirements.
type Class uint8

const (
	classValid      Class = iota // on a valid token
	classInvalid                 // on an invalid string
	classUnanchored              // on an invalid string that contains a valid token
	Classes         = 3
)

// ClassOf returns the class of the verdict on a token. If a string that contains a valid token is
// wrongly accepted, an anchor may be missing. A letter is the shortest valid token, and every
// other one contains a letter.
func ClassOf(token string, valid bool) Class {
	switch {
	case valid:
		return classValid
	case holdsLetter(token):
		return classUnanchored
	}
	return classInvalid
}

// Verdict returns the requirements that the verdicts of a class count for.
func (c *Oracle) Verdict(k Class) []string {
	of := c.Edition.Clauses
	return [Classes][]string{of.Valid, of.Invalid, of.Unanchored}[k]
}

// special returns the row of a requirement about some strings or some parts, or an empty one.
func (c *Oracle) special(id string) (of notation.Special) {
	if i := slices.IndexFunc(c.Edition.Clauses.Special, func(s notation.Special) bool { return s.ID == id }); i >= 0 {
		of = c.Edition.Clauses.Special[i]
	}
	return of
}

// ofValue reports whether a requirement is about the parsed value, not the verdict.
func (c *Oracle) ofValue(id string) bool {
	parts := c.special(id).Parts
	return parts != nil && !slices.Contains(parts, "verdict") ||
		slices.ContainsFunc(c.Edition.Attributes, func(a notation.Attribute) bool { return slices.Contains(a.Requirements, id) })
}

// hasAspect reports whether a requirement has an aspect of its own.
func (c *Oracle) hasAspect(id string) bool {
	of := c.Edition.Clauses
	ids := slices.Concat(of.Valid, of.Unanchored, of.Idempotent, of.Receiver, of.Equivalence)
	for _, m := range c.Edition.Methods {
		ids = append(ids, m.Requirements...)
	}
	return c.ofValue(id) || slices.Contains(ids, id)
}

// Whole judges a response without a vector. It counts for the requirements of each aspect, and
// for those about a single kind of token or string.
func (c *Oracle) Whole(req conformance.Request, wanted, got conformance.Response) []Aspect {
	var named []string
	if req.Op != conformance.OpApply && req.Op != conformance.OpEqual {
		for _, s := range c.Edition.Clauses.Special {
			if s.About != nil && s.Tokens == (wanted.Outcome == conformance.Accepted) && s.About.MatchString(req.Token) {
				named = append(named, s.ID)
			}
		}
	}
	return c.Vector(req, named, wanted, got)
}

// Attribute returns the requirements of an attribute, by its key in the response to parse.
func (c *Oracle) Attribute(key string) []string {
	ids := slices.Clone(c.Edition.Attributes[c.Edition.Index(key)].Requirements)
	for _, s := range c.Edition.Clauses.Special {
		if slices.Contains(s.Parts, key) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// NeedsOf returns what an implementation has to offer besides what it offers, so that some
// requirements are tested, such as `"pin" in its response to parse; the operation equal`.
func (c *Oracle) NeedsOf(ids []string, offered conformance.Description) string {
	any := func(of []string) bool {
		return slices.ContainsFunc(of, func(id string) bool { return slices.Contains(ids, id) })
	}
	var parts, attributes, methods, ops []string
	for _, a := range c.Edition.Attributes {
		of := slices.DeleteFunc(c.Attribute(a.Key), func(id string) bool { return !c.ofValue(id) })
		if any(of) {
			attributes = append(attributes, `"`+a.Key+`"`)
		}
	}
	of := c.Edition.Clauses
	for _, m := range c.Edition.Methods {
		wanted := any(m.Requirements) || any(of.Idempotent) && slices.Contains(of.Twice, m.Name)
		if wanted && !slices.Contains(offered.Methods, conformance.Method(m.Name)) {
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
		parts = append(parts, keys+" in its response to parse")
	default:
		parts = append(parts, "the operation parse with "+keys+" in its response")
	}
	for i, names := range [][]string{methods, ops} {
		if word := [...]string{"method", "operation"}[i]; len(names) > 0 {
			parts = append(parts, "the "+word+[...]string{"", "s"}[min(len(names)-1, 1)]+" "+strings.Join(names, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

// Declined returns the requirements that a declined request leaves not tested.
func (c *Oracle) Declined(req conformance.Request, valid bool) []string {
	switch req.Op {
	case conformance.OpEqual:
		return c.Edition.Clauses.Equivalence
	case conformance.OpApply:
		if !valid {
			return nil // the other operations test acceptance
		}
		var ids []string
		for _, a := range c.transformations(req, conformance.Response{}, conformance.Response{}) {
			ids = append(ids, a.Requirements...)
		}
		if tokens := c.Wanted(req).Tokens; c.WithoutEqual && len(tokens) > 0 && tokens[len(tokens)-1] == req.Token {
			ids = append(ids, c.Edition.Clauses.Equivalence...)
		}
		return ids
	}
	return c.Verdict(ClassOf(req.Token, valid))
}

func holdsLetter(s string) bool {
	for i := range len(s) {
		if b := s[i] | 0x20; 'a' <= b && b <= 'z' {
			return true
		}
	}
	return false
}
