package suite

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/epin"
)

// Limits of the lines that name verdicts and checks. Beyond them, lines name requirements.
const (
	mostVerdicts = 256 // for each word
	mostNamed    = 64  // checks
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
func contains(edition epin.Edition, whole, part string) bool {
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
	requirements []string
}

func newLacking() lacking {
	return lacking{verdicts: map[string]*lackingVerdicts{}, broad: map[string]bool{}, examples: map[string]*result.Example{}}
}

// add adds a failure that is not known, with the requirements that no line names. It reports
// whether the failure is an incorrect verdict on a token that contains none of the earlier ones.
func (l *lacking) add(edition epin.Edition, f *Failure, v wrongVerdict, unknown []string) (shortest bool) {
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
		l.checks = append(l.checks, lackingCheck{*shorter(nil, f), v, unknown})
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
	of.shortest = append(of.shortest, lackingCheck{*shorter(nil, f), v, unknown})
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
func (of *lackingVerdicts) has(edition epin.Edition, token string) bool {
	return slices.ContainsFunc(of.shortest, func(c lackingCheck) bool { return contains(edition, token, c.token) })
}

// lacks returns the missing lines, grouped by finding.
func (r *runner) lacks() []result.Lacking {
	l := &r.lacking
	var lines []result.Lacking
	add := func(line knownfailures.Line, e result.Example) {
		finding, found := r.found.Of[e.Check]
		if !found {
			finding = -1
		}
		lines = append(lines, result.Lacking{Line: line, Finding: finding, Example: e})
	}
	for _, word := range verdictWords {
		of := l.verdicts[word]
		switch {
		case of == nil:
		case of.tooMany:
			addAll(l.broad, maps.Keys(of.requirements))
		default:
			for _, c := range of.shortest {
				add(knownfailures.Line{ID: word, Token: (*printable.Token)(&c.token)}, c.Example)
			}
		}
	}
	for _, c := range l.checks {
		of := l.verdicts[c.word]
		named := of != nil && !of.tooMany && of.has(r.plan.Edition, c.token)
		broad := !slices.ContainsFunc(c.requirements, func(id string) bool { return !l.broad[id] })
		if !named && !broad {
			add(knownfailures.Line{ID: c.Check}, c.Example)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(l.broad)) {
		if e := l.examples[id]; e != nil {
			add(knownfailures.Line{ID: id}, *e)
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
