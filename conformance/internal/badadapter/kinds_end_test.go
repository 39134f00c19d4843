package badadapter

import (
	"fmt"
	"os"
	"time"

	"github.com/epin-conformance/harness/conformance/wire"
)

// Values of grace: brief is for programs that never exit; ample is long enough for all others
// on a busy machine, where a note about a late exit would fail the test.
const (
	brief = 300 * time.Millisecond
	ample = 2 * time.Second
)

// ends returns a program that calls do after the end of the input.
func ends(do func(a *adapter) int) program { return program{end: do} }

// killedAtTheEnd ends the program by a signal. It is for the field end.
func killedAtTheEnd(*adapter) int { killItself(); return 0 }

// kindsThatDoNotEnd returns kinds that answer every request correctly, and exit incorrectly.
func kindsThatDoNotEnd() []kind {
	const (
		last     = "the input ends with responses due" // of the conversations with the first process
		notEnded = `^the adapter was still running 2 s after the end of standard input, and was (terminated|killed)$`
		held     = `^a process that the adapter had started held its pipes 2 s after the end of standard input, and was (terminated|killed)$`
		signaled = `^the adapter exited with ` + killed + ` after its last response$`
		stays    = "after the end of its input: exit when standard input ends"
		left     = "a process that the program started was still running"
	)
	prints := func(text string) program { return ends(func(*adapter) int { fmt.Print(text); return 0 }) }
	leaves := func(stdout, stderr *os.File) program {
		return starts(func(*adapter) { startChild("sleeper", stdout, stderr, false) })
	}
	bye := prints("bye\n")
	return []kind{
		correct("ends with another status", ends(func(*adapter) int { return 3 }), notes(`^the adapter exited with exit status 3 after its last response$`), sampled,
			smokes(last, "the program ended with exit status 3: exit with status 0 when standard input ends")),
		correct("ends by a signal", ends(killedAtTheEnd), notes(signaled)),
		correct("does not end", ends(func(*adapter) int { stop(); return 0 }), graceOf(ample), notes(notEnded), smokes(last, stays)),
		correct("ignores termination", ends(func(*adapter) int { ignoreTermination(); stop(); return 0 }), graceOf(ample), notes(notEnded), smokes(last, stays)),
		correct("leaves a child with standard output", leaves(os.Stdout, nil), graceOf(ample), notes(held), smokes(last, left)),
		correct("leaves a child with standard error", leaves(nil, os.Stderr), graceOf(ample), notes(held)),
		correct("leaves a daemon", leaves(nil, nil), graceOf(ample), smokes(last, left)),
		inconclusive("leaves a child that writes", ends(func(*adapter) int { startChild("writer", os.Stdout, nil, false); return 0 }),
			`^The adapter wrote a line that is not a response: "still here"; standard output is for responses only\.$`, fails(wire.MalformedAnswer)),
		inconclusive("writes a line at the end", bye, `^The adapter wrote a line that is not a response: "bye"; standard output is for responses only\.$`,
			fails(wire.MalformedAnswer), smokes(last, `a line after the last response, "bye"`)),
		inconclusive("writes at the end without a line feed", prints("bye"),
			`^The adapter wrote a line that is not a response \(it has no line feed\): "bye"; standard output is for responses only\.$`, fails(wire.MalformedAnswer)),
		inconclusive("answers again at the end", ends(func(a *adapter) int { a.now(a.fill(`{"id":ID,"valid":true}`+"\n", "")); return 0 }),
			`^The adapter responded to the id \d+ a second time: .*; respond to each request once\.$`, fails(wire.RepeatedID)),
		inconclusive("answers an unknown id at the end", prints(`{"id":5,"valid":true}`+"\n"),
			`^The adapter responded to the id 5, which no open request has: .*; return the id of the request unchanged\.$`, fails(wire.UnknownID)),
		broken("is incorrect, and writes at the end", program{judges: incorrectOnce, end: bye.end}, wrong, incomplete,
			because(someFailedCut+`The adapter wrote a line that is not a response: "bye"`)),
		broken("is incorrect, and ends by a signal", program{judges: incorrectOnce, end: killedAtTheEnd}, wrong,
			because(someFailed), notes(signaled)),
	}
}
