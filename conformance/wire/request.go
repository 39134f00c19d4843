package wire

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/epin-conformance/harness/conformance"
)

// AppendRequest appends the line of req, without its LF. bytes has the operations that take bytes,
// from the adapter's hello: a sweep among them has its tokens in hexadecimal.
//
// An error means that the protocol has no such request: the operation is unknown, a token, a sweep or
// the line is longer than its limit, or a token is not valid UTF-8, for equal or an operation that is not in bytes.
func AppendRequest(dst []byte, id int64, req conformance.Request, bytes []conformance.Op) ([]byte, error) {
	if err := withinLimits(&req); err != nil {
		return dst, err
	}
	isText := utf8.ValidString(req.Token) && utf8.ValidString(req.Other)
	start := len(dst)
	dst = strconv.AppendInt(append(dst, `{"id":`...), id, 10)
	dst = appendText(dst, `,"op":`, string(req.Op))
	switch {
	case !slices.Contains(conformance.Ops(), req.Op):
		return dst[:start], fmt.Errorf("wire: unknown operation %q", req.Op)
	case req.Op == conformance.OpSweep && slices.Contains(bytes, req.Op):
		dst = slices.Grow(dst, 3*len(req.Tokens)+2*sweptBytes(req.Tokens)+16) // quotes and commas, digits, a key
		dst = appendList(append(dst, `,"hex":`...), req.Tokens, appendHex)
	case req.Op == conformance.OpSweep && !slices.ContainsFunc(req.Tokens, notText):
		dst = appendList(append(dst, `,"tokens":`...), req.Tokens, appendString)
	case req.Op != conformance.OpSweep && isText:
		dst = appendText(dst, `,"token":`, req.Token)
	case req.Op != conformance.OpSweep && req.Op != conformance.OpEqual && slices.Contains(bytes, req.Op):
		dst = appendHex(append(dst, `,"hex":`...), req.Token)
	default:
		return dst[:start], fmt.Errorf("wire: a request %s with bytes that are not valid UTF-8, where only text can be sent", req.Op)
	}
	switch req.Op {
	case conformance.OpApply:
		before, methods := req.Calls()
		if len(before) > 0 {
			dst = appendList(append(dst, `,"before":`...), before, appendString)
		}
		dst = appendList(append(dst, `,"methods":`...), methods, appendString)
		if req.Unread() {
			dst = append(dst, `,"unread":true`...)
		}
	case conformance.OpEqual:
		dst = appendText(dst, `,"other":`, req.Other)
	}
	dst = append(dst, '}')
	if len(dst)-start > MaxLine {
		return dst[:start], fmt.Errorf("wire: the request %s needs a line of %d bytes; %d is the most", req.Op, len(dst)-start, MaxLine)
	}
	return dst, nil
}

func notText(token string) bool { return !utf8.ValidString(token) }

func withinLimits(req *conformance.Request) error {
	if n := max(len(req.Token), len(req.Other)); n > conformance.MaxTokenBytes {
		return fmt.Errorf("wire: a token of %d bytes; %d is the most", n, conformance.MaxTokenBytes)
	}
	if n := len(req.Tokens); n > conformance.MaxSweepTokens {
		return fmt.Errorf("wire: a sweep of %d tokens; %d is the most", n, conformance.MaxSweepTokens)
	}
	if total := sweptBytes(req.Tokens); total > conformance.MaxSweepBytes {
		return fmt.Errorf("wire: a sweep of %d bytes; %d is the most", total, conformance.MaxSweepBytes)
	}
	return nil
}

func sweptBytes(tokens []string) (total int) {
	for _, token := range tokens {
		total += len(token)
	}
	return total
}

