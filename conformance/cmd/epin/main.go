// Command epin certifies implementations of EPIN, the Extended Piece Identifier
// Notation, and of PIN.
//
//	epin certify -- python3 adapter.py
//
// See `epin help`, and the README of the module.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/orphans"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/wholefile"
)

// memoryAim is the soft memory limit: a run that fails everywhere holds no more than one that
// does not.
const memoryAim = 60 << 20

// garbageBound is how much garbage there may be before it is collected, in percent of
// what is in use, which is little: an adapter on the same two cores is not to be slowed
// by collecting it often. memoryAim bounds both.
const garbageBound = 400

func main() {
	debug.SetGCPercent(garbageBound)
	debug.SetMemoryLimit(memoryAim)
	catchPipe()
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

// line prints a line, formatted as by [fmt.Printf].
func (s streams) line(format string, args ...any) { fmt.Fprintf(s.lines, format+"\n", args...) }

// print prints data by a template. An error of writing comes again when lines are flushed.
func (s streams) print(text string, data any) {
	_ = template.Must(template.New("").Funcs(template.FuncMap{
		"editions": editionsOf, "join": strings.Join, "kills": recordedKills, "layer": layerOf, "library": libraryRows,
		"witness": witnessLines, "word": printable.ShellWord,
	}).Parse(text)).Execute(s.lines, data)
}

// note writes a line on standard error, escaped: names of files and messages of the
// program under test are in it.
func (s streams) note(line string) { fmt.Fprintf(s.err, "epin: %s\n", conformance.Visible(line, "")) }

// rootCommand is the whole of the command line.
func rootCommand(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "epin",
		Short:         "Certify implementations of EPIN (Extended Piece Identifier Notation) and PIN",
		Version:       conformance.Version,
		SilenceUsage:  true,
		SilenceErrors: true,

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
		reportCommand(s),
		smokeCommand(s),
		adapterCommand(s),
		serveCommand(s),
		parseCommand(s),
		requirementsCommand(s),
		featuresCommand(s),
		mutantsCommand(s),
		group(&cobra.Command{Use: "certificate", Short: "Verify statements of conformance"}, verifyCommand(s)),
		vectorsCommand(s),
		pageCommand(),
		versionCommand(s),
		manCommand(),
	)
	document(root)
	addHelp(root)
	addCompletions(root)
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

// run runs the command line args and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := newStreams(stdin, stdout, stderr)
	defer s.files.Discard()
	root := rootCommand(s)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if failed := s.lines.Flush(); failed != nil && !closedByReader(failed) {
		err = stdoutError(failed)
	}
	s.endOrphans() // those of a command that has ended early, or has no report
	status := statusOf(err)
	if err != nil && err.Error() != "" && status != exitHolds {
		s.note(err.Error())
		if status == exitUsage {
			fmt.Fprintf(stderr, "Run `%s --help` for usage.\n", cmd.CommandPath())
		}
	}
	return status
}

// endOrphans ends what programs under test have left running, where no report says so.
func (s streams) endOrphans() {
	for _, note := range orphans.End() {
		s.note(note)
	}
}
