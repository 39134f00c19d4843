package printable

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/internal/number"
)

// Token is a string of any bytes: a token, or what stands in its place. Its JSON has three
// forms of it, text (where it is printable), quoted and hex, and is read from the last.
type Token string

// Tokens returns strings as tokens.
func Tokens(all []string) []Token { return each(all, func(s string) Token { return Token(s) }) }

// String returns the token as a printable Go string literal in ASCII.
func (t Token) String() string { return Text(strconv.QuoteToASCII(string(t))).String() }

// forms are the members of the JSON of a token.
type forms struct {
	Text   *string `json:"text,omitempty"`
	Quoted string  `json:"quoted"`
	Hex    string  `json:"hex"`
}

// MarshalJSON returns the object with the three forms.
func (t Token) MarshalJSON() ([]byte, error) {
	f := forms{Quoted: t.String(), Hex: hex.EncodeToString([]byte(t))}
	if text := string(t); Text(t).String() == text {
		f.Text = &text
	}
	return JSON(f)
}

// UnmarshalJSON reads the hexadecimal form alone. To find other forms that do not agree, compare the
// file with what MarshalJSON returns, as package report does.
func (t *Token) UnmarshalJSON(data []byte) error {
	var f forms
	if err := json.Unmarshal(data, &f); err != nil {
		return err
	}
	token, err := hex.DecodeString(f.Hex)
	*t = Token(token)
	return err
}

const longestShown = 60 // bytes of a form

// Shown returns the token as a Go string literal, a long one by both ends, with its length.
func (t Token) Shown() string {
	quoted := t.String()
	if len(quoted) <= longestShown {
		return quoted
	}
	return fmt.Sprintf("\"%s\" (%s bytes)", t.Ends(longestShown), number.Thousands(len(t)))
}

// ShownHex returns the token in hexadecimal, a long one by both ends.
func (t Token) ShownHex() string {
	digits := hex.EncodeToString([]byte(t))
	switch {
	case digits == "":
		return "(empty)"
	case len(digits) <= longestShown:
		return digits
	}
	return digits[:longestShown*2/3] + "…" + digits[len(digits)-longestShown/3:]
}

// Ends is what stands between the quotation marks of a token. Where that is longer than
// longest, it is both its ends, which are no longer together, and an ellipsis between them;
// no escape is cut in two.
func (t Token) Ends(longest int) string {
	text := t.String()
	text = text[1 : len(text)-1]
	if len(text) <= longest {
		return text
	}
	rest, start, end := string(t), "", ""
	for rest != "" {
		_, size := utf8.DecodeRuneInString(rest)
		character := escaped(rest[:size])
		if len(start)+len(character) > longest-longest/3 {
			break
		}
		start, rest = start+character, rest[size:]
	}
	for rest != "" {
		_, size := utf8.DecodeLastRuneInString(rest)
		character := escaped(rest[len(rest)-size:])
		if len(character)+len(end) > longest/3 {
			break
		}
		end, rest = character+end, rest[:len(rest)-size]
	}
	return Text(start + "…" + end).String()
}

func escaped(character string) string {
	quoted := strconv.QuoteToASCII(character)
	return quoted[1 : len(quoted)-1]
}
