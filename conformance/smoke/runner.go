package smoke

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

const (
	// mostNoise is how many lines of a turn may answer nothing before the process is given up.
	mostNoise = 3
	// mostLost is how many processes may die, hang or be given up before the adapter is.
	mostLost = 3
	// mostTimeouts is how many timeouts all the answers of a turn may take together.
	mostTimeouts = 4
	// longest is up to what length, in bytes, an answer is compared with the one expected:
	// taking it apart takes many times as much memory.
	longest = 1 << 20
)

// runner holds the conversations, with as many processes as it takes.
type runner struct {
	ctx     context.Context
	command wire.Command
	out     console
	has     []string
	result  Result
	step    *Step // the one under way

	edition    epin.Edition  // that hello asks for in place of the current one
	started    time.Duration // from start to the answer to hello
	lost       int
	uncompared bool   // only the form of the answers is judged
	differing  int    // the answers of this conversation with unexpected values
	broken     string // why nothing more can be asked
	err        error  // why there is no result

	raw      *wire.Raw     // nil where no process runs
	grace    time.Duration // of raw
	offers   conformance.Description
	greeted  bool           // hello has a well-formed answer
	declined bool           // which is unsupported
	answered map[int64]bool // the ids
}

// start starts a process, which is gone if it does not answer hello, the first turn.
func (r *runner) start(first turn, greets bool) bool {
	command := r.command
	command.Grace += 2 * r.started // a runtime that starts slowly ends no sooner than it has started
	raw, err := command.StartRaw(r.ctx)
	if err != nil {
		r.err = err
		return false
	}
	r.raw, r.grace, r.answered, r.greeted, r.declined = raw, command.Grace, map[int64]bool{}, false, false
	if !greets {
		return true
	}
	learns := len(r.result.Steps) == 1 // about the adapter: the others are held to what it is
	began := time.Now()
	hello := turn{send: strings.Replace(first.send, `"`+epin.Current.String()+`"`, `"`+r.edition.String()+`"`, 1), want: first.want}
	r.turn(hello, map[int64]conformance.Request{0: {Op: opHello}}, command.HelloTimeout)
	switch {
	case !r.greeted:
		if learns {
			r.broken = "hello has no well-formed answer"
		}
		if r.raw != nil {
			r.giveUp()
		}
		return false
	case r.declined && learns && r.edition == epin.Current:
		r.out.line("(the library does not have edition %s, so it is asked for the other one)", r.edition)
		r.drop()
		r.edition = epin.Initial
		return r.start(first, true)
	case r.declined && learns:
		r.problem("hello was answered with unsupported for both editions: a library with one grammar ignores the edition")
		r.broken = "the library has neither edition"
	}
	r.started = max(r.started, time.Since(began))
	if learns {
		r.out.line("(answered after %s: operations %s, methods %s, bytes %t)", r.started.Round(time.Millisecond), r.offers.Ops, r.offers.Methods, r.offers.Bytes)
	}
	return true
}

const opHello = "hello"

// readHello reads the answer to hello.
func (r *runner) readHello(line []byte) error {
	r.result.Answered = true
	h, err := wire.DecodeHello(line)
	if err != nil {
		return err
	}
	r.offers, r.greeted, r.declined = h.Description, true, h.Unsupported
	r.offers.Methods = slices.DeleteFunc(r.offers.Methods, func(m conformance.Method) bool {
		return !slices.Contains(conformance.MethodsOf(r.edition), m)
	})
	var names struct{ Ops, Methods []string }
	if len(r.result.Steps) > 1 || len(line) > longest || json.Unmarshal(line, &names) != nil {
		return nil // the notes are there, or there are other keys of the same letters
	}
	for _, name := range slices.Concat(names.Ops, names.Methods) {
		known := slices.Contains(conformance.Ops(), conformance.Op(name)) || slices.Contains(conformance.MethodsOf(epin.Current), conformance.Method(name))
		if !known && len(r.step.Notes) < 5 {
			r.step.Notes = append(r.step.Notes, `hello offers "`+visible(name, 60)+`", which is no operation or method of the protocol: check its spelling`)
		}
	}
	if !r.declined && r.offers.Offers(conformance.OpApply) != (len(r.offers.Methods) > 0) {
		r.step.Notes = append(r.step.Notes, "hello offers one of apply and methods for it: offer both or none")
	}
	return nil
}

