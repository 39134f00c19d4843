package suite

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/known"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// Known is the result of the known failures that a run was given.
//
// A line of the list names a requirement or a check, in full, and with a token only
// what was requested of that token (of two, the first). Or it is one of the words accepts,
// rejects and crashes, with a token: then it names each wrong verdict of that kind on a
// string that contains the token, which means that it has its bytes in their order.
// The empty string is contained in itself alone. In a token that is not valid, a letter
// stands for any letter, and a byte that is not ASCII for any such byte.
//
// A failed check is known if a line names the check; or the verdict, and nothing else was
// wrong; or if for each requirement that it counts against a line names that requirement.
// So a line about a requirement never excuses what breaks another one too.
//
// The list has to be exact. A line holds if a check that it names, or a check that
// counts against the requirement that it names, failed. One that was looked for and
// does not hold puts the list out of date. One that the implementation offers no means
// to ask leaves no verdict. Nothing is said of a line where the run was cut short, or
// where no selector of Config.Only is the line's identifier or a leading part of it.
type Known struct {
	Checks   int // failed checks that are known
	Failures []KnownFailure
}

// KnownFailure is a line of the list, and its result. Lines that belong together are one
// known failure where they are counted.
type KnownFailure struct {
	known.Line
	Result  KnownResult
	Checks  int      // failed checks that it names, or that count against what it names
	Example *Example // of these; nil where nothing failed
}

// KnownResult is what came of a known failure.
type KnownResult uint8

// The results. The zero value is KnownOpen.
const (
	KnownOpen         KnownResult = iota // nothing is known: the run was cut short, or it was not selected
	KnownFailed                          // it failed, as the list says
	KnownPassed                          // it was asked, and did not fail
	KnownNotAsked                        // nothing that the run asks has this name
	KnownNotExercised                    // the implementation offers no means to ask it
)

// String returns "not found out", "failed", "did not fail", "not asked" or "not
// exercised".
func (r KnownResult) String() string {
	return [...]string{"not found out", "failed", "did not fail", "not asked", "not exercised"}[r]
}

// Stale reports whether the result puts the list out of date.
func (r KnownResult) Stale() bool { return r == KnownPassed || r == KnownNotAsked }

// count returns how many lines have a result.
func (k *Known) count(result KnownResult) int {
	n := 0
	if k != nil {
		for _, f := range k.Failures {
			if f.Result == result {
				n++
			}
		}
	}
	return n
}

// failing returns how many known failures have a line that failed.
func (k *Known) failing() int {
	n, counted := 0, false
	if k != nil {
		for _, f := range k.Failures {
			counted = counted && f.More
			if f.Result == KnownFailed && !counted {
				n, counted = n+1, true
			}
		}
	}
	return n
}

// broad returns the requirements that lines name as a whole, of those that failed.
func (k *Known) broad() []string {
	var ids []string
	if k != nil {
		for _, f := range k.Failures {
			if _, is := requirement.Lookup(f.ID); is && f.Token == nil && f.Result == KnownFailed {
				ids = append(ids, f.ID)
			}
		}
	}
	return ids
}

// stale returns how many lines put the list out of date.
func (k *Known) stale() int { return k.count(KnownPassed) + k.count(KnownNotAsked) }

// Example is the shortest input that a failure was seen on. It is kept small,
// whatever the input and the answer were.
type Example struct {
	Check  string
	Op     string // as in Failure
	Input  string // tokens as Go string literals in ASCII, a long one cut short with its length
	Wanted string // raw, cut short
	Got    string // raw, cut short
	Length int    // of the token, in bytes
}

// String says what was asked, wanted and got, in one line of printable text.
func (e Example) String() string {
	return conformance.Visible(fmt.Sprintf("%s by %s: wanted %s, got %s", e.Input, e.Op, e.Wanted, e.Got), "")
}

// How much of a token and of an answer an example holds, in bytes.
const (
	longestExampleToken = 60
	longestExampleText  = 200
)

// shorter returns the example of a failure, where that is on a shorter token than old,
// and old otherwise. old may be nil.
func shorter(old *Example, f *Failure) *Example {
	if old != nil && old.Length <= len(f.Token) {
		return old
	}
	e := &Example{
		Check: f.Check, Op: f.Op, Input: exampleToken(f.Token),
		Wanted: excerpt(f.Wanted, longestExampleText), Got: excerpt(f.Got, longestExampleText), Length: len(f.Token),
	}
	if f.Two {
		e.Input += " and " + exampleToken(f.Other)
	}
	return e
}

