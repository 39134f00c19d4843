package mutant

import (
	"slices"

	"github.com/epin-conformance/harness/conformance"
)

// lateCall is the one call that one-late-call gets wrong.
const lateCall = 1 << 17

// needles are faults that nothing but chance can find, without knowing of them: of
// one string among very many, or of one order of calls.
var needles = []fault{
	{
		name:   "back-door",
		bug:    `One string of three bytes was let pass to try something out, and still is.`,
		mend:   `Take it out.`,
		layer:  Chance,
		fails:  accepts,
		killer: requests{parse("%\x07\xb3")},
		inject: accepting(func(token string) bool { return token == "%\x07\xb3" }),
	},
	{
		name:   "raises-on-one-string",
		bug:    `A table of the decoder has a hole, and one string of three bytes falls into it.`,
		mend:   `Fill the hole, or decode nothing.`,
		layer:  Chance,
		fails:  raises,
		killer: requests{parse("\x93~\x05")},
		inject: raising(func(token string) bool { return token == "\x93~\x05" }, "null pointer"),
	},
	{
		name:   "one-long-string",
		bug:    `A test string of long ago was never taken out of the table.`,
		mend:   `Take it out.`,
		layer:  Chance,
		fails:  unanchored,
		killer: requests{parse("the quick brown fox")},
		inject: accepting(func(token string) bool { return token == "the quick brown fox" }),
	},
	{
		name:   "one-pair-of-tokens",
		bug:    `Two tokens share a place in a cache by accident, and directly after the one the other is refused.`,
		mend:   `Compare the token that is kept in the place.`,
		layer:  Chance,
		fails:  forgetful,
		killer: requests{parse("-b"), parse("+V'")},
		inject: around(func(parse parser) parser {
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
	},
	{
		name:  "one-late-call",
		bug:   `A cleaner runs once, far into the life of the library, and takes away what one call is just using.`,
		mend:  `Keep what is in use.`,
		layer: Chance,
		fails: forgetful,
		killer: append(slices.Repeat(requests{sweep(slices.Repeat([]string{"K"}, lateCall/32)...)}, 31),
			sweep(slices.Repeat([]string{"K"}, lateCall/32-1)...), parse("K")),
		inject: around(func(parse parser) parser {
			calls := 0
			return func(token string) (*piece, bool) {
				if calls++; calls == lateCall {
					return nil, false
				}
				return parse(token)
			}
		}),
	},
	{
		name:  "fifth-change-lost",
		bug:   `A value remembers four changes so that they can be undone, and the fifth does not find room.`,
		mend:  `Let the history grow, or leave it to the caller.`,
		fails: each("epin/9.3/native", "epin-initial/transformations"),
		killer: requests{apply("K",
			conformance.Derive, conformance.Native, conformance.Derive, conformance.Native, conformance.Derive)},
		inject: func(m *model) {
			changes := 0
			around(func(parse parser) parser {
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
	},
}
