package shrink

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
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

// Result is the result of shrinking the failed checks of a run.
type Result struct {
	Findings []result.Finding
	Stopped  string // why shrinking ended early, or empty

	Requests [][]conformance.Request // by finding, the requests of the checks that were kept
	Symptoms [][]string              // by finding, their names
	Members  []int                   // by finding, the number of checks that were added by AddMember

	of    map[string]int    // by check that was kept, the index of the first of its Findings
	whole map[FaultKind]int // by kind that belongs to one finding, its index
}

// FindingOf returns the index of the first finding of a check. Of a check that was not kept, this is the
// finding that counts all checks of its kind, or -1.
func (r Result) FindingOf(check string, kind FaultKind) int {
	if i, kept := r.of[check]; kept {
		return i
	}
	if i, known := r.whole[kind]; known {
		return i
	}
	return -1
}

// Findings shrinks failed checks to findings: see [result.Finding]. It opens its own
// implementations, one after the other, in an order that depends on the failures alone, so the
// same responses give the same findings. It ends early when ctx is done. failed reports whether a
// requirement failed.
func Findings(ctx context.Context, of Subject, faults *Faults, failed func(requirement string) bool) Result {
	s := &shrinker{
		prober: prober{Subject: of, memo: map[string][]oracle.Symptom{}},
		found:  findings{faults: faults, byKey: map[string]*collected{}},
		of:     map[string]*collected{}, confused: map[string]int{}, dependent: map[string][]unit{},
	}
	defer s.close()
	s.shrinkAll(ctx)
	s.searchAll(ctx)
	for _, c := range s.found.all {
		s.describe(ctx, c)
	}
	stopped := s.stopped // what follows changes no input
	s.compareOperations(ctx)
	res := Result{Findings: s.found.finish(failed), Stopped: stopped, of: map[string]int{}, whole: map[FaultKind]int{}}
	for i, c := range s.found.all {
		var requests []conformance.Request
		members := 0
		for _, of := range slices.Sorted(maps.Keys(c.checks)) {
			if requests = append(requests, faults.kept[of].Request); !faults.kept[of].counted {
				members++
			}
			if _, done := res.of[faults.kept[of].Check]; !done {
				res.of[faults.kept[of].Check] = i
			}
		}
		for _, kind := range c.whole {
			if _, done := res.whole[kind]; !done {
				res.whole[kind] = i
			}
		}
		res.Requests, res.Members = append(res.Requests, requests), append(res.Members, members)
		res.Symptoms = append(res.Symptoms, slices.Sorted(maps.Keys(c.symptoms)))
	}
	return res
}

// shrinker shrinks the failed checks of one run.
type shrinker struct {
	prober
	found     findings
	of        map[string]*collected // by request and symptom of a failed check
	confused  map[string]int        // by symptom, how many shrunk inputs did not fail alone
	dependent map[string][]unit     // by symptom, those that do not fail alone
	order     []string              // of dependent
}

// unit is one symptom of a failed check.
type unit struct {
	oracle.Symptom
	of      int // index of faults.kept
	request conformance.Request
	before  Conversation
}

func (u unit) conversation() Conversation {
	return Conversation{Requests: []conformance.Request{u.request}}
}

// units returns everything to shrink, the shortest input first.
func (s *shrinker) units() []unit {
	var all []unit
	for i, k := range s.found.faults.kept {
		symptoms := k.Fault.Symptoms
		if !k.counted {
			symptoms = matching(symptoms, k.Failure.Requirements)
		}
		for _, symptom := range symptoms {
			all = append(all, unit{symptom, i, k.Request, k.Before})
		}
	}
	slices.SortStableFunc(all, func(a, b unit) int {
		return cmp.Or(cmp.Compare(len(a.request.Token)+len(a.request.Other), len(b.request.Token)+len(b.request.Other)),
			cmp.Compare(len(a.request.Methods), len(b.request.Methods)))
	})
	return all
}

