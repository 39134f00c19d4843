package smoke

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

const (
	// mostBad is how many lines of one step may be wrong before the process is given up.
	mostBad = 3
	// mostLost is how many times a process may be lost before the adapter is given up.
	mostLost = 3
	// mostTimeouts is how many timeouts all the answers to one write may take together.
	mostTimeouts = 4
)

// conversation is what is said to the adapter, by as many processes as it takes, and
// what is found out by it.
type conversation struct {
	ctx     context.Context
	command wire.Command
	out     console
	schemas schemas
	result  Result
	step    *Step // the one under way

	edition epin.Edition // of the main conversation
	offers  conformance.Description
	started time.Duration // from start to the answer to hello
	noise   bool          // a line came that answers nothing
	lost    int           // processes that died or hung
	broken  string        // why nothing more can be asked
	err     error         // why nothing can be found out

	raw     *wire.Raw     // nil where no process runs
	grace   time.Duration // of raw
	lastID  int64
	replied map[int64]bool // the ids that were answered
}

func (c *conversation) problem(format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if !slices.Contains(c.step.Problems, what) {
		c.step.Problems = append(c.step.Problems, what)
	}
	c.step.Outcome = Problem
}

func (c *conversation) note(format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if !slices.Contains(c.step.Notes, what) {
		c.step.Notes = append(c.step.Notes, what)
	}
}

// start starts a process.
func (c *conversation) start() bool {
	command := c.command
	if c.started > 0 {
		// A runtime that starts slowly ends no sooner than it has started.
		command.Grace += 2 * c.started
	}
	raw, err := command.StartRaw(c.ctx)
	if err != nil {
		c.err = err
		return false
	}
	c.raw, c.grace, c.lastID, c.replied = raw, command.Grace, 0, map[int64]bool{}
	return true
}

// send sends bytes, and shows them.
func (c *conversation) send(text, remark string) {
	line := []byte(text)
	if !bytes.HasSuffix(line, []byte("\n")) && remark == "" {
		remark = "no line feed yet"
	}
	c.out.line(sent, bytes.TrimSuffix(line, []byte("\n")), remark)
	c.raw.Send(line)
}

// hello asks hello, and returns the answer. Where there is none that can be read, the
// process is gone.
func (c *conversation) hello(edition string) (h wire.Hello, ok bool) {
	began := time.Now()
	c.send(fmt.Sprintf(`{"id":0,"op":"hello","protocol":%d,"edition":%q}`, wire.Version, edition)+"\n", "")
	due := []asked{{id: 0}}
	for range mostBad {
		line, err := c.raw.Line(c.command.HelloTimeout)
		if err != nil {
			c.lose(line, err, due, c.command.HelloTimeout)
			return h, false
		}
		c.out.line(received, line, "")
		if !isObject(line) {
			c.noise = true
			c.problem("%s", noise(line))
			continue
		}
		c.result.Answered = true
		h, complaint := c.schemas.judgeHello(line)
		if complaint != "" {
			c.problem("%s", complaint)
			c.drop()
			return h, false
		}
		c.replied[0] = true
		for _, name := range unknownNames(line) {
			c.note("hello offers \"%s\", which is no operation or method of the protocol: look at its spelling", excerpt([]byte(name)))
		}
		c.started = max(c.started, time.Since(began))
		return h, true
	}
	c.problem("hello was not answered by one of the first %d lines: answer it first", mostBad)
	c.drop()
	return h, false
}

// connected makes sure that there is a process that has answered hello.
func (c *conversation) connected() bool {
	if c.raw != nil {
		return true
	}
	c.out.remark("a new process")
	if !c.start() {
		return false
	}
	_, ok := c.hello(c.edition.String())
	if !ok && c.err == nil {
		c.broken = "a new process did not answer hello"
	}
	return ok
}

// newID returns an id that the process has not seen.
func (c *conversation) newID() int64 {
	c.lastID += 3
	return c.lastID
}

// request is what asks req.
func (c *conversation) request(req conformance.Request) asked {
	a := asked{id: c.newID(), request: req}
	line, err := wire.AppendRequest(nil, a.id, req, c.offers.Bytes)
	if err != nil {
		panic(err) // what is asked here is within the limits
	}
	a.line = string(line)
	return a
}

// shownOfMany is how many lines are shown of more than twice as many.
const shownOfMany = 3

// ask sends requests in one write, and waits for their answers. A response that did not
// come, or was wrong, is missing in what it returns.
func (c *conversation) ask(requests ...asked) map[int64]conformance.Response {
	var all []byte
	few := len(requests) <= 2*shownOfMany
	for i, a := range requests {
		if few || i < shownOfMany {
			c.out.line(sent, []byte(a.line), "")
		}
		all = append(append(all, a.line...), '\n')
	}
	if !few {
		c.out.remark("and %d more in the same write", len(requests)-shownOfMany)
	}
	c.raw.Send(all)
	return c.await(requests)
}

// one asks one thing.
func (c *conversation) one(a asked) (conformance.Response, bool) {
	resp, ok := c.ask(a)[a.id]
	return resp, ok
}

