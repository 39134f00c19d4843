package law_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/epin"
)

// TestUnsupportedOperationsAreNotSent checks which operations each law needs (with all
// transformations).
func TestUnsupportedOperationsAreNotSent(t *testing.T) {
	needs := map[string]func(ops []conformance.Op) bool{
		"equal-is-string-equality": func(ops []conformance.Op) bool { return slices.Contains(ops, conformance.OpEqual) },
		// One operation is enough, because its request is repeated.
		"one-verdict": func(ops []conformance.Op) bool {
			return slices.ContainsFunc(ops, func(op conformance.Op) bool { return op != conformance.OpEqual })
		},
	}
	for _, name := range []string{"round-trip", "canonical-form", "native-or-derived", "pin-superset"} {
		needs[name] = func(ops []conformance.Op) bool { return slices.Contains(ops, conformance.OpParse) }
	}
	for _, name := range []string{"idempotent-native", "idempotent-derive", "native-undoes-derive", "derive-undoes-native", "copy"} {
		needs[name] = func(ops []conformance.Op) bool { return slices.Contains(ops, conformance.OpApply) }
	}
	for subset := range 1 << len(conformance.Ops()) {
		var ops []conformance.Op
		for i, op := range conformance.Ops() {
			if subset&(1<<i) != 0 {
				ops = append(ops, op)
			}
		}
		for _, name := range names {
			var sent []conformance.Request
			impl := sparing{epin.Current, conformance.Description{Ops: ops, Methods: conformance.MethodsOf(epin.Current)}, &sent}
			r := check(t, impl, epin.Current, name, "K")
			want := law.NotExercised
			if needs[name](ops) {
				want = law.Holds
			}
			if r.Outcome != want || len(sent) != len(r.Exchanges) {
				t.Errorf("%s of %v: %v after %d requests, want %v", name, ops, r.Outcome, len(sent), want)
			}
		}
	}
}

func TestUnsupportedMethodsAreNotSent(t *testing.T) {
	for _, c := range []struct {
		methods   []conformance.Method
		exercised string
	}{
		{nil, ""},
		{[]conformance.Method{conformance.Native}, "idempotent-native copy"},
		{[]conformance.Method{conformance.Derive}, "idempotent-derive copy"},
		{[]conformance.Method{conformance.Flip, "rotate"}, "copy"},
		{[]conformance.Method{conformance.Native, conformance.Derive}, "idempotent-native idempotent-derive native-undoes-derive derive-undoes-native copy"},
	} {
		var exercised []string
		for _, name := range []string{"idempotent-native", "idempotent-derive", "native-undoes-derive", "derive-undoes-native", "copy"} {
			var sent []conformance.Request
			impl := sparing{epin.Current, conformance.Description{Ops: conformance.Ops(), Methods: c.methods}, &sent}
			if check(t, impl, epin.Current, name, "K").Outcome == law.Holds {
				exercised = append(exercised, name)
			} else if name != "copy" && len(sent) > 0 {
				t.Errorf("%s with %v sent unnecessary requests: %v", name, c.methods, sent)
			}
		}
		if got := strings.Join(exercised, " "); got != c.exercised {
			t.Errorf("with %v tested %q, want %q", c.methods, got, c.exercised)
		}
	}
}

// TestCopyPassesOverUnsupported checks that the law about all transformations ignores those
// that the library does not support.
func TestCopyPassesOverUnsupported(t *testing.T) {
	impl := bent{epin.Current, func(req conformance.Request, resp conformance.Response) conformance.Response {
		if len(req.Methods) == 1 && req.Methods[0] == conformance.Native {
			return conformance.Response{}
		}
		return resp
	}}
	if r := check(t, impl, epin.Current, "copy", "K"); r.Outcome != law.Holds || len(r.Exchanges) != 9 {
		t.Errorf("%v after %d exchanges, want holds after 9", r.Outcome, len(r.Exchanges))
	}
}

