package mutant

import (
	"slices"

	"github.com/epin-conformance/harness/conformance"
)

// lateCall is the number of the one call with an incorrect result in one-late-call.
const lateCall = 1 << 17

// needles are faults that only random tests can find: they need one string among very many,
// or one order of calls.
var needles = []fault{{
	name: "back-door", layer: Chance, fails: accepts, witness: requests{parse("%\x07\xb3")},
	bug:    `One string of three bytes was let pass to try something out, and still is.`,
	fix:    `Take it out.`,
	inject: accepting(func(token string) bool { return token == "%\x07\xb3" }),
}, {
	name: "raises-on-one-string", layer: Chance, fails: raises, witness: requests{parse("\x93~\x05")},
	bug:    `A table of the decoder has a hole, and one string of three bytes falls into it.`,
	fix:    `Fill the hole, or decode nothing.`,
	inject: raising(func(token string) bool { return token == "\x93~\x05" }, "null pointer"),
}, {
	name: "one-long-string", layer: Chance, fails: unanchored, witness: requests{parse("the quick brown fox")},
	bug:    `A test string of long ago was never taken out of the table.`,
	fix:    `Take it out.`,
	inject: accepting(func(token string) bool { return token == "the quick brown fox" }),
}, {
	name: "one-pair-of-tokens", layer: Chance, fails: forgetful, witness: requests{parse("-b"), parse("+V'")},
	bug: `Two tokens share a place in a cache by accident, and directly after the one the other is refused.`,
	fix: `Compare the token that is kept in the place.`,
	inject: remembers(func(parse parser) parser {
		last := ""
		return func(token string) (*piece, bool) {
			clash := last == "-b" && token == "+V'"
			last = token
			if clash {
				return nil, false
			}
			return parse(token)
		}
	}),
}, {
	name: "one-late-call", layer: Chance, fails: forgetful,
	witness: append(slices.Repeat(requests{sweep(slices.Repeat([]string{"K"}, lateCall/32)...)}, 31),
		sweep(slices.Repeat([]string{"K"}, lateCall/32-1)...), parse("K")),
	bug: `A cleaner runs once, far into the life of the library, and takes away what one call is just using.`,
	fix: `Keep what is in use.`,
	inject: remembers(func(parse parser) parser {
		calls := 0
		return func(token string) (*piece, bool) {
			if calls++; calls == lateCall {
				return nil, false
			}
			return parse(token)
		}
	}),
}, {
	name: "fifth-change-lost", fails: each("epin/9.3/native", "epin-initial/transformations"),
	witness: requests{apply("K",
		conformance.Derive, conformance.Native, conformance.Derive, conformance.Native, conformance.Derive)},
	bug: `A value remembers four changes so that they can be undone, and the fifth does not find room.`,
	fix: `Let the history grow, or leave it to the caller.`,
	inject: func(m *model) {
		changes := 0
		remembers(func(parse parser) parser {
			return func(token string) (*piece, bool) {
				changes = 0
				return parse(token)
			}
		})(m)
		for method, change := range m.methods {
			m.methods[method] = func(p *piece) {
				if changes++; changes <= 4 {
					change(p)
				}
			}
		}
	},
}}