// DecodeRequest decodes a line, without its LF, as a request other than hello. bytes has
// the operations that take bytes, from the adapter's hello.
//
// An unknown operation or method is not an error: the response to it is Unsupported. If
// the operation is unknown, DecodeRequest checks only the id and the form of the line. Any
// other violation of the protocol is an error, a [*FormError].
func DecodeRequest(line []byte, bytes []conformance.Op) (id int64, req conformance.Request, err error) {
	var m message
	if id, err = m.begin(line); err != nil {
		return 0, conformance.Request{}, err
	}
	if decodeRequest(&m, bytes, &req); m.err != nil {
		return 0, conformance.Request{}, m.err
	}
	return id, req, nil
}

// decodeRequest decodes a message into req, a zero Request, which is valid if m.err is nil.
func decodeRequest(m *message, bytes []conformance.Op, req *conformance.Request) {
	req.Op = conformance.Op(m.textOf("op", m.require("op")))
	takesBytes := slices.Contains(bytes, req.Op)
	switch req.Op {
	case conformance.OpParse, conformance.OpValid:
		req.Token = decodeToken(m, takesBytes)
	case conformance.OpApply:
		req.Token = decodeToken(m, takesBytes)
		if m.boolean("unread") {
			req.Methods = append(req.Methods, conformance.Unread)
		}
		for before := range m.elements("before") {
			req.Methods = append(req.Methods, conformance.Method(m.string(before)).Before())
		}
		m.require("methods")
		for method := range m.elements("methods") {
			req.Methods = append(req.Methods, conformance.Method(m.string(method)))
		}
	case conformance.OpEqual:
		req.Token, req.Other = requiredText(m, "token"), requiredText(m, "other")
		if m.has("hex") {
			m.fail("hex in a request equal, whose tokens are text")
		}
	case conformance.OpSweep:
		req.Tokens = decodeTokens(m, takesBytes)
	}
	if err := withinLimits(req); err != nil {
		m.fail(err.Error())
	}
}

// decodeToken returns the token of a request: text, or hex if it is not valid UTF-8.
func decodeToken(m *message, takesBytes bool) (token string) {
	switch hex := m.value("hex"); {
	case m.has("token") == (hex != nil):
		m.fail("not exactly one of token and hex")
	case hex == nil:
		token = requiredText(m, "token")
	case !takesBytes:
		m.fail("hex, to an adapter that takes text only here")
	case hex.Kind() != jsontext.KindString:
		m.fail("hex is not a string")
	default:
		if token = unhex(m, hex); utf8.ValidString(token) {
			m.fail("hex for a token that is valid UTF-8")
		}
	}
	return token
}

func requiredText(m *message, key string) string {
	if v := m.require(key); v.Kind() == jsontext.KindString {
		return whole(m, v)
	}
	m.fail(key + " is not a string")
	return ""
}

// whole returns the text of a string without a lone surrogate.
func whole(m *message, v jsontext.Value) string {
	text, whole := unquote(v)
	if !whole {
		m.fail("a lone surrogate in a string")
	}
	return m.intern(text)
}

func unhex(m *message, v jsontext.Value) string {
	digits, _ := unquote(v)
	token := make([]byte, hex.DecodedLen(len(digits)))
	if _, err := hex.Decode(token, digits); err != nil || bytes.ContainsAny(digits, "ABCDEF") {
		m.fail("hex is not lower-case hexadecimal, two digits a byte")
	}
	return string(token)
}

// decodeTokens returns the tokens of a sweep: all are hex if takesBytes is true, and text otherwise.
func decodeTokens(m *message, takesBytes bool) (tokens []string) {
	key, wrong, decode := "tokens", "hex", whole
	if takesBytes {
		key, wrong, decode = "hex", "tokens", unhex
	}
	if m.has(wrong) {
		m.fail(wrong + " in a sweep, to an adapter that takes " + key)
	}
	tokens = make([]string, 0, min(bytes.Count(m.require(key), []byte{','})+1, conformance.MaxSweepTokens+1))
	for e := range m.elements(key) {
		if tokens = append(tokens, decode(m, e)); len(tokens) > conformance.MaxSweepTokens {
			break // withinLimits reports the error
		}
	}
	return tokens
}
