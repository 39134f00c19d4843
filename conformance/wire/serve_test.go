package wire

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// stub is an implementation for tests, without a description. It counts the calls of Close.
type stub struct {
	do     func(conformance.Request) (conformance.Response, error)
	closed int
}

func (s *stub) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	return s.do(req)
}

func (s *stub) Close() error {
	s.closed++
	return nil
}

// described is a stub with a description.
type described struct {
	stub
	description conformance.Description
}

func (d *described) Describe() conformance.Description { return d.description }

// opens returns a Factory for impl.
func opens(impl conformance.Implementation) conformance.Factory {
	return func(context.Context, *notation.Edition) (conformance.Implementation, error) { return impl, nil }
}

// answering returns a Factory for a stub that offers all operations and calls do.
func answering(do func(conformance.Request) (conformance.Response, error)) conformance.Factory {
	return opens(&stub{do: do})
}

// converse runs a script against Serve. It sends a line that begins with ">". A line that
// begins with "<" is the expected response, before the next line is sent. A line that begins
// with "!" is the expected error of Serve, and the last line. "#" begins a comment.
func converse(t *testing.T, open conformance.Factory, script string) {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := Serve(t.Context(), inR, outW, open)
		done <- err
		outW.Close()
		inR.Close()
	}()
	answers := bufio.NewReader(outR)
	wantErr := ""
	for line := range strings.Lines(script) {
		line = strings.TrimSuffix(strings.TrimLeft(line, "\t"), "\n")
		switch {
		case line == "", strings.HasPrefix(line, "# "):
		case strings.HasPrefix(line, "> "):
			if _, err := io.WriteString(inW, line[2:]+"\n"); err != nil {
				t.Fatalf("%s\ncannot be sent: %v, %v", line, err, <-done)
			}
		case strings.HasPrefix(line, "< "):
			got, err := answers.ReadString('\n')
			if err != nil {
				t.Fatalf("the output ends; want the response\n%s\nServe returns %v", line[2:], <-done)
			}
			if got != line[2:]+"\n" {
				t.Fatalf("got the answer\n%swant\n%s", got, line[2:])
			}
		case strings.HasPrefix(line, "! "):
			wantErr = line[2:]
		default:
			t.Fatalf("unknown line in the script: %q", line)
		}
	}
	inW.Close()
	rest, _ := io.ReadAll(answers)
	if err := <-done; errorText(err) != wantErr || len(rest) > 0 {
		t.Fatalf("Serve returns %q, after %q; want %q", errorText(err), rest, wantErr)
	}
}

const hello100 = `{"id":0,"op":"hello","protocol":1,"edition":"1.0.0"}`

func TestServeReference(t *testing.T) {
	converse(t, openReference, `
		> {"id":0,"op":"hello","protocol":1,"edition":"1.0.0"}
		< {"id":0,"protocol":1,"implementation":{"name":"epin reference","version":"`+conformance.Version+`","language":"go","homepage":"https://github.com/epin-conformance/harness"},"ops":["parse","valid","apply","equal","sweep"],"methods":["native","derive","flip","enhance","diminish","normalize","mark","unmark"],"bytes":true,"apply_attributes":true,"apply_unread":true}
		> {"id":1,"op":"parse","token":"+K^'"}
		< {"id":1,"valid":true,"token":"+K^'","pin":"+K^","native":false,"derived":true,"name":"K","side":"first","state":"enhanced","terminal":true}
		> {"id":3,"op":"valid","token":"K^'"}
		< {"id":3,"valid":true}
		> {"id":4,"op":"apply","token":"R","methods":["derive","derive","native"]}
		< {"id":4,"valid":true,"tokens":["R'","R'","R"],"original":"R","last":{"token":"R","pin":"R","native":true,"derived":false,"name":"R","side":"first","state":"normal","terminal":false}}
		> {"id":44,"op":"apply","token":"R","methods":[]}
		< {"id":44,"valid":true,"tokens":[],"original":"R","last":{"token":"R","pin":"R","native":true,"derived":false,"name":"R","side":"first","state":"normal","terminal":false}}
		> {"id":45,"op":"apply","token":"RR","methods":["flip"]}
		< {"id":45,"valid":false}
		> {"id":5,"op":"equal","token":"K","other":"K'"}
		< {"id":5,"equal":false}
		> {"id":55,"op":"equal","token":"K","other":"KK"}
		< {"id":55,"valid":false}
		> {"id":6,"op":"sweep","hex":["4b","4b27","4b2727"]}
		< {"id":6,"valid":"110"}
		> {"id":7,"op":"valid","hex":"4bff"}
		< {"id":7,"valid":false}
		# what it cannot know is no error
		> {"id":8,"op":"frobnicate","token":7}
		< {"id":8,"unsupported":true}
		> {"id":9,"op":"apply","token":"K","methods":["promote"]}
		< {"id":9,"unsupported":true}
		> {"id":9007199254740991,"op":"valid","token":"","new":{"x":[]}}
		< {"id":9007199254740991,"valid":false}
	`)
}

