package wire

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
)

// Kind is what went wrong between the runner and an adapter.
type Kind uint8

// The kinds of failure, with what the protocol says of each. The zero Kind is none
// of them.
const (
	// CannotStart: the program could not be started. No verdict.
	CannotStart Kind = iota + 1
	// NoHello: hello was not answered in time. No verdict.
	NoHello
	// EndedBeforeHello: the program ended before it had answered hello. No verdict.
	EndedBeforeHello
	// MalformedHello: a line before the answer to hello, or an answer to hello that
	// is not well formed. The adapter broke the protocol: no verdict.
	MalformedHello
	// WrongVersion: the adapter speaks another version of the protocol. No verdict.
	WrongVersion
	// EditionUnsupported: the library cannot do the edition asked for. No verdict.
	// Such a Failure wraps ErrUnsupportedEdition.
	EditionUnsupported
	// MalformedAnswer: a line that is no response, or a response that is no answer
	// to its request. The adapter broke the protocol: no verdict.
	MalformedAnswer
	// UnknownID: an answer with an id that was never sent. The adapter broke the
	// protocol: no verdict.
	UnknownID
	// RepeatedID: a second answer to one request. The adapter broke the protocol: no
	// verdict.
	RepeatedID
	// LineTooLong: a line beyond MaxLine. The adapter broke the protocol: no verdict.
	LineTooLong
	// OutputClosed: the adapter closed its standard output, with answers due, and
	// did not end. The adapter broke the protocol: no verdict.
	OutputClosed
	// InputClosed: the adapter closed its standard input, and did not answer what was
	// due. The adapter broke the protocol: no verdict.
	InputClosed
	// Died: the program ended with answers due. The library's doing, if one certain
	// request brings it back.
	Died
	// Hung: no complete answer came in time, with answers due. The library's doing,
	// if one certain request brings it back.
	Hung
)

var kindNames = [...]string{
	CannotStart:        "cannot start",
	NoHello:            "no hello in time",
	EndedBeforeHello:   "ended before hello",
	MalformedHello:     "malformed hello",
	WrongVersion:       "wrong protocol version",
	EditionUnsupported: "edition unsupported",
	MalformedAnswer:    "malformed answer",
	UnknownID:          "unknown id",
	RepeatedID:         "repeated id",
	LineTooLong:        "line too long",
	OutputClosed:       "output closed",
	InputClosed:        "input closed",
	Died:               "died",
	Hung:               "hung",
}

// String returns the kind in a few lower-case words, such as "malformed answer".
func (k Kind) String() string {
	if k != 0 && int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "Kind(" + strconv.Itoa(int(k)) + ")"
}

// A Failure is why an adapter gives no more answers. It is the error of
// [Command.Open] and of the methods of [Session] for everything that the program
// does; what the caller does (a context that is done, a request that the protocol
// does not have) is another error.
//
// Line and Stderr are what a stranger's program wrote: escape them wherever they
// are shown, as Error does.
type Failure struct {
	Kind Kind
	// What says in one sentence what was wrong and, where there is something, what to
	// do.
	What string
	// Line is the line that was wrong, or that was cut off, without its LF, and cut
	// after 512 bytes; empty where it is not about a line.
	Line string
	// Request is what was asked with the id of Line, where a malformed answer has one
	// that is due, and otherwise the earliest request that was not answered; nil where
	// there is none.
	Request *conformance.Request
	// State is how the process ended, as os.ProcessState has it, such as "exit status
	// 3" or "signal: killed"; empty where it had not ended by itself.
	State string
	// Stderr is the end of what the adapter had written to standard error, at most 8
	// KiB.
	Stderr string
	// Err is the cause, where there is one to unwrap.
	Err error
}

// Error returns What, and the request with it, in printable ASCII.
func (f *Failure) Error() string {
	if f.Request == nil {
		return "wire: " + f.What
	}
	return "wire: " + f.What + " (the request: " + show(*f.Request) + ")"
}

// Unwrap returns f.Err.
func (f *Failure) Unwrap() error { return f.Err }

// maxFailureLine is how much of a line a Failure keeps.
const maxFailureLine = 512

func lineOf(b []byte) string { return string(b[:min(len(b), maxFailureLine)]) }

// show writes a request for people.
func show(req conformance.Request) string {
	var b strings.Builder
	b.WriteString(string(req.Op))
	if req.Op == conformance.OpSweep {
		b.WriteString(" of " + plural(len(req.Tokens), "token", "tokens"))
		return b.String()
	}
	b.WriteString(" " + quote([]byte(req.Token)))
	if req.Op == conformance.OpEqual {
		b.WriteString(" " + quote([]byte(req.Other)))
	}
	if req.Op == conformance.OpApply {
		fmt.Fprintf(&b, " %q", req.Methods)
	}
	return b.String()
}

// whatIsWrong says what is wrong with a line of standard output.
func whatIsWrong(line []byte, err error) string {
	if bytes.HasPrefix(bytes.TrimLeft(line, " \t\r"), []byte("{")) {
		return fmt.Sprintf("the adapter wrote a response that is not well formed: %s: %v", quote(line), err)
	}
	why := " (" + err.Error() + ")"
	if FaultOf(err) == NotObject {
		why = ""
	}
	return fmt.Sprintf("the adapter wrote a line that is no response%s: %s; standard output is for responses only", why, quote(line))
}

// plural writes n of something.
func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + more
}

func inSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'g', -1, 64) + " s" }

// quoted is how much of a line is shown, in bytes.
const quoted = 120

// quote shows the beginning of untrusted bytes, in ASCII, escaped as [conformance.Visible]
// does.
func quote(b []byte) string {
	if len(b) <= quoted {
		return conformance.Visible(strconv.QuoteToASCII(string(b)), "")
	}
	return conformance.Visible(strconv.QuoteToASCII(string(b[:quoted])), "") + "... (" + number.Thousands(len(b)) + " bytes)"
}
