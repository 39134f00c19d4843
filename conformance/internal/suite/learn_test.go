package suite

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/internal/tests"
)

func withLineFeed(s string) bool { return epin.Valid(strings.TrimSuffix(s, "\n")) }

func crashing(on string) answering {
	return replaced(crash, func(req conformance.Request) bool { return req.Token == on && req.Op != conformance.OpEqual })
}

// strict is limited, and fails the test where it gets a request that it does not answer.
type strict struct {
	limited
	t *testing.T
}

func (s strict) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if !s.Answers(req) {
		s.t.Errorf("requested is %v", req)
	}
	return s.limited.Do(ctx, req)
}

const dollarExpression = `\A[-+]?[A-Za-z]\^?'?\n?\z`

func TestLearn(t *testing.T) {
	const specification = `\A[-+]?[A-Za-z]\^?'?\z`
	afterLetters := []string{"A\n", "B\n", "C\n", "D\n", "E\n"}
	for _, test := range []struct {
		name       string
		impl       conformance.Implementation
		expression string
		tooMany    []string
		missing    []string
		crashed    []string // what crashes is not accepted, whether it is a token or not
	}{
		{"correct", verdicts(epin.Valid), specification, nil, nil, nil},
		{
			"line feed, by valid of text", strict{offeringText(verdicts(withLineFeed), conformance.OpValid), t},
			dollarExpression, afterLetters, nil, nil,
		},
		{"initial", verdicts(notation.EPINInitial.Valid), `\A[-+]?[A-Za-z]'?\z`, nil, []string{"A^", "B^", "C^", "D^", "E^"}, nil},
		{
			"one too many", verdicts(func(s string) bool { return s == "K!" || epin.Valid(s) }),
			`\A(?:[-+]?[A-Za-z]\^?'?|K!)\z`, []string{"K!"}, nil, nil,
		},
		{
			"one missing", verdicts(func(s string) bool { return s != "K" && epin.Valid(s) }),
			`\A(?:K(?:'|\^'?)|(?:[A-JL-Za-z]|[-+][A-Za-z])\^?'?)\z`, nil, []string{"K"}, nil,
		},
		{
			"the Kelvin sign", verdicts(func(s string) bool { return epin.Valid(strings.Replace(s, "\u212A", "K", 1)) }),
			`\A[-+]?(?:[A-Za-z]|\xe2\x84\xaa)\^?'?\z`, []string{"\u212A", "+\u212A", "-\u212A", "\u212A'", "\u212A^"}, nil, nil,
		},
		{
			"no anchor at the end", verdicts(func(s string) bool { return s != "" && epin.Valid(s[:1]) }),
			`\A[A-Za-z][\x00-\xff]*\z`, []string{"A\x00", "A\x01", "A\x02", "A\x03", "A\x04"}, []string{"+A", "+B", "+C", "+D", "+E"}, nil,
		},
		{"nothing", verdicts(func(string) bool { return false }), `[^\x00-\x{10FFFF}]`, nil, []string{"A", "B", "C", "D", "E"}, nil},
		{"crash on a token", crashing("Q^'"), `\A(?:Q['\^]?|(?:[A-PR-Za-z]|[-+][A-Za-z])\^?'?)\z`, nil, []string{"Q^'"}, []string{"Q^'"}},
		{"crash on an invalid string", crashing("K\xff"), specification, nil, nil, []string{"K\xff"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			offered, l, err := Learn(t.Context(), Config{Open: open(test.impl), Profile: Quick})
			if err != nil || l.Expression != test.expression || l.Why != "" || l.Op != string(supervise.Fastest(offered)) {
				t.Errorf("learned %s by %s; %s, error %v", l.Expression, l.Op, l.Why, err)
			}
			listed := func(got []printable.Token, want []string) bool { return slices.Equal(got, printable.Tokens(want)) }
			if !listed(l.TooMany, test.tooMany) || !listed(l.Missing, test.missing) || !listed(l.Crashed, test.crashed) {
				t.Errorf("too many %q, missing %q, crashed on %q", l.TooMany, l.Missing, l.Crashed)
			}
			if l.Same() != (test.expression == specification) || (l.Edition == notation.EPINInitial.String()) != (test.name == "initial") {
				t.Errorf("the same: %t; that of edition %q", l.Same(), l.Edition)
			}
		})
	}
}

