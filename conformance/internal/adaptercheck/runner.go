package adaptercheck

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

const (
	// mostNoise is the number of lines without a response in a turn that end the process.
	mostNoise = 3
	// mostLost is the number of processes that exit, hang or are ended before Run stops.
	mostLost = 3
	// mostTimeouts bounds the time for all responses of a turn together, in timeouts.
	mostTimeouts = 4
	// longest is the length of the longest response that is compared with the expected one,
	// in bytes: decoding takes many times as much memory.
	longest = 1 << 20
)

// runner runs the conversations, with as many processes as necessary.
type runner struct {
	ctx     context.Context
	command wire.Command
	out     console
	has     []string
	result  Result
	step    *Step // the current one

	edition    *notation.Edition // the edition in hello, instead of the current one
	started    time.Duration     // from the start of a process to its response to hello
	lost       int
	uncompared bool   // only the form of the responses is checked
	differing  int    // the responses of this conversation with unexpected values
	broken     string // why no more requests can be sent
	err        error  // why there is no result

	raw      *wire.Raw     // nil if no process runs
	grace    time.Duration // of raw
	offers   conformance.Description
	greeted  bool           // hello has a well-formed response
	declined bool           // that response is unsupported
	answered map[int64]bool // the ids of answered requests
}

// start starts a process, and sends hello unless it is the zero value. It ends the process and
// reports false if hello gets no well-formed response.
func (r *runner) start(hello turn) bool {
	command := r.command
	command.Grace += 2 * r.started // a runtime that starts slowly also exits slowly
	raw, err := command.StartRaw(r.ctx)
	if err != nil {
		r.err = err
		return false
	}
	r.raw, r.grace, r.answered, r.greeted, r.declined = raw, command.Grace, map[int64]bool{}, false, false
	if hello.send == "" {
		return true
	}
	learns := len(r.result.Steps) == 1 // the first conversation finds out the edition
	began := time.Now()
	sent := strings.Replace(hello.send, `"`+notation.EPIN.String()+`"`, `"`+r.edition.String()+`"`, 1)
	r.turn(turn{send: sent, want: hello.want}, map[int64]conformance.Request{0: {Op: opHello}}, command.HelloTimeout)
	switch {
	case !r.greeted:
		if learns {
			r.broken = "there is no well-formed response to hello"
		}
		if r.raw != nil {
			r.giveUp()
		}
		return false
	case r.declined && learns:
		all := notation.All()
		next := slices.Index(all, r.edition) + 1
		if next == len(all) {
			r.problem("hello is unsupported for every requested edition: support the edition that you check, or select another with --edition")
			r.broken = "the library has none of the requested editions"
			break
		}
		r.out.line("(the library does not have edition %s, so %s is requested)", r.edition, all[next])
		r.drop()
		r.edition = all[next]
		return r.start(hello)
	}
	r.started = max(r.started, time.Since(began))
	if learns {
		r.out.line("(response after %s: operations %s, methods %s, bytes %t)",
			r.started.Round(time.Millisecond), r.offers.Ops, r.offers.Methods, r.offers.Bytes)
	}
	return true
}

const opHello = "hello"

// readHello decodes the response to hello, and notes unknown names in it.
func (r *runner) readHello(line []byte) error {
	r.result.Answered = true
	h, err := wire.DecodeHello(r.edition, line)
	if err != nil {
		return err
	}
	r.offers, r.greeted, r.declined = h.Description, true, h.Unsupported
	var names struct{ Ops, Methods []string }
	if len(r.result.Steps) > 1 || len(line) > longest || json.Unmarshal(line, &names) != nil {
		return nil // the notes exist, or encoding/json cannot read the names
	}
	for _, name := range slices.Concat(names.Ops, names.Methods) {
		known := slices.Contains(conformance.Ops(), conformance.Op(name)) || slices.Contains(conformance.MethodsOf(notation.EPIN), conformance.Method(name))
		if !known && len(r.step.Notes) < 5 {
			r.step.Notes = append(r.step.Notes, `hello offers "`+visible(name, 60)+`", which is no operation or method of the protocol: check its spelling`)
		}
	}
	if !r.declined && r.offers.Offers(conformance.OpApply) != (len(r.offers.Methods) > 0) {
		r.step.Notes = append(r.step.Notes, "hello offers apply without methods, or methods without apply: offer both or none")
	}
	return nil
}

// due is an expected response.
type due struct {
	id   int64
	want string
	req  conformance.Request
}

func (d due) String() string { return fmt.Sprintf("%s (id %d)", d.req.Op, d.id) }

