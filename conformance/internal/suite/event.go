package suite

import (
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// Event is something that happened in a run: [RunStarted], then for each part
// [PartStarted], any number of [Progress] and [CheckFailed], and [PartFinished],
// and at the end [RunFinished]. For the same seed, corpus and answers the events
// are the same, in the same order.
type Event interface{ event() }

// RunStarted is the first event. The implementation is the zero value where it could not be
// started.
type RunStarted struct{ result.Head }

// PartStarted says that a part begins.
type PartStarted struct {
	Layer  string
	Way    string // the operation, or "" for the layers that choose their own
	Checks int    // how many checks it has
}

// Progress says how many checks of the current part are done.
type Progress struct{ Done int }

// CheckFailed is a check that failed, and is no known failure.
type CheckFailed struct{ Failure Failure }

// PartFinished says that a part has ended, whole or cut short.
type PartFinished struct{ Part Part }

// RunFinished is the last event. The result lacks Parts and Failures, which other events have.
type RunFinished struct{ Result Result }

func (RunStarted) event()   {}
func (PartStarted) event()  {}
func (Progress) event()     {}
func (CheckFailed) event()  {}
func (PartFinished) event() {}
func (RunFinished) event()  {}
