package badadapter

import (
	"fmt"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
)

const noHello = `; the response to hello was expected\.$`

// kindsThatDoNotStart returns kinds that fail before the first request after hello.
func kindsThatDoNotStart() []kind {
	const soonHello = 300 * time.Millisecond
	return []kind{
		inconclusive("exits with 1 at once", program{start: func(a *adapter) {
			fmt.Fprintln(os.Stderr, "cannot load the library\x1b]0;owned\x07")
			a.exit(1)
		}}, `^The adapter exited \(exit status 1\) before it responded to hello\.$`, shows(`\n  \| cannot load the library\\x1b\]0;owned\\a\n`), sampled,
			fails(conformance.EndedBeforeHello), tells("hello", "the adapter exited (exit status 1) while the response to hello (id 0) was due; read requests")),
		inconclusive("does not answer hello", program{start: (*adapter).hang},
			`^The adapter did not respond to hello within (0\.3|4\.8) s \(--hello-timeout\); respond to each line at once, and flush the output\.$`,
			helloIn(soonHello), fails(conformance.NoHello), tells("hello", "no complete response within TIMEOUT while the response to hello (id 0) was due; respond to every request")),
		inconclusive("closes standard output", program{start: func(*adapter) { os.Stdout.Close(); stop() }},
			`^The adapter closed its standard output, but did not exit\.$`, graceOf(brief), fails(conformance.OutputClosed),
			tells("hello", "the adapter closed its standard output, but did not exit; leave it open")),
		inconclusive("prints a banner", program{start: func(a *adapter) { a.now("\x1b[1macme-epin\x1b[0m 2.1, ready\n") }},
			`^The adapter wrote a line that is not a response: "\\x1b\[1macme-epin\\x1b\[0m 2\.1, ready"; standard output is for responses only`+noHello,
			fails(conformance.MalformedHello), smokes("hello", `that is not a response: "\x1b[1macme-epin\x1b[0m 2.1, ready"; standard`)),
		inconclusive("answers hello twice", instead(0, "RIGHT", "RIGHT"),
			`^The adapter responded to the id 0 a second time: .*; respond to each request once`, fails(conformance.RepeatedID),
			smokes("one at a time", "responded to the id 0 a second time: ")),
		inconclusive("uses version 2", instead(0, `{"id":0,"protocol":2,"implementation":{"name":"x"}}`),
			`^The adapter speaks version 2 of the protocol; this runner speaks version 1\.$`, fails(conformance.WrongVersion), tells("hello", "the adapter speaks version 2")),
		inconclusive("does not support the edition", instead(0, `{"id":0,"protocol":1,"implementation":{"name":"x"},"unsupported":true}`),
			`^The adapter does not support edition 1\.0\.0: accept it in hello if the library supports it, or test another edition \(1\.0\.0-initial, .*\)\.$`, fails(conformance.EditionUnsupported),
			tells("hello", "unsupported for every requested edition")),
	}
}

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

func kindsThatExit() []kind {
	const (
		many    = "many at once"
		status7 = `exit status 7`
	)
	whileDue := func(how string) string { return `dapter exited \(` + how + `\) while \d+ responses? (was|were) due` }
	exits := func(status int) func(*adapter) { return func(a *adapter) { a.exit(status) } }
	dies := blame{token: deadly, got: status7}
	return []kind{
		inconclusive("exits with 3 after 500 answers", exitsAfter(3, nothing), whileDue("exit status 3"), sampled, fails(conformance.Died),
			smokes(many, "the adapter exited (exit status 3) while the responses to parse (id ")),
		inconclusive("ends within a line", exitsAfter(0, func(a *adapter, right string) { a.write(right[:8]) }),
			whileDue("exit status 0")+`, within a line: "\{\\"id\\":\d*"`, fails(conformance.Died), smokes(many, ", within a line: ")),
		// The first process exits on one token, and every later process at its start.
		inconclusive("exits, and cannot be restarted", program{
			start: func(a *adapter) {
				if !a.firstTime() {
					a.exit(1)
				}
			},
			answer: calls(deadly, exits(7)),
		}, `exit status 7|start(ed|ing the adapter) again`),

		broken("exits on one token", program{answer: calls(deadly, exits(7))}, dies, sampled, in("tokens")),
		broken("crashes on invalid UTF-8",
			program{answer: crashes("ArgumentError: invalid byte sequence \x1b[7m", gets(func(token string) bool { return !utf8.ValidString(token) }))},
			blame{token: "\x80", requirement: "epin/9.1/reject", got: `^crashed: `},
			because(strings.TrimSuffix(someFailed, "$")+` It is correct on all valid UTF-8 that was tested: every failed check is on malformed UTF-8\.$`),
			// There is one finding, with the simplest input, and the number of checks.
			shows(`\nIt is correct on all valid UTF-8 that was tested: every failed check is on\nmalformed UTF-8\.\n`+
				`\n1\. Crashes on "\\x80": ArgumentError: invalid byte sequence \\x1b\[7m\n(   [^\n]*\n)+\n`+
				`(It accepts[^\n]*\n|instead[^\n]*\n|as learned[^\n]*\n|\n)*`+
				`\d+ of \d+ requirements failed[^.]*\.([^.]*\.)?\n[\d,]{3,} of [\d,]+ checks failed `), sampled),
		broken("is incorrect, and then exits", program{answer: incorrectOnce, writes: exitsAfter(3, nothing).writes},
			wrong, incomplete, because(someFailedCut+"exit status 3"), sampled),
	}
}

