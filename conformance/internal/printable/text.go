// Package printable has strings that escape themselves wherever they are shown or marshalled: what a system
// under test said, and tokens, which are any bytes. The types of packages oracle and result have such
// strings, so all reports escape.
package printable

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
)

// Text is untrusted text of one line. Its String, and with it every format of package fmt,
// every template and every encoder, shows it as [conformance.Visible]. A conversion to
// string gives the raw text.
type Text string

// String returns the text as it may be shown.
func (t Text) String() string { return conformance.Visible(string(t), "") }

// MarshalText returns the text as it may be shown.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// longestText is how many bytes of a text of an implementation a report holds.
const longestText = 4096

// Cut returns the text as a report holds it: a long one is cut, and its length is added.
func (t Text) Cut() Text {
	if len(t) <= longestText {
		return t
	}
	return t[:longestText] + Text("… ("+number.Counted(len(t), "byte")+")")
}

// Short returns the text as it may be shown, abbreviated to so many bytes.
func (t Text) Short(longest int) string { return Abbreviate(t.String(), longest) }

// Texts returns texts as [Text].
func Texts(texts []string) []Text { return each(texts, func(text string) Text { return Text(text) }) }

func each[T, U any](all []T, f func(T) U) []U {
	out := make([]U, len(all))
	for i, one := range all {
		out[i] = f(one)
	}
	return out
}

// Strings returns texts as they may be shown.
func Strings(texts []Text) []string { return each(texts, Text.String) }

// Join joins texts as they may be shown.
func Join(texts []Text, separator string) string { return strings.Join(Strings(texts), separator) }

// Lines is untrusted text of several lines: line feeds and tabs stay.
type Lines string

// String returns the lines as they may be shown.
func (l Lines) String() string { return conformance.Visible(string(l), "\n\t") }

// MarshalText returns the lines as they may be shown.
func (l Lines) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Said returns what a system under test said as a report shows it: escaped, and cut if it is
// long.
func Said(s string) string { return Text(s).Cut().String() }

// Abbreviate cuts a text that is longer than so many bytes, and adds an ellipsis.
func Abbreviate(s string, longest int) string {
	if len(s) <= longest {
		return s
	}
	cut := longest
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// Capital returns a text with its first letter, one of ASCII, in upper case.
func Capital(s string) string { return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):] }

// JSON returns a value as one line of JSON without a line feed. It does not escape what only
// HTML needs: the encoder that calls this does, if it is to.
func JSON(value any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// ShellLine writes a command as a line for a shell, in printable ASCII: words as they
// are, in single quotes, or, where they hold what [conformance.Visible] escapes, as bash,
// zsh and POSIX's shell of 2024 quote it.
func ShellLine(args []string) string { return strings.Join(each(args, ShellWord), " ") }

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=@%+,"

// ShellWord writes an argument as a word of such a line.
func ShellWord(arg string) string {
	switch {
	case conformance.Visible(arg, "") != arg:
	case arg != "" && strings.Trim(arg, plain) == "":
		return arg
	case strings.IndexFunc(arg, func(r rune) bool { return r > '~' }) < 0:
		return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
	}
	var b strings.Builder
	b.WriteString("$'")
	for _, c := range []byte(arg) {
		switch {
		case c == '\'' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c < ' ' || c > '~' || c == '#' || c == ':':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + "'"
}

// StderrEnd returns the last line of standard error as a clause to append to a sentence, unescaped and
// cut to 200 bytes, or "" if there is none.
func StderrEnd(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	last := lines[len(lines)-1]
	if last == "" {
		return ""
	}
	return "; standard error ends with " + last[:min(len(last), 200)]
}