// matching returns the symptoms that fail one of the requirements, or else the first symptom.
// Without any it returns one without a name, which a new request has to find out.
func matching(symptoms []oracle.Symptom, requirements []string) []oracle.Symptom {
	var chosen []oracle.Symptom
	for _, s := range symptoms {
		if slices.ContainsFunc(s.Requirements, func(id string) bool { return slices.Contains(requirements, id) }) {
			chosen = append(chosen, oracle.Symptom{Name: s.Name, Requirements: requirements})
		}
	}
	switch {
	case chosen != nil:
		return chosen
	case len(symptoms) > 0:
		return []oracle.Symptom{{Name: symptoms[0].Name, Requirements: requirements}}
	}
	return []oracle.Symptom{{Requirements: requirements}}
}

// shrinkAll shrinks the inputs that fail alone, and sorts out the others.
func (s *shrinker) shrinkAll(ctx context.Context) {
	for _, u := range s.units() {
		if in := s.found.faults.kept[u.of].Fault; in.Environment != "" {
			c := s.asItFailed(u)
			c.Environment, c.Command, c.Minimal = in.Environment, in.Command, true
			if in.Command != nil {
				c.Seen = result.RepeatAlone
			}
			continue
		}
		s.requestsEach, s.bytesEach = 0, 0
		resolved, err := s.resolve(ctx, u)
		if err == nil || errors.Is(err, errEnough) {
			u = resolved
		}
		key := u.Name + "/" + requestKey(u.request)
		if known := s.of[key]; known != nil {
			s.found.again(known, u.of, u.request.Op, u.Symptom)
			continue
		}
		c, err := s.shrinkUnit(ctx, u)
		switch {
		case err != nil: // shrinking has ended
			c = s.asItFailed(u)
		case c == nil:
			if s.dependent[u.Name] == nil {
				s.order = append(s.order, u.Name)
			}
			s.dependent[u.Name] = append(s.dependent[u.Name], u)
			continue
		}
		s.of[key] = c
	}
}

// asItFailed makes a finding of an input that is not shrunk. An exit or a hang was reproduced in
// a fresh process when it happened.
func (s *shrinker) asItFailed(u unit) *collected {
	c := s.found.add(u.of, u.conversation(), u.Symptom)
	if lethalName(u.Name) {
		c.Seen = result.RepeatAlone
	}
	return c
}

func lethalName(name string) bool { return name == oracle.Died || name == oracle.Hung }

// resolve finds the request for a symptom that its check does not name, or that a shorter request
// may show: the verdict on a token.
func (s *shrinker) resolve(ctx context.Context, u unit) (unit, error) {
	verdict := strings.TrimPrefix(u.Name, "equality ")
	ofToken := u.request.Op == conformance.OpApply && oracle.IsVerdict(u.Name) || u.request.Op == conformance.OpEqual && oracle.IsVerdict(verdict)
	if u.Name != "" && (!ofToken || len(u.request.Methods) == 0 && u.request.Op != conformance.OpEqual) {
		return u, nil
	}
	requirements := u.Requirements
	candidates := s.verdictsOn(u.request.Token)
	if u.request.Op == conformance.OpEqual {
		candidates = append(candidates, s.verdictsOn(u.request.Other)...)
	}
	if u.Name == "" {
		candidates = append([]conformance.Request{u.request}, candidates...)
	}
	for _, req := range candidates {
		if !s.Askable(req) {
			continue
		}
		if err := s.request(ctx, []conformance.Request{req}); err != nil {
			return u, err
		}
		for _, symptom := range matching(s.memo[requestKey(req)], requirements) {
			if symptom.Name == "" || u.Name != "" && symptom.Name != verdict {
				continue
			}
			u.Name, u.request = symptom.Name, req
			return u, nil
		}
	}
	return u, nil
}

// verdictsOn returns the requests for a verdict on a token, by every operation.
func (s *shrinker) verdictsOn(token string) []conformance.Request {
	var all []conformance.Request
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep, conformance.OpApply} {
		all = append(all, conformance.Request{Op: op, Token: token})
	}
	return all
}

