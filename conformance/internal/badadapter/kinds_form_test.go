package badadapter

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// misplaces is a program that writes other lines instead of one answer.
func misplaces(lines ...string) program { return program{writes: instead(after, lines...)} }

// kindsOutOfForm break the protocol in the middle of right answers.
func kindsOutOfForm() []kind {
	const (
		noResponse   = `^The adapter wrote a line that is no response`
		notWellFormd = `^The adapter wrote a response that is not well formed: `
	)
	return []kind{
		{
			name: "logs to standard output", does: "Lines of a log stand between its answers.",
			program: misplaces("[debug] \x1b[33mparsing\x1b[0m", "RIGHT"), verdict: suite.NoVerdict, short: true,
			says: noResponse + `: "\[debug\] \\x1b\[33mparsing\\x1b\[0m"; standard output is for responses only`,
		},
		{
			name: "answers a wrong id", does: "One answer bears an id that was never asked.",
			program: program{writes: at(after, func(a *adapter, right string) {
				a.id++
				a.say(a.fill(`{"id":ID,"valid":true}`, right))
			})},
			verdict: suite.NoVerdict, short: true,
			says: `^The adapter answered the id \d+, which it was never asked: .*; an id goes back as the integer it came as`,
		},
		{
			name: "answers twice", does: "One request is answered twice.",
			program: misplaces("RIGHT", "RIGHT"), verdict: suite.NoVerdict, short: true,
			says: `^The adapter answered the id \d+ a second time: .*; every request is answered exactly once`,
		},
		{
			name: "answers an old request again", does: "One request is answered with the id of the one before, which was answered.",
			program: program{writes: at(after, func(a *adapter, right string) {
				a.id = a.before
				a.say(a.fill(`{"id":ID,"valid":true}`, right))
			})},
			verdict: suite.NoVerdict,
			says:    `^The adapter answered the id \d+ a second time: `,
		},
		{
			name: "answers what nobody asked", does: "There is one answer too many.",
			program: misplaces("RIGHT", `{"id":5,"valid":true}`), verdict: suite.NoVerdict, short: true,
			says: `^The adapter answered the id 5, which it was never asked: `,
		},
		{
			name: "writes null", does: "One line is null.",
			program: misplaces("null"), verdict: suite.NoVerdict,
			says: noResponse + `: "null"; standard output is for responses only`,
		},
		{
			name: "writes an array", does: "One answer stands in an array.",
			program: misplaces("[RIGHT]"), verdict: suite.NoVerdict,
			says: noResponse + `: "\[\{`,
		},
		{
			name: "writes two answers in a line", does: "The line feed between two answers is missing.",
			program: misplaces("RIGHTRIGHT"), verdict: suite.NoVerdict,
			says: notWellFormd,
		},
		{
			name: "writes no JSON", does: "One answer is written as Python writes a dictionary.",
			program: misplaces("{'id': ID, 'valid': True}"), verdict: suite.NoVerdict,
			says: notWellFormd,
		},
		{
			name: "writes what is not UTF-8", does: "One line is not UTF-8.",
			program: misplaces("{\"id\":ID,\"valid\":false,\"error\":\"\xff\x9b31m\"}"), verdict: suite.NoVerdict,
			says: notWellFormd + `.*\\xff\\x9b31m`,
		},
		{
			name: "nests 10,000 deep", does: "The value of an unknown key of one answer is nested 10,000 deep.",
			program: misplaces(`{"id":ID,"x":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + `,"valid":true}`),
			verdict: suite.NoVerdict, short: true,
			says: notWellFormd + `.* \(20,0\d\d bytes\): .*deep`,
		},
		{
			name: "repeats a key", does: "A key stands twice in one answer.",
			program: misplaces(`{"id":ID,"valid":true,"valid":true}`), verdict: suite.NoVerdict, short: true,
			says: notWellFormd + `.*: .*twice`,
		},
		{
			name: "repeats a key in disguise", does: "A key stands twice in one answer, once with an escape in it.",
			program: misplaces(`{"id":ID,"valid":true,"v\u0061lid":true}`), verdict: suite.NoVerdict,
			says: notWellFormd + `.*: .*twice`,
		},
		{
			name: "writes a byte order mark", does: "A byte order mark stands before one answer.",
			program: misplaces("\uFEFFRIGHT"), verdict: suite.NoVerdict,
			says: noResponse + ` \(a byte order mark\): `,
		},
		{
			name: "sweeps too little", does: "An answer to a sweep lacks a verdict.",
			program: program{offers: []conformance.Op{conformance.OpSweep}, writes: func(a *adapter, right string) {
				a.say(strings.Replace(right, `"valid":"1`, `"valid":"`, 1))
			}},
			verdict: suite.NoVerdict,
			says:    notWellFormd + `.*: valid is not one of 1, 0 and ! for each of \d+ tokens?`,
		},
		{
			name: "sweeps with other characters", does: "An answer to a sweep says y and n.",
			program: program{offers: []conformance.Op{conformance.OpSweep}, writes: func(a *adapter, right string) {
				head, verdicts, _ := strings.Cut(right, `"valid":`)
				a.say(head + `"valid":` + strings.NewReplacer("1", "y", "0", "n").Replace(verdicts))
			}},
			verdict: suite.NoVerdict,
			says:    notWellFormd + `.*: valid is not one of 1, 0 and ! for each of \d+ tokens?`,
		},
		{
			name: "is wrong, and then breaks the protocol", does: "One wrong answer, and then a line that is no response.",
			program: program{
				judges: wrongOnce,
				writes: instead(after, "oops"),
			},
			verdict: suite.NotConformant, cut: true, short: true,
			says:   `^\d+ of the \d+ requirements that were exercised failed; the run is incomplete\. The adapter wrote a line that is no response: "oops"`,
			blames: &blame{token: "A", requirement: "epin/9.1/accept", got: "^rejected"},
		},
	}
}
