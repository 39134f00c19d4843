package suite

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/epin"
)

// withLineFeed accepts what `$` in place of `\z` does.
func withLineFeed(s string) bool { return epin.Valid(strings.TrimSuffix(s, "\n")) }

func TestLearn(t *testing.T) {
	const specification = `\A[-+]?[A-Za-z]\^?'?\z`
	for _, test := range []struct {
		name       string
		accepts    func(string) bool
		expression string
		tooMany    []string
		missing    []string
	}{
		{"right", epin.Valid, specification, nil, nil},
		{"line feed", withLineFeed, `\A[-+]?[A-Za-z]\^?'?\n?\z`, []string{"A\n", "B\n", "C\n", "D\n", "E\n"}, nil},
		{"initial", epin.Initial.Valid, `\A[-+]?[A-Za-z]'?\z`, nil, []string{"A^", "B^", "C^", "D^", "E^"}},
		{"one too many", func(s string) bool { return s == "K!" || epin.Valid(s) }, `\A(?:[-+]?[A-Za-z]\^?'?|K!)\z`, []string{"K!"}, nil},
		{"one missing", func(s string) bool { return s != "K" && epin.Valid(s) }, `\A(?:K(?:'|\^'?)|(?:[A-JL-Za-z]|[-+][A-Za-z])\^?'?)\z`, nil, []string{"K"}},
		{"the Kelvin sign", func(s string) bool { return epin.Valid(strings.Replace(s, "\u212A", "K", 1)) },
			`\A[-+]?(?:[A-Za-z]|\xe2\x84\xaa)\^?'?\z`, []string{"\u212A", "+\u212A", "-\u212A", "\u212A'", "\u212A^"}, nil},
		{"everything", func(string) bool { return true }, `\A[\x00-\xff]*\z`, []string{"", "\x00", "\x01", "\x02", "\x03"}, nil},
		{"nothing", func(string) bool { return false }, `[^\x00-\x{10FFFF}]`, nil, []string{"A", "B", "C", "D", "E"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, l, err := Learn(t.Context(), Config{Open: open(verdicts(test.accepts)), Profile: Quick}, func(Event) {})
			if err != nil {
				t.Fatal(err)
			}
			if l.Expression != test.expression || !slices.Equal(l.TooMany, printable.Tokens(test.tooMany)) || !slices.Equal(l.Missing, printable.Tokens(test.missing)) || l.Why != "" {
				t.Errorf("learned %s\ntoo many %q\nmissing %q\n%s", l.Expression, l.TooMany, l.Missing, l.Why)
			}
			if l.Same() != (test.name == "right") || (l.Edition == epin.Initial.String()) != (test.name == "initial") {
				t.Errorf("the same: %t; that of edition %q", l.Same(), l.Edition)
			}
		})
	}
}

func TestWhatHasNoAutomaton(t *testing.T) {
	asked := 0
	for i, test := range []struct {
		name    string
		accepts func(string) bool
		want    string
	}{
		{"another verdict each time", func(s string) bool {
			asked++
			return s == "KK" && asked%2 == 0 || epin.Valid(s)
		}, `its verdict on "KK" changes`},
		{"length kept in a byte", func(s string) bool { return epin.Valid(s[:len(s)%256]) }, "what it accepts is not the language of a small automaton"},
	} {
		if !sampled(i, 2) {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			_, l, err := Learn(t.Context(), Config{Open: open(verdicts(test.accepts)), Profile: Standard}, func(Event) {})
			if err != nil || l.Machine != nil || string(l.Why) != test.want || l.Same() {
				t.Errorf("learned %v, error %v", l.Why, err)
			}
		})
	}
}

// An adapter that takes text is asked nothing else, and what is learned is about text.
func TestLearnAsksTextOfThoseThatTakeText(t *testing.T) {
	impl := limited{verdicts(func(s string) bool {
		for _, r := range s {
			if r == '\uFFFD' {
				t.Errorf("asked %q", s)
			}
		}
		return withLineFeed(s)
	}), conformance.Description{Name: "text", Ops: []conformance.Op{conformance.OpValid}}}
	_, l, err := Learn(t.Context(), Config{Open: open(impl), Profile: Quick}, func(Event) {})
	if err != nil || l.Way != "valid" || l.Expression != `\A[-+]?[A-Za-z]\^?'?\n?\z` {
		t.Errorf("%+v, error %v", l, err)
	}
}

// A run that finds wrong verdicts says what is accepted, in a process of its own.
func TestRunLearnsWhatIsAccepted(t *testing.T) {
	opened := 0
	cfg := Config{Profile: Quick, Open: opening(func(epin.Edition) conformance.Implementation {
		opened++
		return verdicts(withLineFeed)
	})}
	result, _ := runOf(t, cfg)
	if l := result.Learned; l == nil || l.Expression != `\A[-+]?[A-Za-z]\^?'?\n?\z` || opened < 2 {
		t.Errorf("%+v after %d openings", l, opened)
	}
	cfg.Only = []string{"exhaustive"}
	if result, _ := runOf(t, cfg); result.Learned != nil {
		t.Error("learned from a selection")
	}
	cfg.Only, cfg.Open = nil, openReference
	if result, _ := runOf(t, cfg); result.Learned != nil {
		t.Error("learned where nothing is wrong")
	}
}

