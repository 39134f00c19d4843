package suite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// How much of a token and of an answer an example holds, in bytes.
const (
	longestExampleToken = 60
	longestExampleText  = 200
)

// shorter returns the example of a failure, where that is on a shorter token than old,
// and old otherwise. old may be nil.
func shorter(old *result.Example, f *Failure) *result.Example {
	if old != nil && old.Length <= len(f.Token) {
		return old
	}
	input := exampleToken(f.Token)
	if f.Other != nil {
		input += " and " + exampleToken(*f.Other)
	}
	return &result.Example{
		Check: f.Check, Says: printable.Text(input + " by " + f.Op), Length: len(f.Token),
		Wanted: excerpt(string(f.Wanted), longestExampleText), Got: excerpt(string(f.Got), longestExampleText),
	}
}

func exampleToken(token printable.Token) string {
	if len(token) <= longestExampleToken {
		return strconv.QuoteToASCII(string(token))
	}
	return fmt.Sprintf("%s… (%d bytes)", strconv.QuoteToASCII(string(token[:longestExampleToken])), len(token))
}

// excerpt is a text, or a copy of its beginning.
func excerpt(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	cut := longest
	for cut > longest-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return strings.Clone(text[:cut]) + "…"
}

// knownFailures holds the failures of a run against a list. nil is no list.
type knownFailures struct {
	result.KnownFailures
	named        map[string][]int // by identifier, which of Lines
	requirements map[string]int   // failed checks by requirement, without what is not known
	unexercised  map[string]bool  // checks of the list that were asked in vain
}

func newKnownFailures(lines []knownfailures.Line) *knownFailures {
	if lines == nil {
		return nil
	}
	k := &knownFailures{named: map[string][]int{}, requirements: map[string]int{}, unexercised: map[string]bool{}}
	for i, l := range lines {
		l.Reason = l.Reason.Cut()
		k.Lines = append(k.Lines, result.KnownFailure{Line: l})
		k.named[l.ID] = append(k.named[l.ID], i)
	}
	return k
}

// result is the result of the list; nil where there is none.
func (k *knownFailures) result() *result.KnownFailures {
	if k == nil {
		return nil
	}
	for i := range k.Lines {
		l := &k.Lines[i]
		l.Stale = l.Result.Stale()
		if l.Example != nil {
			*l.Example = result.Example{Check: l.Example.Check, Says: printable.Text(l.Example.String())}
		}
	}
	return &k.KnownFailures
}

// ofRequirement returns how many of the failed checks of a requirement are known.
func (k *knownFailures) ofRequirement(id string) int {
	if k == nil {
		return 0
	}
	return k.requirements[id]
}

// fails holds a failure against the lines of one name, and reports whether one of them
// names it.
func (k *knownFailures) fails(name string, f *Failure, names func(knownfailures.Line) bool) bool {
	found := false
	for _, i := range k.named[name] {
		l := &k.Lines[i]
		if !names(l.Line) {
			continue
		}
		found = true
		l.Result = KnownFailed
		l.Checks++
		l.Example = shorter(l.Example, f)
	}
	return found
}

// explain holds a failure against the list, and reports whether it is known; where it
// is not, unknown are the requirements that it counts against although nothing in the
// list says so.
func (k *knownFailures) explain(edition epin.Edition, f *Failure, v wrongVerdict) (unknown []string, isKnown bool) {
	if k == nil {
		return f.Requirements, false
	}
	sameToken := func(l knownfailures.Line) bool { return l.Token == nil || *l.Token == f.Token }
	whole := k.fails(f.Check, f, sameToken)
	whole = v.word != "" && k.fails(v.word, f, func(l knownfailures.Line) bool {
		return l.Token != nil && contains(edition, v.token, string(*l.Token))
	}) || whole
	for _, id := range f.Requirements {
		if k.fails(id, f, sameToken) || whole {
			k.requirements[id]++
		} else {
			unknown = append(unknown, id)
		}
	}
	isKnown = whole || len(f.Requirements) > 0 && len(unknown) == 0
	if isKnown {
		k.Checks++
	}
	return unknown, isKnown
}

// notExercised notes that a check was asked in vain. It is called often, and the
// identifier made only where there is a list.
func (k *knownFailures) notExercised(check func() string) {
	if k == nil || len(k.named) == 0 {
		return
	}
	if id := check(); k.named[id] != nil {
		k.unexercised[id] = true
	}
}

