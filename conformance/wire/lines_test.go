package wire

import (
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

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
		"byte by byte":                 {iotest.OneByteReader(parts("a\n\nb\r\nc")), []string{"a", "", "b\r", "c"}, io.EOF},
		"as long as may be":            {parts("a\n", full, "\n", "b\n"), []string{"a", full, "b", ""}, io.EOF},
		"as long as may be, with a CR": {parts(full, "\r\n"), []string{full + "\r", ""}, io.EOF},
		"a byte longer, with a CR":     {parts(full, "x\r\n"), nil, ErrLineTooLong},
		"a byte longer, after another": {parts("a\n", full, "x"), []string{"a"}, ErrLineTooLong},
		"without end":                  {allX, nil, ErrLineTooLong},
	} {
		in := lines{r: tt.r}
		var got []string
		block, err := in.block()
		for ; err == nil; block, err = in.block() {
			for line := range strings.Lines(string(block)) {
				got = append(got, line[:len(line)-1])
			}
		}
		if err == io.EOF {
			got = append(got, string(in.rest))
		}
		if err != tt.err || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %d lines, the error %v", name, len(got), err)
		}
		if size := cap(in.rest); size > MaxLine+2 || err == io.EOF && size > mostKept {
			t.Errorf("%s: the buffer has %d bytes", name, size)
		}
	}
}

// allX reads one character without end.
var allX = ioFunc(func(p []byte) (int, error) { return copy(p, strings.Repeat("x", len(p))), nil })

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
			tl.ended.Store(true)
			if _, err := tl.Write([]byte("late")); err != nil || tl.String() != test.want {
				t.Errorf("after the end it is %q (%v)", tl.String(), err)
			}
		}
	}
}

// TestIDs tests that ids grow, encode their request, and cannot be guessed.
func TestIDs(t *testing.T) {
	g, h, last := newIDs(), newIDs(), int64(0)
	steps, same := make(map[int64]bool), 0
	for n := int64(1); n < 10_000; n++ {
		id := g.id(n)
		if steps[id-last] = true; id == h.id(n) {
			same++
		}
		if id < last+2 || id>>idNoiseBits != n {
			t.Fatalf("id %d after %d is that of request %d, want %d", id, last, id>>idNoiseBits, n)
		}
		last = id
	}
	if len(steps) < 5000 || same > 10 {
		t.Errorf("the ids can be guessed: %d different steps, %d ids equal to those of another session", len(steps), same)
	}
}
