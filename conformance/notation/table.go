package notation

import "strings"

// The editions.
var (
	// EPIN is the text of record of EPIN, with the terminal marker: 624 tokens.
	EPIN = &Edition{
		Notation: "EPIN", Number: "1.0.0", Regexp: `\A[-+]?[A-Za-z]\^?'?\z`, Short: "K", Long: "+k^'", Documented: true,
		Forms: [][]Field{{sign, letter, caret, apostrophe}},
		Attributes: []Attribute{
			{"token", Text, Token.String, ids("epin/9.2/canonical")},
			{"pin", Text, pin, ids("epin/9.3/pin")},
			{"native", Boolean, native, ids("epin/7.2/derivation epin/9.3/is-native")},
			{"derived", Boolean, derived, ids("epin/7.2/derivation epin/9.3/is-derived")},
			{"name", Letter, name, ids("epin/7.1/name")},
			{"side", Text, side, ids("epin/7.1/side")},
			{"state", Text, state, ids("epin/7.1/state")},
			{"terminal", Boolean, terminal, ids("epin/7.1/terminal")},
		},
		Methods: append([]Method{
			{"native", set(atApostrophe, 0), ids("epin/9.3/native"), ids("epin/9.3/idempotent")},
			{"derive", set(atApostrophe, '\''), ids("epin/9.3/derive"), ids("epin/9.3/idempotent")},
		}, transformations("examples/recipes/side", "examples/recipes/state", "examples/recipes/terminal")...),
		Clauses: Clauses{
			Valid:       ids("epin/6/grammar epin/9.1/accept"),
			Invalid:     ids("epin/6/grammar epin/9.1/reject"),
			Unanchored:  ids("epin/6/grammar epin/6/anchoring epin/9.1/reject"),
			Receiver:    ids("epin/9.3/copy"),
			Equivalence: ids("epin/9.3/equivalent"),
			ByForm:      true, // EPIN §9.3 recommends no comparison
			Distinct:    "derive",
			OneVerdict:  ids("epin/9.1/one-verdict"),
			Determining: ids("token pin"), // EPIN §9.3 recommends no accessors for inherited attributes
			Determined:  ids("name side state terminal"),
			Special: []Special{
				{ID: "epin/3/pin-superset", Tokens: true, About: about(`[^']\z`), Aspects: ids("verdict native")},
				{ID: "epin/9.2/no-context", Tokens: true, About: about(`'\z`), Aspects: ids("token"), Lost: "'"},
				{ID: "examples/single-style/accept-both", Tokens: true, About: about(``)},
				{ID: "examples/matrix", Tokens: true, Aspects: ids("verdict side state terminal native derived")},
				{ID: "epin/4/marker-last", About: about(`(?s)'.`), Accepted: true},
				{ID: "epin/9.4/empty", About: about(`\A\z`)},
				{ID: "epin/9.4/double-marker", About: about(`(?s)'.*'`)},
				{ID: "epin/9.4/caret-first", About: about(`\A[^A-Za-z]*\^[^A-Za-z]*[A-Za-z]`)},
				{ID: "epin/9.4/marker-order", About: about(`(?s)'.*\^`)},
				{ID: "epin/9.4/double-state", About: about(`(?s)[-+].*[-+]`)},
				{ID: "epin/9.4/double-terminal", About: about(`(?s)\^.*\^`)},
				{ID: "epin/9.4/not-a-letter", About: about(`\A[-+]?[^-+^'A-Za-z\s]\^?'?\z`)},
				{ID: "epin/9.4/whitespace", About: about(`[ \t\x0b\f\x1f\p{Zs}]`)},
				{ID: "epin/9.4/line-break", About: about(`[\n\r\x{85}\x{2028}\x{2029}]`)},
			},
		},
	}

	// EPINInitial is the first text of EPIN, without the terminal marker: 312 tokens.
	EPINInitial = &Edition{
		Notation: "EPIN", Number: "1.0.0-initial", Regexp: `\A[-+]?[A-Za-z]'?\z`, Short: "K", Long: "+k'", Documented: true,
		Forms: [][]Field{{sign, letter, never, apostrophe}},
		Attributes: []Attribute{
			{"token", Text, Token.String, ids("epin-initial/canonical")},
			{"pin", Text, pin, ids("epin-initial/accessors")},
			{"native", Boolean, native, ids("epin-initial/derivation epin-initial/accessors")},
			{"derived", Boolean, derived, ids("epin-initial/derivation epin-initial/accessors")},
			{"name", Letter, name, ids("epin-initial/attributes pin-initial/mapping")},
			{"side", Text, side, ids("epin-initial/attributes pin-initial/mapping")},
			{"state", Text, state, ids("epin-initial/attributes pin-initial/mapping")},
			{"terminal", Boolean, terminal, ids("epin-initial/attributes")},
		},
		Methods: append([]Method{
			{"native", set(atApostrophe, 0), ids("epin-initial/native"), ids("epin-initial/idempotent")},
			{"derive", set(atApostrophe, '\''), ids("epin-initial/derive"), ids("epin-initial/idempotent")},
		}, transformations("epin-initial/transformations", "epin-initial/transformations", "")...),
		Clauses: Clauses{
			Valid:       ids("epin-initial/grammar epin-initial/accept"),
			Invalid:     ids("epin-initial/grammar epin-initial/reject"),
			Unanchored:  ids("epin-initial/grammar epin-initial/anchoring epin-initial/reject"),
			Receiver:    ids("epin-initial/copy"),
			Equivalence: ids("epin-initial/equivalent"),
			ByForm:      true,
			Distinct:    "derive",
			OneVerdict:  ids("epin-initial/one-verdict"),
			Determining: ids("token pin"),
			Determined:  ids("name side state terminal"),
			Special: []Special{
				{ID: "epin-initial/pin-inheritance", Tokens: true, About: about(`[^']\z`), Aspects: ids("verdict native")},
			},
		},
	}

	// PIN is the current text of PIN, with the terminal marker: 312 tokens.
	PIN = &Edition{
		Notation: "PIN", Number: "1.0.0", Regexp: `\A[-+]?[A-Za-z]\^?\z`, Short: "K", Long: "+k^", Documented: true,
		Forms: [][]Field{{sign, letter, caret}},
		Attributes: []Attribute{
			{"token", Text, Token.String, ids("pin/canonical/form")},
			{"name", Letter, name, ids("pin/5/name")},
			{"side", Text, side, ids("pin/5/side")},
			{"state", Text, state, ids("pin/5/state")},
			{"terminal", Boolean, terminal, ids("pin/5/terminal")},
		},
		Methods: transformations("pin/transformations", "pin/transformations", "pin/transformations"),
		Clauses: Clauses{
			Valid:       ids("pin/4.2/grammar pin/4.3/accept"),
			Invalid:     ids("pin/4.2/grammar pin/4.3/reject"),
			Unanchored:  ids("pin/4.2/grammar pin/4.3/anchoring pin/4.3/reject"),
			Receiver:    ids("pin/copy"),
			Equivalence: ids("pin/equivalent"),
			Distinct:    "flip",
			OneVerdict:  ids("pin/4.3/one-verdict"),
			Determining: ids("token"),
			Determined:  ids("name side state terminal"),
			Special: []Special{
				{ID: "pin/canonical/state-behind", About: about(`(?s)\A[^-+]*[A-Za-z].*[-+]`)},
				{ID: "pin/canonical/caret-first", About: about(`\A[^A-Za-z]*\^[^A-Za-z]*[A-Za-z]`)},
				{ID: "pin/canonical/double-state", About: about(`(?s)[-+].*[-+]`)},
				{ID: "pin/canonical/double-terminal", About: about(`(?s)\^.*\^`)},
			},
		},
	}

	// PINInitial is the first text of PIN, without the terminal marker: 156 tokens.
	PINInitial = &Edition{
		Notation: "PIN", Number: "1.0.0-initial", Regexp: `\A[-+]?[A-Za-z]\z`, Short: "K", Long: "+k", Documented: true,
		Forms: [][]Field{{sign, letter}},
		Attributes: []Attribute{
			{"token", Text, Token.String, ids("pin-initial/form")},
			{"name", Letter, name, ids("pin-initial/mapping")},
			{"side", Text, side, ids("pin-initial/mapping")},
			{"state", Text, state, ids("pin-initial/mapping")},
			{"terminal", Boolean, terminal, ids("pin-initial/mapping")},
		},
		Methods: transformations("pin-initial/transformations", "pin-initial/transformations", ""),
		Clauses: Clauses{
			Valid:       ids("pin-initial/grammar pin-initial/accept"),
			Invalid:     ids("pin-initial/grammar pin-initial/reject"),
			Unanchored:  ids("pin-initial/grammar pin-initial/anchoring pin-initial/reject"),
			Receiver:    ids("pin-initial/copy"),
			Equivalence: ids("pin-initial/equivalent"),
			Distinct:    "flip",
			OneVerdict:  ids("pin-initial/one-verdict"),
			Determining: ids("token"),
			Determined:  ids("name side state terminal"),
		},
	}

	// SIN is Style Identifier Notation, a letter for a style and its side: 52 tokens.
	SIN = &Edition{
		Notation: "SIN", Number: "1.0.0", Regexp: `\A[A-Za-z]\z`, Short: "C", Long: "c", Documented: true,
		Forms: [][]Field{{letter}},
		Attributes: []Attribute{
			{"token", Text, Token.String, ids("sin/canonical/form")},
			{"style", Letter, style, ids("sin/5/style")},
			{"side", Text, func(t Token) string { return side(Token{atLetter: t[0]}) }, ids("sin/5/side")},
		},
		Clauses: Clauses{
			Valid:       ids("sin/4.2/grammar sin/4.3/accept"),
			Invalid:     ids("sin/4.2/grammar sin/4.3/reject"),
			Unanchored:  ids("sin/4.2/grammar sin/4.3/anchoring sin/4.3/reject"),
			Equivalence: ids("sin/equivalent"),
			OneVerdict:  ids("sin/4.3/one-verdict"),
			Determining: ids("token"),
			Determined:  ids("style side"),
		},
	}

	// QPI is the current text of QPI, a SIN token, a colon and a PIN token, whose cases are independent:
	// 16,224 tokens.
	QPI = independent(qpi("1.0.0", "qpi/", `\A[A-Za-z]:[-+]?[A-Za-z]\^?\z`, "c:+k^", []Field{letter, colon, sign, letter, caret}))

	// QPIAligned is an earlier text of QPI, in which both letters have the same case, without the terminal
	// marker: 4,056 tokens.
	QPIAligned = qpi("1.0.0-aligned", "qpi-aligned/", `\A([A-Z]:[-+]?[A-Z]|[a-z]:[-+]?[a-z])\z`, "c:+k",
		[]Field{lower, colon, sign, lower, never}, []Field{upperCase, colon, sign, upperCase, never})

	// QPIAlignedTerminal is QPIAligned with the terminal marker: 8,112 tokens.
	QPIAlignedTerminal = qpi("1.0.0-aligned-terminal", "qpi-aligned/", `\A([A-Z]:[-+]?[A-Z]\^?|[a-z]:[-+]?[a-z]\^?)\z`, "c:+k^",
		[]Field{lower, colon, sign, lower, caret}, []Field{upperCase, colon, sign, upperCase, caret})

	editions = []*Edition{EPIN, EPINInitial, PIN, PINInitial, SIN, QPI, QPIAligned, QPIAlignedTerminal}
)