var digits = regexp.MustCompile(`[0-9,]*[0-9]`)

// TestNothingIsLearned: a declined request has no verdict, and is not a response that changes.
func TestNothingIsLearned(t *testing.T) {
	longTest(t)
	all := func(string) bool { return true }
	is := func(token string) func(string) bool { return func(s string) bool { return s == token } }
	declining := func(op conformance.Op, declines func(string) bool) conformance.Implementation {
		return offering(replaced(conformance.Response{}, func(req conformance.Request) bool { return declines(req.Token) }), op)
	}
	asked := 0
	changing := func(s string) bool {
		if s == "KK" {
			asked++
		}
		return s == "KK" && asked%2 == 0 || epin.Valid(s)
	}
	lengthInAByte := func(s string) bool { return epin.Valid(s[:len(s)%256]) }
	before := ""
	afterAnother := func(s string) bool {
		behind := before == "-z'"
		before = s
		return epin.Valid(s) && !(s == "A" && behind)
	}
	const declined = "It declined N offered requests, such as "
	first := must(corpus.Vectors("1.0.0"))[0].Token
	for _, test := range []struct {
		impl    conformance.Implementation
		profile Profile
		why     string // it begins so, with N for a number
	}{
		{verdicts(changing), Quick, "the same input had different responses"},
		{verdicts(lengthInAByte), Standard, "it would take too many requests"},
		{verdicts(func(s string) bool { return epin.Valid(s) || len(s) > longestWrong }), Quick, "some incorrect verdicts on long strings "},
		{verdicts(afterAnother), Standard, "the same input had different responses"},
		{declining(conformance.OpSweep, all), Quick, declined + `sweep `},
		{declining(conformance.OpParse, all), Quick, declined + fmt.Sprintf("parse %+q.", first)},
		{declining(conformance.OpValid, is("K")), Quick, declined + `valid "K".`},
		{declining(conformance.OpParse, is("+")), Quick, declined + `parse "+".`},
	} {
		if strings.HasPrefix(test.why, "it would") && !tests.Whole() {
			continue
		}
		_, l, err := Learn(t.Context(), Config{Open: open(test.impl), Profile: test.profile})
		if err != nil || l.Machine != nil || l.Same() || !strings.HasPrefix(digits.ReplaceAllString(l.Why.String(), "N"), digits.ReplaceAllString(test.why, "N")) ||
			l.Unstable != strings.HasSuffix(test.why, "different responses") {
			t.Errorf("learned %q, unstable %t, error %v; want %s", l.Why, l.Unstable, err, test.why)
		}
	}
}

// TestRunLearns: a run that finds wrong verdicts learns what is accepted, by an operation
// that is wrong and in a process of its own.
func TestRunLearns(t *testing.T) {
	byParse := replaced(accept, func(req conformance.Request) bool { return req.Op == conformance.OpParse && withLineFeed(req.Token) })
	isToken := func(token string) bool { return token == "Q^'" }
	for _, test := range []struct {
		name    string
		impl    conformance.Implementation
		ends    endsFunc // nil if no process exits
		only    []string
		learned string // the operation, the expression or what is missing
	}{
		{"line feed", verdicts(withLineFeed), nil, nil, "sweep " + dollarExpression},
		{"line feed in a selection", verdicts(withLineFeed), nil, []string{"exhaustive"}, ""},
		{"line feed by parse", offering(byParse, validity...), nil, nil, "parse " + dollarExpression},
		{"crash on a token", offering(crashing("Q^'"), validity...), nil, nil, `sweep ["Q^'"]`},
		{"exit on a token", verdicts(epin.Valid), endsOn(conformance.Died, isToken), nil, `sweep ["Q^'"]`},
		{"crash on an invalid string", offering(crashing("K\xff"), validity...), nil, nil, ""},
	} {
		opened := 0
		report := run(t, Config{Profile: Quick, Only: test.only, Open: opening(func(*notation.Edition) conformance.Implementation {
			opened++
			return &process{Implementation: test.impl, ends: test.ends}
		})})
		got := ""
		if l := report.Learned; l != nil && len(l.Missing) > 0 {
			got = fmt.Sprintf("%s %s", l.Op, l.Missing)
		} else if l != nil {
			got = l.Op + " " + l.Expression
		}
		if got != test.learned || got != "" && opened < 2 {
			t.Errorf("%s: learned %s after %d openings, want %s", test.name, got, opened, test.learned)
		}
	}
}

