package suite

import (
	"cmp"
	"maps"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/notation"
)

// observations are the verdicts and string forms that a run has to remember.
type observations struct {
	edition *notation.Edition
	first   map[string]*verdictBy         // by token
	misread map[string]conformance.Op     // valid tokens with an incorrect string form, and the operation that returned it first
	misused map[string]bool               // by requestKey, chains of transformations with an incorrect response
	others  []*notation.Edition           // those without an incorrect verdict
	broken  bool                          // whether a verdict is that of the others, and incorrect
	crashed []string                      // the shortest two strings with a crash
	wrong   map[conformance.Op]*keptWords // wrongly accepted or rejected, or crashed
	crashes map[conformance.Op]*keptWords
}

func newObservations(edition *notation.Edition) observations {
	others := slices.DeleteFunc(notation.All(), func(e *notation.Edition) bool { return e == edition })
	o := observations{
		edition: edition, first: map[string]*verdictBy{}, misread: map[string]conformance.Op{}, misused: map[string]bool{},
		others: others, wrong: map[conformance.Op]*keptWords{}, crashes: map[conformance.Op]*keptWords{},
	}
	for _, op := range conformance.Ops() {
		o.wrong[op], o.crashes[op] = newKeptWords(), newKeptWords()
	}
	return o
}

// note records a response. valid says whether the token is valid, unless the request is a comparison.
func (o *observations) note(req *conformance.Request, got *conformance.Response, valid bool) {
	accepted := got.Outcome == conformance.Accepted
	verdict := accepted || got.Outcome == conformance.Rejected
	if verdict && req.Op != conformance.OpEqual {
		o.others = slices.DeleteFunc(o.others, func(e *notation.Edition) bool { return e.Valid(req.Token) != accepted })
		o.broken = o.broken || len(o.others) > 0 && o.edition.Valid(req.Token) != accepted
	}
	if req.Op != conformance.OpApply && req.Op != conformance.OpEqual {
		if got.Outcome == conformance.Crashed {
			o.crash(req.Op, req.Token)
		} else if verdict && valid != accepted {
			o.wrong[req.Op].add(req.Token)
		}
	}
	form := got.Form() // without a transformation
	if req.Op == conformance.OpApply {
		form = notation.Value{}
		if len(req.Methods) == 0 {
			form = notation.TextValue(got.Original)
		}
	}
	if accepted && valid && form.Offered() && form.Text != req.Token && o.misread[req.Token] == "" {
		o.misread[req.Token] = req.Op
	}
}

// crash records a crash in place of a verdict. A string on which the library crashes is not
// accepted.
func (o *observations) crash(op conformance.Op, token string) {
	if o.crashes[op].add(token); !slices.Contains(o.crashed, token) {
		o.crashed = append(o.crashed, token)
		slices.SortFunc(o.crashed, byLength)
		o.crashed = o.crashed[:min(len(o.crashed), 2)]
	}
	if o.edition.Valid(token) {
		o.wrong[op].add(token)
		o.others = nil
	}
	// A crash on a string that both editions reject excludes neither.
	o.others = slices.DeleteFunc(o.others, func(e *notation.Edition) bool { return e.Valid(token) })
}

// isConsequence reports whether a request needs the parsed value of a token with an incorrect
// verdict or string form, or returns one, or repeats an incorrect chain of transformations without
// reading. Then the operation is not to blame for its response, and the earlier failure has a finding
// of its own.
func (o *observations) isConsequence(of *oracle.Oracle, req *conformance.Request) bool {
	wrong := func(token string) bool {
		before := o.first[token]
		by, misread := o.misread[token]
		return before != nil && ((before.outcome == conformance.Accepted) != o.edition.Valid(token) || before.outcome == conformance.Crashed) ||
			misread && (req.Op == conformance.OpEqual || len(req.Methods) > 0 || req.Op != by)
	}
	switch req.Op {
	case conformance.OpApply:
		if wrong(req.Token) {
			return true
		}
		if req.Unread() && len(o.misused) > 0 {
			read := *req
			if read.Methods = read.Methods[1:]; o.misused[requestKey(read)] {
				return true
			}
		}
		misread := func(token string) bool { return o.misread[token] != "" }
		return len(o.misread) > 0 && slices.ContainsFunc(of.Wanted(*req).Tokens, misread)
	case conformance.OpEqual:
		return wrong(req.Token) || wrong(req.Other)
	}
	return false
}

// verdictBy is the first verdict on a token, with the operation that it comes from.
type verdictBy struct {
	outcome conformance.Outcome
	op      conformance.Op
	class   *shrink.Class // of the failed check, if the verdict is incorrect
	known   bool          // whether that is a known failure
}

// Limits of keptWords.
const (
	mostWrong    = 1 << 15 // words
	longestWrong = 1 << 10 // bytes of a word
	mostLong     = 5       // longer words
)

// keptWords is a bounded set of strings.
type keptWords struct {
	words map[string]bool
	long  []string // the first ones that are too long for words
	more  bool     // whether some were not kept
}

func newKeptWords() *keptWords { return &keptWords{words: map[string]bool{}} }

func (w *keptWords) add(word string) {
	switch {
	case slices.Contains(w.long, word):
	case len(word) > longestWrong && len(w.long) < mostLong:
		w.long = append(w.long, word)
	case len(word) > longestWrong || len(w.words) >= mostWrong:
		w.more = true
	default:
		w.words[word] = true
	}
}

func (w *keptWords) has(word string) bool { return w.words[word] || slices.Contains(w.long, word) }

// shortest returns up to n of the words, shortest first.
func (w *keptWords) shortest(n int) []string {
	words := slices.SortedFunc(maps.Keys(w.words), byLength)
	return words[:min(len(words), n)]
}

func byLength(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }
