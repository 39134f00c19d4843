package oracle

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Aspects is a set of aspects of a response. Each can be correct or incorrect by itself.
type Aspects uint64

// The aspects, in the order in which texts name them. Behind Verdict come the results of the
// methods, and behind Receiver the attributes, both in their order.
const (
	Verdict   Aspects = 1                                        // acceptance
	Receiver  Aspects = firstResult << mostResults               // the string form of the value that methods were called on
	Equality  Aspects = firstAttribute << notation.MaxAttributes // whether two tokens are equal
	allValues Aspects = Equality - firstAttribute                // of all attributes

	firstResult    Aspects = Verdict << 1
	firstAttribute Aspects = Receiver << 1
	mostResults            = 48 // further methods share the aspect of the last one
)

func resultAspect(method int) Aspects { return firstResult << min(method, mostResults-1) }

func attributeAspect(i int) Aspects { return firstAttribute << i }

// Kind is a judgement: which aspects of a response are correct, and what else decides for which
// requirements it counts. An aspect in none of the sets has no correct value.
type Kind struct {
	Op      conformance.Op
	Class   Class
	Methods string // with spaces between them

	Passed, Failed, Untested Aspects
}

// add puts an aspect into the set of its result.
func (k *Kind) add(aspect Aspects, got *conformance.Response, correct bool) {
	switch {
	case got.Outcome == conformance.Unsupported:
		k.Untested |= aspect
	case correct:
		k.Passed |= aspect
	default:
		k.Failed |= aspect
	}
}

// Judge compares a response with the correct one, which is that of an implementation that offers
// everything, and sets the Kind of d.
func (c *Oracle) Judge(d *Deviation) {
	valid, crashed := d.Wanted.Outcome == conformance.Accepted, d.Got.Outcome == conformance.Crashed
	d.Kind = Kind{Op: d.Request.Op}
	switch {
	case d.Op == conformance.OpEqual && d.Got.Outcome == conformance.Rejected: // of a token, so nothing was compared
		d.Failed, d.Untested = Verdict, Equality
		return
	case d.Op == conformance.OpEqual:
		d.add(Equality, &d.Got, d.Wanted.Outcome == d.Got.Outcome)
		return
	case d.Op == conformance.OpApply:
		for _, m := range d.Request.Methods {
			d.Methods += string(m) + " "
		}
		if valid && crashed {
			c.crash(d)
			return
		}
	}
	d.add(Verdict, &d.Got, d.Wanted.Outcome == d.Got.Outcome)
	if !valid {
		// If a string that contains a valid token is wrongly accepted, an anchor may be missing. In a crash,
		// no part of it was accepted. Nearly all responses are correct, and then a letter is enough.
		d.Class = classInvalid
		hasLetter := !crashed && strings.ContainsFunc(d.Request.Token, isLetter)
		if hasLetter && (d.Got.Outcome == conformance.Rejected || c.Edition.Contains(d.Request.Token)) {
			d.Class = classUnanchored
		}
		return
	}
	// An incorrect verdict is the only failure: a rejected token has no accessors.
	switch d.Op {
	case conformance.OpParse:
		c.attributes(d, d.Got.Outcome == conformance.Accepted)
		if d.Failed&allValues != 0 {
			c.misread[d.Request.Token] = d.Got.Attributes
		}
	case conformance.OpApply:
		c.transformations(d)
	}
}

func (c *Oracle) attributes(d *Deviation, answered bool) {
	determined := true // whether all attributes so far that determine others are correct
	for i, of := range c.Edition.Attributes {
		aspect := attributeAspect(i)
		switch wanted, got := d.Wanted.Attributes[i], d.Got.Attributes[i]; {
		case !wanted.Offered():
		case answered && got.Same(wanted), determined && !got.Offered() && slices.Contains(c.Edition.Clauses.Determined, of.Key):
			d.Passed |= aspect
		case answered && got.Offered():
			d.Failed |= aspect
		default:
			d.Untested |= aspect
		}
		determined = determined && (d.Passed&aspect != 0 || !slices.Contains(c.Edition.Clauses.Determining, of.Key))
	}
}

// Misreads reports whether parse returned an incorrect attribute.
func (c *Oracle) Misreads() bool { return len(c.misread) > 0 }

func (c *Oracle) transformations(d *Deviation) {
	req, wanted, got := &d.Request, &d.Wanted, &d.Got
	before, methods := req.Calls()
	answered := got.Outcome == conformance.Accepted && len(got.Tokens) == len(wanted.Tokens)
	if answered && got.Original != wanted.Original {
		// The receiver had changed: methods behind it, and those that are correct for what it became,
		// cannot be blamed.
		changed := *req
		changed.Token = got.Original
		answered = len(before) == 0 && (slices.Equal(wanted.Tokens, got.Tokens) || !slices.Equal(c.Wanted(changed).Tokens, got.Tokens))
	}
	unread := len(methods) - len(wanted.Tokens) // methods with a result that is not read
	for i := range wanted.Tokens {
		switch aspect := resultAspect(unread + i); {
		case !answered:
			d.Untested |= aspect
		case got.Tokens[i] == wanted.Tokens[i]:
			d.Passed |= aspect
		default:
			d.Failed |= aspect
			answered = false // the methods behind it were called on an incorrect value
		}
	}
	if got.Outcome == conformance.Accepted {
		d.add(Receiver, got, got.Original == wanted.Original)
	} else {
		d.Untested |= Receiver
	}
	last := wanted.Original
	if n := len(wanted.Tokens); n > 0 {
		last = wanted.Tokens[n-1]
	}
	if c.Attributes { // of an incorrect result, none can be blamed
		c.attributes(d, answered)
		// Correct responses do not look, so they can be judged in any goroutine.
		if d.Failed&allValues != 0 {
			read := c.misread[last]
			for i := range c.Edition.Attributes {
				if aspect := attributeAspect(i); d.Failed&aspect != 0 && got.Attributes[i] == read[i] {
					d.Failed, d.Untested = d.Failed&^aspect, d.Untested|aspect
				}
			}
		}
	}
	if c.WithoutEqual && answered && len(wanted.Tokens) > 0 && last == req.Token {
		// EPIN §9.3 recommends no comparison. Equal string forms are the evidence.
		d.Passed |= Equality
	}
}

// crash judges transformations that crashed on a valid token. The crash fails the
// transformations, or those of them that crash by themselves. Acceptance is tested without
// transformations.
func (c *Oracle) crash(d *Deviation) {
	_, methods := d.Request.Calls()
	unread := len(methods) - len(d.Wanted.Tokens)
	alone := slices.ContainsFunc(methods, func(m conformance.Method) bool { return c.crashing[m] })
	d.Untested = Verdict
	for i, m := range methods {
		if i >= unread && (!alone || c.crashing[m]) {
			d.Failed |= resultAspect(i)
		} else {
			d.Untested |= resultAspect(i)
		}
	}
	if len(d.Request.Methods) == 0 { // only the string form was read
		d.Failed |= Receiver
		return
	}
	d.Untested |= Receiver
	if len(methods) == 1 && len(d.Request.Methods) == 1 {
		c.crashing[methods[0]] = true
	}
}
