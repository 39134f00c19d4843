package result

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
)

// Claim states that every verdict of one operation is correct in the layers that it names.
type Claim struct {
	Way      string `json:"way"`
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

// ExtraStates returns a number of extra states in words, such as "1 extra state"; for 0, "no
// extra state".
func ExtraStates(n int) string {
	switch n {
	case 0:
		return "no extra state"
	case 1:
		return "1 extra state"
	}
	return fmt.Sprintf("%d extra states", n)
}

// alphabets describes the alphabets in words.
var alphabets = map[string]struct{ limits, strings, characters string }{
	AlphabetBytes:      {"", "every byte string", "characters"},
	AlphabetBytesNoNUL: {"without NUL", "every byte string without the byte 0", "characters but U+0000"},
	AlphabetASCII:      {"text only", "every text", "characters"},
	AlphabetASCIINoNUL: {"text only, without NUL", "every text without the byte 0", "characters but U+0000"},
	AlphabetEnds:       {"", "every byte string", "characters"},
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

// Shows returns the tested strings, as a part of a sentence.
func (c Claim) Shows() string {
	var parts []string
	if tested := c.Tested(); tested != "" {
		parts = append(parts, tested)
	}
	if c.Extra != nil {
		parts = append(parts, fmt.Sprintf("the complete test suite for %s over %s", ExtraStates(*c.Extra), c.Alphabet))
	}
	if c.Characters {
		parts = append(parts, fmt.Sprintf("the complete test suite for %s over all %s", ExtraStates(0), alphabets[c.Alphabet].characters))
	}
	if c.Chains > 0 {
		chains := fmt.Sprintf("every chain of up to %d transformations of all tokens", c.Chains)
		if c.Unread {
			chains += ", read after each and only at the end"
		}
		parts = append(parts, chains)
	}
	if c.Probes > 0 {
		parts = append(parts, fmt.Sprintf("%d strings, all tokens among them, each directly after each", c.Probes))
	}
	return strings.Join(parts, ", and ")
}

// Tested returns the strings that were tested up to a length, as a part of a sentence. It is empty
// if Exhausted is nil.
func (c Claim) Tested() string {
	if c.Exhausted == nil {
		return ""
	}
	return fmt.Sprintf("%s of up to %s", alphabets[c.Alphabet].strings, number.Counted(*c.Exhausted, "byte"))
}

// Proves returns the guarantees with their assumptions: of the complete test suite, and then of the
// pairs of strings. It is empty if Extra is nil.
func (c Claim) Proves() string {
	if c.Extra == nil {
		return ""
	}
	var words []string
	for _, word := range c.Cover {
		words = append(words, strconv.Quote(word))
	}
	cover := strings.Join(words, ", ")
	over, further, all := c.Alphabet, "", "all strings of these bytes"
	if *c.Extra > 0 {
		further = " followed by at most " + number.Counted(*c.Extra, "byte")
	}
	if c.Prefixes {
		further += ", or by a prefix of a valid token"
	}
	if c.Alphabet == AlphabetEnds {
		over, all = "bytes", "all strings"
		further += ", and treats every byte like a tested byte of the same class"
	}
	proves := fmt.Sprintf("If the recogniser behind %s is a finite automaton over %s, with each state reached by one of %s%s (the fault domain), then it agrees with the specification on %s.",
		c.Way, over, cover, further, all)
	if c.Characters {
		proves += fmt.Sprintf(" If it is a finite automaton over %s, with each state reached by one of %s, then it agrees with the specification on all texts of these characters.",
			alphabets[c.Alphabet].characters, cover)
	}
	if c.Probes > 0 {
		before, orders := "request before it, in the order in which one process gets them", "in every order of them"
		if c.Way == string(conformance.OpSweep) {
			before, orders = "string before it in the same sweep", "in every order of them within a sweep"
		}
		proves += fmt.Sprintf(" If a response of %s depends on nothing but the string and the %s, then the responses to the %d strings "+
			"that were tested directly after each other are correct %s.", c.Way, before, c.Probes, orders)
	}
	return proves
}

// ProvesValues returns a sentence with the guarantee of the chains of transformations and its
// assumption. It is empty if Chains is 0.
func (c Claim) ProvesValues() string {
	if c.Chains == 0 {
		return ""
	}
	return fmt.Sprintf("If every internal state of a value, after any chain of transformations, is also reached from some token "+
		"by at most %s, then the %s after every chain of transformations, of any length, are correct%s: "+
		"all chains of up to %d were tested on all tokens. No test can check this assumption.",
		number.Counted(c.Chains-1, "transformation"), c.values(), c.reading(), c.Chains)
}

// reading says between which transformations something has to be read.
func (c Claim) reading() string {
	if c.Unread {
		return ", whether everything is read after each transformation or nothing before the end"
	}
	return " if the string form is read after each transformation"
}

// values names what was read of each result of a chain.
func (c Claim) values() string {
	if c.Attributes {
		return "string forms and attributes"
	}
	return "string forms"
}

// GuaranteeOfValues returns ProvesValues in short.
func (c Claim) GuaranteeOfValues() string {
	if c.Chains == 0 {
		return ""
	}
	return fmt.Sprintf("The %s after every chain of transformations are correct%s, if every internal state of a value is reached from some "+
		"token by at most %s.", c.values(), c.reading(), number.Counted(c.Chains-1, "transformation"))
}

// Values returns the claim about values in a report; it makes none if Chains is 0.
func (r Report) Values() Claim {
	i := slices.IndexFunc(r.Claims, func(c Claim) bool { return c.Chains > 0 })
	if i < 0 || r.Unstable || slices.ContainsFunc(r.Parts, func(p Part) bool { return p.Failed > 0 }) {
		return Claim{}
	}
	return r.Claims[i]
}

// OnlyMalformed says what CorrectOnText means.
const OnlyMalformed = "It is correct on all valid UTF-8 that was tested: every failed check is on malformed UTF-8."

// Instability returns a sentence about different responses to the same request, or "". Only a
// finding that needs earlier requests tells order dependence from non-determinism.
func (r Report) Instability() string {
	switch {
	case !r.Unstable:
		return ""
	case slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Seen == RepeatAfter }):
		return "Responses depend on other inputs: the same input had different responses."
	}
	return "The same input had different responses: the library is non-deterministic, or its responses depend on other inputs."
}

