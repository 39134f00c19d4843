package fuzzing

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

func everything(e *notation.Edition) conformance.Description {
	return conformance.Describe(conformance.Reference(e), e)
}

func newFuzzer(seed uint64, inputs ...string) *Fuzzer {
	return New(Options{Edition: notation.EPIN, Offered: everything(notation.EPIN), Fastest: conformance.OpSweep, Seed: seed, Inputs: inputs})
}

func rounds(f *Fuzzer, n int) (all []conformance.Request) {
	impl := conformance.Reference(f.Edition)
	for range n {
		for _, req := range slices.Concat(f.Round()) {
			all = append(all, req)
			f.Learn(req, answer(impl, req))
		}
	}
	return all
}

func answer(impl conformance.Implementation, req conformance.Request) conformance.Response {
	if req.Op == conformance.OpSweep {
		req.Op = conformance.OpValid
	}
	resp, _ := impl.Do(context.Background(), req) // it returns no error
	return resp
}

// TestRequestsFitTheDescription tests that each request uses only what is offered.
func TestRequestsFitTheDescription(t *testing.T) {
	for _, e := range notation.All() {
		for _, offered := range []conformance.Description{
			everything(e),
			{Ops: []conformance.Op{conformance.OpSweep}},
			{Ops: []conformance.Op{conformance.OpValid}, Bytes: conformance.Ops()},
			{Ops: []conformance.Op{conformance.OpParse, conformance.OpApply, conformance.OpEqual}, Methods: []conformance.Method{conformance.Derive}},
		} {
			f := New(Options{
				Edition: e, Seed: 3, Offered: offered, Fastest: offered.Ops[len(offered.Ops)-1],
				Inputs: []string{"\xff", "K", strings.Repeat("K", Longest+1)},
			})
			if offered.Offers(conformance.OpApply) {
				f.Fastest = conformance.OpParse
			}
			for _, req := range rounds(f, 5) {
				if !offered.Answers(req) || len(req.Token) > Longest || req.Op == conformance.OpEqual && !(e.Valid(req.Token) && e.Valid(req.Other)) {
					t.Fatalf("%s, %v: the request is %.200q", e, offered, req)
				}
			}
		}
	}
}

// TestVariety tests that rounds grow, and that a few have some requests of each class.
func TestVariety(t *testing.T) {
	counts := map[string]int{"parse": 0, "valid": 0, "apply": 0, "equal": 0, "sweep": 0}
	f := newFuzzer(5)
	var all []conformance.Request
	for _, want := range []int{64, 128, 256, 512, 1024, 2048, 4096, 4096} {
		before := len(all)
		all = append(all, rounds(f, 1)...)
		// A round completes its last sequence.
		if got := len(all) - before; got < want || got > want+64 {
			t.Errorf("a round has %d requests, want about %d", got, want)
		}
	}
	for _, req := range all {
		token := req.Token
		counts[string(req.Op)]++
		for name, is := range map[string]bool{
			"valid token":     notation.EPIN.Valid(token),
			"invalid token":   !notation.EPIN.Valid(token),
			"not UTF-8":       !utf8.ValidString(token),
			"beyond ASCII":    utf8.ValidString(token) && len(token) > utf8.RuneCountInString(token),
			"long":            len(token) > 1<<10,
			"line feed":       strings.HasSuffix(token, "\n"),
			"empty":           token == "",
			"three in a row":  len(req.Methods) >= 3,
			"two are unequal": req.Other != "" && req.Other != token,
		} {
			counts[name] += map[bool]int{true: 1}[is] // an entry also for a class without requests
		}
	}
	for name, n := range counts {
		if n < 10 {
			t.Errorf("%s: %d requests", name, n)
		}
	}
}

// TestPlannedInputsComeFirst tests that the initial inputs come first, and that the next round
// mutates a new kept input.
func TestPlannedInputsComeFirst(t *testing.T) {
	f := newFuzzer(1, "first", "second")
	if calls, _ := f.Round(); calls[0].Token != "first" && calls[1].Token != "first" {
		t.Errorf("the first calls are about %q and %q", calls[0].Token, calls[1].Token)
	}
	f.Round()
	const input = "an input that chance does not make"
	if !f.Learn(conformance.Request{Op: conformance.OpParse, Token: input}, conformance.Response{Outcome: conformance.Crashed, Crash: "unheard of"}) {
		t.Fatal("an input with a new kind of response is not kept")
	}
	near := 0
	for _, req := range slices.Concat(f.Round()) {
		if strings.Contains(req.Token, "chance") {
			near++
		}
	}
	if near < 8 {
		t.Errorf("%d inputs are mutations of it", near)
	}
}

func TestKeptInputsAreBounded(t *testing.T) {
	k := keeper{kinds: map[string]bool{}}
	long := strings.Repeat("x", 2*longestKept)
	for i := range 3 * mostKinds {
		k.add(fmt.Sprintf("%d %s", i, long[:i*7%(2*longestKept)]), fmt.Sprint(i))
		if i%100 > 0 {
			continue
		}
		sum := 0
		for _, input := range k.inputs {
			sum += len(input)
		}
		if len(k.inputs) > mostInputs || sum > mostBytes || sum != k.bytes || len(k.fresh) > mostInputs || len(k.kinds) > mostKinds {
			t.Fatalf("%d inputs of %d bytes (%d counted), %d of them fresh, %d kinds", len(k.inputs), sum, k.bytes, len(k.fresh), len(k.kinds))
		}
	}
}

func TestKinds(t *testing.T) {
	rejected := func(token, text string) string {
		return kindOf(notation.EPIN, conformance.Request{Op: conformance.OpParse, Token: token}, conformance.Response{Outcome: conformance.Rejected, Error: text})
	}
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{rejected("KK", `invalid token "KK" at 1`), rejected("K''", `invalid token "K''" at 23`), true},
		{rejected("KK", `invalid token 'KK'`), rejected("K''", `invalid token 'K'''`), true},
		{rejected("ab", "token ab is too long"), rejected("xyz", "token xyz is too long"), true},
		{rejected("ab", "object at 0x7ffe12ab"), rejected("ab", "object at 0x000abcde"), true},
		{rejected("é!", "unexpected é"), rejected("ü!", "unexpected ü"), true},
		{rejected("KK", "too long"), rejected("KK", "too short"), false},
		{rejected("KK", "too long"), rejected("K", "too long"), false}, // the second is incorrect
	} {
		if got := test.a == test.b; got != test.same {
			t.Errorf("%q and %q: same kind is %t", test.a, test.b, got)
		}
	}
	accepted, reference := map[string]bool{}, conformance.Reference(notation.EPIN)
	for token := range notation.EPIN.Tokens() {
		req := conformance.Request{Op: conformance.OpParse, Token: token}
		accepted[kindOf(notation.EPIN, req, answer(reference, req))] = true
	}
	long := notation.TextValue(strings.Repeat("\xff", 1<<20))
	resp := conformance.Response{Outcome: conformance.Accepted, Attributes: notation.Values{0: long, 4: long, 5: long}}
	if k := kindOf(notation.EPIN, conformance.Request{Op: conformance.OpParse, Token: "K"}, resp); len(k) > 200 {
		t.Errorf("a kind holds %d bytes of a response", len(k))
	}
	if len(accepted) != 624/26 {
		t.Errorf("%d kinds of responses to valid tokens, want one for each that differs in more than the letter", len(accepted))
	}
}