// TestMarkIsNotSentInInitialEdition checks that the initial edition has no terminal marker,
// whatever an implementation offers.
func TestMarkIsNotSentInInitialEdition(t *testing.T) {
	var sent []conformance.Request
	impl := sparing{epin.Initial, conformance.Description{Ops: conformance.Ops(), Methods: conformance.MethodsOf(epin.Current)}, &sent}
	if r := check(t, impl, epin.Initial, "copy", "K"); r.Outcome != law.Holds {
		t.Errorf("copy: %v, want holds", r.Outcome)
	}
	for _, req := range sent {
		if slices.Contains(req.Methods, conformance.Mark) || slices.Contains(req.Methods, conformance.Unmark) {
			t.Errorf("sent a request for %v", req.Methods)
		}
	}
}

func TestOnlyTextIsSentToAnImplementationOfText(t *testing.T) {
	for _, bytes := range []bool{false, true} {
		var sent []conformance.Request
		impl := sparing{epin.Current, conformance.Description{Ops: conformance.Ops(), Methods: conformance.MethodsOf(epin.Current), Bytes: bytes}, &sent}
		want := law.NotExercised
		if bytes {
			want = law.Holds
		}
		if r := check(t, impl, epin.Current, "one-verdict", "K\xff"); r.Outcome != want || (len(sent) > 0) != bytes {
			t.Errorf("bytes %t: %v after %v, want %v", bytes, r.Outcome, sent, want)
		}
	}
}

// textual is an implementation of text, whatever its string form is.
type textual struct{ bent }

func (textual) Describe() conformance.Description {
	return conformance.Description{Ops: []conformance.Op{conformance.OpParse}}
}

// TestUnsendableStringFormIsNotSent checks that a returned string which the implementation does not
// support, or which is too long for a request, is not sent to it.
func TestUnsendableStringFormIsNotSent(t *testing.T) {
	for _, form := range []string{"K\xff", strings.Repeat("K", conformance.MaxTokenBytes+1)} {
		for _, name := range []string{"canonical-form", "pin-superset"} {
			impl := textual{bent{epin.Current, onParse(func(_ string, r *conformance.Response) {
				r.Token, r.PIN = conformance.Some(form), conformance.Some(form)
			})}}
			if r := check(t, impl, epin.Current, name, "K"); r.Outcome != law.NotExercised || len(r.Exchanges) != 1 {
				t.Errorf("%s: %v after %d exchanges, want not exercised after 1", name, r.Outcome, len(r.Exchanges))
			}
		}
	}
}

// TestOnlyTokensAreCompared checks a guarantee of the protocol: an adapter compares only valid
// tokens.
func TestOnlyTokensAreCompared(t *testing.T) {
	everything := func(req conformance.Request, resp conformance.Response) conformance.Response {
		switch req.Op {
		case conformance.OpEqual:
			if !epin.Valid(req.Token) || !epin.Valid(req.Other) {
				t.Errorf("sent a comparison of %q and %q", req.Token, req.Other)
			}
		case conformance.OpApply:
			return conformance.Response{Outcome: conformance.Accepted, Tokens: []string{req.Token + "''"}, Original: req.Token}
		}
		return resp
	}
	impl := bent{epin.Current, everything}
	if r := check(t, impl, epin.Current, "equal-is-string-equality", "K!"); r.Outcome != law.NotExercised {
		t.Errorf("K!: %v, want not exercised", r.Outcome)
	}
	if r := check(t, impl, epin.Current, "equal-is-string-equality", "K"); r.Outcome != law.Holds {
		t.Errorf("K: %v, want holds", r.Outcome)
	}
}

// TestTokenThatIsTooLongForASweep tests tokens that fit into a sweep only alone, or not at all.
func TestTokenThatIsTooLongForASweep(t *testing.T) {
	for more, want := range map[int][]int{-2: {1, 3}, -1: {1}, 0: {1}, 1: nil} {
		token := strings.Repeat("K", conformance.MaxSweepBytes+more)
		r := check(t, conformance.Reference(epin.Current), epin.Current, "one-verdict", token)
		var swept []int // tokens at once
		for _, x := range r.Exchanges {
			if x.Request.Op == conformance.OpSweep {
				swept = append(swept, len(x.Request.Tokens))
			}
		}
		if r.Outcome != law.Holds || !slices.Equal(swept, want) {
			t.Errorf("%d bytes more than a sweep has: %v, sweeps of %v tokens, want holds, sweeps of %v", more, r.Outcome, swept, want)
		}
	}
}
