package shrink

import (
	"cmp"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
)

// Fault is what shrinking needs to know about a failed check, beside its Failure.
type Fault struct {
	Request  conformance.Request // with the incorrect response; a sweep has its token in Token
	Symptoms []oracle.Symptom    // none where only a new request can tell
	Before   Conversation        // the requests before it, as far as the check itself knows them

	// Of a failure in another environment, which is not shrunk: the environment in words, and, if the
	// request alone fails there, the words before a command that runs it there.
	Environment string
	Command     []string
}

// Conversation is a list of requests that one process gets in order. The response to the
// request at place At is incorrect. Sweeps of one token in a row are sent as one sweep. The
// zero value is no conversation.
type Conversation struct {
	Requests []conformance.Request
	At       int
}

// Faults are the failed checks of a run: those that were kept, and counts of all. The zero
// value has none.
type Faults struct {
	OfEach int // the most that are kept of each kind, so that a frequent one does not hide others; 0 for no limit

	kept  []keptFault
	all   map[FaultKind]int
	shown map[FaultKind]int // those of all that are in kept
}

type keptFault struct {
	result.Failure
	Fault
	kind    FaultKind
	counted bool // in all, by kind
}

// None reports whether no failed check was kept.
func (f *Faults) None() bool { return len(f.kept) == 0 }

// FaultKind is a kind of failed checks: an operation, and the names of all symptoms.
type FaultKind struct{ op, symptoms string }

// KindOf returns the kind of a failed check.
func KindOf(of Fault) FaultKind {
	var names []string
	for _, s := range of.Symptoms {
		names = append(names, s.Name)
	}
	return FaultKind{string(of.Request.Op), strings.Join(names, symptomsApart)}
}

const symptomsApart = "\n"

// mostKinds bounds the number of kinds: the texts of crashes come from the library.
const mostKinds = 1 << 12

// mostOfEach bounds the failures that are kept if Faults.OfEach is set.
const mostOfEach = 1 << 10

// AddCheck adds a failed check of a layer that compares with the oracle. There can be millions
// of them; keep says whether this one is kept.
func (f *Faults) AddCheck(failure result.Failure, of Fault, keep bool) {
	if f.all == nil {
		f.all, f.shown = map[FaultKind]int{}, map[FaultKind]int{}
	}
	kind := KindOf(of)
	if _, known := f.all[kind]; !known && len(f.all) >= mostKinds {
		kind = FaultKind{} // the kind of all others
	}
	f.all[kind]++
	if keep && (f.OfEach == 0 || f.shown[kind] < f.OfEach && len(f.kept) < mostOfEach) {
		f.shown[kind]++
		f.kept = append(f.kept, keptFault{failure, of, kind, true})
	}
}

// AddMember adds a failed check of another layer. There are few, and each is kept.
func (f *Faults) AddMember(failure result.Failure, of Fault) {
	f.kept = append(f.kept, keptFault{Failure: failure, Fault: of})
}

// collected is a finding that is being put together.
type collected struct {
	result.Finding
	symptoms map[string]bool
	broken   []string                // requirements that this input was seen to break
	all      []string                // requirements that its checks fail
	asked    map[conformance.Op]bool // the operations of its checks; those in Ops were confirmed in a fresh process
	checks   map[int]bool            // indices of faults.kept
	whole    []FaultKind             // kinds of checks that belong to no other finding
}

// findings collects findings.
type findings struct {
	faults *Faults
	all    []*collected
	byKey  map[string]*collected
}

// findingKey is equal for symptoms that belong to one finding: verdicts on one token by any
// operation, and all symptoms of one response.
func findingKey(c Conversation, name string) string {
	var b strings.Builder
	for i, req := range c.Requests {
		if i == c.At && oracle.IsVerdict(name) && len(req.Methods) == 0 {
			word, _, _ := strings.Cut(name, " ")
			req.Op = conformance.Op("verdict " + word)
		}
		b.WriteString(requestKey(req))
		b.WriteByte('\n')
	}
	return b.String()
}