// qpi returns an edition of QPI. In those that are not [independent], every piece is native.
func qpi(number, document, expression, long string, forms ...[]Field) *Edition {
	of := func(slugs string) (all []string) {
		for _, slug := range ids(slugs) {
			all = append(all, document+slug)
		}
		return all
	}
	return &Edition{
		Notation: "QPI", Number: number, Regexp: expression, Short: "c:k", Long: long, Documented: true,
		Forms: forms,
		Attributes: []Attribute{
			{"token", Text, Token.String, of("canonical")},
			{"sin", Text, func(t Token) string { return string(t[:1]) }, of("components")},
			{"pin", Text, ofPiece(Token.String), of("components")},
			{"native", Boolean, func(t Token) string { return BoolValue(isNative(t)).Text }, of("derivation")},
			{"derived", Boolean, func(t Token) string { return BoolValue(!isNative(t)).Text }, of("derivation")},
			{"style", Letter, style, of("attributes")},
			{"name", Letter, ofPiece(name), of("attributes")},
			{"side", Text, ofPiece(side), of("attributes")},
			{"state", Text, ofPiece(state), of("attributes")},
			{"terminal", Boolean, ofPiece(terminal), of("attributes")},
		},
		Methods: []Method{{"native", toNative, of("native"), of("idempotent")}},
		Clauses: Clauses{
			Valid:       of("4.2/grammar accept"),
			Invalid:     of("4.2/grammar reject"),
			Unanchored:  of("4.2/grammar anchoring reject"),
			Receiver:    of("copy"),
			Equivalence: of("equivalent"),
			OneVerdict:  of("one-verdict"),
			Determining: ids("token"),
			Determined:  ids("sin pin native derived style name side state terminal"),
			Special:     []Special{{ID: document + "4.1/structure", About: about(`\A(?s:.?\z|.[^:]|.:[-+]?\z)`)}},
		},
	}
}

