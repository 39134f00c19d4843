// Package corrupt tests readers of files with damaged copies of a valid file.
package corrupt

import (
	"bytes"
	"fmt"
	"iter"
	"os"
	"strings"
)

// Test calls read with damaged copies of a small valid file: cut short, changed, doubled and
// removed at some places, in another encoding, nested too deep, too long and too often. All
// places are taken with EPIN_WHOLE=1, and otherwise about so many. read reports whether the
// reader has accepted a copy, and an error if that, or anything else that the reader did, is
// wrong. A panic of the reader fails the test with the name of the copy. t is a *testing.T, also
// of the package that a builder of fuzz targets puts in place of testing.
func Test(t tester, valid []byte, places int, read func(damaged []byte) (accepted bool, wrong error)) {
	t.Helper()
	if accepted, wrong := read(bytes.Clone(valid)); !accepted || wrong != nil {
		t.Fatalf("the file itself: accepted %t, %v", accepted, wrong)
	}
	step := max(len(valid)/places, 1)
	if os.Getenv("EPIN_WHOLE") == "1" {
		step = 1
	}
	all, taken := 0, 0
	for name, damaged := range copies(valid, step) {
		if bytes.Equal(damaged, valid) {
			continue
		}
		all++
		func() {
			defer func() {
				if v := recover(); v != nil {
					t.Fatalf("%s: panic: %v", name, v)
				}
			}()
			accepted, wrong := read(damaged)
			if accepted {
				taken++
			}
			if wrong != nil {
				t.Errorf("%s: %v", name, wrong)
			}
		}()
	}
	t.Logf("%d damaged copies of %d bytes, %d of them accepted", all, len(valid), taken)
}

type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Logf(format string, args ...any)
}

// copies yields damaged copies by what was done to them.
func copies(valid []byte, step int) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		on := true
		give := func(parts [][]byte, format string, args ...any) {
			on = on && yield(fmt.Sprintf(format, args...), bytes.Join(parts, nil))
		}
		for at := 0; at < len(valid) && on; at += step {
			before, b, after := valid[:at], valid[at], valid[at+1:]
			give([][]byte{before}, "cut short after %d bytes", at)
			for _, changed := range []byte{b ^ 1, b ^ 0x20, b ^ 0x80, 0, '"', '\n'} {
				give([][]byte{before, {changed}, after}, "byte %d changed from %#x to %#x", at, b, changed)
			}
			give([][]byte{before, after}, "byte %d removed", at)
			give([][]byte{before, {b, b}, after}, "byte %d doubled", at)
		}
		lines := bytes.SplitAfter(valid, []byte("\n"))
		for i := 0; i < len(lines) && on; i += max(step*len(lines)/len(valid), 1) {
			before, line, after := bytes.Join(lines[:i], nil), lines[i], bytes.Join(lines[i+1:], nil)
			give([][]byte{before, after}, "line %d removed", i+1)
			give([][]byte{before, line, line, after}, "line %d doubled", i+1)
			give([][]byte{line, before, after}, "line %d put first", i+1)
		}
		const many = 100_000
		for name, damaged := range map[string][]byte{
			"written twice":           bytes.Repeat(valid, 2),
			"written a hundred times": bytes.Repeat(valid, 100),
			"with CR LF":              bytes.ReplaceAll(valid, []byte("\n"), []byte("\r\n")),
			"with a byte order mark":  append([]byte("\ufeff"), valid...),
			"in UTF-16":               append([]byte{0xff, 0xfe}, bytes.Join(bytes.Split(valid, nil), []byte{0})...),
			"with blanks in front":    append([]byte(" \t"), valid...),
			"with a NUL behind":       append(bytes.Clone(valid), 0),
			"nested in arrays":        []byte(strings.Repeat("[", many) + string(valid) + strings.Repeat("]", many)),
			"nested in objects":       []byte(strings.Repeat(`{"a":`, many) + string(valid) + strings.Repeat("}", many)),
			"arrays that never end":   append(bytes.Clone(valid), bytes.Repeat([]byte("["), many)...),
			"with a long line":        append(bytes.Repeat([]byte("x"), 1<<20), valid...),
			"with many lines":         append(bytes.Repeat([]byte("\n"), many), valid...),
			"bytes that are no text":  bytes.Repeat([]byte{0xff}, len(valid)),
			"empty":                   nil,
		} {
			give([][]byte{damaged}, "%s", name)
		}
	}
}
