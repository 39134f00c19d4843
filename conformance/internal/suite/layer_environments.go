package suite

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Environment is a change to the environment of an implementation's process.
type Environment struct {
	Name    string   // in the identifier of its check
	Set     []string // variables, as "key=value"
	Locale  string   // empty if it is any
	Cleared bool     // whether PATH is the only other variable
	Dir     string   // the working directory; empty for the same
}

// OpenIn opens an implementation in an environment. The error says why it is not tested there.
type OpenIn func(ctx context.Context, in Environment, edition *notation.Edition) (conformance.Implementation, error)

// environments are those of the layer environments. In those with the locale C, adapters may be unable to
// decode text, so they get ASCII only.
var environments = []Environment{
	{Name: "turkish", Set: []string{"LC_ALL=tr_TR.UTF-8"}, Locale: "tr_TR.UTF-8"},
	{Name: "turkish-java", Set: []string{"JAVA_TOOL_OPTIONS=-Duser.language=tr -Duser.country=TR"}},
	{Name: "c", Set: []string{"LC_ALL=C"}, Locale: "C"},
	{Name: "time-zone", Set: []string{"TZ=Pacific/Apia"}},
	{Name: "directory", Dir: os.TempDir()},
	{Name: "empty", Cleared: true, Locale: "C"},
}

// Variables returns the variables of an environment, in place of others.
func (e Environment) Variables(others []string) []string {
	kept := []string{}
	for _, variable := range others {
		if !e.Cleared || strings.HasPrefix(variable, "PATH=") {
			kept = append(kept, variable)
		}
	}
	return append(kept, e.Set...)
}

// command returns the words before a command that runs it in the environment. There are none for
// a directory, where the command may not find its files.
func (e Environment) command() []string {
	switch {
	case e.Dir != "":
		return nil
	case e.Cleared:
		return []string{"env", "-i", "PATH=" + os.Getenv("PATH")}
	}
	return append([]string{"env"}, e.Set...)
}

// String describes an environment, such as "with LC_ALL=C".
func (e Environment) String() string {
	switch {
	case e.Cleared:
		return "with no environment variable but PATH"
	case e.Dir != "":
		return "in another working directory"
	}
	return "with " + strings.Join(e.Set, " ")
}

// environmentsPart is the tokens and the vectors once more, in a fresh process for each environment.
func environmentsPart(edition *notation.Edition) part {
	p := part{
		layer: result.LayerEnvironments, checks: len(environments), run: runEnvironments,
		about: "all tokens and vectors in fresh processes: with other locales and another time zone, in another directory, " +
			"without variables",
	}
	for _, e := range environments {
		p.members = append(p.members, member{result.LayerEnvironments + "/" + e.Name, edition.Clauses.OneVerdict})
	}
	return p
}

// environmentRun compares the responses in other environments with those in the usual one.
type environmentRun struct {
	*runner
	compared []conformance.Request           // those with a response in the usual environment
	usual    map[string]conformance.Response // the incorrect responses of the usual environment, by identifier
}

func runEnvironments(ctx context.Context, r *runner, p part, t *tally) error {
	run := environmentRun{runner: r, usual: map[string]conformance.Response{}}
	var chosen []Environment
	for i, e := range environments {
		if r.plan.has(p.members[i]) {
			chosen = append(chosen, e)
		}
	}
	var requests []conformance.Request // none if it is not a process with single requests
	if r.plan.OpenIn != nil && len(chosen) > 0 {
		requests = run.allRequests()
	}
	openNext, drop := run.openAhead(ctx, len(requests) > 0, chosen)
	defer drop()
	err := conformance.DoAll(ctx, r.impl, slices.Values(requests), func(x conformance.Exchange) bool {
		if r.plan.oracle.Wrong(x.Request, x.Response) != nil {
			run.usual[selector.ID("", x.Request)] = x.Response
		}
		if x.Response.Outcome != conformance.Unsupported { // declined, or fatal before
			run.compared = append(run.compared, x.Request)
		}
		return true
	})
	if err != nil {
		return err
	}
	var reasons []string
	for i, e := range environments {
		m, came := p.members[i], result.CheckPassed
		if !r.plan.has(m) {
			continue
		}
		openIn := openNext(e)
		wrong, err := run.wrongIn(ctx, e, openIn, run.compared)
		switch {
		case wrong != nil:
			came = result.CheckFail
			m.requirements = r.plan.oracle.Requirements(r.plan.oracle.Wrong(wrong.Request, wrong.Response))
		case ctx.Err() != nil:
			return err
		case err != nil:
			came, m.requirements = result.CheckNotExercised, nil // what is installed changes no requirement
			reason := supervise.Reason(ctx, err)
			if r.plan.OpenIn != nil {
				reason = e.String() + ": " + reason
			}
			if !slices.Contains(reasons, reason) {
				reasons = append(reasons, reason)
			}
			t.why = strings.Join(reasons, "; ")
		}
		err = r.member(t, m, came, func() shrink.Fault { return run.fault(ctx, e, openIn, *wrong) })
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		r.done(i + 1)
	}
	return nil
}

