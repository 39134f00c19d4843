package suite

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/internal/number"
)

// Declined is what an implementation offered and did not answer: requests to which it
// returned Unsupported, and attributes that it returned for some valid tokens only
// (PROTOCOL.md, "When the library misbehaves"). The zero value is nothing.
type Declined struct {
	Validity   int                 // requests of parse, valid and sweep; a sweep counts once for each token
	Values     int                 // requests of apply and equal
	First      conformance.Request // the simplest one of the part in which the first was declined; a sweep as one token in Token
	Announce   string              // how hello announces the limit that all of them share, such as `"nul": false`; empty where there is none
	Attributes []string            // keys of the response to parse, in its order
}

// Requests returns the number of requests that were declined.
func (d Declined) Requests() int { return d.Validity + d.Values }

// Any reports whether anything was declined.
func (d Declined) Any() bool { return d.Requests() > 0 || len(d.Attributes) > 0 }

// sentence says what was declined, and how to announce a limit.
func (d Declined) sentence() string {
	var parts []string
	if n := d.Requests(); n > 0 {
		first := operation(d.First) + " " + shortened(d.First.Token)
		if d.First.Op == conformance.OpEqual {
			first += " " + shortened(d.First.Other)
		}
		text := fmt.Sprintf("It declined %s that it offers, the first of them %s.", number.Counted(n, "request"), first)
		if d.Announce != "" {
			text += " If the library cannot be asked this, announce it in hello: " + d.Announce + "."
		}
		parts = append(parts, text)
	}
	if len(d.Attributes) > 0 {
		parts = append(parts, "It returned "+strings.Join(d.Attributes, ", ")+" for some valid tokens only.")
	}
	return strings.Join(parts, " ")
}

// shortened quotes a token, or its beginning where it is long.
func shortened(token string) string {
	const longest = 40
	if len(token) <= longest {
		return strconv.QuoteToASCII(token)
	}
	return fmt.Sprintf("%s... (%s)", strconv.QuoteToASCII(token[:longest]), number.Counted(len(token), "byte"))
}

// declines observes the responses of all implementations that a run opens.
type declines struct {
	edition  epin.Edition
	clauses  *clauses
	restarts *restarts

	mu           sync.Mutex
	seen         Declined
	limits       []string                       // see limitsOf: those that all requests declined so far have in common
	part         int                            // the number of the part that is running
	first        map[string]conformance.Request // by limit, and the simplest of all by ""; of the part in which the first was declined
	firstPart    int
	requirements map[string]bool // not tested, because of what was declined
	given, kept  attributes      // attributes that were returned for a valid token, and that were not
}

// attributes is a set of keys of the response to parse, by their place in attributeKeys.
type attributes uint8

var attributeKeys = []string{"token", "pin", "native", "derived", "name", "side", "state", "terminal"}

func attributesOf(r *conformance.Response) (set attributes) {
	for i, offered := range [...]bool{
		r.Token.Offered, r.PIN.Offered, r.Native.Offered, r.Derived.Offered,
		r.Name.Offered, r.Side.Offered, r.State.Offered, r.Terminal.Offered,
	} {
		if offered {
			set |= 1 << i
		}
	}
	return set
}

// nextPart says that another part begins.
func (d *declines) nextPart() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.part++
}

// soFar returns the number of requests declined so far.
func (d *declines) soFar() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.seen.Requests()
}

// result returns what was declined, and which requirements are not tested because of it.
func (d *declines) result() (Declined, map[string]bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	seen := d.seen
	seen.First = d.first[""]
	if len(d.limits) > 0 {
		seen.Announce = d.limits[0]
		if one, is := d.first[seen.Announce]; is { // a token that may be why a sweep was declined
			seen.First = one
		}
	}
	partly := d.given & d.kept
	for i, key := range attributeKeys {
		if partly&(1<<i) == 0 {
			continue
		}
		seen.Attributes = append(seen.Attributes, key)
		d.addRequirements(d.clauses.attribute(key))
	}
	return seen, d.requirements
}

func (d *declines) addRequirements(ids []string) {
	if d.requirements == nil {
		d.requirements = map[string]bool{}
	}
	for _, id := range ids {
		d.requirements[id] = true
	}
}

// untested notes requirements whose check was declined.
func (d *declines) untested(ids []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.addRequirements(ids)
}

// note takes a response of an implementation with this description.
func (d *declines) note(offers *conformance.Description, req *conformance.Request, resp *conformance.Response) {
	switch {
	case resp.Outcome == conformance.Unsupported:
		if d.is(offers, *req) {
			d.add(offers, *req)
		}
	case req.Op == conformance.OpParse && resp.Outcome == conformance.Accepted && d.edition.Valid(req.Token):
		set := attributesOf(resp)
		d.mu.Lock()
		d.given |= set
		d.kept |= ^set
		d.mu.Unlock()
	}
}

