package oracle

import (
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Aspect is one part of a response that can be correct or incorrect by itself.
type Aspect struct {
	Name         string
	Requirements []string
	Result       result.CheckResult
	Wanted, Got  string // where it failed

	method bool // whether it is the result of a transformation; native is also an attribute
	absent bool // whether the correct response does not say what is correct, so nothing is compared
}

func (a Aspect) failed() bool { return a.Result == result.CheckFail }

// Judge compares a response with the correct one, aspect by aspect. wanted is the response of an
// implementation that offers everything.
func (c *Oracle) Judge(req conformance.Request, wanted, got conformance.Response) []Aspect {
	if req.Op == conformance.OpEqual {
		equality := Aspect{Name: "equality", Requirements: c.Edition.Clauses.Equivalence}
		if got.Outcome == conformance.Rejected { // of one of the tokens, so they were not compared
			return []Aspect{{
				Name: "verdict", Requirements: c.Edition.Clauses.Valid, Result: result.CheckFail,
				Wanted: conformance.Accepted.String(), Got: OutcomeText(got),
			}, equality}
		}
		equality.Result = resultOf(got, wanted.Outcome == got.Outcome)
		equality.Wanted, equality.Got = wanted.Outcome.String(), OutcomeText(got)
		return []Aspect{equality}
	}
	valid := wanted.Outcome == conformance.Accepted
	if valid && got.Outcome == conformance.Crashed && req.Op == conformance.OpApply {
		return c.crash(req, wanted, got)
	}
	class := ClassOf(req.Token, valid)
	if got.Outcome == conformance.Crashed && class == classUnanchored {
		class = classInvalid // no part of it was accepted
	}
	aspects := []Aspect{{
		Name: "verdict", Requirements: c.Verdict(class), Result: resultOf(got, wanted.Outcome == got.Outcome),
		Wanted: wanted.Outcome.String(), Got: OutcomeText(got),
	}}
	if !valid {
		return aspects
	}
	// An incorrect verdict is the only failure: a rejected token has no accessors.
	switch req.Op {
	case conformance.OpParse:
		read := c.accessors(wanted, got, got.Outcome == conformance.Accepted)
		c.misread.add(req.Token, read)
		return append(aspects, read...)
	case conformance.OpApply:
		return append(aspects, c.transformations(req, wanted, got)...)
	}
	return aspects
}

// resultOf returns the result of an aspect.
func resultOf(got conformance.Response, right bool) result.CheckResult {
	switch {
	case got.Outcome == conformance.Unsupported:
		return result.CheckNotExercised
	case right:
		return result.CheckPassed
	}
	return result.CheckFail
}

// crashText begins the text of a crash.
const crashText = "crashed: "

// OutcomeText returns the outcome of a response as text, a crash with its description.
func OutcomeText(r conformance.Response) string {
	if r.Outcome == conformance.Crashed {
		return crashText + r.Crash
	}
	return r.Outcome.String()
}

// accessors compares the attributes of a value.
func (c *Oracle) accessors(wanted, got conformance.Response, answered bool) []Aspect {
	aspects := make([]Aspect, len(c.Edition.Attributes))
	determined := true // whether all attributes that determine others are correct
	for i, of := range c.Edition.Attributes {
		wanted, got := wanted.Attributes[i], got.Attributes[i]
		a := Aspect{Name: of.Key, Requirements: of.Requirements, absent: !wanted.Offered()}
		switch {
		case !answered || !got.Offered() || !wanted.Offered():
		case got.Same(wanted):
			a.Result = result.CheckPassed
		default:
			a.Result, a.Wanted, a.Got = result.CheckFail, wanted.Shown(), got.Shown()
		}
		aspects[i] = a
		determined = determined && (a.Result == result.CheckPassed || !slices.Contains(c.Edition.Clauses.Determining, of.Key))
	}
	for i, of := range c.Edition.Attributes {
		if determined && !got.Attributes[i].Offered() && slices.Contains(c.Edition.Clauses.Determined, of.Key) {
			aspects[i].Result = result.CheckPassed
		}
	}
	return aspects
}

// Misreads reports whether parse returned an incorrect attribute.
func (c *Oracle) Misreads() bool { return len(c.misread) > 0 }

// misread holds incorrect attributes that parse returned, by token. The same attribute of a value
// that a transformation returned is a consequence.
type misread map[string][]Aspect

func (m misread) add(token string, read []Aspect) {
	if slices.ContainsFunc(read, Aspect.failed) {
		m[token] = slices.Clone(read)
	}
}

// without returns the attributes of a token, without the result of those that parse returned too.
// Correct ones do not use m, so correct responses can be judged in any goroutine.
func (m misread) without(token string, read []Aspect) []Aspect {
	for i, a := range read {
		if a.failed() && slices.ContainsFunc(m[token], func(b Aspect) bool { return a.Name == b.Name && a.Got == b.Got }) {
			read[i] = Aspect{Name: a.Name, Requirements: a.Requirements}
		}
	}
	return read
}

func (c *Oracle) transformations(req conformance.Request, wanted, got conformance.Response) []Aspect {
	before, methods := req.Calls()
	answered := got.Outcome == conformance.Accepted && len(got.Tokens) == len(wanted.Tokens)
	if answered && got.Original != wanted.Original {
		// The receiver had changed: methods behind it, and those that are correct for what it became,
		// cannot be blamed.
		changed := req
		changed.Token = got.Original
		answered = len(before) == 0 && (slices.Equal(wanted.Tokens, got.Tokens) || !slices.Equal(c.Wanted(changed).Tokens, got.Tokens))
	}
	aspects := make([]Aspect, 0, len(methods)+1)
	unread := len(methods) - len(wanted.Tokens) // methods with a result that is not read
	for i, m := range methods[unread:] {
		a := Aspect{Name: string(m), Requirements: c.transformation(methods, unread+i), method: true}
		if answered && got.Tokens[i] == wanted.Tokens[i] {
			a.Result = result.CheckPassed
		} else if answered {
			a.Result, a.Wanted, a.Got = result.CheckFail, strconv.Quote(wanted.Tokens[i]), strconv.Quote(got.Tokens[i])
		}
		aspects = append(aspects, a)
		if a.failed() {
			// The methods behind it were called on an incorrect value, so they cannot be blamed.
			answered = false
		}
	}
	receiver := Aspect{Name: "original", Requirements: c.Edition.Clauses.Receiver}
	if len(req.Methods) == 0 && got.Outcome == conformance.Accepted {
		// No method was called, so the string form of the parsed value is incorrect.
		receiver.Requirements = c.Edition.Attributes[notation.StringForm].Requirements
	}
	switch {
	case got.Outcome != conformance.Accepted:
	case got.Original == wanted.Original:
		receiver.Result = result.CheckPassed
	default:
		receiver.Result, receiver.Wanted, receiver.Got = result.CheckFail, strconv.Quote(wanted.Original), strconv.Quote(got.Original)
	}
	aspects = append(aspects, receiver)
	if c.Attributes { // of an incorrect result, none can be blamed
		last := wanted.Original
		if n := len(wanted.Tokens); n > 0 {
			last = wanted.Tokens[n-1]
		}
		aspects = append(aspects, c.misread.without(last, c.accessors(wanted, got, answered))...)
	}
	if n := len(wanted.Tokens); c.WithoutEqual && answered && n > 0 && wanted.Tokens[n-1] == req.Token {
		// EPIN §9.3 recommends no comparison. Equal string forms are the evidence.
		aspects = append(aspects, Aspect{Name: "equality", Requirements: c.Edition.Clauses.Equivalence, Result: result.CheckPassed})
	}
	return aspects
}

// crash judges transformations that crashed on a valid token. The crash fails the
// transformations, or those of them that crash by themselves. Acceptance is tested without
// transformations.
func (c *Oracle) crash(req conformance.Request, wanted, got conformance.Response) []Aspect {
	_, methods := req.Calls()
	unread := len(methods) - len(wanted.Tokens)
	alone := slices.ContainsFunc(methods, func(m conformance.Method) bool { return c.crashing[m] })
	aspects := []Aspect{{Name: "verdict", Requirements: c.Edition.Clauses.Valid}}
	for i, m := range methods {
		a := Aspect{Name: string(m), Requirements: c.transformation(methods, i), method: true}
		if i >= unread && (!alone || c.crashing[m]) {
			a.Result = result.CheckFail
			a.Wanted, a.Got = strconv.Quote(wanted.Tokens[i-unread]), OutcomeText(got)
		}
		aspects = append(aspects, a)
	}
	receiver := Aspect{Name: "original", Requirements: c.Edition.Clauses.Receiver}
	switch n := len(methods); {
	case len(req.Methods) == 0: // only the string form was read
		receiver.Requirements, receiver.Result = c.Edition.Attributes[notation.StringForm].Requirements, result.CheckFail
		receiver.Wanted, receiver.Got = strconv.Quote(wanted.Original), OutcomeText(got)
	case n == 1 && len(req.Methods) == 1:
		c.crashing[methods[0]] = true // of one method
	}
	return append(aspects, receiver)
}

// transformation returns the requirements of the i-th method. The second of two equal methods
// also shows idempotence.
func (c *Oracle) transformation(methods []conformance.Method, i int) []string {
	m := methods[i]
	of := c.Edition.Method(string(m)).Requirements
	if i > 0 && m == methods[i-1] && slices.Contains(c.Edition.Clauses.Twice, string(m)) {
		return slices.Concat(of, c.Edition.Clauses.Idempotent)
	}
	return of
}

// Vector judges the response to a test vector. It counts for the requirements of each aspect and
// for those that the vector names.
func (c *Oracle) Vector(req conformance.Request, named []string, wanted, got conformance.Response) []Aspect {
	aspects := c.Judge(req, wanted, got)
	for _, id := range named {
		if slices.ContainsFunc(aspects, func(a Aspect) bool { return slices.Contains(a.Requirements, id) }) {
			continue
		}
		if (req.Op == conformance.OpValid || req.Op == conformance.OpSweep) && c.ofValue(id) {
			continue // a verdict says nothing about a value
		}
		for i := range aspects {
			if a := &aspects[i]; c.speaksFor(id, *a, req, wanted, got) {
				a.Requirements = append(slices.Clone(a.Requirements), id)
			}
		}
	}
	return aspects
}

// speaksFor reports whether an aspect counts for a requirement that a vector names.
func (c *Oracle) speaksFor(id string, a Aspect, req conformance.Request, wanted, got conformance.Response) bool {
	special := c.special(id)
	failed, accepted := a.failed(), wanted.Outcome == conformance.Accepted
	switch {
	case failed && special.Lost != "" && got.Form().Text+special.Lost != req.Token:
		return false
	case special.Parts != nil && special.About != nil && !special.About.MatchString(req.Token):
		return false
	case special.Parts != nil:
		return accepted && slices.Contains(special.Parts, a.Name)
	case failed && c.hasAspect(id), special.Accepted && got.Outcome == conformance.Crashed:
		return false
	case failed && accepted && a.Name == "verdict" && special.ID != "" && !special.Tokens:
		return false
	case req.Op == conformance.OpApply && accepted && len(req.Methods) > 0:
		return a.Name != "verdict" && a.Name != "original"
	}
	return a.Name == "verdict" || a.Name == "equality"
}

// Summarise returns the result of each requirement of the aspects, in order.
func Summarise(aspects []Aspect) []result.RequirementCounts {
	rs := make([]result.RequirementCounts, 0, 2*len(aspects)) // most have one or two
	for _, a := range aspects {
		if a.absent {
			continue
		}
		for _, id := range a.Requirements {
			i := slices.IndexFunc(rs, func(r result.RequirementCounts) bool { return r.ID == id })
			if i < 0 {
				i = len(rs)
				rs = append(rs, result.RequirementCounts{ID: id})
			}
			rs[i].Count(a.Result, 1)
		}
	}
	for i := range rs {
		// A check counts once for a requirement, whatever the number of its aspects.
		r := rs[i].Result()
		rs[i].Counts = result.Counts{}
		rs[i].Count(r, 1)
	}
	return rs
}

// Texts returns the expected and the actual values of the aspects that failed.
func Texts(aspects []Aspect) (wanted, got string) {
	var ws, gs []string
	for _, a := range aspects {
		if !a.failed() {
			continue
		}
		label := ""
		if a.Name != "verdict" && a.Name != "equality" {
			label = a.Name + " "
		}
		ws = append(ws, label+a.Wanted)
		if strings.HasPrefix(a.Got, crashText) { // values are quoted, so this is the whole response
			label = ""
		}
		if got := label + a.Got; !slices.Contains(gs, got) { // one response may be wrong twice
			gs = append(gs, got)
		}
	}
	return strings.Join(ws, ", "), strings.Join(gs, ", ")
}

// ChangeTexts returns the texts of a response and of a later one that differs.
func (c *Oracle) ChangeTexts(was, is conformance.Response) (wanted, got string) {
	aspects := []Aspect{{Name: "verdict", Result: resultOf(is, was.Outcome == is.Outcome), Wanted: OutcomeText(was), Got: OutcomeText(is)}}
	if was.Outcome == is.Outcome && was.Outcome == conformance.Accepted {
		aspects = append(aspects, c.accessors(was, is, true)...)
	}
	if wanted, got = Texts(aspects); wanted == "" {
		return was.Outcome.String(), "a response with other keys"
	}
	return wanted, got
}
