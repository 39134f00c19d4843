package adaptercheck

import (
	"errors"
	"fmt"
	"time"

	"github.com/epin-conformance/harness/conformance/wire"
)

// lose reports why responses do not come, and ends the process. rest holds the bytes after
// the last line.
func (r *runner) lose(rest []byte, err error, open []due, timeout time.Duration) {
	answers := open[0].String()
	if len(open) > 1 {
		answers += fmt.Sprintf(" and %d more answers", len(open)-1)
	}
	switch {
	case r.ctx.Err() != nil:
	case errors.Is(err, wire.ErrLate):
		r.problem(r.whyLate(), answers, timeout)
	case errors.Is(err, wire.ErrLineTooLong):
		r.problem("a line is longer than 16 MiB, the most that the protocol allows: end each response with a line feed, and keep it short")
	default:
		if len(rest) > 0 {
			r.out.line("< %s  (no line feed)", visible(string(rest), 200))
		}
		switch e := r.drop(); {
		case e.Late:
			r.problem("%s did not come, and standard output was closed: leave it open to the end of the input", answers)
		case len(rest) > 0:
			r.problem("the program ended (%s) in the middle of a line, and %s did not come: end each line with a line feed", e.State, answers)
		default:
			r.problem("the program ended (%s), and %s did not come: go on until the input ends, and look at standard error for what happened", e.State, answers)
		}
	}
	r.giveUp()
}

// whyLate ends the input, to find out whether the responses come then. It returns the format
// of a problem; its arguments are the responses and a duration.
func (r *runner) whyLate() string {
	r.out.line("(nothing more comes, so the input ends)")
	r.raw.CloseInput()
	late := "%s did not come within %s: answer every request, and flush standard output after each line"
	for range mostNoise {
		line, err := r.raw.Line(r.grace)
		if len(line) > 0 {
			r.out.line("< %s", visible(string(line), 200))
		}
		if err != nil && len(line) > 0 {
			return "%s has no line feed after it, %s later: end each line with a line feed, and flush"
		}
		if err != nil {
			break
		}
		if _, err := wire.DecodeID(line); err == nil {
			late = "%s did not come within %s, only when the input ended: flush standard output after each line, and wait for no more input than one line"
		}
	}
	return late
}

// giveUp ends a process that cannot be used further, if it has not ended yet.
func (r *runner) giveUp() {
	if r.raw != nil {
		r.drop()
	}
	if r.lost++; r.lost == mostLost {
		r.broken = fmt.Sprintf("%d processes died or were given up", mostLost)
	}
}

// drop ends the process, and reports no problem about its exit.
func (r *runner) drop() wire.Ended {
	e := r.raw.Close()
	r.raw = nil
	r.out.stderr(e.Stderr)
	return e
}

// finish ends the input, and checks how the program exits.
func (r *runner) finish() {
	r.raw.CloseInput()
	for range mostNoise {
		line, err := r.raw.Line(r.grace)
		if len(line) > 0 || err == nil || errors.Is(err, wire.ErrLineTooLong) {
			r.problem("a line came after the last answer, \"%s\": write one line for each request, and nothing else", visible(string(line), 60))
		}
		if err != nil {
			break
		}
	}
	e := r.drop()
	r.out.line("(at the end of the input: %s)", e.State)
	switch {
	case r.ctx.Err() != nil:
	case e.Late:
		r.problem("the program had not ended %s after the end of its input, and was ended: when standard input ends, exit", r.grace.Round(time.Millisecond))
	case !e.Success:
		r.problem("the program ended with %s: when standard input ends, exit with status 0", e.State)
	}
	if e.Left && r.ctx.Err() == nil {
		r.problem("something that the program had started ran on after it, and was ended: wait for what it starts before it exits")
	}
}