// independent adds derived pieces to an edition of QPI: the cases of its letters are independent.
func independent(e *Edition) *Edition {
	derive := func(t *Token) {
		toNative(t)
		t[atPieceLetter] ^= caseBit
	}
	e.Methods = append(e.Methods, Method{"derive", derive, ids("qpi/derive"), ids("qpi/idempotent")})
	e.Clauses.Distinct = "derive"
	e.Clauses.Special = append(e.Clauses.Special, Special{
		ID: "qpi/4.2/independence", Tokens: true, About: about(`\A([A-Z]:.?[a-z]|[a-z]:.?[A-Z])`),
	})
	return e
}

func ids(list string) []string { return strings.Fields(list) }

// The fields, and their indexes in tokens of EPIN and PIN.
var (
	sign       = Field{"+-", true}
	lower      = Field{"abcdefghijklmnopqrstuvwxyz", false}
	upperCase  = Field{strings.ToUpper(lower.Bytes), false}
	letter     = Field{lower.Bytes + upperCase.Bytes, false}
	caret      = Field{"^", true}
	apostrophe = Field{"'", true}
	colon      = Field{":", false}
	never      = Field{"", true} // where an edition lacks a field, so that the others keep their indexes
)

const (
	atSign = iota
	atLetter
	atCaret
	atApostrophe
)

