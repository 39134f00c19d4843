package smoke

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// asked is a request that is to be answered.
type asked struct {
	id   int64
	line string
	// request is what the answer is read as an answer to.
	request conformance.Request
	// unknown: the adapter cannot know what is asked, and has to say unsupported.
	unknown bool
}

// judgeAnswer reads a line as the answer to a request.
func (all schemas) judgeAnswer(a asked, line []byte) (resp conformance.Response, complaint string) {
	id, resp, err := wire.DecodeResponse(a.request, line)
	switch {
	case err != nil:
		complaint = malformed(string(a.request.Op), err.Error())
	case id != a.id:
		complaint = fmt.Sprintf("the answer to the request %d has the id %d: give the id back as it came, as an integer of 53 bits", a.id, id)
	case a.unknown && resp.Outcome != conformance.Unsupported:
		complaint = `an operation or a method that the adapter cannot know was not answered with "unsupported": answer {"id":` + strconv.FormatInt(a.id, 10) + `,"unsupported":true}`
	default:
		if why := all.check(string(a.request.Op)+"-response", line); why != "" {
			complaint = malformed(string(a.request.Op), why)
		}
	}
	return resp, complaint
}

// judgeHello reads a line as the answer to hello.
func (all schemas) judgeHello(line []byte) (wire.Hello, string) {
	h, err := wire.DecodeHello(line)
	if err != nil {
		return h, malformed("hello", err.Error())
	}
	if why := all.check("hello-response", line); why != "" {
		return h, malformed("hello", why)
	}
	return h, ""
}

// unknownNames returns what an answer to hello offers and the protocol does not have.
func unknownNames(line []byte) (names []string) {
	var h struct{ Ops, Methods []string }
	if len(line) > longest || json.Unmarshal(line, &h) != nil {
		return nil // too much to be taken apart, or there are other keys of the same letters
	}
	for _, op := range h.Ops {
		if !slices.Contains(conformance.Ops(), conformance.Op(op)) {
			names = append(names, op)
		}
	}
	for _, m := range h.Methods {
		if !slices.Contains(conformance.MethodsOf(epin.Current), conformance.Method(m)) {
			names = append(names, m)
		}
	}
	return names[:min(len(names), shownNames)]
}

// shownNames is how many names are noted that the protocol does not have.
const shownNames = 5

func malformed(op, why string) string {
	return fmt.Sprintf("an answer to %s is not well formed (%s): %s", op, visible([]byte(why)), advice(op, why))
}

// advice says what to change where package wire, or a schema, says why a line is wrong.
func advice(op, why string) string {
	for _, a := range []struct{ part, advice string }{
		{"the id is not an integer", "give the id back as the integer it was, without quotes, fraction or exponent"},
		{"the id of hello", "give the id back as it came"},
		{"no id", "every answer holds the id of its request"},
		{"not exactly one of", "an answer holds exactly one of what its operation asks for, crash, and unsupported"},
		{"is missing", "equal is answered with the key equal, and with valid only where a token is rejected"},
		{"stands twice", "write each key once"},
		{"neither true nor false", "write a JSON boolean, or leave the key out where the library does not offer it"},
		{"not a string", "write a JSON string, or leave the key out where the library does not offer it"},
		{"array of strings", "write a JSON array of strings"},
		{"for each of", "answer with a string of one character a token, in their order"},
		{"token for", "tokens holds the string form after each method, no more and no less"},
		{"tokens for", "tokens holds the string form after each method, no more and no less"},
		{"without tokens", "where the token is accepted, tokens holds the string form after each method, none of them where there is no method"},
		{"without original", "original holds the string form of the first parsed value"},
		{"unsupported is not true", "leave the key unsupported out where it does not hold"},
		{"not valid UTF-8", "write UTF-8"},
		{"something after", "write one object a line, each with a line feed after it"},
		{"ops holds none", "offer at least one of parse, valid and sweep"},
		{"speaks version", "answer with protocol 1"},
		{"protocol", `answer with "protocol":1`},
		{"no implementation", `answer with "implementation":{"name":"..."}`},
		{"name is empty", "give the name of the library"},
		{"no name", `answer with "implementation":{"name":"..."}`},
	} {
		if strings.Contains(why, a.part) {
			return a.advice
		}
	}
	return "write one JSON object as the schema " + op + "-response describes it, with a JSON library"
}

// noise says what is wrong with a line that begins no object.
func noise(line []byte) string {
	trimmed := bytes.TrimRight(line, "\r")
	switch {
	case len(bytes.TrimSpace(trimmed)) == 0:
		return "standard output holds an empty line: write one line feed after each response, and nothing else"
	case bytes.HasPrefix(trimmed, []byte("\xEF\xBB\xBF")):
		return "standard output begins with a byte order mark: write UTF-8 without one"
	}
	return fmt.Sprintf("standard output holds a line that is no response, \"%s\": write whatever is no response to standard error", excerpt(line))
}

// excerpt is the beginning of a line, for a sentence.
func excerpt(line []byte) string {
	const most = 60
	if len(line) <= most {
		return conformance.Visible(string(line), "")
	}
	return conformance.Visible(strings.ToValidUTF8(string(line[:most]), ""), "") + "..."
}

func isObject(line []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(line, " \t\r"), []byte("{"))
}

// roughID returns what the id of a line may be meant to be, however it is written.
func roughID(line []byte) (id int64, ok bool) {
	if len(line) > longest {
		return 0, false // many small keys take many times as much memory as the line
	}
	var keys map[string]json.RawMessage
	if json.Unmarshal(line, &keys) != nil {
		return 0, false
	}
	text := strings.Trim(string(keys["id"]), `"`)
	if id, err := strconv.ParseInt(text, 10, 64); err == nil {
		return id, true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || f < 0 || f > wire.MaxID || f != float64(int64(f)) {
		return 0, false
	}
	return int64(f), true
}