// due is a response that has to come.
type due struct {
	id   int64
	want string
	req  conformance.Request
}

func (d due) String() string { return fmt.Sprintf("the answer to %s (id %d)", d.req.Op, d.id) }

// turn sends what a turn has, and reads the answers.
func (r *runner) turn(t turn, asked map[int64]conformance.Request, timeout time.Duration) {
	r.out.sent(t.send)
	r.raw.Send([]byte(t.send))
	if t.end {
		r.out.line("(the input ends)")
		r.raw.CloseInput()
	}
	var open []due
	for _, want := range t.want {
		id, _ := wire.DecodeID([]byte(want)) // a test reads the file
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
		r.out.line("(%d answers in all)", len(t.want))
	}
}

// read judges a line, and returns which of the open requests it answers, or a negative
// index. A response without the id of an open request is meant for the first.
func (r *runner) read(open []due, line []byte) int {
	id, err := wire.DecodeID(line)
	i := slices.IndexFunc(open, func(d due) bool { return err == nil && d.id == id })
	switch fault := wire.FaultOf(err); {
	case i >= 0:
		r.judge(open[i], line)
		return i
	case fault == wire.EmptyLine:
		r.problem("standard output holds an empty line: write one line feed after each response, and nothing else")
	case fault == wire.ByteOrderMark:
		r.problem("standard output begins with a byte order mark: write UTF-8 without one")
	case fault == wire.NotObject:
		r.problem("standard output holds a line that is no response, \"%s\": write whatever is no response to standard error", visible(string(line), 60))
	case err != nil:
		r.malformed(open[0], err)
		return 0
	case r.answered[id]:
		r.problem("a request was answered a second time: answer each request once")
	default:
		r.problem("an answer has an id that no open request has: give each id back as it came, as an integer of 53 bits")
		return 0
	}
	return -1
}

// malformed adds the problem of an answer that is not well formed.
func (r *runner) malformed(d due, err error) {
	how := "write it like the expected one"
	if wire.FaultOf(err) == wire.BadJSON {
		how = "write it with a JSON library"
	}
	r.problem("an answer to %s is not well formed (%s): %s", d.req.Op, visible(err.Error(), 200), how)
}

// judge judges the form of an answer, and notes a value that is not the expected one.
func (r *runner) judge(d due, line []byte) {
	_, resp, err := wire.DecodeResponse(d.req, line)
	declined, hello := resp.Outcome == conformance.Unsupported, d.req.Op == opHello
	if hello {
		err = r.readHello(line)
		declined = r.declined
	}
	var want, got map[string]any
	_ = json.Unmarshal([]byte(d.want), &want) // a test reads the file
	declines := want["unsupported"] != nil
	switch {
	case err != nil:
		r.malformed(d, err)
		return
	case declined && !declines && !hello:
		r.problem("hello offers %s, and an answer to it is unsupported: announce in hello what the library can be asked (ops, methods, bytes, nul)", d.req.Op)
		return
	case declines && !declined && !hello:
		r.problem(`an operation or a method that the adapter cannot know was not answered with "unsupported":true`)
		return
	case r.uncompared || len(line) > longest || json.Unmarshal(line, &got) == nil && declined == declines && matches(want, got):
		return
	}
	if r.differing++; r.differing > 1 {
		return
	}
	what := "with another value than expected: right only if the library says so"
	if resp.Outcome == conformance.Crashed {
		what = "with a crash: if the library raises this to reject a token, answer valid false"
	}
	token := cmp.Or(d.req.Token, strings.Join(d.req.Tokens, " "))
	r.step.Notes = append(r.step.Notes, fmt.Sprintf("%s \"%s\" was answered %s", d.req.Op, visible(token, 60), what))
}

// matches reports whether a response is what is expected: null stands for any value, and
// an object may have further keys.
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

// problem adds a problem to the step, unless it has it.
func (r *runner) problem(format string, args ...any) {
	if what := fmt.Sprintf(format, args...); !slices.Contains(r.step.Problems, what) {
		r.step.Problems = append(r.step.Problems, what)
	}
}
