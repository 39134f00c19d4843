package notation

import (
	"regexp"
	"slices"
)

// Clauses are the requirements of an edition, by what in a response violates them. Those of an
// attribute or a method stand with it.
type Clauses struct {
	Valid       []string  // the verdict on a token
	Invalid     []string  // the verdict on another string
	Unanchored  []string  // the verdict on another string that may contain a token
	Idempotent  []string  // the second call of a method of Twice
	Twice       []string  // names of methods
	Receiver    []string  // the value that methods were called on
	Equivalence []string  // whether two tokens are equal
	ByForm      bool      // whether equal string forms are evidence for Equivalence, if a library offers no comparison
	Distinct    string    // the name of a method whose result is not equal to most tokens
	OneVerdict  []string  // two verdicts on one string
	Special     []Special // beside those above
	Determining []string  // keys of attributes; if these are correct, they are evidence for those of Determined
	Determined  []string  // keys of attributes; an implementation need not return them
}

// Special is a requirement about some strings, or about some aspects of a response.
type Special struct {
	ID       string
	Tokens   bool           // whether it is about tokens, and not about other strings
	About    *regexp.Regexp // which of these; nil for those that a test vector names
	Aspects  []string       // of a response: "verdict" and keys of attributes; nil for the verdict
	Lost     string         // if not empty, only a string form that lacks this end violates it
	Accepted bool           // whether only a string that is accepted violates it
}

// Validity returns the requirements about the verdict on a string.
func (c Clauses) Validity() []string {
	all := slices.Concat(c.Unanchored, c.Valid, c.Invalid)
	slices.Sort(all)
	return slices.Compact(all)
}

func about(expression string) *regexp.Regexp { return regexp.MustCompile(expression) }
