package corpus

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A LineError says what is wrong with one line of a corpus file, and what to do
// about it. The zero value is no error that Decode returns.
type LineError struct {
	Line   int    // counted from 1
	Reason string // one sentence, in printable ASCII however hostile the line
}

// Error returns the line and the reason in one sentence.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

// Decode reads vectors, one JSON object a line, to the end of r.
//
// It is strict, because a corpus that is half understood tests half of what it
// claims. Each of these is an error, a [*LineError]: no line at all, a blank
// line, a last line without its LF, CR LF; what is not UTF-8, not JSON, or more
// than one object; a key that is unknown, in another case, there twice, missing,
// or of another operation; a value of the wrong type or outside its table; token
// and hex that differ, hex in upper case; an id, or a question (edition,
// operation, token, methods and other), that an earlier line has already. What r
// itself fails with is returned as it is.
//
// Whether the answers are right is not judged here.
func Decode(r io.Reader) ([]Vector, error) {
	lines, readErr := readLines(r)
	var (
		vectors []Vector
		ids     = make(map[string]int)
		asked   = make(map[question]int)
	)
	for i, d := range decodeLines(lines) {
		number := i + 1
		wrong := func(reason error) ([]Vector, error) {
			return nil, &LineError{Line: number, Reason: reason.Error()}
		}
		if d.err != nil {
			return wrong(d.err)
		}
		v := d.vector
		if first, twice := ids[v.ID]; twice {
			return wrong(fmt.Errorf("id %q stands in line %d already; give every vector an id of its own", v.ID, first))
		}
		q := questionOf(v)
		if first, twice := asked[q]; twice {
			return wrong(fmt.Errorf("%q asks what %q in line %d asks already; keep one of the two", v.ID, vectors[first-1].ID, first))
		}
		ids[v.ID], asked[q] = number, number
		vectors = append(vectors, v)
	}
	if readErr != nil {
		return nil, readErr
	}
	return vectors, nil
}

// decoded is what a line is, or what is wrong with it.
type decoded struct {
	vector Vector
	err    error
}

// decodeLines decodes each line, on all cores: whoever runs the corpus waits for it.
func decodeLines(lines [][]byte) []decoded {
	all := make([]decoded, len(lines))
	var decoding sync.WaitGroup
	size := max(1, (len(lines)+runtime.GOMAXPROCS(0)-1)/runtime.GOMAXPROCS(0))
	for first := 0; first < len(lines); first += size {
		decoding.Go(func() {
			for i := first; i < min(first+size, len(lines)); i++ {
				all[i].vector, all[i].err = decodeLine(lines[i])
			}
		})
	}
	decoding.Wait()
	return all
}

// readLines reads lines without their LF to the end of r. With an error come the lines
// before it.
func readLines(r io.Reader) ([][]byte, error) {
	var lines [][]byte
	for buffered := bufio.NewReader(r); ; {
		line, err := buffered.ReadBytes('\n')
		switch {
		case err == nil:
			lines = append(lines, line[:len(line)-1])
			continue
		case !errors.Is(err, io.EOF):
			return lines, err
		case len(line) > 0:
			return lines, &LineError{len(lines) + 1, "the last line does not end in LF; end it, or fetch the file again if it was cut short"}
		case len(lines) == 0:
			return nil, &LineError{1, "the file is empty; a corpus file holds at least one vector"}
		}
		return lines, nil
	}
}

// A question is what a vector asks, apart from what it is called and what is
// wanted.
type question struct {
	edition, op, token, other string
	methods                   string // joined by commas, which no method holds
}

func questionOf(v Vector) question {
	return question{v.Edition, v.Op, v.Token, v.Other, strings.Join(v.Methods, ",")}
}

// quote shows text from a file: escaped, and cut where it is long.
func quote(text string) string {
	const most = 40
	if len(text) > most {
		return strconv.QuoteToASCII(text[:most]) + "..."
	}
	return strconv.QuoteToASCII(text)
}

// quoteAll shows the entries of a table.
func quoteAll(table []string) string {
	shown := slices.Clone(table)
	for i := range shown {
		shown[i] = strconv.Quote(shown[i])
	}
	return strings.Join(shown, ", ")
}
