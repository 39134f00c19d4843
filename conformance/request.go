package conformance

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
)

// Op is an operation of an implementation. Its text is the value of "op" in the adapter
// protocol.
type Op string

// The operations.
const (
	OpParse Op = "parse" // parse Request.Token
	OpValid Op = "valid" // call the validity function that a library has beside its parser on Request.Token
	OpApply Op = "apply" // parse Request.Token and apply Request.Methods to the value, one after the other
	OpEqual Op = "equal" // compare the values of Request.Token and Request.Other, which are valid
	OpSweep Op = "sweep" // test the validity of each of Request.Tokens
)

// Ops returns the operations, in the order of their introduction.
func Ops() []Op { return []Op{OpParse, OpValid, OpApply, OpEqual, OpSweep} }

// Method is a transformation that [OpApply] applies.
type Method string

// The transformations: Native and Derive of EPIN §9.3, and those of the mutation recipes
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

// beforePrefix marks a method that is called before the others.
const beforePrefix = "before."

// Before returns the method that OpApply calls on the parsed value itself, before all others. Its
// result is dropped, so Response.Tokens has no element for it. Only an implementation whose
// Description has ApplyAttributes gets such methods, and they stand before all others.
func (m Method) Before() Method { return beforePrefix + m }

// Unread stands before all other methods of an OpApply, and calls none. It means that nothing is read
// between the methods: no string form, no attribute, no comparison. So a value that keeps a change
// until it is read shows. Only an implementation whose Description has ApplyUnread gets it.
const Unread Method = "unread"

// Unread reports whether the methods of an OpApply begin with [Unread].
func (r Request) Unread() bool { return len(r.Methods) > 0 && r.Methods[0] == Unread }

// Calls returns the methods of an OpApply: those that are called before, without the mark of
// [Method.Before], and those that are called one on the result of the other.
func (r Request) Calls() (before, methods []Method) {
	methods = r.Methods
	if r.Unread() {
		methods = methods[1:]
	}
	for len(methods) > 0 {
		dropped, ok := strings.CutPrefix(string(methods[0]), beforePrefix)
		if !ok {
			break
		}
		before, methods = append(before, Method(dropped)), methods[1:]
	}
	return before, methods
}

// Results returns the methods of an OpApply whose results are read, in order: all, or the last one if
// the request is Unread. Response.Tokens has an element for each.
func (r Request) Results() []Method {
	_, methods := r.Calls()
	if r.Unread() {
		methods = methods[max(len(methods)-1, 0):]
	}
	return methods
}

// Limits of requests. All code that makes a Request keeps them.
const (
	MaxTokenBytes  = 2 << 20 // bytes in a token
	MaxSweepTokens = 4096    // tokens in a sweep
	MaxSweepBytes  = 1 << 20 // bytes in all tokens of a sweep together
)

// A Request is one operation with its arguments. Fields that the operation does not use
// are empty. The zero value has no operation.
//
// A token is any string of bytes: it can be invalid UTF-8.
type Request struct {
	Op      Op
	Token   string   // for parse, valid, apply, equal
	Other   string   // for equal
	Methods []Method // for apply; may be empty; see [Method.Before] and [Unread]
	Tokens  []string // for sweep; see MaxSweepTokens and MaxSweepBytes
}

// Equal reports whether r and s have the same operation and arguments.
func (r Request) Equal(s Request) bool {
	return r.Op == s.Op && r.Token == s.Token && r.Other == s.Other &&
		slices.Equal(r.Methods, s.Methods) && slices.Equal(r.Tokens, s.Tokens)
}

// String returns the request for people, in one line of printable text, such as `apply flip derive "A"`.
func (r Request) String() string {
	text, token := string(r.Op), r.Token
	if r.Op == OpSweep {
		if len(r.Tokens) != 1 {
			return "sweep of " + number.Counted(len(r.Tokens), "token")
		}
		token = r.Tokens[0]
	}
	for _, m := range r.Methods {
		text += " " + Visible(string(m), "")
	}
	text += " " + Quote([]byte(token))
	if r.Op == OpEqual {
		text += " " + Quote([]byte(r.Other))
	}
	return text
}
