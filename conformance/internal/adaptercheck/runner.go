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
	has     []string
	out     console
	result  Result
	step    *Step // the current one

	edition *notation.Edition // the edition in hello, instead of the current one; nil if the adapter supports none
	lost    int
	broken  string // why no more requests can be sent

	process    *process // nil if none runs
	uncompared bool     // only the form of the responses is checked
}

type process struct {
	*wire.Process
	grace    time.Duration
	offers   conformance.Description // the zero value until hello has a well-formed response
	declined bool                    // that response is unsupported
	answered map[int64]bool          // the ids of answered requests
}

// start starts a process, and sends hello unless it is the zero value. It ends the process and
// reports false if hello gets no well-formed response.
func (r *runner) start(hello turn) bool {
	p, err := r.command.Start()
	if err != nil {
		r.out.err = err
		return false
	}
	r.process = &process{Process: p, grace: r.command.Grace, answered: map[int64]bool{}}
	if hello.send == "" {
		return true
	}
	learns := len(r.result.Steps) == 1 // the first conversation finds out the edition
	began := time.Now()
	sent := translate(hello.send, r.edition)
	r.turn(turn{send: sent, want: hello.want}, map[int64]conformance.Request{0: {Op: opHello}}, r.command.HelloTimeout)
	if r.process == nil || r.process.offers.Name == "" {
		if learns {
			r.broken = "there is no well-formed response to hello"
		}
		r.giveUp()
		return false
	}
	if !learns {
		return true
	}
	if r.process.declined {
		all := notation.All()
		next := slices.Index(all, r.edition) + 1
		if next == len(all) {
			r.problem("hello is unsupported for every requested edition: support the edition that you check, or select another with --edition")
			r.edition, r.broken = nil, "the library has none of the requested editions"
			return true
		}
		r.out.line("(the library does not have edition %s, so %s is requested)", r.edition, all[next])
		r.drop()
		r.edition = all[next]
		return r.start(hello)
	}
	took, offers := time.Since(began), r.process.offers
	r.command.Grace += 2 * took // a runtime that starts slowly also exits slowly
	r.out.line("(response after %s: operations %s, methods %s, bytes %s)", took.Round(time.Millisecond), offers.Ops, offers.Methods, offers.Bytes)
	return true
}

const opHello = "hello"

// readHello decodes the response to hello, and notes unknown names in it.
func (r *runner) readHello(line []byte) error {
	r.result.Answered = true
	p := r.process
	offers, err := wire.DecodeHello(r.edition, line)
	if p.declined = err == conformance.ErrUnsupportedEdition; err != nil && !p.declined {
		return err
	}
	p.offers = offers
	var names struct{ Ops, Methods []string }
	if p.declined || len(r.result.Steps) > 1 || len(line) > longest || json.Unmarshal(line, &names) != nil {
		return nil // the names are for another edition, the notes exist, or encoding/json cannot read the names
	}
	for _, name := range slices.Concat(names.Ops, names.Methods) {
		has := func(e *notation.Edition) bool { return e.Method(name) != nil }
		switch what := visible(name, 60); {
		case len(r.step.Notes) >= 5, slices.Contains(conformance.Ops(), conformance.Op(name)):
		case has(r.edition), slices.ContainsFunc(r.edition.Siblings(), has):
		case slices.ContainsFunc(notation.All(), has):
			r.note(`hello offers "%s", which is not an operation or method of %s: leave it out`, what, r.edition.Notation)
		default:
			r.note(`hello offers "%s", which is not an operation or method of the protocol: check its spelling`, what)
		}
	}
	if p.offers.Offers(conformance.OpApply) != (len(p.offers.Methods) > 0) {
		r.note("hello offers apply without methods, or methods without apply: offer both or none")
	}
	return nil
}

type due struct {
	id   int64
	want string
	req  conformance.Request
}

