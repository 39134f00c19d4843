package wire

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/notation"
)

// maxFreeText is the length to which texts for people are cut, in bytes.
const maxFreeText = 4096

// AppendResponse appends the line of the response resp to req in an edition, without its LF. It cuts
// the texts for people at 4 KiB. applyAttributes is the value from the adapter's hello: if it is false,
// an accepted apply has last only if resp offers an attribute.
//
// An error means that resp cannot be a response to req: it has the outcome of another
// operation, or an incorrect number of tokens or verdicts, or its line would be longer than
// [MaxLine].
func AppendResponse(
	dst []byte, edition *notation.Edition, id int64, req conformance.Request, resp conformance.Response, applyAttributes bool,
) ([]byte, error) {
	start, fits := len(dst), true
	dst = strconv.AppendInt(append(dst, `{"id":`...), id, 10)
	switch op := req.Op; resp.Outcome {
	case conformance.Unsupported:
		dst = append(dst, `,"unsupported":true`...)
	case conformance.Crashed:
		dst = appendText(dst, `,"crash":`, cut(resp.Crash, maxFreeText))
	case conformance.Rejected:
		dst, fits = append(dst, `,"valid":false`...), op != conformance.OpSweep
		if op == conformance.OpParse && resp.Error != "" {
			dst = appendText(dst, `,"error":`, cut(resp.Error, maxFreeText))
		}
	case conformance.Accepted:
		dst = append(dst, `,"valid":true`...)
		switch op {
		case conformance.OpParse:
			dst = appendAttributes(dst, edition, &resp.Attributes)
		case conformance.OpApply:
			dst, fits = appendApplied(dst, edition, &resp, applyAttributes), len(resp.Tokens) == len(req.Results())
		default:
			fits = op == conformance.OpValid
		}
	case conformance.Equal, conformance.Unequal:
		dst = strconv.AppendBool(append(dst, `,"equal":`...), resp.Outcome == conformance.Equal)
		fits = op == conformance.OpEqual
	default:
		dst = append(append(append(dst, `,"valid":"`...), resp.Verdicts...), '"')
		fits = resp.Outcome == conformance.Swept && op == conformance.OpSweep && areVerdicts(resp.Verdicts, len(req.Tokens))
	}
	dst = append(dst, '}')
	switch {
	case !fits:
		return dst[:start], fmt.Errorf(
			"wire: the outcome %q, with %d tokens and the verdicts %.40q, is not a response to the request %s",
			resp.Outcome, len(resp.Tokens), resp.Verdicts, req.Op)
	case len(dst)-start > MaxLine:
		return dst[:start], fmt.Errorf("wire: the response to the request %s needs a line of %d bytes; %d is the most",
			req.Op, len(dst)-start, MaxLine)
	}
	return dst, nil
}

// appendApplied appends the members of an accepted apply, and last in any case if always is true.
func appendApplied(dst []byte, edition *notation.Edition, resp *conformance.Response, always bool) []byte {
	dst = appendList(append(dst, `,"tokens":`...), resp.Tokens, appendString)
	dst = appendText(dst, `,"original":`, resp.Original)
	last := appendAttributes(nil, edition, &resp.Attributes)
	if len(last) == 0 && !always {
		return dst
	}
	return append(append(append(dst, `,"last":{`...), bytes.TrimPrefix(last, []byte{','})...), '}')
}

func areVerdicts(verdicts string, n int) bool {
	const all = string(conformance.VerdictYes) + string(conformance.VerdictNo) + string(conformance.VerdictCrash)
	return len(verdicts) == n && strings.Trim(verdicts, all) == ""
}

func appendAttributes(dst []byte, edition *notation.Edition, values *notation.Values) []byte {
	for i, a := range edition.Attributes {
		v := values[i]
		if !v.Offered() {
			continue
		}
		dst = append(append(append(dst, `,"`...), a.Key...), `":`...)
		if v.Kind == notation.Boolean {
			dst = append(dst, v.Text...)
		} else {
			dst = appendString(dst, v.Text)
		}
	}
	return dst
}

