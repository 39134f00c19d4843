package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/notation"
)

// stub is an implementation for tests. It counts the calls of Close.
type stub struct {
	double.Func
	description conformance.Description
	closed      int
}

func (s *stub) Describe() conformance.Description { return s.description }

func (s *stub) Close() error {
	s.closed++
	return nil
}

func failsToOpen(err error) conformance.Factory {
	return func(context.Context, *notation.Edition) (conformance.Implementation, error) { return nil, err }
}

// serve runs a script against Serve. A line that begins with ">" is input, with "<" an expected response,
// and with "!" the expected error of Serve.
func serve(t *testing.T, open conformance.Factory, script string) {
	t.Helper()
	var in, want, out strings.Builder
	wantErr := ""
	for line := range strings.Lines(script) {
		line = strings.TrimLeft(line, "\t")
		switch begin, rest, _ := strings.Cut(line, " "); begin {
		case ">":
			in.WriteString(rest)
		case "<":
			want.WriteString(rest)
		case "!":
			wantErr = strings.TrimSuffix(rest, "\n")
		}
	}
	err := Serve(t.Context(), strings.NewReader(in.String()), &out, open)
	if errorText(err) != wantErr || out.String() != want.String() {
		t.Errorf("Serve returns %q after\n%swant %q after\n%s", errorText(err), out.String(), wantErr, want.String())
	}
}

const hello100 = `> {"id":0,"op":"hello","protocol":1,"edition":"1.0.0"}` + "\n"

// TestServe tests requests that the reference cannot know, and editions that are not there.
func TestServe(t *testing.T) {
	const unsupported = `< {"id":0,"protocol":1,"implementation":{"name":"unnamed"},"unsupported":true}
		> {"id":2,"op":"valid","token":"K"}
		< {"id":2,"unsupported":true}
	`
	serve(t, openReference, hello100+`
		< {"id":0,"protocol":1,"implementation":{"name":"epin reference","version":"`+conformance.Version+`","language":"go",`+
		`"homepage":"https://github.com/epin-conformance/harness"},"ops":["parse","valid","apply","equal","sweep"],`+
		`"methods":["native","derive","flip","enhance","diminish","normalize","mark","unmark"],`+
		`"bytes":true,"apply_attributes":true,"apply_unread":true}
		> {"id":8,"op":"frobnicate","token":7}
		< {"id":8,"unsupported":true}
		> {"id":9,"op":"apply","token":"K","methods":["promote"]}
		< {"id":9,"unsupported":true}
		> {"id":9007199254740991,"op":"valid","token":"","new":{"x":[]}}
		< {"id":9007199254740991,"valid":false}
	`)
	serve(t, openReference, `> {"id":0,"op":"hello","protocol":1,"edition":"2.0.0"}`+"\n"+unsupported)
	serve(t, failsToOpen(fmt.Errorf("sorry: %w", conformance.ErrUnsupportedEdition)), hello100+unsupported)
	serve(t, failsToOpen(errors.New("no such library")), hello100+"! wire: opening the implementation of edition 1.0.0: no such library")
}

// TestServeLibrary tests a library that offers few requests, and panics, returns errors, and returns what is
// no response. It gets only requests that it offers. It offers no attribute, so last is empty.
func TestServeLibrary(t *testing.T) {
	library := &stub{
		Func: func(_ context.Context, req conformance.Request) (conformance.Response, error) {
			for _, token := range append(req.Tokens, req.Token) {
				switch token {
				case "panic":
					panic("index out of range")
				case "error":
					return conformance.Response{}, errors.New("no \"verdict\"")
				case "unsupported":
					return conformance.Response{}, nil
				case "unfit":
					return conformance.Response{Outcome: conformance.Equal}, nil
				}
			}
			switch req.Op {
			case conformance.OpSweep:
				return conformance.Response{Outcome: conformance.Swept, Verdicts: strings.Repeat("0", len(req.Tokens))}, nil
			case conformance.OpApply:
				return conformance.Response{Outcome: conformance.Accepted, Tokens: []string{"k"}, Original: "K"}, nil
			}
			return conformance.Response{Outcome: conformance.Accepted}, nil
		},
		description: conformance.Description{
			Name: "some\tops", Ops: []conformance.Op{conformance.OpSweep, conformance.OpApply, conformance.OpParse},
			Methods: []conformance.Method{conformance.Flip}, NoNUL: true, ApplyAttributes: true,
		},
	}
	const greeting = hello100 + `< {"id":0,"protocol":1,"implementation":{"name":"some\u0009ops"},"ops":["sweep","apply","parse"],` +
		`"methods":["flip"],"nul":false,"apply_attributes":true}` + "\n"
	serve(t, double.Open(library), greeting+`
		> {"id":1,"op":"apply","token":"K","methods":["flip"]}
		< {"id":1,"valid":true,"tokens":["k"],"original":"K","last":{}}
		> {"id":5,"op":"parse","token":"\u0000"}
		< {"id":5,"unsupported":true}
		> {"id":6,"op":"valid","token":"K"}
		< {"id":6,"unsupported":true}
		> {"id":7,"op":"parse","token":"panic"}
		< {"id":7,"crash":"panic: index out of range"}
		> {"id":8,"op":"parse","token":"error"}
		< {"id":8,"crash":"no \"verdict\""}
		> {"id":9,"op":"sweep","tokens":["panic","x","error"]}
		< {"id":9,"valid":"!0!"}
		> {"id":12,"op":"sweep","tokens":["panic","unsupported"]}
		< {"id":12,"unsupported":true}
		> {"id":14,"op":"parse","token":"unfit"}
		! wire: the outcome "equal", with 0 tokens and the verdicts "", is not a response to the request parse
	`)
	serve(t, double.Open(library), greeting+`
		> {"id":8,"op":"parse","hex":"ff"}
		! wire: line 2 of the input, "{\"id\":8,\"op\":\"parse\",\"hex\":\"ff\"}", is not a request: hex, to an adapter that takes text only here
	`)
	unfit := &stub{description: conformance.Description{Ops: []conformance.Op{conformance.OpApply}}}
	serve(t, double.Open(unfit), hello100+`! wire: the implementation has to offer parse, valid or sweep; it offers ["apply"]`)
	if library.closed != 2 || unfit.closed != 1 {
		t.Errorf("the implementations were closed %d times and %d times", library.closed, unfit.closed)
	}
}

