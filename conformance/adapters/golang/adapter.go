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

// The editions of the protocol, and what the library calls them. If it has one grammar, keep
// both names and ignore the edition in parse: the runner tests it by the requested edition.
// A PIN library serves "pin/1.0.0" and "pin/1.0.0-initial"; remove pin, native, derived and derive.
var editions = map[string]Edition{"1.0.0": Current, "1.0.0-initial": Initial}

var edition Edition // hello selects it

// Remove the operations that your library does not offer: the runner does not request them,
// and their functions below may return unsupported{true}.
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

func askParse(token string) any {
	identifier, err := parse(token)
	if err != nil {
		return rejected{Error: err.Error()}
	}
	return parsed{true, attributesOf(identifier)}
}

func attributesOf(identifier Identifier) attributes {
	return attributes{
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
	return valid{Valid(token, edition)}
}

func askApply(token string, before, names []string, unread bool) any {
	original, err := parse(token)
	if err != nil {
		return rejected{}
	}
	// Attributes are read at once, and again from each result, to show what a value remembers.
	// Where unread is true, nothing is read before the last result.
	identifier, tokens, last := original, []string{}, attributes{}
	if !unread || len(names) == 0 {
		last = attributesOf(original)
	}
	for _, name := range before {
		methods[name](original)
	}
	for i, name := range names {
		identifier = methods[name](identifier)
		if !unread || i == len(names)-1 {
			tokens = append(tokens, identifier.String())
			last = attributesOf(identifier)
		}
	}
	// Read last, to show if a transformation changed the original value.
	return applied{true, tokens, original.String(), last}
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

// The responses, each with the keys of its operation; serve adds the id of the request.
// Remove the keys that your library does not offer.
type (
	parsed struct {
		Valid bool `json:"valid"`
		attributes
	}
	attributes struct {
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
		Valid    bool       `json:"valid"`
		Tokens   []string   `json:"tokens"` // never nil
		Original string     `json:"original"`
		Last     attributes `json:"last"`
	}
	equal struct {
		Equal bool `json:"equal"`
	}
)

// 2. From a request to an answer.

// The responses that do not describe a piece.
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
		Attributes     bool              `json:"apply_attributes,omitempty"`
		Unread         bool              `json:"apply_unread,omitempty"`
		Unsupported    bool              `json:"unsupported,omitempty"`
	}
)

// A request is a map, because decoding into a struct ignores the case of keys.
type request map[string]json.RawMessage

// answer returns the response to a request. It decodes the request outside of guarded: a bug
// in this file must not be reported as a crash of the library.
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
		var before []string
		if list, ok := r["before"]; ok {
			before = texts(list)
		}
		for _, name := range slices.Concat(before, names) {
			if methods[name] == nil {
				return unsupported{true}
			}
		}
		unread := string(r["unread"]) == "true"
		return guarded(func() any { return askApply(token, before, names, unread) })
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
	selected, ok := editions[wanted]
	if !ok {
		h.Unsupported = true
		return h
	}
	edition = selected
	h.Ops = ops
	h.Methods = slices.Sorted(maps.Keys(methods))
	h.Bytes, h.Attributes, h.Unread = takesBytes, true, true
	return h
}

func sweep(tokens []string) swept {
	verdicts := make([]byte, len(tokens))
	for i, token := range tokens {
		verdicts[i] = verdict(token)
	}
	return swept{string(verdicts)}
}

// verdict returns one character of the response to a sweep.
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

// guarded returns the result of call, or a crash if it panics.
func guarded(call func() any) (a any) {
	defer func() {
		if v := recover(); v != nil {
			a = crash{fmt.Sprintf("panic: %v", v)}
		}
	}()
	return call()
}

// tokenOf returns the token of a request, from text or from hexadecimal.
func tokenOf(r request) string {
	if digits, ok := r["hex"]; ok {
		return unhex(text(digits))
	}
	return text(r["token"])
}

// tokensOf returns the tokens of a sweep, from the same two forms.
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
		return string(raw[1 : len(raw)-1]) // as the decoder, but ten times as fast
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
	in := bufio.NewReaderSize(flushFirst{requests, out}, 64<<10)
	r := request{}
	for {
		// A Scanner would limit the length of a line.
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
		// The next Flush returns an error of the writer.
		out.WriteString(`{"id":` + string(r["id"]) + "," + string(object[1:]) + "\n")
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
