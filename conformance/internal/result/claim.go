package result

import (
	"cmp"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
)

// Claim states that every verdict of one operation is correct in the layers that it names.
type Claim struct {
	Op       string `json:"op"`
	Alphabet string `json:"alphabet"` // one of the constants below
	// Exhausted is the length up to which every byte string, or every text, was tested, in
	// bytes; nil for no such claim.
	Exhausted *int `json:"exhausted,omitempty"`
	// Extra is the number of extra states of the complete test suite; nil for no such claim.
	// The fault domain of the suite is the finite automata over the alphabet each of whose
	// states is reached by a word of Cover followed by at most Extra bytes or, with Prefixes, by
	// a prefix of a valid token. If the verdicts of the operation are those of an automaton in
	// the fault domain, they are correct on all strings over the alphabet. No test can check
	// that assumption.
	Extra    *int         `json:"extra,omitempty"`
	Prefixes bool         `json:"prefixes,omitempty"`
	Cover    List[string] `json:"cover"` // the state cover, in the order of the suite
	// Characters reports that the complete test suite for no extra state was also tested over all
	// characters (Unicode scalar values) that the adapter takes. Its fault domain is the finite automata
	// over characters each of whose states is reached by a word of Cover.
	Characters bool `json:"characters,omitempty"`
	// Probes is the number of strings, all tokens among them, each of which was requested directly
	// after each, in one order, from one process without a restart; 0 for no such claim. If the
	// responses to them depend on nothing but the request and the one before it, they do not depend
	// on the one before it. Of OpSweep, the claim is about the string before it in the same sweep.
	Probes int `json:"probes,omitempty"`
	// Chains is the length of the chains of transformations up to which every one was tested on all
	// tokens; 0 for no such claim.
	Chains int `json:"chains,omitempty"`
	// Attributes reports whether the attributes of each last result were tested, too.
	Attributes bool `json:"attributes,omitempty"`
	// Unread reports whether the chains were also tested with nothing read before the last result.
	Unread bool `json:"unread,omitempty"`
}

// The alphabets of a [Claim]. A claim is limited to the bytes that the adapter takes.
const (
	AlphabetBytes = "all 256 bytes"
	AlphabetASCII = "the 128 bytes of ASCII"
	// For an adapter that does not take the byte 0.
	AlphabetBytesNoNUL = "all bytes but 0"
	AlphabetASCIINoNUL = "the bytes of ASCII but 0"
	// AlphabetEnds means that the complete test suite used only the bytes at both ends of each
	// range that the specification treats alike. It adds an assumption: the automaton treats
	// each byte as it treats one of these bytes in a range of its class.
	AlphabetEnds = "the bytes at the ends of ranges"
)

// alphabet describes an alphabet in words.
type alphabet struct {
	Limits     string // of the input, for verdicts
	Strings    string // all strings over it
	Text       bool   // whether the strings are texts
	Characters string // the characters of texts
}

var alphabets = map[string]alphabet{
	AlphabetBytes:      {"", "every byte string", false, "characters"},
	AlphabetBytesNoNUL: {"without NUL", "every byte string without the byte 0", false, "characters but U+0000"},
	AlphabetASCII:      {"text only", "every text", true, "characters"},
	AlphabetASCIINoNUL: {"text only, without NUL", "every text without the byte 0", true, "characters but U+0000"},
	AlphabetEnds:       {"", "every byte string", false, "characters"},
}

// ExtraStates returns a number of extra states in words, such as "1 extra state" and "no extra state".
func ExtraStates(n int) string {
	if n == 0 {
		return "no extra state"
	}
	return number.Counted(n, "extra state")
}

// Alphabet returns the alphabet of the strings that can be sent to an implementation.
func (i Implementation) Alphabet() string {
	switch {
	case i.Bytes && i.TakesNUL():
		return AlphabetBytes
	case i.Bytes:
		return AlphabetBytesNoNUL
	case i.TakesNUL():
		return AlphabetASCII
	}
	return AlphabetASCIINoNUL
}

// CompareClaims sorts claims from weak to strong: by Extra, and then by Exhausted.
func CompareClaims(a, b Claim) int {
	return cmp.Or(cmp.Compare(valueOf(a.Extra), valueOf(b.Extra)), cmp.Compare(valueOf(a.Exhausted), valueOf(b.Exhausted)))
}

// valueOf returns a number, or -1 for nil.
func valueOf(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

// Unproven returns why the complete test suite of a claim gives no guarantee, or "". The
// assumption does not hold if the operation has an incorrect verdict or a crash in any layer,
// known or not, or shares that of a finding, or if the same input had different responses.
func (r Report) Unproven(c Claim) string {
	l := r.Learned
	validity := r.Of().Clauses.Validity()
	isValidity := func(id string) bool { return slices.Contains(validity, id) }
	switch {
	case l != nil && l.Op == c.Op && len(l.TooMany)+len(l.Missing) > 0,
		slices.ContainsFunc(r.Parts, func(p Part) bool {
			return (p.Op == c.Op || p.Op == "") && slices.ContainsFunc(p.Requirements, func(q RequirementCounts) bool {
				return q.Failed > 0 && isValidity(q.ID)
			})
		}),
		slices.ContainsFunc(r.Findings, func(f Finding) bool {
			return slices.Contains(f.Ops, conformance.Op(c.Op)) && slices.ContainsFunc(f.Requirements, isValidity)
		}):
		return noGuarantee + "some verdicts are incorrect."
	case r.Unstable:
		return noGuarantee + "the same input had different responses."
	}
	return ""
}
