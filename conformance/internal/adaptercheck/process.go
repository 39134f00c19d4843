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
	requests := open[0].String()
	if len(open) > 1 {
		requests += fmt.Sprintf(" and %d more requests", len(open)-1)
	}
	switch {
	case r.ctx.Err() != nil:
	case errors.Is(err, wire.ErrLate):
		r.problem(r.whyLate(), requests, timeout)
	case errors.Is(err, wire.ErrLineTooLong):
		r.problem("a line is longer than 16 MiB, the most that the protocol allows: end each response with a line feed, and keep it short")
	default:
		if len(rest) > 0 {
			r.out.line("< %s  (no line feed)", visible(string(rest), 200))
		}
		switch e := r.drop(); {
		case e.Late:
			r.problem("standard output was closed before the response to %s: leave it open until the input ends", requests)
		case len(rest) > 0:
			r.problem("the program ended (%s) in the middle of a line, before it responded to %s: end each line with a line feed",
				e.State, requests)
		default:
			r.problem("the program ended (%s) before it responded to %s: read requests until the input ends; standard error may say what happened",
				e.State, requests)
		}
	}
	r.giveUp()
}

// whyLate ends the input, to find out whether the responses come then. It returns the format
// of a problem; its arguments are the responses and a duration.
func (r *runner) whyLate() string {
	r.out.line("(nothing more comes, so the input ends)")
	r.raw.CloseInput()
	late := "no response to %s within %s: respond to every request, and flush standard output after each line"
	for range mostNoise {
		line, err := r.raw.Line(r.grace)
		if len(line) > 0 {
			r.out.line("< %s", visible(string(line), 200))
		}
		if err != nil && len(line) > 0 {
			return "no line feed after the response to %s, %s later: end each line with a line feed, and flush"
		}
		if err != nil {
			break
		}
		if _, err := wire.DecodeID(line); err == nil {
			late = "no response to %s within %s, but one at the end of the input: flush standard output after each line, and do not wait for more than one line of input"
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
		r.broken = fmt.Sprintf("%d processes ended early or hung", mostLost)
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
			r.problem("a line after the last response, \"%s\": write one line for each request, and nothing else",
				visible(string(line), 60))
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
		r.problem("the program did not exit within %s after the end of its input: exit when standard input ends",
			r.grace.Round(time.Millisecond))
	case !e.Success:
		r.problem("the program ended with %s: exit with status 0 when standard input ends", e.State)
	}
	if e.Left && r.ctx.Err() == nil {
		r.problem("a process that the program started was still running after it: wait for it before you exit")
	}
}
