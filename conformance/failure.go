package conformance

import (
	"errors"
	"strconv"
)

// ErrUnsupportedEdition means that a library does not support the requested edition. A Factory returns
// an error that wraps it.
var ErrUnsupportedEdition = errors.New("the edition is not supported")

// FailureKind is the kind of a [Failure].
type FailureKind uint8

// The kinds of failure. The zero FailureKind means no failure. Each kind before Died makes the verdict
// inconclusive. Died and Hung fail a check if one request alone reproduces them.
const (
	CannotStart        FailureKind = iota + 1 // the program could not be started
	NoHello                                   // no response to hello before the timeout
	EndedBeforeHello                          // the program exited before it answered hello
	MalformedHello                            // no well-formed response to hello, or another line before it
	WrongVersion                              // the adapter uses another version of the protocol
	EditionUnsupported                        // the library does not have it; the Failure wraps ErrUnsupportedEdition
	MalformedAnswer                           // a line that is not a response, or not to its request
	UnknownID                                 // a response with an id that was never sent
	RepeatedID                                // a second response to one request
	LineTooLong                               // a line longer than the protocol allows
	OutputClosed                              // by a program that did not exit, while responses were due
	InputClosed                               // while responses were due, of which none came before the timeout
	Died                                      // the program exited while responses were due
	Hung                                      // no complete response before the timeout, while responses were due
)

// kindNames holds the names of the kinds, in the order of the constants.
var kindNames = [...]string{
	"", "cannot start", "no hello in time", "ended before hello", "malformed hello", "wrong protocol version",
	"edition unsupported", "malformed answer", "unknown id", "repeated id", "line too long", "output closed",
	"input closed", "died", "hung",
}

// String returns the kind in a few lower-case words, such as "malformed answer".
func (k FailureKind) String() string {
	if k != 0 && int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "FailureKind(" + strconv.Itoa(int(k)) + ")"
}

// A Failure is the error of an Implementation in another process that cannot answer: the program
// exited, hung or broke the protocol of package wire. After a Failure the Implementation cannot be used
// further, unless its documentation says so.
//
// Stderr is untrusted output of the program: escape it before you show it.
type Failure struct {
	Kind FailureKind
	// What is one sentence: what was wrong and, in some cases, the next step.
	What string
	// Request is the request with the id of a malformed response, if that id is in flight.
	// Otherwise it is the earliest unanswered request, or nil.
	Request *Request
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
		return f.What
	}
	return f.What + " (the request: " + f.Request.String() + ")"
}

// Unwrap returns f.Err.
func (f *Failure) Unwrap() error { return f.Err }
