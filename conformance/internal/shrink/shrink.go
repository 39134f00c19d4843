package shrink

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// mostFindings is the number of findings after which inputs are no longer shrunk.
const mostFindings = 60

// Subject is an implementation with incorrect responses.
type Subject struct {
	Open        conformance.Factory // a fresh one
	Edition     *notation.Edition
	Description conformance.Description
	Oracle      *oracle.Oracle

	// Before returns the requests of the run up to that of a check.
	Before func(check string, req conformance.Request) Conversation
}

// Shrink shrinks failed checks to findings: see [result.Finding]. It opens its own
// implementations, one after the other, in an order that depends on the failures alone, so the
// same responses give the same findings. It ends early when ctx is done, and says why. failed reports
// whether a requirement failed.
func Shrink(ctx context.Context, of Subject, faults *Faults, failed func(requirement string) bool) (all []Found, stopped string) {
	s := &shrinker{
		prober: prober{Subject: of, memo: map[string][]oracle.Violation{}},
		byKey:  map[string]*Found{}, of: map[unitKey]*Found{}, confused: map[oracle.Symptom]int{},
	}
	defer s.close()
	s.shrinkAll(ctx, faults)
	s.searchAll(ctx)
	for _, c := range s.found {
		s.describe(ctx, c)
	}
	stopped = s.stopped // what follows changes no input
	s.compareOperations(ctx)
	return s.finish(faults.Classes, failed), stopped
}

// shrinker shrinks the failed checks of one run.
type shrinker struct {
	prober
	found     []*Found
	byKey     map[string]*Found
	of        map[unitKey]*Found     // by symptom and request of a failed check
	confused  map[oracle.Symptom]int // how many shrunk inputs did not fail alone
	dependent []unit                 // those that do not fail alone
}

type unitKey struct {
	oracle.Symptom
	request string
}

// unit is one symptom of a failed check.
type unit struct {
	oracle.Violation
	of      *Fault
	request conformance.Request
}

func (u unit) conversation() Conversation {
	return Conversation{Requests: []conformance.Request{u.request}}
}

// shrinkAll shrinks the inputs that fail alone, the shortest first, and sorts out the others.
func (s *shrinker) shrinkAll(ctx context.Context, faults *Faults) {
	var all []unit
	for _, class := range faults.Classes {
		for _, of := range class.Kept {
			violations := of.Violations
			if of.Member {
				violations = matching(violations, of.Failure.Requirements)
			}
			for _, v := range violations {
				all = append(all, unit{v, of, of.Request})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b unit) int {
		return cmp.Or(cmp.Compare(len(a.request.Token)+len(a.request.Other), len(b.request.Token)+len(b.request.Other)),
			cmp.Compare(len(a.request.Methods), len(b.request.Methods)))
	})
	for _, u := range all {
		if in := u.of; in.Environment != "" {
			c := s.asItFailed(u)
			c.Environment, c.Command, c.Minimal = in.Environment, in.Command, true
			if in.Command != nil {
				c.Seen = result.RepeatAlone
			}
			continue
		}
		s.requestsEach, s.bytesEach = 0, 0
		u = s.resolve(ctx, u)
		key := unitKey{u.Symptom, requestKey(u.request)}
		if known := s.of[key]; known != nil {
			known.again(u.of, u.Violation)
			continue
		}
		c, err := s.shrinkUnit(ctx, u)
		switch {
		case err != nil: // shrinking has ended
			c = s.asItFailed(u)
		case c == nil:
			s.dependent = append(s.dependent, u)
			continue
		}
		s.of[key] = c
	}
}

// matching returns the violations of one of the requirements, or else the first violation.
// Without any it returns one without a symptom, which a new request has to find out.
func matching(violations []oracle.Violation, requirements []string) []oracle.Violation {
	var chosen []oracle.Violation
	for _, v := range violations {
		if slices.ContainsFunc(v.Requirements, func(id string) bool { return slices.Contains(requirements, id) }) {
			chosen = append(chosen, oracle.Violation{Symptom: v.Symptom, Requirements: requirements})
		}
	}
	switch {
	case chosen != nil:
		return chosen
	case len(violations) > 0:
		return []oracle.Violation{{Symptom: violations[0].Symptom, Requirements: requirements}}
	}
	return []oracle.Violation{{Requirements: requirements}}
}

// asItFailed makes a finding of an input that is not shrunk. An exit or a hang was reproduced in
// a fresh process when it happened.
func (s *shrinker) asItFailed(u unit) *Found {
	c := s.add(u.of, u.conversation(), u.Violation)
	if u.Lethal() {
		c.Seen = result.RepeatAlone
	}
	return c
}

// resolve finds the request for a symptom that its check does not name, or that a shorter request
// may show: the verdict on a token. An error of a request comes again when the unit is shrunk.
func (s *shrinker) resolve(ctx context.Context, u unit) unit {
	unknown := u.Symptom == oracle.Symptom{}
	ofToken := u.request.Op == conformance.OpApply && u.OfVerdict() || u.request.Op == conformance.OpEqual && u.Outcome != conformance.Equal && u.Outcome != conformance.Unequal
	if !unknown && (!ofToken || len(u.request.Methods) == 0 && u.request.Op != conformance.OpEqual) {
		return u
	}
	requirements := u.Requirements
	candidates := verdictsOn(u.request.Token)
	if u.request.Op == conformance.OpEqual {
		candidates = append(candidates, verdictsOn(u.request.Other)...)
	}
	if unknown {
		candidates = append([]conformance.Request{u.request}, candidates...)
	}
	for _, req := range candidates {
		if !s.CanSend(req) {
			continue
		}
		if err := s.request(ctx, []conformance.Request{req}); err != nil {
			return u
		}
		for _, v := range matching(s.memo[requestKey(req)], requirements) {
			if v.Symptom != (oracle.Symptom{}) && (unknown || v.Symptom == u.Symptom.Verdict()) {
				u.Symptom, u.request = v.Symptom, req
				return u
			}
		}
	}
	return u
}

// verdictsOn returns the requests for a verdict on a token, by every operation.
func verdictsOn(token string) (all []conformance.Request) {
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep, conformance.OpApply} {
		all = append(all, conformance.Request{Op: op, Token: token})
	}
	return all
}

