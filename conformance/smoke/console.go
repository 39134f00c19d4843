package smoke

import (
	"fmt"
	"io"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/internal/number"
)

// console is where the conversation is shown. It keeps the first error of the writer.
type console struct {
	w   io.Writer
	err error
}

// printf writes text as [conformance.Visible] escapes it, in lines.
func (c *console) printf(format string, args ...any) {
	if c.err == nil {
		_, c.err = io.WriteString(c.w, conformance.Visible(fmt.Sprintf(format, args...), "\n"))
	}
}

// What stands before what was sent, what came on standard output, and what came on
// standard error.
const (
	sent     = ">"
	received = "<"
	onStderr = "!"
)

// line shows a line of the conversation; remark is ours, about it.
func (c *console) line(mark string, line []byte, remark string) {
	if remark != "" {
		remark = "  (" + remark + ")"
	}
	c.printf("  %s %s%s\n", mark, visible(line), remark)
}

// remark shows something of ours between the lines.
func (c *console) remark(format string, args ...any) {
	c.printf("    ("+format+")\n", args...)
}

// shownStderr is how many lines of standard error are shown, the last ones.
const shownStderr = 10

func (c *console) stderr(text string) {
	text = strings.TrimRight(text, "\r\n")
	if text == "" {
		return
	}
	lines := strings.Split(text, "\n")
	if n := len(lines) - shownStderr; n > 0 {
		c.remark("%d earlier lines of standard error", n)
		lines = lines[n:]
	}
	for _, line := range lines {
		c.line(onStderr, []byte(strings.TrimSuffix(line, "\r")), "")
	}
}

// shown is how much of a line is shown, in bytes.
const shown = 200

// visible is the beginning of a line, as it may be shown.
func visible(line []byte) string {
	if len(line) <= shown {
		return conformance.Visible(string(line), "")
	}
	return conformance.Visible(strings.ToValidUTF8(string(line[:shown]), ""), "") + "... (" + number.Thousands(len(line)) + " bytes)"
}
