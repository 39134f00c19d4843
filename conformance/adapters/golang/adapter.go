// An adapter: the few lines between the EPIN conformance runner and a library.
//
//	go build -o adapter adapter.go epin.go
//	epin certify -- ./adapter
//
// The first part is all that knows epin.go: fill it in anew for another library. The
// second turns requests into calls and whatever comes of them into answers. The third
// moves lines. Both are the same for every library.
package main

import (
	"bufio"
	"bytes"
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

// 1. The library. Never answer for it: call it, and report what it did.

var implementation = map[string]string{
	"name":     "epin.go",
	"version":  "1.0.0",
	"language": "go " + strings.TrimPrefix(runtime.Version(), "go"),
}

// The editions, as the protocol names them. Has your library one grammar? Leave both, and
// parse without an edition: it is judged by the one asked for, whichever it has.
var editions = []string{"1.0.0", "1.0.0-initial"}

var edition = editions[0]

// Leave out what your library does not offer: it is not asked for, and its function below
// may return unsupported{true}.
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

// Whether the library takes strings that are not valid UTF-8. Where it says false, the
// runner sends text alone.
const takesBytes = true

// parse calls the parser. Only that may reject a token, and only by the error that it
// documents: any other is a crash.
func parse(token string) (Identifier, error) {
	identifier, err := Parse(token, Edition(edition))
	if err != nil && !errors.Is(err, ErrInvalid) {
		panic(err)
	}
	return identifier, err
}

func askParse(token string) any {
	identifier, err := parse(token)
	if err != nil {
		return rejected{Error: err.Error()}
	}
	return parsed{
		Valid:    true,
		Token:    identifier.String(),
		PIN:      identifier.PIN(),
		Native:   identifier.IsNative(),
		Derived:  identifier.IsDerived(),
		Name:     string(identifier.Name),
		Side:     string(identifier.Side),
		State:    string(identifier.State),
		Terminal: identifier.Terminal,
	}
}

func askValid(token string) any {
	return valid{Valid(token, Edition(edition))}
}

func askApply(token string, names []string) any {
	original, err := parse(token)
	if err != nil {
		return rejected{}
	}
	identifier, tokens := original, []string{}
	for _, name := range names {
		identifier = methods[name](identifier)
		tokens = append(tokens, identifier.String())
	}
	// Read last: a value that changed under its owner shows here.
	return applied{true, tokens, original.String()}
}

func askEqual(token, other string) any {
	left, err := parse(token)
	if err != nil {
		return rejected{}
	}
	right, err := parse(other)
	if err != nil {
		return rejected{}
	}
	return equal{left == right}
}

// The answers, each with the keys of its operation; a request's id is put in front later.
// What your library does not offer, leave out.
type (
	parsed struct {
		Valid    bool   `json:"valid"`
		Token    string `json:"token"`
		PIN      string `json:"pin"`
		Native   bool   `json:"native"`
		Derived  bool   `json:"derived"`
		Name     string `json:"name"`
		Side     string `json:"side"`
		State    string `json:"state"`
		Terminal bool   `json:"terminal"`
	}
	rejected struct {
		Valid bool   `json:"valid"` // false
		Error string `json:"error,omitempty"`
	}
	valid struct {
		Valid bool `json:"valid"`
	}
	applied struct {
		Valid    bool     `json:"valid"`
		Tokens   []string `json:"tokens"` // never nil
		Original string   `json:"original"`
	}
	equal struct {
		Equal bool `json:"equal"`
	}
)

// 2. From a request to an answer.

// The answers that say nothing of a piece.
type (
	swept struct {
		Valid string `json:"valid"`
	}
	crash struct {
		Crash string `json:"crash"`
	}
	unsupported struct {
		Unsupported bool `json:"unsupported"` // true
	}
	hello struct {
		Protocol       int               `json:"protocol"`
		Implementation map[string]string `json:"implementation"`
		Ops            []string          `json:"ops,omitempty"`
		Methods        []string          `json:"methods,omitempty"`
		Bytes          bool              `json:"bytes,omitempty"`
		Unsupported    bool              `json:"unsupported,omitempty"`
	}
)

// A request is a map, because a struct would also take a key in another case for its own.
type request map[string]json.RawMessage

// answer answers a request. What the request holds is taken out of it here, outside of
// the guard: a mistake in this file must not be reported as a crash of the library.
func answer(r request) any {
	switch text(r["op"]) {
	case "parse":
		token := tokenOf(r)
		return guarded(func() any { return askParse(token) })
	case "sweep":
		return sweep(tokensOf(r))
	case "valid":
		token := tokenOf(r)
		return guarded(func() any { return askValid(token) })
	case "apply":
		token, names := tokenOf(r), texts(r["methods"])
		for _, name := range names {
			if methods[name] == nil {
				return unsupported{true}
			}
		}
		return guarded(func() any { return askApply(token, names) })
	case "equal":
		token, other := text(r["token"]), text(r["other"])
		return guarded(func() any { return askEqual(token, other) })
	case "hello":
		return greet(text(r["edition"]))
	default:
		return unsupported{true}
	}
}

func greet(wanted string) hello {
	h := hello{Protocol: 1, Implementation: implementation}
	if !slices.Contains(editions, wanted) {
		h.Unsupported = true
		return h
	}
	edition = wanted
	h.Ops = ops
	h.Methods = slices.Sorted(maps.Keys(methods))
	h.Bytes = takesBytes
	return h
}

func sweep(tokens []string) swept {
	verdicts := make([]byte, len(tokens))
	for i, token := range tokens {
		verdicts[i] = verdict(token)
	}
	return swept{string(verdicts)}
}

// verdict is one character of the answer to a sweep.
func verdict(token string) (v byte) {
	defer func() {
		if recover() != nil {
			v = '!'
		}
	}()
	if _, err := parse(token); err != nil {
		return '0'
	}
	return '1'
}

// guarded returns what the call answers, or the crash that it ended in.
func guarded(call func() any) (a any) {
	defer func() {
		if v := recover(); v != nil {
			a = crash{fmt.Sprintf("panic: %v", v)}
		}
	}()
	return call()
}

// tokenOf returns the token of a request: text, or the exact bytes of what is not text.
func tokenOf(r request) string {
	if digits, ok := r["hex"]; ok {
		return unhex(text(digits))
	}
	return text(r["token"])
}

// tokensOf returns the tokens of a sweep, in the same two forms.
func tokensOf(r request) []string {
	digits, ok := r["hex"]
	if !ok {
		return texts(r["tokens"])
	}
	tokens := texts(digits)
	for i, token := range tokens {
		tokens[i] = unhex(token)
	}
	return tokens
}

func text(raw json.RawMessage) string {
	if len(raw) >= 2 && raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1]) // as the decoder does it, at a tenth of the cost
	}
	return decoded[string](raw)
}