// What is wrong in one way alone is learned in that way.
func TestRunLearnsInTheWayThatIsWrong(t *testing.T) {
	impl := answering(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
		if req.Op == conformance.OpParse {
			req.Token = strings.TrimSuffix(req.Token, "\n")
		}
		return conformance.Reference(epin.Current).Do(ctx, req)
	})
	result, _ := runOf(t, Config{Profile: Quick, Open: open(impl)})
	if l := result.Learned; l == nil || l.Way != "parse" || l.Expression != `\A[-+]?[A-Za-z]\^?'?\n?\z` {
		t.Errorf("%+v", result.Learned)
	}
}

// Too many wrong verdicts to keep are no obstacle.
func TestWrongVerdictsAreBounded(t *testing.T) {
	var w keptWords
	for word := range automaton.Current().Neighbours().Words() {
		w.add(word)
	}
	w.add(strings.Repeat("K", longestWrong+1))
	if len(w.words) != mostWrong || !w.more {
		t.Errorf("%d kept, more: %t", len(w.words), w.more)
	}
}

// What crashes is not accepted, whether it is a token or not.
func TestWhatCrashesIsNotAccepted(t *testing.T) {
	for _, test := range []struct {
		on      string
		missing []string
		same    bool
	}{{"a", []string{"a"}, false}, {"Q^'", []string{"Q^'"}, false}, {"K\xff", nil, true}} {
		cfg := Config{Profile: Quick, Open: open(replaced(crash, func(req conformance.Request) bool {
			return req.Token == test.on && req.Op != conformance.OpEqual
		}))}
		_, l, err := Learn(t.Context(), cfg, func(Event) {})
		if err != nil || l.Same() != test.same || !slices.Equal(l.Missing, printable.Tokens(test.missing)) || !slices.Equal(l.Crashed, []printable.Token{printable.Token(test.on)}) || l.Why != "" {
			t.Errorf("%q: missing %q, crashed on %q, the same %t, %s, error %v", test.on, l.Missing, l.Crashed, l.Same(), l.Why, err)
		}
		result, _ := runOf(t, cfg)
		if (result.Learned == nil) != test.same || !test.same && !slices.Equal(result.Learned.Missing, printable.Tokens(test.missing)) {
			t.Errorf("%q: the run learned %+v", test.on, result.Learned)
		}
	}
}

var digits = regexp.MustCompile(`[0-9,]*[0-9]`)

// What was declined has no verdict, and is told from an answer that changes.
func TestLearnFromDeclined(t *testing.T) {
	for _, test := range []struct {
		name     string
		declines func(string) bool
		op       conformance.Op
		want     string
	}{
		{"everything", func(string) bool { return true }, conformance.OpSweep, `It declined N requests that it offers, the first of them sweep `},
		{"everything", func(string) bool { return true }, conformance.OpParse, `It declined N requests that it offers, the first of them parse "".`},
		{"a token", func(s string) bool { return s == "K" }, conformance.OpValid, `It declined N requests that it offers, the first of them valid "K".`},
		{"an invalid string", func(s string) bool { return s == "+" }, conformance.OpParse, `It declined N requests that it offers, the first of them parse "+".`},
	} {
		impl := limited{answering(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
			if test.declines(req.Token) || slices.ContainsFunc(req.Tokens, test.declines) {
				return conformance.Response{}, nil
			}
			return conformance.Reference(epin.Current).Do(ctx, req)
		}), conformance.Description{Name: "declining", Ops: []conformance.Op{test.op}, Bytes: true}}
		_, l, err := Learn(t.Context(), Config{Open: open(impl), Profile: Quick}, func(Event) {})
		if err != nil || l.Machine != nil || l.Unstable || !strings.HasPrefix(digits.ReplaceAllString(l.Why.String(), "N"), test.want) {
			t.Errorf("%s by %s: learned %q, unstable %t, error %v", test.name, test.op, l.Why, l.Unstable, err)
		}
	}
}

// What kills an implementation, and so was not asked again, contradicts no hypothesis that
// refuses it.
func TestWhatKillsContradictsNoHypothesis(t *testing.T) {
	for _, kills := range []bool{false, true} {
		r := newRunner(planOf(t, Config{Profile: Quick}), func(Event) {})
		r.description.Bytes = true
		sweep := conformance.Request{Op: conformance.OpSweep, Tokens: []string{"Q"}}
		if kills {
			r.restarts.AddFatal(sweep)
		}
		asked := part{op: conformance.OpSweep, requests: func(yield func(conformance.Request) bool) {
			yield(conformance.Request{Op: conformance.OpSweep, Token: "Q"})
		}}
		nothing := automaton.Without(automaton.Current(), automaton.Current())
		if word, found := r.counterexampleAmong(nothing, sweep.Op, []part{asked}, &keptWords{}); found == kills || word != map[bool]string{false: "Q"}[kills] {
			t.Errorf("it kills: %t; %q, %t", kills, word, found)
		}
	}
}
