package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/internal/tests"
)

// The scripts run these as programs: epin itself; mutant NAME, which is epin serve --mutant NAME;
// and adapters of the reference, or of the mutant after their name, with the responses of doing:
// dying exits on one token; declining declines the method flip, with the word newlines tokens that
// end in one, or with the word pins withholds the pin of derived tokens instead; commanding has
// commands for the log of a CI system in all its texts; interrupting sends SIGINT to its parent.
// recording FILE is the reference, which writes its environment to FILE: with a token after FILE, a
// program for --exec that accepts it, and with the word fails, one that exits before it responds to
// hello.
func TestMain(m *testing.M) { testscript.Main(m, programs) }

var programs = map[string]func(){
	"epin": patiently,
	"mutant": func() {
		os.Args = slices.Concat([]string{"epin", "serve", "--mutant"}, os.Args[1:2])
		main()
	},
	"dying":        func() { serve("", dying) },
	"declining":    func() { serve("", declining) },
	"commanding":   commandingAdapter,
	"interrupting": func() { serve(strings.Replace(os.Args[1], "reference", "", 1), interrupting) },
	"recording":    recording,
}

// patiently is epin with longer default timeouts, so that nothing times out on a busy machine.
// reference.md has the real timeouts. The default seed is fixed: it is one with which the broken
// library of the README breaks no property by chance.
func patiently() {
	newSeed = func() uint32 { return 2 }
	defaultWaits = wire.Command{HelloTimeout: patience, Timeout: patience, Grace: patience}
	main()
}

const patience = 10 * time.Minute

// doing responds to a request in place of an implementation.
type doing func(context.Context, conformance.Implementation, conformance.Request) (conformance.Response, error)

// serve serves the reference, or a mutant, as an adapter that responds as do says, with a name, if one is given.
func serve(mutated string, do doing, names ...string) {
	check(wire.Serve(context.Background(), os.Stdin, os.Stdout, func(_ context.Context, e *notation.Edition) (conformance.Implementation, error) {
		impl := conformance.Reference(e)
		if m, found := mutant.Named(mutated); found {
			impl = m.In(e, os.Environ())
		}
		offers := conformance.Describe(impl, e)
		for _, name := range names {
			offers.Name, offers.Version, offers.Language, offers.Homepage = name, name, name, name
		}
		return double.Limit(double.Func(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
			return do(ctx, impl, req)
		}), offers), nil
	}))
}

func declining(ctx context.Context, impl conformance.Implementation, req conformance.Request) (conformance.Response, error) {
	what := strings.Join(os.Args[1:], " ")
	ends := func(token string) bool { return what == "newlines" && strings.HasSuffix(token, "\n") }
	flips := what != "pins" && slices.Contains(req.Methods, conformance.Flip)
	if flips || ends(req.Token) || slices.ContainsFunc(req.Tokens, ends) {
		return conformance.Response{}, nil
	}
	resp, err := impl.Do(ctx, req)
	if what == "pins" && strings.HasSuffix(req.Token, "'") {
		*resp.Attribute(notation.EPIN, "pin") = notation.Value{}
	}
	return resp, err
}

