// Package knownfailures reads and writes lists of known failures: checks that an
// implementation is known to fail, each with the reason why that is tolerated.
//
// A list is UTF-8 text:
//
//	# The dollar sign is fixed in 2.0.
//	accepts "K\n": a line feed at the end is accepted, issue 12
//	  properties/pin-superset
//	epin/9.3/derive: it returns nil, issue 14
//
// A line is an identifier, a colon and a reason. A line about only one token has the token
// after the identifier, as a Go string literal in double quotes. The identifier is the full
// one of a requirement or a check, or one of the words accepts, rejects and crashes. Blanks
// around each part, empty lines, and lines that begin with # are ignored.
//
// An indented line without a colon and a reason belongs to the line above it: they are one
// known failure, with one reason.
//
// A reason that begins with a question mark is a placeholder: a program writes the observed
// failure there, and a person replaces it by a reason.
//
// This package does not check that the requirement or the check exists: see suite.Config.
package knownfailures

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// Line is a line of a list. The zero value is not a valid Line.
type Line struct {
	Number int              `json:"line"`            // the line number in the file, from 1; 0 if there is no file
	ID     string           `json:"id"`              // the identifier of a requirement or a check, or a word
	Token  *printable.Token `json:"token,omitempty"` // the token; nil means all tokens
	Reason printable.Text   `json:"reason"`          // one line, not empty, without blanks at its ends
	More   bool             `json:"more,omitempty"`  // whether it belongs to the known failure of the line before it
}

// Subject returns the line without its reason: the identifier, and the token if there is one.
func (l Line) Subject() string {
	if l.Token == nil {
		return l.ID
	}
	return l.ID + " " + strconv.QuoteToASCII(string(*l.Token))
}

// unwritten begins a placeholder for a reason.
const unwritten = "?"

// Unwritten returns a placeholder for a reason. found is one line about the observed failure.
// [Parse] rejects a list with a placeholder.
func Unwritten(found string) printable.Text { return printable.Text(unwritten + " " + found) }

// String returns the line with its reason.
func (l Line) String() string { return l.Subject() + ": " + string(l.Reason) }

// text returns the line as in a file.
func (l Line) text() string {
	if l.More {
		return "  " + l.Subject()
	}
	return l.String()
}

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
// about the first line that is malformed, or has the same subject as an earlier one.
func Parse(data []byte) (List, error) {
	list := List{Lines: []Line{}}
	first := map[string]int{}
	for text := range bytes.Lines(data) {
		list.text = append(list.text, strings.TrimRight(string(text), "\r\n"))
		number := len(list.text)
		if number > MaxLines {
			return List{}, &Error{number, fmt.Sprintf("a list has no more than %d lines: name a requirement instead of each of its checks", MaxLines)}
		}
		line, err := parseLine(list.text[number-1], list.Lines)
		if err != nil {
			return List{}, &Error{number, err.Error()}
		}
		if line.ID == "" {
			continue
		}
		if before := first[line.Subject()]; before > 0 {
			return List{}, &Error{number, fmt.Sprintf("%s is already in line %d", line.Subject(), before)}
		}
		first[line.Subject()] = number
		line.Number = number
		list.Lines = append(list.Lines, line)
	}
	return list, nil
}

const blanks = " \t\r"

// form is a line with an identifier, and perhaps a token, a colon and a reason.
var form = regexp.MustCompile(`^([A-Za-z0-9/._-]+)[ \t\r]*("(?:[^"\\]|\\.)*")?[ \t\r]*(:.*)?$`)

// parseLine parses a line. It returns the zero Line for a line that is ignored. before holds
// the lines before it.
func parseLine(text string, before []Line) (Line, error) {
	if !utf8.ValidString(text) {
		return Line{}, errors.New("it is not UTF-8")
	}
	more := len(before) > 0 && strings.IndexAny(text, blanks) == 0 // if it has no reason
	text = strings.Trim(text, blanks)
	if text == "" || text[0] == '#' {
		return Line{}, nil
	}
	parts := form.FindStringSubmatch(text)
	if parts == nil {
		return Line{}, errors.New("write a requirement, a check, or accepts, rejects or crashes, then a token in double quotes " +
			"if it is about one only, and then a colon and a reason")
	}
	l := Line{ID: parts[1]}
	if parts[2] != "" {
		token, err := strconv.Unquote(parts[2])
		if err != nil {
			return Line{}, fmt.Errorf("the token after %s is not a Go string literal", l.ID)
		}
		l.Token = (*printable.Token)(&token)
	}
	reason := strings.Trim(strings.TrimPrefix(parts[3], ":"), blanks)
	l.Reason = printable.Text(reason)
	switch {
	case parts[3] == "" && more:
		l.More, l.Reason = true, before[len(before)-1].Reason
	case strings.HasPrefix(reason, unwritten):
		return Line{}, fmt.Errorf("the reason of %s is still a question mark: write a reason in place of it and the text behind it", l.Subject())
	case reason == "":
		return Line{}, fmt.Errorf("%s has no reason: write one after a colon", l.Subject())
	}
	return l, nil
}

// Format returns the text of a list: a comment of any number of lines, and then the lines.
func Format(comment string, lines []Line) []byte {
	var b bytes.Buffer
	for text := range strings.Lines(comment) {
		b.WriteString("# " + strings.TrimRight(text, "\n") + "\n")
	}
	for _, l := range lines {
		b.WriteString(l.text() + "\n")
	}
	return b.Bytes()
}

// Updated returns the text of the list, with its comments, without the lines for which keep
// returns false, and with the lines of added at its end. If it removes the line with the
// reason of a known failure, the next line of that failure gets the reason.
func (l List) Updated(keep func(Line) bool, added []Line) []byte {
	var b bytes.Buffer
	lines, headless := l.Lines, false
	for i, text := range l.text {
		if len(lines) > 0 && lines[0].Number == i+1 {
			line := lines[0]
			lines = lines[1:]
			headless = headless && line.More
			if !keep(line) {
				headless = headless || !line.More
				continue
			}
			if headless {
				text, headless = line.String(), false
			}
		}
		b.WriteString(text + "\n")
	}
	b.Write(Format("", added))
	return b.Bytes()
}
