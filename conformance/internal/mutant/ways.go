package mutant

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// ways are further faults in which the ways to judge a token say different things.
var ways = []fault{
	// The yes-or-no check.
	{
		name:   "check-last-index",
		bug:    `The yes-or-no check tests with a global JavaScript expression, which remembers where it last matched.`,
		mend:   `Leave the flag g away.`,
		in:     mends{"javascript": `Leave the flags g and y away, or set lastIndex to 0.`},
		fails:  manyVerdicts,
		killer: requests{valid("K"), valid("K")},
		inject: checks(func(check func(string) bool) func(string) bool {
			lastIndex := 0
			return func(token string) bool {
				if lastIndex > 0 {
					lastIndex = 0
					return false
				}
				ok := check(token)
				if ok {
					lastIndex = len(token)
				}
				return ok
			}
		}),
	},
	{
		name:   "check-of-the-other-edition",
		bug:    `The yes-or-no check has an expression of its own, which is that of the other edition.`,
		mend:   `Let the check call the parser.`,
		fails:  manyVerdicts,
		killer: requests{valid("K^")},
		inject: func(m *model) {
			other := epin.Initial
			if m.edition == epin.Initial {
				other = epin.Current
			}
			m.valid = newModel("", other, func(*model) {}).valid
		},
	},
	{
		name:   "check-accepts-empty",
		bug:    `The yes-or-no check looks for a fault character by character, and finds none where there is no character.`,
		mend:   `Let the check call the parser.`,
		fails:  manyVerdicts,
		killer: requests{valid("")},
		inject: checks(func(check func(string) bool) func(string) bool {
			return func(token string) bool { return token == "" || check(token) }
		}),
	},
	{
		name:   "check-trims",
		bug:    `The yes-or-no check serves a form and trims what was typed, and the parser does not.`,
		mend:   `Trim in the form, and hand on what was checked.`,
		fails:  manyVerdicts,
		killer: requests{valid("K ")},
		inject: checks(func(check func(string) bool) func(string) bool {
			return func(token string) bool { return check(strings.TrimSpace(token)) }
		}),
	},
	{
		name:   "check-by-position",
		bug:    `The yes-or-no check takes the position of the match for a condition, and that is 0, which counts as no, while -1 counts as yes.`,
		mend:   `Ask whether there is a match.`,
		in:     mends{"javascript": `Use test rather than search.`},
		fails:  manyVerdicts.and(refuses).and(accepts),
		killer: requests{valid("K")},
		inject: checks(func(check func(string) bool) func(string) bool {
			return func(token string) bool { return !check(token) }
		}),
	},
	{
		name:   "check-by-type-first",
		bug:    `The yes-or-no check rejects what is longer than one character unless it begins with a sign, as that of the oldest notation did.`,
		mend:   `Let the check call the parser.`,
		fails:  manyVerdicts,
		killer: requests{valid("K'")},
		inject: checks(func(check func(string) bool) func(string) bool {
			return func(token string) bool {
				return check(token) && (len(token) == 1 || strings.ContainsAny(token[:1], "+-"))
			}
		}),
	},

	// The bulk check.
	{
		name:   "sweep-of-the-first-256",
		bug:    `The bulk check counts in a byte, and what comes after the first 256 counts as rejected.`,
		mend:   `Count in the type that the language has for lengths.`,
		fails:  manyVerdicts,
		killer: requests{sweep(slices.Repeat([]string{"K"}, 257)...)},
		inject: sweeps(func(judge func([]string) []byte) func([]string) []byte {
			return func(tokens []string) []byte {
				verdicts := judge(tokens)
				for i := 256; i < len(verdicts); i++ {
					verdicts[i] = conformance.VerdictNo
				}
				return verdicts
			}
		}),
	},
	{
		name:   "sweep-in-sorted-order",
		bug:    `The bulk check sorts the tokens to look them up faster, and gives the verdicts in that order.`,
		mend:   `Put the verdicts back into the order of the request.`,
		fails:  manyVerdicts,
		killer: requests{sweep("K", "!")},
		inject: sweeps(func(judge func([]string) []byte) func([]string) []byte {
			return func(tokens []string) []byte { return judge(slices.Sorted(slices.Values(tokens))) }
		}),
	},
	{
		name:   "sweep-by-lines",
		bug:    `The bulk check joins the tokens by line feeds and hands the lines to another program, so that a token that holds one shifts what follows.`,
		mend:   `Separate tokens by what none can hold, or send their lengths.`,
		fails:  manyVerdicts,
		killer: requests{sweep("!\n!", "K")},
		inject: sweeps(func(judge func([]string) []byte) func([]string) []byte {
			return func(tokens []string) []byte {
				if len(tokens) == 0 {
					return nil
				}
				return judge(strings.Split(strings.Join(tokens, "\n"), "\n"))[:len(tokens)]
			}
		}),
	},
	{
		name:   "sweep-without-duplicates",
		bug:    `The bulk check makes a set of the tokens first, and each that is there twice counts as rejected the second time.`,
		mend:   `Judge each token where it stands.`,
		layer:  Sequences,
		fails:  manyVerdicts,
		killer: requests{sweep("K", "K")},
		inject: sweeps(func(judge func([]string) []byte) func([]string) []byte {
			return func(tokens []string) []byte {
				verdicts := judge(tokens)
				seen := map[string]bool{}
				for i, token := range tokens {
					if seen[token] {
						verdicts[i] = conformance.VerdictNo
					}
					seen[token] = true
				}
				return verdicts
			}
		}),
	},
	{
		name:   "sweep-of-the-last",
		bug:    `The closures of the bulk check share the variable of the loop, and all judge the last token.`,
		mend:   `Give each closure a variable of its own.`,
		in:     mends{"javascript": `Declare the variable by let rather than var.`, "python": `Bind the variable as a default argument.`, "go": `Let go.mod name Go 1.22 or later, or copy the variable.`},
		fails:  manyVerdicts,
		killer: requests{sweep("!", "K")},
		inject: sweeps(func(judge func([]string) []byte) func([]string) []byte {
			return func(tokens []string) []byte {
				if len(tokens) == 0 {
					return nil
				}
				return slices.Repeat(judge(tokens[len(tokens)-1:]), len(tokens))
			}
		}),
	},
}
