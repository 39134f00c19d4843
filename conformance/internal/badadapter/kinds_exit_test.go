package badadapter

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
)

// deadly is the token on which some kinds misbehave, in every operation.
const deadly = "-j^'"

// diesAfter returns a program that calls die instead of writing the response after the first
// after ones.
func diesAfter(die func(a *adapter, right string)) program {
	return program{writes: at(after+1, func(a *adapter, right string) {
		a.flush()
		die(a, right)
	})}
}

// exitsAfter is diesAfter for a program that calls do and then exits.
func exitsAfter(status int, do func(a *adapter, right string)) program {
	return diesAfter(func(a *adapter, right string) { do(a, right); a.exit(status) })
}

func nothing(*adapter, string) {}

func notUTF8(then func(*adapter) string) func(*adapter, string) string {
	return func(a *adapter, token string) string {
		if utf8.ValidString(token) {
			return ""
		}
		return then(a)
	}
}

// kindsThatExit returns kinds that exit before the end of their input.
func kindsThatExit() []kind {
	const (
		many    = "many at once"
		status7 = `exit status 7`
		// oneFinding matches the report of kinds that exit or crash on invalid UTF-8: one finding,
		// with the simplest input, and the number of checks.
		oneFinding = `\n1\. Crashes on "\\x80": [^\n]*\n(   [^\n]*\n)+\n(It accepts[^\n]*\n|instead[^\n]*\n|\n)*\d+ of \d+ requirements failed: [^.]*\.([^.]*\.)?\n[\d,]{3,} of [\d,]+ checks failed `
	)
	whileDue := func(how string) string { return `dapter exited \(` + how + `\) while \d+ responses? (was|were) due` }
	exits := func(status int) func(*adapter) { return func(a *adapter) { a.exit(status) } }
	dies := blame{token: deadly, got: status7}
	diesNotUTF8 := notUTF8(func(a *adapter) string { a.exit(7); return "" })
	return []kind{
		inconclusive("exits with 0 after 500 answers", exitsAfter(0, nothing), whileDue("exit status 0"), fails(wire.Died)),
		inconclusive("exits with 3 after 500 answers", exitsAfter(3, nothing), whileDue("exit status 3"), sampled, fails(wire.Died),
			smokes(many, "the program ended (exit status 3) before it responded to parse (id ")),
		inconclusive("writes to standard error and exits", exitsAfter(3, func(*adapter, string) { fmt.Fprint(os.Stderr, "out of\x1b[31m luck") }),
			whileDue("exit status 3"), shows(`\n  \| out of\\x1b\[31m luck\n`), fails(wire.Died), smokes(many, "the program ended")),
		inconclusive("is killed after 500 answers", diesAfter(func(*adapter, string) { killItself() }), whileDue(killed), fails(wire.Died)),
		inconclusive("ends within a line", exitsAfter(0, func(a *adapter, right string) { a.write(right[:8]) }),
			whileDue("exit status 0")+`, within a line: "\{\\"id\\":\d*"`, fails(wire.Died), smokes(many, "in the middle of a line")),
		inconclusive("exits, and its child does not", exitsAfter(9, func(*adapter, string) { startChild("sleeper", os.Stdout, nil, false) }),
			whileDue("exit status 9")+`, and something that it had started still holds its standard output`, graceOf(brief), fails(wire.Died)),
		inconclusive("exits after one response", program{writes: func(a *adapter, right string) {
			if a.n > 1 {
				a.exit(7)
			}
			a.say(right)
		}}, `exit status 7|started again \d+ times`, fails(wire.Died)),
		inconclusive("exits on every request", program{writes: func(a *adapter, _ string) { a.exit(7) }}, `exit status 7`, fails(wire.Died)),
		// The first process exits on a token that later processes answer.
		inconclusive("exits once", program{raises: on(deadly, func(a *adapter) {
			if a.firstTime("died") {
				a.exit(7)
			}
		})}, `exit status 7`),
		// The first process exits on one token, and every later process at its start.
		inconclusive("exits, and cannot be restarted", program{
			start: func(a *adapter) {
				if !a.firstTime("started") {
					a.exit(1)
				}
			},
			raises: on(deadly, exits(7)),
		}, `exit status 7|start(ed|ing the adapter) again`),
		// The process exits on one token in a sweep with others, and not on the token alone.
		inconclusive("exits on one token in a sweep with others", program{answer: func(a *adapter, req conformance.Request) *answerOf {
			if len(req.Tokens) > 1 && slices.Contains(req.Tokens, deadly) {
				a.exit(7)
			}
			return nil
		}}, whileDue("exit status 7")),
		inconclusive("closes standard output on one token", program{raises: on(deadly, func(a *adapter) { a.flush(); os.Stdout.Close(); stop() })},
			`^The adapter closed its standard output, but did not exit`, graceOf(brief)),

		broken("exits on the empty string", program{raises: on("", exits(7))}, blame{got: status7}),
		broken("exits on one transformation", program{offers: all, answer: func(a *adapter, req conformance.Request) *answerOf {
			if req.Token == deadly && slices.Contains(req.Methods, conformance.Flip) {
				a.exit(7)
			}
			return nil
		}}, dies),
		broken("exits on one token", program{raises: on(deadly, exits(7))}, dies, sampled),
		broken("exits on one token, with two processes", program{raises: on(deadly, exits(7))}, dies, beside),
		// Earlier requests get no response either, because it does not flush.
		broken("exits on one token without flushing", program{raises: on(deadly, func(*adapter) { os.Exit(7) })}, dies),
		broken("is killed by one token", program{raises: on(deadly, func(a *adapter) { a.flush(); killItself() })}, blame{token: deadly, got: killed}),
		broken("exits on invalid UTF-8", program{raises: diesNotUTF8}, blame{got: status7}, incomplete, shows(oneFinding)),
		broken("exits on invalid UTF-8, and starts slowly",
			program{start: func(*adapter) { time.Sleep(100 * time.Millisecond) }, raises: diesNotUTF8},
			blame{got: status7}, incomplete, shows(oneFinding)),
		broken("crashes on invalid UTF-8",
			program{raises: notUTF8(func(*adapter) string { return "ArgumentError: invalid byte sequence \x1b[7m" })},
			blame{token: "\x80", requirement: "epin/9.1/reject", got: `^crashed: `}, sampled,
			because(strings.TrimSuffix(someFailed, "$")+` It is correct on all valid UTF-8 that was tested: every failed check is on malformed UTF-8\.$`),
			shows(strings.Replace(oneFinding, `[^\n]*`, `ArgumentError: invalid byte sequence \\x1b\[7m`, 1))),
		broken("is incorrect, and then exits", program{judges: incorrectOnce, writes: exitsAfter(3, nothing).writes},
			wrong, incomplete, because(someFailedCut+"exit status 3"), sampled),
	}
}

// incorrectOnce rejects one valid token, the first one in a run of the suite.
func incorrectOnce(_ *adapter, token string, right bool) bool { return right && token != "A" }

// wrong is the failure of incorrectOnce.
var wrong = blame{token: "A", requirement: "epin/9.1/accept", got: "^rejected"}
