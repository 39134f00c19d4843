package mutant

import (
	"strings"
)

// ofOrder: what has its parts in a wrong order is accepted.
var ofOrder = accepts.and(current("epin/9.4/caret-first", "epin/9.4/marker-order", "epin/4/marker-last"))

// markers are faults in what may stand around the letter, and in what order.
var markers = []fault{
	// One of them.
	{
		name:   "minus-refused",
		bug:    `Only promotion was thought of, and the minus sign is missing in the class.`,
		mend:   `Write [-+].`,
		fails:  refuses,
		killer: requests{parse("-K")},
		inject: rewrite(`[-+]?`, `\+?`),
	},
	{
		name:   "sign-behind-too",
		bug:    `The state modifier is also accepted behind the letter, for the sake of an older notation.`,
		mend:   `Accept it in front alone; whoever has the older notation converts it first.`,
		fails:  accepts,
		killer: requests{parse("K+")},
		inject: accepting(func(token string) bool {
			return len(token) == 2 && isLetter(token[0]) && strings.Contains("+-", token[1:])
		}),
	},
	{
		name:   "sign-alone",
		bug:    `The state after the sign was made an accepting one when the state after the letter was.`,
		mend:   `Accept only after a letter.`,
		fails:  accepts,
		killer: requests{parse("-")},
		inject: accepting(func(token string) bool { return token == "+" || token == "-" }),
	},
	{
		name:   "caret-any-character",
		bug:    `The terminal marker is matched by a dot, which matches anything.`,
		mend:   `Write \^.`,
		fails:  accepts.onlyCurrent().and(current("epin/9.4/double-marker")),
		killer: requests{parse("Kx")},
		inject: rewrite(`\^?`, `.?`),
	},
	{
		name:   "caret-only-on-a-king",
		bug:    `Only a king can be terminal in chess, and the parser refuses the marker on anything else.`,
		mend:   `Accept it on every letter; which pieces are terminal is up to the game.`,
		fails:  refuses.onlyCurrent(),
		killer: requests{parse("Q^")},
		inject: refusing(func(token string) bool {
			return strings.Contains(token, "^") && !strings.ContainsAny(token, "Kk")
		}),
	},
	{
		name:   "caret-or-quote",
		bug:    `The two markers are branches of an alternation, of which a token has one or neither.`,
		mend:   `Let the one follow the other: \^?'?.`,
		fails:  refuses.onlyCurrent(),
		killer: requests{parse("K^'")},
		inject: rewrite(`(?<caret>\^?)(?<quote>'?)`, `(?:(?<caret>\^?)|(?<quote>'?))`),
	},
	{
		name:   "sign-or-caret",
		bug:    `A terminal piece is thought to have no other state than normal.`,
		mend:   `Let state and terminal status be independent.`,
		fails:  refuses.onlyCurrent(),
		killer: requests{parse("+K^")},
		inject: refusing(func(token string) bool {
			return strings.ContainsAny(token, "+-") && strings.Contains(token, "^")
		}),
	},
	{
		name:   "sign-or-quote",
		bug:    `A promoted piece is thought to have lost its style, and the parser refuses sign and marker together.`,
		mend:   `Let state and Style status be independent.`,
		fails:  refuses,
		killer: requests{parse("+K'")},
		inject: refusing(func(token string) bool {
			return strings.ContainsAny(token, "+-") && strings.Contains(token, "'")
		}),
	},
	{
		name:   "quotation-mark",
		bug:    `The derivation marker was replaced by a quotation mark when the expression went through another quoting.`,
		mend:   `Write the apostrophe, U+0027.`,
		fails:  accepts.and(refuses),
		killer: requests{parse(`K"`)},
		inject: rewrite(`'?`, `"?`),
	},
	{
		name:   "two-quotes",
		bug:    `A piece that was captured twice is given two derivation markers, and the quantifier allows both.`,
		mend:   `Allow one at most: '?.`,
		fails:  accepts.and(current("epin/9.4/double-marker")),
		killer: requests{parse("K''")},
		inject: rewrite(`'?`, `'{0,2}`),
	},

	// How they follow each other.
	{
		name:   "markers-in-any-order",
		bug:    `Both orders of the two markers are allowed, because either can be added last.`,
		mend:   `Expect the terminal marker first.`,
		fails:  accepts.onlyCurrent().and(current("epin/9.4/marker-order", "epin/4/marker-last")),
		killer: requests{parse("K'^")},
		inject: anyOf(nil, []string{`(?<caret>\^?)(?<quote>'?)`, `(?<quote>'?)(?<caret>\^?)`}),
	},
	{
		name:   "markers-in-one-class",
		bug:    `The two markers are members of one class, [\^']*, which knows neither order nor number.`,
		mend:   `Write \^?'?.`,
		fails:  accepts.and(current("epin/9.4/double-marker", "epin/9.4/double-terminal", "epin/9.4/marker-order")).onlyCurrent(),
		killer: requests{parse("K^'^'")},
		inject: accepting(func(token string) bool {
			token = strings.TrimRight(token, "^'")
			letter := strings.TrimLeft(token, "+-")
			return len(letter) == 1 && isLetter(letter[0]) && len(token) <= 2
		}),
	},
	{
		name:   "number-not-checked",
		bug:    `Each part is read in a loop for as long as there is one, and its number is not checked.`,
		mend:   `Read each part once at most.`,
		fails:  accepts.and(current("epin/9.4/double-marker", "epin/9.4/double-terminal", "epin/9.4/double-state")),
		killer: requests{parse("++K''")},
		inject: all(rewrite(`[-+]?`, `[-+]*`, `'?`, `'*`), func(m *model) {
			m.expression = strings.Replace(m.expression, `\^?`, `\^*`, 1)
		}),
	},
	{
		name:   "order-not-checked",
		bug:    `The characters set flags as they come, each at most once, and their order is not checked.`,
		mend:   `Expect each part in its place.`,
		fails:  ofOrder,
		killer: requests{parse("'K+")},
		inject: func(m *model) {
			accepting(func(token string) bool {
				p := skim(token)
				parts := p.sign + p.letter + p.caret + p.quote
				return p.letter != "" && len(parts) == len(token) && (m.edition.HasTerminal() || p.caret == "")
			})(m)
		},
	},
	{
		name:   "marks-stripped",
		bug:    `All marks are stripped from both ends of the input, and a single letter is all that has to be left.`,
		mend:   `Expect each part in its place.`,
		in:     mends{"python": `Do not parse with strip("+-^'"), which removes any of the characters from both ends.`},
		fails:  ofOrder,
		killer: requests{parse("''K--")},
		inject: func(m *model) {
			marks := "+-'^"
			if !m.edition.HasTerminal() {
				marks = "+-'"
			}
			accepting(func(token string) bool {
				letter := strings.Trim(token, marks)
				return len(letter) == 1 && isLetter(letter[0])
			})(m)
		},
	},
	{
		name:   "quote-removed-anywhere",
		bug:    `Whether there is an apostrophe makes the flag, and what is left without any is read as PIN.`,
		mend:   `Look at the end of the token alone, and remove one.`,
		in:     mends{"python": `Use endswith and removesuffix rather than in and replace.`, "ruby": `Use end_with? and delete_suffix rather than include? and delete.`},
		fails:  accepts.and(current("epin/9.4/double-marker", "epin/9.4/marker-order", "epin/4/marker-last")),
		killer: requests{parse("+'K")},
		inject: around(func(parse parser) parser {
			return func(token string) (*piece, bool) {
				p, ok := parse(strings.ReplaceAll(token, "'", ""))
				if ok && strings.Contains(token, "'") {
					p.quote = "'"
				}
				return p, ok
			}
		}),
	},
	{
		name:   "caret-removed-anywhere",
		bug:    `Whether there is a caret makes the flag, and what is left without any is read on.`,
		mend:   `Look behind the letter alone, and remove one.`,
		fails:  accepts.onlyCurrent().and(current("epin/9.4/double-terminal", "epin/9.4/caret-first", "epin/9.4/marker-order")),
		killer: requests{parse("+^K")},
		inject: around(func(parse parser) parser {
			return func(token string) (*piece, bool) {
				p, ok := parse(strings.ReplaceAll(token, "^", ""))
				if ok && strings.Contains(token, "^") {
					p.caret = "^"
				}
				return p, ok
			}
		}),
	},
	{
		name:   "split-at-the-quote",
		bug:    `The input is split at the apostrophe, the first part is read as PIN, and the others are not looked at.`,
		mend:   `Check that nothing stands behind the apostrophe.`,
		fails:  unanchored.and(current("epin/9.4/double-marker", "epin/9.4/marker-order")),
		killer: requests{parse("K'Q")},
		inject: reads(func(token string) string {
			before, _, found := strings.Cut(token, "'")
			if found {
				before += "'"
			}
			return before
		}),
	},
	{
		name:   "not-anchored-before-the-quote",
		bug:    `A derived token is read by an expression of its own, which is anchored behind only.`,
		mend:   `Read both by one expression, anchored at both ends.`,
		fails:  unanchored,
		killer: requests{parse("!K'")},
		inject: anyOf(nil, []string{`\A`, ``, `'?`, `'`}),
	},
	{
		name:   "tokens-repeated",
		bug:    `The whole expression has a quantifier, left from a list of tokens, and a row of tokens counts as one.`,
		mend:   `Match one token.`,
		fails:  unanchored,
		killer: requests{parse("K'Q")},
		inject: func(m *model) {
			parse := m.parse
			accepting(func(token string) bool {
				empty := token == ""
				for token != "" {
					n := min(len(token), longest(m.edition))
					for ; n > 0; n-- {
						if _, ok := parse(token[:n]); ok {
							break
						}
					}
					if n == 0 {
						return false
					}
					token = token[n:]
				}
				return !empty
			})(m)
		},
	},
	{
		name:   "sign-and-minus-cancel",
		bug:    `A plus and a minus in front are taken for steps that cancel each other.`,
		mend:   `Allow one sign at most.`,
		fails:  accepts,
		killer: requests{parse("+-K")},
		inject: takesFor("+-", "", "-+", ""),
	},
}