// is reports whether a response Unsupported declines a request. What is known to end the
// process was not sent.
func (d *declines) is(offers *conformance.Description, req conformance.Request) bool {
	_, sent := d.restarts.askable(req)
	return sent && offers.Answers(req)
}

func (d *declines) add(offers *conformance.Description, req conformance.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	limits, n := limitsOf(offers, req), d.seen.Requests()
	if n > 0 {
		d.limits = slices.DeleteFunc(d.limits, func(limit string) bool { return !slices.Contains(limits, limit) })
	} else {
		d.limits = limits
	}
	switch req.Op {
	case conformance.OpApply, conformance.OpEqual:
		d.seen.Values++
		d.addFirst("", req)
	case conformance.OpSweep:
		d.seen.Validity += len(req.Tokens)
		for _, token := range req.Tokens {
			one := conformance.Request{Op: req.Op, Token: token}
			d.addFirst("", one)
			for _, limit := range limitsOf(offers, one) {
				d.addFirst(limit, one)
			}
			d.addRequirements(d.clauses.declined(one, d.edition.Valid(token)))
		}
		return
	default:
		d.seen.Validity++
		d.addFirst("", req)
	}
	d.addRequirements(d.clauses.declined(req, d.edition.Valid(req.Token)))
}

// addFirst takes a declined request to which a limit applies, or any for "", as the first
// if it is, or if it is simpler than that of the same part. mu is held.
func (d *declines) addFirst(limit string, req conformance.Request) {
	if d.first == nil {
		d.first, d.firstPart = map[string]conformance.Request{}, d.part
	}
	if before, is := d.first[limit]; d.part == d.firstPart && (!is || compareRequests(req, before) < 0) {
		d.first[limit] = req
	}
}

// compareRequests orders requests by operation, length and text.
func compareRequests(a, b conformance.Request) int {
	return cmp.Or(
		cmp.Compare(a.Op, b.Op), cmp.Compare(len(a.Methods), len(b.Methods)), cmp.Compare(len(a.Token), len(b.Token)),
		cmp.Compare(a.Token, b.Token), cmp.Compare(a.Other, b.Other), slices.Compare(a.Methods, b.Methods),
	)
}

// limitsOf returns what in hello would keep a request from being sent, the narrowest first.
func limitsOf(offers *conformance.Description, req conformance.Request) []string {
	var limits []string
	tokens := tokensOf(req)
	if slices.ContainsFunc(tokens, func(token string) bool { return strings.Contains(token, "\x00") }) {
		limits = append(limits, `"nul": false`)
	}
	if slices.ContainsFunc(tokens, func(token string) bool { return !utf8.ValidString(token) }) {
		limits = append(limits, `"bytes": false`)
	}
	for _, m := range req.Methods {
		limits = append(limits, fmt.Sprintf("leave %q out of methods", m))
	}
	others := *offers
	others.Ops = slices.DeleteFunc(slices.Clone(offers.Ops), func(op conformance.Op) bool { return op == req.Op })
	if others.Recognises() {
		limits = append(limits, fmt.Sprintf("leave %q out of ops", req.Op))
	}
	return limits
}

// observe returns impl with its responses noted.
func (d *declines) observe(impl conformance.Implementation, edition epin.Edition) conformance.Implementation {
	o := observed{impl, conformance.Describe(impl, edition), d}
	if b, batches := impl.(conformance.Batcher); batches {
		return observedBatcher{o, b}
	}
	return o
}

// observed is an implementation whose responses are noted.
type observed struct {
	impl     conformance.Implementation
	offers   conformance.Description
	declines *declines
}

func (o observed) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	resp, err := o.impl.Do(ctx, req)
	if err == nil {
		o.declines.note(&o.offers, &req, &resp)
	}
	return resp, err
}

func (o observed) Describe() conformance.Description { return o.offers }

// Close closes the implementation, if it can be closed.
func (o observed) Close() error {
	if c, ok := o.impl.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// Stderr returns the tail of the adapter's standard error, if it is one.
func (o observed) Stderr() string { return lastWordsOf(o.impl, nil) }

// Notes returns the notes about the adapter's processes, after Close.
func (o observed) Notes() []string {
	if n, ok := o.impl.(interface{ Notes() []string }); ok {
		return n.Notes()
	}
	return nil
}

// observedBatcher is observed for a [conformance.Batcher].
type observedBatcher struct {
	observed
	batcher conformance.Batcher
}

func (o observedBatcher) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	return o.batcher.DoAll(ctx, requests, func(x conformance.Exchange) bool {
		o.declines.note(&o.offers, &x.Request, &x.Response)
		return answer(x)
	})
}