// await waits for the answers to what was sent.
func (c *conversation) await(requests []asked) map[int64]conformance.Response {
	due, answers := slices.Clone(requests), make(map[int64]conformance.Response)
	few := len(due) <= 2*shownOfMany
	deadline := time.Now().Add(mostTimeouts * c.command.Timeout)
	for bad := 0; len(due) > 0; {
		timeout := min(c.command.Timeout, time.Until(deadline))
		line, err := c.raw.Line(timeout)
		if err != nil {
			c.lose(line, err, due, timeout.Round(time.Millisecond))
			return answers
		}
		i, resp, complaint := c.read(due, line)
		if few || len(requests)-len(due) < shownOfMany || complaint != "" {
			c.out.line(received, line, "")
		}
		if complaint != "" {
			c.problem("%s", complaint)
			if bad++; bad == mostBad {
				c.out.remark("and more, perhaps: the process is given up")
				c.drop()
				return answers
			}
		}
		if i < 0 {
			continue
		}
		if complaint == "" {
			answers[due[i].id] = resp
		}
		c.replied[due[i].id] = true
		due = slices.Delete(due, i, i+1)
	}
	if !few {
		c.out.remark("%d answers, of %d", len(answers), len(requests))
	}
	return answers
}

// read reads a line as the answer to one of the requests that are due, due[i], or to
// none, where i is negative.
func (c *conversation) read(due []asked, line []byte) (i int, resp conformance.Response, complaint string) {
	if !isObject(line) {
		c.noise = true
		return -1, resp, noise(line)
	}
	id, ok := roughID(line)
	i = slices.IndexFunc(due, func(a asked) bool { return ok && a.id == id })
	switch {
	case i >= 0:
	case ok && c.replied[id]:
		c.noise = true
		return -1, resp, fmt.Sprintf("the request %d was answered a second time: answer each request once", id)
	default:
		i = 0 // what else may it be meant for?
	}
	resp, complaint = c.schemas.judgeAnswer(due[i], line)
	return i, resp, complaint
}

// lose says why answers do not come, and ends the process.
func (c *conversation) lose(rest []byte, err error, due []asked, timeout time.Duration) {
	c.lost++
	if c.lost == mostLost {
		c.broken = fmt.Sprintf("%d processes died or did not answer", mostLost)
	}
	answers := "the answer to " + describe(due[0])
	if len(due) > 1 {
		answers = fmt.Sprintf("%d answers, the first to %s,", len(due), describe(due[0]))
	}
	switch {
	case c.ctx.Err() != nil:
		c.drop()
	case errors.Is(err, wire.ErrLate):
		c.out.remark("nothing more for %s", timeout)
		c.whyLate(answers, due, timeout)
	case errors.Is(err, wire.ErrLineTooLong):
		c.problem("a line is longer than 16 MiB, the most that the protocol allows: end each response with a line feed, and keep it short")
		c.drop()
	default:
		if len(rest) > 0 {
			c.out.line(received, rest, "no line feed")
		}
		e := c.drop()
		switch {
		case e.Late:
			c.problem("%s did not come, and standard output was closed: leave it open to the end of the input", answers)
		case len(rest) > 0:
			c.problem("the program ended (%s) in the middle of a line, with %s due: end each line with a line feed, and go on until the input ends", e.State, answers)
		default:
			c.problem("the program ended (%s) with %s due: go on until the input ends, and look at standard error for what happened", e.State, answers)
		}
	}
}

// whyLate ends the input, to see whether that brings what was waited for.
func (c *conversation) whyLate(answers string, due []asked, timeout time.Duration) {
	c.out.remark("the input ends, to see whether anything comes then")
	c.raw.CloseInput()
	came := false
	for range mostBad {
		line, err := c.raw.Line(c.grace)
		if len(line) > 0 {
			remark := ""
			if err != nil {
				remark = "no line feed"
			}
			c.out.line(received, line, remark)
			if err != nil {
				c.drop()
				c.problem("%s has no line feed after it: end each line with a line feed, and flush", answers)
				return
			}
		}
		if err != nil {
			break
		}
		id, ok := roughID(line)
		came = came || ok && slices.ContainsFunc(due, func(a asked) bool { return a.id == id })
	}
	c.drop()
	if came {
		c.problem("%s came only when the input ended: flush standard output after each line, and do not wait for more input than one line", answers)
		return
	}
	c.problem("%s did not come within %s: answer every request, and flush standard output after each line", answers, timeout)
}

// describe names a request in a sentence.
func describe(a asked) string {
	if a.request.Op == "" {
		return "hello"
	}
	return fmt.Sprintf("the request %d (%s)", a.id, a.request.Op)
}

// drop ends the process, without asking how.
func (c *conversation) drop() wire.Ended {
	e := c.raw.Close()
	c.raw = nil
	c.out.stderr(e.Stderr)
	return e
}

// finish ends the input, and judges how the program ends.
func (c *conversation) finish() {
	c.raw.CloseInput()
	c.out.remark("the input ends")
	for extra := 0; ; extra++ {
		line, err := c.raw.Line(c.grace)
		if len(line) > 0 || err == nil {
			c.noise = true
			c.out.line(received, line, "")
			c.problem("a line came after the last answer, \"%s\": write one line for each request, and nothing else", excerpt(line))
		}
		if errors.Is(err, wire.ErrLineTooLong) {
			c.noise = true
			c.problem("a line longer than 16 MiB came after the last answer: write one line for each request, and nothing else")
		}
		if err == nil && extra < mostBad {
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, wire.ErrLate) {
			c.out.remark("standard output: %v", err)
		}
		break
	}
	e := c.drop()
	if c.ctx.Err() != nil {
		return
	}
	switch {
	case e.Late:
		c.problem("the program had not ended %s after the end of its input, and was ended: when standard input ends, exit", c.grace.Round(time.Millisecond))
	case !e.Success:
		c.problem("the program ended with %s: when standard input ends, exit with status 0", e.State)
	}
	if e.Left {
		c.problem("something that the program had started ran on after it, and was ended: wait for what it starts before it exits")
	}
	if c.step.Outcome == OK {
		c.out.remark("%s", e.State)
	}
}
