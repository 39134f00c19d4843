package badadapter

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
)

// kindsOutOfForm returns kinds that break the protocol after correct responses.
func kindsOutOfForm() []kind {
	const (
		many       = "many at once"
		again      = `^The adapter responded to the id \d+ a second time: .*; respond to each request once`
		noResponse = `^The adapter wrote a line that is not a response`
		malformed  = `^The adapter wrote a response that is not well formed: `
		verdicts   = `.*: valid is not one of 1, 0 and ! for each of \d+ tokens?`
	)
	writes := func(lines ...string) program { return program{writes: instead(after, lines...)} }
	answersID := func(id func(*adapter) int64) program {
		return program{writes: at(after, func(a *adapter, right string) {
			a.id = id(a)
			a.say(a.fill(`{"id":ID,"valid":true}`, right))
		})}
	}
	sweeps := func(change func(right string) string) program {
		return program{offers: []conformance.Op{conformance.OpSweep}, writes: func(a *adapter, right string) { a.say(change(right)) }}
	}
	return []kind{
		inconclusive("logs to standard output", writes("[debug] \x1b[33mparsing\x1b[0m", "RIGHT"),
			noResponse+`: "\[debug\] \\x1b\[33mparsing\\x1b\[0m"; standard output is for responses only`, sampled, fails(wire.MalformedAnswer),
			smokes(many, `that is not a response, "[debug] \x1b[33mparsing`)),
		inconclusive("answers another id", answersID(func(a *adapter) int64 { return a.id + 1 }),
			`^The adapter responded to the id \d+, which no open request has: .*; return the id of the request unchanged`, fails(wire.UnknownID),
			smokes(many, "the id of no open request: return each id")),
		inconclusive("answers an old request again", answersID(func(a *adapter) int64 { return a.before }), again, fails(wire.RepeatedID)),
		inconclusive("answers twice", writes("RIGHT", "RIGHT"), again, fails(wire.RepeatedID), smokes(many, "a second response to a request: respond to each request once")),
		inconclusive("answers an unknown id", writes("RIGHT", `{"id":5,"valid":true}`),
			`^The adapter responded to the id 5, which no open request has: `, fails(wire.UnknownID)),
		inconclusive("writes null", writes("null"), noResponse+`: "null"; standard output is for responses only`, fails(wire.MalformedAnswer)),
		inconclusive("writes an array", writes("[RIGHT]"), noResponse+`: "\[\{`, fails(wire.MalformedAnswer)),
		inconclusive("writes an empty line", writes("", "RIGHT"), noResponse+` \(an empty line\): ""`, fails(wire.MalformedAnswer),
			smokes(many, "an empty line: write one line feed")),
		inconclusive("writes a byte order mark", writes("\uFEFFRIGHT"), noResponse+` \(a byte order mark\): `, fails(wire.MalformedAnswer)),
		inconclusive("writes two answers in a line", writes("RIGHTRIGHT"), malformed+`.*something after the end of the object`, fails(wire.MalformedAnswer)),
		inconclusive("writes invalid JSON", writes("{'id': ID, 'valid': True}"), malformed, fails(wire.MalformedAnswer), smokes(many, "write it with a JSON library")),
		inconclusive("writes invalid UTF-8", writes("{\"id\":ID,\"valid\":false,\"error\":\"\xff\x9b31m\"}"), malformed+`.*\\xff\\x9b31m`, fails(wire.MalformedAnswer)),
		inconclusive("nests 10,000 deep", writes(`{"id":ID,"x":`+strings.Repeat("[", 10_000)+strings.Repeat("]", 10_000)+`,"valid":true}`),
			malformed+`.* \(20,0\d\d bytes\): .*deep`, fails(wire.MalformedAnswer)),
		inconclusive("repeats a key", writes(`{"id":ID,"valid":true,"valid":true}`), malformed+`.*: .*twice`, fails(wire.MalformedAnswer)),
		inconclusive("repeats an escaped key", writes(`{"id":ID,"valid":true,"v\u0061lid":true}`), malformed+`.*: .*twice`, fails(wire.MalformedAnswer)),
		inconclusive("sweeps too little", sweeps(func(right string) string { return strings.Replace(right, `"valid":"1`, `"valid":"`, 1) }),
			malformed+verdicts, fails(wire.MalformedAnswer), smokes("one at a time", "valid is not one of 1, 0 and ! for each of 1 token")),
		inconclusive("sweeps with other characters", sweeps(func(right string) string {
			head, verdicts, _ := strings.Cut(right, `"valid":`)
			return head + `"valid":` + strings.NewReplacer("1", "y", "0", "n").Replace(verdicts)
		}), malformed+verdicts, fails(wire.MalformedAnswer)),
		inconclusive("announces attributes and returns none", program{
			offers: all,
			hello:  replacing(true, `"ops":`, `"apply_attributes":true,"ops":`).hello,
			writes: replacing(false, `"last":`, `"lost":`).writes,
		},
			malformed+`.*an accepted apply without last, although hello announced apply_attributes`, fails(wire.MalformedAnswer),
			smokes("apply", "an accepted apply without last, although hello announces apply_attributes")),
		broken("is incorrect, and then breaks the protocol", program{judges: incorrectOnce, writes: instead(after, "oops")},
			wrong, incomplete, because(someFailedCut+`The adapter wrote a line that is not a response: "oops"`)),
	}
}
