package suite

import (
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// Event is something that happened in a run: [RunStarted], then for each part
// [PartStarted], any number of [Progress] and [CheckFailed], and [PartFinished],
// and at the end [RunFinished]. For the same seed, corpus and responses the events
// are the same, in the same order.
type Event interface{ event() }

// RunStarted is the first event. The implementation is the zero value if it could not be started.
type RunStarted struct{ result.Head }

// PartStarted is the beginning of a part.
type PartStarted struct {
	Layer  string
	Way    string // the operation, or "" for the layers that choose their own
	Checks int    // number of checks
}

// Progress is the number of finished checks of the current part.
type Progress struct{ Done int }

// CheckFailed is a failed check that is not a known failure.
type CheckFailed struct{ Failure Failure }

// PartFinished is the end of a part, complete or cut short.
type PartFinished struct{ Part Part }

// RunFinished is the last event. Its result lacks Parts and Failures, which are in earlier events.
type RunFinished struct{ Result Result }

func (RunStarted) event()   {}
func (PartStarted) event()  {}
func (Progress) event()     {}
func (CheckFailed) event()  {}
func (PartFinished) event() {}
func (RunFinished) event()  {}
