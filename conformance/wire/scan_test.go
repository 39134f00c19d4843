package wire

import (
	"bytes"
	"encoding/json"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

func TestKeyNames(t *testing.T) {
	for k := keyUnknown + 1; k < keyCount; k++ {
		if name := keyNames[k]; name == "" || keyOf([]byte(name)) != k {
			t.Errorf("keyOf(%q) = %d, want %d", name, keyOf([]byte(name)), k)
		}
	}
	for _, name := range []string{"", "ID", "Id", "Valid", "tokens ", "x"} {
		if k := keyOf([]byte(name)); k != keyUnknown {
			t.Errorf("keyOf takes %q for %q", name, keyNames[k])
		}
	}
}

func TestParseMessage(t *testing.T) {
	nested := func(depth int, open, end string) string {
		return `{"x":` + strings.Repeat(open, depth) + strings.Repeat(end, depth) + `}`
	}
	manyKeys := func(last string) string {
		var b strings.Builder
		for i := range 40 {
			b.WriteString(`"k` + strings.Repeat("x", i) + `":0,`)
		}
		return "{" + b.String() + `"` + last + `":0}`
	}
	for _, tt := range []struct {
		name, line string
		err        string // "" if the line is an object
	}{
		{"empty object", `{}`, ""},
		{"white space everywhere", " \t{ \"a\" :\t[ 1 , 2 ] , \"b\" : { } }\t\r", ""},
		{"carriage return at the end", "{}\r", ""},
		{"every kind of value", `{"a":null,"b":true,"c":false,"d":"","e":[],"f":{},"g":0}`, ""},
		{"numbers", `{"a":[0,-0,1,-12,1.5,0.0e0,1E+9,1e-9,123456789012345678901234567890]}`, ""},
		{"escapes", `{"a":"\"\\\/\b\f\n\r\t\u0000\uD83D\uDE00\ud800"}`, ""},
		{"delete and beyond ASCII, not escaped", "{\"a\":\"\x7f\u0085\u2028é😀\"}", ""},
		{"keys that differ in case", `{"a":1,"A":1}`, ""},
		{"a repeated key further in", `{"x":{"a":1,"a":2}}`, ""},
		{"many keys", manyKeys("z"), ""},
		{"arrays nested 200 deep", nested(200, "[", "]"), ""},
		{"objects nested 200 deep", `{"x":` + strings.Repeat(`{"x":`, 199) + "{}" + strings.Repeat("}", 199) + "}", ""},
		{"nested 200 deep in implementation", `{"implementation":` + nested(200, "[", "]") + "}", ""},

		{"empty", "", "an empty line"},
		{"blanks", " \t", "an empty line"},
		{"a lone carriage return", "\r", "an empty line"},
		{"byte order mark", "\uFEFF{}", "a byte order mark"},
		{"text", "y", "no JSON object"},
		{"array", "[]", "no JSON object"},
		{"string", `"{}"`, "no JSON object"},
		{"null", "null", "no JSON object"},
		{"other white space in front", "\u00a0{}", "no JSON object"},
		{"a form feed in front", "\f{}", "no JSON object"},
		{"two objects", "{}{}", "byte 2: something after the end of the object"},
		{"NUL behind", "{}\x00", "byte 2: something after the end of the object"},
		{"comma behind", "{},", "byte 2: something after the end of the object"},
		{"invalid UTF-8 in a string", "{\"a\":\"\xff\"}", "byte 6: not valid UTF-8"},
		{"invalid UTF-8 in a key", "{\"\xc3\":0}", "byte 2: not valid UTF-8"},
		{"overlong UTF-8", "{\"a\":\"\xc0\xaf\"}", "byte 6: not valid UTF-8"},
		{"a surrogate in UTF-8", "{\"a\":\"\xed\xa0\x80\"}", "byte 6: not valid UTF-8"},
		{"invalid UTF-8 behind", "{}\xff", "byte 2: not valid UTF-8"},
		{"no end", `{`, "byte 1: no key where one has to be"},
		{"no end after a key", `{"a"`, "byte 4: no colon after a key"},
		{"no end after a colon", `{"a":`, "byte 5: no JSON value"},
		{"no end after a value", `{"a":1`, "byte 6: neither a comma nor the end of the object"},
		{"key without quotes", `{a:1}`, "byte 1: no key where one has to be"},
		{"comma before the end", `{"a":1,}`, "byte 7: no key where one has to be"},
		{"comma at the start", `{,"a":1}`, "byte 1: no key where one has to be"},
		{"comma missing", `{"a":1 "b":2}`, "byte 7: neither a comma nor the end of the object"},
		{"single quotes", `{'a':1}`, "byte 1: no key where one has to be"},
		{"comment", `{"a":1/**/}`, "byte 6: neither a comma nor the end of the object"},
		{"string without an end", `{"a":"b`, "byte 5: a string without an end"},
		{"string that ends in a backslash", `{"a":"b\`, "byte 7: no escape that JSON has"},
		{"control character in a string", "{\"a\":\"\t\"}", "byte 6: a control character in a string, not escaped"},
		{"NUL in a string", "{\"a\":\"\x00\"}", "byte 6: a control character in a string, not escaped"},
		{"escape that does not exist", `{"a":"\'"}`, "byte 6: no escape that JSON has"},
		{"upper-case escape", `{"a":"\N"}`, "byte 6: no escape that JSON has"},
		{"short unicode escape", `{"a":"\u123"}`, "byte 6: no escape that JSON has"},
		{"signed unicode escape", `{"a":"\u+123"}`, "byte 6: no escape that JSON has"},
		{"literal in capitals", `{"a":True}`, "byte 5: no JSON value"},
		{"literal cut off", `{"a":tru}`, "byte 5: no JSON value"},
		{"literal with more behind", `{"a":nulls}`, "byte 9: neither a comma nor the end of the object"},
		{"not a number", `{"a":NaN}`, "byte 5: no JSON value"},
		{"plus", `{"a":+1}`, "byte 5: no JSON value"},
		{"minus alone", `{"a":-}`, "byte 6: no JSON value"},
		{"leading zero", `{"a":01}`, "byte 6: neither a comma nor the end of the object"},
		{"point without digits", `{"a":1.}`, "byte 7: a number without digits after its point"},
		{"point in front", `{"a":.5}`, "byte 5: no JSON value"},
		{"exponent without digits", `{"a":1e+}`, "byte 8: a number without digits in its exponent"},
		{"hexadecimal", `{"a":0x1}`, "byte 6: neither a comma nor the end of the object"},
		{"array without an end", `{"a":[1`, "byte 7: neither a comma nor the end of the array"},
		{"comma before the end of an array", `{"a":[1,]}`, "byte 8: no JSON value"},
		{"brackets crossed", `{"a":[}]`, "byte 6: no JSON value"},
		{"arrays nested 201 deep", nested(201, "[", "]"), "byte 205: nested more than 200 deep"},
		{"nested 201 deep in implementation", `{"implementation":` + nested(201, "[", "]") + "}", "byte 223: nested more than 200 deep"},
		{"nested a million deep", nested(1e6, "[", "]"), "byte 205: nested more than 200 deep"},
		{"repeated known key", `{"id":1,"id":1}`, `byte 8: the key "id" stands twice`},
		{"repeated unknown key", `{"x":1,"x":1}`, `byte 7: the key "x" stands twice`},
		{"repeated empty key", `{"":1,"":1}`, `byte 6: the key "" stands twice`},
		{"repeated known key, escaped", `{"id":1,"\u0069d":1}`, `byte 8: the key "id" stands twice`},
		{"repeated unknown key, escaped", `{"\u0078":1,"x":1}`, `byte 12: the key "x" stands twice`},
		{"repeated key among many", manyKeys("k" + strings.Repeat("x", 35)), `byte 1021: the key "kxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" stands twice`},
		{"null, then a value", `{"id":null,"id":1}`, `byte 11: the key "id" stands twice`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var m message
			err := m.parse([]byte(tt.line))
			if got := errorText(err); got != tt.err {
				t.Errorf("got the error %q, want %q", got, tt.err)
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// isMessage is a slow and simple form of message.parse, without the limit of the depth.
func isMessage(line []byte) bool {
	if !utf8.Valid(line) || !json.Valid(line) {
		return false
	}
	d := json.NewDecoder(bytes.NewReader(line))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return false
	}
	seen := make(map[string]bool)
	for d.More() {
		key, err := d.Token()
		if err != nil || seen[key.(string)] {
			return false
		}
		seen[key.(string)] = true
		if err := d.Decode(new(json.RawMessage)); err != nil {
			return false
		}
	}
	return true
}

// TestParseMessageAgainstOracle compares message.parse with isMessage on valid lines with
// one or more small changes.
func TestParseMessageAgainstOracle(t *testing.T) {
	seeds := []string{
		`{"id":7,"valid":true,"token":"+K^'","pin":"+K^","native":false,"name":"K"}`,
		`{"id":7,"valid":true,"tokens":["R'","R"],"original":"R","x":[{"a":-1.5e+3},[],{},null]}`,
		`{ "id" : 7 , "crash" : "a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00" }`,
		`{"a":0,"b":1,"aa":2,"\u0062b":3}`,
	}
	const bytesToInsert = "{}[]\":,\\/ \t\n\rabtfnu0123456789eE+-.\x00\x1f\x7f\x80\xff\xc3\xa9"
	random := rand.New(rand.NewPCG(1, 2))
	accepted, rejected := 0, 0
	for range 60_000 {
		line := []byte(seeds[random.IntN(len(seeds))])
		for range 1 + random.IntN(3) {
			at := random.IntN(len(line))
			switch random.IntN(4) {
			case 0:
				line = append(line[:at], line[at+1:]...)
			case 1:
				line[at] = bytesToInsert[random.IntN(len(bytesToInsert))]
			case 2:
				line = append(line[:at+1], line[at:]...)
				line[at] = bytesToInsert[random.IntN(len(bytesToInsert))]
			case 3:
				to := random.IntN(len(line))
				line[at], line[to] = line[to], line[at]
			}
		}
		var m message
		got, want := m.parse(line) == nil, isMessage(line)
		if got != want {
			t.Fatalf("parse accepts %q: %t, want %t", line, got, want)
		}
		if want {
			accepted++
		} else {
			rejected++
		}
	}
	if accepted < 5_000 || rejected < 5_000 {
		t.Errorf("%d accepted and %d rejected lines: too few of one kind", accepted, rejected)
	}
}

func TestUnescape(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{``, ""},
		{`K^'`, "K^'"},
		{`\u004b\u005E\u0027`, "K^'"},
		{`\"\\\/\b\f\n\r\t`, "\"\\/\b\f\n\r\t"},
		{`\u0000`, "\x00"},
		{`\u00e9\u20AC`, "é€"},
		{`\uD83D\uDE00`, "😀"},
		{`\uDBFF\uDFFF`, "\U0010FFFF"},
		{`\ud800`, "\xed\xa0\x80"},
		{`\udfff`, "\xed\xbf\xbf"},
		{`\udc00\ud800`, "\xed\xb0\x80\xed\xa0\x80"},
		{`\ud800\ud800\udc00`, "\xed\xa0\x80\U00010000"},
		{`\ud800\u0041`, "\xed\xa0\x80A"},
		{`\ud800\n`, "\xed\xa0\x80\n"},
		{`\ud800x`, "\xed\xa0\x80x"},
		{`\ufffd`, "\uFFFD"},
	} {
		if got := unescape(nil, []byte(tt.in)); string(got) != tt.want {
			t.Errorf("%s is %q; want %q", tt.in, got, tt.want)
		}
	}
}

func TestAppendString(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", `""`},
		{"+K^'", `"+K^'"`},
		{"\"\\/", `"\"\\/"`},
		{"\x00\t\n\x1f\x7f", `"\u0000\u0009\u000a\u001f` + "\x7f" + `"`},
		{"é\u0085\u2028😀", "\"é\u0085\u2028😀\""},
		{"\uFFFD", "\"\uFFFD\""},
		{"K\x80L", `"K\udc80L"`},
		{"\xff\xc3", `"\udcff\udcc3"`},
		{"\xed\xa0\x80", `"\udced\udca0\udc80"`},
	} {
		if got := string(appendString(nil, tt.in)); got != tt.want {
			t.Errorf("%q is written as %s; want %s", tt.in, got, tt.want)
		}
	}
}

// TestPlainLen tests each position in a group of eight bytes, which plainLen checks together.
func TestPlainLen(t *testing.T) {
	for _, filler := range []string{"'", "!", "~", "#", "]", " ", "[", "\x7f"} {
		for at := range 24 {
			for b := range 256 {
				s := []byte(strings.Repeat(filler, 24))
				s[at] = byte(b)
				want := at &^ 7
				if plain := b >= 0x20 && b < 0x80 && b != '"' && b != '\\'; plain {
					want = 24
				}
				if got := plainLen(string(s)); got != want {
					t.Fatalf("of %q: %d, want %d", s, got, want)
				}
			}
		}
	}
	if got := plainLen("'"); got != 0 {
		t.Errorf("of seven bytes: %d", got)
	}
}

// TestStringsRoundTrip tests that valid UTF-8 comes back unchanged, and that other bytes come
// back as a string that is not valid UTF-8.
func TestStringsRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	parts := []string{"K", "^", "'", "\"", "\\", "\x00", "\n", "é", "\u2028", "😀", "\uFFFD", "\xed\xa0\x80", "\xed\xbf\xbf", "\x80", "\xff"}
	for range 20_000 {
		var s string
		for range random.IntN(6) {
			s += parts[random.IntN(len(parts))]
		}
		var m message
		line := append(appendString([]byte(`{"token":`), s), '}')
		if err := m.parse(line); err != nil {
			t.Fatalf("%q is written as %q: %v", s, line, err)
		}
		got := m.text(keyToken).Value
		if utf8.ValidString(s) && got != s || utf8.ValidString(s) != utf8.ValidString(got) {
			t.Fatalf("%q comes back as %q", s, got)
		}
	}
}

func TestTexts(t *testing.T) {
	var remembered texts
	b := []byte("enhanced")
	for _, memory := range []*texts{nil, &remembered, &remembered} {
		for _, s := range []string{"", "K", "+K^'", "enhanced", "\x00", "a string that is not worth a slot"} {
			if got := memory.string([]byte(s)); got != s {
				t.Errorf("%q comes back as %q", s, got)
			}
		}
	}
	if n := testing.AllocsPerRun(100, func() { _ = remembered.string(b) }); n != 0 {
		t.Errorf("a string that was seen before costs %v allocations", n)
	}
}

// readLines returns the complete lines of r, and the error that ends them.
func readLines(r io.Reader) (in *lines, got []string, err error) {
	for in = newLines(r); err == nil; {
		if line, ok := in.next(); ok {
			got = append(got, string(line))
		} else {
			err = in.fill()
		}
	}
	return in, got, err
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	input := "a\n\n" + long + "\r\nb\nrest"
	want := []string{"a", "", long + "\r", "b"}
	for name, r := range map[string]io.Reader{
		"at once":      strings.NewReader(input),
		"byte by byte": iotest.OneByteReader(strings.NewReader(input)),
	} {
		in, got, err := readLines(r)
		if err != io.EOF || string(in.rest()) != "rest" || !slices.Equal(got, want) {
			t.Errorf("%s: %d lines, the rest %q, the error %v", name, len(got), in.rest(), err)
		}
	}
}

func TestLineLimit(t *testing.T) {
	full := strings.Repeat("x", MaxLine)
	for _, tt := range []struct {
		name, input string
		ok          bool
	}{
		{"as long as may be", full + "\n", true},
		{"as long as may be, with a carriage return", full + "\r\n", true},
		{"a byte longer", full + "x\n", false},
		{"a byte longer, with a carriage return", full + "x\r\n", false},
		{"as long as may be, after another", "a\n" + full + "\n", true},
		{"a byte longer, after another, and no end of line", "a\n" + full + "x", false},
	} {
		_, got, err := readLines(strings.NewReader(tt.input))
		whole := len(got) > 0 && strings.TrimSuffix(got[len(got)-1], "\r") == full
		if whole != tt.ok || (err == ErrLineTooLong) == tt.ok {
			t.Errorf("%s: %d lines, the error %v", tt.name, len(got), err)
		}
	}
}

// TestLinesMemory tests that the buffer stays bounded on an endless line, and shrinks after
// a long one.
func TestLinesMemory(t *testing.T) {
	in := newLines(io.MultiReader(strings.NewReader(strings.Repeat("x", 1<<20)+"\ny\n"), endless{}))
	var sizes []int
	var err error
	for err == nil {
		if _, ok := in.next(); ok {
			sizes = append(sizes, len(in.buf))
			continue
		}
		err = in.fill()
	}
	if err != ErrLineTooLong || len(in.buf) > MaxLine+2 {
		t.Errorf("the error is %v, the buffer has %d bytes", err, len(in.buf))
	}
	if len(sizes) != 2 || sizes[0] < 1<<20 {
		t.Errorf("sizes of the buffer: %v", sizes)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestTail(t *testing.T) {
	var tl tail
	if tl.String() != "" {
		t.Error("the zero tail is not empty")
	}
	all := ""
	random := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		piece := strings.Repeat(string(rune('a'+random.IntN(26))), random.IntN(700))
		if random.IntN(20) == 0 {
			piece = strings.Repeat(piece, 40)
		}
		n, err := tl.Write([]byte(piece))
		if n != len(piece) || err != nil {
			t.Fatalf("wrote %d of %d: %v", n, len(piece), err)
		}
		all += piece
		if want := all[max(0, len(all)-maxTail):]; tl.String() != want {
			t.Fatalf("after %d bytes the tail is not the last of them", len(all))
		}
	}
	if len(tl.buf) > 2*maxTail {
		t.Errorf("the tail keeps %d bytes", len(tl.buf))
	}
}

func TestIDs(t *testing.T) {
	g, h := ids{1, 0}, ids{2, 0}
	last, same := int64(0), 0
	steps := make(map[int64]bool)
	for n := int64(1); n < 10_000; n++ {
		id := g.id(n)
		if id < last+2 || id > MaxID {
			t.Fatalf("id %d after %d", id, last)
		}
		steps[id-last] = true
		if id == h.id(n) {
			same++
		}
		for _, candidate := range []int64{id - 1, id, id + 1} {
			got, ok := g.request(candidate)
			if want := candidate == id; ok != want || ok && got != n {
				t.Fatalf("id %d is that of request %d, %t; it belongs to request %d, %t", candidate, got, ok, n, want)
			}
		}
		last = id
	}
	if len(steps) < 5000 || same > 10 {
		t.Errorf("the ids can be guessed: %d different steps, %d ids equal to those of another seed", len(steps), same)
	}
	if id := g.id(maxRequests); id > MaxID || id < MaxID-1<<idNoiseBits {
		t.Errorf("the last id is %d", id)
	}
	if n, ok := g.request(0); n != 0 || !ok {
		t.Error("the id of hello is not 0")
	}
	if a, b := newIDs(0), newIDs(0); a == b {
		t.Error("two sessions without a seed have the same ids")
	}
	if a, b := newIDs(7), newIDs(7); a != b {
		t.Error("two sessions with one seed have different ids")
	}
}
