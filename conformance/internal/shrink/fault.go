package shrink

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Fault is a failed check with what shrinking needs to know about it.
type Fault struct {
	result.Failure
	Request    conformance.Request // with the incorrect response; a sweep has its token in Token
	Violations []oracle.Violation  // none where only a new request can tell
	Before     Conversation        // the requests before it, as far as the check itself knows them
	Member     bool                // whether the check has several requests

	// A failure in another environment is not shrunk. Environment describes it, and Command has the words
	// before a command that runs it there, if the request alone fails there.
	Environment string
	Command     []string
}

// Conversation is a list of requests that one process gets in order. The response to the
// request at place At is incorrect. Sweeps of one token in a row are sent as one sweep. The
// zero value is no conversation.
type Conversation struct {
	Requests []conformance.Request
	At       int
}

// Class is the failed checks with the same symptoms, by one operation, on one kind of input. Most of
// them are only counted.
type Class struct {
	Checks       int
	Requirements map[string]int // failed checks, by requirement
	Parts        map[int]int    // failed checks, by the part of the run that they belong to
	Kept         []*Fault       // the first ones, and the first one for each requirement
	Findings     []int          // those that the kept ones were shrunk to; see [Shrink]
	Known        bool           // whether all its findings are known failures
	Mixed        bool           // whether it is the class of all that no other class has
}

// Count counts failed checks that violate some requirements.
func (c *Class) Count(requirements ...string) {
	for _, id := range requirements {
		c.Requirements[id]++
	}
}

// Limits of Faults.
const (
	keptOfEach  = 8       // failed checks of a class, besides the first one for each requirement
	mostClasses = 1 << 12 // the texts of crashes come from the library; one more class has all others
	mostBytes   = 8 << 20 // of the tokens of kept checks, beyond which a class keeps one
)

// Faults are the failed checks of a run, in classes. Make them with [NewFaults].
type Faults struct {
	Classes []*Class // in the order of their first failed checks
	OnText  bool     // whether a check on valid UTF-8 failed
	byKey   map[string]*Class
	inputs  result.Classifier
	bytes   int // of the tokens of kept checks
}

// NewFaults returns no failed checks of an edition.
func NewFaults(edition *notation.Edition) Faults {
	return Faults{byKey: map[string]*Class{}, inputs: result.NewClassifier(edition)}
}

// Add adds a failed check of a part of the run, and returns its class and whether it is kept. There
// can be millions.
func (f *Faults) Add(of Fault, part int) (class *Class, kept bool) {
	key := f.key(of)
	if _, known := f.byKey[key]; !known && len(f.byKey) >= mostClasses && !of.Member {
		key = ""
	}
	class = f.byKey[key]
	if class == nil {
		class = &Class{Requirements: map[string]int{}, Parts: map[int]int{}, Mixed: key == ""}
		f.Classes, f.byKey[key] = append(f.Classes, class), class
	}
	unseen := func(id string) bool { return class.Requirements[id] == 0 }
	kept = len(class.Kept) < keptOfEach && f.bytes < mostBytes || slices.ContainsFunc(of.Failure.Requirements, unseen)
	f.OnText = f.OnText || utf8.ValidString(string(of.Token)) && (of.Other == nil || utf8.ValidString(string(*of.Other)))
	class.Checks++
	class.Parts[part]++
	if class.Count(of.Failure.Requirements...); kept {
		f.bytes += len(of.Token)
		class.Kept = append(class.Kept, &of)
	}
	return class, kept
}

// key identifies the class of a failed check. A check with several requests has its own.
func (f *Faults) key(of Fault) string {
	if of.Member {
		return of.Check
	}
	var b strings.Builder
	b.WriteString(string(of.Request.Op))
	for _, v := range of.Violations {
		b.WriteString("\n" + v.Aspect + "\n" + v.Outcome.String() + "\n" + v.Crash)
	}
	if of.Request.Op != conformance.OpEqual {
		b.WriteString("\n" + f.inputs.Kind(of.Request.Token))
	}
	return b.String()
}
