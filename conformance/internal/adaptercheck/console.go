package adaptercheck

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/notation"
)

// console prints the conversations, up to the first error.
type console struct {
	w       io.Writer
	verbose bool
	err     error           // why there is no result
	lines   strings.Builder // of the current step
}

func (c *console) write(text string) {
	if c.err == nil {
		_, c.err = io.WriteString(c.w, conformance.Visible(text, "\n"))
	}
}

// line adds a line to the current step. Its first character tells what it shows: > is input
// of the adapter, < is standard output, ! is standard error.
func (c *console) line(format string, args ...any) { fmt.Fprintf(&c.lines, "  "+format+"\n", args...) }

// mostShown is the number of lines of a turn that are shown in each direction.
const mostShown = 6

func (c *console) sent(text string) {
	lines := slices.Collect(strings.Lines(text))
	for _, line := range lines[:min(len(lines), mostShown)] {
		whole, ended := strings.CutSuffix(line, "\n")
		c.line("> %s%s", visible(whole, 200), map[bool]string{false: "  (no line feed yet)"}[ended])
	}
	if more := len(lines) - mostShown; more > 0 {
		c.line("(and %d more in the same write)", more)
	}
}

// visible returns a line that is safe to show, cut after most bytes.
func visible(line string, most int) string {
	if len(line) <= most {
		return conformance.Visible(line, "")
	}
	return conformance.Visible(strings.ToValidUTF8(line[:most], ""), "") + "... (" + number.Thousands(len(line)) + " bytes)"
}

// end prints the outcome of a step and its lines, if it has a problem or a note, or if all steps
// are printed.
func (c *console) end(s Step, why string) {
	lines, outcome := "  ("+why+")\n"+c.lines.String(), "ok"
	switch {
	case len(s.Problems) > 0:
		outcome = "problem"
	case s.Skipped != "":
		outcome = "skipped, " + s.Skipped
	}
	if s.Skipped != "" || c.lines.Len() == 0 {
		lines = ""
	}
	c.lines.Reset()
	if !c.verbose {
		if len(s.Problems)+len(s.Notes) == 0 {
			return
		}
		c.write(s.Name + ": ")
	}
	c.write(outcome + "\n" + lines)
	for _, p := range s.Problems {
		c.write("  problem: " + p.Text + "\n")
	}
	for _, text := range s.Notes {
		c.write("  note: " + text + "\n")
	}
}

// summary prints the result, the problems and the notes. broken is why conversations were left out. edition
// is the edition that was checked, or nil if the adapter supports none.
func (c *console) summary(r Result, broken string, edition *notation.Edition) {
	wrong, skipped := 0, 0
	var notes []Step
	for _, s := range r.Steps {
		if len(s.Problems) > 0 {
			wrong++
		} else if s.Skipped != "" {
			skipped++
		}
		n := Step{Name: s.Name}
		for _, text := range s.Notes {
			n.add(Problem{text, text})
		}
		notes = append(notes, n)
	}
	if broken != "" {
		c.write("The other conversations were skipped: " + broken + ".\n")
	}
	c.write(fmt.Sprintf("%d of %d conversations ok, %d with a problem, %d skipped\n", len(r.Steps)-wrong-skipped, len(r.Steps), wrong, skipped))
	c.list("What to change:\n", r.Steps)
	c.list("Notes (the protocol allows these):\n", notes)
	const untested = " Whether the library is correct was not tested"
	switch {
	case edition == nil:
		c.write("The adapter was not checked, because it supports no requested edition.\n")
	case !r.Right():
		c.write("The adapter does not follow the protocol." + untested + ".\n")
	case edition == notation.EPIN:
		c.write("The adapter follows the protocol." + untested + ": run `epin certify`.\n")
	default:
		c.write(fmt.Sprintf("The adapter follows the protocol, in edition %s.%s: run `epin certify --edition %[1]s`.\n", edition, untested))
	}
}

// list prints the problems of all steps, each fault once with its first step.
func (c *console) list(title string, steps []Step) {
	seen := make(map[string]bool)
	for _, s := range steps {
		for _, p := range s.Problems {
			if !seen[p.fault] {
				c.write(title + "  - " + p.Text + " (" + s.Name + ")\n")
			}
			title, seen[p.fault] = "", true
		}
	}
}
