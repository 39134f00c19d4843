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
	Extra    *int     `json:"extra,omitempty"`
	Prefixes bool     `json:"prefixes,omitzero"`
	Cover    []string `json:"cover"` // the state cover, in the order of the suite
	// Characters reports that the complete test suite for zero extra states was also tested over all
	// characters (Unicode scalar values) that the adapter takes. Its fault domain is the finite automata
	// over characters each of whose states is reached by a word of Cover.
	Characters bool `json:"characters,omitzero"`
	// Probes is the number of strings, all tokens among them, each of which was requested directly
	// after each, in one order, from one process without a restart; 0 for no such claim. If the
	// responses to them depend on nothing but the request and the one before it, they do not depend
	// on the one before it. Via OpSweep, the claim is about the string before it in the same sweep.
	Probes int `json:"probes,omitzero"`
	// Chains is the length of the chains of transformations up to which every one was tested on all
	// tokens; 0 for no such claim.
	Chains int `json:"chains,omitzero"`
	// Attributes reports whether the attributes of each last result were tested, too.
	Attributes bool `json:"attributes,omitzero"`
	// Unread reports whether the chains were also tested with nothing read before the last result.
	Unread bool `json:"unread,omitzero"`
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

// ExtraStates returns a number of extra states in words: "zero extra states", "1 extra state".
func ExtraStates(n int) string {
	if n == 0 {
		return "zero extra states"
	}
	return number.Counted(n, "extra state")
}

// Alphabet returns the alphabet of the strings that can be sent to an implementation for an operation.
func (i Implementation) Alphabet(op string) string {
	switch takesBytes := slices.Contains(i.Bytes, conformance.Op(op)); {
	case takesBytes && i.TakesNUL():
		return AlphabetBytes
	case takesBytes:
		return AlphabetBytesNoNUL
	case i.TakesNUL():
		return AlphabetASCII
	}
	return AlphabetASCIINoNUL
}

// limits describes the strings that cannot be sent to an implementation, for verdicts: "text only",
// "text only via valid" if another operation takes bytes, or "".
func (i Implementation) limits() string {
	var limits []string
	if of := i.Offered().TextOnly(); len(of) > 0 && len(i.Bytes) > 0 {
		limits = append(limits, "text only via "+strings.Join(words(of), ", "))
	} else if len(of) > 0 {
		limits = append(limits, "text only")
	}
	if !i.TakesNUL() {
		limits = append(limits, "without NUL")
	}
	return strings.Join(limits, ", ")
}

// CompareClaims sorts claims from weak to strong: by Extra, and then by Exhausted.
func CompareClaims(a, b Claim) int {
	return cmp.Or(cmp.Compare(valueOf(a.Extra), valueOf(b.Extra)), cmp.Compare(valueOf(a.Exhausted), valueOf(b.Exhausted)))
}

