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
	Kind        // its judgement; the parts that failed are incorrect
	Named       []Named
}

// Symptom is one thing that is incorrect in a response. It is the same for the same mistake in
// other responses. The zero value is an unknown one.
type Symptom struct {
	Part    string // "verdict", "equality", "original", the key of an attribute, or "result of" and a method
	Outcome conformance.Outcome
	Crash   string // the kind of a crash: see crashOf
}

// Violation is a symptom with the requirements that it violates.
type Violation struct {
	Symptom
	Requirements []string
}

// OfVerdict reports whether a symptom is about acceptance.
func (s Symptom) OfVerdict() bool { return s.Part == result.PartVerdict }

// Verdict returns the same symptom of the verdict on a token.
func (s Symptom) Verdict() Symptom { return Symptom{result.PartVerdict, s.Outcome, s.Crash} }

// Lethal reports whether it is an exit or a hang of the process.
func (s Symptom) Lethal() bool { return s.OfVerdict() && (s.Crash == Died || s.Crash == Hung) }

// VerdictSymptom returns the symptom of an incorrect verdict, which is no crash.
func VerdictSymptom(got conformance.Outcome) Symptom {
	return Symptom{Part: result.PartVerdict, Outcome: got}
}

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

// part is an incorrect part of a response, with the texts of the correct value and of the observed one.
type part struct {
	Parts
	name, wanted, got string
}

// label returns the words before the values of a part.
func (p part) label() string {
	if p.Parts == Verdict || p.Parts == Equality {
		return ""
	}
	return strings.TrimPrefix(p.name, result.PartResult) + " "
}

// failed returns the incorrect parts of a deviation, in the order of Parts.
func (c Clauses) failed(d *Deviation) (parts []part) {
	add := func(p Parts, name string, of func(r conformance.Response) string) {
		switch {
		case d.Failed&p == 0:
		case d.Got.Outcome == conformance.Crashed: // this is the whole response
			parts = append(parts, part{p, name, of(d.Wanted), outcomeText(d.Got)})
		default:
			parts = append(parts, part{p, name, of(d.Wanted), of(d.Got)})
		}
	}
	add(Verdict, result.PartVerdict, outcomeText)
	_, methods := d.Request.Calls()
	for i, m := range methods {
		add(resultPart(i), result.PartResult+string(m), func(r conformance.Response) string {
			return strconv.Quote(r.Tokens[i-len(methods)+len(r.Tokens)])
		})
	}
	add(Receiver, result.PartOriginal, func(r conformance.Response) string { return strconv.Quote(r.Original) })
	for i, a := range c.Edition.Attributes {
		add(attributePart(i), a.Key, func(r conformance.Response) string { return r.Attributes[i].Shown() })
	}
	add(Equality, result.PartEquality, outcomeText)
	return parts
}

// Violations returns the symptoms of a deviation, in the order of its parts.
func (c Clauses) Violations(d *Deviation) (all []Violation) {
	if d == nil {
		return nil
	}
	for _, p := range c.failed(d) {
		s := Symptom{p.name, d.Got.Outcome, crashOf(d.Got)}
		ids := c.requirements(d.Kind, p.Parts, d.Named)
		if i := slices.IndexFunc(all, func(v Violation) bool { return v.Symptom == s }); i >= 0 {
			all[i].Requirements = Union(all[i].Requirements, ids)
			continue
		}
		all = append(all, Violation{s, ids})
	}
	return all
}

// Requirements returns the requirements that a deviation violates.
func (c Clauses) Requirements(d *Deviation) []string {
	if d == nil {
		return nil
	}
	return c.requirements(d.Kind, d.Failed, d.Named)
}

// Untested returns the requirements that the untested parts of a response count for.
func (c Clauses) Untested(d Deviation) []string {
	return c.requirements(d.Kind, d.Kind.Untested, d.Named)
}

// Describe returns the texts of a deviation.
func (c Clauses) Describe(d *Deviation) result.Deviation {
	of := result.Deviation{Outcome: d.Got.Outcome}
	var wanted, got []string
	parts := c.failed(d)
	for _, p := range parts {
		of.Part = p.name
		wanted = append(wanted, p.label()+p.wanted)
		text := p.label() + p.got
		if d.Got.Outcome == conformance.Crashed {
			text = p.got
		}
		if !slices.Contains(got, text) { // one response may be wrong twice
			got = append(got, text)
		}
	}
	if len(parts) != 1 {
		of.Part = ""
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
		return result.CrashText + r.Crash
	}
	return r.Outcome.String()
}

// Kinds of crashes. Only the first word counts of the text of another crash, which is untrusted: it is
// usually the name of the exception.
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
	case got.CrashKind == conformance.CrashExited:
		return Died
	case got.CrashKind == conformance.CrashHung:
		return Hung
	case got.Crash == sweptCrash:
		return crashed
	}
	word := got.Crash
	if end := strings.IndexFunc(word, func(r rune) bool {
		return (r < 'A' || 'Z' < r) && (r < 'a' || 'z' < r) && r != '.' && r != '_'
	}); end >= 0 {
		word = word[:end]
	}
	return strings.TrimSpace(crashed + " " + word[:min(len(word), longestWord)])
}
