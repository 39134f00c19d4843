package wire

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"
)

// TestParseMessage tests the limit of the depth, and the texts of errors.
// TestParseMessageAgainstOracle tests the grammar.
func TestParseMessage(t *testing.T) {
	nested := func(depth int, open, end string) string {
		return `{"x":` + strings.Repeat(open, depth) + strings.Repeat(end, depth) + `}`
	}
	for _, tt := range []struct{ line, err string }{
		{nested(200, "[", "]"), ""},
		{`{"x":` + strings.Repeat(`{"x":`, 199) + "{}" + strings.Repeat("}", 199) + "}", ""},
		{`{"implementation":` + nested(200, "[", "]") + "}", ""},
		{nested(201, "[", "]"), "byte 205: nested more than 200 deep"},
		{nested(1e6, "[", "]"), "byte 205: nested more than 200 deep"},
		{`{"x":` + strings.Repeat(`{"x":`, 200) + "{}" + strings.Repeat("}", 201), "byte 1005: nested more than 200 deep"},
		{`{"implementation":` + nested(201, "[", "]") + "}", "byte 223: nested more than 200 deep"},
		{"", "an empty line"},
		{" \t\r", "an empty line"},
		{"\uFEFF{}", "a byte order mark"},
		{"null", "no JSON object"},
		{"{}{}", "byte 2: something after the end of the object"},
		{"{\"a\":\"\xff\"}", "not valid UTF-8"},
		{`{a:1}`, "byte 1: no key where one has to be"},
		{`{"a"`, "byte 4: no colon after a key"},
		{`{"a":`, "byte 5: no JSON value"},
		{`{"a":tru}`, "byte 5: no JSON value"},
		{`{"a":1 "b":2}`, "byte 7: neither a comma nor the end of the object"},
		{`{"a":[1`, "byte 7: neither a comma nor the end of the array"},
		{`{"a":"b`, "byte 5: a string without an end"},
		{"{\"a\":\"\t\"}", "byte 6: a control character in a string, not escaped"},
		{`{"a":"\u123"}`, "byte 6: no escape that JSON has"},
		{`{"id":null,"\u0069d":1}`, `byte 11: the key "id" stands twice`},
		{`{"\u0078":1,"x":1}`, `byte 12: the key "x" stands twice`},
	} {
		if got := errorText(new(message).parse([]byte(tt.line))); got != tt.err {
			t.Errorf("%.100q: got the error %q, want %q", tt.line, got, tt.err)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestParseMessageAgainstOracle compares message.parse with plainObject on lines with every form
// of a value, and on valid lines with one or more small changes.
func TestParseMessageAgainstOracle(t *testing.T) {
	same := func(line string) (accepted bool) {
		t.Helper()
		_, want := plainObject([]byte(line))
		if got := new(message).parse([]byte(line)) == nil; got != want {
			t.Fatalf("parse accepts %q: %t, want %t", line, got, want)
		}
		return want
	}
	for value := range strings.SplitSeq(`null true false True tru nulls NaN 0 -0 1 -12 1.5 0.0e0 1E+9 1e-9 +1 - 01 1. .5 1e+ 0x1 `+
		`[1] [1,] [}] [1 {} {"a":1,"a":2} {,"a":1} {"a":1,} {a:1} {'a':1} `+
		`"" "\"\\\/\b\f\n\r\t\u0000\uD83D\uDE00\ud800" "b "b\ "\' "\'" "\N" "\u123" "\u+123" 1/**/ `+
		"\"\x7f\u0085\u2028é😀\" \"\t\" \"\x00\" \"\xff\" \"\xc0\xaf\" \"\xed\xa0\x80\" \u00a01 \f1", " ") {
		same(`{"a":` + value + `}`)
		same(" { \"a\" :\t[ " + value + " , 2 ] , \"A\" : 1}\t\r")
		for _, line := range []string{value, value + "{}", "{}" + value, `{"a":1` + value, `{"a":1,"b` + value + `":1}`} {
			same(line)
		}
	}
	var many strings.Builder // more keys than any message has
	for i := range 40 {
		many.WriteString(`"k` + strings.Repeat("x", i) + `":0,`)
	}
	if !same("{"+many.String()+`"z":0}`) || same("{"+many.String()+`"kxxxx":0}`) || same(`{"":1,"":1}`) {
		t.Error("a repeated key is accepted, or others are rejected")
	}
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
		if same(string(line)) {
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
	for in, want := range map[string]string{
		`\u004b\u005E\u0027`: "K^'",
		`\"\\\/\b\f\n\r\t`:   "\"\\/\b\f\n\r\t",
		`\u0000\ufffd`:       "\x00\uFFFD",
		`\u00e9\u20AC`:       "é€",
		`\uD83D\uDE00`:       "😀",
		`\uDBFF\uDFFF`:       "\U0010FFFF",
		`\ud800`:             "\xed\xa0\x80",
		`\udfff`:             "\xed\xbf\xbf",
		`\udc00\ud800`:       "\xed\xb0\x80\xed\xa0\x80",
		`\ud800\ud800\udc00`: "\xed\xa0\x80\U00010000",
		`\ud800\u0041`:       "\xed\xa0\x80A",
		`\ud800\n`:           "\xed\xa0\x80\n",
		`\ud800x`:            "\xed\xa0\x80x",
	} {
		if got := unescape(nil, []byte(in)); string(got) != want {
			t.Errorf("%s is %q; want %q", in, got, want)
		}
	}
}

// TestStringsRoundTrip tests that valid UTF-8 comes back unchanged, and that other bytes come
// back as a string that is not valid UTF-8. plainLen checks eight bytes together, so each byte
// is tested at each place of such a group, with different ones around it.
func TestStringsRoundTrip(t *testing.T) {
	roundTrip := func(s string) {
		var m message
		line := append(appendString([]byte(`{"token":`), s), '}')
		if err := m.parse(line); err != nil {
			t.Fatalf("%q is written as %q: %v", s, line, err)
		}
		got := m.text(keyToken).value
		if utf8.ValidString(s) && got != s || utf8.ValidString(s) != utf8.ValidString(got) {
			t.Fatalf("%q comes back as %q", s, got)
		}
	}
	for _, filler := range []string{"'", "!", "~", "#", "]", " ", "[", "\x7f"} {
		for at := range 16 {
			for b := range 256 {
				roundTrip(strings.Repeat(filler, at) + string([]byte{byte(b)}) + strings.Repeat(filler, 23-at))
			}
		}
	}
	random := rand.New(rand.NewPCG(3, 4))
	parts := []string{"K", "^", "'", "\"", "\\", "\x00", "\n",
		"é", "\u2028", "😀", "\uFFFD", "\xed\xa0\x80", "\xed\xbf\xbf", "\x80", "\xff"}
	for range 20_000 {
		var s string
		for range random.IntN(6) {
			s += parts[random.IntN(len(parts))]
		}
		roundTrip(s)
	}
}

// TestLines tests that lines end with their LF and at the limit, and that the buffer shrinks after a
// long line.
func TestLines(t *testing.T) {
	full := strings.Repeat("x", MaxLine)
	parts := func(parts ...string) io.Reader {
		var readers []io.Reader
		for _, part := range parts {
			readers = append(readers, strings.NewReader(part))
		}
		return io.MultiReader(readers...)
	}
	for name, tt := range map[string]struct {
		r    io.Reader
		want []string // with the rest, if all is read
		err  error
	}{
		"at once":                      {parts("a\n\nb\r\nc\nrest"), []string{"a", "", "b\r", "c", "rest"}, io.EOF},
		"byte by byte":                 {iotest.OneByteReader(parts("a\n\nb\r\nc")), []string{"a", "", "b\r", "c"}, io.EOF},
		"as long as may be":            {parts("a\n", full, "\n", "b\n"), []string{"a", full, "b", ""}, io.EOF},
		"as long as may be, with a CR": {parts(full, "\r\n"), []string{full + "\r", ""}, io.EOF},
		"a byte longer, with a CR":     {parts(full, "x\r\n"), nil, ErrLineTooLong},
		"a byte longer, after another": {parts("a\n", full, "x"), []string{"a"}, ErrLineTooLong},
		"without end":                  {endless{}, nil, ErrLineTooLong},
	} {
		in := newLines(tt.r)
		var got []string
		var err error
		for err == nil {
			if line, ok := in.next(); ok {
				got = append(got, string(line))
			} else {
				err = in.fill()
			}
		}
		if err == io.EOF {
			got = append(got, string(in.rest()))
		}
		if err != tt.err || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %d lines, the error %v", name, len(got), err)
		}
		if size := len(in.buf); size > MaxLine+2 || err == io.EOF && size > firstBuffer {
			t.Errorf("%s: the buffer has %d bytes", name, size)
		}
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// TestTail writes lines in pieces of every size.
func TestTail(t *testing.T) {
	long := strings.Repeat("x", 3*maxTailLine)
	for _, test := range []struct{ written, want string }{
		{"", ""},
		{"no line feed", "no line feed"},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n"},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n", "1\n2\n3\n4\n5\n(1 line left out)\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n"},
		{"1\n" + strings.Repeat("\n", 5000) + "end", "1\n\n\n\n\n(4,986 lines left out)\n\n\n\n\n\n\n\n\n\n\nend"},
		{long + "\n" + long, long[:maxTailLine] + "\n" + long[:maxTailLine]},
	} {
		for _, size := range []int{1, 7, 1 << 20} {
			var tl tail
			for piece := range slices.Chunk([]byte(test.written), size) {
				if n, err := tl.Write(piece); n != len(piece) || err != nil {
					t.Fatalf("wrote %d of %d: %v", n, len(piece), err)
				}
			}
			if tl.String() != test.want {
				t.Errorf("%.40q: %q, want %q", test.written, tl.String(), test.want)
			}
			tl.end()
			if _, err := tl.Write([]byte("late")); err != nil || tl.String() != test.want {
				t.Errorf("after the end it is %q (%v)", tl.String(), err)
			}
		}
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
	if a, b := newIDs(), newIDs(); a == b {
		t.Error("two sessions have the same ids")
	}
}