// shrinkUnit shrinks an input that fails alone. It returns nil for one that does not. An error
// says that shrinking has ended.
func (s *shrinker) shrinkUnit(ctx context.Context, u unit) (*collected, error) {
	if u.Name == "" || s.confused[u.Name] >= 3 {
		return nil, nil
	}
	if len(s.found.all) >= mostFindings {
		return nil, s.stop(fmt.Sprintf("there are more than %d different findings", mostFindings))
	}
	if !lethalName(u.Name) {
		_, fails, err := s.first(ctx, slices.Values([]conformance.Request{u.request}), u.Name)
		if err != nil || !fails {
			return nil, ignoreEnough(err)
		}
	}
	simplest, minimal := u.request, true
	for {
		next, found, err := s.first(ctx, simplerRequests(simplest, s.Edition, !s.Description.Bytes), u.Name)
		if errors.Is(err, errEnough) {
			minimal = false
			break
		}
		if err != nil {
			return nil, err
		}
		if !found {
			break
		}
		simplest = next
	}
	if lethalName(u.Name) && simplest.Equal(u.request) {
		c := s.asItFailed(u)
		c.Minimal = minimal
		return c, nil
	}
	alone := Conversation{Requests: []conformance.Request{simplest}}
	key := findingKey(alone, u.Name)
	if known := s.found.byKey[key]; known != nil && known.symptoms[u.Name] && slices.Contains(known.Ops, simplest.Op) {
		s.found.again(known, u.of, u.request.Op, u.Symptom)
		return known, nil
	}
	confirmed, err := s.confirm(ctx, alone, u.Name)
	if err != nil {
		return nil, err
	}
	if confirmed == nil {
		s.confused[u.Name]++
		s.forget()
		return nil, nil
	}
	before := s.found.byKey[key]
	c := s.found.add(u.of, alone, u.Symptom)
	c.Seen = result.RepeatAlone
	if before == nil {
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
func (c *collected) lethal() bool { return c.symptoms[oracle.Died] || c.symptoms[oracle.Hung] }

// compareOperations adds the other operations with the incorrect verdict to findings, and the
// requirement of one verdict if operations contradict each other.
func (s *shrinker) compareOperations(ctx context.Context) {
	for _, c := range s.found.all {
		if c.rank() > 0 || c.Environment != "" || c.Seen != result.RepeatAlone || c.lethal() {
			continue
		}
		wrong := func(symptoms []oracle.Symptom) bool {
			return slices.ContainsFunc(symptoms, func(s oracle.Symptom) bool { return c.symptoms[s.Name] })
		}
		for _, req := range s.verdictsOn(string(c.Token)) {
			if req.Op == conformance.OpApply || slices.Contains(c.Ops, req.Op) || !s.Askable(req) {
				continue
			}
			if err := s.request(ctx, []conformance.Request{req}); err != nil {
				break
			}
			if wrong(s.memo[requestKey(req)]) {
				c.Ops = append(c.Ops, req.Op) // behind the operation that reproduces it
			} else {
				c.broken = oracle.Union(c.broken, s.Oracle.Edition.Clauses.OneVerdict)
			}
		}
	}
}

// describe sorts the operations of a finding as [conformance.Ops] does, takes its texts from the
// first of them, since a sweep has no details, and chooses its First.
func (s *shrinker) describe(ctx context.Context, c *collected) {
	ops := slices.DeleteFunc(conformance.Ops(), func(op conformance.Op) bool { return !slices.Contains(c.Ops, op) })
	if c.Seen == result.RepeatAlone && ops[0] != c.Ops[0] && !c.lethal() {
		req := c.Request(ops[0])
		confirmed, err := s.confirm(ctx, Conversation{Requests: []conformance.Request{req}}, slices.Collect(maps.Keys(c.symptoms))...)
		if err != nil || confirmed == nil {
			ops = c.Ops
		} else {
			confirmed(c)
		}
	}
	c.Ops = ops
	// A property or a history has no input of its own, so its checks come last.
	same := func(k keptFault) bool { return c.isInputOf(k.Request) }
	distance := func(i int) int {
		switch k := s.found.faults.kept[i]; {
		case k.counted && same(k) && k.Request.Op == c.Ops[0]:
			return 0
		case k.counted && same(k):
			return 1
		case k.counted:
			return 2
		}
		return 3
	}
	best := slices.MinFunc(slices.Sorted(maps.Keys(c.checks)), func(i, j int) int { return cmp.Compare(distance(i), distance(j)) })
	first := s.found.faults.kept[best]
	c.Check, c.First, c.Op, c.Seeded = first.Check, first.Token, first.Failure.Op, first.Seeded
	if same(first) && len(c.Calls) == 0 {
		c.Why = first.Why
	}
	if c.Seen == result.RepeatUnknown && distance(best) == 0 {
		c.Wanted, c.Got = first.Wanted, first.Got
	}
}