func dying(ctx context.Context, impl conformance.Implementation, req conformance.Request) (conformance.Response, error) {
	if req.Token == "K''" || slices.Contains(req.Tokens, "K''") {
		os.Exit(exitUsage)
	}
	return impl.Do(ctx, req)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func recording() {
	check(os.WriteFile(os.Args[1], []byte(strings.Join(os.Environ(), "\n")+"\n"), 0o600))
	switch {
	case len(os.Args) == 2:
		os.Args = []string{"epin", "serve"}
		main()
	case os.Args[2] == "fails":
		os.Exit(exitUnknown)
	}
}

// interrupting sends SIGINT on the first sweep, and does not respond any more. The single requests
// before it have been judged by then. With the word twice it sends another one when the run ends,
// and complains to the pipe "alive" if it is not killed.
func interrupting(ctx context.Context, impl conformance.Implementation, req conformance.Request) (conformance.Response, error) {
	if req.Op != conformance.OpSweep {
		return impl.Do(ctx, req)
	}
	parent, err := os.FindProcess(os.Getppid())
	check(err)
	terminated, alive := make(chan os.Signal, 1), (*os.File)(nil)
	if slices.Contains(os.Args, "twice") {
		signal.Notify(terminated, syscall.SIGTERM)
		alive, err = os.OpenFile("alive", os.O_WRONLY, 0)
		check(err)
	}
	check(parent.Signal(os.Interrupt))
	<-terminated // by the runner, which has seen the signal
	check(parent.Signal(os.Interrupt))
	time.Sleep(time.Minute)
	_, _ = alive.WriteString("The adapter was not killed.\n")
	os.Exit(exitUnknown)
	return conformance.Response{}, nil
}

// logCommands are commands for the log of a CI system: one that counts anywhere in a line,
// and, where word wrap puts them, such that count at the start of one.
const logCommands = "##[error]log ::error::log ::error::log ::error::log ::error::log ::error::log ::error::log ::error::log"

// commandingAdapter has logCommands in all its texts, and crashes on strings with a line feed.
func commandingAdapter() {
	fmt.Fprintln(os.Stderr, "::error::log\n \t::error::log\n"+logCommands)
	serve("", func(ctx context.Context, impl conformance.Implementation, req conformance.Request) (conformance.Response, error) {
		resp, err := impl.Do(ctx, req)
		switch {
		case strings.Contains(req.Token, "\n"):
			return conformance.Response{Outcome: conformance.Crashed, Crash: logCommands}, nil
		case resp.Outcome == conformance.Rejected:
			resp.Error = logCommands
		case resp.Attribute(notation.EPIN, "pin").Offered():
			resp.Attribute(notation.EPIN, "pin").Text += logCommands
			resp.Attribute(notation.EPIN, "token").Text += logCommands
		}
		return resp, err
	}, logCommands)
}

// TestScripts runs the scripts. They run epin in this process where it starts nothing: by
// `here epin [ARG...]`, which has to succeed, and by `status 2 epin [ARG...]`.
func TestScripts(t *testing.T) {
	here, err := os.Getwd()
	check(err)
	t.Chdir(".") // which statusHere changes
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join(here, "testdata/script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("ADAPTERS", filepath.Join(here, "../../adapters"))
			env.Setenv("ACTION", filepath.Join(here, "../../../ci/action"))
			env.Setenv("NO_COLOR", "1")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"here":   func(ts *testscript.TestScript, _ bool, args []string) { statusHere(ts, exitHolds, args) },
			"status": status,
		},
		Condition:           conditionOf,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// workingDirectory protects the working directory of this process.
var workingDirectory sync.Mutex

// statusHere runs `epin [ARG...]` in this process, with a context that has ended, so that it starts
// no adapter, and fails unless it ends with the status wanted.
func statusHere(ts *testscript.TestScript, wanted int, args []string) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	workingDirectory.Lock()
	defer workingDirectory.Unlock()
	ts.Check(os.Chdir(ts.MkAbs(".")))
	if got := run(ended, args[1:], strings.NewReader(""), ts.Stdout(), ts.Stderr()); got != wanted {
		ts.Fatalf("%q ended with status %d, want %d", args, got, wanted)
	}
}

// status runs `status N PROGRAM [ARG...]` and fails unless the exit status is N.
func status(ts *testscript.TestScript, neg bool, args []string) {
	wanted, err := strconv.Atoi(args[0])
	ts.Check(err)
	if args = args[1:]; wanted == exitUsage && args[0] == "epin" {
		statusHere(ts, wanted, args)
		return
	}
	got := exitHolds
	if err := ts.Exec(args[0], args[1:]...); err != nil {
		exit, ok := err.(*exec.ExitError)
		if !ok {
			ts.Fatalf("%q cannot be run: %v", args, err)
		}
		got = exit.ExitCode()
	}
	if got != wanted {
		ts.Fatalf("%q ended with status %d, want %d", args, got, wanted)
	}
}

// conditionOf is whether a condition holds: [whole], that everything is tested, and
// [tool:NAME], that a program is installed. Where EPIN_REQUIRE_TOOLS says that tools have
// to be there, a missing one is a failure.
func conditionOf(name string) (bool, error) {
	if name == "whole" {
		return tests.Whole(), nil
	}
	tool, ok := strings.CutPrefix(name, "tool:")
	_, err := exec.LookPath(tool)
	switch {
	case !ok:
		return false, fmt.Errorf("there is no condition %q", name)
	case err != nil && os.Getenv("EPIN_REQUIRE_TOOLS") != "":
		return false, fmt.Errorf("%s is not installed, and EPIN_REQUIRE_TOOLS asks for it", tool)
	}
	return err == nil, nil
}
