package suite

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// Lengths of the texts of an example, in bytes.
const (
	longestExampleToken = 60
	longestExampleText  = 200
)

// shorter returns the example of a failure if its token is shorter than that of old, and old
// otherwise. old may be nil.
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

// excerpt returns a text, or a copy of the beginning of a long one.
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

// knownFailures compares the failures of a run with a list. nil is no list.
type knownFailures struct {
	result.KnownFailures
	named        map[string][]int // by identifier, indices of Lines
	requirements map[string]int   // known failed checks, by requirement
	unexercised  map[string]bool  // checks of the list that could not be tested
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

// result returns the result of the list, or nil without a list.
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

// ofRequirement returns the number of known failed checks of a requirement.
func (k *knownFailures) ofRequirement(id string) int {
	if k == nil {
		return 0
	}
	return k.requirements[id]
}

// fails compares a failure with the lines of one name, and reports whether one of them matches.
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

// explain compares a failure with the list, and reports whether it is known, and whether that is
// because lines name all of its requirements only. unknown are the failed requirements that no line
// names.
func (k *knownFailures) explain(edition *notation.Edition, f *Failure, v wrongVerdict) (unknown []string, isKnown, broadly bool) {
	if k == nil {
		return f.Requirements, false, false
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
	return unknown, isKnown, isKnown && !whole
}

// notExercised records a check that could not be tested. Its identifier is only made if there is a
// list.
func (k *knownFailures) notExercised(check func() string) {
	if k == nil || len(k.named) == 0 {
		return
	}
	if id := check(); k.named[id] != nil {
		k.unexercised[id] = true
	}
}

// isKnown reports whether a failure is known, and whether only by its requirements. If it is not, it
// records the missing line, and shortest reports whether the failure is an incorrect verdict on a
// token that contains none of the earlier ones.
func (r *runner) isKnown(f Failure, of shrink.Fault) (isKnown, broadly, shortest bool) {
	v := r.wrongVerdictOf(of)
	unknown, isKnown, broadly := r.known.explain(r.plan.Edition, &f, v)
	if !isKnown {
		shortest = r.lacking.add(r.plan.Edition, &f, v, of, unknown)
	}
	return isKnown, broadly, shortest
}

// settleKnown settles the result of the lines that did not fail, after a complete run.
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
	everything := r.plan.parts(everything(r.plan.Edition))
	checks := map[string]KnownResult{}  // of the lines that name a check
	var verdicts []*result.KnownFailure // the lines about verdicts that were perhaps not tested
	for _, l := range open {
		layer, _, _ := strings.Cut(l.ID, "/")
		switch {
		case layer == result.LayerFuzz && r.plan.Fuzzes():
			// Random requests depend on the time that there was.
		case slices.Contains(verdictWords, l.ID):
			l.Result = KnownNotAsked
			switch {
			case l.Token == nil:
			case !r.description.Takes(string(*l.Token)):
				l.Result = KnownNotExercised
			default:
				verdicts = append(verdicts, l)
			}
		case slices.Contains(result.Layers(), layer):
			checks[l.ID] = KnownNotAsked
		default:
			l.Result = r.knownRequirement(l.ID, everything)
		}
	}
	r.findStrings(verdicts)
	// A check of this run replaces one for an implementation that offers more.
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

// findStrings sets the results of lines about verdicts that did not fail: those for which a string that
// they match was sent.
func (r *runner) findStrings(open []*result.KnownFailure) {
	for req := range r.sentInOrder {
		if len(open) == 0 {
			return
		}
		open = slices.DeleteFunc(open, func(l *result.KnownFailure) bool {
			matches := req.Op != conformance.OpEqual && contains(r.plan.Edition, req.Token, string(*l.Token))
			if matches {
				l.Result = KnownPassed
			}
			return matches
		})
	}
}

// knownRequirement returns the result of a line about a requirement that did not fail.
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

// findChecks finds checks by their identifiers and sets their results. The request is the zero
// value for a check with several requests.
func (r *runner) findChecks(parts []part, checks map[string]KnownResult, result func(part, conformance.Request) KnownResult) {
	for _, p := range parts {
		for _, m := range p.members {
			if _, wanted := checks[m.id]; wanted {
				checks[m.id] = result(p, conformance.Request{})
			}
		}
		within := func(id string) bool { return selector.Within(p.layer+"/"+string(p.op), id) }
		if p.requests == nil || !slices.ContainsFunc(slices.Collect(maps.Keys(checks)), within) {
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

// Limits of the lines that name verdicts and checks. Beyond them, lines name requirements.
const (
	mostVerdicts = 256  // for each word
	mostNamed    = 4096 // checks
)

// The words of lines about incorrect verdicts.
const (
	wordAccepts = "accepts"
	wordRejects = "rejects"
	wordCrashes = "crashes"
)

var verdictWords = []string{wordAccepts, wordRejects, wordCrashes}

// wrongVerdict is a failure of nothing but the verdict on a token. The zero value is another
// failure.
type wrongVerdict struct {
	word, token string
	alone       bool // whether no request came before
}

// wrongVerdictOf returns the incorrect verdict of a failed check.
func (r *runner) wrongVerdictOf(of shrink.Fault) wrongVerdict {
	v := wrongVerdict{token: of.Request.Token, alone: len(of.Before.Requests) < 2}
	for i, s := range of.Symptoms {
		word := ""
		switch {
		case !oracle.IsVerdict(s.Name):
		case s.Name == conformance.Accepted.String():
			word = wordAccepts
		case s.Name == conformance.Rejected.String():
			word = wordRejects
		default:
			word = wordCrashes
		}
		if i > 0 && word != v.word {
			return wrongVerdict{}
		}
		v.word = word
	}
	if before, _ := r.seen.first.of(v.token); len(of.Symptoms) == 0 && before.outcome == conformance.Crashed {
		v.word = wordCrashes // a row of a feature does not tell crashes apart
	}
	return v
}

// contains reports whether a string contains the token of a line: see [result.KnownFailures].
func contains(edition *notation.Edition, whole, part string) bool {
	if part == "" {
		return whole == ""
	}
	exactly, at := edition.Valid(part), 0
	for i := 0; i < len(whole) && at < len(part); i++ {
		a, b := whole[i], part[at]
		if a == b || !exactly && (isLetter(a) && isLetter(b) || a >= utf8.RuneSelf && b >= utf8.RuneSelf) {
			at++
		}
	}
	return at == len(part)
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// lacking collects the lines that a list of known failures lacks.
type lacking struct {
	verdicts map[string]*lackingVerdicts // by word
	checks   []lackingCheck
	broad    map[string]bool            // requirements of failures that are too many for lines of their own
	examples map[string]*result.Example // by requirement, of failures that are not known
}

type lackingVerdicts struct {
	shortest     []lackingCheck // none of their tokens contains another one
	requirements map[string]bool
	tooMany      bool
}

type lackingCheck struct {
	result.Example
	wrongVerdict
	kind         shrink.FaultKind
	requirements []string
}

func newLacking() lacking {
	return lacking{verdicts: map[string]*lackingVerdicts{}, broad: map[string]bool{}, examples: map[string]*result.Example{}}
}

// add adds a failure that is not known, with the requirements that no line names. It reports
// whether the failure is an incorrect verdict on a token that contains none of the earlier ones.
func (l *lacking) add(edition *notation.Edition, f *Failure, v wrongVerdict, fault shrink.Fault, unknown []string) (shortest bool) {
	for _, id := range unknown {
		l.examples[id] = shorter(l.examples[id], f)
	}
	of := l.verdicts[v.word]
	switch {
	case of != nil && (of.tooMany || of.has(edition, v.token)):
		addAll(of.requirements, slices.Values(unknown))
		return false
	case v.word != "" && v.alone && len(v.token) <= selector.LongestHexToken:
	case len(l.checks) < mostNamed:
		l.checks = append(l.checks, lackingCheck{*shorter(nil, f), v, shrink.KindOf(fault), unknown})
		return false
	default:
		addAll(l.broad, slices.Values(unknown))
		return false
	}
	if of == nil {
		of = &lackingVerdicts{requirements: map[string]bool{}}
		l.verdicts[v.word] = of
	}
	addAll(of.requirements, slices.Values(unknown))
	of.shortest = slices.DeleteFunc(of.shortest, func(c lackingCheck) bool { return contains(edition, c.token, v.token) })
	of.shortest = append(of.shortest, lackingCheck{*shorter(nil, f), v, shrink.KindOf(fault), unknown})
	of.tooMany = len(of.shortest) > mostVerdicts
	return true
}

// addAll adds strings to a set.
func addAll(set map[string]bool, all iter.Seq[string]) {
	for s := range all {
		set[s] = true
	}
}

// has reports whether a string contains one of the tokens.
func (of *lackingVerdicts) has(edition *notation.Edition, token string) bool {
	return slices.ContainsFunc(of.shortest, func(c lackingCheck) bool { return contains(edition, token, c.token) })
}

// lacks returns the missing lines, grouped by finding.
func (r *runner) lacks() []result.Lacking {
	l := &r.lacking
	var lines []result.Lacking
	add := func(line knownfailures.Line, e result.Example, kind shrink.FaultKind) {
		lines = append(lines, result.Lacking{Line: line, Finding: r.found.FindingOf(e.Check, kind), Example: e})
	}
	for _, word := range verdictWords {
		of := l.verdicts[word]
		switch {
		case of == nil:
		case of.tooMany:
			addAll(l.broad, maps.Keys(of.requirements))
		default:
			for _, c := range of.shortest {
				add(knownfailures.Line{ID: word, Token: (*printable.Token)(&c.token)}, c.Example, c.kind)
			}
		}
	}
	for _, c := range l.checks {
		of := l.verdicts[c.word]
		named := of != nil && !of.tooMany && of.has(r.plan.Edition, c.token)
		broad := !slices.ContainsFunc(c.requirements, func(id string) bool { return !l.broad[id] })
		if !named && !broad {
			add(knownfailures.Line{ID: c.Check}, c.Example, c.kind)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(l.broad)) {
		if e := l.examples[id]; e != nil {
			add(knownfailures.Line{ID: id}, *e, shrink.FaultKind{})
		}
	}
	slices.SortStableFunc(lines, func(a, b result.Lacking) int {
		return cmp.Or(cmp.Compare(uint(a.Finding), uint(b.Finding)), cmp.Compare(a.Example.Length, b.Example.Length))
	})
	for i := 1; i < len(lines); i++ {
		lines[i].More = lines[i].Finding >= 0 && lines[i].Finding == lines[i-1].Finding
	}
	return lines
}
