package diagnosis

import (
	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/epin"
)

// suspect is a mutant that may explain incorrect responses.
type suspect struct {
	mutant    mutant.Mutant
	impl      conformance.Implementation
	explained []bool // by incorrect response, in their order; see explain
	count     int    // of the explained ones
	reach     int    // see reaches
}

// suspects returns the mutants of an edition whose response depends only on the request.
func suspects(edition epin.Edition) []*suspect {
	var all []*suspect
	for _, m := range mutant.All() {
		if m.ExistsIn(edition) && forgets(m) {
			all = append(all, &suspect{mutant: m, impl: m.New(edition)})
		}
	}
	return all
}

// forgets reports whether one request for one token shows the bug. By the contract of
// mutant.Mutant, it does not if the bug depends on history, or on a sweep of several tokens.
func forgets(m mutant.Mutant) bool {
	return len(m.Witness) == 1 && len(m.Witness[0].Tokens) == 0
}

// witnesses returns requests that show the bug. A verdict is tested by every operation,
// because a run tests some strings by one operation only.
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
	seen := map[requestKey]bool{}
	for _, s := range all {
		for _, req := range s.witnesses() {
			if q := keyOf(req); !seen[q] {
				seen[q] = true
				requests = append(requests, req)
			}
		}
	}
	return requests
}

// incorrect is an incorrect response of the library, with the number of its failed checks.
type incorrect struct {
	request  conformance.Request
	response conformance.Response
	failed   int
}

// explain finds the incorrect responses that the suspect returns too. It returns false if
// one contradicts the suspect.
func (s *suspect) explain(edition epin.Edition, wrong []incorrect) bool {
	s.explained, s.count = make([]bool, len(wrong)), 0
	for i, w := range wrong {
		predicted := responseOf(s.impl, w.request)
		switch {
		case agree(w.response, predicted):
			s.explained[i] = true
			s.count++
		case !agree(correctResponse(edition, w.request), predicted):
			return false
		}
	}
	return true
}

// reaches counts the witnesses to which the response of a suspect is incorrect. Fewer mean a
// more specific suspect.
func (s *suspect) reaches(edition epin.Edition, witnesses []conformance.Request) int {
	n := 0
	for _, req := range witnesses {
		if !agree(correctResponse(edition, req), responseOf(s.impl, req)) {
			n++
		}
	}
	return n
}