// WronglyJudged is the text for a claim without a guarantee, because a verdict is incorrect.
const WronglyJudged = "There is no guarantee for all strings: some verdicts are incorrect."

// Unproven returns why the complete test suite of a claim gives no guarantee, or "". The
// assumption does not hold if the operation has an incorrect verdict or a crash in any layer,
// known or not, or shares that of a finding, or if the same input had different responses.
func (r Report) Unproven(c Claim) string {
	l := r.Learned
	validity := r.Of().Clauses.Validity()
	isValidity := func(id string) bool { return slices.Contains(validity, id) }
	switch {
	case l != nil && l.Way == c.Way && len(l.TooMany)+len(l.Missing) > 0,
		slices.ContainsFunc(r.Parts, func(p Part) bool {
			return (p.Way == c.Way || p.Way == "") && slices.ContainsFunc(p.Requirements, func(q RequirementCounts) bool {
				return q.Failed > 0 && isValidity(q.ID)
			})
		}),
		slices.ContainsFunc(r.Findings, func(f Finding) bool {
			return slices.Contains(f.Ops, conformance.Op(c.Way)) && slices.ContainsFunc(f.Requirements, isValidity)
		}):
		return WronglyJudged
	case r.Unstable:
		return "There is no guarantee for all strings: the same input had different responses."
	}
	return ""
}

// Guarantee returns the guarantee in short, for one without Unproven. It is empty if Extra is nil.
func (c Claim) Guarantee() string {
	if c.Extra == nil {
		return ""
	}
	strings := "strings, of any length"
	switch c.Alphabet {
	case AlphabetASCII, AlphabetASCIINoNUL, AlphabetBytesNoNUL:
		strings += ", over " + c.Alphabet
		if c.Characters && c.Alphabet != AlphabetBytesNoNUL {
			strings = "texts, of any length, over all " + alphabets[c.Alphabet].characters
		}
	}
	further := ""
	if c.Alphabet == AlphabetEnds {
		further = " and treats every byte like a tested byte of its class"
	}
	further += "."
	if c.Probes > 0 {
		if c.Way == string(conformance.OpSweep) {
			further += " The order of tokens within a sweep changes no response, if a response depends on its token and at most the one before it in the sweep."
		} else {
			further += " The order of requests for tokens changes no response of " + c.Way + ", if a response depends on its request and at most the one before."
		}
	}
	return "Correct on all " + strings + ", via " + c.Way + ", if the recogniser behind it is a finite automaton within the fault domain" + further + " What that means: " + explained
}

// explained is where the guarantee and its assumption are explained.
const explained = "https://github.com/epin-conformance/harness/tree/main/conformance#what-a-pass-guarantees"

// Unprovable returns the sentences that the assumption cannot be checked, and where it is
// explained.
func (c Claim) Unprovable() string {
	rest := "the other layers look for failures outside it"
	if c.Alphabet == AlphabetEnds {
		rest = "looking for failures outside it, and testing more than the verdict, takes an adapter"
	}
	these := "this assumption"
	if c.Probes > 0 {
		these, rest = "these assumptions", strings.Replace(rest, "outside it", "outside them", 1)
	}
	return "No test can check " + these + "; " + rest + ". What it means: " + explained
}
