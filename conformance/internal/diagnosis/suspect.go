package diagnosis

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/rangetable"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/notation"
)

// suspect is a mutant that may explain incorrect responses, or a total failure.
type suspect struct {
	mutant    mutant.Mutant // without an implementation for a total failure
	impl      conformance.Implementation
	explained []parts                 // by incorrect response: the incorrect parts that the suspect returns too
	other     []parts                 // those that the suspect returns otherwise, and incorrectly
	count     int                     // of incorrect responses that it returns in all parts
	spared    map[conformance.Op]bool // see refutes
	reach     int                     // of the witnesses, how many responses are incorrect: fewer are more specific
}

// suspects returns the mutants of an edition whose response depends only on the request: one request
// for one token shows the bug. By the contract of mutant.Mutant, it does not if the bug depends on
// history, or on a sweep of several tokens.
func suspects(edition *notation.Edition) []*suspect {
	var all []*suspect
	for _, m := range mutant.All() {
		if witness := m.Witness(); len(witness) == 1 && len(witness[0].Tokens) == 0 && m.ExistsIn(edition) {
			all = append(all, &suspect{mutant: m, impl: m.New(edition), spared: map[conformance.Op]bool{}})
		}
	}
	return all
}

// witnesses returns requests that show the bug. A verdict is tested by every operation,
// because a run tests some strings by one operation only.
func (s *suspect) witnesses() []conformance.Request {
	witness := s.mutant.Witness()[0]
	if witness.Op != conformance.OpParse && witness.Op != conformance.OpValid {
		return []conformance.Request{witness}
	}
	var requests []conformance.Request
	for _, op := range verdictOps {
		requests = append(requests, conformance.Request{Op: op, Token: witness.Token})
	}
	return requests
}

// explain compares the suspect with the incorrect responses. It returns false if the suspect explains
// no group, or is incorrect in a part in which the library is correct.
func (d *diagnosis) explain(s *suspect, groups []*Group) bool {
	s.explained, s.other = make([]parts, len(d.wrong)), make([]parts, len(d.wrong))
	if !slices.ContainsFunc(groups, func(g *Group) bool { return d.explainsMost(s, g) }) {
		return false // it is not compared with thousands of other responses
	}
	for i, w := range d.wrong {
		if refuted := d.judge(s, i); refuted != 0 && d.refutes(s, w.request, refuted) {
			return false
		}
		if s.explained[i]&entire != 0 {
			s.count++
		}
	}
	return true
}

// explainsMost reports whether the suspect explains at least four fifths of a group.
func (d *diagnosis) explainsMost(s *suspect, g *Group) bool {
	missed := 0
	for _, i := range g.wrong {
		if d.judge(s, i); s.explained[i]&g.symptoms == 0 {
			missed++
		}
		if 5*missed > len(g.wrong) {
			return false
		}
	}
	return len(g.wrong) > 0
}

// judge compares the suspect with an incorrect response, part by part, and returns the parts in which
// only the suspect is incorrect.
func (d *diagnosis) judge(s *suspect, i int) (refuted parts) {
	req := d.wrong[i].request
	if s.dependsOnUnicodeVersion(req) {
		s.explained[i] = anyPart | entire
		return 0
	}
	got, predicted := d.bare(req, *d.wrong[i].response), d.bare(req, responseOf(s.impl, req))
	correct := d.wanted(req)
	own, missed, compared := difference(correct, got), difference(got, predicted), anyPart
	switch {
	case missed == 0:
		s.explained[i] = own | entire
		return 0
	case own == outcome && predicted.Outcome == conformance.Accepted:
		return 0 // the outcome hides the values
	case own == outcome && req.Op == conformance.OpApply && got.Outcome == conformance.Rejected && predicted.Outcome == conformance.Crashed:
		s.explained[i] = outcome | entire // the adapter takes each error for a rejection
		return 0
	case own&tokens != 0 && len(predicted.Tokens) != len(got.Tokens):
		return 0 // another result of the first methods may not crash the next one
	case own&tokens != 0: // what follows the first incorrect result is its consequence
		n := 1
		for got.Tokens[n-1] == correct.Tokens[n-1] {
			n++
		}
		got.Tokens, correct.Tokens, predicted.Tokens = got.Tokens[:n], correct.Tokens[:n], predicted.Tokens[:n]
		missed, compared = difference(got, predicted), anyPart&^values
	}
	wrong := difference(correct, predicted) & compared
	s.explained[i], s.other[i] = wrong&^missed, wrong&missed&own
	return wrong & missed &^ own
}

// refutes reports whether correct parts of a response, which the suspect returns incorrectly,
// contradict it. Verdicts do not if all by their operation are correct: the operation may not use the code
// with the bug. It is spared.
func (d *diagnosis) refutes(s *suspect, req conformance.Request, of parts) bool {
	op := req.Op
	if op == conformance.OpApply && !d.edition.Valid(req.Token) {
		op = conformance.OpParse // its verdict
	}
	if of != outcome || d.affected[op]&outcome != 0 || !slices.Contains(verdictOps, op) {
		return true
	}
	s.spared[op] = true
	return false
}

func (s *suspect) explains(g *Group) int {
	n := 0
	for _, i := range g.wrong {
		if s.explained[i]&g.symptoms != 0 {
			n++
		}
	}
	return n
}

// explainsAll reports whether the suspect explains every incorrect response of a group.
func (s *suspect) explainsAll(g *Group) bool {
	return len(g.wrong) > 0 && s.explains(g) == len(g.wrong)
}

// isLikely reports whether the suspect explains at least four fifths of a group as far as its requests
// are known, and half as many failed checks of the run as the group has, if they are in the record; and
// whether it contradicts none of the group's incorrect responses. Those of another group may have
// another cause.
func (d *diagnosis) isLikely(s *suspect, g *Group) bool {
	n := s.explains(g)
	return n > 0 && 5*n >= 4*len(g.wrong) && (2*d.failures(s) >= g.Failed || d.dropped != nil) &&
		!slices.ContainsFunc(g.wrong, func(i int) bool { return s.other[i]&g.symptoms != 0 }) &&
		(g.symptoms&outcome == 0 || d.Learned == nil || d.agrees(s))
}

// agrees reports whether the learned language has the incorrect verdicts of the suspect, and no others if
// there is one group with incorrect verdicts: others can have another cause.
func (d *diagnosis) agrees(s *suspect) bool {
	for req, accepted := range d.Learned {
		predicted := responseOf(s.impl, req).Outcome == conformance.Accepted
		free := d.verdicts > 1 && predicted == d.edition.Valid(req.Token) || d.guarded && !utf8.ValidString(req.Token)
		if predicted != accepted && !free && !s.dependsOnUnicodeVersion(req) {
			return false
		}
	}
	return true
}

func (d *diagnosis) failures(s *suspect) int {
	n := 0
	for i, w := range d.wrong {
		if s.explained[i] != 0 {
			n += w.failed
		}
	}
	for _, g := range d.groups {
		if s.explainsAll(g) {
			n += g.Others
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
	return s.mutant.Unicode && strings.ContainsFunc(req.Token, func(r rune) bool {
		return r >= utf8.RuneSelf && r != utf8.RuneError && !unicode.Is(stableUnicode(), r)
	})
}
