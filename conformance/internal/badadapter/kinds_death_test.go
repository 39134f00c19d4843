package badadapter

import (
	"fmt"
	"os"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// deadly is the token that some kinds cannot bear. It is asked in every way.
const deadly = "-j^'"

// after is how many answers are given rightly by what then fails. A fresh process
// gives as many again: what was asked is not to blame.
const after = 500

// diesAfter is a program that ends in some way instead of giving an answer.
func diesAfter(die func(a *adapter, right string)) program {
	return program{writes: at(after+1, func(a *adapter, right string) {
		a.flush()
		die(a, right)
	})}
}

func notUTF8(then func(*adapter) string) func(*adapter, string) string {
	return func(a *adapter, token string) string {
		if utf8.ValidString(token) {
			return ""
		}
		return then(a)
	}
}

// oneFinding is what a report shows of kinds that end, or raise, on what is not UTF-8: the
// simplest input, and how many checks come to it.
const oneFinding = `\nFailures: [\d,]{3,} checks, which come to 1 finding\.\n\n  1\. "\\x80"\n     hex        80\n`

// kindsThatDie end before the end of their input.
func kindsThatDie() []kind {
	exitsWith := func(status int) func(*adapter) { return func(a *adapter) { a.exit(status) } }
	whileDue := func(how string) string {
		return `dapter ended \(` + how + `\) while \d+ answers? (was|were) due`
	}
	deadlyBlame := &blame{token: deadly, got: `exit status 7`}
	return []kind{
		{
			name: "exits with 0 after 500 answers", does: "Each process answers 500 requests, and ends with status 0.",
			program: diesAfter(func(a *adapter, _ string) { a.exit(0) }), verdict: suite.NoVerdict,
			says: whileDue("exit status 0"),
		},
		{
			name: "exits with 3 after 500 answers", does: "Each process answers 500 requests, and ends with status 3.",
			program: diesAfter(func(a *adapter, _ string) { a.exit(3) }), verdict: suite.NoVerdict, short: true,
			says: whileDue("exit status 3"),
		},
		{
			name: "has last words", does: "Each process answers 500 requests, says on standard error why it ends, with an escape sequence, and ends with status 3.",
			program: diesAfter(func(a *adapter, _ string) { fmt.Fprint(os.Stderr, "out of\x1b[31m luck"); a.exit(3) }),
			verdict: suite.NoVerdict,
			says:    whileDue("exit status 3"), shows: `\n  \| out of\\x1b\[31m luck\n`,
		},
		{
			name: "is killed after 500 answers", does: "Each process answers 500 requests, and ends by a signal.",
			program: diesAfter(func(*adapter, string) { killItself() }), verdict: suite.NoVerdict,
			says: whileDue(killed),
		},
		{
			name: "ends within a line", does: "Each process answers 500 requests, and ends in the middle of an answer.",
			program: diesAfter(func(a *adapter, right string) { a.write(right[:8]); a.exit(0) }), verdict: suite.NoVerdict, short: true,
			says: whileDue("exit status 0") + `, within a line: "\{\\"id\\":\d*"`,
		},
		{
			name: "dies, and its child lives", does: "Each process answers 500 requests, and ends; a child that it has started holds its standard output.",
			program: diesAfter(func(a *adapter, _ string) { startChild("sleeper", os.Stdout, nil, false); a.exit(9) }),
			grace:   brief, verdict: suite.NoVerdict,
			says: whileDue("exit status 9") + `, and something that it had started still holds its standard output`,
		},
		{
			name: "dies once", does: "The first process dies of a token that later ones answer.",
			program: program{raises: on(deadly, func(a *adapter) {
				if a.firstTime("died") {
					a.exit(7)
				}
			})},
			verdict: suite.NoVerdict, says: `exit status 7`,
		},
		{
			name: "lives for one answer", does: "Each process answers one request, and ends.",
			program: program{writes: func(a *adapter, right string) {
				if a.n > 1 {
					a.exit(7)
				}
				a.say(right)
			}},
			verdict: suite.NoVerdict, says: `exit status 7|started again \d+ times`,
		},
		{
			name: "dies of everything", does: "It answers hello, and ends at whatever comes next.",
			program: program{writes: func(a *adapter, _ string) { a.exit(7) }},
			verdict: suite.NoVerdict, says: `exit status 7`, short: true,
		},
		{
			name: "dies, and does not come back", does: "The first process ends at one token, and every later one at once.",
			program: program{
				start: func(a *adapter) {
					if !a.firstTime("started") {
						a.exit(1)
					}
				},
				raises: on(deadly, exitsWith(7)),
			},
			verdict: suite.NoVerdict, says: `exit status 7|start(ed|ing the adapter) again`,
		},
		{
			name: "dies of the empty string", does: "The empty string ends the process.",
			program: program{raises: on("", exitsWith(7))},
			verdict: suite.NotConformant, blames: &blame{got: `exit status 7`},
		},
		{
			name: "dies of one transformation", does: "One transformation of one token ends the process.",
			program: program{offers: all, answer: func(a *adapter, req conformance.Request) *answerOf {
				if req.Token == deadly && slices.Contains(req.Methods, conformance.Flip) {
					a.exit(7)
				}
				return nil
			}},
			verdict: suite.NotConformant, blames: deadlyBlame,
		},
		{
			name: "closes standard output on one token", does: "One token makes the process close its standard output, and stay.",
			program: program{raises: on(deadly, func(a *adapter) { a.flush(); os.Stdout.Close(); stop() })},
			grace:   brief, verdict: suite.NoVerdict,
			says: `^The adapter has closed its standard output, and has not ended`,
		},
		{
			name: "dies of one token", does: "One token ends the process, in every way of asking.",
			program: program{raises: on(deadly, exitsWith(7))},
			verdict: suite.NotConformant, blames: deadlyBlame, short: true,
		},
		{
			name: "dies of one token, beside another", does: "One token ends the process; another process answers at the same time.",
			program: program{raises: on(deadly, exitsWith(7))}, jobs: 2,
			verdict: suite.NotConformant, blames: deadlyBlame,
		},
		{
			name: "dies of one token, and takes answers with it", does: "One token ends the process, and with it everything that it had not flushed: what was asked before the token has no answer either.",
			program: program{raises: on(deadly, func(*adapter) { os.Exit(7) })},
			verdict: suite.NotConformant, blames: deadlyBlame,
		},
		{
			name: "is killed by one token", does: "One token ends the process by a signal.",
			program: program{raises: on(deadly, func(a *adapter) { a.flush(); killItself() })},
			verdict: suite.NotConformant, blames: &blame{token: deadly, got: killed},
		},
		{
			name: "dies of one token in company", does: "One token ends the process when it comes in a sweep with others, and is answered alone.",
			program: program{answer: func(a *adapter, req conformance.Request) *answerOf {
				if len(req.Tokens) > 1 && slices.Contains(req.Tokens, deadly) {
					a.exit(7)
				}
				return nil
			}},
			verdict: suite.NoVerdict, says: whileDue("exit status 7"),
		},
		{
			name: "dies of what is not UTF-8", does: "Every input that is not UTF-8 ends the process.",
			program: program{raises: notUTF8(func(a *adapter) string { a.exit(7); return "" })},
			verdict: suite.NotConformant, blames: &blame{got: `exit status 7`}, cut: true,
			shows: oneFinding,
		},
		{
			name: "dies of what is not UTF-8, and starts slowly", does: "Every input that is not UTF-8 ends the process, and each new one takes 100 ms to start.",
			program: program{
				start:  func(*adapter) { time.Sleep(100 * time.Millisecond) },
				raises: notUTF8(func(a *adapter) string { a.exit(7); return "" }),
			},
			verdict: suite.NotConformant, blames: &blame{got: `exit status 7`}, cut: true,
			shows: oneFinding,
		},
		{
			name: "raises on what is not UTF-8", does: "Every input that is not UTF-8 makes the library raise, and the adapter says so.",
			program: program{raises: notUTF8(func(*adapter) string { return "ArgumentError: invalid byte sequence \x1b[7m" })},
			verdict: suite.NotConformant, short: true,
			says:   `^\d+ of the \d+ requirements that were exercised failed\. It is correct on all valid UTF-8 that was tested: every failed check is on malformed UTF-8\.$`,
			blames: &blame{token: "\x80", requirement: "epin/9.1/reject", got: `^crashed: `},
			shows:  oneFinding + `(.*\n)+     got        crashed: ArgumentError: invalid byte sequence \\x1b\[7m`,
		},
		{
			name: "is wrong, and then dies", does: "One wrong answer, and then the process ends.",
			program: program{
				judges: wrongOnce,
				writes: diesAfter(func(a *adapter, _ string) { a.exit(3) }).writes,
			},
			verdict: suite.NotConformant, cut: true, short: true,
			says:   `^\d+ of the \d+ requirements that were exercised failed; the run is incomplete\. .*exit status 3`,
			blames: &blame{token: "A", requirement: "epin/9.1/accept", got: "^rejected"},
		},
	}
}
