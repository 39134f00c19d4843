// Package adaptercheck checks an adapter, and not the library behind it: does it keep to the
// protocol of package wire? It is for authors of adapters.
//
// [Run] holds the conversations of conversations.txt, which is in the folder of package
// adapters. It judges the form of the answers: ids, keys, types, counts, what comes when,
// and how the program ends. An answer with another value than the file has is only noted,
// because the library may be wrong.
package adaptercheck

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// Step is the result of one conversation.
type Step struct {
	Name     string
	Problems []string // what is wrong and what to change, a sentence each
	Notes    []string // what is unexpected, and may be the library's
	Skipped  string   // why the conversation was not held, or ""
}

// Result is the result of all conversations. Its texts are printable: what the adapter
// wrote is escaped in them.
type Result struct {
	Answered bool // whether hello was answered, well-formed or not
	Steps    []Step
}

// Right reports whether there is no problem.
func (r Result) Right() bool {
	return !slices.ContainsFunc(r.Steps, func(s Step) bool { return len(s.Problems) > 0 })
}

// Run checks the adapter that a command starts. It writes to w the conversations that have a
// problem or a note, with what was sent and received, and a summary; if verbose, it writes all
// conversations. Durations of the command that are zero are the defaults.
//
// has holds those of the words attributes, editions and crash of conversations.txt that are
// true of the library: no answer to hello tells. Without crash, conversations that need it
// are left out. Others are held, and without the words that they need no values are compared.
//
// Whatever the program does, Run ends: every wait is bounded, and so is what is read and
// the number of processes. None is left that can be reached.
//
// The error is a [*wire.Failure] where the program cannot be started, or that of w, or ctx
// was done.
func Run(ctx context.Context, command wire.Command, w io.Writer, verbose bool, has ...string) (Result, error) {
	command.HelloTimeout = cmp.Or(command.HelloTimeout, wire.DefaultHelloTimeout)
	command.Timeout = cmp.Or(command.Timeout, wire.DefaultTimeout)
	command.Grace = cmp.Or(command.Grace, wire.DefaultGrace)
	r := &runner{ctx: ctx, command: command, out: console{w: w, verbose: verbose}, has: has, edition: epin.Current}
	all := slices.DeleteFunc(slices.Clone(conversations()), func(c conversation) bool {
		return slices.Contains(c.needs, "crash") && !slices.Contains(has, "crash")
	})
	for i, c := range all {
		// One process holds all that begin with the same hello.
		r.take(c, i+1 == len(all) || all[i+1].greeting() != c.greeting())
		if r.err == nil && ctx.Err() != nil {
			r.err = fmt.Errorf("not all conversations were held: %w", context.Cause(ctx))
		}
		if r.err == nil {
			r.err = r.out.err
		}
		if r.err != nil {
			break
		}
	}
	if r.raw != nil {
		r.drop()
	}
	if r.err != nil {
		return Result{}, r.err
	}
	r.out.summary(r.result, r.broken)
	return r.result, r.out.err
}

// take holds a conversation, and shows its outcome. last is whether the process is to end
// after it.
func (r *runner) take(c conversation, last bool) {
	r.result.Steps = append(r.result.Steps, Step{Name: c.name, Skipped: r.broken})
	r.step = &r.result.Steps[len(r.result.Steps)-1]
	if r.broken != "" {
		return
	}
	r.out.begin(*r.step)
	r.hold(c)
	if r.raw != nil && last {
		r.finish()
	}
	if r.err == nil && r.ctx.Err() == nil {
		r.out.end(*r.step, c.why)
	}
}

// hold holds a conversation, with the process that runs or a new one.
func (r *runner) hold(c conversation) {
	r.differing = 0
	r.uncompared = len(r.result.Steps) == 1 || r.edition != epin.Current || slices.ContainsFunc(c.needs, func(word string) bool {
		return slices.Contains(untold, word) && !slices.Contains(r.has, word)
	})
	if r.raw == nil && !r.start(c.turns[0], c.greeting() != "") {
		return
	}
	if r.declined {
		r.out.line("(the library does not have this edition)")
		return
	}
	turns, asked, err := c.fit(r.offers)
	if err != nil {
		r.step.Skipped = err.Error()
	}
	for _, word := range c.needs {
		if why := r.lacks(word); why != "" {
			r.step.Skipped = why
		}
	}
	if r.step.Skipped != "" {
		return
	}
	for _, t := range turns {
		if r.turn(t, asked, r.command.Timeout); r.raw == nil {
			break
		}
	}
	if r.differing > 1 {
		r.step.Notes[0] += fmt.Sprintf(" (and %d more)", r.differing-1)
	}
}

// untold are the words of `needs` that no answer to hello tells.
var untold = []string{"attributes", "editions", "crash"}

// lacks says why an adapter cannot be held to a conversation that needs a word, or "".
func (r *runner) lacks(word string) string {
	d := r.offers
	offered := slices.Contains(untold, word) || d.Offers(conformance.Op(word)) || slices.Contains(d.Methods, conformance.Method(word))
	switch {
	case word == "text" && d.Bytes:
		return "hello offers bytes"
	case offered, word == "text", word == "bytes" && d.Bytes, word == "nul" && !d.NoNUL:
		return ""
	}
	return "hello does not offer " + word
}