func TestServeEditions(t *testing.T) {
	converse(t, openReference, `
		> {"id":0,"op":"hello","protocol":1,"edition":"1.0.0-initial"}
		< {"id":0,"protocol":1,"implementation":{"name":"epin reference","version":"`+conformance.Version+`","language":"go","homepage":"https://github.com/epin-conformance/harness"},"ops":["parse","valid","apply","equal","sweep"],"methods":["native","derive","flip","enhance","diminish","normalize"],"bytes":true,"apply_attributes":true,"apply_unread":true}
		> {"id":2,"op":"valid","token":"K^"}
		< {"id":2,"valid":false}
		> {"id":4,"op":"apply","token":"K","methods":["mark"]}
		< {"id":4,"unsupported":true}
	`)
	const unsupported = `
		< {"id":0,"protocol":1,"implementation":{"name":"unnamed"},"unsupported":true}
		> {"id":2,"op":"valid","token":"K"}
		< {"id":2,"unsupported":true}
	`
	converse(t, openReference, `> {"id":0,"op":"hello","protocol":1,"edition":"2.0.0"}`+unsupported)
	refuse := func(context.Context, *notation.Edition) (conformance.Implementation, error) {
		return nil, fmt.Errorf("sorry: %w", conformance.ErrUnsupportedEdition)
	}
	converse(t, refuse, "> "+hello100+unsupported)
	fails := func(context.Context, *notation.Edition) (conformance.Implementation, error) {
		return nil, errors.New("no such library")
	}
	converse(t, fails, "> "+hello100+"\n! wire: opening the implementation of edition 1.0.0: no such library")
}

func TestServeDescription(t *testing.T) {
	library := &described{
		stub{do: func(req conformance.Request) (conformance.Response, error) {
			if req.Op == conformance.OpSweep {
				return conformance.Response{Outcome: conformance.Swept, Verdicts: strings.Repeat("1", len(req.Tokens))}, nil
			}
			return conformance.Response{Outcome: conformance.Accepted}, nil
		}},
		conformance.Description{Name: "two\tops", Ops: []conformance.Op{conformance.OpSweep, conformance.OpParse}, Methods: []conformance.Method{}, NoNUL: true},
	}
	converse(t, opens(library), `
		> {"id":0,"op":"hello","protocol":1,"edition":"1.0.0"}
		< {"id":0,"protocol":1,"implementation":{"name":"two\u0009ops"},"ops":["sweep","parse"],"methods":[],"nul":false}
		> {"id":2,"op":"parse","token":"K"}
		< {"id":2,"valid":true}
		> {"id":4,"op":"sweep","tokens":["K","KK"]}
		< {"id":4,"valid":"11"}
		# what it does not offer, it is not asked
		> {"id":5,"op":"parse","token":"\u0000"}
		< {"id":5,"unsupported":true}
		> {"id":6,"op":"valid","token":"K"}
		< {"id":6,"unsupported":true}
		> {"id":8,"op":"parse","hex":"ff"}
		! wire: line 6 of the input, "{\"id\":8,\"op\":\"parse\",\"hex\":\"ff\"}", is no request: hex, to an adapter that takes text only
	`)
	unfit := &described{description: conformance.Description{Name: "x", Ops: []conformance.Op{conformance.OpApply}}}
	converse(t, opens(unfit), "> "+hello100+"\n"+`! wire: the implementation has to offer parse, valid or sweep; it offers ["apply"]`)
	if library.closed != 1 || unfit.closed != 1 {
		t.Errorf("the implementations were closed %d times and %d times", library.closed, unfit.closed)
	}
}

