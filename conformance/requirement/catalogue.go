package requirement

import "github.com/epin-conformance/harness/conformance/notation"

var (
	current     = []*notation.Edition{notation.EPIN}
	initial     = []*notation.Edition{notation.EPINInitial}
	bothInitial = []*notation.Edition{notation.EPINInitial, notation.PINInitial}
	pinCurrent  = []*notation.Edition{notation.PIN}
	pinInitial  = []*notation.Edition{notation.PINInitial}
	sin         = []*notation.Edition{notation.SIN}
	qpi         = []*notation.Edition{notation.QPI}
	qpiAligned  = []*notation.Edition{notation.QPIAligned, notation.QPIAlignedTerminal}
)

// catalogue has all requirements, by document and in the order of each document.
var catalogue = []Requirement{
	// EPIN 1.0.0.
	{"epin/3/pin-superset", Required, current, "Every valid PIN token is a valid EPIN token, and native.", docEPIN, "3", ""},
	{"epin/4/marker-last", Required, current, "The derivation marker, when present, is the last character.", docEPIN, "4", ""},
	{"epin/6/grammar", Required, current, `The regular expression [-+]?[A-Za-z]\^?'? matches each token.`, docEPIN, "6", ""},
	{"epin/6/anchoring", Required, current, "The expression is anchored to the whole input, not to a part or a line of it.", docEPIN, "6", ""},
	{"epin/7.1/name", Required, current, "The letter, without its case, is the Piece Name.", docEPIN, "7.1", ""},
	{"epin/7.1/side", Required, current, "Upper case is Side first, lower case is Side second.", docEPIN, "7.1", ""},
	{"epin/7.1/state", Required, current, "+ is State enhanced, - is State diminished, and neither is State normal.", docEPIN, "7.1", ""},
	{"epin/7.1/terminal", Required, current, "A piece is terminal if and only if ^ is present.", docEPIN, "7.1", ""},
	{"epin/7.2/derivation", Required, current, "A piece is derived if and only if the derivation marker is present, and native otherwise.", docEPIN, "7.2", "Our reading, from Examples, Native vs Derived."},
	{"epin/9.1/accept", Required, current, "Every string that matches the grammar is accepted.", docEPIN, "9.1", "Our reading of \"if and only if\", reconstructed."},
	{"epin/9.1/reject", Required, current, "Every string that does not match is rejected, without a crash, for any bytes of any length.", docEPIN, "9.1", "Our reading of \"if and only if\", reconstructed. A crash is not a rejection, and a string can have any bytes."},
	{"epin/9.1/one-verdict", Required, current, "All operations return the same verdict on a string, each time and in any order.", docEPIN, "9.1", "Our reading of \"if and only if\"."},
	{"epin/9.2/canonical", Required, current, "The string form of a parsed token is that token.", docEPIN, "9.2", ""},
	{"epin/9.2/no-context", Required, current, "No token is rewritten because of assumptions about the context: K' stays K', even in a single-style context.", docEPIN, "9.2", "The example is our reading, reconstructed."},
	{"epin/9.3/pin", Recommended, current, "An accessor returns the PIN token: the token without the derivation marker.", docEPIN, "9.3", ""},
	{"epin/9.3/is-native", Recommended, current, "An accessor returns whether the piece is native.", docEPIN, "9.3", ""},
	{"epin/9.3/is-derived", Recommended, current, "An accessor returns whether the piece is derived.", docEPIN, "9.3", ""},
	{"epin/9.3/native", Recommended, current, "The transformation native returns the piece with Style status native, and otherwise unchanged.", docEPIN, "9.3", ""},
	{"epin/9.3/derive", Recommended, current, "The transformation derive returns the piece with Style status derived, and otherwise unchanged.", docEPIN, "9.3", ""},
	{"epin/9.3/idempotent", Recommended, current, "Applying native or derive twice has the same result as applying it once.", docEPIN, "9.3", ""},
	{"epin/9.3/copy", Recommended, current, "A transformation returns a copy, and does not change the original value.", docEPIN, "9.3", ""},
	{"epin/9.3/equivalent", Recommended, current, "Two tokens are equal if and only if their strings are equal.", docEPIN, "9.3", "Our reading of \"an equivalent copy\"."},
	{"epin/9.4/empty", Required, current, "The empty string is not a token.", docEPIN, "9.4", ""},
	{"epin/9.4/double-marker", Required, current, "A token has at most one derivation marker.", docEPIN, "9.4", ""},
	{"epin/9.4/caret-first", Required, current, "The terminal marker does not come before the letter.", docEPIN, "9.4", ""},
	{"epin/9.4/marker-order", Required, current, "The derivation marker does not come before the terminal marker.", docEPIN, "9.4", ""},
	{"epin/9.4/double-state", Required, current, "A token has at most one state modifier.", docEPIN, "9.4", ""},
	{"epin/9.4/double-terminal", Required, current, "A token has at most one terminal marker.", docEPIN, "9.4", ""},
	{"epin/9.4/not-a-letter", Required, current, "The piece is named by an ASCII letter and by nothing else.", docEPIN, "9.4", ""},
	{"epin/9.4/whitespace", Required, current, "A token holds no whitespace, before, after or inside.", docEPIN, "9.4", "Our reading of the example: both \"K \" and \" K\"."},
	{"epin/9.4/line-break", Required, current, "A token holds no line break, not even a single one at its end.", docEPIN, "9.4", ""},

	// Examples.
	{"examples/single-style/accept-both", Required, current, "A consumer in a single-style context accepts both X and X'.", docExamples, "Single-Style contexts", ""},
	{"examples/single-style/omit", Informative, current, "A producer in a single-style context omits ' unless derived means something there.", docExamples, "Single-Style contexts", "A SHOULD for producers, so adapters are not tested on it."},
	{"examples/single-style/normalise", Informative, current, "A context that chooses a canonical form does so explicitly, as a separate step.", docExamples, "Single-Style contexts", "A SHOULD for applications, so adapters are not tested on it."},
	{"examples/idempotence", Informative, current, "native and derive change R and R' as in the table of idempotence.", docExamples, "Transformation methods", ""},
	{"examples/variants", Informative, current, "The basic variants of a piece are valid tokens.", docExamples, "Basic variants", ""},
	{"examples/capture-chess", Informative, current, "A piece captured as in chess keeps its token.", docExamples, "Worked example A", ""},
	{"examples/capture-shogi", Informative, current, "A piece captured as in shōgi changes side, may be marked derived, is dropped and promoted.", docExamples, "Worked example B", ""},
	{"examples/conventions", Informative, current, "A context resolves the Style status of a token to a style by its own convention.", docExamples, "Context conventions for Style resolution", ""},
	{"examples/conventions/3", Informative, current, "A context lets derived pieces follow other movement rules without naming a style.", docExamples, "Context conventions for Style resolution", ""},
	{"examples/recipes/side", Informative, current, "A change of side flips the case of the letter.", docExamples, "Mutation recipes: side", ""},
	{"examples/recipes/state", Informative, current, "A change of state adds, changes or removes the prefix.", docExamples, "Mutation recipes: state", ""},
	{"examples/recipes/terminal", Informative, current, "A change of terminal status adds or removes ^.", docExamples, "Mutation recipes: terminal status", ""},
	{"examples/recipes/style", Informative, current, "A change of Style status adds or removes '.", docExamples, "Mutation recipes: style status", ""},
	{"examples/matrix", Informative, current, "All combinations of side, state, terminal status and Style status of a letter are valid tokens with these attributes.", docExamples, "Combined modifier matrix", ""},
	{"examples/lifecycle/rook", Informative, current, "A rook is captured, promoted, recaptured and dropped as in the table.", docExamples, "Mutation sequences: rook", ""},
	{"examples/lifecycle/derived", Informative, current, "A piece that is marked derived on capture changes as in the table.", docExamples, "Mutation sequences: derived", ""},
	{"examples/lifecycle/terminal", Informative, current, "A piece becomes terminal, changes side and stops being terminal as in the table.", docExamples, "Mutation sequences: terminal", ""},
	{"examples/catalog/chess", Informative, current, "The tokens of the Western chess catalogue are valid.", docExamples, "Single-Style catalogs: Western Chess", ""},
	{"examples/catalog/shogi", Informative, current, "The tokens of the Japanese shōgi catalogue are valid.", docExamples, "Single-Style catalogs: Japanese Shōgi", ""},
	{"examples/catalog/makruk", Informative, current, "The tokens of the Thai makruk catalogue are valid.", docExamples, "Single-Style catalogs: Thai Makruk", ""},

	// EPIN, the initial text.
	{"epin-initial/grammar", Required, initial, "The regular expression [-+]?[A-Za-z]'? matches each token.", docEPINInitial, "Regular Expression", ""},
	{"epin-initial/anchoring", Required, initial, "The expression is anchored to the whole input, not to a part or a line of it.", docEPINInitial, "Regular Expression", ""},
	{"epin-initial/accept", Required, initial, "Every string that matches the grammar is accepted.", docEPINInitial, "Format Specification", ""},
	{"epin-initial/reject", Required, initial, "Every string that does not match is rejected, without a crash, for any bytes of any length.", docEPINInitial, "Format Specification", "Our reading of the grammar: a crash is not a rejection, and a string can have any bytes."},
	{"epin-initial/one-verdict", Required, initial, "All operations return the same verdict on a string, each time and in any order.", docEPINInitial, "Format Specification", "Our reading of the grammar."},
	{"epin-initial/pin-inheritance", Required, initial, "Every valid PIN identifier is a valid EPIN identifier, and native.", docEPINInitial, "PIN Inheritance", ""},
	{"epin-initial/attributes", Required, initial, "Name, side and state are mapped to letter, case and prefix as in the table.", docEPINInitial, "Piece Attribute Mapping", ""},
	{"epin-initial/derivation", Required, initial, "A piece is derived if and only if it has the apostrophe, and native otherwise.", docEPINInitial, "Style Derivation Logic", ""},
	{"epin-initial/native-style", Informative, initial, "Each side has a native style, fixed for the match, which its native pieces have.", docEPINInitial, "Native Style Requirement", ""},
	{"epin-initial/cross-style", Informative, initial, "A derived piece has the native style of the opposite side.", docEPINInitial, "Cross-Style Scenarios", ""},
	{"epin-initial/qpi", Informative, initial, "A token is converted to QPI by the styles of the match, the case of the style letter following the piece.", docEPINInitial, "Conversion to QPI", ""},

	// The README of epin.rb, a library for the initial text.
	{"epin-initial/canonical", Required, initial, "The string form of a parsed token is that token.", docEPINRb, "Implementation Notes", ""},
	{"epin-initial/accessors", Recommended, initial, "Accessors return whether the piece is native or derived and, if offered, the PIN token without the apostrophe.", docEPINRb, "API Reference: Style Queries", ""},
	{"epin-initial/native", Recommended, initial, "The transformation native returns the piece without the apostrophe, and otherwise unchanged.", docEPINRb, "API Reference: Style Transformations", ""},
	{"epin-initial/derive", Recommended, initial, "The transformation derive returns the piece with the apostrophe, and otherwise unchanged.", docEPINRb, "API Reference: Style Transformations", ""},
	{"epin-initial/idempotent", Informative, initial, "Applying native or derive twice has the same result as applying it once.", docEPINRb, "API Reference: Style Transformations", "Our reading: no document of this edition says it, but it follows from what the two methods do."},
	{"epin-initial/copy", Recommended, initial, "A transformation returns a copy, and does not change the original value.", docEPINRb, "Advanced Usage: Immutable Transformations", ""},
	{"epin-initial/equivalent", Recommended, initial, "Two tokens are equal if and only if their strings are equal.", docEPINRb, "API Reference: Comparison Methods", ""},
	{"epin-initial/transformations", Recommended, initial, "The transformations of side and state change that attribute and nothing else.", docEPINRb, "API Reference: State Transformations, Style Transformations", ""},
	{"epin-initial/one-representation", Informative, initial, "Identical pieces have identical EPIN representations.", docEPINRb, "Protocol Mapping", ""},
	{"epin-initial/example-flow", Informative, initial, "A token is parsed, its style is resolved by the match, and it is shown as it was read.", docEPINRb, "Implementation Notes: Example Flow", ""},

	// PIN, the initial text.
	{"pin-initial/mapping", Required, bothInitial, "PIN maps type, side and state to letter, case and prefix.", docPINInitial, "Protocol Mapping", ""},
	{"pin-initial/limits", Informative, bothInitial, "PIN has 26 types, two players and three states.", docPINInitial, "System Constraints", ""},
	{"pin-initial/canonical", Informative, bothInitial, "Identical pieces have identical PIN representations.", docPINInitial, "Protocol Mapping", ""},
	{"pin-initial/grammar", Required, pinInitial, "The regular expression [-+]?[A-Za-z] matches each token.", docPINInitial, "Regular Expression", ""},
	{"pin-initial/anchoring", Required, pinInitial, "The expression is anchored to the whole input, not to a part or a line of it.", docPINInitial, "Regular Expression", ""},
	{"pin-initial/accept", Required, pinInitial, "Every string that matches the grammar is accepted.", docPINInitial, "Format Specification", ""},
	{"pin-initial/reject", Required, pinInitial, "Every string that does not match is rejected, without a crash, for any bytes of any length.", docPINInitial, "Format Specification", "Our reading of the grammar: a crash is not a rejection, and a string can have any bytes."},
	{"pin-initial/one-verdict", Required, pinInitial, "All operations return the same verdict on a string, each time and in any order.", docPINInitial, "Format Specification", "Our reading of the grammar."},
	{"pin-initial/form", Required, pinInitial, "The string form of a parsed token is that token.", docPINInitial, "Protocol Mapping", "Our reading of \"identical PIN representations\"."},
	{"pin-initial/transformations", Informative, pinInitial, "The transformations of side and state change that attribute and nothing else.", docPINInitial, "Protocol Mapping", "Our reading: the document has no transformations."},
	{"pin-initial/copy", Informative, pinInitial, "A transformation returns a copy, and does not change the original value.", docPINInitial, "Protocol Mapping", "Our reading: the document has no transformations."},
	{"pin-initial/equivalent", Informative, pinInitial, "Two tokens are equal if and only if their strings are equal.", docPINInitial, "Protocol Mapping", "Our reading of \"identical PIN representations\"."},

	// PIN 1.0.0.
	{"pin/4.2/grammar", Required, pinCurrent, `The regular expression [-+]?[A-Za-z]\^? matches each token.`, docPIN, "4.2", "The expression is that of §4.3, where it has ^ and $ for the whole string."},
	{"pin/4.3/anchoring", Required, pinCurrent, "The expression is anchored to the whole input, not to a part or a line of it.", docPIN, "4.3", "Our reading of \"anchored to the whole string\": a line is not enough."},
	{"pin/4.3/accept", Required, pinCurrent, "Every string that matches the grammar is accepted.", docPIN, "4.3", "Our reading of \"MUST match\"."},
	{"pin/4.3/reject", Required, pinCurrent, "Every string that does not match is rejected, without a crash, for any bytes of any length.", docPIN, "4.3", "Our reading of \"MUST match\": a crash is not a rejection, and a string can have any bytes."},
	{"pin/4.3/one-verdict", Required, pinCurrent, "All operations return the same verdict on a string, each time and in any order.", docPIN, "4.3", "Our reading of \"MUST match\"."},
	{"pin/5/name", Required, pinCurrent, "The letter, without its case, is the Piece Name.", docPIN, "5", "Our reading, from the author's own library: the case does not count."},
	{"pin/5/side", Required, pinCurrent, "Upper case is Side first, lower case is Side second.", docPIN, "5", "Our reading, by EPIN §7.1."},
	{"pin/5/state", Required, pinCurrent, "+ is State enhanced, - is State diminished, and neither is State normal.", docPIN, "5", "Our reading, by EPIN §7.1."},
	{"pin/5/terminal", Required, pinCurrent, "A piece is terminal if and only if ^ is present.", docPIN, "5", "Our reading, by EPIN §7.1."},
	{"pin/canonical/form", Required, pinCurrent, "The string form of a parsed token is that token.", docPIN, "Canonical form", "Our reading of \"MUST NOT normalize beyond strict validation\", which is from the author's own library."},
	{"pin/canonical/state-behind", Required, pinCurrent, "The state modifier does not come after the letter.", docPIN, "Canonical form", "Our reading of the invalid K+, which is from the author's own library."},
	{"pin/canonical/caret-first", Required, pinCurrent, "The terminal marker does not come before the letter.", docPIN, "Canonical form", "Our reading of the invalid ^K, which is from the author's own library."},
	{"pin/canonical/double-state", Required, pinCurrent, "A token has at most one state modifier.", docPIN, "Canonical form", "Our reading of the invalid ++K, which is from the author's own library."},
	{"pin/canonical/double-terminal", Required, pinCurrent, "A token has at most one terminal marker.", docPIN, "Canonical form", "Our reading of the invalid K^^, which is from the author's own library."},
	{"pin/transformations", Informative, pinCurrent, "The transformations of side, state and terminal status change that attribute and nothing else.", docPIN, "5", "Our reading: no transformation of PIN is known to be normative."},
	{"pin/copy", Informative, pinCurrent, "A transformation returns a copy, and does not change the original value.", docPIN, "5", "Our reading: no transformation of PIN is known to be normative."},
	{"pin/equivalent", Informative, pinCurrent, "Two tokens are equal if and only if their strings are equal.", docPIN, "Canonical form", "Our reading."},

	// PIN 1.0.0 Examples.
	{"pin/examples/chess", Informative, pinCurrent, "The tokens of the mapping for Western Chess are valid.", docPINExamples, "Western Chess", ""},
	{"pin/examples/shogi", Informative, pinCurrent, "The tokens of the mapping for Japanese Shōgi are valid.", docPINExamples, "Japanese Shōgi", ""},
	{"pin/examples/xiangqi", Informative, pinCurrent, "The tokens of the mapping for Chinese Xiangqi are valid.", docPINExamples, "Chinese Xiangqi", ""},

	// SIN 1.0.0.
	{"sin/4.2/grammar", Required, sin, "The regular expression [A-Za-z] matches each token.", docSIN, "4.2", "The expression is that of §4.3, where it has anchors for the whole string."},
	{"sin/4.3/anchoring", Required, sin, "The expression is anchored to the whole input, not to a part or a line of it.", docSIN, "4.3", "Our reading: a line of the input is not enough."},
	{"sin/4.3/accept", Required, sin, "Every string that matches the grammar is accepted.", docSIN, "4.3", "Our reading of \"A SIN token MUST match\"."},
	{"sin/4.3/reject", Required, sin, "Every string that does not match is rejected, without a crash, for any bytes of any length.", docSIN, "4.3", "Our reading of \"A SIN token MUST match\": a crash is not a rejection, and a string can have any bytes."},
	{"sin/4.3/one-verdict", Required, sin, "All operations return the same verdict on a string, each time and in any order.", docSIN, "4.3", "Our reading of \"A SIN token MUST match\"."},
	{"sin/5/style", Required, sin, "The letter, without its case, is the Player Style.", docSIN, "5", ""},
	{"sin/5/side", Required, sin, "The case of the letter is the Player Side: upper case is first, lower case is second.", docSIN, "5", "Which case is which side is our reading, by EPIN §7.1."},
	{"sin/canonical/form", Required, sin, "The string form of a parsed token is that token.", docSIN, "Canonical form", "Our reading."},
	{"sin/equivalent", Informative, sin, "Two tokens are equal if and only if their strings are equal.", docSIN, "Canonical form", "Our reading."},

	// QPI 1.0.0.
	{"qpi/4.1/structure", Required, qpi, "A token is a SIN token, a colon and a PIN token, and none of the three is missing.", docQPI, "4.1", ""},
	{"qpi/4.2/grammar", Required, qpi, `The regular expression [A-Za-z]:[-+]?[A-Za-z]\^? matches each token.`, docQPI, "4.2", ""},
	{"qpi/4.2/independence", Required, qpi, "The cases of the two letters are independent: a token may have any two.", docQPI, "4.2", ""},
	{"qpi/accept", Required, qpi, "Every string that matches the grammar is accepted.", docQPI, "4.2", "Our reading of the grammar."},
	{"qpi/reject", Required, qpi, "Every string that does not match is rejected, without a crash, for any bytes of any length.", docQPI, "4.2", "Our reading of the grammar: a crash is not a rejection, and a string can have any bytes."},
	{"qpi/anchoring", Required, qpi, "The expression is anchored to the whole input, not to a part or a line of it.", docQPI, "4.2", "Our reading of the grammar."},
	{"qpi/one-verdict", Required, qpi, "All operations return the same verdict on a string, each time and in any order.", docQPI, "4.2", "Our reading of the grammar."},
	{"qpi/attributes", Required, qpi, "The Piece Style is that of the SIN token, and name, side, state and terminal status are those of the PIN token.", docQPI, "Attributes", "Each is encoded as in SIN and PIN."},
	{"qpi/derivation", Required, qpi, "A piece is native if and only if the two letters have the same case, and derived otherwise.", docQPI, "Attributes", ""},
	{"qpi/canonical", Required, qpi, "The string form of a parsed token is that token.", docQPI, "Canonical form", "Our reading."},
	{"qpi/native", Recommended, qpi, "The method native sets the side of the piece to that of the SIN token, and changes nothing else.", docQPI, "Methods", "Our reading."},
	{"qpi/derive", Recommended, qpi, "The method derive sets the side of the piece to the opposite of that of the SIN token, and changes nothing else.", docQPI, "Methods", "Our reading."},
	{"qpi/idempotent", Recommended, qpi, "Applying native or derive twice has the same result as applying it once.", docQPI, "Methods", "Our reading."},
	{"qpi/copy", Recommended, qpi, "A method returns a copy, and does not change the original value.", docQPI, "Methods", "Our reading."},
	{"qpi/components", Informative, qpi, "Accessors return the SIN token and the PIN token.", docQPI, "4.1", "Our reading."},
	{"qpi/equivalent", Informative, qpi, "Two tokens are equal if and only if their strings are equal.", docQPI, "Canonical form", "Our reading."},

	// QPI 1.0.0, the texts in which both letters have the same case.
	{"qpi-aligned/4.1/structure", Required, qpiAligned, "A token is a SIN token, a colon and a PIN token, and none of the three is missing.", docQPIAligned, "4.1", ""},
	{"qpi-aligned/4.2/grammar", Required, qpiAligned, `The regular expression [A-Z]:[-+]?[A-Z]|[a-z]:[-+]?[a-z] matches each token, in qpi/1.0.0-aligned-terminal with \^? after the piece.`, docQPIAligned, "4.2", ""},
	{"qpi-aligned/accept", Required, qpiAligned, "Every string that matches the grammar is accepted.", docQPIAligned, "4.2", "Our reading of the grammar."},
	{"qpi-aligned/reject", Required, qpiAligned, "Every string that does not match is rejected, without a crash, for any bytes of any length.", docQPIAligned, "4.2", "Our reading of the grammar: a crash is not a rejection, and a string can have any bytes."},
	{"qpi-aligned/anchoring", Required, qpiAligned, "The expression is anchored to the whole input, not to a part or a line of it.", docQPIAligned, "4.2", "Our reading of the grammar."},
	{"qpi-aligned/one-verdict", Required, qpiAligned, "All operations return the same verdict on a string, each time and in any order.", docQPIAligned, "4.2", "Our reading of the grammar."},
	{"qpi-aligned/attributes", Required, qpiAligned, "The Piece Style is that of the SIN token, and name, side, state and terminal status are those of the PIN token.", docQPIAligned, "Attributes", "Each is encoded as in SIN and PIN."},
	{"qpi-aligned/derivation", Required, qpiAligned, "Every piece is native, since the two letters have the same case.", docQPIAligned, "Attributes", "Our reading, by QPI 1.0.0."},
	{"qpi-aligned/canonical", Required, qpiAligned, "The string form of a parsed token is that token.", docQPIAligned, "Canonical form", "Our reading."},
	{"qpi-aligned/native", Recommended, qpiAligned, "The method native changes nothing, since every piece is native.", docQPIAligned, "Methods", "Our reading."},
	{"qpi-aligned/idempotent", Recommended, qpiAligned, "Applying native twice has the same result as applying it once.", docQPIAligned, "Methods", "Our reading."},
	{"qpi-aligned/copy", Recommended, qpiAligned, "A method returns a copy, and does not change the original value.", docQPIAligned, "Methods", "Our reading."},
	{"qpi-aligned/components", Informative, qpiAligned, "Accessors return the SIN token and the PIN token.", docQPIAligned, "4.1", "Our reading."},
	{"qpi-aligned/equivalent", Informative, qpiAligned, "Two tokens are equal if and only if their strings are equal.", docQPIAligned, "Canonical form", "Our reading."},
}