func exampleToken(token string) string {
	if len(token) <= longestExampleToken {
		return strconv.QuoteToASCII(token)
	}
	return fmt.Sprintf("%s… (%d bytes)", strconv.QuoteToASCII(token[:longestExampleToken]), len(token))
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
	Known
	named        map[string][]int // by identifier, which of Known.Failures
	requirements map[string]int   // failed checks by requirement, without what is not known
	unexercised  map[string]bool  // checks of the list that were asked in vain
}

func newKnownFailures(lines []known.Line) *knownFailures {
	if lines == nil {
		return nil
	}
	k := &knownFailures{named: map[string][]int{}, requirements: map[string]int{}, unexercised: map[string]bool{}}
	for i, l := range lines {
		k.Failures = append(k.Failures, KnownFailure{Line: l})
		k.named[l.ID] = append(k.named[l.ID], i)
	}
	return k
}

// result is what came of the list so far; nil where there is none.
func (k *knownFailures) result() *Known {
	if k == nil {
		return nil
	}
	return &k.Known
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
func (k *knownFailures) fails(name string, f *Failure, names func(known.Line) bool) bool {
	found := false
	for _, i := range k.named[name] {
		l := &k.Failures[i]
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
	sameToken := func(l known.Line) bool { return l.Token == nil || *l.Token == f.Token }
	whole := k.fails(f.Check, f, sameToken)
	whole = v.word != "" && k.fails(v.word, f, func(l known.Line) bool {
		return l.Token != nil && contains(edition, v.token, *l.Token)
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
func (r *runner) isKnown(f Failure, of fault) (isKnown, shortest bool) {
	v := r.wrongVerdictOf(of)
	unknown, isKnown := r.known.explain(r.cfg.Edition, &f, v)
	if !isKnown {
		shortest = r.lacking.add(r.cfg.Edition, &f, v, unknown)
	}
	return isKnown, shortest
}

// settleKnown finds out what is to be said of the lines that did not fail, after a
// run that was not cut short.
func (r *runner) settleKnown(parts []part) error {
	if r.known == nil {
		return nil
	}
	var open []*KnownFailure
	for i := range r.known.Failures {
		if l := &r.known.Failures[i]; l.Result != KnownFailed && r.selection.covers(l.ID) {
			open = append(open, l)
		}
	}
	if len(open) == 0 {
		return nil
	}
	everything, err := partsOf(r.cfg, conformance.Describe(conformance.Reference(r.cfg.Edition), r.cfg.Edition))
	if err != nil {
		return err
	}
	checks := map[string]KnownResult{} // of the lines that name a check
	for _, l := range open {
		layer, _, _ := strings.Cut(l.ID, "/")
		switch {
		case layer == LayerFuzz && r.cfg.Fuzzes():
			// What chance asks depends on the time that it had.
		case slices.Contains(verdictWords(), l.ID):
			l.Result = r.knownVerdict(l.Token)
		case slices.Contains(Layers(), layer):
			checks[l.ID] = KnownNotAsked
		default:
			l.Result = r.knownRequirement(l.ID, everything)
		}
	}
	// What was asked goes before what would be asked of one that offers more.
	r.findChecks(everything, checks, func(part, conformance.Request) KnownResult { return KnownNotExercised })
	r.findChecks(parts, checks, func(p part, req conformance.Request) KnownResult {
		offered := p.way == "" || r.description.Offers(conformance.Op(p.way))
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
	return nil
}

// knownRequirement says what came of a requirement against which nothing failed, or
// nothing on the token that the line names.
func (r *runner) knownRequirement(id string, everything []part) KnownResult {
	if q, found := requirement.Lookup(id); !found || !q.AppliesTo(r.cfg.Edition) {
		return KnownNotAsked
	}
	c := r.totals[id]
	_, untested := r.declines.result()
	switch {
	case untested[id] && (c == nil || c.Failed == 0):
		return KnownNotExercised
	case c != nil && c.Passed+c.Failed > 0:
		return KnownPassed
	case c != nil, slices.ContainsFunc(everything, func(p part) bool { return r.counts(p)[id] > 0 }):
		return KnownNotExercised
	}
	return KnownNotAsked
}

// knownVerdict returns the result of a line about wrong verdicts where there was none.
func (r *runner) knownVerdict(token *string) KnownResult {
	switch {
	case token == nil:
		return KnownNotAsked
	case !r.description.Takes(*token):
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
		if p.questions == nil || !anyWithin(p.layer+"/"+p.way, checks) {
			continue
		}
		for req := range p.questions {
			id := checkID(p.layer, req)
			if _, wanted := checks[id]; wanted {
				checks[id] = result(p, req)
			}
		}
	}
}

// anyWithin reports whether a check is of the layer and way that name says.
func anyWithin(name string, checks map[string]KnownResult) bool {
	for id := range checks {
		if within(name, id) {
			return true
		}
	}
	return false
}