// isKnown reports whether a failure is known. Where it is not, what the list lacks is noted,
// and shortest reports whether it is a wrong verdict on a token that contains none of those
// before it.
func (r *runner) isKnown(f Failure, of shrink.Fault) (isKnown, shortest bool) {
	v := r.wrongVerdictOf(of)
	unknown, isKnown := r.known.explain(r.plan.Edition, &f, v)
	if !isKnown {
		shortest = r.lacking.add(r.plan.Edition, &f, v, unknown)
	}
	return isKnown, shortest
}

// settleKnown finds out what is to be said of the lines that did not fail, after a
// run that was not cut short.
func (r *runner) settleKnown(parts []part) {
	if r.known == nil {
		return
	}
	var open []*result.KnownFailure
	for i := range r.known.Lines {
		if l := &r.known.Lines[i]; l.Result != KnownFailed && r.plan.selection.Covers(l.ID) {
			open = append(open, l)
		}
	}
	if len(open) == 0 {
		return
	}
	everything := r.plan.allParts(everything(r.plan.Edition))
	checks := map[string]KnownResult{} // of the lines that name a check
	for _, l := range open {
		layer, _, _ := strings.Cut(l.ID, "/")
		switch {
		case layer == result.LayerFuzz && r.plan.Fuzzes():
			// What chance asks depends on the time that it had.
		case slices.Contains(verdictWords(), l.ID):
			l.Result = r.knownVerdict(l.Token)
		case slices.Contains(result.Layers(), layer):
			checks[l.ID] = KnownNotAsked
		default:
			l.Result = r.knownRequirement(l.ID, everything)
		}
	}
	// What was asked goes before what would be asked of one that offers more.
	r.findChecks(everything, checks, func(part, conformance.Request) KnownResult { return KnownNotExercised })
	r.findChecks(parts, checks, func(p part, req conformance.Request) KnownResult {
		offered := p.op == "" || r.description.Offers(p.op)
		if !offered || !r.takes(req) {
			return KnownNotExercised
		}
		return KnownPassed
	})
	for _, l := range open {
		if result, is := checks[l.ID]; is {
			l.Result = result
		}
		if r.known.unexercised[l.ID] {
			l.Result = KnownNotExercised
		}
	}
}

// knownRequirement says what came of a requirement against which nothing failed, or
// nothing on the token that the line names.
func (r *runner) knownRequirement(id string, everything []part) KnownResult {
	if q, found := requirement.Lookup(id); !found || !q.AppliesTo(r.plan.Edition) {
		return KnownNotAsked
	}
	c := r.totals[id]
	_, untested := r.declines.result()
	switch {
	case untested[id] && (c == nil || c.Failed == 0):
		return KnownNotExercised
	case c != nil && c.Passed+c.Failed > 0:
		return KnownPassed
	case c != nil, slices.ContainsFunc(everything, func(p part) bool { return r.plan.counts(p)[id] > 0 }):
		return KnownNotExercised
	}
	return KnownNotAsked
}

// knownVerdict returns the result of a line about wrong verdicts where there was none.
func (r *runner) knownVerdict(token *printable.Token) KnownResult {
	switch {
	case token == nil:
		return KnownNotAsked
	case !r.description.Takes(string(*token)):
		return KnownNotExercised
	}
	return KnownPassed
}

// findChecks looks for checks by their identifiers in parts, and sets the result of
// each that it finds. The request is the zero value for a check that makes its own.
func (r *runner) findChecks(parts []part, checks map[string]KnownResult, result func(part, conformance.Request) KnownResult) {
	for _, p := range parts {
		for _, m := range p.members {
			if _, wanted := checks[m.id]; wanted {
				checks[m.id] = result(p, conformance.Request{})
			}
		}
		if p.requests == nil || !anyWithin(p.layer+"/"+string(p.op), checks) {
			continue
		}
		for req := range p.requests {
			id := selector.ID(p.layer, req)
			if _, wanted := checks[id]; wanted {
				checks[id] = result(p, req)
			}
		}
	}
}

// anyWithin reports whether a check is of the layer and operation that name says.
func anyWithin(name string, checks map[string]KnownResult) bool {
	for id := range checks {
		if selector.Within(name, id) {
			return true
		}
	}
	return false
}
