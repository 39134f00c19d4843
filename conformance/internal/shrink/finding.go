package shrink

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Found is a finding with the failed checks that were shrunk to it, and their symptoms.
type Found struct {
	result.Finding
	Faults   []*Fault // in the order in which they were shrunk
	Symptoms []oracle.Symptom
	Changed  bool // whether a fresh process answered the same request alone correctly

	broken []string // requirements that this input was seen to break
	all    []string // requirements that its checks fail
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

// requestKey identifies a request, also one with a long token in few bytes.
func requestKey(req conformance.Request) string { return selector.ID("", req) }

// add adds a check to the finding of a conversation, and makes the finding if there is none.
func (s *shrinker) add(of *Fault, c Conversation, v oracle.Violation) *Found {
	req, key := c.Requests[c.At], findingKey(c, v.Symptom)
	found := s.byKey[key]
	if found == nil {
		found = &Found{Finding: result.Finding{Input: result.InputOf(req), Calls: callsOf(c), Deviation: of.Deviation}}
		s.byKey[key] = found
		s.found = append(s.found, found)
	}
	if !slices.Contains(found.Ops, req.Op) {
		found.Ops = append(found.Ops, req.Op)
	}
	found.again(of, v)
	return found
}

// again adds another symptom of a check to a finding. A check with the same input shows which
// requirements this input breaks.
func (c *Found) again(of *Fault, v oracle.Violation) {
	if !slices.Contains(c.Symptoms, v.Symptom) {
		c.Symptoms = append(c.Symptoms, v.Symptom)
	}
	if !slices.Contains(c.Faults, of) {
		c.Faults = append(c.Faults, of)
	}
	c.all = oracle.Union(c.all, v.Requirements)
	if c.isInputOf(of.Request) {
		c.broken = oracle.Union(c.broken, v.Requirements)
	}
}

func (c *Found) isInputOf(req conformance.Request) bool {
	return c.Request(req.Op).Equal(req)
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
func (s *shrinker) finish(classes []*Class, failed func(requirement string) bool) (all []Found) {
	unseen := func(c *Found) int { return map[bool]int{false: 1}[c.Seen.Reproduced()] }
	slices.SortStableFunc(s.found, func(a, b *Found) int {
		return cmp.Or(cmp.Compare(unseen(a), unseen(b)), cmp.Compare(a.rank(), b.rank()), cmp.Compare(len(a.Calls), len(b.Calls)),
			cmp.Compare(len(a.Methods), len(b.Methods)), compareTokens(string(a.Token), string(b.Token)), compareTokens(a.Request("").Other, b.Request("").Other))
	})
	for _, class := range classes {
		s.count(class)
	}
	for _, c := range s.found {
		// It has the requirements that failed and that the input breaks. Where responses only contradict
		// each other, and none is incorrect, it has those of the checks.
		c.Requirements = slices.DeleteFunc(c.broken, func(id string) bool { return !failed(id) })
		if len(c.Requirements) == 0 {
			c.Requirements = c.all
		}
		all = append(all, *c)
	}
	return all
}

// count counts the failed checks of a class: a kept one for each finding that it was shrunk to, and the
// others for the finding of the first.
func (s *shrinker) count(class *Class) {
	for _, of := range class.Kept {
		for at, c := range s.found {
			if !slices.Contains(c.Faults, of) {
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

func (c *Found) rank() int {
	switch {
	case len(c.Methods) == 0 && slices.ContainsFunc(c.Symptoms, oracle.Symptom.OfVerdict):
		return 0
	case c.Ops[0] == conformance.OpApply:
		return 2
	case c.Ops[0] == conformance.OpEqual:
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
	if !f.Seen.Reproduced() {
		return nil
	}
	var c Conversation
	for _, call := range f.Calls {
		c.Requests = append(c.Requests, slices.Repeat([]conformance.Request{call.Request(call.Op)}, call.Times)...)
		if !call.Behind {
			c.At = len(c.Requests)
		}
	}
	c.Requests = slices.Insert(c.Requests, c.At, f.Request(f.Ops[0]))
	requests, _, _ := sweptTogether(c)
	return requests
}

// Fault is a failed check with what shrinking needs to know about it.
type Fault struct {
	result.Failure
	Request    conformance.Request // with the incorrect response; a sweep has its token in Token
	Violations []oracle.Violation  // none where only a new request can tell
	Before     Conversation        // the requests before it, as far as the check itself knows them
	Member     bool                // whether the check has several requests

	// A failure in another environment is not shrunk. Environment describes it, and Command has the words
	// before a command that runs it there, if the request alone fails there.
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

// Class is the failed checks with the same symptoms, by one operation, on one kind of input.
type Class struct {
	Checks       int
	Requirements map[string]int // failed checks, by requirement
	Parts        map[int]int    // failed checks, by the part of the run that they belong to
	Kept         []*Fault       // the first ones, and the first one for each requirement
	Findings     []int          // those that the kept ones were shrunk to; see [Shrink]
	Known        bool           // whether all its findings are known failures
	Mixed        bool           // whether it is the class of all that no other class has
}

// Count counts failed checks that violate some requirements.
func (c *Class) Count(requirements ...string) {
	for _, id := range requirements {
		c.Requirements[id]++
	}
}

// Limits of Faults.
const (
	keptOfEach  = 8       // failed checks of a class, besides the first one for each requirement
	mostClasses = 1 << 12 // the texts of crashes come from the library; one more class has all others
	mostBytes   = 8 << 20 // of the tokens of kept checks, beyond which a class keeps one
)

// Faults are the failed checks of a run, in classes. Make them with [NewFaults].
type Faults struct {
	Classes []*Class // in the order of their first failed checks
	OnText  bool     // whether a check on valid UTF-8 failed
	byKey   map[string]*Class
	inputs  result.Classifier
	bytes   int // of the tokens of kept checks
}

// NewFaults returns no failed checks of an edition.
func NewFaults(edition *notation.Edition) Faults {
	return Faults{byKey: map[string]*Class{}, inputs: result.NewClassifier(edition)}
}

// Add adds one of perhaps millions of failed checks, and returns its class and whether the Fault is kept.
func (f *Faults) Add(of *Fault, part int) (class *Class, kept bool) {
	key := f.key(of)
	if _, known := f.byKey[key]; !known && len(f.byKey) >= mostClasses && !of.Member {
		key = ""
	}
	class = f.byKey[key]
	if class == nil {
		class = &Class{Requirements: map[string]int{}, Parts: map[int]int{}, Mixed: key == ""}
		f.Classes, f.byKey[key] = append(f.Classes, class), class
	}
	unseen := func(id string) bool { return class.Requirements[id] == 0 }
	kept = len(class.Kept) < keptOfEach && f.bytes < mostBytes || slices.ContainsFunc(of.Failure.Requirements, unseen)
	f.OnText = f.OnText || utf8.ValidString(string(of.Token)) && (of.Other == nil || utf8.ValidString(string(*of.Other)))
	class.Checks++
	class.Parts[part]++
	if class.Count(of.Failure.Requirements...); kept {
		f.bytes += len(of.Token)
		class.Kept = append(class.Kept, of)
	}
	return class, kept
}

// key identifies the class of a failed check. A check with several requests has its own.
func (f *Faults) key(of *Fault) string {
	if of.Member {
		return of.Check
	}
	var b strings.Builder
	b.WriteString(string(of.Request.Op))
	for _, v := range of.Violations {
		b.WriteString("\n" + v.Aspect + "\n" + v.Outcome.String() + "\n" + v.Crash)
	}
	if of.Request.Op != conformance.OpEqual {
		b.WriteString("\n" + f.inputs.Kind(of.Request.Token))
	}
	return b.String()
}
