package main

// exampleTokens are the tokens of the examples page, by table.
var exampleTokens = []struct{ requirement, tokens string }{
	{"examples/variants", "X X' x x' X^ X^' +X +X' -x -x'"},
	{"examples/capture-chess", "R"},
	{"examples/capture-shogi", "R r r' +r"},
	{"examples/conventions", "K^ K^' P P'"},
	{"examples/matrix", "K K' K^ K^' +K +K' +K^ +K^' -K -K' -K^ -K^' k k' k^ k^' +k +k' +k^ +k^' -k -k' -k^ -k^'"},
	{"examples/lifecycle/rook", "R r +r"},
	{"examples/lifecycle/derived", "R r' +r'"},
	{"examples/lifecycle/terminal", "K K^ k^ k"},
	{"examples/catalog/chess", "K^ k^ Q q R r B b N n P p"},
	{"examples/catalog/shogi", "K^ k^ K^' k^' R r +R +r B b +B +b G g S s +S +s N n +N +n L l +L +l P p +P +p"},
	{"examples/catalog/makruk", "K^ k^ Q q R r B b N n P p"},
}

// An application is a token with the methods to apply.
type application struct {
	id          string
	token       string
	methods     []string
	why         string
	requirement string // the table of the documents that it comes from; may be empty
}

// exampleApplications are the rows of the examples page that change a token.
var exampleApplications = []application{
	{"idempotence-native-on-native", "R", []string{"native"}, "Catches a native that toggles: on a native piece it changes nothing.", "examples/idempotence"},
	{"idempotence-derive-on-native", "R", []string{"derive"}, "Catches a derive that does nothing, or returns the value it was called on.", "examples/idempotence"},
	{"idempotence-native-on-derived", "R'", []string{"native"}, "Catches a native that leaves the marker where it is.", "examples/idempotence"},
	{"idempotence-derive-on-derived", "R'", []string{"derive"}, "Catches a derive that appends a second marker, or toggles the one there is.", "examples/idempotence"},

	{"capture-chess-rook", "R", []string{}, "Catches a value that changes by being looked at: a rook captured as in chess keeps its token.", "examples/capture-chess"},
	{"capture-shogi-side", "R", []string{"flip"}, "Catches a change of side that leaves the case of the letter.", "examples/capture-shogi"},
	{"capture-shogi-derived", "r", []string{"derive"}, "Catches a derive that is lost on the pieces of the second player.", "examples/capture-shogi"},
	{"capture-shogi-native-on-drop", "r'", []string{"native"}, "Catches a derived piece that cannot be made native again.", "examples/capture-shogi"},
	{"capture-shogi-promotion", "r", []string{"enhance"}, "Catches a promotion that turns the letter into a capital.", "examples/capture-shogi"},
	{"capture-shogi-demotion", "+r", []string{"normalize"}, "Catches a demotion that leaves the sign, or makes the piece diminished.", "examples/capture-shogi"},

	{"recipe-side-first-to-second", "P", []string{"flip"}, "Catches a flip that only ever makes capitals.", "examples/recipes/side"},
	{"recipe-side-second-to-first", "k'", []string{"flip"}, "Catches a flip that loses the derivation marker.", "examples/recipes/side"},
	{"recipe-state-enhanced", "p", []string{"enhance"}, "Catches an enhance that writes its sign after the letter.", "examples/recipes/state"},
	{"recipe-state-diminished", "+p'", []string{"diminish"}, "Catches a diminish that adds its sign to the one that is there.", "examples/recipes/state"},
	{"recipe-state-normal", "-R", []string{"normalize"}, "Catches a normalize that removes the plus sign only.", "examples/recipes/state"},
	{"recipe-terminal-marked", "K", []string{"mark"}, "Catches a mark that does nothing.", "examples/recipes/terminal"},
	{"recipe-terminal-unmarked", "k^'", []string{"unmark"}, "Catches an unmark that cuts off the last character, which is the derivation marker.", "examples/recipes/terminal"},
	{"recipe-style-derived", "B", []string{"derive"}, "Catches a derive that knows rooks and kings only.", "examples/recipes/style"},
	{"recipe-style-native", "+n'", []string{"native"}, "Catches a native that loses the sign with the marker.", "examples/recipes/style"},

	{"lifecycle-rook", "R", []string{"flip", "enhance", "flip", "normalize"}, "Catches a chain in which a step forgets what the one before it did: the life of a rook in shogi.", "examples/lifecycle/rook"},
	{"lifecycle-derived", "R", []string{"flip", "derive", "enhance", "flip", "native", "normalize"}, "Catches a marker that is lost on promotion, or kept when the piece is captured back.", "examples/lifecycle/derived"},
	{"lifecycle-terminal", "K", []string{"mark", "flip", "unmark"}, "Catches a terminal status that does not survive a change of side.", "examples/lifecycle/terminal"},
}