// openAhead returns what opens implementations in the next of some environments: the first one was opened
// ahead, while the one before it was tested, since many adapters start slowly. drop closes the one that
// nobody wanted.
func (run *environmentRun) openAhead(
	ctx context.Context, isProcess bool, chosen []Environment,
) (openNext func(Environment) conformance.Factory, drop func()) {
	type opening struct {
		impl conformance.Implementation
		err  error
	}
	opened, stop := make(chan opening), make(chan struct{})
	open := func(ctx context.Context, e Environment) (conformance.Implementation, error) {
		if !isProcess {
			return nil, errors.New("it is not a process with single requests")
		}
		return run.plan.OpenIn(ctx, e, run.plan.Edition)
	}
	go func() {
		defer close(opened)
		for _, e := range chosen {
			impl, err := open(ctx, e)
			select {
			case opened <- opening{impl, err}:
			case <-stop:
				if c, ok := impl.(io.Closer); ok {
					_ = c.Close() // it got no request
				}
				return
			}
		}
	}()
	openNext = func(e Environment) conformance.Factory {
		isFirst := true
		return func(ctx context.Context, _ *notation.Edition) (conformance.Implementation, error) {
			if isFirst {
				isFirst = false
				next := <-opened
				return next.impl, next.err
			}
			return open(ctx, e)
		}
	}
	return openNext, func() {
		close(stop)
		for range opened {
		}
	}
}

// fault returns the fault of an incorrect response in an environment. The environment is blamed only
// if the response is incorrect there again, and correct in a fresh process of the usual environment.
func (run *environmentRun) fault(
	ctx context.Context, e Environment, openIn conformance.Factory, wrong conformance.Exchange,
) shrink.Fault {
	req := wrong.Request
	of, _ := run.faultOf(req, wrong.Response)
	alone := []conformance.Request{req}
	var untried error // why a process could not be compared
	isWrong := func(open conformance.Factory, asked []conformance.Request) bool {
		again, err := run.wrongIn(ctx, e, open, asked)
		untried = cmp.Or(untried, err)
		return again != nil && again.Request.Equal(req)
	}
	reproduced := isWrong(openIn, alone)
	inEnvironment := reproduced || isWrong(openIn, run.compared)
	inUsual := isWrong(run.plan.Open, alone) || isWrong(run.plan.Open, run.compared)
	of.Op, of.Token, of.Other = "environment "+e.Name, printable.Token(req.Token), result.InputOf(req).Other
	if untried == nil && (inUsual || !inEnvironment) {
		of.Why = "The response differs in a fresh process."
		run.record.Unstable = true
		return of
	}
	of.Environment, of.Why = e.String(), printable.Text("The response differs "+e.String()+".")
	if reproduced {
		of.Command = e.command()
	}
	return of
}

// allRequests returns the requests of all environments, each once: first the tokens, for a
// verdict and all attributes.
func (run *environmentRun) allRequests() (requests []conformance.Request) {
	var parts []part
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpApply, conformance.OpEqual} {
		if !run.description.Offers(op) {
			continue
		}
		if parts == nil {
			parts = append(parts, tokensPart(*run.plan, op, conformance.Description{}))
		}
		parts = append(parts, vectorsPart(run.plan.Edition, op))
	}
	have := map[string]bool{}
	for _, p := range parts {
		for req := range p.requests {
			if id := selector.ID("", req); !have[id] && run.takes(req) {
				requests, have[id] = append(requests, req), true
			}
		}
	}
	return requests
}

// wrongIn opens an implementation for an environment, or for the usual one. It returns the first response that is
// incorrect and differs from that of the run. It sends only requests for the environment.
func (run *environmentRun) wrongIn(
	ctx context.Context, e Environment, open conformance.Factory, requests []conformance.Request,
) (wrong *conformance.Exchange, err error) {
	plan := run.plan
	pool, err := supervise.NewPool(plan.Edition, 1, func() (conformance.Implementation, error) { return open(ctx, plan.Edition) })
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if !reflect.DeepEqual(conformance.Describe(pool.First(), plan.Edition), run.description) {
		return nil, errors.New("the response to hello differs")
	}
	requests = slices.DeleteFunc(slices.Clone(requests), func(req conformance.Request) bool {
		return e.Locale == "C" && strings.ContainsFunc(req.Token, func(c rune) bool { return c >= utf8.RuneSelf })
	})
	answered := false
	// It goes on behind the first, so that a transcript has each response. Texts of crashes may differ.
	err = conformance.DoAll(ctx, pool.First(), slices.Values(requests), func(x conformance.Exchange) bool {
		run.declines.note(x)
		answered = answered || x.Response.Outcome != conformance.Unsupported
		if wrong == nil && plan.oracle.Wrong(x.Request, x.Response) != nil {
			before, also := run.usual[selector.ID("", x.Request)]
			if x.Response.Outcome == conformance.Crashed {
				before.Crash = x.Response.Crash
			}
			if !also || !before.Equal(x.Response) {
				wrong = new(x)
			}
		}
		return true
	})
	if err == nil && !answered {
		err = errors.New("it responded to no request")
	}
	return wrong, err
}
