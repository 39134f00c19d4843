// An adapter: the few lines between the EPIN conformance runner and a library.
//
//	go build -o adapter adapter.go epin.go
//	epin certify -- ./adapter
//
// Only the first part depends on epin.go: rewrite it for another library. The second part
// turns requests into calls, and results into responses. The third part reads and writes
// lines. Both are the same for every library.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

// 1. The library. Never respond in its place: call it, and report what it did.

var implementation = map[string]string{
	"name":     "epin.go",
	"version":  "1.0.0",
	"language": "go " + strings.TrimPrefix(runtime.Version(), "go"),
}

// The editions of the protocol, and what the library calls them. If it has one grammar, keep
// both names and ignore the edition in parse: the runner tests it by the requested edition.
// A PIN library serves "pin/1.0.0" and "pin/1.0.0-initial"; remove pin, native, derived and derive.
var editions = map[string]Edition{"1.0.0": Current, "1.0.0-initial": Initial}

var edition Edition // hello selects it

// Remove the operations that your library does not offer: the runner does not request them,
// and their functions below may return response{"unsupported": true}.
var ops = []string{"parse", "valid", "apply", "equal", "sweep"}

var methods = map[string]func(Identifier) Identifier{
	"native":    Identifier.Native,
	"derive":    Identifier.Derive,
	"flip":      Identifier.Flip,
	"enhance":   Identifier.Enhance,
	"diminish":  Identifier.Diminish,
	"normalize": Identifier.Normalize,
	"mark":      Identifier.Mark,
	"unmark":    Identifier.Unmark,
}

// Whether the library takes strings that are not valid UTF-8. If it is false, the runner
// sends only valid UTF-8.
const takesBytes = true

// parse calls the parser. Only the parser may reject a token, and only with the error that it
// documents: any other error is a crash.
func parse(token string) (Identifier, error) {
	identifier, err := Parse(token, edition)
	if err != nil && !errors.Is(err, ErrInvalid) {
		panic(err)
	}
	return identifier, err
}

func askParse(token string) response {
	identifier, err := parse(token)
	if err != nil {
		return response{"valid": false, "error": err.Error()}
	}
	accepted := attributes(identifier)
	accepted["valid"] = true
	return accepted
}

// Remove the attributes that your library does not offer.
func attributes(identifier Identifier) response {
	return response{
		"token":    identifier.String(),
		"pin":      identifier.PIN(),
		"native":   identifier.IsNative(),
		"derived":  identifier.IsDerived(),
		"name":     string(identifier.Name),
		"side":     identifier.Side,
		"state":    identifier.State,
		"terminal": identifier.Terminal,
	}
}

func askValid(token string) response {
	return response{"valid": Valid(token, edition)}
}

func askApply(token string, before, names []string, unread bool) response {
	original, err := parse(token)
	if err != nil {
		return response{"valid": false}
	}
	// Attributes are read at once, and again from each result, to show what a value remembers.
	// Where unread is true, nothing is read before the last result.
	identifier, tokens, last := original, []string{}, response(nil)
	if !unread || len(names) == 0 {
		last = attributes(original)
	}
	for _, name := range before {
		methods[name](original)
	}
	for i, name := range names {
		identifier = methods[name](identifier)
		if !unread || i == len(names)-1 {
			tokens = append(tokens, identifier.String())
			last = attributes(identifier)
		}
	}
	// Read last, to show if a transformation changed the original value.
	return response{"valid": true, "tokens": tokens, "original": original.String(), "last": last}
}

func askEqual(token, other string) response {
	left, err := parse(token)
	if err != nil {
		return response{"valid": false}
	}
	right, err := parse(other)
	if err != nil {
		return response{"valid": false}
	}
	return response{"equal": left == right}
}

// 2. From a request to a response.

// A response has the keys of its operation; serve adds the id of the request.
type response map[string]any

// A request is a map, because decoding into a struct ignores the case of keys.
type request map[string]any

