package wire

import (
	"fmt"
	"strconv"

	"github.com/epin-conformance/harness/conformance"
)

// maxFreeText is the length to which texts for people are cut, in bytes.
const maxFreeText = 4096

// AppendResponse appends the line of the response resp to req, without its LF. It cuts
// the texts for people at 4 KiB. Where resp offers no attribute of the last result of apply,
// the line has no last, which an adapter that announced apply_attributes has to send.
//
// An error means that resp cannot be a response to req: it has the outcome of another
// operation, or an incorrect number of tokens or verdicts, or its line would be longer than
// [MaxLine].
func AppendResponse(dst []byte, id int64, req conformance.Request, resp conformance.Response) ([]byte, error) {
	return appendResponse(dst, id, &req, &resp, false)
}

// appendResponse is AppendResponse, without the copies. announced reports whether hello
// announced apply_attributes: last is there then, also if it is empty.
func appendResponse(dst []byte, id int64, req *conformance.Request, resp *conformance.Response, announced bool) ([]byte, error) {
	start := len(dst)
	dst = strconv.AppendInt(append(dst, `{"id":`...), id, 10)
	dst, ok := appendAnswer(dst, req, resp, announced)
	if !ok {
		return dst[:start], fmt.Errorf(
			"wire: the outcome %q, with %d tokens and the verdicts %.40q, is not a response to the request %s",
			resp.Outcome, len(resp.Tokens), resp.Verdicts, req.Op)
	}
	dst = append(dst, '}')
	if len(dst)-start > MaxLine {
		return dst[:start], fmt.Errorf("wire: the answer to the request %s needs a line of %d bytes; %d is the most",
			req.Op, len(dst)-start, MaxLine)
	}
	return dst, nil
}

func appendAnswer(dst []byte, req *conformance.Request, resp *conformance.Response, announced bool) (_ []byte, ok bool) {
	op := req.Op
	switch resp.Outcome {
	case conformance.Unsupported:
		return append(dst, `,"unsupported":true`...), true
	case conformance.Crashed:
		return appendText(dst, `,"crash":`, cut(resp.Crash)), true
	case conformance.Rejected:
		dst = append(dst, `,"valid":false`...)
		if op == conformance.OpParse && resp.Error != "" {
			dst = appendText(dst, `,"error":`, cut(resp.Error))
		}
		return dst, op != conformance.OpSweep
	case conformance.Accepted:
		dst = append(dst, `,"valid":true`...)
		switch op {
		case conformance.OpParse:
			return appendParsed(dst, resp), true
		case conformance.OpApply:
			dst = appendList(append(dst, `,"tokens":`...), resp.Tokens, appendString)
			dst = appendText(dst, `,"original":`, resp.Original)
			if attributes := appendParsed(nil, resp); len(attributes) > 0 {
				dst = append(append(append(dst, `,"last":{`...), attributes[1:]...), '}') // without the first comma
			} else if announced {
				dst = append(dst, `,"last":{}`...)
			}
			return dst, len(resp.Tokens) == len(req.Results())
		}
		return dst, op == conformance.OpValid
	case conformance.Equal:
		return append(dst, `,"equal":true`...), op == conformance.OpEqual
	case conformance.Unequal:
		return append(dst, `,"equal":false`...), op == conformance.OpEqual
	case conformance.Swept:
		dst = append(dst, `,"valid":"`...)
		dst = append(dst, resp.Verdicts...)
		return append(dst, '"'), op == conformance.OpSweep && areVerdicts(resp.Verdicts, len(req.Tokens))
	}
	return dst, false
}

// cut returns the first maxFreeText bytes of text, or fewer to end with a whole character.
func cut(text string) string {
	if len(text) <= maxFreeText {
		return text
	}
	return beginning(text, maxFreeText)
}

// areVerdicts reports whether verdicts holds a verdict for each of n tokens.
func areVerdicts(verdicts string, n int) bool {
	for i := range len(verdicts) {
		switch verdicts[i] {
		case conformance.VerdictYes, conformance.VerdictNo, conformance.VerdictCrash:
		default:
			return false
		}
	}
	return len(verdicts) == n
}

// appendParsed appends the fields that parse offers for an accepted token.
func appendParsed(dst []byte, resp *conformance.Response) []byte {
	text := func(key string, v conformance.Optional[string]) {
		if v.Offered {
			dst = appendText(dst, key, v.Value)
		}
	}
	boolean := func(key string, v conformance.Optional[bool]) {
		if v.Offered {
			dst = strconv.AppendBool(append(dst, key...), v.Value)
		}
	}
	text(`,"token":`, resp.Token)
	text(`,"pin":`, resp.PIN)
	boolean(`,"native":`, resp.Native)
	boolean(`,"derived":`, resp.Derived)
	text(`,"name":`, resp.Name)
	text(`,"side":`, resp.Side)
	text(`,"state":`, resp.State)
	boolean(`,"terminal":`, resp.Terminal)
	return dst
}

// DecodeResponse decodes a line, without its LF, as a response to req. The error is a
// [*FormError], and means that the line is not a well-formed response to req. The
// caller checks that id is the id of the request.
//
// Strings are in generalised UTF-8: a lone surrogate becomes three bytes that equal no
// valid text. Texts for people are cut at 4 KiB. Any other string that is longer than
// [MaxText] is replaced by its beginning with the length and the SHA-256 digest of the
// whole: two such texts are equal if the strings are.
func DecodeResponse(req conformance.Request, line []byte) (id int64, resp conformance.Response, err error) {
	var m message
	if id, err = m.begin(line); err != nil {
		return 0, conformance.Response{}, err
	}
	if m.response(&req, &resp); m.err != nil {
		return 0, conformance.Response{}, m.err
	}
	return id, resp, nil
}