// Indexes in tokens of QPI. The letter of the style is at 0, also in SIN.
const (
	atPiece       = 2 // where its PIN token begins
	atPieceLetter = atPiece + atLetter
)

const caseBit = 'a' - 'A'

func style(t Token) string { return string(rune(upper(t[0]))) }

// ofPiece returns a function of the PIN token in a token of QPI.
func ofPiece(of func(Token) string) func(Token) string {
	return func(t Token) string {
		var piece Token
		copy(piece[:], t[atPiece:])
		return of(piece)
	}
}

// isNative reports whether both letters of a token of QPI have the same case.
func isNative(t Token) bool { return (t[0]^t[atPieceLetter])&caseBit == 0 }

// toNative gives the piece to the side of the style.
func toNative(t *Token) { t[atPieceLetter] = t[atPieceLetter]&^caseBit | t[0]&caseBit }

func pin(t Token) string {
	t[atApostrophe] = 0
	return t.String()
}

func native(t Token) string   { return BoolValue(t[atApostrophe] == 0).Text }
func derived(t Token) string  { return BoolValue(t[atApostrophe] != 0).Text }
func terminal(t Token) string { return BoolValue(t[atCaret] != 0).Text }
func name(t Token) string     { return string(rune(upper(t[atLetter]))) }

func side(t Token) string {
	if t[atLetter] == upper(t[atLetter]) {
		return "first"
	}
	return "second"
}

func state(t Token) string {
	switch t[atSign] {
	case '+':
		return "enhanced"
	case '-':
		return "diminished"
	}
	return "normal"
}

// transformations returns the methods of side, state and terminal status, given their requirements. An
// edition without terminal status has no requirement of it, and not its methods.
func transformations(side, state, terminal string) []Method {
	methods := []Method{
		{"flip", flip, ids(side), nil},
		{"enhance", set(atSign, '+'), ids(state), nil},
		{"diminish", set(atSign, '-'), ids(state), nil},
		{"normalize", set(atSign, 0), ids(state), nil},
		{"mark", set(atCaret, '^'), ids(terminal), nil},
		{"unmark", set(atCaret, 0), ids(terminal), nil},
	}
	if terminal == "" {
		return methods[:4]
	}
	return methods
}

// set returns a method that sets a field, or removes it for 0.
func set(field int, to byte) func(*Token) { return func(t *Token) { t[field] = to } }

func flip(t *Token) { t[atLetter] ^= caseBit }
