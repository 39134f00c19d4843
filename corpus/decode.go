package corpus

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"sync"
)

// A LineError describes a fault of one line of a corpus file, and how to fix it. Decode
// never returns the zero value.
type LineError struct {
	Line   int    // counted from 1
	Reason string // one sentence in printable ASCII, whatever bytes the line has
}

// Error returns the line and the reason in one sentence.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// Decode reads vectors to the end of r, one JSON object on each line.
//
// Decode is strict, so that no vector is silently skipped or misread. Each of these is an
// error, a [*LineError]:
//   - no line at all, a blank line, a last line without its LF, CR LF;
//   - invalid UTF-8, invalid JSON, more than one object;
//   - a key that is unknown, in another case, repeated, missing, or of another
//     operation;
//   - a value of the wrong type or outside its table;
//   - token and hex that differ, hex in upper case;
//   - an id, or a request (edition, operation, token, methods and other), that an
//     earlier line has.
//
// Decode returns an error of r unchanged. It does not check whether the expected results
// are correct.
func Decode(r io.Reader) ([]Vector, error) {
	data, err := io.ReadAll(r)
	return decode(data, err)
}

// decode decodes the content of a file. readErr is the error that ended it, or nil.
func decode(data []byte, readErr error) ([]Vector, error) {
	lines := bytes.SplitAfter(data, []byte("\n"))
	rest := lines[len(lines)-1]
	lines = lines[:len(lines)-1]
	switch {
	case readErr != nil:
	case len(rest) > 0:
		readErr = &LineError{len(lines) + 1, "the last line does not end in LF; end it, or fetch the file again if it was cut short"}
	case len(lines) == 0:
		readErr = &LineError{1, "the file is empty; a corpus file holds at least one vector"}
	}
	vectors, faults := decodeLines(lines)
	ids := make(map[string]int, len(lines))
	requests := make(map[request]int, len(lines))
	for i, v := range vectors {
		fault := faults[i]
		q := request{v.Edition, v.Op, v.Token, v.Other, strings.Join(v.Methods, ",")}
		if fault == nil && ids[v.ID] > 0 {
			fault = fmt.Errorf("duplicate id %q, first in line %d; give every vector a unique id", v.ID, ids[v.ID])
		}
		if first := requests[q]; fault == nil && first > 0 {
			fault = fmt.Errorf("%q has the same request as %q in line %d; keep one of the two", v.ID, vectors[first-1].ID, first)
		}
		if fault != nil {
			return nil, &LineError{Line: i + 1, Reason: fault.Error()}
		}
		ids[v.ID], requests[q] = i+1, i+1
	}
	if readErr != nil {
		return nil, readErr
	}
	return vectors, nil
}

// A request is the input of a vector, and unique to it.
type request struct {
	edition, op, token, other string
	methods                   string // joined by commas, which no method contains
}

// decodeLines decodes lines on all cores, because every run of the corpus waits for it. It returns
// a vector or a fault for each.
func decodeLines(lines [][]byte) (vectors []Vector, faults []error) {
	vectors, faults = make([]Vector, len(lines)), make([]error, len(lines))
	var decoding sync.WaitGroup
	size := max(1, (len(lines)+runtime.GOMAXPROCS(0)-1)/runtime.GOMAXPROCS(0))
	for first := 0; first < len(lines); first += size {
		decoding.Go(func() {
			for i := first; i < min(first+size, len(lines)); i++ {
				vectors[i], faults[i] = decodeLine(bytes.TrimSuffix(lines[i], []byte("\n")))
			}
		})
	}
	decoding.Wait()
	return vectors, faults
}

// quote escapes text from a file for a message, and truncates long text.
func quote(text string) string {
	const most = 40
	if len(text) > most {
		return strconv.QuoteToASCII(text[:most]) + "..."
	}
	return strconv.QuoteToASCII(text)
}

// quoteAll quotes the entries of a table of this package for a message.
func quoteAll(table []string) string { return `"` + strings.Join(table, `", "`) + `"` }