// answer returns the response to a request. It decodes the request outside of guarded: a bug
// in this file must not be reported as a crash of the library.
func answer(r request) response {
	switch r["op"] {
	case "parse":
		token := tokensOf(r)[0]
		return guarded(func() response { return askParse(token) })
	case "sweep":
		return sweep(tokensOf(r))
	case "valid":
		token := tokensOf(r)[0]
		return guarded(func() response { return askValid(token) })
	case "apply":
		token, before, names := tokensOf(r)[0], texts(r["before"]), texts(r["methods"])
		if slices.ContainsFunc(slices.Concat(before, names), func(name string) bool { return methods[name] == nil }) {
			return response{"unsupported": true}
		}
		unread := r["unread"] == true
		return guarded(func() response { return askApply(token, before, names, unread) })
	case "equal":
		token, other := texts(r["token"])[0], texts(r["other"])[0]
		return guarded(func() response { return askEqual(token, other) })
	case "hello":
		return greet(texts(r["edition"])[0])
	default:
		return response{"unsupported": true}
	}
}

func greet(wanted string) response {
	selected, ok := editions[wanted]
	if !ok {
		return response{"protocol": 1, "implementation": implementation, "unsupported": true}
	}
	edition = selected
	return response{
		"protocol": 1, "implementation": implementation, "ops": ops, "methods": slices.Sorted(maps.Keys(methods)),
		"bytes": takesBytes, "apply_attributes": true, "apply_unread": true,
	}
}

func sweep(tokens []string) response {
	verdicts := []byte(strings.Repeat("!", len(tokens))) // a crash, unless parse returns
	for i, token := range tokens {
		guarded(func() response {
			if _, err := parse(token); err != nil {
				verdicts[i] = '0'
			} else {
				verdicts[i] = '1'
			}
			return nil
		})
	}
	return response{"valid": string(verdicts)}
}

// guarded returns the result of call, or a crash if it panics.
func guarded(call func() response) (r response) {
	defer func() {
		if v := recover(); v != nil {
			r = response{"crash": fmt.Sprintf("panic: %v", v)}
		}
	}()
	return call()
}

// tokensOf returns the tokens of a request, which are text or hexadecimal: one, or those of a sweep.
func tokensOf(r request) []string {
	decoded := texts(r["hex"])
	for i, digits := range decoded {
		token, err := hex.DecodeString(digits)
		if err != nil {
			panic(err)
		}
		decoded[i] = string(token)
	}
	return slices.Concat(texts(r["token"]), texts(r["tokens"]), decoded)
}

// texts returns a string, or those of a list.
func texts(value any) (all []string) {
	switch value := value.(type) {
	case string:
		return []string{value}
	case []any:
		for _, text := range value {
			all = append(all, text.(string))
		}
	}
	return all
}

// 3. Lines in and out.

// flushFirst is an input that flushes the output before each read: the runner may wait for
// the responses so far.
type flushFirst struct {
	in  io.Reader
	out *bufio.Writer
}

func (f flushFirst) Read(p []byte) (int, error) {
	if err := f.out.Flush(); err != nil {
		return 0, err
	}
	return f.in.Read(p)
}

// serve answers every request until the end of the input.
func serve(requests io.Reader, responses io.Writer) error {
	out := bufio.NewWriterSize(responses, 64<<10)
	in := json.NewDecoder(bufio.NewReaderSize(flushFirst{requests, out}, 64<<10))
	in.UseNumber()
	for {
		r := request{}
		if err := in.Decode(&r); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading a request: %w", err)
		}
		object, err := json.Marshal(answer(r))
		if err != nil {
			return err
		}
		// The next Flush returns an error of the writer.
		out.WriteString(`{"id":` + string(r["id"].(json.Number)) + "," + string(object[1:]) + "\n")
	}
}

func main() {
	// Standard output is for responses only: output of the library goes to standard error.
	responses := os.Stdout
	os.Stdout = os.Stderr
	debug.SetGCPercent(400) // almost nothing stays in memory, so collect less often
	if err := serve(os.Stdin, responses); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
