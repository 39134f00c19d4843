package shrink

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
)

// collected is a finding that is being put together.
type collected struct {
	result.Finding
	symptoms map[oracle.Symptom]bool
	broken   []string // requirements that this input was seen to break
	all      []string // requirements that its checks fail
	checks   []*Fault // in the order in which they were shrunk
}

// findings collects findings.
type findings struct {
	all   []*collected
	byKey map[string]*collected
}

// findingKey is equal for symptoms that belong to one finding: verdicts on one token by any
// operation, and all symptoms of one response.
func findingKey(c Conversation, symptom oracle.Symptom) string {
	var b strings.Builder
	for i, req := range c.Requests {
		if i == c.At && symptom.OfVerdict() && len(req.Methods) == 0 {
			req.Op = conformance.Op(symptom.Outcome.String())
			if symptom.Lethal() {
				req.Op = conformance.Op(symptom.Crash)
			}
		}
		b.WriteString(requestKey(req))
		b.WriteByte('\n')
	}
	return b.String()
}

// requestKey identifies a request. The key of a long token is short.
func requestKey(req conformance.Request) string { return selector.ID("", req) }

// add adds a check to the finding of a conversation, and makes the finding if there is none.
func (f *findings) add(of *Fault, c Conversation, v oracle.Violation) *collected {
	req, key := c.Requests[c.At], findingKey(c, v.Symptom)
	found := f.byKey[key]
	if found == nil {
		found = &collected{symptoms: map[oracle.Symptom]bool{}, Finding: result.Finding{
			Input: result.InputOf(req), Calls: callsOf(c), Deviation: of.Deviation,
		}}
		f.byKey[key] = found
		f.all = append(f.all, found)
	}
	if !slices.Contains(found.Ops, req.Op) {
		found.Ops = append(found.Ops, req.Op)
	}
	found.again(of, v)
	return found
}

// again adds another symptom of a check to a finding. A check with the same input shows which
// requirements this input breaks.
func (c *collected) again(of *Fault, v oracle.Violation) {
	if c.symptoms[v.Symptom] = true; !slices.Contains(c.checks, of) {
		c.checks = append(c.checks, of)
	}
	c.all = oracle.Union(c.all, v.Requirements)
	if c.isInputOf(of.Request) {
		c.broken = oracle.Union(c.broken, v.Requirements)
	}
}

// isInputOf reports whether a request has the input of the finding.
func (c *collected) isInputOf(req conformance.Request) bool {
	mine := c.Request(req.Op)
	return req.Token == mine.Token && req.Other == mine.Other && slices.Equal(req.Methods, mine.Methods)
}

// Calls returns the calls that reproduce a finding, in order, and the place of the one with the
// incorrect response. That one uses the first operation of the finding.
func Calls(f result.Finding) (calls []result.Call, answer int) {
	answer = slices.IndexFunc(f.Calls, func(c result.Call) bool { return c.Behind })
	if answer < 0 {
		answer = len(f.Calls)
	}
	return slices.Insert(slices.Clone(f.Calls), answer, result.Call{Op: f.Ops[0], Input: f.Input, Times: 1}), answer
}

// callsOf returns the calls before and behind, with repetitions counted.
func callsOf(c Conversation) []result.Call {
	var calls []result.Call
	for i, req := range c.Requests {
		if i == c.At {
			continue
		}
		behind := i > c.At
		if last := len(calls) - 1; last >= 0 && calls[last].Behind == behind && calls[last].Request(calls[last].Op).Equal(req) {
			calls[last].Times++
			continue
		}
		calls = append(calls, result.Call{Op: req.Op, Input: result.InputOf(req), Times: 1, Behind: behind})
	}
	return calls
}

// finish counts the checks of each finding and sorts the findings: verdicts, attributes,
// transformations, equality, each with the shortest input first. Findings that were not
// reproduced come last.
func (f *findings) finish(classes []*Class, failed func(requirement string) bool) []Found {
	slices.SortStableFunc(f.all, func(a, b *collected) int {
		return cmp.Or(cmp.Compare(a.unseen(), b.unseen()), cmp.Compare(a.rank(), b.rank()), cmp.Compare(len(a.Calls), len(b.Calls)),
			cmp.Compare(len(a.Methods), len(b.Methods)), compareTokens(string(a.Token), string(b.Token)), compareTokens(a.Request("").Other, b.Request("").Other))
	})
	for _, class := range classes {
		f.count(class)
	}
	var all []Found
	for _, c := range f.all {
		// It has the requirements that failed and that the input breaks. Where responses only contradict
		// each other, and none is incorrect, it has those of the checks.
		c.Requirements = slices.DeleteFunc(c.broken, func(id string) bool { return !failed(id) })
		if len(c.Requirements) == 0 {
			c.Requirements = c.all
		}
		all = append(all, Found{c.Finding, c.checks, slices.Collect(maps.Keys(c.symptoms))})
	}
	return all
}

// count counts the failed checks of a class: a kept one for each finding that it was shrunk to, and the
// others for the finding of the first.
func (f *findings) count(class *Class) {
	for _, of := range class.Kept {
		for at, c := range f.all {
			if !slices.Contains(c.checks, of) {
				continue
			}
			if c.Checks++; len(class.Findings) == 0 {
				c.Checks += class.Checks - len(class.Kept)
			}
			if !slices.Contains(class.Findings, at) {
				class.Findings = append(class.Findings, at)
			}
		}
	}
}

// unseen is 1 for a finding that was not reproduced.
func (c *collected) unseen() int {
	if c.Seen == result.RepeatAlone || c.Seen == result.RepeatAfter {
		return 0
	}
	return 1
}

// rank is the place of the finding's kind in the order of findings.
func (c *collected) rank() int {
	for s := range c.symptoms {
		if s.OfVerdict() && len(c.Methods) == 0 {
			return 0
		}
	}
	switch c.Ops[0] {
	case conformance.OpApply:
		return 2
	case conformance.OpEqual:
		return 3
	}
	return 1
}

// compareTokens compares tokens by length, then by the simplicity of their bytes.
func compareTokens(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), slices.CompareFunc([]byte(a), []byte(b), func(x, y byte) int {
		return cmp.Or(cmp.Compare(simplicity(x), simplicity(y)), cmp.Compare(x, y))
	}))
}

// Reproduce returns the requests that reproduce a finding in a fresh process, in order. There
// are none for a finding that was not reproduced.
func Reproduce(f result.Finding) []conformance.Request {
	if f.Seen != result.RepeatAlone && f.Seen != result.RepeatAfter {
		return nil
	}
	calls, answer := Calls(f)
	var c Conversation
	for i, call := range calls {
		if i == answer {
			c.At = len(c.Requests)
		}
		c.Requests = append(c.Requests, slices.Repeat([]conformance.Request{call.Request(call.Op)}, call.Times)...)
	}
	requests, _, _ := sweptTogether(c)
	return requests
}
