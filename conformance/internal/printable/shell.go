package printable

import (
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// ShellLine writes a command as a line for a shell, in printable ASCII: words as they
// are, in single quotes, or, where they hold what [conformance.Visible] escapes, as bash,
// zsh and POSIX's shell of 2024 quote it.
func ShellLine(args []string) string {
	words := make([]string, len(args))
	for i, arg := range args {
		words[i] = ShellWord(arg)
	}
	return strings.Join(words, " ")
}

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
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c > '~' || c == '#' || c == ':':
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String() + "'"
}
