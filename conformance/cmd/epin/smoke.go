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
		Short: "Check whether an adapter keeps to the protocol",
		Long: `Check whether an adapter keeps to the protocol.

This is for authors of adapters. COMMAND starts the adapter, which is held to the
conversations of conformance/adapters/conversations.txt: every kind of request, half a
line, many requests at once, long lines, the end of the input, and more. For each problem
one sentence says what is wrong and what to change. Where an answer is not the expected
one, and of every conversation with -v, it is shown what was sent (` + "`>`" + `), and what came on
standard output (` + "`<`" + `) and on standard error (` + "`!`" + `). What cannot be printed is escaped, and
long lines are cut. If hello fails, nothing else is sent.

The library behind the adapter is not judged: a wrong value in a well-formed answer is
only noted. ` + "`epin certify`" + ` judges it.

Exit status: 0 the adapter keeps to the protocol, 1 it does not, 2 wrong usage, 3 it could
not be found out, as when it cannot be started.`,
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
			c.Args = args
			return runSmoke(cmd.Context(), s, c, env, verbose)
		},
	}
	cmd.Flags().SortFlags = false
	addWaitFlags(cmd, &c)
	env.addFlags(cmd)
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show every conversation")
	return cmd
}

func runSmoke(ctx context.Context, s streams, c wire.Command, env environment, verbose bool) error {
	vars, err := env.read()
	if err != nil {
		return err
	}
	c.Env = vars.passed
	ctx, end := interruptible(ctx)
	defer end()
	adoptOrphans(ctx)
	result, err := adaptercheck.Run(ctx, c, s.out, verbose)
	err = vars.explain(err)
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
	if withheld := vars.notPassed(); withheld != "" && !result.Answered {
		fails.message = "hello was not answered; " + withheld
	}
	return fails
}
