package corpus_test

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/epin-conformance/harness/corpus"
)

// Valid lines, one of each shape.
const (
	parsed   = `{"id":"a-king","edition":"1.0.0","op":"parse","token":"K'","hex":"4b27","want":{"valid":true,"token":"K'","pin":"K","native":false,"derived":true,"name":"K","side":"first","state":"normal","terminal":false},"requirements":["epin/6/grammar"],"why":"w"}` + "\n"
	rejected = `{"id":"a-byte","edition":"1.0.0","op":"parse","hex":"80","want":{"valid":false},"requirements":["epin/6/grammar"],"why":"w"}` + "\n"
	applied  = `{"id":"a-flip","edition":"1.0.0","op":"apply","token":"K","hex":"4b","methods":["flip","flip"],"want":{"valid":true,"tokens":["k","K"],"original":"K"},"requirements":["examples/recipes/side"],"why":"w"}` + "\n"
	compared = `{"id":"a-pair","edition":"1.0.0","op":"equal","token":"K","hex":"4b","other":"k","other_hex":"6b","want":{"equal":false},"requirements":["epin/9.3/equivalent"],"why":"w"}` + "\n"
	initial  = `{"id":"initial-a-king","edition":"1.0.0-initial","op":"parse","token":"K","hex":"4b","want":{"valid":true,"token":"K","pin":"K","native":true,"derived":false,"name":"K","side":"first","state":"normal","terminal":false},"requirements":["epin-initial/grammar","pin-initial/mapping"],"why":"w"}` + "\n"
)

// TestDecodeAcceptsAnyJSON checks that blanks, escapes and the order of the keys do not matter.
func TestDecodeAcceptsAnyJSON(t *testing.T) {
	for name, line := range map[string]string{
		"every shape":     parsed + rejected + applied + compared + initial,
		"blanks":          strings.NewReplacer(`:`, ` : `, `,`, " ,\t").Replace(rejected),
		"order":           `{"why":"w","requirements":["epin/6/grammar"],"want":{"valid":false},"op":"parse","hex":"80","edition":"1.0.0","id":"x"}` + "\n",
		"escapes":         strings.Replace(parsed, `"token":"K'","hex"`, `"token":"\u004b\u0027","hex"`, 1),
		"surrogate pair":  `{"id":"x","edition":"1.0.0","op":"parse","token":"\ud83c\uDDF0","hex":"f09f87b0","want":{"valid":false},"requirements":["epin/6/grammar"],"why":"w"}` + "\n",
		"UTF-8":           `{"id":"x","edition":"1.0.0","op":"parse","token":"é","hex":"c3a9","want":{"valid":false},"requirements":["epin/6/grammar"],"why":"w"}` + "\n",
		"escaped escape":  `{"id":"x","edition":"1.0.0","op":"parse","token":"\\ud800","hex":"5c7564383030","want":{"valid":false},"requirements":["epin/6/grammar"],"why":"w"}` + "\n",
		"replacement":     `{"id":"x","edition":"1.0.0","op":"parse","token":"\ufffd","hex":"efbfbd","want":{"valid":false},"requirements":["epin/6/grammar"],"why":"w"}` + "\n",
		"no methods":      strings.NewReplacer(`["flip","flip"]`, `[]`, `["k","K"]`, `[]`).Replace(applied),
		"invalid applied": strings.Replace(applied, `{"valid":true,"tokens":["k","K"],"original":"K"}`, `{"valid":false}`, 1),
	} {
		if _, err := corpus.Decode(strings.NewReader(line)); err != nil {
			t.Errorf("%s: %v\n%s", name, err, line)
		}
	}
}