// DecodeID decodes the id of a line, without its LF, that may be a response to any request.
// The error is a [*FormError].
func DecodeID(line []byte) (int64, error) {
	return new(message).begin(line)
}

// response decodes the message as the response to req into resp, a zero Response. resp is
// valid if m.err is nil afterwards.
//
// The operation determines which keys are known, and so have a type.
func (m *message) response(req *conformance.Request, resp *conformance.Response) {
	verdict, choice := keyValid, "not exactly one of valid, crash and unsupported"
	if req.Op == conformance.OpEqual {
		choice = "not exactly one of equal, valid, crash and unsupported"
		if m.has(keyEqual) {
			verdict = keyEqual
		}
	}
	crash, unsupported := m.text(keyCrash), m.unsupported()
	n := 0
	for _, present := range [...]bool{verdict == keyEqual, m.has(keyValid), crash.Offered, unsupported} {
		if present {
			n++
		}
	}
	if n != 1 {
		m.fail(choice)
	}
	var accepted bool
	if req.Op == conformance.OpSweep {
		resp.Verdicts = m.text(keyValid).Value
	} else {
		accepted = m.boolean(verdict).Value
	}

	switch {
	case crash.Offered:
		resp.Outcome = conformance.Crashed
		resp.Crash = cut(crash.Value)
	case unsupported:
		resp.Outcome = conformance.Unsupported
	case req.Op == conformance.OpSweep:
		resp.Outcome = conformance.Swept
		if m.err == nil && !areVerdicts(resp.Verdicts, len(req.Tokens)) {
			m.fail("valid is not one of 1, 0 and ! for each of " + plural(len(req.Tokens), "token", "tokens"))
		}
	case verdict == keyEqual && accepted:
		resp.Outcome = conformance.Equal
	case verdict == keyEqual:
		resp.Outcome = conformance.Unequal
	case accepted && req.Op == conformance.OpEqual:
		m.fail("valid is true, and equal is missing")
	case accepted:
		resp.Outcome = conformance.Accepted
	default:
		resp.Outcome = conformance.Rejected
	}

	switch req.Op {
	case conformance.OpParse:
		m.parsed(resp)
	case conformance.OpApply:
		m.applied(len(req.Results()), resp)
	}
}

// unsupported reports whether the key is present. Its only correct value is true.
func (m *message) unsupported() bool {
	v := m.values[keyUnsupported]
	if v.kind != kindAbsent && v.kind != kindTrue {
		m.fail("unsupported is not true")
	}
	return v.kind == kindTrue
}

// parsed decodes the fields that parse offers. Only an accepted token has them, but
// the types have to be correct in every response.
func (m *message) parsed(resp *conformance.Response) {
	m.attributes(resp)
	why := m.text(keyError).Value
	switch resp.Outcome {
	case conformance.Accepted:
	case conformance.Rejected:
		*resp = conformance.Response{Outcome: conformance.Rejected, Error: cut(why)}
	default:
		*resp = conformance.Response{Outcome: resp.Outcome, Crash: resp.Crash}
	}
}

// lastResult decodes the attributes of the last result of apply.
func (m *message) lastResult(resp *conformance.Response) {
	if m.announced == conformance.Some(false) {
		return // last is an unknown key
	}
	if !m.has(keyLast) {
		if m.announced.Value && resp.Outcome == conformance.Accepted {
			m.fail("an accepted apply without last, although hello announced apply_attributes")
		}
		return
	}
	var of conformance.Response
	if inner, ok := m.inside(keyLast); ok {
		inner.attributes(&of)
		m.failInside(keyLast, inner.err)
	}
	if resp.Outcome == conformance.Accepted {
		of.Outcome, of.Tokens, of.Original = resp.Outcome, resp.Tokens, resp.Original
		*resp = of
	}
}

// attributes decodes the fields that parse offers.
func (m *message) attributes(resp *conformance.Response) {
	resp.Token = m.kept(keyToken)
	resp.PIN = m.kept(keyPIN)
	resp.Native = m.boolean(keyNative)
	resp.Derived = m.boolean(keyDerived)
	resp.Name = m.kept(keyName)
	resp.Side = m.kept(keySide)
	resp.State = m.kept(keyState)
	resp.Terminal = m.boolean(keyTerminal)
}

// applied decodes the fields of apply for an accepted token. results is the number of results that
// are read.
func (m *message) applied(results int, resp *conformance.Response) {
	hasTokens, tokens, n := m.has(keyTokens), make([]string, 0, results), 0
	for e := range m.elements(keyTokens) {
		if n++; n <= results {
			tokens = append(tokens, m.keptString(e))
		}
	}
	original := m.kept(keyOriginal)
	defer m.lastResult(resp)
	if resp.Outcome != conformance.Accepted {
		return
	}
	switch {
	case !hasTokens:
		m.fail("an accepted apply without tokens")
	case !original.Offered:
		m.fail("an accepted apply without original")
	case n != results:
		m.fail(plural(n, "token", "tokens") + " for " + plural(results, "result", "results"))
	}
	resp.Tokens, resp.Original = tokens, original.Value
}