func TestServeRejectsLines(t *testing.T) {
	for line, want := range map[string]string{
		"":                                  "an empty line",
		"\x1b[31m\u2028\xff":                "no JSON object",
		`{"id":0,"op":"parse","token":"K"}`: "the first request is not hello",
		`{"id":1,"op":"hello","protocol":1,"edition":"1.0.0"}`: "the id of hello is 0",
		`{"id":0,"op":"hello","protocol":2,"edition":"1.0.0"}`: "protocol is not 1",
		`{"id":0,"op":"hello","protocol":1}`:                   "no edition",
	} {
		serve(t, openReference, "> "+line+"\n! wire: line 1 of the input, "+conformance.Quote([]byte(line))+", is not a request: "+want)
	}
	serve(t, failsToOpen(conformance.ErrUnsupportedEdition),
		hello100+`< {"id":0,"protocol":1,"implementation":{"name":"unnamed"},"unsupported":true}`+"\n"+hello100+
			`! wire: line 2 of the input, "{\"id\":0,\"op\":\"hello\",\"protocol\":1,\"edition\":\"1.0.0\"}", is not a request: a second hello`)
}

// TestServeEndOfInput tests input that ends within a line, or never, and a reader and a writer that fail.
func TestServeEndOfInput(t *testing.T) {
	broken := errors.New("broken")
	fails := ioFunc(func([]byte) (int, error) { return 0, broken })
	hello := strings.TrimPrefix(hello100, "> ")
	for _, tt := range []struct {
		in   io.Reader // after hello
		out  io.Writer
		want string // the end of the error
	}{
		{strings.NewReader(`{"id":2`), new(strings.Builder), `line 2 of the input, "{\"id\":2", is not a request: the input ends within it`},
		{allX, io.Discard, "is not a request: a line is longer than 16 MiB"},
		{fails, io.Discard, "broken"},
		{strings.NewReader(""), fails, "broken"},
	} {
		err := Serve(t.Context(), io.MultiReader(strings.NewReader(hello), tt.in), tt.out, openReference)
		if !strings.HasSuffix(errorText(err), tt.want) || errors.Is(err, broken) != (tt.want == "broken") {
			t.Errorf("got %v, want %s", err, tt.want)
		}
		if out, ok := tt.out.(fmt.Stringer); ok && !strings.HasPrefix(out.String(), `{"id":0,`) {
			t.Error("hello was not answered before the error was returned")
		}
	}
}

// ioFunc is a reader and a writer that calls itself.
type ioFunc func(p []byte) (int, error)

func (f ioFunc) Read(p []byte) (int, error)  { return f(p) }
func (f ioFunc) Write(p []byte) (int, error) { return f(p) }

// TestServeContext tests that a context that is done ends Serve, and makes no crash.
func TestServeContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	requests := 0
	library := &stub{
		Func: func(context.Context, conformance.Request) (conformance.Response, error) {
			requests++
			cancel()
			return conformance.Response{}, ctx.Err()
		},
		description: conformance.Description{Ops: []conformance.Op{conformance.OpParse}},
	}
	input := strings.TrimPrefix(hello100, "> ") + strings.Repeat(`{"id":2,"op":"parse","token":"K"}`+"\n", 3)
	var out bytes.Buffer
	err := Serve(ctx, strings.NewReader(input), &out, double.Open(library))
	if !errors.Is(err, context.Canceled) || requests != 1 || strings.Contains(out.String(), "crash") {
		t.Errorf("%v, after %d requests and %s", err, requests, out.String())
	}
}

// TestServeWritesInBlocks tests that responses to requests that arrive together are written
// together.
func TestServeWritesInBlocks(t *testing.T) {
	const n = 5000
	in := strings.TrimPrefix(hello100, "> ") + strings.Repeat(`{"id":7,"op":"parse","token":"K"}`+"\n", n)
	lines, writes := 0, 0
	out := ioFunc(func(p []byte) (int, error) {
		writes++
		lines += bytes.Count(p, []byte("\n"))
		return len(p), nil
	})
	if err := Serve(t.Context(), strings.NewReader(in), out, openReference); err != nil || lines != n+1 || writes > 100 {
		t.Errorf("%d responses to %d requests, in %d writes, %v", lines, n+1, writes, err)
	}
}