func valueOf(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

// Unproven returns why the complete test suite of a claim gives no guarantee, or "". The
// assumption does not hold if the operation has an incorrect verdict or a crash in any layer,
// known or not, or shares that of a finding, or may share it, or if the same input had different responses.
func (r Report) Unproven(c Claim) string {
	l := r.Learned
	validity := r.Of().Clauses.Validity()
	isValidity := func(id string) bool { return slices.Contains(validity, id) }
	failed := func(q RequirementCounts) bool { return q.Failed > 0 && isValidity(q.ID) }
	switch {
	case l != nil && l.Op == c.Op && len(l.TooMany)+len(l.Missing) > 0,
		slices.ContainsFunc(r.Parts, func(p Part) bool {
			return (p.Op == c.Op || p.Op == "") && slices.ContainsFunc(p.Requirements, failed)
		}),
		slices.ContainsFunc(r.Findings, func(f Finding) bool {
			shares := !f.Minimal || slices.Contains(f.Ops, conformance.Op(c.Op)) // shrinking compares operations at its end
			return shares && slices.ContainsFunc(f.Requirements, isValidity)
		}):
		return incorrectVerdicts
	case r.Unstable:
		return noGuarantee + "the same input had different responses."
	}
	return ""
}

// The guarantees of a claim follow, each with its assumption. They are no templates: package text/template
// would make the program of the site much larger.

func choose(is bool, text, other string) string {
	if is {
		return text
	}
	return other
}

// language is the guarantee of the complete test suite, if Extra is set.
func (c Claim) language() string {
	over, ends := alphabets[c.Alphabet], c.Alphabet == AlphabetEnds
	isText := c.Characters && over.Text
	limited := "strings, of any length" + choose(over.Limits != "", ", over "+c.Alphabet, "")
	cover := make([]string, len(c.Cover))
	for i, word := range c.Cover {
		cover[i] = strconv.Quote(word)
	}
	return "Correct on all " + choose(isText, "texts, of any length, over all "+over.Characters, limited) + ", via " + c.Op +
		", if the recogniser behind it is a finite automaton within the fault domain" +
		choose(ends, " and treats every byte like a tested byte of its class", "") + ". The fault domain has the finite automata over " +
		choose(isText, over.Characters, choose(ends, "bytes", c.Alphabet)) + ", with each state reached by one of " + strings.Join(cover, ", ") +
		choose(isText, "; for strings over "+c.Alphabet+", also those over these bytes, with each state reached by one of these strings", "") +
		choose(*c.Extra > 0, " followed by at most "+number.Counted(*c.Extra, "byte"), "") +
		choose(c.Prefixes, ", or by a prefix of a valid token", "") +
		choose(c.Characters && !isText, "; for texts, also those over "+over.Characters+", with each state reached by one of these strings", "") + "."
}

// order is the guarantee about the order of requests.
func (c Claim) order() string {
	sweeps := c.Op == string(conformance.OpSweep)
	return "The order of " + choose(sweeps, "tokens within a sweep", "requests for tokens") + " changes no response of " + c.Op +
		", if a response depends on its " + choose(sweeps, "token", "request") + " and at most the one before it in the same " +
		choose(sweeps, "sweep", "process") + fmt.Sprintf(". %d strings, all tokens among them, were tested each directly after each.", c.Probes)
}

// values is the guarantee about transformations.
func (c Claim) values() string {
	return "The string forms" + choose(c.Attributes, " and attributes", "") + " after every chain of transformations, of any length, are correct" +
		choose(c.Unread, ", whether everything is read after each transformation or nothing before the end, if ",
			", if the string form is read after each transformation and ") +
		"every internal state of a value is reached from some token by at most " + number.Counted(c.Chains-1, "transformation") +
		fmt.Sprintf(". All chains of up to %d were tested on all tokens. No test can check the assumption.", c.Chains)
}

// Explained is where the guarantees and their assumptions are explained.
const Explained = "https://github.com/epin-conformance/harness/tree/main/conformance#what-a-pass-guarantees"

// Guarantee returns the guarantees of the complete test suite and of the order of requests, with their
// assumptions, for a claim without Unproven. It is empty if Extra is nil.
func (c Claim) Guarantee() string {
	if c.Extra == nil {
		return ""
	}
	text := c.language() + " "
	if c.Probes > 0 {
		text += c.order() + " "
	}
	outside := choose(c.Alphabet == AlphabetEnds,
		"looking for failures outside them, and testing more than the verdict, takes an adapter.",
		"the other layers look for failures outside them.")
	return text + "No test can check the assumptions; " + outside + " What this means: " + Explained
}

// plain returns the same guarantees, each in a sentence that only tells that there is an assumption.
func (c Claim) plain() []string {
	over := alphabets[c.Alphabet]
	assuming := " (via " + c.Op + "), under " + choose(c.Alphabet == AlphabetEnds, "two assumptions.", "an assumption.")
	all := []string{"Accepts or rejects correctly every " + choose(c.Characters && over.Text, "text of any length over all "+over.Characters,
		"string of any length"+choose(over.Limits != "", " over "+c.Alphabet, "")) + assuming}
	if c.Probes > 0 {
		within := choose(c.Op == string(conformance.OpSweep), " within a sweep", "")
		all = append(all, "No order of the valid tokens"+within+" changes a response"+assuming)
	}
	return all
}

// shows returns everything that was tested, as a part of a sentence.
func (c Claim) shows() string {
	var parts []string
	add := func(is bool, format string, args ...any) {
		if is {
			parts = append(parts, fmt.Sprintf(format, args...))
		}
	}
	add(c.Exhausted != nil, "%s of up to %s", alphabets[c.Alphabet].Strings, number.Counted(valueOf(c.Exhausted), "byte"))
	add(c.Extra != nil, "the complete test suite for %s over %s", ExtraStates(max(valueOf(c.Extra), 0)), c.Alphabet)
	add(c.Characters, "the complete test suite for %s over all %s", ExtraStates(0), alphabets[c.Alphabet].Characters)
	add(c.Chains > 0, "every chain of up to %d transformations of all tokens%s", c.Chains, choose(c.Unread, ", read after each and only at the end", ""))
	add(c.Probes > 0, "%d strings, all tokens among them, each directly after each", c.Probes)
	return strings.Join(parts, ", and ")
}

// Guarantees are sentences about what the claims of a run show.
type Guarantees struct {
	Tested []string // what was tested and is correct, by operation, the strongest claim first
	None   string   // why there is no guarantee for all strings, or empty
	Texts  []string // the guarantees with their assumptions
	// Plain has a short sentence for each guarantee, which only tells that there is an assumption, and one
	// about short strings. Without None, the first is about all strings.
	Plain []string
}

const (
	noGuarantee       = "There is no guarantee for all strings: "
	incorrectVerdicts = noGuarantee + "some verdicts are incorrect."
)

// Guarantees returns the guarantees of a run.
func (r Report) Guarantees() (g Guarantees) {
	most := Claim{}
	for _, c := range r.Claims {
		most = c
		if shows := c.shows(); shows != "" {
			g.Tested = append([]string{fmt.Sprintf("Correct on %s (via %s).", shows, c.Op)}, g.Tested...)
		}
	}
	incorrect := slices.ContainsFunc(r.Parts, func(p Part) bool { return p.Layer == LayerComplete && p.Failed > 0 })
	switch g.None = r.Unproven(most); {
	case g.None != "":
	case most.Extra != nil:
		g.Plain, g.Texts = most.plain(), []string{most.Guarantee()}
	case incorrect:
		g.None = incorrectVerdicts
	case r.Partial() || r.Incomplete():
		g.None = noGuarantee + "only a part was tested."
	default:
		g.None = noGuarantee + "the complete test suite was not run in full."
	}
	if shown := (Claim{Alphabet: most.Alphabet, Exhausted: most.Exhausted}).shows(); shown != "" {
		g.Plain = append(g.Plain, fmt.Sprintf("Correct on %s (via %s).", shown, most.Op))
	}
	values := slices.IndexFunc(r.Claims, func(c Claim) bool { return c.Chains > 0 })
	if failed, _ := r.Checks(); values >= 0 && !r.Unstable && failed.Failed == 0 {
		what := choose(r.Claims[values].Attributes, "string forms and attributes", "string forms")
		g.Plain = append(g.Plain, "Correct "+what+" after every chain of transformations, of any length, under an assumption.")
		g.Texts = append(g.Texts, r.Claims[values].values())
	}
	return g
}

// OnlyMalformed says what CorrectOnText means.
const OnlyMalformed = "It is correct on all valid UTF-8 that was tested: every failed check is on malformed UTF-8."