// Too many wrong verdicts to keep are no obstacle.
func TestWrongVerdictsAreBounded(t *testing.T) {
	w := newKeptWords()
	for word := range automaton.Of(notation.EPIN).Neighbours().Words() {
		w.add(word)
	}
	for i := range 2 * (mostLong + 1) { // each twice
		w.add(strings.Repeat("K", longestWrong+1+i/2))
	}
	if len(w.words) != mostWrong || len(w.long) != mostLong || !w.more {
		t.Errorf("%d and %d kept, more: %t", len(w.words), len(w.long), w.more)
	}
}

// TestOtherEdition: a library that has the other edition is named as such. A crash on what both
// editions reject hides that, or no edition; and no known mistake is named besides.
func TestOtherEdition(t *testing.T) {
	diagnosed(t)
	explained := func(g result.Group) bool { return len(g.Causes) > 0 }
	for i, test := range []struct {
		asked, has *notation.Edition
		op         conformance.Op
		crashes    string
		says       string
	}{
		{notation.EPIN, notation.EPINInitial, conformance.OpParse, "", "every verdict is that of edition 1.0.0-initial: the library rejects ^"},
		{notation.EPINInitial, notation.EPIN, conformance.OpSweep, "", "every verdict is that of edition 1.0.0: the library accepts ^"},
		{notation.EPIN, notation.EPINInitial, conformance.OpParse, "\n\u00e9", `every verdict, but for crashes on "\n" and other strings, is that of edition 1.0.0-initial: the library rejects ^`},
		{notation.EPIN, notation.EPINInitial, conformance.OpParse, "K", ""},
		{notation.EPIN, notation.EPINInitial, conformance.OpParse, "^", ""}, // it may be one of 1.0.0 that crashes
		{notation.EPIN, notation.EPIN, conformance.OpParse, "\n", ""},
		{notation.PINInitial, notation.PIN, conformance.OpSweep, "", "every verdict is that of edition pin/1.0.0: the library accepts ^"},
		{notation.EPIN, notation.PIN, conformance.OpParse, "", "every verdict is that of edition pin/1.0.0: the library rejects '"},
		{notation.PIN, notation.EPINInitial, conformance.OpSweep, "", "every verdict is that of edition epin/1.0.0-initial: the library accepts ' and rejects ^"},
		{notation.QPI, notation.QPIAlignedTerminal, conformance.OpSweep, "", "every verdict is that of edition qpi/1.0.0-aligned-terminal: the library rejects tokens such as A:a"},
		{notation.QPIAligned, notation.QPI, conformance.OpSweep, "", "every verdict is that of edition qpi/1.0.0: the library accepts ^ and tokens such as A:a"},
		{notation.EPIN, notation.QPI, conformance.OpParse, "", "every verdict is that of edition qpi/1.0.0: the library accepts : and rejects ' and tokens such as A"},
		{notation.SIN, notation.PINInitial, conformance.OpParse, "", "every verdict is that of edition pin/1.0.0-initial: the library accepts + and -"},
	} {
		impl := offering(alteredOf(conformance.Reference(test.has), func(req conformance.Request, resp conformance.Response) conformance.Response {
			if strings.ContainsAny(req.Token, test.crashes) {
				return crash
			}
			return resp
		}), test.op)
		if test.asked.Notation != notation.EPIN.Notation || test.has.Notation != notation.EPIN.Notation {
			within(t, &diagnosisAtLeast, 0) // these differ in more than one way
		}
		report := run(t, Config{Open: open(impl), Edition: test.asked, Profile: Quick, Seed: 1})
		if report.OtherEdition != test.says || test.says != "" && slices.ContainsFunc(report.Groups, explained) || report.Verdict != result.NotConformant {
			t.Errorf("%d, %+v: %s, %q, groups %+v", i, test, report.Verdict, report.OtherEdition, report.Groups)
		}
		if test.has == notation.QPI && test.asked == notation.EPIN && report.Learned != nil { // it would not be that of QPI
			t.Errorf("%d: %+v", i, report.Learned)
		}
	}
	rejectsOne := replaced(reject, func(req conformance.Request) bool { return req.Token == "A^" })
	one := run(t, Config{Open: open(rejectsOne), Only: []string{"single/parse/415e"}})
	if one.Verdict != result.NotConformant || one.OtherEdition != "" {
		t.Errorf("one request: %s, %s", one.Verdict, one.OtherEdition)
	}
}

