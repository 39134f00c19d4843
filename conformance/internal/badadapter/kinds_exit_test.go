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

// deadly is the token that some kinds cannot bear, in every operation.
const deadly = "-j^'"

// diesAfter is a program that ends in some way instead of giving a response.
func diesAfter(die func(a *adapter, right string)) program {
	return program{writes: at(after+1, func(a *adapter, right string) {
		a.flush()
		die(a, right)
	})}
}

// exitsAfter is one that does something, and then exits.
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

// kindsThatExit end before the end of their input.
func kindsThatExit() []kind {
	const (
		many    = "many at once"
		status7 = `exit status 7`
		// oneFinding is what a report shows of kinds that end, or raise, on what is not UTF-8:
		// the simplest input, and how many checks come to it.
		oneFinding = `\nFailures: [\d,]{3,} checks, which come to 1 finding\.\n\n  1\. "\\x80"\n     hex        80\n`
	)
	whileDue := func(how string) string { return `dapter ended \(` + how + `\) while \d+ answers? (was|were) due` }
	exits := func(status int) func(*adapter) { return func(a *adapter) { a.exit(status) } }
	dies := blame{token: deadly, got: status7}
	diesNotUTF8 := notUTF8(func(a *adapter) string { a.exit(7); return "" })
	return []kind{
		inconclusive("exits with 0 after 500 answers", exitsAfter(0, nothing), whileDue("exit status 0"), fails(wire.Died)),
		inconclusive("exits with 3 after 500 answers", exitsAfter(3, nothing), whileDue("exit status 3"), sampled, fails(wire.Died),
			smokes(many, "the program ended (exit status 3), and the answer to parse (id ")),
		inconclusive("has last words", exitsAfter(3, func(*adapter, string) { fmt.Fprint(os.Stderr, "out of\x1b[31m luck") }),
			whileDue("exit status 3"), shows(`\n  \| out of\\x1b\[31m luck\n`), fails(wire.Died), smokes(many, "the program ended")),
		inconclusive("is killed after 500 answers", diesAfter(func(*adapter, string) { killItself() }), whileDue(killed), fails(wire.Died)),
		inconclusive("ends within a line", exitsAfter(0, func(a *adapter, right string) { a.write(right[:8]) }),
			whileDue("exit status 0")+`, within a line: "\{\\"id\\":\d*"`, fails(wire.Died), smokes(many, "in the middle of a line")),
		inconclusive("dies, and its child lives", exitsAfter(9, func(*adapter, string) { startChild("sleeper", os.Stdout, nil, false) }),
			whileDue("exit status 9")+`, and something that it had started still holds its standard output`, graceOf(brief), fails(wire.Died)),
		inconclusive("lives for one answer", program{writes: func(a *adapter, right string) {
			if a.n > 1 {
				a.exit(7)
			}
			a.say(right)
		}}, `exit status 7|started again \d+ times`, fails(wire.Died)),
		inconclusive("dies of everything", program{writes: func(a *adapter, _ string) { a.exit(7) }}, `exit status 7`, fails(wire.Died)),
		// The first process dies of a token to which later ones respond.
		inconclusive("dies once", program{raises: on(deadly, func(a *adapter) {
			if a.firstTime("died") {
				a.exit(7)
			}
		})}, `exit status 7`),
		// The first process ends at one token, and every later one at once.
		inconclusive("dies, and does not come back", program{
			start: func(a *adapter) {
				if !a.firstTime("started") {
					a.exit(1)
				}
			},
			raises: on(deadly, exits(7)),
		}, `exit status 7|start(ed|ing the adapter) again`),
		// One token ends the process in a sweep with others, and not alone.
		inconclusive("dies of one token in company", program{answer: func(a *adapter, req conformance.Request) *answerOf {
			if len(req.Tokens) > 1 && slices.Contains(req.Tokens, deadly) {
				a.exit(7)
			}
			return nil
		}}, whileDue("exit status 7")),
		inconclusive("closes standard output on one token", program{raises: on(deadly, func(a *adapter) { a.flush(); os.Stdout.Close(); stop() })},
			`^The adapter has closed its standard output, and has not ended`, graceOf(brief)),

		broken("dies of the empty string", program{raises: on("", exits(7))}, blame{got: status7}),
		broken("dies of one transformation", program{offers: all, answer: func(a *adapter, req conformance.Request) *answerOf {
			if req.Token == deadly && slices.Contains(req.Methods, conformance.Flip) {
				a.exit(7)
			}
			return nil
		}}, dies),
		broken("dies of one token", program{raises: on(deadly, exits(7))}, dies, sampled),
		broken("dies of one token, beside another", program{raises: on(deadly, exits(7))}, dies, beside),
		// Requests before the token have no response either, because it does not flush.
		broken("dies of one token, and takes answers with it", program{raises: on(deadly, func(*adapter) { os.Exit(7) })}, dies),
		broken("is killed by one token", program{raises: on(deadly, func(a *adapter) { a.flush(); killItself() })}, blame{token: deadly, got: killed}),
		broken("dies of what is not UTF-8", program{raises: diesNotUTF8}, blame{got: status7}, incomplete, shows(oneFinding)),
		broken("dies of what is not UTF-8, and starts slowly",
			program{start: func(*adapter) { time.Sleep(100 * time.Millisecond) }, raises: diesNotUTF8},
			blame{got: status7}, incomplete, shows(oneFinding)),
		broken("raises on what is not UTF-8",
			program{raises: notUTF8(func(*adapter) string { return "ArgumentError: invalid byte sequence \x1b[7m" })},
			blame{token: "\x80", requirement: "epin/9.1/reject", got: `^crashed: `}, sampled,
			because(strings.TrimSuffix(someFailed, "$")+` It is correct on all valid UTF-8 that was tested: every failed check is on malformed UTF-8\.$`),
			shows(oneFinding+`(.*\n)+     got        crashed: ArgumentError: invalid byte sequence \\x1b\[7m`)),
		broken("is wrong, and then dies", program{judges: wrongOnce, writes: exitsAfter(3, nothing).writes},
			wrong, incomplete, because(someFailedCut+"exit status 3"), sampled),
	}
}

// wrongOnce is wrong about one token, which is the first in a run of the suite.
func wrongOnce(_ *adapter, token string, right bool) bool { return right && token != "A" }

// wrong is the failure of wrongOnce.
var wrong = blame{token: "A", requirement: "epin/9.1/accept", got: "^rejected"}
