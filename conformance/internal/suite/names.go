package suite

import (
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// Short names for the types of package result that this package uses most.
type (
	Verdict           = result.Verdict
	CheckResult       = result.CheckResult
	Counts            = result.Counts
	Part              = result.Part
	Requirement       = result.Requirement
	RequirementCounts = result.RequirementCounts
	Failure           = result.Failure
	Finding           = result.Finding
	KnownResult       = result.KnownResult
)

// See package result.
const (
	NoVerdict         = result.NoVerdict
	NotConformant     = result.NotConformant
	OutOfDate         = result.OutOfDate
	ConformantButFor  = result.ConformantButFor
	Conformant        = result.Conformant
	FullyConformant   = result.FullyConformant
	CheckNotExercised = result.CheckNotExercised
	CheckPassed       = result.CheckPassed
	CheckFail         = result.CheckFail
	KnownFailed       = result.KnownFailed
	KnownPassed       = result.KnownPassed
	KnownNotTested    = result.KnownNotTested
	RepeatUnknown     = result.RepeatUnknown
	RepeatAlone       = result.RepeatAlone
	RepeatAfter       = result.RepeatAfter
	RepeatNot         = result.RepeatNot
)