func (r *runner) turn(t turn, requests map[int64]conformance.Request, timeout time.Duration) {
	r.out.sent(t.send)
	r.process.Send([]byte(t.send))
	if t.end {
		r.out.line("(the input ends)")
		r.process.CloseInput()
	}
	var open []due
	for _, want := range t.want {
		id, _ := wire.DecodeID([]byte(want)) // TestConversations checks the file
		open = append(open, due{id, want, requests[id]})
	}
	deadline := time.Now().Add(mostTimeouts * timeout)
	for noisy, shown := 0, 0; len(open) > 0; shown++ {
		line, err := r.process.Line(r.ctx, min(timeout, time.Until(deadline)))
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
			r.process.answered[open[i].id] = true
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
	if i := slices.IndexFunc(open, func(d due) bool { return err == nil && d.id == id }); i >= 0 {
		r.judge(open[i], line)
		return i
	}
	r.unexpected(line, nil)
	if err == nil && r.process.answered[id] || err != nil && wire.FaultOf(err) < wire.BadJSON {
		return -1
	}
	return 0
}

// unexpected adds the problem about a line that answers no open request. err is another fault of it, or nil.
func (r *runner) unexpected(line []byte, err error) {
	id, malformed := wire.DecodeID(line)
	if err = cmp.Or(malformed, err); err != nil {
		r.fault(wire.Malformed(line, err))
		return
	}
	r.fault(wire.Unexpected(line, id, r.process.answered[id]))
}

// judge checks the form of a response, and notes an unexpected value.
func (r *runner) judge(d due, line []byte) {
	_, resp, err := wire.DecodeResponse(r.edition, d.req, line, r.process.offers.ApplyAttributes)
	declined, hello := resp.Outcome == conformance.Unsupported, d.req.Op == opHello
	if hello {
		err = r.readHello(line)
		declined = r.process.declined
	}
	var want, got map[string]any
	_ = json.Unmarshal([]byte(d.want), &want) // TestConversations checks the file
	declines := want["unsupported"] != nil
	switch {
	case err != nil:
		r.fault(wire.Malformed(line, err))
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
	if r.step.differing++; r.step.differing > 1 {
		return
	}
	what := "differs from the expected one: correct only if the library returned it"
	if resp.Outcome == conformance.Crashed {
		what = `is a crash: if the library raises this to reject a token, respond "valid":false`
		if want["valid"] != false {
			what = "is a crash, and the token is valid: correct only if the library failed"
		}
	}
	if d.req.Token == r.edition.Short && resp.Outcome == conformance.Rejected && d.req.Op != conformance.OpEqual {
		what += "; for a library of another notation, give --edition"
	}
	token := cmp.Or(d.req.Token, strings.Join(d.req.Tokens, " "))
	r.note(`the response to %s "%s" %s`, d.req.Op, visible(token, 60), what)
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

// lose adds the problem that responses do not come, and ends the process. rest holds the bytes after
// the last line.
func (r *runner) lose(rest []byte, err error, open []due, timeout time.Duration) {
	requests := fmt.Sprintf("response to %s (id %d) was due", open[0].req.Op, open[0].id)
	if len(open) > 1 {
		requests = fmt.Sprintf("responses to %s (id %d) and %d more requests were due", open[0].req.Op, open[0].id, len(open)-1)
	}
	if len(rest) > 0 {
		r.out.line("< %s  (no line feed)", visible(string(rest), 200))
	}
	if r.ctx.Err() == nil {
		f := r.process.Failure(r.ctx, err, timeout.String(), "while the "+requests)
		if f.Kind == conformance.Hung {
			f.What += "; " + r.whyLate()
		}
		r.fault(f)
	}
	r.giveUp()
}

// whyLate ends the input, to find out whether the responses come then. It returns the next step.
func (r *runner) whyLate() (step string) {
	r.out.line("(nothing more comes, so the input ends)")
	r.process.CloseInput()
	step = "respond to every request, and flush standard output after each line"
	for range mostNoise {
		line, err := r.process.Line(r.ctx, r.process.grace)
		if len(line) > 0 {
			r.out.line("< %s", visible(string(line), 200))
		}
		switch _, malformed := wire.DecodeID(line); {
		case err != nil && len(line) > 0:
			return "it had no line feed: end each line with a line feed, and flush"
		case err != nil:
			return step
		case malformed == nil:
			step = "one came at the end of the input: flush standard output after each line, and do not wait for more than one line of input"
		}
	}
	return step
}

// giveUp ends a process that cannot be used further, if it has not ended yet.
func (r *runner) giveUp() {
	if r.process == nil {
		return
	}
	r.drop()
	if r.lost++; r.lost == mostLost {
		r.broken = fmt.Sprintf("%d processes ended early or hung", mostLost)
	}
}

// drop ends the process, and reports no problem about its exit.
func (r *runner) drop() wire.Ended {
	e := r.process.Close(r.ctx)
	r.process = nil
	for line := range strings.Lines(e.Stderr) {
		r.out.line("! %s", visible(strings.TrimRight(line, "\r\n"), 200))
	}
	return e
}

func (r *runner) finish() {
	r.process.CloseInput()
	for range mostNoise {
		line, err := r.process.Line(r.ctx, r.process.grace)
		switch {
		case errors.Is(err, wire.ErrLineTooLong):
			r.fault(r.process.Failure(r.ctx, err, "", ""))
		case err == nil:
			r.unexpected(line, nil)
		case len(line) > 0:
			r.unexpected(line, errors.New("it has no line feed"))
		}
		if err != nil {
			break
		}
	}
	grace := r.process.grace
	e := r.drop()
	r.out.line("(at the end of the input: %s)", e.State)
	switch {
	case r.ctx.Err() != nil:
		return
	case e.Late:
		r.problem("the program did not exit within %s after the end of its input: exit when standard input ends", grace.Round(time.Millisecond))
	case !e.State.Success():
		r.problem("the program ended with %s: exit with status 0 when standard input ends", e.State)
	}
	if e.Left {
		r.problem("a process that the program started was still running after it: wait for it before you exit")
	}
}

func (r *runner) fault(f *conformance.Failure) {
	r.step.add(Problem{Text: conformance.Visible(wire.Advice(f), ""), fault: fmt.Sprint(f.Kind, f.Err)})
}

func (r *runner) problem(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	r.step.add(Problem{Text: text, fault: text})
}

func (r *runner) note(format string, args ...any) {
	r.step.Notes = append(r.step.Notes, fmt.Sprintf(format, args...))
}
