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
	bug:    `A special case accepts one invalid string of three bytes.`,
	fix:    `Remove the special case.`,
	inject: accepting(func(token string) bool { return token == "%\x07\xb3" }),
}, {
	name: "raises-on-one-string", layer: Chance, fails: raises, witness: requests{parse("\x93~\x05")},
	bug:    `A decoding table lacks an entry, so one string of three bytes raises.`,
	fix:    `Add the entry, or remove the decoding.`,
	inject: raising(func(token string) bool { return token == "\x93~\x05" }, "null pointer"),
}, {
	name: "one-long-string", layer: Chance, fails: unanchored, witness: requests{parse("the quick brown fox")},
	bug:    `A test string is still in the table of tokens.`,
	fix:    `Remove the test string.`,
	inject: accepting(func(token string) bool { return token == "the quick brown fox" }),
}, {
	name: "one-late-call", layer: Chance, fails: forgetful,
	witness: append(slices.Repeat(requests{sweep(slices.Repeat([]string{"K"}, lateCall/32)...)}, 31),
		sweep(slices.Repeat([]string{"K"}, lateCall/32-1)...), parse("K")),
	bug: `A cleanup after many calls frees data in use, so one call fails.`,
	fix: `Do not free data in use.`,
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
	bug: `The undo history holds four changes, so the fifth is lost.`,
	fix: `Let the history grow, or remove it.`,
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