// TestServeWithoutAttributes tests that last is there for a library that transforms and offers
// no attribute, if it announced apply_attributes.
func TestServeWithoutAttributes(t *testing.T) {
	library := &described{
		stub{do: func(req conformance.Request) (conformance.Response, error) {
			return conformance.Response{Outcome: conformance.Accepted, Tokens: []string{"k"}, Original: "K"}, nil
		}},
		conformance.Description{
			Name: "x", Ops: []conformance.Op{conformance.OpParse, conformance.OpApply},
			Methods: []conformance.Method{conformance.Flip}, ApplyAttributes: true,
		},
	}
	converse(t, opens(library), `
		> {"id":0,"op":"hello","protocol":1,"edition":"1.0.0"}
		< {"id":0,"protocol":1,"implementation":{"name":"x"},"ops":["parse","apply"],"methods":["flip"],"apply_attributes":true}
		> {"id":1,"op":"apply","token":"K","methods":["flip"]}
		< {"id":1,"valid":true,"tokens":["k"],"original":"K","last":{}}
	`)
}

func TestServeMisbehaviour(t *testing.T) {
	const helloAnswer = `
		< {"id":0,"protocol":1,"implementation":{"name":"unnamed"},"ops":["parse","valid","apply","equal","sweep"],"methods":["native","derive","flip","enhance","diminish","normalize","mark","unmark"],"bytes":true}
	`
	fragile := answering(func(req conformance.Request) (conformance.Response, error) {
		for _, token := range append(req.Tokens, req.Token) {
			switch token {
			case "panic":
				panic("index out of range")
			case "error":
				return conformance.Response{}, errors.New("no \"verdict\"")
			case "unsupported":
				return conformance.Response{}, nil
			case "crash":
				return conformance.Response{Outcome: conformance.Crashed, Crash: "as it said"}, nil
			}
		}
		if req.Op == conformance.OpSweep {
			return conformance.Response{Outcome: conformance.Swept, Verdicts: strings.Repeat("0", len(req.Tokens))}, nil
		}
		return conformance.Response{Outcome: conformance.Rejected}, nil
	})
	converse(t, fragile, "> "+hello100+helloAnswer+`
		> {"id":2,"op":"parse","token":"panic"}
		< {"id":2,"crash":"panic: index out of range"}
		> {"id":4,"op":"parse","token":"error"}
		< {"id":4,"crash":"no \"verdict\""}
		> {"id":6,"op":"parse","token":"crash"}
		< {"id":6,"crash":"as it said"}
		> {"id":8,"op":"parse","token":"fine"}
		< {"id":8,"valid":false}
		# panic, x, error, crash
		> {"id":10,"op":"sweep","hex":["70616e6963","78","6572726f72","6372617368"]}
		< {"id":10,"valid":"!0!!"}
		# panic, unsupported
		> {"id":12,"op":"sweep","hex":["70616e6963","756e737570706f72746564"]}
		< {"id":12,"unsupported":true}
	`)
	wrong := answering(func(conformance.Request) (conformance.Response, error) {
		return conformance.Response{Outcome: conformance.Accepted}, nil
	})
	converse(t, wrong, "> "+hello100+helloAnswer+`
		> {"id":2,"op":"parse","token":"K"}
		< {"id":2,"valid":true}
		> {"id":4,"op":"apply","token":"K","methods":["flip"]}
		! wire: the outcome "accepted", with 0 tokens and the verdicts "", is not a response to the request apply
	`)
}

