// Command epin certifies implementations of EPIN, the Extended Piece Identifier Notation, and of PIN, SIN and
// QPI. It gives package suite an adapter of package wire to send requests to, and writes the result with
// package report.
//
//	epin certify -- python3 adapter.py
//
// See `epin help`, and the README of the module.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"text/template"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/started"
	"github.com/epin-conformance/harness/conformance/internal/terminal"
	"github.com/epin-conformance/harness/conformance/internal/wholefile"
)

func main() {
	// A run that fails everywhere holds no more than one that does not, and an adapter on the same two
	// cores is not slowed by collecting little garbage often.
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(60 << 20)
	scheduleAsBatch()
	// A write to a closed standard output is an error then, and no signal that ends the program. The signal
	// is not ignored, since the programs under test would inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// streams are what a command reads and writes. A command that only prints writes to lines.
type streams struct {
	in       io.Reader
	out, err io.Writer
	lines    *bufio.Writer // to out; run ends it, and to it a closed out is no error
	files    *wholefile.Set
}

func newStreams(in io.Reader, out, err io.Writer) streams {
	return streams{in, out, err, bufio.NewWriter(out), &wholefile.Set{}}
}

func (s streams) line(format string, args ...any) { fmt.Fprintf(s.lines, format+"\n", args...) }

func (s streams) print(text string, data any) error {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"editions": editionsOf, "join": strings.Join, "kills": recordedKills, "layer": layerOf, "library": libraryRows,
		"tests": testsOf, "thousands": number.Thousands, "visible": conformance.Visible, "witness": witnessLines,
		"word": printable.ShellWord,
	}).Parse(text)).Execute(s.lines, data)
}

// create prepares an output, as [wholefile.Set.Create] does; "-" is standard output.
func (s streams) create(what, name string) (*wholefile.File, error) {
	if name == "-" {
		return wholefile.Direct(s.out, what, "standard output"), nil
	}
	return s.files.Create(what, name)
}

// note writes a line on standard error, escaped: names of files and messages of the
// program under test are in it.
func (s streams) note(line string) { fmt.Fprintf(s.err, "epin: %s\n", conformance.Visible(line, "")) }

func rootCommand(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:               "epin",
		Short:             "Certify implementations of EPIN (Extended Piece Identifier Notation) and PIN",
		Version:           conformance.Version,
		SilenceUsage:      true,
		SilenceErrors:     true,
		PersistentPreRunE: checkLimits,
	}
	root.SetIn(s.in)
	root.SetOut(s.lines) // a closed standard output is no error to help
	root.SetErr(s.err)
	group(root,
		certifyCommand(s),
		fuzzCommand(s),
		judgeCommand(s),
		learnCommand(s),
		group(&cobra.Command{Use: "report", Short: "Convert and compare saved reports"},
			reportConvertCommand(s), reportDiffCommand(s), reportHTMLCommand(s)),
		smokeCommand(s),
		group(&cobra.Command{Use: "adapter", Short: "Write an adapter in the language of your library"},
			adapterListCommand(s), adapterNewCommand(s)),
		serveCommand(s),
		parseCommand(s),
		regexpCommand(s),
		requirementsCommand(s),
		featuresCommand(s),
		mutantsCommand(s),
		group(&cobra.Command{Use: "certificate", Short: "Verify statements of conformance"}, verifyCommand(s)),
		vectorsCommand(s),
		pageCommand(),
		versionCommand(s),
		manCommand(),
	)
	complete(root)
	addHelp(root)
	root.SetFlagErrorFunc(flagError)
	return root
}

// group returns a command that shows its help, and holds others.
func group(cmd *cobra.Command, others ...*cobra.Command) *cobra.Command {
	cmd.Args = noCommand
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(others...)
	return cmd
}

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := newStreams(stdin, stdout, stderr)
	defer s.files.Discard()
	root := rootCommand(s)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if failed := s.lines.Flush(); failed != nil && !terminal.ClosedByReader(failed) {
		err = stdoutError(failed)
	}
	s.endOrphans()                                  // those of a command that has ended early, or has no report
	if err == nil || terminal.ClosedByReader(err) { // the reader of the output has closed it
		return exitHolds
	}
	if err.Error() != "" {
		s.note(err.Error())
	}
	if end, ok := errors.AsType[*statusError](err); ok {
		return end.status
	}
	fmt.Fprintf(stderr, "Run `%s --help` for usage.\n", cmd.CommandPath()) // the error is about the command line
	return exitUsage
}

// endOrphans ends what programs under test have left running, where no report says so.
func (s streams) endOrphans() {
	for _, note := range started.EndOrphans() {
		s.note(note)
	}
}

// The exit statuses, the same for every command.
const (
	exitHolds   = 0 // success
	exitFails   = 1 // something failed
	exitUsage   = 2 // wrong usage, or an input file that cannot be read
	exitUnknown = 3 // inconclusive
)

// statusError ends the program with a status, and with a message on standard error if it has one.
type statusError struct {
	status  int
	message string
}

func (e *statusError) Error() string { return e.message }

// errFails means that something failed, and that the output shows it.
var errFails = &statusError{status: exitFails}

// unknown returns the error, in one line, of a command that is inconclusive because of errs; nil if all are nil.
func unknown(errs ...error) error {
	err := errors.Join(errs...)
	if err == nil {
		return nil
	}
	return &statusError{exitUnknown, strings.ReplaceAll(err.Error(), "\n", "; ")}
}

// stdoutError returns the error of a command that cannot write to standard output; nil for nil.
func stdoutError(err error) error {
	return unknown(explained("standard output cannot be written", err))
}

// explained returns err with what it is about before it; nil for nil.
func explained(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// interruptible returns a context that the first SIGINT, SIGTERM or SIGHUP ends, so that a
// run reports what it has found. A second signal kills the programs under test and ends the
// program, as every signal does outside a run, where the default action applies. The function,
// which is called once, ends the run.
func (s streams) interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sig) { // as nohup does with SIGHUP
			signal.Notify(signals, sig)
		}
	}
	go func() {
		for sig := range signals {
			if ctx.Err() != nil {
				started.KillAll()
				s.files.Discard()
				signal.Stop(signals)
				// The default action of the signal lets the parent see which it was.
				if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(sig) == nil {
					select {}
				}
				os.Exit(exitUnknown) // there are no signals on this system
			}
			cancel(fmt.Errorf("the run was stopped by a signal (%s)", sig))
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel(nil)
	}
}