// TestDetect: the edition is told from the verdicts, by whatever operation is offered.
func TestDetect(t *testing.T) {
	refusing := func(_ context.Context, e *notation.Edition) (conformance.Implementation, error) {
		if e == notation.EPIN {
			return nil, fmt.Errorf("not that one: %w", conformance.ErrUnsupportedEdition)
		}
		return conformance.Reference(e), nil
	}
	caretOnKings := replaced(reject, func(req conformance.Request) bool {
		return strings.Contains(req.Token, "^") && !strings.ContainsAny(req.Token, "Kk")
	})
	refusingQPI := func(_ context.Context, e *notation.Edition) (conformance.Implementation, error) {
		if e == notation.QPI {
			return nil, conformance.ErrUnsupportedEdition
		}
		return conformance.Reference(notation.QPIAligned), nil
	}
	type detected struct {
		name string
		open conformance.Factory
		want *notation.Edition
		says string
	}
	tests := []detected{
		{"one that refuses 1.0.0", refusing, notation.EPINInitial, ""},
		{"one that refuses both", func(context.Context, *notation.Edition) (conformance.Implementation, error) {
			return nil, conformance.ErrUnsupportedEdition
		}, nil, "supports no edition of EPIN: name one of another notation (pin/1.0.0, "},
		{"one that does not answer", open(dying(conformance.Reference(notation.EPIN), 3)), nil, errDied.Error()},
		{"neither", open(caretOnKings), nil, "the edition cannot be detected"},
		{"an earlier one of three", refusingQPI, notation.QPIAligned, ""},
		{"a parser that crashes", open(replaced(crash, func(req conformance.Request) bool { return req.Op == conformance.OpParse })), notation.EPIN, ""},
		{"nothing but crashes", open(replaced(crash, func(conformance.Request) bool { return true })), nil, "0 are accepted, 0 rejected, and 6 neither: name an edition, of EPIN"},
	}
	for _, e := range notation.All() {
		for _, op := range validity {
			tests = append(tests, detected{e.String() + " by " + string(op), open(offering(conformance.Reference(e), op)), e, ""})
		}
	}
	for _, test := range tests {
		first := notation.EPIN
		if test.want != nil {
			first = must(notation.Named(strings.ToLower(test.want.Notation) + "/" + first.Number))
		}
		got, err := Detect(t.Context(), first, test.open)
		if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) || err == nil && got != test.want {
			t.Errorf("%s: edition %s, error %v, want %q", test.name, got, err, test.says)
		}
	}
}