// shrinkUnit shrinks an input that fails alone. It returns nil for one that does not. An error
// says that shrinking has ended.
func (s *shrinker) shrinkUnit(ctx context.Context, u unit) (*Found, error) {
	if u.Symptom == (oracle.Symptom{}) || s.confused[u.Symptom] >= 3 {
		return nil, nil
	}
	if len(s.found) >= mostFindings {
		return nil, s.stop(fmt.Sprintf("there are more than %d different findings", mostFindings))
	}
	if !u.Lethal() {
		_, fails, err := s.first(ctx, slices.Values([]conformance.Request{u.request}), u.Symptom)
		if err != nil || !fails {
			return nil, ignoreEnough(err)
		}
	}
	simplest, minimal := u.request, true
	for {
		next, found, err := s.first(ctx, simplerRequests(simplest, s.Edition, !s.Description.Bytes), u.Symptom)
		if ignoreEnough(err) != nil {
			return nil, err
		}
		if !found {
			minimal = err == nil
			break
		}
		simplest = next
	}
	if u.Lethal() && simplest.Equal(u.request) {
		c := s.asItFailed(u)
		c.Minimal = minimal
		return c, nil
	}
	alone := Conversation{Requests: []conformance.Request{simplest}}
	key := findingKey(alone, u.Symptom)
	if known := s.byKey[key]; known != nil && slices.Contains(known.Symptoms, u.Symptom) && slices.Contains(known.Ops, simplest.Op) {
		known.again(u.of, u.Violation)
		return known, nil
	}
	confirmed, err := s.confirm(ctx, alone, u.Symptom)
	if err != nil {
		return nil, err
	}
	if confirmed == nil {
		s.confused[u.Symptom]++
		s.forget()
		return nil, nil
	}
	_, before := s.byKey[key]
	c := s.add(u.of, alone, u.Violation)
	c.Seen = result.RepeatAlone
	if !before {
		confirmed(c)
		c.Minimal = minimal
	}
	return c, nil
}

func ignoreEnough(err error) error {
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// lethal reports whether the input ends or hangs a process.
func (c *Found) lethal() bool { return slices.ContainsFunc(c.Symptoms, oracle.Symptom.Lethal) }

// compareOperations adds the other operations with the incorrect verdict to findings, and the
// requirement of one verdict if operations contradict each other.
func (s *shrinker) compareOperations(ctx context.Context) {
	for _, c := range s.found {
		if c.rank() > 0 || c.Environment != "" || c.Seen != result.RepeatAlone || c.lethal() {
			continue
		}
		for _, req := range verdictsOn(string(c.Token)) {
			if req.Op == conformance.OpApply || slices.Contains(c.Ops, req.Op) || !s.CanSend(req) {
				continue
			}
			if err := s.request(ctx, []conformance.Request{req}); err != nil {
				break
			}
			if slices.ContainsFunc(s.memo[requestKey(req)], func(v oracle.Violation) bool { return slices.Contains(c.Symptoms, v.Symptom) }) {
				c.Ops = append(c.Ops, req.Op) // behind the operation that reproduces it
			} else {
				c.broken = oracle.Union(c.broken, s.Oracle.Edition.Clauses.OneVerdict)
			}
		}
	}
}

// describe sorts the operations of a finding as [conformance.Ops] does, takes its texts from the
// first of them, since a sweep has no details, and chooses its First.
func (s *shrinker) describe(ctx context.Context, c *Found) {
	ops := slices.DeleteFunc(conformance.Ops(), func(op conformance.Op) bool { return !slices.Contains(c.Ops, op) })
	if c.Seen == result.RepeatAlone && ops[0] != c.Ops[0] && !c.lethal() {
		req := c.Request(ops[0])
		confirmed, err := s.confirm(ctx, Conversation{Requests: []conformance.Request{req}}, c.Symptoms...)
		if err != nil || confirmed == nil {
			ops = c.Ops
		} else {
			confirmed(c)
		}
	}
	c.Ops = ops
	// A property or a history has no input of its own, so its checks come last.
	distance := func(of *Fault) int {
		switch {
		case of.Member:
			return 3
		case !c.isInputOf(of.Request):
			return 2
		case of.Request.Op != c.Ops[0]:
			return 1
		}
		return 0
	}
	first := slices.MinFunc(c.Faults, func(a, b *Fault) int { return cmp.Compare(distance(a), distance(b)) })
	c.FirstCheck = result.FirstCheck{Check: first.Check, First: first.Token, Seeded: first.Seeded}
	if c.isInputOf(first.Request) && len(c.Calls) == 0 {
		c.Why = first.Why
	}
	if c.Seen == result.RepeatUnknown && distance(first) == 0 {
		c.Deviation = first.Deviation
	}
}
