package diagnosis

import (
	"iter"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/rangetable"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/epin"
)

// suspect is a mutant that may explain incorrect responses, or a total failure.
type suspect struct {
	mutant    mutant.Mutant // without an implementation for a total failure
	impl      conformance.Implementation
	explained []bool // by incorrect response; see explain
	count     int    // of the explained ones
	reach     int    // see reaches
}

// suspects returns the mutants of an edition whose response depends only on the request: one request
// for one token shows the bug. By the contract of mutant.Mutant, it does not if the bug depends on
// history, or on a sweep of several tokens.
func suspects(edition epin.Edition) []*suspect {
	var all []*suspect
	for _, m := range mutant.All() {
		if m.ExistsIn(edition) && len(m.Witness) == 1 && len(m.Witness[0].Tokens) == 0 {
			all = append(all, &suspect{mutant: m, impl: m.New(edition)})
		}
	}
	return all
}

// witnesses returns requests that show the bug. A verdict is tested by every operation,
// because a run tests some strings by one operation only.
func (s *suspect) witnesses() []conformance.Request {
	witness := s.mutant.Witness[0]
	if witness.Op != conformance.OpParse && witness.Op != conformance.OpValid {
		return []conformance.Request{witness}
	}
	var requests []conformance.Request
	for _, op := range verdictOps {
		requests = append(requests, conformance.Request{Op: op, Token: witness.Token})
	}
	return requests
}

// explain finds which incorrect responses the suspect returns too. It returns false if there is
// none, or if one contradicts the suspect: both are incorrect, and they differ. A crash on an invalid
// string that the suspect accepts does neither: it may come after the incorrect check.
func (d *diagnosis) explain(s *suspect) bool {
	s.explained = make([]bool, len(d.wrong))
	for i, w := range d.wrong {
		predicted := responseOf(s.impl, w.request)
		switch {
		case d.alike(w.request, w.response, predicted), s.dependsOnUnicodeVersion(w.request):
			s.explained[i] = true
			s.count++
		case w.response.Outcome == conformance.Crashed && predicted.Outcome == conformance.Accepted && !d.edition.Valid(w.request.Token):
		case !d.alike(w.request, correctResponse(d.edition, w.request), predicted):
			return false
		}
	}
	return s.count > 0
}

// explains returns how many of some incorrect responses the suspect explains.
func (s *suspect) explains(some []int) int {
	n := 0
	for _, i := range some {
		if s.explained[i] {
			n++
		}
	}
	return n
}

// explainsMost reports whether the suspect explains a group, or at least four fifths of it.
func (s *suspect) explainsMost(group []int) bool {
	n := s.explains(group)
	return n > 0 && 5*n >= 4*len(group)
}

// reaches counts the witnesses to which the response of a suspect is incorrect. Fewer mean a
// more specific suspect.
func (d *diagnosis) reaches(s *suspect, witnesses iter.Seq[conformance.Request]) int {
	n := 0
	for req := range witnesses {
		if !d.alike(req, correctResponse(d.edition, req), responseOf(s.impl, req)) {
			n++
		}
	}
	return n
}

// stableUnicode has the characters of a version of Unicode that no runtime in use is older than.
// Their properties are the same in later versions, except for a few.
var stableUnicode = sync.OnceValue(func() *unicode.RangeTable { return rangetable.Assigned("6.2.0") })

// dependsOnUnicodeVersion reports whether the response of a suspect to a request depends on the
// version of Unicode that a runtime has, so that another response contradicts nothing.
func (s *suspect) dependsOnUnicodeVersion(req conformance.Request) bool {
	if !s.mutant.Unicode {
		return false
	}
	for _, r := range req.Token {
		if r >= utf8.RuneSelf && r != utf8.RuneError && !unicode.Is(stableUnicode(), r) {
			return true
		}
	}
	return false
}
