package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

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
		parts = append(parts, fmt.Sprintf("the complete test suite for %s over %s", suite.ExtraStates(*c.Extra), c.Alphabet))
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

// proof is what a claim proves in a report, with its condition.
func (r Report) proof(c Claim) string {
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

// claims says what was shown of recognition, the most first.
func (w *textWriter) claims(r Report) {
	if len(r.Claims) == 0 {
		return
	}
	w.printf("\nJudged rightly, without exception:\n")
	for i := len(r.Claims) - 1; i >= 0; i-- {
		w.printf("  by %-6s %s\n", r.Claims[i].Way, r.Claims[i].Shows())
	}
	if most := r.Claims[len(r.Claims)-1]; most.Extra != nil {
		w.printf("%s\n", r.proof(most))
	}
	for _, p := range r.Parts {
		if p.Rounds > 0 && p.Failed == 0 && p.Passed > 0 {
			w.printf("That %s random questions were answered rightly besides (the layer %s) proves nothing more.\n", number.Thousands(p.Passed), p.Layer)
		}
	}
}