// turn sends the input of a turn, and reads the responses.
func (r *runner) turn(t turn, asked map[int64]conformance.Request, timeout time.Duration) {
	r.out.sent(t.send)
	r.raw.Send([]byte(t.send))
	if t.end {
		r.out.line("(the input ends)")
		r.raw.CloseInput()
	}
	var open []due
	for _, want := range t.want {
		id, _ := wire.DecodeID([]byte(want)) // TestConversations checks the file
		if asked[id].Op == conformance.OpSweep {
			want = asVerdicts.Replace(want)
		}
		open = append(open, due{id, want, asked[id]})
	}
	deadline := time.Now().Add(mostTimeouts * timeout)
	for noisy, shown := 0, 0; len(open) > 0; shown++ {
		line, err := r.raw.Line(min(timeout, time.Until(deadline)))
		if err != nil {
			r.lose(line, err, open, timeout)
			return
		}
		before := len(r.step.Problems) + len(r.step.Notes)
		i := r.read(open, line)
		unexpected := len(r.step.Problems)+len(r.step.Notes) > before
		if unexpected || shown < mostShown {
			r.out.line("< %s", visible(string(line), 200))
		}
		if unexpected && i >= 0 {
			r.out.line("(expected: %s)", visible(open[i].want, 200))
		}
		if i >= 0 {
			r.answered[open[i].id] = true
			open = slices.Delete(open, i, i+1)
		} else if noisy++; noisy == mostNoise {
			r.giveUp()
			return
		}
	}
	if len(t.want) > mostShown {
		r.out.line("(%d responses in all)", len(t.want))
	}
}

// read checks a line. It returns the index of the open request that the line answers, or -1.
// A malformed response, or one with an unknown id, counts for the first open request.
func (r *runner) read(open []due, line []byte) int {
	id, err := wire.DecodeID(line)
	i := slices.IndexFunc(open, func(d due) bool { return err == nil && d.id == id })
	switch fault := wire.FaultOf(err); {
	case i >= 0:
		r.judge(open[i], line)
		return i
	case fault == wire.EmptyLine:
		r.problem("standard output has an empty line: write one line feed after each response, and nothing else")
	case fault == wire.ByteOrderMark:
		r.problem("standard output begins with a byte order mark: write UTF-8 without one")
	case fault == wire.NotObject:
		r.problem("standard output has a line that is not a response, \"%s\": write everything else to standard error",
			visible(string(line), 60))
	case err != nil:
		r.malformed(open[0], err)
		return 0
	case r.answered[id]:
		r.problem("a second response to a request: respond to each request once")
	default:
		r.problem("a response has the id of no open request: return each id unchanged, as an integer of 53 bits")
		return 0
	}
	return -1
}

// malformed adds a problem about a response that is not well formed.
func (r *runner) malformed(d due, err error) {
	how := "write it like the expected one"
	if wire.FaultOf(err) == wire.BadJSON {
		how = "write it with a JSON library"
	}
	r.problem("a response to %s is not well formed (%s): %s", d.req.Op, visible(err.Error(), 200), how)
}

// judge checks the form of a response, and notes an unexpected value.
func (r *runner) judge(d due, line []byte) {
	_, resp, err := wire.DecodeResponse(r.edition, d.req, line)
	declined, hello := resp.Outcome == conformance.Unsupported, d.req.Op == opHello
	if hello {
		err = r.readHello(line)
		declined = r.declined
	}
	if err == nil && d.req.Op == conformance.OpApply && r.offers.ApplyAttributes && resp.Outcome == conformance.Accepted {
		var fields struct{ Last json.RawMessage }
		if json.Unmarshal(line, &fields) == nil && fields.Last == nil {
			err = errors.New("an accepted apply without last, although hello announces apply_attributes")
		}
	}
	var want, got map[string]any
	_ = json.Unmarshal([]byte(d.want), &want) // TestConversations checks the file
	declines := want["unsupported"] != nil
	switch {
	case err != nil:
		r.malformed(d, err)
		return
	case declined && !declines && !hello:
		r.problem("hello offers %s, but a response to it is unsupported: announce in hello what the library supports (ops, methods, bytes, nul)",
			d.req.Op)
		return
	case declines && !declined && !hello:
		r.problem(`the response to an unknown operation or method is not "unsupported":true`)
		return
	case r.uncompared || len(line) > longest || json.Unmarshal(line, &got) == nil && declined == declines && matches(want, got):
		return
	}
	if r.differing++; r.differing > 1 {
		return
	}
	what := "differs from the expected one: correct only if the library returned it"
	if resp.Outcome == conformance.Crashed {
		what = `is a crash: if the library raises this to reject a token, respond "valid":false`
	}
	token := cmp.Or(d.req.Token, strings.Join(d.req.Tokens, " "))
	r.step.Notes = append(r.step.Notes, fmt.Sprintf("the response to %s \"%s\" %s", d.req.Op, visible(token, 60), what))
}

// matches reports whether a response is as expected. In want, null stands for any value. An
// object in got may have further keys.
func matches(want, got any) bool {
	switch want := want.(type) {
	case nil:
		return true
	case map[string]any:
		object, ok := got.(map[string]any)
		for key, w := range want {
			g, there := object[key]
			ok = ok && there && matches(w, g)
		}
		return ok
	}
	return reflect.DeepEqual(want, got)
}

// problem adds a problem to the step, unless the step has it already.
func (r *runner) problem(format string, args ...any) {
	if what := fmt.Sprintf(format, args...); !slices.Contains(r.step.Problems, what) {
		r.step.Problems = append(r.step.Problems, what)
	}
}

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
