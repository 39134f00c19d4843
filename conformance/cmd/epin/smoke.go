package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/adaptercheck"
	"github.com/epin-conformance/harness/conformance/wire"
)

func smokeCommand(s streams) *cobra.Command {
	var c wire.Command
	var env environment
	var verbose bool
	cmd := &cobra.Command{
		Use:   "smoke [flags] -- COMMAND [ARG...]",
		Short: "Check that an adapter follows the protocol",
		Long: `Check that an adapter follows the protocol.

This is for authors of adapters. COMMAND starts the adapter. The command sends it the
conversations of conformance/adapters/conversations.txt: every kind of request, incomplete
lines, many requests at once, long lines, the end of the input, and more. Each problem is
one sentence: what is wrong and what to change. If a response differs from the expected
one, and for every conversation with -v, the output shows what was sent (` + "`>`" + `), and what came
on standard output (` + "`<`" + `) and standard error (` + "`!`" + `). It escapes unprintable characters, and
cuts long lines. If hello fails, nothing else is sent.

The library is not judged: an unexpected value in a well-formed response is only a note.
` + "`epin certify`" + ` judges the library.

Exit status: 0 the adapter follows the protocol, 1 it does not, 2 wrong usage,
3 inconclusive, such as an adapter that cannot be started.`,
		Example: `  epin smoke -- python3 adapter.py
  epin smoke --timeout 2s -- ./adapter`,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := adapterCommand(cmd, args); err != nil {
				return err
			}
			if len(args) == 0 {
				return errors.New("no adapter is given: write `epin smoke -- COMMAND`")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkWaits(c); err != nil {
				return err
			}
			c, err := env.command(c, args)
			if err != nil {
				return err
			}
			return runSmoke(cmd.Context(), s, c, verbose)
		},
	}
	cmd.Flags().SortFlags = false
	addWaitFlags(cmd, &c)
	env.addFlags(cmd)
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show every conversation")
	return cmd
}

func runSmoke(ctx context.Context, s streams, c wire.Command, verbose bool) error {
	ctx, end := interruptible(ctx)
	defer end()
	adoptOrphans(ctx)
	result, err := adaptercheck.Run(ctx, c, s.out, verbose)
	if failure := (*wire.Failure)(nil); errors.As(err, &failure) {
		return &statusError{exitUnknown, failure.What}
	}
	if err != nil {
		return unknown(err)
	}
	if result.Right() {
		return nil
	}
	fails := &statusError{status: exitFails}
	if c.Names.Env != "" && !result.Answered {
		fails.message = "no response to hello; " + c.Names.Env
	}
	return fails
}
