package smoke

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// Run looks at the adapter that a command starts, and shows the conversation on w,
// with a summary at its end. Durations of the command that are zero are the defaults.
//
// Whatever the program does, Run ends: there is a bound to every wait, to what is read,
// and to how many processes are started, and none is left that could be reached.
//
// The error is a [*wire.Failure] where the program cannot be started, or that of w, or
// ctx was done; nothing was found out then.
func Run(ctx context.Context, command wire.Command, w io.Writer) (Result, error) {
	all, err := loadSchemas()
	if err != nil {
		return Result{}, err
	}
	if command.HelloTimeout == 0 {
		command.HelloTimeout = wire.DefaultHelloTimeout
	}
	if command.Timeout == 0 {
		command.Timeout = wire.DefaultTimeout
	}
	if command.Grace == 0 {
		command.Grace = wire.DefaultGrace
	}
	c := &conversation{ctx: ctx, command: command, out: console{w: w}, schemas: all, edition: epin.Current}
	for _, s := range steps {
		c.take(s)
		if c.err == nil && ctx.Err() != nil {
			c.err = fmt.Errorf("the adapter was not looked at to the end: %w", context.Cause(ctx))
		}
		if c.err == nil {
			c.err = c.out.err
		}
		if c.err != nil {
			break
		}
	}
	if c.raw != nil {
		c.drop()
	}
	if c.err != nil {
		return Result{}, c.err
	}
	c.out.summary(c.result)
	return c.result, c.out.err
}

// step is how a [Step] is taken.
type step struct {
	name string
	// needs returns why there is nothing to ask, or ""; nil where there always is.
	needs func(conformance.Description) string
	// alone: the step starts its processes itself, or needs none.
	alone bool
	do    func(*conversation)
}

// take takes a step.
func (c *conversation) take(s step) {
	c.result.Steps = append(c.result.Steps, Step{Name: s.name})
	c.step = &c.result.Steps[len(c.result.Steps)-1]
	c.out.printf("%s\n", s.name)
	why := ""
	switch {
	case c.broken != "":
		why = "nothing can be asked: " + c.broken
	case s.needs != nil:
		why = s.needs(c.offers)
	}
	switch {
	case why != "":
		c.step.Outcome, c.step.Why = Skipped, why
	case s.alone || c.connected():
		s.do(c)
	}
	if c.err != nil || c.ctx.Err() != nil {
		return
	}
	switch c.step.Outcome {
	case Problem:
		for _, p := range c.step.Problems {
			c.out.printf("  problem: %s\n", p)
		}
	case Skipped:
		c.out.printf("  skipped: %s\n", c.step.Why)
	default:
		c.out.printf("  ok\n")
	}
	for _, n := range c.step.Notes {
		c.out.printf("  note: %s\n", n)
	}
	c.out.printf("\n")
}

// summary says how it went, and what to change.
func (c *console) summary(r Result) {
	c.printf("%d of %d steps ok", r.Count(OK), len(r.Steps))
	if n := r.Count(Problem); n > 0 {
		c.printf(", %d with a problem", n)
	}
	if n := r.Count(Skipped); n > 0 {
		c.printf(", %d skipped", n)
	}
	c.printf("\n")
	c.list("What to change:", r.Steps, func(s Step) []string { return s.Problems })
	c.list("To look at, and no problem of the protocol:", r.Steps, func(s Step) []string { return s.Notes })
	if r.Right() {
		c.printf("The adapter keeps to the protocol. Whether its library is right was not judged: `epin certify` does that.\n")
	} else {
		c.printf("The adapter does not keep to the protocol. Its library was not judged.\n")
	}
}

// list writes what was said in the steps, once each, with the steps that say it.
func (c *console) list(title string, all []Step, said func(Step) []string) {
	var texts []string
	where := make(map[string][]string)
	for _, s := range all {
		for _, text := range said(s) {
			if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
			where[text] = append(where[text], s.Name)
		}
	}
	for i, text := range texts {
		if i == 0 {
			c.printf("%s\n", title)
		}
		more := ""
		if n := len(where[text]) - 1; n > 0 {
			more = fmt.Sprintf(", and %d more", n)
		}
		c.printf("  - %s (%s%s)\n", text, where[text][0], more)
	}
}
