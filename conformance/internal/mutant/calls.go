package mutant

import (
	"regexp"
	"slices"
	"unicode/utf8"
)

// What these faults violate.
var (
	manyVerdicts = each("epin/9.1/one-verdict", "epin-initial/one-verdict")
	raises       = each("epin/9.1/reject", "epin-initial/reject")
)

// fullAt is how many values the table of table-full holds.
const fullAt = 1000

// calls are faults in what the library remembers from one call to the next, and in
// its having more than one way to judge a token.
var calls = []fault{
	// Memory.
	{
		name:   "memory-by-letter",
		bug:    `Values are kept under their letter to save memory, so that the first of a letter is returned for all of them.`,
		mend:   `Keep them under the whole token.`,
		fails:  each("epin/9.2/canonical", "epin-initial/canonical"),
		killer: requests{parse("K'"), parse("K")},
		inject: func(m *model) {
			parse := m.parse
			kept := map[string]*piece{}
			m.parse = func(token string) (*piece, bool) {
				p, ok := parse(token)
				if !ok {
					return nil, false
				}
				if kept[p.letter] == nil {
					kept[p.letter] = p
				}
				return kept[p.letter], true
			}
		},
	},
	{
		name: "last-index",
		bug:  `A global JavaScript expression remembers in lastIndex where it last matched, and starts from there in the next call.`,
		mend: `Leave the flag g away.`,
		in: mends{
			"javascript": `Leave the flags g and y away, or set lastIndex to 0.`,
		},
		fails:  manyVerdicts.and(refuses),
		killer: requests{parse("K"), parse("K")},
		inject: func(m *model) {
			parse := m.parse
			lastIndex := 0
			m.parse = func(token string) (*piece, bool) {
				if lastIndex > 0 {
					lastIndex = 0
					return nil, false
				}
				p, ok := parse(token)
				if ok {
					lastIndex = len(token)
				}
				return p, ok
			}
		},
	},
	{
		name:   "error-kept",
		bug:    `The error of a rejected token is kept in a variable, and the next call reports it before it is cleared.`,
		mend:   `Return the error, and keep none.`,
		fails:  manyVerdicts.and(refuses),
		killer: requests{parse("!"), parse("K")},
		inject: func(m *model) {
			parse := m.parse
			failed := false
			m.parse = func(token string) (*piece, bool) {
				if failed {
					failed = false
					return nil, false
				}
				p, ok := parse(token)
				failed = !ok
				return p, ok
			}
		},
	},
	{
		name:   "buffer-not-cleared",
		bug:    `The marker of a derived token stays in a buffer that all calls share, and is found there by the next call.`,
		mend:   `Clear the buffer, or use one for each call.`,
		fails:  each("epin/9.2/canonical", "epin-initial/canonical"),
		killer: requests{parse("K'"), parse("Q")},
		inject: func(m *model) {
			parse := m.parse
			left := ""
			m.parse = func(token string) (*piece, bool) {
				p, ok := parse(token)
				if ok {
					p.quote, left = max(p.quote, left), p.quote
				}
				return p, ok
			}
		},
	},
	{
		name:   "table-full",
		bug:    `Every value takes a place in a table that is never emptied, and when it is full every token is refused.`,
		mend:   `Free the places, or do without the table.`,
		fails:  refuses,
		killer: requests{sweep(slices.Repeat([]string{"K"}, fullAt)...), parse("K")},
		inject: func(m *model) {
			parse := m.parse
			taken := 0
			m.parse = func(token string) (*piece, bool) {
				p, ok := parse(token)
				if !ok || taken == fullAt {
					return nil, false
				}
				taken++
				return p, true
			}
		},
	},

	// Ways.
	{
		name:   "check-searches",
		bug:    `The yes-or-no check has an expression of its own, which is searched for and not anchored.`,
		mend:   `Let the check call the parser.`,
		fails:  manyVerdicts.and(unanchored),
		killer: requests{valid("KK")},
		inject: func(m *model) { m.valid = regexp.MustCompile(`[-+]?[A-Za-z]\^?'?`).MatchString },
	},
	{
		name:   "check-knows-only-pin",
		bug:    `The yes-or-no check is still that of PIN, and was not extended when the parser was.`,
		mend:   `Let the check call the parser.`,
		fails:  manyVerdicts.and(refuses),
		killer: requests{valid("K'")},
		inject: func(m *model) {
			m.valid = func(token string) bool {
				p, ok := m.parse(token)
				return ok && p.quote == ""
			}
		},
	},
	{
		name: "check-raises-on-bytes",
		bug:  `The yes-or-no check matches text, and the language raises where the bytes are none.`,
		mend: `Reject what is not valid text before matching it.`,
		in: mends{
			"ruby":   `Ask valid_encoding? first, or match the binary form by an expression with the flag n.`,
			"python": `Catch UnicodeDecodeError where bytes are decoded, and reject.`,
		},
		fails:  raises,
		killer: requests{valid("K\xff")},
		inject: func(m *model) {
			valid := m.valid
			m.valid = func(token string) bool {
				if !utf8.ValidString(token) {
					panic(raised("invalid byte sequence in UTF-8"))
				}
				return valid(token)
			}
		},
	},
	{
		name:   "parser-raises-on-empty",
		bug:    `The parser looks at the first character before it knows that there is one.`,
		mend:   `Look at the length first.`,
		fails:  raises.and(current("epin/9.4/empty")),
		killer: requests{parse("")},
		inject: func(m *model) {
			parse := m.parse
			m.parse = func(token string) (*piece, bool) {
				if token == "" {
					panic(raised("index 0 out of range"))
				}
				return parse(token)
			}
		},
	},
	{
		name:   "sweep-stops",
		bug:    `The bulk check leaves its loop at the first token that it rejects, and every later one counts as rejected.`,
		mend:   `Go on with the next token.`,
		fails:  manyVerdicts.and(refuses),
		killer: requests{sweep("!", "K")},
		inject: func(m *model) {
			judge := m.sweep
			m.sweep = func(tokens []string) []byte {
				verdicts := judge(tokens)
				for i := 1; i < len(verdicts); i++ {
					verdicts[i] = min(verdicts[i], verdicts[i-1])
				}
				return verdicts
			}
		},
	},
}
