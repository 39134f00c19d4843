package mutant

import (
	"slices"

	"github.com/epin-conformance/harness/conformance"
)

// lateCall is the number of the one call with an incorrect result in one-late-call. In the profiles
// quick and standard this call gets an invalid string, which is rejected anyway.
const lateCall = 161_920

// needles are faults that only random tests can find: they need one string among very many,
// or one order of calls.
func needles() []Mutant {
	return []Mutant{
		fault("back-door", accepts, parse("%\x07\xb3"),
			`A special case accepts one invalid string of three bytes.`,
			`Remove the special case.`, accepting(is("%\x07\xb3")), sureIn(Chance)),
		fault("raises-on-one-string", raises, parse("\x93~\x05"),
			`A decoding table lacks an entry, so one string of three bytes raises.`,
			`Add the entry, or remove the decoding.`, raising(is("\x93~\x05"), "null pointer"), sureIn(Chance)),
		fault("one-long-string", unanchored, parse("the quick brown fox"),
			`A test string is still in the table of tokens.`,
			`Remove the test string.`, accepting(is("the quick brown fox")), sureIn(Chance)),
		fault("one-late-call", forgetful,
			slices.Concat(slices.Repeat(sweepOf("K", lateCall/64), 63), sweepOf("K", lateCall/64-1), parse("K")),
			`A cleanup after many calls frees data in use, so one call fails.`,
			`Do not free data in use.`, forgets(func(calls *int, _ string, _ bool) bool {
				*calls++
				return *calls == lateCall
			}), sureIn(Chance)),
		fault("fifth-change-lost", requirements{{"epin/9.3/native", "epin-initial/transformations"}},
			apply("K",
				conformance.Derive, conformance.Native, conformance.Derive, conformance.Native, conformance.Derive),
			`The undo history holds four changes, so the fifth is lost.`,
			`Let the history grow, or remove it.`, func(m *model) {
				changes := 0
				reads(func(token string) string {
					changes = 0
					return token
				})(m)
				for method, change := range m.methods {
					m.methods[method] = func(p *piece) {
						if changes++; changes <= 4 {
							change(p)
						}
					}
				}
			}),
	}
}
