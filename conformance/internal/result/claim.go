package result

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// Claim is what was shown of recognition by one operation: that everything in these
// layers was answered, and nothing incorrectly.
type Claim struct {
	Way      string `json:"way"`
	Alphabet string `json:"alphabet"` // AlphabetBytes, another one, or AlphabetEnds
	// Exhausted is the length up to which every byte string, or every text, was tested;
	// nil for none.
	Exhausted *int `json:"exhausted,omitempty"`
	// Extra is for how many extra states the complete test suite was tested; nil for
	// none. If the verdict of the implementation by this operation is that of some
	// finite automaton over the alphabet, each of whose states is reached by a word of
	// Cover followed by at most Extra bytes, then it agrees with the specification on
	// all strings over the alphabet. Nobody can check that condition from outside.
	Extra *int         `json:"extra,omitempty"`
	Cover List[string] `json:"cover"` // in the order of the suite
}

// The alphabets of a [Claim]: what an adapter that takes text only cannot be asked is
// not claimed.
const (
	AlphabetBytes = "all 256 bytes"
	AlphabetASCII = "the 128 bytes of ASCII"
	// The same without the byte 0, where the adapter does not take it.
	AlphabetBytesNoNUL = "all bytes but 0"
	AlphabetASCIINoNUL = "the bytes of ASCII but 0"
	// AlphabetEnds is less than an alphabet: the complete test suite was over one byte at each
	// end of each range that the specification treats alike. Then there is a second condition:
	// the automaton treats each byte as it treats one of these that the specification treats
	// alike.
	AlphabetEnds = "the bytes at the ends of ranges"
)

// ExtraStates says for how many extra states a complete suite is, as in "1 extra state";
// of 0, "no extra state".
func ExtraStates(n int) string {
	switch n {
	case 0:
		return "no extra state"
	case 1:
		return "1 extra state"
	}
	return fmt.Sprintf("%d extra states", n)
}

// Alphabet returns the alphabet of what can be tested of an implementation.
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

// CompareClaims puts the most telling last: whose complete test suite is for more states, and
// then for which longer strings were tested.
func CompareClaims(a, b Claim) int {
	return cmp.Or(cmp.Compare(valueOf(a.Extra), valueOf(b.Extra)), cmp.Compare(valueOf(a.Exhausted), valueOf(b.Exhausted)))
}

// valueOf is a number, or -1 for nil.
func valueOf(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

// Shows says what was asked, and rightly answered, in part of a sentence.
func (c Claim) Shows() string {
	var parts []string
	if c.Exhausted != nil {
		what := "every byte string"
		switch c.Alphabet {
		case AlphabetBytesNoNUL:
			what = "every byte string without the byte 0"
		case AlphabetASCII:
			what = "every text"
		case AlphabetASCIINoNUL:
			what = "every text without the byte 0"
		}
		parts = append(parts, fmt.Sprintf("%s of up to %s", what, number.Counted(*c.Exhausted, "byte")))
	}
	if c.Extra != nil {
		parts = append(parts, fmt.Sprintf("the complete test suite for %s over %s", ExtraStates(*c.Extra), c.Alphabet))
	}
	return strings.Join(parts, ", and ")
}

// Proves says in a sentence what the complete test suite proves, and on what condition.
// It is empty where that was not asked.
func (c Claim) Proves() string {
	if c.Extra == nil {
		return ""
	}
	cover := make([]string, len(c.Cover))
	for i, word := range c.Cover {
		if cover[i] = word; word == "" {
			cover[i] = "the empty string"
		}
	}
	further := "with nothing behind it"
	if *c.Extra > 0 {
		further = "followed by at most " + number.Counted(*c.Extra, "byte")
	}
	if c.Alphabet == AlphabetEnds {
		return fmt.Sprintf("If its verdict by %s is that of some finite automaton over bytes, each of whose states is reached by one of %s, %s, and which treats every byte as it treats one of those bytes that the specification treats alike, then it agrees with the specification on all strings.",
			c.Way, strings.Join(cover, " "), further)
	}
	return fmt.Sprintf("If its verdict by %s is that of some finite automaton over %s, each of whose states is reached by one of %s, %s, then it agrees with the specification on all strings of these bytes.",
		c.Way, c.Alphabet, strings.Join(cover, " "), further)
}

// WronglyJudged says that nothing is known of all strings, where one was judged wrongly.
const WronglyJudged = "Nothing is proven about all strings: there are some that it judges wrongly."

// Unproven says why the complete test suite of a claim proves nothing here, or is empty. The
// condition does not hold where a string was judged wrongly by that operation, or crashed it, in
// whatever layer and known or not, or where the answers depend on more than the request.
func (r Report) Unproven(c Claim) string {
	l := r.Learned
	edition, _ := epin.ParseEdition(r.Edition) // of an unknown one there are no requirements
	validity := requirement.Validity(edition)
	switch {
	case l != nil && l.Way == c.Way && len(l.TooMany)+len(l.Missing) > 0,
		slices.ContainsFunc(r.Parts, func(p Part) bool {
			return (p.Way == c.Way || p.Way == "") && slices.ContainsFunc(p.Requirements, func(q RequirementCounts) bool {
				return q.Failed > 0 && slices.Contains(validity, q.ID)
			})
		}):
		return WronglyJudged
	case r.Unstable:
		return "Nothing is proven about all strings: the same request was not answered alike each time."
	}
	return ""
}

// Proof is what a claim proves in a report, with its condition.
func (r Report) Proof(c Claim) string {
	if unproven := r.Unproven(c); unproven != "" {
		return unproven
	}
	return c.Proves() + " " + c.Unprovable()
}

// Unprovable is what is to be said of the condition.
func (c Claim) Unprovable() string {
	rest := "the other layers look for what breaks it"
	if c.Alphabet == AlphabetEnds {
		rest = "to look for what breaks it, and to ask anything beside yes or no, takes an adapter"
	}
	return "That condition cannot be checked from outside; " + rest + "."
}
