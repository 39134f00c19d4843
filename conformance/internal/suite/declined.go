package suite

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/notation"
)

// declines records the declined requests of all implementations that a run opens.
type declines struct {
	edition *notation.Edition
	oracle  *oracle.Oracle
	offers  conformance.Description

	seen         result.Declined
	limits       []string // see limitsOf: those common to all requests declined so far
	first        *conformance.Request
	requirements map[string]bool                              // not tested because of declined requests
	given, kept  [notation.MaxAttributes]*conformance.Request // by attribute, the first request that returned it, and the first that did not
}

// result returns what was declined, or nil. It adds the requirements of attributes to those not tested.
func (d *declines) result() *result.Declined {
	seen := d.seen
	if d.first != nil {
		seen.First = d.first.String()
	}
	if len(d.limits) > 0 {
		seen.Announce = d.limits[0]
	}
	for i, a := range d.edition.Attributes {
		given, kept := d.given[i], d.kept[i]
		if given == nil || kept == nil {
			continue
		}
		seen.Attributes = append(seen.Attributes, result.PartialAttribute{Key: a.Key, Given: valueOf(*given), Missing: valueOf(*kept)})
		addAll(d.requirements, oracle.Attribute(d.edition, a.Key))
	}
	if !seen.Any() {
		return nil
	}
	return &seen
}

// note records an exchange. Exchanges come in the order of the requests.
func (d *declines) note(x conformance.Exchange) {
	req, resp := &x.Request, &x.Response
	first := func(of **conformance.Request) {
		if *of == nil {
			one := *req
			one.Tokens = slices.Clone(one.Tokens) // the judge takes canaries out in place
			*of = &one
		}
	}
	switch {
	case d.isDeclined(req, resp):
		first(&d.first)
		d.restrict(*req)
		if req.Op == conformance.OpApply || req.Op == conformance.OpEqual {
			d.seen.Values++
		} else {
			d.seen.Validity++
		}
		for _, token := range selector.Tokens(*req) {
			one := *req
			one.Token, one.Tokens = token, nil
			addAll(d.requirements, d.oracle.Declined(one))
		}
	case resp.Outcome == conformance.Accepted && d.edition.Valid(req.Token) &&
		(req.Op == conformance.OpParse || req.Op == conformance.OpApply && d.offers.ApplyAttributes):
		for i, v := range resp.Attributes {
			switch {
			case !v.Offered():
				first(&d.kept[i])
			case req.Op == conformance.OpParse || !d.offers.Offers(conformance.OpParse): // apply has at least what parse has
				first(&d.given[i])
			}
		}
	}
}

// valueOf describes the value whose attributes a request returns: a token, or a result of apply.
func valueOf(req conformance.Request) string {
	if req.Op == conformance.OpApply {
		return "the last result of " + req.String()
	}
	return conformance.Quote([]byte(req.Token))
}

// isDeclined reports whether a response declines a request that the implementation offers.
func (d *declines) isDeclined(req *conformance.Request, resp *conformance.Response) bool {
	return resp.Outcome == conformance.Unsupported && !resp.NotSent && d.offers.Answers(*req)
}

func addAll(set map[string]bool, all []string) {
	for _, s := range all {
		set[s] = true
	}
}

// restrict keeps the common limits that would exclude a request, too.
func (d *declines) restrict(req conformance.Request) {
	limits := d.limitsOf(req)
	if !d.seen.Any() {
		d.limits = limits
	}
	d.limits = slices.DeleteFunc(d.limits, func(limit string) bool { return !slices.Contains(limits, limit) })
}

// settleDeclined finds the token that caused the first declined sweep, by bisection with a fresh
// implementation. A sweep that is declined for its size has none.
func (t *target) settleDeclined(ctx context.Context) {
	d := t.declines
	if d.first == nil || d.first.Op != conformance.OpSweep {
		return
	}
	impl, err := t.plan.Open(ctx, t.plan.Edition)
	if err != nil {
		return // the report names the whole sweep
	}
	if c, ok := impl.(io.Closer); ok {
		defer func() { _ = c.Close() }() // an error here does not concern the run
	}
	declined := func(tokens []string) bool {
		resp, err := impl.Do(ctx, conformance.Request{Op: conformance.OpSweep, Tokens: tokens})
		return err == nil && resp.Outcome == conformance.Unsupported
	}
	tokens := d.first.Tokens
	for len(tokens) > 1 {
		half := len(tokens) / 2
		switch {
		case declined(tokens[:half]):
			tokens = tokens[:half]
		case declined(tokens[half:]):
			tokens = tokens[half:]
		default:
			d.restrict(conformance.Request{Op: conformance.OpSweep}) // whatever its tokens are
			return
		}
	}
	d.first.Tokens = tokens
	d.restrict(*d.first)
}

// limitsOf returns the keys of hello that would exclude a request, the narrowest first.
func (d *declines) limitsOf(req conformance.Request) (limits []string) {
	tokens := selector.Tokens(req)
	if slices.ContainsFunc(tokens, func(token string) bool { return strings.Contains(token, "\x00") }) {
		limits = append(limits, `"nul": false`)
	}
	if slices.ContainsFunc(tokens, func(token string) bool { return !utf8.ValidString(token) }) {
		limits = append(limits, fmt.Sprintf("leave %q out of bytes", req.Op), `"bytes": false`)
	}
	before, methods := req.Calls()
	if req.Unread() {
		limits = append(limits, `"apply_unread": false`)
	}
	for _, m := range slices.Concat(before, methods) {
		limits = append(limits, fmt.Sprintf("leave %q out of methods", m))
	}
	others := d.offers
	others.Ops = slices.DeleteFunc(slices.Clone(others.Ops), func(op conformance.Op) bool { return op == req.Op })
	if others.Recognises() {
		limits = append(limits, fmt.Sprintf("leave %q out of ops", req.Op))
	}
	return limits
}
