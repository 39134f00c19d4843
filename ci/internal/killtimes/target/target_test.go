package target

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/mutant"
	"github.com/epin-conformance/harness/epin"
)

// In the environment, which mutant is fuzzed, and the file that is written when the first
// wrong answer comes: the number of inputs that were run, this one included.
const (
	mutantVariable = "EPIN_KILLTIMES_MUTANT"
	reportVariable = "EPIN_KILLTIMES_REPORT"
)

// FuzzMutant reads an input as a token, and then as a program of calls: see [program]. All
// is asked of a fresh mutant, and held against the reference.
//
// Its seeds are few and right, and not the corpus, which would find nearly every mutant
// before anything is fuzzed.
func FuzzMutant(f *testing.F) {
	m, ok := mutant.Named(os.Getenv(mutantVariable))
	if !ok {
		f.Skip(mutantVariable + " names no mutant; ci/killtimes does")
	}
	for _, seed := range seeds {
		f.Add(seed)
	}
	var inputs atomic.Int64
	f.Fuzz(func(t *testing.T, input []byte) {
		n := inputs.Add(1)
		if req, wrong := firstWrong(m.New(epin.Current), input); wrong {
			report(t, n)
			t.Errorf("%+v is answered wrongly", req)
		}
	})
}

var seeds = [][]byte{
	[]byte("K"),
	[]byte("\x00\x04+K^'\x01\x02-r"),
	[]byte("\x0d\x02b'\x00\x01\x02\x08\x01K\x05"),
	[]byte("\x04\x01K\x01k"),
}

// report writes after how many inputs the first wrong answer came. A later one
// finds the file there.
func report(t *testing.T, inputs int64) {
	file, err := os.OpenFile(os.Getenv(reportVariable), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return
	}
	if _, err := fmt.Fprintln(file, inputs); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}

// firstWrong returns the first request of an input that is answered wrongly.
func firstWrong(impl conformance.Implementation, input []byte) (conformance.Request, bool) {
	reference := conformance.Reference(epin.Current)
	for _, req := range program(input) {
		got, err := impl.Do(context.Background(), req)
		want, errOfReference := reference.Do(context.Background(), req)
		if err != nil || errOfReference != nil || !got.Equal(want) {
			return req, true
		}
	}
	return conformance.Request{}, false
}

// program reads an input as a token, and then as calls. A call is a byte that chooses it,
// a token behind its length, and what else it takes: transformations, as many as the first
// byte says, or another token. What is no token is not compared.
func program(input []byte) []conformance.Request {
	whole := string(input)
	requests := []conformance.Request{{Op: conformance.OpParse, Token: whole}, {Op: conformance.OpValid, Token: whole}}
	next := func() (b byte) {
		if len(input) > 0 {
			b, input = input[0], input[1:]
		}
		return b
	}
	token := func() string {
		n := min(int(next()), len(input))
		text := string(input[:n])
		input = input[n:]
		return text
	}
	methods := conformance.MethodsOf(epin.Current)
	for len(input) > 1 {
		call := int(next())
		req := conformance.Request{Token: token()}
		switch call % 5 {
		case 0, 1:
			req.Op = conformance.OpParse
		case 2:
			req.Op = conformance.OpValid
		case 3:
			req.Op = conformance.OpApply
			for range call / 5 % 4 {
				req.Methods = append(req.Methods, methods[int(next())%len(methods)])
			}
		case 4:
			req.Op, req.Other = conformance.OpEqual, token()
			if !epin.Valid(req.Token) || !epin.Valid(req.Other) {
				continue
			}
		}
		requests = append(requests, req)
	}
	return requests
}

func TestProgram(t *testing.T) {
	got := program([]byte("\x00\x04+K^'\x0d\x02b'\x00\x01\x04\x01K\x01k\x04\x01K\x01!"))[2:]
	want := []conformance.Request{
		{Op: conformance.OpParse, Token: "+K^'"},
		{Op: conformance.OpApply, Token: "b'", Methods: []conformance.Method{conformance.Native, conformance.Derive}},
		{Op: conformance.OpEqual, Token: "K", Other: "k"},
	}
	if !slices.EqualFunc(got, want, conformance.Request.Equal) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestFirstWrong(t *testing.T) {
	for _, seed := range seeds {
		if req, wrong := firstWrong(mutant.Unbroken(epin.Current), seed); wrong {
			t.Errorf("%q: the model answers %+v wrongly", seed, req)
		}
	}
	for name, input := range map[string]string{
		"dollar-for-z": "K\n", "derive-toggles": "\x08\x02K'\x01", "equality-ignores-case": "\x04\x01K\x01k",
	} {
		m, ok := mutant.Named(name)
		if !ok {
			t.Fatal(name)
		}
		if _, wrong := firstWrong(m.New(epin.Current), []byte(input)); !wrong {
			t.Errorf("%q does not show %s", input, name)
		}
	}
}