// incorrectOnce rejects one valid token, the first one in a run of the suite.
var incorrectOnce = answers(conformance.Response{Outcome: conformance.Rejected}, is("A"))

var wrong = blame{token: "A", requirement: "epin/9.1/accept", got: "^rejected"}

// Timeouts: soon is for kinds that always hang; later is for kinds whose verdict depends on other
// responses in time.
const (
	soon  = 500 * time.Millisecond
	later = 2 * time.Second
)

const late = `ent no complete response within (0\.5|8) s \(--timeout\) while \d+ responses? (was|were) due`

// kindsThatHang returns kinds that leave requests unanswered and do not exit, or are slow.
func kindsThatHang() []kind {
	parseAlone := []conformance.Op{conformance.OpParse}
	hangs := blame{token: deadly, got: `(2|32) s|hung`}
	return []kind{
		inconclusive("hangs after 500 answers", diesAfter(func(a *adapter, _ string) { a.hang() }), late, inTime(soon), fails(conformance.Hung),
			smokes("many at once", "no complete response within TIMEOUT while the responses to parse (id ")),
		inconclusive("reads nothing", program{writes: at(0, func(a *adapter, right string) { a.say(right); a.hang() })},
			late, inTime(soon), graceOf(brief), fails(conformance.Hung)),
		inconclusive("stops reading", diesAfter(func(*adapter, string) { os.Stdin.Close(); stop() }),
			late+`|closed its standard input while \d+ responses? (was|were) due`, inTime(soon), fails(conformance.InputClosed)),
		inconclusive("drips an answer", diesAfter(func(a *adapter, right string) { a.write(right[:1]); a.drip() }), late, inTime(soon), fails(conformance.Hung)),
		inconclusive("omits one response", program{writes: at(after, func(*adapter, string) {})}, late, inTime(soon), fails(conformance.Hung)),

		broken("hangs on one token", program{offers: parseAlone, answer: calls(deadly, (*adapter).hang)}, hangs, inTime(later),
			sampled, in("tokens")),

		// The first process leaves one sweep unanswered, and the next one answers it.
		correct("is late once, with a sweep", program{answer: func(a *adapter, req conformance.Request) *conformance.Response {
			if req.Op == conformance.OpSweep && a.n > after && a.firstTime() {
				a.hang()
			}
			return nil
		}}, inTime(later)),
		correct("is slow, and flushes late", program{offers: parseAlone, answer: func(a *adapter, _ conformance.Request) *conformance.Response {
			if a.calls <= 3000 {
				time.Sleep(3 * time.Millisecond)
			}
			return nil
		}}, inTime(later)),
	}
}

// Values of grace: brief is for programs that never exit; ample is for others, where a note about
// a late exit fails the test.
const (
	brief = 300 * time.Millisecond
	ample = 2 * time.Second
)

// kindsThatDoNotEnd returns kinds that answer every request correctly, and exit incorrectly.
func kindsThatDoNotEnd() []kind {
	const (
		last = "the input ends with responses due" // of the conversations with the first process
		held = `^a process that the adapter had started held its pipes (2|32) s after the end of standard input, and was (terminated|killed)$`
		left = "a process that the program started was still running"
	)
	prints := func(text string) program { return program{end: func(*adapter) int { fmt.Print(text); return 0 }} }
	leaves := func(stdout, stderr *os.File) program {
		return program{start: func(*adapter) { startChild("sleeper", stdout, stderr) }}
	}
	bye := prints("bye\n")
	return []kind{
		correct("ends with another status", program{end: func(*adapter) int { return 3 }}, notes(`^the adapter exited with exit status 3 after its last response$`), sampled,
			smokes(last, "the program ended with exit status 3: exit with status 0 when standard input ends")),
		correct("does not end", program{end: func(*adapter) int { stop(); return 0 }}, graceOf(ample),
			notes(`^the adapter was still running (2|32) s after the end of standard input, and was (terminated|killed)$`),
			smokes(last, "after the end of its input: exit when standard input ends")),
		correct("leaves a child with standard output", leaves(os.Stdout, nil), graceOf(ample), notes(held), smokes(last, left)),
		correct("leaves a child with standard error", leaves(nil, os.Stderr), graceOf(ample), notes(held)),
		correct("leaves a daemon", leaves(nil, nil), graceOf(ample), smokes(last, left)),
		inconclusive("writes a line at the end", bye, `^The adapter wrote a line that is not a response: "bye"; standard output is for responses only\.$`,
			fails(conformance.MalformedAnswer), smokes(last, `that is not a response: "bye"`)),
		inconclusive("writes at the end without a line feed", prints("bye"),
			`^The adapter wrote a line that is not a response \(it has no line feed\): "bye"; standard output is for responses only\.$`, fails(conformance.MalformedAnswer)),
		broken("is incorrect, and writes at the end", program{answer: incorrectOnce, end: bye.end}, wrong, incomplete,
			because(someFailedCut+`The adapter wrote a line that is not a response: "bye"`)),
	}
}
