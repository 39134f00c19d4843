// Package adaptercheck tests whether an adapter follows the protocol of package wire. `epin smoke` runs it,
// for authors of adapters. It sends requests without the suite, and does not test the library behind the
// adapter.
//
// [Run] runs the conversations of conversations.txt, in the folder of package adapters. It
// checks the form of the responses (ids, keys, types, counts and order), and how the
// program exits. The file is for EPIN; the tokens, methods and values for another edition follow from its
// row of package notation. A response with an incorrect value is only a note, because the library may be
// incorrect.
package adaptercheck

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

// Step is the result of one conversation.
type Step struct {
	Name     string
	Problems []Problem
	Notes    []string // unexpected values, which may be the fault of the library
	Skipped  string   // why the conversation was skipped, or ""

	differing int // responses with unexpected values; a note has the first
}

// Problem is a violation of the protocol.
type Problem struct {
	Text  string // what happened, and the next step
	fault string // the same for all problems that are listed once
}

// add adds a problem, unless the step has one with the same fault.
func (s *Step) add(p Problem) {
	if !slices.ContainsFunc(s.Problems, func(q Problem) bool { return q.fault == p.fault }) {
		s.Problems = append(s.Problems, p)
	}
}

// Result is the result of all conversations. Its texts are printable: output of the adapter
// is escaped in them.
type Result struct {
	Answered bool // whether hello got a response, well-formed or not
	Steps    []Step
}

// Right reports whether no step has a problem.
func (r Result) Right() bool {
	return !slices.ContainsFunc(r.Steps, func(s Step) bool { return len(s.Problems) > 0 })
}

// Run checks the adapter that a command starts. It writes to w the conversations that have a
// problem or a note, with what was sent and received, and a summary; if verbose, it writes all
// conversations. A zero duration of the command means the default.
//
// Hello names the edition, or if the adapter does not support it, the first one after it in the table that
// the adapter supports.
//
// has holds those of the words attributes, editions, numbers and crash of conversations.txt that hold
// for the library; the response to hello does not show them. Without crash, Run omits
// conversations that need it. Without numbers, their problems are notes. If a conversation needs
// another word that is not in has, Run checks the form of its responses only.
//
// Run always returns: it bounds every wait, the input it reads, and the number of processes.
// It ends all processes that it can reach.
//
// The error is a [*conformance.Failure] if the program cannot be started, or the error of w, or
// means that ctx is done.
func Run(
	ctx context.Context, command wire.Command, edition *notation.Edition, w io.Writer, verbose bool, has ...string,
) (Result, error) {
	r := &runner{ctx: ctx, command: command.OrDefaults(), out: console{w: w, verbose: verbose}, has: has, edition: edition}
	all := slices.DeleteFunc(slices.Clone(conversations()), func(c conversation) bool {
		return slices.Contains(c.needs, "crash") && !slices.Contains(has, "crash")
	})
	defer r.giveUp()
	for i, c := range all {
		r.result.Steps = append(r.result.Steps, Step{Name: c.name, Skipped: r.broken})
		if r.broken != "" {
			continue
		}
		r.step = &r.result.Steps[i]
		if verbose {
			r.out.write(c.name + ": ")
		}
		r.hold(c)
		// Conversations with the same hello share a process.
		if r.process != nil && (i+1 == len(all) || all[i+1].hello.send != c.hello.send) {
			r.finish()
		}
		if ctx.Err() != nil {
			r.out.err = cmp.Or(r.out.err, fmt.Errorf("not all conversations were run: %w", context.Cause(ctx)))
		}
		if r.out.end(*r.step, c.why); r.out.err != nil {
			return Result{}, r.out.err
		}
	}
	r.out.summary(r.result, r.broken, r.edition)
	return r.result, r.out.err
}

// hold runs a conversation, with the current process or a new one.
func (r *runner) hold(c conversation) {
	r.uncompared = len(r.result.Steps) == 1 || slices.ContainsFunc(c.needs, func(word string) bool {
		return slices.Contains(untold, word) && !slices.Contains(r.has, word)
	})
	if r.process == nil && !r.start(c.hello) {
		return
	}
	if r.process.declined {
		r.out.line("(the library does not have this edition)")
		return
	}
	turns, requests, skipped := c.fit(r.edition, r.process.offers)
	for _, word := range c.needs {
		if !slices.Contains(strings.Fields(c.name), word) { // a conversation about a method has its name
			word = methodFor(r.edition, word)
		}
		if !r.meets(c, word) {
			skipped = map[bool]string{true: "hello offers bytes", false: "hello does not offer " + word}[word == "text"]
		}
	}
	if skipped != "" {
		r.step.Skipped = skipped
		return
	}
	lost := r.lost
	for _, t := range turns {
		if r.turn(t, requests, r.command.Timeout); r.process == nil {
			break
		}
	}
	if slices.Contains(c.needs, "numbers") && !slices.Contains(r.has, "numbers") && len(r.step.Problems) > 0 {
		for _, problem := range r.step.Problems {
			r.note("after a number like 1e400, which the runner never sends: %s", problem.Text)
		}
		r.step.Problems, r.lost, r.broken = nil, lost, ""
	}
	if more := r.step.differing - 1; more > 0 {
		r.step.Notes[0] += fmt.Sprintf(" (and %d more)", more)
	}
}

// untold holds the words of `needs` that the response to hello does not show.
var untold = []string{"attributes", "editions", "numbers", "crash"}

// meets reports whether a conversation that needs a word applies to the adapter.
func (r *runner) meets(c conversation, word string) bool {
	d := r.process.offers
	ops := slices.DeleteFunc(conformance.Ops(), func(op conformance.Op) bool { return !slices.Contains(c.needs, string(op)) })
	takesBytes := d.TakesBytes(append(ops, conformance.OpParse)[0])
	told := map[string]bool{
		"text": !takesBytes, "bytes": takesBytes, "nul": !d.NoNUL, "apply_attributes": d.ApplyAttributes, "apply_unread": d.ApplyUnread,
	}
	return told[word] || slices.Contains(untold, word) || d.Offers(conformance.Op(word)) || slices.Contains(d.Methods, conformance.Method(word))
}
