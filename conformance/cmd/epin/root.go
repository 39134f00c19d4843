package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// streams are what a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
	files    *fileSet
}

// note writes a line on standard error, escaped: names of files and messages of the
// program under test are in it.
func (s streams) note(line string) { fmt.Fprintf(s.err, "epin: %s\n", conformance.Visible(line, "")) }

// rootCommand is the whole of the command line.
func rootCommand(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "epin",
		Short: "Certify implementations of EPIN, the Extended Piece Identifier Notation",
		Long: `Certify implementations of EPIN, the Extended Piece Identifier Notation.

Exit status of every command: 0 what was asked holds, 1 it does not, 2 wrong usage
or an input file that cannot be read, 3 it could not be found out.

The first SIGINT (Ctrl-C), SIGTERM or SIGHUP ends a run, whose report says so. A second
one, or one outside a run, ends the program by that signal.

When standard output is closed early, as by head, a run writes its other files, and its
status is 3; a command that only prints something ends quietly.

A file to be read is a regular file or a pipe, such as <(COMMAND) of a shell; an artifact
is a regular file. A file is not written where the command also reads it, or writes it as
something else.`,
		Version:       conformance.Version,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.AddCommand(
		certifyCommand(s),
		fuzzCommand(s),
		judgeCommand(s),
		learnCommand(s),
		reportCommand(s),
		smokeCommand(s),
		adapterTemplates(s),
		serveCommand(s),
		parseCommand(s),
		requirementsCommand(s),
		featuresCommand(s),
		mutantsCommand(s),
		certificateCommand(s),
		vectorsCommand(s),
		versionCommand(s),
		referenceCommand(),
	)
	addCompletions(root)
	return root
}

// run runs the command line args and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := streams{stdin, stdout, stderr, &fileSet{}}
	root := rootCommand(s)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	s.tellOrphans() // those of a command that has ended early, or has no report
	status := statusOf(err)
	if err != nil && err.Error() != "" && status != exitHolds {
		s.note(err.Error())
		if status == exitUsage {
			fmt.Fprintf(stderr, "Run `%s --help` for usage.\n", cmd.CommandPath())
		}
	}
	return status
}

// tellOrphans ends what programs under test have left running, where no report says so.
func (s streams) tellOrphans() {
	for _, note := range endOrphans() {
		s.note(note)
	}
}

// adapterCommand checks the arguments of a command that takes `-- COMMAND [ARG...]`.
func adapterCommand(cmd *cobra.Command, args []string) error {
	switch dash := cmd.ArgsLenAtDash(); {
	case len(args) > 0 && dash != 0:
		return fmt.Errorf("%q is not a flag: the command that starts the adapter comes after `--`", args[0])
	case len(args) == 0 && dash == 0:
		return errors.New("nothing follows `--`: name the command that starts the adapter")
	}
	return nil
}

// oneFile checks that a command has one argument. what is what it holds, usage how the
// command is written.
func oneFile(what, usage string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch len(args) {
		case 0:
			return fmt.Errorf("no %s is given: write `%s`", what, usage)
		case 1:
			return nil
		}
		return fmt.Errorf("%q is one too many: one %s", args[1], what)
	}
}

// oneFileAndCommand is the arguments of a command that takes one file and, if it likes, the
// command that starts an adapter. what names the file; usage is how the command is written.
func oneFileAndCommand(what, usage string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		dash := cmd.ArgsLenAtDash()
		switch {
		case dash < 0 && len(args) == 1, dash == 1 && len(args) > 1:
			return nil
		case dash == 1:
			return errors.New("nothing follows `--`: name the command that starts the adapter")
		case len(args) == 0 || dash == 0:
			return fmt.Errorf("no %s is given: write `%s`", what, usage)
		}
		return fmt.Errorf("%q is one too many: one %s, and the command that starts the adapter after `--`", args[1], what)
	}
}

// editionFlag is the value of --edition.
type editionFlag struct {
	epin.Edition
	given bool
}

func (f *editionFlag) Set(text string) error {
	e, err := epin.ParseEdition(text)
	if err != nil {
		return fmt.Errorf("there is no such edition: choose %s or %s", epin.Current, epin.Initial)
	}
	f.Edition, f.given = e, true
	return nil
}

func (f *editionFlag) Type() string { return "edition" }

// addEditionFlag adds --edition. others are values that it takes beside the editions.
func addEditionFlag(cmd *cobra.Command, f pflag.Value, usage string, others ...cobra.Completion) {
	cmd.Flags().Var(f, "edition", usage)
	values := append([]cobra.Completion{epin.Current.String(), epin.Initial.String()}, others...)
	if err := cmd.RegisterFlagCompletionFunc("edition", cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag was added above
	}
}