func texts(raw json.RawMessage) []string { return decoded[[]string](raw) }

func decoded[T any](raw []byte) (v T) {
	if err := json.Unmarshal(raw, &v); err != nil {
		panic(fmt.Errorf("%q in a request: %w", raw, err))
	}
	return v
}

func unhex(digits string) string {
	b, err := hex.DecodeString(digits)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// 3. Lines in and out.

// flushFirst is an input before each read of which the output is flushed: the runner may
// wait for what has been answered so far.
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

// serve answers every request until there are no more.
func serve(requests io.Reader, responses io.Writer) error {
	out := bufio.NewWriterSize(responses, 64<<10)
	in := bufio.NewReaderSize(flushFirst{requests, out}, 64<<10)
	r := request{}
	for {
		// Not a Scanner, which has a longest line.
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		clear(r)
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("reading a request: %w", err)
		}
		object, err := json.Marshal(answer(r))
		if err != nil {
			return err
		}
		// An error of the writer stays, and is that of the next Flush.
		out.WriteString(`{"id":` + string(r["id"]) + "," + string(object[1:]) + "\n")
	}
}

func main() {
	// Standard output is for responses: what the library prints goes elsewhere.
	responses := os.Stdout
	os.Stdout = os.Stderr
	debug.SetGCPercent(400) // next to nothing stays in memory, so collecting can wait
	if err := serve(os.Stdin, responses); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
