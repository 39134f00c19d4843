package wire

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
)

// Kind is the kind of a [Failure].
type Kind uint8

// The kinds of failure. The zero Kind means no failure. Each kind before Died makes the
// verdict inconclusive. Died and Hung fail a check if one request alone reproduces them.
const (
	// CannotStart means that the program could not be started.
	CannotStart Kind = iota + 1
	// NoHello means that the adapter did not answer hello before the timeout.
	NoHello
	// EndedBeforeHello means that the program exited before it answered hello.
	EndedBeforeHello
	// MalformedHello means that the response to hello is not well formed, or that
	// another line came before it. The adapter broke the protocol.
	MalformedHello
	// WrongVersion means that the adapter uses another version of the protocol.
	WrongVersion
	// EditionUnsupported means that the library does not support the requested edition.
	// Such a Failure wraps ErrUnsupportedEdition.
	EditionUnsupported
	// MalformedAnswer means that a line is not a response, or is malformed as a response to
	// its request. The adapter broke the protocol.
	MalformedAnswer
	// UnknownID means that a response has an id that was never sent. The adapter broke
	// the protocol.
	UnknownID
	// RepeatedID means that the adapter answered one request twice. The adapter broke
	// the protocol.
	RepeatedID
	// LineTooLong means that a line is longer than MaxLine. The adapter broke the protocol.
	LineTooLong
	// OutputClosed means that the adapter closed its standard output while responses were
	// due, and did not exit. The adapter broke the protocol.
	OutputClosed
	// InputClosed means that the adapter closed its standard input while responses were
	// due, and sent none before the timeout. The adapter broke the protocol.
	InputClosed
	// Died means that the program exited while responses were due.
	Died
	// Hung means that no complete response came before the timeout, while responses were
	// due.
	Hung
)

// kindNames holds the names of the kinds, in the order of the constants.
var kindNames = [...]string{
	"", "cannot start", "no hello in time", "ended before hello", "malformed hello", "wrong protocol version",
	"edition unsupported", "malformed answer", "unknown id", "repeated id", "line too long", "output closed",
	"input closed", "died", "hung",
}

// String returns the kind in a few lower-case words, such as "malformed answer".
func (k Kind) String() string {
	if k != 0 && int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "Kind(" + strconv.Itoa(int(k)) + ")"
}

// A Failure is the error that ends an adapter. [Command.Open] and the methods of [Session]
// return it for every error that the program causes. Errors that the caller causes are of
// other types: a context that is done, or a request that the protocol does not have.
//
// Line and Stderr are untrusted output of the program: escape them before you show them, as
// Error does.
type Failure struct {
	Kind Kind
	// What is one sentence: what was wrong and, in some cases, the next step.
	What string
	// Line holds the first 512 bytes of the incorrect or incomplete line, without its LF.
	// It is empty if the failure is not about a line.
	Line string
	// Request is the request with the id of a malformed response, if that id is in flight.
	// Otherwise it is the earliest unanswered request, or nil.
	Request *conformance.Request
	// State is the text of os.ProcessState, such as "exit status 3" or "signal: killed". It
	// is set for the kinds Died and EndedBeforeHello, and empty for the others.
	State string
	// Stderr holds the first five and the last ten lines of standard error, each of at most 512 bytes,
	// and says between them how many were left out.
	Stderr string
	// Err is the cause, or nil.
	Err error
}

// Error returns What, and Request if it is set, in printable ASCII.
func (f *Failure) Error() string {
	if f.Request == nil {
		return "wire: " + f.What
	}
	return "wire: " + f.What + " (the request: " + show(*f.Request) + ")"
}

// Unwrap returns f.Err.
func (f *Failure) Unwrap() error { return f.Err }

// maxFailureLine is the number of bytes of a line that a Failure keeps.
const maxFailureLine = 512

func lineOf(b []byte) string { return string(b[:min(len(b), maxFailureLine)]) }

// show formats a request for people.
func show(req conformance.Request) string {
	text := string(req.Op) + " " + quote([]byte(req.Token))
	switch req.Op {
	case conformance.OpSweep:
		return "sweep of " + plural(len(req.Tokens), "token", "tokens")
	case conformance.OpEqual:
		return text + " " + quote([]byte(req.Other))
	case conformance.OpApply:
		return fmt.Sprintf("%s %q", text, req.Methods)
	}
	return text
}

// malformedLine returns a sentence about a malformed line of standard output.
func malformedLine(line []byte, err error) string {
	if bytes.HasPrefix(bytes.TrimLeft(line, " \t\r"), []byte("{")) {
		return fmt.Sprintf("the adapter wrote a response that is not well formed: %s: %v", quote(line), err)
	}
	why := " (" + err.Error() + ")"
	if FaultOf(err) == NotObject {
		why = ""
	}
	return fmt.Sprintf("the adapter wrote a line that is not a response%s: %s; standard output is for responses only", why, quote(line))
}

// plural returns the count n with the word one, or with more if n is not 1.
func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + more
}

func inSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'g', -1, 64) + " s" }

// quoted is the number of bytes of a line that quote shows.
const quoted = 120

// quote formats the beginning of untrusted bytes in ASCII, and escapes them as
// [conformance.Visible] does.
func quote(b []byte) string {
	if len(b) <= quoted {
		return conformance.Visible(strconv.QuoteToASCII(string(b)), "")
	}
	return conformance.Visible(strconv.QuoteToASCII(string(b[:quoted])), "") + "... (" + number.Thousands(len(b)) + " bytes)"
}
