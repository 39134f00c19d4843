// Package knownfailures reads and writes lists of known failures: findings about an implementation, each with
// the reason why it is tolerated. The command reads a list, and package suite compares it with the findings
// of a run.
//
// A list is UTF-8 text:
//
//	# The dollar sign is fixed in 2.0.
//	single/parse/410a/accepted: a line feed at the end is accepted, issue 12
//	epin/9.3/derive: it returns nil, issue 14
//
// A line is an identifier, a colon and a reason. The identifier is that of a finding or the full
// one of a requirement; whether it exists is not checked. Blanks around each part, empty lines, and
// lines that begin with # are ignored. A reason that begins with a question mark is a placeholder:
// a program writes the observed failure there, and a person replaces it by a reason.
package knownfailures

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// Line is a line of a list. The zero value is not a valid Line.
type Line struct {
	Number int            `json:"line"`   // the line number in the file, from 1; 0 if there is no file
	ID     string         `json:"id"`     // the identifier of a finding or a requirement
	Reason printable.Text `json:"reason"` // one line, not empty, without blanks at its ends
}

// String returns the line as in a file.
func (l Line) String() string { return l.ID + ": " + string(l.Reason) }

// List is a list of known failures, with the text that it was read from. The zero value is
// empty.
type List struct {
	Lines []Line
	text  []string // every line of the file
}

// Error is the error for a line of a list.
type Error struct {
	Line int
	What string // a sentence without its full stop
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.What) }

// MaxLines is the maximal number of lines in a list, with comments and empty lines.
const MaxLines = 1 << 16

// Parse parses a list. Its Lines are not nil, even if there are none. The error is an [*Error]
// about the first line that is malformed, or has the identifier of an earlier one.
func Parse(data []byte) (List, error) {
	list := List{Lines: []Line{}}
	first := map[string]int{}
	for text := range bytes.Lines(data) {
		list.text = append(list.text, strings.TrimRight(string(text), "\r\n"))
		number := len(list.text)
		line, err := parseLine(list.text[number-1])
		before := first[line.ID]
		switch {
		case number > MaxLines:
			err = fmt.Errorf("a list has no more than %d lines: name a requirement instead of each of its checks", MaxLines)
		case before > 0:
			err = fmt.Errorf("%s is already in line %d", line.ID, before)
		}
		if err != nil {
			return List{}, &Error{number, err.Error()}
		}
		if line.ID != "" {
			first[line.ID], line.Number = number, number
			list.Lines = append(list.Lines, line)
		}
	}
	return list, nil
}

// form is a line with an identifier, and perhaps a colon and a reason.
var form = regexp.MustCompile(`^([A-Za-z0-9/._-]+)[ \t\r]*(?::[ \t\r]*(.*))?$`)

// parseLine parses a line. It returns the zero Line for a line that is ignored.
func parseLine(text string) (Line, error) {
	if !utf8.ValidString(text) {
		return Line{}, errors.New("it is not UTF-8")
	}
	text = strings.Trim(text, " \t\r")
	if text == "" || text[0] == '#' {
		return Line{}, nil
	}
	parts := form.FindStringSubmatch(text)
	if parts == nil {
		return Line{}, errors.New("write a requirement, or a finding such as single/parse/4b0a/accepted, and then a colon and a reason")
	}
	l := Line{ID: parts[1], Reason: printable.Text(parts[2])}
	switch {
	case strings.HasPrefix(string(l.Reason), "?"):
		return Line{}, fmt.Errorf("the reason of %s is still a question mark: write a reason in place of it and the text behind it", l.ID)
	case l.Reason == "":
		return Line{}, fmt.Errorf("%s has no reason: write one after a colon", l.ID)
	}
	return l, nil
}

// Updated returns the text of the list, with its comments, without the lines whose numbers are in
// dropped, and with the lines of added at its end.
func (l List) Updated(dropped map[int]bool, added []Line) []byte {
	var b bytes.Buffer
	for i, text := range l.text {
		if !dropped[i+1] {
			b.WriteString(text + "\n")
		}
	}
	for _, line := range added {
		b.WriteString(line.String() + "\n")
	}
	return b.Bytes()
}
