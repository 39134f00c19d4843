package badadapter

import (
	"fmt"
	"slices"
	"time"

	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// kind is one way to behave, with what the runner has to make of it.
type kind struct {
	name    string
	does    string   // in one sentence
	program program  // the adapter
	command []string // what is started instead of it, if it is no program of the zoo

	// How it is asked. Zero values mean: one process, the profile quick, everything,
	// and times that nothing reaches on a busy machine.
	jobs     int
	standard bool // the profile standard
	only     []string
	hello    time.Duration // for the answer to hello
	timeout  time.Duration // for the next answer
	grace    time.Duration // from the end of the input to the end of the program
	maxTime  time.Duration // of the whole run

	// What the rules of the protocol make of it.
	verdict suite.Verdict
	says    string   // the reason: a regular expression
	cut     bool     // the run is cut short; looked at where there is a verdict
	blames  *blame   // a failure that has to be among those reported
	notes   []string // what is noted, in order: regular expressions
	shows   string   // something that the report as text holds: a regular expression

	short bool // is also run with -short
}

// blame is a failure that is to be reported. Empty fields match anything.
type blame struct {
	token       string
	requirement string
	got         string // a regular expression
}

// kinds returns all of them.
func kinds() []kind {
	return slices.Concat(
		kindsThatDoNotStart(), kindsThatDie(), kindsThatHang(), kindsThatFlood(), kindsOutOfForm(),
		kindsOfTheWrongType(), kindsThatLie(), kindsThatDecline(), kindsThatDoNotEnd(), oddKinds(), kindsOfThisSystem(),
	)
}

func kindNamed(name string) kind {
	for _, k := range kinds() {
		if k.name == name {
			return k
		}
	}
	panic(fmt.Sprintf("there is no kind %q", name))
}