func TestServeRejectsLines(t *testing.T) {
	helloAnswer := "\n< " + string(appendHello(nil, Hello{Description: conformance.Describe(conformance.Reference(notation.EPIN), notation.EPIN)})) + "\n"
	for _, tt := range []struct{ name, script string }{
		{"empty input", ``},
		{"end after hello", "> " + hello100 + helloAnswer},
		{"an empty line", "> \n" + `! wire: line 1 of the input, "", is no request: an empty line`},
		{"another request first", `> {"id":0,"op":"parse","token":"K"}` + "\n" +
			`! wire: line 1 of the input, "{\"id\":0,\"op\":\"parse\",\"token\":\"K\"}", is no request: the first request is not hello`},
		{"hello with another id", `> {"id":1,"op":"hello","protocol":1,"edition":"1.0.0"}` + "\n" +
			`! wire: line 1 of the input, "{\"id\":1,\"op\":\"hello\",\"protocol\":1,\"edition\":\"1.0.0\"}", is no request: the id of hello is 0`},
		{"another version", `> {"id":0,"op":"hello","protocol":2,"edition":"1.0.0"}` + "\n" +
			`! wire: line 1 of the input, "{\"id\":0,\"op\":\"hello\",\"protocol\":2,\"edition\":\"1.0.0\"}", is no request: protocol is not 1`},
		{"no edition", `> {"id":0,"op":"hello","protocol":1}` + "\n" +
			`! wire: line 1 of the input, "{\"id\":0,\"op\":\"hello\",\"protocol\":1}", is no request: no edition`},
		{"hello again", "> " + hello100 + helloAnswer + "> " + hello100 + "\n" +
			`! wire: line 2 of the input, "{\"id\":0,\"op\":\"hello\",\"protocol\":1,\"edition\":\"1.0.0\"}", is no request: a second hello`},
		{"escape sequences", "> \x1b[31m\u2028\xff\n" + `! wire: line 1 of the input, "\x1b[31m\u2028\xff", is no request: no JSON object`},
		{"a long line", "> " + strings.Repeat("x", 500) + "\n" +
			`! wire: line 1 of the input, "` + strings.Repeat("x", 120) + `"... (500 bytes), is no request: no JSON object`},
	} {
		t.Run(tt.name, func(t *testing.T) { converse(t, openReference, tt.script) })
	}
}

func TestServeEndOfInput(t *testing.T) {
	broken := errors.New("broken")
	fails := ioFunc(func([]byte) (int, error) { return 0, broken })
	for _, tt := range []struct {
		in   io.Reader // after hello
		out  io.Writer
		want string // the end of the error
	}{
		{strings.NewReader(`{"id":2`), new(strings.Builder),
			`line 2 of the input, "{\"id\":2", is no request: the input ends within it`},
		{endless{}, io.Discard, "is no request: a line is longer than 16 MiB"},
		{fails, io.Discard, "broken"},
		{strings.NewReader(""), fails, "broken"},
	} {
		err := Serve(t.Context(), io.MultiReader(strings.NewReader(hello100+"\n"), tt.in), tt.out, openReference)
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

func TestServeContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	asked := 0
	open := answering(func(conformance.Request) (conformance.Response, error) {
		asked++
		cancel()
		return conformance.Response{}, ctx.Err()
	})
	input := hello100 + "\n" + strings.Repeat(`{"id":2,"op":"parse","token":"K"}`+"\n", 3)
	var out bytes.Buffer
	err := Serve(ctx, strings.NewReader(input), &out, open)
	if !errors.Is(err, context.Canceled) || asked != 1 || strings.Contains(out.String(), "crash") {
		t.Errorf("%v, after %d requests and %s", err, asked, out.String())
	}
}

// TestServeWritesInBlocks tests that responses to requests that arrive together are written
// together.
func TestServeWritesInBlocks(t *testing.T) {
	const n = 5000
	in := hello100 + strings.Repeat("\n"+`{"id":7,"op":"parse","token":"K"}`, n) + "\n"
	lines, writes := 0, 0
	out := ioFunc(func(p []byte) (int, error) {
		writes++
		lines += bytes.Count(p, []byte("\n"))
		return len(p), nil
	})
	if err := Serve(t.Context(), strings.NewReader(in), out, openReference); err != nil {
		t.Fatal(err)
	}
	if lines != n+1 || writes > 100 {
		t.Errorf("%d responses to %d requests, in %d writes", lines, n+1, writes)
	}
}
