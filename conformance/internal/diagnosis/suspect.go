package diagnosis

import (
	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/epin"
)

// suspect is a mutant that may explain wrong answers.
type suspect struct {
	mutant    mutant.Mutant
	impl      conformance.Implementation
	explained []bool // of the wrong answers, in their order; see explain
	count     int    // of them
	reach     int    // see reaches
}

// suspects returns the mutants of an edition whose answer to a question depends on
// nothing else.
func suspects(edition epin.Edition) []*suspect {
	var all []*suspect
	for _, m := range mutant.All() {
		if m.ExistsIn(edition) && forgets(m) {
			all = append(all, &suspect{mutant: m, impl: m.New(edition)})
		}
	}
	return all
}

// forgets reports whether one question of one token shows the bug. Of a mutant that
// remembers it does not, by the contract of mutant.Mutant, nor of one that is wrong
// about sweeps as a whole.
func forgets(m mutant.Mutant) bool {
	return len(m.Witness) == 1 && len(m.Witness[0].Tokens) == 0
}

// witnesses returns the questions that show the bug: one about the verdict in every operation,
// since a run tests some in one operation only.
func (s *suspect) witnesses() []conformance.Request {
	witness := s.mutant.Witness[0]
	if witness.Op != conformance.OpParse && witness.Op != conformance.OpValid {
		return []conformance.Request{witness}
	}
	var requests []conformance.Request
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep} {
		requests = append(requests, conformance.Request{Op: op, Token: witness.Token})
	}
	return requests
}

// witnessesOf returns the witnesses of some suspects, each once.
func witnessesOf(all []*suspect) []conformance.Request {
	var requests []conformance.Request
	seen := map[question]bool{}
	for _, s := range all {
		for _, req := range s.witnesses() {
			if q := questionOf(req); !seen[q] {
				seen[q] = true
				requests = append(requests, req)
			}
		}
	}
	return requests
}

// wrongAnswer is a wrong answer of the library, with the failed checks that it was.
type wrongAnswer struct {
	request  conformance.Request
	response conformance.Response
	failed   int
}

// explain finds out which of some wrong answers the suspect gives too, and reports
// false as soon as one contradicts it.
func (s *suspect) explain(edition epin.Edition, wrong []wrongAnswer) bool {
	s.explained, s.count = make([]bool, len(wrong)), 0
	for i, w := range wrong {
		foretold := ask(s.impl, w.request)
		switch {
		case agree(w.response, foretold):
			s.explained[i] = true
			s.count++
		case !agree(rightly(edition, w.request), foretold):
			return false
		}
	}
	return true
}

// reaches counts the witnesses that a suspect answers wrongly: the fewer, the more it is
// about what was seen.
func (s *suspect) reaches(edition epin.Edition, witnesses []conformance.Request) int {
	n := 0
	for _, req := range witnesses {
		if !agree(rightly(edition, req), ask(s.impl, req)) {
			n++
		}
	}
	return n
}
