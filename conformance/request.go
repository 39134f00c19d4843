package conformance

import "slices"

// Op is an operation that an implementation can be asked for. Its text is the
// one that stands on the wire.
type Op string

// The operations.
const (
	// OpParse asks what the library's parser says of Request.Token.
	OpParse Op = "parse"
	// OpValid asks what the library's yes-or-no check, where it has one beside
	// its parser, says of Request.Token.
	OpValid Op = "valid"
	// OpApply asks for Request.Methods, one after the other, on the value that
	// Request.Token parses to.
	OpApply Op = "apply"
	// OpEqual asks whether the library holds Request.Token and Request.Other,
	// both valid, equal.
	OpEqual Op = "equal"
	// OpSweep asks for a yes or no for each of Request.Tokens.
	OpSweep Op = "sweep"
)

// Ops returns the operations, in the order of their introduction.
func Ops() []Op { return []Op{OpParse, OpValid, OpApply, OpEqual, OpSweep} }

// Method is a transformation that [OpApply] can ask for.
type Method string

// The transformations: the two of EPIN §9.3, and those of the mutation recipes
// on the examples page.
const (
	Native    Method = "native"    // Style status native
	Derive    Method = "derive"    // Style status derived
	Flip      Method = "flip"      // the other Side
	Enhance   Method = "enhance"   // State enhanced
	Diminish  Method = "diminish"  // State diminished
	Normalize Method = "normalize" // State normal
	Mark      Method = "mark"      // terminal; not in the initial edition
	Unmark    Method = "unmark"    // not terminal; not in the initial edition
)

var methods = []Method{Native, Derive, Flip, Enhance, Diminish, Normalize, Mark, Unmark}

// Limits of requests, which everybody who puts one together keeps.
const (
	MaxTokenBytes  = 2 << 20 // bytes of a token
	MaxSweepTokens = 4096    // tokens of a sweep
	MaxSweepBytes  = 1 << 20 // bytes of all the tokens together
)

// A Request is one thing that an implementation is asked. Fields that the
// operation does not use are empty. The zero value asks nothing.
//
// A token is a string of bytes, which need not be text.
type Request struct {
	Op      Op
	Token   string   // of parse, valid, apply, equal
	Other   string   // of equal
	Methods []Method // of apply; may be empty
	Tokens  []string // of sweep; see MaxSweepTokens and MaxSweepBytes
}

// Equal reports whether r and s ask the same thing.
func (r Request) Equal(s Request) bool {
	return r.Op == s.Op && r.Token == s.Token && r.Other == s.Other &&
		slices.Equal(r.Methods, s.Methods) && slices.Equal(r.Tokens, s.Tokens)
}