// DecodeResponse decodes a line, without its LF, as a response to req in an edition. applyAttributes is the
// value from the adapter's hello: if it is true, an accepted apply needs last, and otherwise last is an
// unknown key. The error is a [*FormError], and means that the line is not a well-formed response to req. The
// caller checks that id is the id of the request.
//
// A string with a lone surrogate keeps its escapes, as they stand in the line, and so equals no
// valid token. Texts for people are cut at 4 KiB. Any other string that is longer than [MaxText]
// is replaced by its beginning with the length and the SHA-256 digest of the whole: two such
// texts are equal if the strings are.
func DecodeResponse(
	edition *notation.Edition, req conformance.Request, line []byte, applyAttributes bool,
) (id int64, resp conformance.Response, err error) {
	m := message{edition: edition}
	if id, err = m.begin(line); err != nil {
		return 0, conformance.Response{}, err
	}
	if decodeResponse(&m, &req, &resp, applyAttributes); m.err != nil {
		return 0, conformance.Response{}, m.err
	}
	return id, resp, nil
}

// DecodeID decodes the id of a line, without its LF, that may be a response to any request.
// The error is a [*FormError].
func DecodeID(line []byte) (int64, error) {
	return new(message).begin(line)
}

// decodeResponse decodes a message as the response to req into resp, a zero Response, which is valid if
// m.err is nil. The operation determines which keys are known, and so have a type.
func decodeResponse(m *message, req *conformance.Request, resp *conformance.Response, applyAttributes bool) {
	choice, equal := "not exactly one of valid, crash and unsupported", jsontext.Value(nil)
	if req.Op == conformance.OpEqual {
		choice, equal = "not exactly one of equal, valid, crash and unsupported", m.value("equal")
	}
	n, valid, crash := 0, m.value("valid"), m.value("crash")
	for _, v := range [...]jsontext.Value{equal, valid, crash, m.value("unsupported")} {
		if v != nil {
			n++
		}
	}
	if n != 1 {
		m.fail(choice)
	}

	// Only an accepted token has these fields, but their types have to be correct in every response.
	var why string
	switch req.Op {
	case conformance.OpParse:
		decodeAttributes(m, resp)
		why = m.text("error")
	case conformance.OpApply:
		decodeApplied(m, len(req.Results()), resp, applyAttributes)
	}

	switch {
	case crash != nil:
		*resp = conformance.Response{Outcome: conformance.Crashed, Crash: cut(m.textOf("crash", crash), maxFreeText)}
	case isUnsupported(m):
		*resp = conformance.Response{}
	case req.Op == conformance.OpSweep:
		resp.Outcome, resp.Verdicts = conformance.Swept, m.textOf("valid", valid)
		if !areVerdicts(resp.Verdicts, len(req.Tokens)) {
			m.fail("valid is not one of 1, 0 and ! for each of " + number.Counted(len(req.Tokens), "token"))
		}
	case equal != nil && m.booleanOf("equal", equal):
		resp.Outcome = conformance.Equal
	case equal != nil:
		resp.Outcome = conformance.Unequal
	case !m.booleanOf("valid", valid):
		*resp = conformance.Response{Outcome: conformance.Rejected, Error: cut(why, maxFreeText)}
	case req.Op == conformance.OpEqual:
		m.fail("valid is true, and equal is missing")
	default:
		resp.Outcome = conformance.Accepted
	}
}

// isUnsupported reports whether the key unsupported is present. Its only correct value is true.
func isUnsupported(m *message) bool {
	v := m.value("unsupported")
	is := v.Kind() == jsontext.KindTrue
	if v != nil && !is {
		m.fail("unsupported is not true")
	}
	return is
}

func decodeAttributes(m *message, resp *conformance.Response) {
	for i, a := range m.edition.Attributes {
		switch v := m.value(a.Key); {
		case v == nil:
		case a.Kind == notation.Boolean:
			resp.Attributes[i] = notation.BoolValue(m.booleanOf(a.Key, v))
		default:
			resp.Attributes[i] = notation.Value{Kind: a.Kind, Text: digest(m.textOf(a.Key, v))}
		}
	}
}

// decodeApplied decodes the fields of apply. results is the number of results that are read.
func decodeApplied(m *message, results int, resp *conformance.Response, applyAttributes bool) {
	n := 0
	resp.Tokens = make([]string, 0, results)
	for e := range m.elements("tokens") {
		if n++; n <= results {
			resp.Tokens = append(resp.Tokens, digest(m.string(e)))
		}
	}
	resp.Original = digest(m.text("original"))
	if applyAttributes && m.has("last") {
		m.inside("last", func() { decodeAttributes(m, resp) })
	}
	switch {
	case !m.boolean("valid"):
	case !m.has("tokens"):
		m.fail("an accepted apply without tokens")
	case !m.has("original"):
		m.fail("an accepted apply without original")
	case n != results:
		m.fail(number.Counted(n, "token") + " for " + number.Counted(results, "result"))
	case applyAttributes && !m.has("last"):
		m.fail("an accepted apply without last, although hello announced apply_attributes")
	}
}
