package mutant

import "strings"

// What wrong accessors violate.
var (
	wrongDerivation = each("epin/7.2/derivation", "epin-initial/derivation")
	wrongPIN        = each("epin/9.3/pin", "epin-initial/accessors")
)

// accessors are faults in what single attributes are read as.
var accessors = []fault{
	// Name and side.
	{
		name:   "name-with-sign",
		bug:    `The Piece Name is everything in front of the markers, the sign too.`,
		mend:   `Give the letter alone.`,
		fails:  wrongAttributes("epin/7.1/name"),
		killer: requests{parse("+K")},
		inject: func(m *model) {
			m.pieceName = func(p *piece) string { return p.sign + strings.ToUpper(p.letter) }
		},
	},
	{
		name:   "name-in-turkish-upper-case",
		bug:    `The Piece Name is raised by the rules of the user's locale, and in Turkish the i keeps its dot.`,
		mend:   `Name the root locale.`,
		in:     mends{"java": `Write toUpperCase(Locale.ROOT).`, "c#": `Write ToUpperInvariant().`},
		fails:  wrongAttributes("epin/7.1/name"),
		killer: requests{parse("i")},
		inject: func(m *model) {
			m.pieceName = func(p *piece) string {
				if p.letter == "i" {
					return "\u0130"
				}
				return strings.ToUpper(p.letter)
			}
		},
	},
	{
		name:   "letter-in-four-bits",
		bug:    `The letter is packed into four bits, and from the seventeenth on they begin at A again.`,
		mend:   `Give it five bits.`,
		fails:  wrongAttributes("epin/7.1/name").and(wrongText),
		killer: requests{parse("Q")},
		inject: parses(func(p *piece) {
			first := p.letter[0]&0x20 | 'A'
			p.letter = string(first + (p.letter[0]-first)%16)
		}),
	},
	{
		name:   "side-as-a-colour",
		bug:    `The sides are named white and black, as in chess.`,
		mend:   `Name them first and second.`,
		fails:  wrongAttributes("epin/7.1/side"),
		killer: requests{parse("K")},
		inject: func(m *model) {
			m.side = func(p *piece) string {
				if side(p) == "first" {
					return "white"
				}
				return "black"
			}
		},
	},
	{
		name:   "side-of-the-whole-token",
		bug:    `The side is first where the token begins with a capital letter, and a sign is none.`,
		mend:   `Look at the letter.`,
		fails:  wrongAttributes("epin/7.1/side"),
		killer: requests{parse("+K")},
		inject: func(m *model) {
			m.side = func(p *piece) string {
				if p.sign != "" {
					return "second"
				}
				return side(p)
			}
		},
	},

	// State and terminal status.
	{
		name:   "state-knows-only-plus",
		bug:    `A piece counts as enhanced or normal, and the third state was forgotten in the accessor.`,
		mend:   `Map - to diminished.`,
		fails:  wrongAttributes("epin/7.1/state"),
		killer: requests{parse("-K")},
		inject: func(m *model) {
			m.state = func(p *piece) string {
				if p.sign == "+" {
					return "enhanced"
				}
				return "normal"
			}
		},
	},
	{
		name:   "state-as-written",
		bug:    `The accessor for the state gives the sign.`,
		mend:   `Map the sign to the name of the state.`,
		fails:  wrongAttributes("epin/7.1/state"),
		killer: requests{parse("K")},
		inject: func(m *model) { m.state = func(p *piece) string { return p.sign } },
	},
	{
		name:   "minus-one-unsigned",
		bug:    `The state is a number from -1 to 1 in a field without a sign, where -1 is more than 0, and so enhanced.`,
		mend:   `Give the field a sign, or use an enumeration.`,
		fails:  wrongAttributes("epin/7.1/state").and(wrongText),
		killer: requests{parse("-K")},
		inject: parses(func(p *piece) { p.sign = strings.Replace(p.sign, "-", "+", 1) }),
	},
	{
		name:   "terminal-inverted",
		bug:    `The accessor for terminal gives whether the marker is missing.`,
		mend:   `Take the negation away.`,
		fails:  wrongAttributes("epin/7.1/terminal"),
		killer: requests{parse("K")},
		inject: func(m *model) { m.terminal = func(p *piece) bool { return p.caret == "" } },
	},
	{
		name:   "terminal-by-name",
		bug:    `A king is held to be terminal and everything else not to be, whatever the token says.`,
		mend:   `Let terminal be whether the marker is there.`,
		fails:  wrongAttributes("epin/7.1/terminal"),
		killer: requests{parse("K")},
		inject: func(m *model) { m.terminal = func(p *piece) bool { return strings.EqualFold(p.letter, "k") } },
	},
	{
		name:   "terminal-off-by-one",
		bug:    `The place at which the marker was found is compared with 1 by > rather than >=.`,
		mend:   `Ask whether it was found.`,
		fails:  current("epin/7.1/terminal"),
		killer: requests{parse("K^")},
		inject: func(m *model) {
			m.terminal = func(p *piece) bool { return strings.Index(p.sign+p.letter+p.caret, "^") > 1 }
		},
	},
	{
		name:   "switch-falls-through",
		bug:    `The case of the terminal marker has no break, and falls through into that of the derivation marker.`,
		mend:   `End each case.`,
		fails:  current("epin/7.2/derivation", "epin/9.2/canonical"),
		killer: requests{parse("K^")},
		inject: parses(func(p *piece) {
			if p.caret != "" {
				p.quote = "'"
			}
		}),
	},

	// Derivation and PIN.
	{
		name:   "native-and-derived-swapped",
		bug:    `The marker is taken for that of native pieces.`,
		mend:   `Take it for that of derived ones.`,
		fails:  wrongDerivation,
		killer: requests{parse("K")},
		inject: func(m *model) { m.native, m.derived = m.derived, m.native },
	},
	{
		name:   "marker-at-a-fixed-place",
		bug:    `Whether a piece is derived is read from the third byte, where the marker stands behind one sign or one caret only.`,
		mend:   `Look at the last byte.`,
		fails:  wrongDerivation,
		killer: requests{parse("K'")},
		inject: func(m *model) {
			m.derived = func(p *piece) bool { return p.quote != "" && len(p.sign+p.letter+p.caret) == 2 }
			m.native = func(p *piece) bool { return !m.derived(p) }
		},
	},
	{
		name:   "native-only-without-marks",
		bug:    `Native is taken for plain, and a piece with a sign or a caret is neither native nor derived.`,
		mend:   `Let native be the contrary of derived.`,
		fails:  each("epin/9.3/is-native", "epin-initial/accessors").and(wrongDerivation),
		killer: requests{parse("+K")},
		inject: func(m *model) { m.native = func(p *piece) bool { return p.sign+p.caret+p.quote == "" } },
	},
	{
		name:   "pin-without-caret",
		bug:    `The PIN token is made by a library of the first PIN, which knows no terminal marker.`,
		mend:   `Keep the terminal marker.`,
		fails:  wrongPIN.onlyCurrent(),
		killer: requests{parse("K^")},
		inject: func(m *model) { m.pin = func(p *piece) string { return p.sign + p.letter } },
	},
	{
		name:   "pin-without-sign",
		bug:    `The PIN token is cut out from the letter on.`,
		mend:   `Keep the sign.`,
		fails:  wrongPIN,
		killer: requests{parse("+K")},
		inject: func(m *model) { m.pin = func(p *piece) string { return p.letter + p.caret } },
	},
	{
		name:   "pin-in-upper-case",
		bug:    `The PIN token is made from the Piece Name, which is in upper case.`,
		mend:   `Make it from the letter.`,
		fails:  wrongPIN,
		killer: requests{parse("k")},
		inject: func(m *model) {
			m.pin = func(p *piece) string { return p.sign + strings.ToUpper(p.letter) + p.caret }
		},
	},
	{
		name:   "pin-chopped",
		bug:    `The PIN token is the token without its last character, derived or not.`,
		mend:   `Remove the derivation marker alone, where there is one.`,
		in:     mends{"perl": `Write s/'\z// rather than chop.`, "ruby": `Write delete_suffix("'") rather than chop.`},
		fails:  wrongPIN,
		killer: requests{parse("K")},
		inject: func(m *model) {
			m.pin = func(p *piece) string {
				text := p.sign + p.letter + p.caret + p.quote
				return text[:len(text)-1]
			}
		},
	},
}

// wrongAttributes is a wrong accessor of one of the inherited attributes.
func wrongAttributes(id string) requirements { return each(id, "epin-initial/attributes") }
