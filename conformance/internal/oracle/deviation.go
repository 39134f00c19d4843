package oracle

import (
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// Deviation is an incorrect response. The zero value is none.
type Deviation struct {
	Request     conformance.Request // a sweep has its one token in Token
	Wanted, Got conformance.Response
	Kind        // its judgement; the aspects that failed are incorrect
	Named       []Named
}

// Symptom is one thing that is incorrect in a response. It is the same for the same mistake in
// other responses. The zero value is an unknown one.
type Symptom struct {
	Aspect  string // "verdict", "equality", "original", the key of an attribute, or "result of" and a method
	Outcome conformance.Outcome
	Crash   string // the kind of a crash: see crashOf
}

// Violation is a symptom with the requirements that it violates.
type Violation struct {
	Symptom
	Requirements []string
}

// OfVerdict reports whether a symptom is about acceptance.
func (s Symptom) OfVerdict() bool { return s.Aspect == result.AspectVerdict }

// Verdict returns the same symptom of the verdict on a token.
func (s Symptom) Verdict() Symptom { return Symptom{result.AspectVerdict, s.Outcome, s.Crash} }

// Lethal reports whether it is an exit or a hang of the process.
func (s Symptom) Lethal() bool { return s.OfVerdict() && (s.Crash == Died || s.Crash == Hung) }

// Wrong returns the deviation of a response, or nil for a correct response and a declined request.
func (c *Oracle) Wrong(req conformance.Request, got conformance.Response) *Deviation {
	if got.Outcome == conformance.Unsupported {
		return nil
	}
	d := &Deviation{Request: req, Got: got}
	c.Expect(d)
	if c.Judge(d); d.Failed == 0 {
		return nil
	}
	d.Named = c.AboutString(d)
	return d
}

// aspect is an incorrect aspect of a response, with the texts of the correct value and of the observed one.
type aspect struct {
	Aspects
	name, wanted, got string
}

// failed returns the incorrect aspects of a deviation, in the order of Aspects.
func (c *Oracle) failed(d *Deviation) (aspects []aspect) {
	add := func(p Aspects, name, label string, of func(r conformance.Response) string) {
		if d.Failed&p == 0 {
			return
		}
		got := outcomeText(d.Got) // a crash is the whole response
		if d.Got.Outcome != conformance.Crashed {
			got = label + of(d.Got)
		}
		aspects = append(aspects, aspect{p, name, label + of(d.Wanted), got})
	}
	add(Verdict, result.AspectVerdict, "", outcomeText)
	_, methods := d.Request.Calls()
	for i, m := range methods {
		add(resultAspect(i), result.AspectResult+string(m), string(m)+" ", func(r conformance.Response) string {
			return strconv.Quote(r.Tokens[i-len(methods)+len(r.Tokens)])
		})
	}
	add(Receiver, result.AspectOriginal, result.AspectOriginal+" ", func(r conformance.Response) string {
		return strconv.Quote(r.Original)
	})
	for i, a := range c.Edition.Attributes {
		add(attributeAspect(i), a.Key, a.Key+" ", func(r conformance.Response) string { return r.Attributes[i].Shown() })
	}
	add(Equality, result.AspectEquality, "", outcomeText)
	return aspects
}

// Violations returns the symptoms of a deviation, in the order of its aspects.
func (c *Oracle) Violations(d *Deviation) (all []Violation) {
	if d == nil {
		return nil
	}
	for _, p := range c.failed(d) {
		s := Symptom{p.name, d.Got.Outcome, crashOf(d.Got)}
		ids := c.requirements(d.Kind, p.Aspects, d.Named)
		if i := slices.IndexFunc(all, func(v Violation) bool { return v.Symptom == s }); i >= 0 {
			all[i].Requirements = Union(all[i].Requirements, ids)
			continue
		}
		all = append(all, Violation{s, ids})
	}
	return all
}

// Requirements returns the requirements that a deviation violates.
func (c *Oracle) Requirements(d *Deviation) []string {
	if d == nil {
		return nil
	}
	return c.requirements(d.Kind, d.Failed, d.Named)
}

// Untested returns the requirements that the untested aspects of a response count for.
func (c *Oracle) Untested(d Deviation) []string {
	return c.requirements(d.Kind, d.Kind.Untested, d.Named)
}

// Describe returns the texts of a deviation.
func (c *Oracle) Describe(d *Deviation) result.Deviation {
	of := result.Deviation{Outcome: d.Got.Outcome, CrashKind: crashOf(d.Got)}
	if of.Outcome == conformance.Crashed {
		of.Crash = printable.Text(d.Got.Crash).Cut()
	}
	var wanted, got []string
	aspects := c.failed(d)
	for _, p := range aspects {
		wanted = append(wanted, p.wanted)
		if !slices.Contains(got, p.got) { // one response may be wrong twice
			got = append(got, p.got)
		}
	}
	if len(aspects) == 1 {
		of.Aspect = aspects[0].name
	}
	of.Wanted, of.Got = printable.Text(strings.Join(wanted, ", ")), printable.Text(strings.Join(got, ", "))
	return of
}

// Change describes how a response differs from an earlier one to the same request.
func (c *Oracle) Change(req conformance.Request, was, is conformance.Response) result.Deviation {
	d := Deviation{Request: req, Wanted: was, Got: is}
	switch {
	case was.Outcome != is.Outcome:
		d.add(Verdict, &is, false)
	case was.Outcome == conformance.Accepted:
		c.attributes(&d, true)
	}
	if d.Failed == 0 {
		return result.Deviation{Wanted: printable.Text(was.Outcome.String()), Got: "a response with other keys"}
	}
	return c.Describe(&d)
}

// outcomeText returns the outcome of a response as text, a crash with its description.
func outcomeText(r conformance.Response) string {
	if r.Outcome == conformance.Crashed {
		return r.Outcome.String() + ": " + r.Crash
	}
	return r.Outcome.String()
}

// Kinds of crashes. Died and Hung are the texts of a [conformance.FailureKind]. Only the first word counts
// of the text of another crash, which is untrusted: it is usually the name of the exception.
const (
	Died    = "died"
	Hung    = "hung"
	crashed = "crashed"

	longestWord = 40
)

// crashOf returns the kind of a crash, or "" for another response.
func crashOf(got conformance.Response) string {
	switch {
	case got.Outcome != conformance.Crashed:
		return ""
	case got.CrashKind != 0:
		return got.CrashKind.String()
	case got.Crash == sweptCrash:
		return crashed
	}
	rest := strings.TrimLeftFunc(got.Crash, func(r rune) bool { return isLetter(r) || r == '.' || r == '_' })
	word := strings.TrimSuffix(got.Crash, rest)
	return strings.TrimSpace(crashed + " " + word[:min(len(word), longestWord)])
}
