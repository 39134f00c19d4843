package mutant

import "slices"

// requirements are the violated requirements of each edition.
type requirements struct{ current, initial []string }

// The violated requirements of kinds of faults.
var (
	// accepts: an invalid string is accepted.
	accepts = requirements{
		current: []string{"epin/6/grammar", "epin/9.1/reject"},
		initial: []string{"epin-initial/grammar", "epin-initial/reject"},
	}
	// unanchored: a string that is longer than a token, and contains one, is accepted.
	unanchored = requirements{
		current: []string{"epin/6/anchoring", "epin/9.1/reject"},
		initial: []string{"epin-initial/anchoring", "epin-initial/reject"},
	}
	// ofWords and ofLines: the same, with white space or line breaks around the token.
	ofWords = unanchored.and(current("epin/9.4/whitespace"))
	ofLines = unanchored.and(current("epin/9.4/line-break"))
	// ofLetters, ofMarkers and ofNothing: a character that is no letter, a repeated derivation marker, or
	// the empty string is accepted.
	ofLetters = accepts.and(current("epin/9.4/not-a-letter"))
	ofMarkers = accepts.and(current("epin/9.4/double-marker"))
	ofNothing = accepts.and(current("epin/9.4/empty"))
	// ofOrder: a string whose parts have the wrong order is accepted.
	ofOrder = accepts.and(current("epin/9.4/caret-first", "epin/9.4/marker-order", "epin/4/marker-last"))
	// rejects: a token is rejected.
	rejects = requirements{
		current: []string{"epin/6/grammar", "epin/9.1/accept"},
		initial: []string{"epin-initial/grammar", "epin-initial/accept"},
	}
	// raises: the library raises where it should reject.
	raises = each("epin/9.1/reject", "epin-initial/reject")
	// manyVerdicts: the operations give different verdicts on a string.
	manyVerdicts = each("epin/9.1/one-verdict", "epin-initial/one-verdict")
	// forgetful: the verdict on a token depends on earlier requests.
	forgetful = manyVerdicts.and(rejects)

	wrongText       = each("epin/9.2/canonical", "epin-initial/canonical")
	wrongDerivation = each("epin/7.2/derivation", "epin-initial/derivation")
	wrongPIN        = each("epin/9.3/pin", "epin-initial/accessors")
	wrongEquality   = each("epin/9.3/equivalent", "epin-initial/equivalent")

	wrongDerive   = each("epin/9.3/derive", "epin-initial/derive")
	wrongNative   = each("epin/9.3/native", "epin-initial/native")
	wrongTwice    = each("epin/9.3/idempotent", "epin-initial/idempotent")
	wrongCopy     = each("epin/9.3/copy", "epin-initial/copy")
	wrongSide     = each("examples/recipes/side", "epin-initial/transformations")
	wrongState    = each("examples/recipes/state", "epin-initial/transformations")
	wrongTerminal = current("examples/recipes/terminal")
)

// each returns one requirement for each edition.
func each(current, initial string) requirements {
	return requirements{[]string{current}, []string{initial}}
}

// current returns requirements of edition 1.0.0 only.
func current(ids ...string) requirements { return requirements{current: ids} }

// and returns the union of r and s. A fault still does not exist in an edition without
// requirements.
func (r requirements) and(s requirements) requirements {
	return requirements{union(r.current, s.current), union(r.initial, s.initial)}
}

// union returns ids followed by those of others that ids does not contain.
func union(ids, others []string) []string {
	ids = slices.Clone(ids)
	for _, id := range others {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// onlyCurrent returns r for a fault that does not exist in the initial edition.
func (r requirements) onlyCurrent() requirements { return requirements{current: r.current} }

// ofPIN has the requirements of EPIN that are about PIN tokens too, with those of PIN, or "" if PIN has no
// such requirement. The others are about the derivation.
var ofPIN = map[string]string{
	"epin/6/grammar": "pin/4.2/grammar", "epin/6/anchoring": "pin/4.3/anchoring", "epin/9.1/accept": "pin/4.3/accept",
	"epin/9.1/reject": "pin/4.3/reject", "epin/9.1/one-verdict": "pin/4.3/one-verdict", "epin/9.2/canonical": "pin/canonical/form",
	"epin/7.1/name": "pin/5/name", "epin/7.1/side": "pin/5/side", "epin/7.1/state": "pin/5/state", "epin/7.1/terminal": "pin/5/terminal",
	"epin/9.3/copy": "pin/copy", "epin/9.3/equivalent": "pin/equivalent",
	"examples/recipes/side": "pin/transformations", "examples/recipes/state": "pin/transformations",
	"examples/recipes/terminal": "pin/transformations", "epin/9.4/caret-first": "pin/canonical/caret-first",
	"epin/9.4/double-state": "pin/canonical/double-state", "epin/9.4/double-terminal": "pin/canonical/double-terminal",
	"epin/9.4/empty": "", "epin/9.4/not-a-letter": "", "epin/9.4/whitespace": "", "epin/9.4/line-break": "",

	"epin-initial/grammar": "pin-initial/grammar", "epin-initial/anchoring": "pin-initial/anchoring",
	"epin-initial/accept": "pin-initial/accept", "epin-initial/reject": "pin-initial/reject",
	"epin-initial/one-verdict": "pin-initial/one-verdict", "epin-initial/canonical": "pin-initial/form",
	"epin-initial/attributes": "pin-initial/mapping", "pin-initial/mapping": "pin-initial/mapping",
	"epin-initial/copy": "pin-initial/copy", "epin-initial/equivalent": "pin-initial/equivalent",
	"epin-initial/transformations": "pin-initial/transformations",
}
