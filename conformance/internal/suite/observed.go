package suite

import (
	"cmp"
	"hash/maphash"
	"maps"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/epin"
)

// observations are the verdicts and string forms that a run has to remember.
type observations struct {
	edition epin.Edition
	first   firstVerdicts
	misread map[string]conformance.Op // valid tokens with an incorrect string form, and the operation that returned it first
	fit     fit
	wrong   wordsByOp // wrongly accepted or rejected, or crashed
	crashes wordsByOp
}

func newObservations(edition epin.Edition) observations {
	return observations{
		edition: edition, first: newFirstVerdicts(), misread: map[string]conformance.Op{},
		fit: fit{asked: edition}, wrong: wordsByOp{}, crashes: wordsByOp{},
	}
}

// note records a response.
func (o *observations) note(req conformance.Request, got conformance.Response) {
	valid, accepted := o.edition.Valid(req.Token), got.Outcome == conformance.Accepted
	verdict := accepted || got.Outcome == conformance.Rejected
	if verdict && req.Op != conformance.OpEqual {
		o.fit.verdict(req.Token, accepted)
	}
	if req.Op != conformance.OpApply && req.Op != conformance.OpEqual {
		if got.Outcome == conformance.Crashed {
			o.crash(req.Op, req.Token)
		} else if verdict && valid != accepted {
			o.wrong.add(req.Op, req.Token)
		}
	}
	form := got.Token // without a transformation
	if req.Op == conformance.OpApply {
		form = conformance.Optional[string]{Value: got.Original, Offered: len(req.Methods) == 0}
	}
	if accepted && valid && form.Offered && form.Value != req.Token && o.misread[req.Token] == "" {
		o.misread[req.Token] = req.Op
	}
}

// crash records a crash in place of a verdict. A string on which the library crashes is not
// accepted.
func (o *observations) crash(op conformance.Op, token string) {
	o.fit.crash(token)
	o.crashes.add(op, token)
	if o.edition.Valid(token) {
		o.wrong.add(op, token)
	}
}

// isConsequence reports whether a request needs the parsed value of a token with an incorrect
// verdict or string form, or returns one. Then the operation is not to blame for its response,
// and the earlier failure has a finding of its own.
func (o *observations) isConsequence(of *oracle.Oracle, req conformance.Request) bool {
	wrong := func(token string) bool {
		before, known := o.first.of(token)
		by, misread := o.misread[token]
		return known && (before.outcome == conformance.Accepted) != o.edition.Valid(token) || before.outcome == conformance.Crashed ||
			misread && (req.Op == conformance.OpEqual || len(req.Methods) > 0 || req.Op != by)
	}
	switch req.Op {
	case conformance.OpApply:
		misread := func(token string) bool { return o.misread[token] != "" }
		return wrong(req.Token) || len(o.misread) > 0 && slices.ContainsFunc(of.Wanted(req).Tokens, misread)
	case conformance.OpEqual:
		return wrong(req.Token) || wrong(req.Other)
	}
	return false
}

// firstVerdicts holds the first verdict on each token. Long tokens are kept as their length and two
// hashes, with seeds that no implementation knows.
type firstVerdicts struct {
	short map[string]verdictBy
	long  map[longToken]verdictBy
	seeds [2]maphash.Seed
}

// verdictBy is a verdict, with the layer and the operation that it comes from.
type verdictBy struct {
	outcome conformance.Outcome
	layer   string
	op      conformance.Op
}

type longToken struct {
	length int
	hashes [2]uint64
}

func newFirstVerdicts() firstVerdicts {
	return firstVerdicts{
		short: map[string]verdictBy{}, long: map[longToken]verdictBy{},
		seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()},
	}
}

// of returns the first verdict on a token.
func (s *firstVerdicts) of(token string) (before verdictBy, known bool) {
	return s.before(token, verdictBy{}, false)
}

// before returns the first verdict on a token. If there was none and keep is set, v is kept as the
// first.
func (s *firstVerdicts) before(token string, v verdictBy, keep bool) (before verdictBy, known bool) {
	if len(token) <= selector.LongestHexToken {
		return first(s.short, token, v, keep)
	}
	hashes := [2]uint64{maphash.String(s.seeds[0], token), maphash.String(s.seeds[1], token)}
	return first(s.long, longToken{len(token), hashes}, v, keep)
}

func first[K comparable](verdicts map[K]verdictBy, key K, v verdictBy, keep bool) (before verdictBy, known bool) {
	before, known = verdicts[key]
	if !known && keep {
		verdicts[key] = v
	}
	return before, known
}

// wordsByOp holds strings by operation.
type wordsByOp map[conformance.Op]*keptWords

func (w wordsByOp) add(op conformance.Op, word string) {
	if w[op] == nil {
		w[op] = &keptWords{}
	}
	w[op].add(word)
}

// of returns the words of an operation, which may be none.
func (w wordsByOp) of(op conformance.Op) *keptWords {
	if words := w[op]; words != nil {
		return words
	}
	return &keptWords{}
}

// Limits of keptWords.
const (
	mostWrong    = 1 << 15 // words
	longestWrong = 1 << 10 // bytes of a word
)

// keptWords is a bounded set of strings.
type keptWords struct {
	words map[string]bool
	more  bool // whether some were not kept
}

func (w *keptWords) add(word string) {
	if w.words == nil {
		w.words = map[string]bool{}
	}
	if len(w.words) >= mostWrong || len(word) > longestWrong {
		w.more = true
		return
	}
	w.words[word] = true
}

// shortest returns the words, shortest first.
func (w *keptWords) shortest() []string {
	return slices.SortedFunc(maps.Keys(w.words), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
}