// requestKey identifies a request. The key of a long token is short.
func requestKey(req conformance.Request) string { return selector.ID("", req) }

// add adds a check to the finding of a conversation, and makes the finding if there is none.
func (f *findings) add(of int, c Conversation, s oracle.Symptom) *collected {
	req, key := c.Requests[c.At], findingKey(c, s.Name)
	found := f.byKey[key]
	if found == nil {
		k := f.faults.kept[of]
		found = &collected{symptoms: map[string]bool{}, asked: map[conformance.Op]bool{}, checks: map[int]bool{}, Finding: result.Finding{
			Input: result.InputOf(req), Calls: callsOf(c), Wanted: k.Wanted, Got: k.Got,
		}}
		f.byKey[key] = found
		f.all = append(f.all, found)
	}
	if !slices.Contains(found.Ops, req.Op) {
		found.Ops = append(found.Ops, req.Op)
	}
	f.again(found, of, req.Op, s)
	return found
}

// again adds another symptom of a check to a finding. A check with the same input shows which
// requirements this input breaks.
func (f *findings) again(c *collected, of int, op conformance.Op, s oracle.Symptom) {
	c.asked[op], c.checks[of], c.symptoms[s.Name] = true, true, true
	c.all = oracle.Union(c.all, s.Requirements)
	if k := f.faults.kept[of]; c.isInputOf(k.Request) {
		c.broken = oracle.Union(c.broken, s.Requirements)
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
func (f *findings) finish(failed func(requirement string) bool) []result.Finding {
	shares := map[FaultKind]int{} // findings by operation and single symptom
	for _, c := range f.all {
		for op := range c.asked {
			for name := range c.symptoms {
				shares[FaultKind{string(op), name}]++
			}
		}
	}
	slices.SortStableFunc(f.all, func(a, b *collected) int {
		return cmp.Or(cmp.Compare(a.unseen(), b.unseen()), cmp.Compare(a.rank(), b.rank()), cmp.Compare(len(a.Calls), len(b.Calls)),
			cmp.Compare(len(a.Methods), len(b.Methods)), compareTokens(string(a.Token), string(b.Token)), compareTokens(a.Request("").Other, b.Request("").Other))
	})
	var all []result.Finding
	for _, c := range f.all {
		c.count(f.faults, shares)
		// It has the requirements that failed and that the input breaks. Where responses only contradict
		// each other, and none is incorrect, it has those of the checks.
		c.Requirements = slices.DeleteFunc(c.broken, func(id string) bool { return !failed(id) })
		if len(c.Requirements) == 0 {
			c.Requirements = c.all
		}
		all = append(all, c.Finding)
	}
	return all
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
	for name := range c.symptoms {
		if oracle.IsVerdict(name) && len(c.Methods) == 0 {
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

// count counts the checks of a finding: all checks of a kind that belongs to no other finding,
// and the kept checks of each other kind.
func (c *collected) count(f *Faults, shares map[FaultKind]int) {
	looked := map[FaultKind]int{}
	for i := range c.checks {
		if k := f.kept[i]; k.counted {
			looked[k.kind]++
		} else {
			c.Checks++
		}
	}
	for kind, n := range f.all {
		mine, shared := false, false
		for name := range strings.SplitSeq(kind.symptoms, symptomsApart) {
			if c.symptoms[name] && c.asked[conformance.Op(kind.op)] {
				mine = true
				shared = shared || shares[FaultKind{kind.op, name}] > 1
			}
		}
		switch {
		case mine && !shared:
			c.Checks += n
			c.whole = append(c.whole, kind)
		case mine || looked[kind] > 0:
			c.Checks += looked[kind]
			c.AtLeast = c.AtLeast || n > f.shown[kind]
		}
	}
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
