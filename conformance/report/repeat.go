package report

import (
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance/suite"
)

// repeat returns the command that repeats one check.
func (c *Collector) repeat(f suite.Failure) []string {
	r := &c.report
	args := []string{"epin", "certify", "--edition", r.Edition, "--profile", r.Profile}
	if f.Seeded {
		args = append(args, "--seed", strconv.FormatUint(r.Seed, 10))
	}
	args = append(args, "--only", f.Check)
	if len(r.Implementation.Command) > 0 {
		args = append(append(args, "--"), r.Implementation.Command...)
	}
	return args
}

// shellLine writes a command as a line for a POSIX shell.
func shellLine(args []string) string {
	words := make([]string, len(args))
	for i, arg := range args {
		words[i] = arg
		if arg == "" || strings.Trim(arg, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=@%+,") != "" {
			words[i] = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
