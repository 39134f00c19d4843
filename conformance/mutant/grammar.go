package mutant

// grammar are faults in what a token is made of.
var grammar = []fault{
	// The state modifier.
	{
		name:   "sign-range",
		bug:    `In [+-^] the hyphen makes a range, which runs from the plus sign to the caret.`,
		mend:   `Put the hyphen first or last in the class: [-+].`,
		fails:  accepts,
		killer: requests{parse(";K")},
		inject: rewrite(`[-+]`, `[+-^]`),
	},
	{
		name:   "sign-comma",
		bug:    `The members of the class are separated by a comma, [+,-], and a class has no separators.`,
		mend:   `Write [-+].`,
		fails:  accepts,
		killer: requests{parse(",K")},
		inject: rewrite(`[-+]`, `[+,-]`),
	},
	{
		name:   "sign-star",
		bug:    `The state modifier may be repeated, because the quantifier is * rather than ?.`,
		mend:   `Allow it once at most: [-+]?.`,
		fails:  accepts.and(current("epin/9.4/double-state")),
		killer: requests{parse("++K")},
		inject: rewrite(`[-+]?`, `[-+]*`),
	},
	{
		name:   "sign-behind",
		bug:    `The state modifier is expected behind the letter, where other notations have it.`,
		mend:   `Expect it before the letter.`,
		fails:  accepts.and(refuses),
		killer: requests{parse("K+")},
		inject: rewrite(`(?<sign>[-+]?)(?<letter>[A-Za-z])`, `(?<letter>[A-Za-z])(?<sign>[-+]?)`),
	},

	// The letter.
	{
		name:   "letter-range-a-to-z",
		bug:    `The range [A-z] also holds the six characters between Z and a.`,
		mend:   `Write the two ranges: [A-Za-z].`,
		fails:  accepts,
		killer: requests{parse("_")},
		inject: rewrite(`[A-Za-z]`, `[A-z]`),
	},
	{
		name:   "letter-plus",
		bug:    `The piece may be named by a word, because the letter has the quantifier +.`,
		mend:   `Allow exactly one letter.`,
		fails:  accepts,
		killer: requests{parse("KK")},
		inject: rewrite(`[A-Za-z]`, `[A-Za-z]+`),
	},
	{
		name:   "letter-optional",
		bug:    `Every part is optional, the letter among them, so that nothing at all is a token.`,
		mend:   `Demand the letter.`,
		fails:  accepts.and(current("epin/9.4/empty")),
		killer: requests{parse("")},
		inject: rewrite(`[A-Za-z]`, `[A-Za-z]?`),
	},
	{
		name:   "letter-word-class",
		bug:    `The letter is matched by \w, which also holds the digits and the underscore.`,
		mend:   `Write [A-Za-z].`,
		fails:  accepts.and(current("epin/9.4/not-a-letter")),
		killer: requests{parse("1")},
		inject: rewrite(`[A-Za-z]`, `\w`),
	},
	{
		name:   "only-upper-case",
		bug:    `Only the pieces of the first side were thought of.`,
		mend:   `Allow lower case too, which is the second side.`,
		fails:  refuses,
		killer: requests{parse("k")},
		inject: rewrite(`[A-Za-z]`, `[A-Z]`),
	},

	// The markers.
	{
		name:   "caret-unescaped",
		bug:    `The caret is not escaped, and an anchor rather than a character.`,
		mend:   `Write \^.`,
		fails:  refuses.onlyCurrent(),
		killer: requests{parse("K^")},
		inject: rewrite(`\^?`, `^?`),
	},
	{
		name:   "caret-star",
		bug:    `The terminal marker may be repeated, because the quantifier is * rather than ?.`,
		mend:   `Allow it once at most: \^?.`,
		fails:  accepts.onlyCurrent().and(current("epin/9.4/double-terminal")),
		killer: requests{parse("K^^")},
		inject: rewrite(`\^?`, `\^*`),
	},
	{
		name:   "caret-first",
		bug:    `The terminal marker is expected before the letter, as a prefix like the state modifier.`,
		mend:   `Expect it behind the letter.`,
		fails:  accepts.and(refuses).onlyCurrent().and(current("epin/9.4/caret-first")),
		killer: requests{parse("^K")},
		inject: rewrite(`(?<letter>[A-Za-z])(?<caret>\^?)`, `(?<caret>\^?)(?<letter>[A-Za-z])`),
	},
	{
		name:   "quote-before-caret",
		bug:    `The derivation marker is expected before the terminal marker.`,
		mend:   `Expect it last.`,
		fails:  accepts.and(refuses).onlyCurrent().and(current("epin/9.4/marker-order")),
		killer: requests{parse("K'^")},
		inject: rewrite(`(?<caret>\^?)(?<quote>'?)`, `(?<quote>'?)(?<caret>\^?)`),
	},
	{
		name:   "quote-star",
		bug:    `The derivation marker may be repeated, because the quantifier is * rather than ?.`,
		mend:   `Allow it once at most: '?.`,
		fails:  accepts.and(current("epin/9.4/double-marker")),
		killer: requests{parse("K''")},
		inject: rewrite(`'?`, `'*`),
	},
}