func TestDecodeRejects(t *testing.T) {
	edit := func(line, old, new string) string {
		if !strings.Contains(line, old) {
			t.Fatalf("%q is not in %s", old, line)
		}
		return strings.Replace(line, old, new, 1)
	}
	tests := []struct{ name, input, want string }{
		// The file.
		{"empty file", "", `line 1: the file is empty; a corpus file holds at least one vector`},
		{"blank line", parsed + "\n" + applied, `line 2: the line is blank; remove it`},
		{"blanks only", " \t\n", `line 1: the line is blank; remove it`},
		{"no last LF", parsed + strings.TrimSuffix(applied, "\n"), `line 2: the last line does not end in LF; end it, or fetch the file again if it was cut short`},
		{"CR LF", strings.ReplaceAll(parsed, "\n", "\r\n"), `line 1: the line ends in CR LF; end it in LF alone`},
		{"byte order mark", "\ufeff" + parsed, `line 1: the line is not valid JSON from byte 1 on; write one complete JSON object on each line`},
		{"same id", parsed + edit(applied, "a-flip", "a-king"), `line 2: duplicate id "a-king", first in line 1; give every vector a unique id`},
		{"same request", parsed + applied + edit(parsed, "a-king", "another"), `line 3: "another" has the same request as "a-king" in line 1; keep one of the two`},
		{"same application", applied + edit(applied, "a-flip", "another"), `line 2: "another" has the same request as "a-flip" in line 1; keep one of the two`},
		{"same comparison", compared + edit(compared, "a-pair", "another"), `line 2: "another" has the same request as "a-pair" in line 1; keep one of the two`},

		// The JSON.
		{"not JSON", "K\n", `line 1: the line is not valid JSON from byte 1 on; write one complete JSON object on each line`},
		{"cut short", `{"id":"x"` + "\n", `line 1: the line is not valid JSON from byte 9 on; write one complete JSON object on each line`},
		{"two objects", `{} {}` + "\n", `line 1: the line is not valid JSON from byte 4 on; write one complete JSON object on each line`},
		{"array", "[]\n", `line 1: the line holds an array; write a JSON object`},
		{"number", "1e999\n", `line 1: the line holds a number; vectors have none`},
		{"null", "null\n", `line 1: the line holds null; write a JSON object`},
		{"invalid UTF-8", edit(parsed, `"why":"w"`, "\"why\":\"\xff\""), `line 1: byte 249 is not UTF-8; write a token that is not UTF-8 in "hex" only`},
		{"encoded surrogate", edit(rejected, `"hex"`, "\"token\":\"\xed\xa0\x80\",\"hex\""), `line 1: byte 56 is not UTF-8; write a token that is not UTF-8 in "hex" only`},
		{"high surrogate", edit(rejected, `"hex"`, `"token":"\uD800","hex"`), `line 1: \uD800 is half a surrogate pair; write a token that is not UTF-8 in "hex" only`},
		{"low surrogate", edit(rejected, `"hex"`, `"token":"\udc00\ud800","hex"`), `line 1: \udc00 is half a surrogate pair; write a token that is not UTF-8 in "hex" only`},
		{"high surrogate twice", edit(rejected, `"hex"`, `"token":"\ud800\ud800\udc00","hex"`), `line 1: \ud800 is half a surrogate pair; write a token that is not UTF-8 in "hex" only`},

		// The keys.
		{"unknown key", edit(parsed, `"why"`, `"note":"n","why"`), `line 1: key "note" is not known; remove it`},
		{"hostile key", edit(parsed, `"why"`, `"\u001b[2J`+strings.Repeat("x", 100)+`":1,"why"`), `line 1: key "\x1b[2Jxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"... is not known; remove it`},
		{"key in another case", edit(parsed, `"token":"K'","hex"`, `"Token":"K'","hex"`), `line 1: key "Token" is not known, and case matters; write "token"`},
		{"key that folds", edit(parsed, `"token":"K'","hex"`, "\"to\u212aen\":\"K'\",\"hex\""), `line 1: key "to\u212aen" is not known, and case matters; write "token"`},
		{"unknown key in want", edit(parsed, `"pin"`, `"colour":"white","pin"`), `line 1: key "want.colour" is not known; remove it`},
		{"key of want in another case", edit(parsed, `"pin"`, `"PIN"`), `line 1: key "want.PIN" is not known, and case matters; write "want.pin"`},
		{"key twice", edit(parsed, `"why"`, `"id":"a-king","why"`), `line 1: duplicate key "id"; keep one of the two`},
		{"key twice by escape", edit(parsed, `"why"`, `"i\u0064":"b","why"`), `line 1: duplicate key "id"; keep one of the two`},
		{"key twice with blanks", edit(parsed, `"why"`, `"id" :"b","why"`), `line 1: duplicate key "id"; keep one of the two`},
		{"key twice with tabs", edit(parsed, `"why"`, "\"id\"\t:\"b\",\"why\""), `line 1: duplicate key "id"; keep one of the two`},
		{"key twice with CR", edit(parsed, `"why"`, "\"id\"\r:\"b\",\"why\""), `line 1: duplicate key "id"; keep one of the two`},
		{"key of want twice", edit(parsed, `"pin"`, `"valid":true,"pin"`), `line 1: duplicate key "want.valid"; keep one of the two`},
		{"no id", edit(parsed, `"id":"a-king",`, ``), `line 1: key "id" is missing; add it`},
		{"no edition", edit(parsed, `"edition":"1.0.0",`, ``), `line 1: key "edition" is missing; add it`},
		{"no op", edit(parsed, `"op":"parse",`, ``), `line 1: key "op" is missing; add it`},
		{"no hex", edit(parsed, `"hex":"4b27",`, ``), `line 1: key "hex" is missing; add it`},
		{"no token", edit(parsed, `"token":"K'","hex"`, `"hex"`), `line 1: key "token" is missing, but the bytes of "hex" are UTF-8; add it`},
		{"no token in a comparison", edit(compared, `"token":"K",`, ``), `line 1: key "token" is missing, but the bytes of "hex" are UTF-8; add it`},
		{"no want", edit(rejected, `"want":{"valid":false},`, ``), `line 1: key "want" is missing; add it`},
		{"no requirements", edit(rejected, `"requirements":["epin/6/grammar"],`, ``), `line 1: key "requirements" is missing; add it`},
		{"no why", edit(rejected, `,"why":"w"`, ``), `line 1: key "why" is missing; add it`},
		{"no methods", edit(applied, `"methods":["flip","flip"],`, ``), `line 1: key "methods" is missing; add it`},
		{"no other", edit(compared, `"other":"k",`, ``), `line 1: key "other" is missing, but the bytes of "other_hex" are UTF-8; add it`},
		{"no other_hex", edit(compared, `,"other_hex":"6b"`, ``), `line 1: key "other_hex" is missing; add it`},
		{"no valid", edit(rejected, `"valid":false`, ``), `line 1: key "want.valid" is missing; add it`},
		{"no state", edit(parsed, `"state":"normal",`, ``), `line 1: key "want.state" is missing; add it`},
		{"no original", edit(applied, `,"original":"K"`, ``), `line 1: key "want.original" is missing; add it`},
		{"no equal", edit(compared, `"equal":false`, ``), `line 1: key "want.equal" is missing; add it`},
		{"methods of parse", edit(parsed, `"want"`, `"methods":[],"want"`), `line 1: key "methods" does not belong to a vector of op "parse"; remove it`},
		{"other of apply", edit(applied, `"want"`, `"other":"k","want"`), `line 1: key "other" does not belong to a vector of op "apply"; remove it`},
		{"methods of equal", edit(compared, `"want"`, `"methods":[],"want"`), `line 1: key "methods" does not belong to a vector of op "equal"; remove it`},
		{"answer to an invalid token", edit(parsed, `"valid":true`, `"valid":false`), `line 1: key "want.derived" does not belong to the answer to an invalid token; remove it`},
		{"answer to parse", edit(parsed, `"pin"`, `"equal":true,"pin"`), `line 1: key "want.equal" does not belong to the answer to "parse"; remove it`},
		{"answer to apply", edit(applied, `"original"`, `"pin":"K","original"`), `line 1: key "want.pin" does not belong to the answer to "apply"; remove it`},
		{"answer to equal", edit(compared, `"equal":false`, `"equal":false,"valid":true`), `line 1: key "want.valid" does not belong to the answer to "equal"; remove it`},

		// The values.
		{"number for a string", edit(parsed, `"id":"a-king"`, `"id":1`), `line 1: "id" is a number; make it a string`},
		{"null for a string", edit(parsed, `"pin":"K"`, `"pin":null`), `line 1: "want.pin" is null; make it a string`},
		{"string for a boolean", edit(parsed, `"native":false`, `"native":"false"`), `line 1: "want.native" is a string; make it a boolean`},
		{"array for an object", edit(rejected, `{"valid":false}`, `[]`), `line 1: "want" is an array; make it an object`},
		{"object for a string", edit(rejected, `"why":"w"`, `"why":{"id":"x"}`), `line 1: "why" is an object; make it a string`},
		{"string for an array", edit(applied, `["flip","flip"]`, `"flip"`), `line 1: "methods" is a string; make it an array`},
		{"entry of an array", edit(applied, `["k","K"]`, `["k",true]`), `line 1: entry 2 of "want.tokens" is a boolean; make it a string`},
		{"unknown edition", edit(parsed, `"edition":"1.0.0"`, `"edition":"1.0"`), `line 1: "edition" is "1.0"; make it one of "1.0.0", "1.0.0-initial"`},
		{"unknown op", edit(parsed, `"op":"parse"`, `"op":"valid"`), `line 1: "op" is "valid"; make it one of "parse", "apply", "equal"`},
		{"unknown method", edit(applied, `["flip",`, `["promote",`), `line 1: method "promote" is not known in edition "1.0.0"; use "native", "derive", "flip", "enhance", "diminish", "normalize", "mark", "unmark"`},
		{"method of the other edition", edit(edit(edit(edit(applied, "a-flip", "initial-a-flip"), "1.0.0", "1.0.0-initial"), "examples/recipes/side", "epin-initial/transformations"), `["flip",`, `["mark",`), `line 1: method "mark" is not known in edition "1.0.0-initial"; use "native", "derive", "flip", "enhance", "diminish", "normalize"`},
		{"id in capitals", edit(parsed, "a-king", "A-King"), `line 1: "id" is "A-King"; make it words of a-z and 0-9 with single hyphens between them`},
		{"id with two hyphens", edit(parsed, "a-king", "a--king"), `line 1: "id" is "a--king"; make it words of a-z and 0-9 with single hyphens between them`},
		{"id with line feed", edit(parsed, "a-king", `a-king\n`), `line 1: "id" is "a-king\n"; make it words of a-z and 0-9 with single hyphens between them`},
		{"empty id", edit(parsed, "a-king", ""), `line 1: "id" is ""; make it words of a-z and 0-9 with single hyphens between them`},
		{"id of the other edition", edit(parsed, "a-king", "initial-king"), `line 1: id "initial-king" and edition "1.0.0" do not go together; only the ids of edition "1.0.0-initial" begin with "initial-"`},
		{"id without its prefix", edit(initial, "initial-a-king", "a-king"), `line 1: id "a-king" and edition "1.0.0-initial" do not go together; only the ids of edition "1.0.0-initial" begin with "initial-"`},
		{"token is not hex", edit(parsed, `"hex":"4b27"`, `"hex":"4b"`), `line 1: "token" and "hex" are different bytes; make them the same token`},
		{"token beside bytes", edit(rejected, `"hex"`, `"token":"\ufffd","hex"`), `line 1: "token" and "hex" are different bytes; make them the same token`},
		{"other is invalid", edit(compared, `"other":"k"`, `"other":"k^^"`), `line 1: "other" and "other_hex" are different bytes; make them the same token`},
		{"other is not other_hex", edit(compared, `"6b"`, `"4b"`), `line 1: "other" and "other_hex" are different bytes; make them the same token`},
		{"hex in capitals", edit(parsed, `"4b27"`, `"4B27"`), `line 1: "hex" is "4B27"; make it hexadecimal, two lower-case digits for each byte`},
		{"half a byte", edit(parsed, `"4b27"`, `"4b2"`), `line 1: "hex" is "4b2"; make it hexadecimal, two lower-case digits for each byte`},
		{"no digit", edit(parsed, `"4b27"`, `"4bxx"`), `line 1: "hex" is "4bxx"; make it hexadecimal, two lower-case digits for each byte`},
		{"too few results", edit(applied, `["k","K"]`, `["k"]`), `line 1: "want.tokens" and "methods" have 1 and 2 entries; give one token for each method`},
		{"name in lower case", edit(parsed, `"name":"K"`, `"name":"k"`), `line 1: "want.name" is "k"; make it one of "A" to "Z"`},
		{"unknown side", edit(parsed, `"first"`, `"white"`), `line 1: "want.side" is "white"; make it one of "first", "second"`},
		{"unknown state", edit(parsed, `"normal"`, `"promoted"`), `line 1: "want.state" is "promoted"; make it one of "normal", "enhanced", "diminished"`},
		{"terminal in the initial edition", edit(initial, `"terminal":false`, `"terminal":true`), `line 1: "want.terminal" is true; make it false, edition "1.0.0-initial" has no terminal pieces`},
		{"requirements empty", edit(parsed, `["epin/6/grammar"]`, `[]`), `line 1: "requirements" is empty; list those that the vector tests`},
		{"requirement twice", edit(parsed, `["epin/6/grammar"]`, `["epin/6/grammar","epin/6/grammar"]`), `line 1: duplicate requirement "epin/6/grammar"; keep one of the two`},
		{"requirement of the other edition", edit(parsed, `"epin/6/grammar"`, `"epin-initial/grammar"`), `line 1: requirement "epin-initial/grammar" does not belong to edition "1.0.0"; use one that begins with "epin/" or "examples/"`},
		{"requirement of the other edition, initial", edit(initial, `"epin-initial/grammar"`, `"epin/6/grammar"`), `line 1: requirement "epin/6/grammar" does not belong to edition "1.0.0-initial"; use one that begins with "epin-initial/" or "pin-initial/"`},
		{"empty why", edit(parsed, `"why":"w"`, `"why":""`), `line 1: "why" is empty; write in one sentence which bug the vector finds`},
	}
	// The schema rejects the other lines of valid JSON, too.
	beyondSchema := []string{
		"CR LF", "high surrogate", "low surrogate", "high surrogate twice", "key twice", "key twice by escape",
		"key twice with blanks", "key twice with tabs", "key twice with CR", "key of want twice",
		"no token", "token is not hex", "token beside bytes", "other is not other_hex", "too few results",
	}
	s := schema(t)
	for _, line := range []string{parsed, rejected, applied, compared, initial} {
		if err := validate(t, s, line); err != nil {
			t.Fatalf("%v\n%s", err, line)
		}
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if json.Valid([]byte(test.input)) && utf8.ValidString(test.input) {
				if got, want := validate(t, s, test.input) != nil, !slices.Contains(beyondSchema, test.name); got != want {
					t.Errorf("the schema rejects it: %t; want %t", got, want)
				}
			}
			vectors, err := corpus.Decode(strings.NewReader(test.input))
			var lineError *corpus.LineError
			if !errors.As(err, &lineError) {
				t.Fatalf("Decode = %v, %v; want a *LineError", vectors, err)
			}
			if err.Error() != test.want {
				t.Errorf("Decode returned\n\t%s\nwant\n\t%s", err, test.want)
			}
			if vectors != nil {
				t.Errorf("Decode returned %v and an error", vectors)
			}
		})
	}
}

// TestDecodeReaderFails checks that an error of the reader is not a LineError.
func TestDecodeReaderFails(t *testing.T) {
	broken := errors.New("the disk is gone")
	_, err := corpus.Decode(io.MultiReader(strings.NewReader(parsed+`{"id`), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) {
		t.Errorf("Decode = %v; want %v", err, broken)
	}
}
