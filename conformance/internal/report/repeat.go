package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// repeat returns the command that repeats one check.
func (c *Collector) repeat(f suite.Failure) []string {
	switch {
	case f.Single != "":
		return c.repeating("certify", []string{f.Single}, false)
	case c.fuzzing:
		return c.repeating("fuzz", nil, true)
	}
	return c.repeating("certify", []string{f.Check}, f.Seeded)
}

// repeating returns the command that asks what selectors name, or everything, with the
// seed where that matters.
func (c *Collector) repeating(command string, only []string, seeded bool) []string {
	r := &c.report
	args := []string{"epin", command, "--edition", r.Edition}
	if r.Profile == suite.Exec.String() {
		args = append(args, "--exec")
	} else {
		args = append(args, "--profile", r.Profile)
	}
	if seeded {
		args = append(args, "--seed", strconv.FormatUint(r.Seed, 10))
	}
	if command == "fuzz" && c.rounds > 0 {
		args = append(args, "--rounds", strconv.Itoa(c.rounds))
	}
	args = append(args, c.flags...)
	for _, selector := range only {
		args = append(args, "--only", selector)
	}
	if len(c.command) > 0 {
		args = append(append(args, "--"), c.command...)
	}
	return args
}

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
