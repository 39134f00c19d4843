package mutant

import (
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// editions are those in which mutants exist.
var editions = []*notation.Edition{notation.EPIN, notation.EPINInitial, notation.PIN, notation.PINInitial}

// requirement is a requirement that a fault violates: its id in each of editions. "-" stands for no such requirement, and "" for no such fault: PIN has no derivation.
type requirement [4]string

// requirements are all that a fault violates.
type requirements []requirement

// The violated requirements of kinds of faults.
var (
	ofGrammar = requirement{"epin/6/grammar", "epin-initial/grammar", "pin/4.2/grammar", "pin-initial/grammar"}
	accept    = requirement{"epin/9.1/accept", "epin-initial/accept", "pin/4.3/accept", "pin-initial/accept"}
	reject    = requirement{"epin/9.1/reject", "epin-initial/reject", "pin/4.3/reject", "pin-initial/reject"}
	// accepts: an invalid string is accepted.
	accepts = requirements{ofGrammar, reject}
	// unanchored: a string that is longer than a token, and contains one, is accepted.
	unanchored = requirements{
		{"epin/6/anchoring", "epin-initial/anchoring", "pin/4.3/anchoring", "pin-initial/anchoring"}, reject,
	}
	// ofWords and ofLines: the same, with white space or line breaks around the token.
	ofWords = unanchored.and(requirements{{"epin/9.4/whitespace", "-", "-", "-"}})
	ofLines = unanchored.and(requirements{{"epin/9.4/line-break", "-", "-", "-"}})
	// ofLetters, ofNothing, and ofMarkers: a character that is no letter, the empty string, or a
	// repeated derivation marker is accepted.
	ofLetters = accepts.and(requirements{{"epin/9.4/not-a-letter", "-", "-", "-"}})
	ofNothing = accepts.and(emptyString)
	ofMarkers = accepts.and(doubleMarker)
	// The specification names these kinds of invalid strings.
	emptyString    = requirements{{"epin/9.4/empty", "-", "-", "-"}}
	caretFirst     = requirements{{"epin/9.4/caret-first", "-", "pin/canonical/caret-first", "-"}}
	doubleState    = requirements{{"epin/9.4/double-state", "-", "pin/canonical/double-state", "-"}}
	doubleTerminal = requirements{{"epin/9.4/double-terminal", "-", "pin/canonical/double-terminal", "-"}}
	doubleMarker   = requirements{{"epin/9.4/double-marker", "-"}}
	markerOrder    = requirements{{"epin/9.4/marker-order", "-"}}
	markerLast     = markerOrder.and(requirements{{"epin/4/marker-last", "-"}})
	// rejects: a token is rejected.
	rejects = requirements{ofGrammar, accept}
	// raises: the library raises where it should reject.
	raises = requirements{reject}
	// manyVerdicts: the operations give different verdicts on a string.
	manyVerdicts = requirements{
		{"epin/9.1/one-verdict", "epin-initial/one-verdict", "pin/4.3/one-verdict", "pin-initial/one-verdict"},
	}
	// forgetful: the verdict on a token depends on earlier requests.
	forgetful = manyVerdicts.and(rejects)

	wrongText     = requirements{{"epin/9.2/canonical", "epin-initial/canonical", "pin/canonical/form", "pin-initial/form"}}
	wrongContext  = wrongText.and(requirements{{"epin/9.2/no-context", "-"}})
	wrongEquality = requirements{{"epin/9.3/equivalent", "epin-initial/equivalent", "pin/equivalent", "pin-initial/equivalent"}}
	wrongCopy     = requirements{{"epin/9.3/copy", "epin-initial/copy", "pin/copy", "pin-initial/copy"}}

	wrongDerivation = requirements{{"epin/7.2/derivation", "epin-initial/derivation"}}
	wrongIsNative   = requirements{{"epin/9.3/is-native", "epin-initial/accessors"}}.and(wrongDerivation)
	wrongPIN        = requirements{{"epin/9.3/pin", "epin-initial/accessors"}}
	wrongDerive     = requirements{{"epin/9.3/derive", "epin-initial/derive"}}
	wrongNative     = requirements{{"epin/9.3/native", "epin-initial/native"}}
	wrongTwice      = requirements{{"epin/9.3/idempotent", "epin-initial/idempotent"}}

	wrongSide     = wrongMethod("side")
	wrongState    = wrongMethod("state")
	wrongTerminal = wrongMethod("terminal").onlyCurrent()
)

// wrongAttribute returns the requirement of an incorrect accessor of an inherited attribute.
func wrongAttribute(key string) requirements {
	return requirements{{"epin/7.1/" + key, "epin-initial/attributes", "pin/5/" + key, "pin-initial/mapping"}}
}

// wrongMethod returns the requirement of an incorrect method that changes an inherited attribute.
func wrongMethod(key string) requirements {
	return requirements{{"examples/recipes/" + key, "epin-initial/transformations", "pin/transformations", "pin-initial/transformations"}}
}

// and returns the union of r and others.
func (r requirements) and(others ...requirements) requirements {
	return slices.Concat(append([]requirements{r}, others...)...)
}

// onlyCurrent returns r for a fault that does not exist in the initial editions.
func (r requirements) onlyCurrent() requirements {
	r = slices.Clone(r)
	for i := range r {
		r[i][1], r[i][3] = "-", "-"
	}
	return r
}

// requests is the type of a witness.
type requests = []conformance.Request

// parse and valid return a request for each token.
func parse(tokens ...string) requests { return each(conformance.OpParse, tokens) }
func valid(tokens ...string) requests { return each(conformance.OpValid, tokens) }

func each(op conformance.Op, tokens []string) (all requests) {
	for _, token := range tokens {
		all = append(all, conformance.Request{Op: op, Token: token})
	}
	return all
}

func apply(token string, methods ...conformance.Method) requests {
	return requests{{Op: conformance.OpApply, Token: token, Methods: methods}}
}

func equal(token, other string) requests {
	return requests{{Op: conformance.OpEqual, Token: token, Other: other}}
}

func sweep(tokens ...string) requests {
	return requests{{Op: conformance.OpSweep, Tokens: tokens}}
}

func sweepOf(token string, n int) requests { return sweep(slices.Repeat([]string{token}, n)...) }
