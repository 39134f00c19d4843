// Package shrink shrinks failed checks to findings (delta debugging), finds the history of requests that a
// failure needs, and groups findings. Package suite gives it the deviations of a run. It sends smaller
// requests through package supervise, and package oracle judges them.
package shrink

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

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
		prober: prober{Subject: of, ctx: ctx, memo: map[string][]oracle.Violation{}},
		byKey:  map[string]*Found{}, of: map[unitKey]*Found{}, confused: map[oracle.Symptom]int{},
	}
	defer s.close()
	s.shrinkAll(faults)
	s.searchAll()
	for _, c := range s.found {
		s.describe(c)
	}
	stopped = s.stopped // what follows changes no input
	s.compareOperations()
	return s.finish(faults.Classes, failed), stopped
}

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
func (s *shrinker) shrinkAll(faults *Faults) {
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
		u = s.resolve(u)
		key := unitKey{u.Symptom, requestKey(u.request)}
		if known := s.of[key]; known != nil {
			known.again(u.of, u.Violation)
			continue
		}
		if c := s.shrinkUnit(u); c != nil {
			s.of[key] = c
		} else {
			s.dependent = append(s.dependent, u)
		}
	}
}

// matching returns the violations of one of the requirements, or else the first violation.
// Without any it returns one without a symptom, which a new request has to find out.
func matching(violations []oracle.Violation, requirements []string) []oracle.Violation {
	chosen := slices.DeleteFunc(slices.Clone(violations), func(v oracle.Violation) bool {
		return !slices.ContainsFunc(v.Requirements, func(id string) bool { return slices.Contains(requirements, id) })
	})
	if len(chosen) == 0 {
		chosen = slices.Concat(violations, []oracle.Violation{{}})[:1]
	}
	for i := range chosen {
		chosen[i].Requirements = requirements
	}
	return chosen
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
func (s *shrinker) resolve(u unit) unit {
	unknown := u.Symptom == oracle.Symptom{}
	ofToken := u.request.Op == conformance.OpApply && u.OfVerdict() || u.request.Op == conformance.OpEqual && u.Outcome != conformance.Equal && u.Outcome != conformance.Unequal
	if !unknown && (!ofToken || len(u.request.Methods) == 0 && u.request.Op != conformance.OpEqual) {
		return u
	}
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
		if !s.request([]conformance.Request{req}) {
			return u
		}
		for _, v := range matching(s.memo[requestKey(req)], u.Requirements) {
			if v.Symptom != (oracle.Symptom{}) && (unknown || v.Symptom == u.Symptom.Verdict()) {
				u.Symptom, u.request = v.Symptom, req
				return u
			}
		}
	}
	return u
}

func verdictsOn(token string) (all []conformance.Request) {
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep, conformance.OpApply} {
		all = append(all, conformance.Request{Op: op, Token: token})
	}
	return all
}

// shrinkUnit shrinks an input that fails alone, until shrinking ends. It returns nil for one that does not.
func (s *shrinker) shrinkUnit(u unit) *Found {
	if u.Symptom == (oracle.Symptom{}) || s.confused[u.Symptom] >= 3 {
		return nil
	}
	if len(s.found) >= mostFindings {
		s.stop(fmt.Sprintf("there are more than %d different findings", mostFindings))
		return s.asItFailed(u)
	}
	simplest, all := &u.request, true
	if !u.Lethal() {
		simplest, all = s.first(slices.Values([]conformance.Request{u.request}), u.Symptom)
	}
	for next := simplest; next != nil; {
		simplest = next
		next, all = s.first(simplerRequests(*simplest, s.Edition, !s.Description.TakesBytes(simplest.Op)), u.Symptom)
	}
	switch {
	case !all && s.stopped != "":
		return s.asItFailed(u)
	case simplest == nil:
		return nil
	case u.Lethal() && simplest.Equal(u.request):
		c := s.asItFailed(u)
		c.Minimal = all
		return c
	}
	alone := Conversation{Requests: []conformance.Request{*simplest}}
	key := findingKey(alone, u.Symptom)
	known := s.byKey[key]
	if known != nil && slices.Contains(known.Symptoms, u.Symptom) && slices.Contains(known.Ops, simplest.Op) {
		known.again(u.of, u.Violation)
		return known
	}
	show := s.confirm(alone, u.Symptom)
	switch {
	case s.stopped != "":
		return s.asItFailed(u)
	case show == nil:
		s.confused[u.Symptom]++
		s.forget()
		return nil
	}
	c := s.add(u.of, alone, u.Violation)
	c.Seen = result.RepeatAlone
	if known == nil {
		show(c)
		c.Minimal = all
	}
	return c
}

// lethal reports whether the input ends or hangs a process.
func (c *Found) lethal() bool { return slices.ContainsFunc(c.Symptoms, oracle.Symptom.Lethal) }

// compareOperations adds the other operations with the incorrect verdict to findings, and the
// requirement of one verdict if operations contradict each other.
func (s *shrinker) compareOperations() {
	for _, c := range s.found {
		if c.rank() > 0 || c.Environment != "" || c.Seen != result.RepeatAlone || c.lethal() {
			continue
		}
		for _, req := range verdictsOn(string(c.Token)) {
			if req.Op == conformance.OpApply || slices.Contains(c.Ops, req.Op) || !s.CanSend(req) {
				continue
			}
			if !s.request([]conformance.Request{req}) {
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
func (s *shrinker) describe(c *Found) {
	ops := slices.DeleteFunc(conformance.Ops(), func(op conformance.Op) bool { return !slices.Contains(c.Ops, op) })
	if c.Seen == result.RepeatAlone && ops[0] != c.Ops[0] && !c.lethal() {
		req := c.Request(ops[0])
		if show := s.confirm(Conversation{Requests: []conformance.Request{req}}, c.Symptoms...); show != nil {
			show(c)
		} else {
			ops = c.Ops
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
	random := !slices.ContainsFunc(c.Faults, func(of *Fault) bool { return !strings.HasPrefix(of.Check, result.LayerFuzz+"/") })
	c.FirstCheck = result.FirstCheck{Check: first.Check, First: first.Token, Seeded: first.Seeded, Random: random}
	if c.isInputOf(first.Request) && len(c.Calls) == 0 {
		c.Why = first.Why
	}
	if c.Seen == result.RepeatUnknown && distance(first) == 0 {
		c.Deviation = first.Deviation
	}
}
