package mutant

import "strings"

var wrongText = each("epin/9.2/canonical", "epin-initial/canonical")

// texts are faults in the string form of a parsed token.
var texts = []fault{
	{
		name:   "text-without-caret",
		bug:    `The string form is put together without the terminal marker, which was added later.`,
		mend:   `Write the terminal marker behind the letter.`,
		fails:  wrongText.onlyCurrent(),
		killer: requests{parse("K^")},
		inject: func(m *model) { m.text = func(p *piece) string { return p.sign + p.letter + p.quote } },
	},
	{
		name:   "text-with-caret-in-front",
		bug:    `The string form writes the terminal marker with the sign, in front of the letter.`,
		mend:   `Write it behind the letter.`,
		fails:  wrongText.onlyCurrent(),
		killer: requests{parse("K^")},
		inject: func(m *model) { m.text = func(p *piece) string { return p.sign + p.caret + p.letter + p.quote } },
	},
	{
		name:   "text-with-sign-behind",
		bug:    `The string form appends the parts in the order in which they were introduced, the sign behind the letter.`,
		mend:   `Write the sign first.`,
		fails:  wrongText,
		killer: requests{parse("+K")},
		inject: func(m *model) { m.text = func(p *piece) string { return p.letter + p.sign + p.caret + p.quote } },
	},
	{
		name:   "text-escaped-for-a-query",
		bug:    `The string form is escaped for a query, and doubles the apostrophe.`,
		mend:   `Escape where the query is made.`,
		fails:  wrongText,
		killer: requests{parse("K'")},
		inject: writes(strings.NewReplacer("'", "''").Replace),
	},
	{
		name:   "text-escaped-for-a-page",
		bug:    `The string form is escaped for a page, and the apostrophe becomes a character reference.`,
		mend:   `Escape where the page is made.`,
		fails:  wrongText,
		killer: requests{parse("K'")},
		inject: writes(strings.NewReplacer("'", "&#39;").Replace),
	},
	{
		name:   "text-with-a-typographic-apostrophe",
		bug:    `The string form is written for the eye, with the apostrophe of word processors.`,
		mend:   `Write U+0027.`,
		fails:  wrongText,
		killer: requests{parse("K'")},
		inject: writes(strings.NewReplacer("'", "\u2019").Replace),
	},
	{
		name:   "text-for-debugging",
		bug:    `The string form is the one for debugging, in quotation marks.`,
		mend:   `Define the string form beside it.`,
		in:     mends{"python": `Define __str__ beside __repr__.`, "ruby": `Define to_s beside inspect.`, "rust": `Implement Display beside Debug.`, "elixir": `Implement String.Chars beside Inspect.`},
		fails:  wrongText,
		killer: requests{parse("K")},
		inject: writes(func(text string) string { return `"` + text + `"` }),
	},
	{
		name:   "text-with-a-line-end",
		bug:    `The string form is what the command prints, its line ending included.`,
		mend:   `Add the line ending where it is printed.`,
		fails:  wrongText,
		killer: requests{parse("K")},
		inject: writes(func(text string) string { return text + "\n" }),
	},
	{
		name:   "text-padded",
		bug:    `The string form is padded with blanks, to stand well in a diagram.`,
		mend:   `Pad where the diagram is drawn.`,
		fails:  wrongText,
		killer: requests{parse("K")},
		inject: writes(func(text string) string { return text + strings.Repeat(" ", max(0, 4-len(text))) }),
	},
	{
		name:   "text-in-four-bytes",
		bug:    `The string form is written to a buffer of four bytes, one of which is for the zero at its end.`,
		mend:   `Make room for five.`,
		in:     mends{"c": `Declare the buffer char text[5], and compare what snprintf returns with its size.`},
		fails:  wrongText.onlyCurrent(),
		killer: requests{parse("+K^'")},
		inject: writes(func(text string) string { return text[:min(len(text), 3)] }),
	},
	{
		name:   "text-with-swapped-case",
		bug:    `The string form chooses the case by a comparison that is the wrong way round.`,
		mend:   `Write upper case for the first side.`,
		fails:  wrongText,
		killer: requests{parse("K")},
		inject: func(m *model) {
			m.text = func(p *piece) string {
				flipped := *p
				flip(&flipped)
				return p.sign + flipped.letter + p.caret + p.quote
			}
		},
	},
	{
		name:   "text-by-a-turkish-locale",
		bug:    `The string form lowers the letter by the rules of the user's locale, and in Turkish I loses its dot.`,
		mend:   `Name the root locale.`,
		in:     mends{"java": `Write toLowerCase(Locale.ROOT).`, "c#": `Write ToLowerInvariant().`},
		fails:  wrongText,
		killer: requests{parse("i")},
		inject: writes(strings.NewReplacer("i", "\u0131").Replace),
	},
}

// writes returns the fault of changing the string form once more.
func writes(change func(text string) string) func(m *model) {
	return func(m *model) {
		text := m.text
		m.text = func(p *piece) string { return change(text(p)) }
	}
}
