package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/internal/adaptercheck"
	"github.com/epin-conformance/harness/conformance/internal/orphans"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

func adapterCommand(s streams) *cobra.Command {
	return group(&cobra.Command{
		Use:   "adapter",
		Short: "Write an adapter in the language of your library",
	}, adapterList(s), adapterNew(s))
}

func adapterList(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the languages that have a template, and what each needs",
		Args:  arguments(),
		RunE: func(*cobra.Command, []string) error {
			for _, t := range adapters.All() {
				s.line("%-11s%s", t.Language, t.Needs)
			}
			return nil
		},
	}
}

func adapterNew(s streams) *cobra.Command {
	var language, dir string
	cmd := &cobra.Command{
		Use:   "new --lang LANGUAGE [--out DIR]",
		Short: "Write an adapter that runs at once",
		Long: `Write an adapter that runs at once: the adapter with the part to FILL IN, a small EPIN
library that you replace by yours, and ADAPTER.md, a guide. Existing files are never
overwritten.`,
		Example: `  epin adapter new --lang python
  epin adapter new --lang rust --out adapter`,
		Args: arguments(),
		RunE: func(*cobra.Command, []string) error {
			if dir == "" {
				return errors.New("--out names no folder")
			}
			t, err := adapters.Named(language)
			if err != nil {
				if near := nearest(language, languageWords(), ""); near != "" {
					return fmt.Errorf("unknown language %q%s", language, near)
				}
				return err
			}
			written, err := t.Write(dir)
			if err != nil {
				return fmt.Errorf("the adapter is not written: %w", err)
			}
			enter, build := "", ""
			if filepath.Clean(dir) != "." {
				enter = "  cd " + printable.ShellWord(dir) + "\n"
			}
			if t.Build != "" {
				build = "  " + t.Build + "\n"
			}
			s.line("Wrote:\n")
			for _, name := range written {
				s.line("  %s", printable.ShellWord(filepath.Join(dir, name)))
			}
			s.line("\nCheck that it runs:\n\n%s%s  epin smoke -- %s\n", enter, build, t.Run)
			if t.Library == "" {
				s.line("Then certify the library:\n\n  epin certify -- %s\n", t.Run)
			} else {
				s.line("Call your library where the adapter says FILL IN, in place of %s. Then certify it:\n", t.Library)
				s.line("%s  epin certify -- %s\n", build, t.Run)
			}
			s.line("The guide is %s, and %s", adapters.Readme, t.Guide())
			return nil
		},
	}
	f := flagsInOrder(cmd)
	f.StringVar(&language, "lang", "", "the `LANGUAGE`: see epin adapter list")
	_ = cmd.MarkFlagRequired("lang")
	f.StringVar(&dir, "out", ".", "write to the folder `DIR`, which is created if necessary")
	return cmd
}

func smokeCommand(s streams) *cobra.Command {
	var c wire.Command
	var edition editionFlag
	var env environment
	var verbose bool
	cmd := &cobra.Command{
		Use:   "smoke [flags] -- COMMAND [ARG...]",
		Short: "Check that an adapter follows the protocol",
		Long: `Check that an adapter follows the protocol.

This is for authors of adapters. COMMAND starts the adapter. The command sends it every kind
of request, incomplete lines, many requests at once, long lines, the end of the input, and
more. Each problem is one sentence: what is wrong and what to change. After a response that
differs from the expected one, and with -v always, the output shows what was sent (` + "`>`" + `),
and what came on standard output (` + "`<`" + `) and standard error (` + "`!`" + `).

The library is not judged: an unexpected value in a well-formed response is only a note.
--timeout also bounds the response to hello, unless --hello-timeout is given.
` + "`epin certify`" + ` judges the library.`,
		Example: `  epin smoke -- python3 adapter.py
  epin smoke --timeout 2s -- ./adapter`,
		Args: withAdapter(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no adapter is given: write `epin smoke -- COMMAND`")
			}
			if f := cmd.Flags(); f.Changed("timeout") && !f.Changed("hello-timeout") {
				c.HelloTimeout = c.Timeout
			}
			c, err := env.command(c, args)
			if err != nil {
				return err
			}
			ctx, end := interruptible(cmd.Context())
			defer end()
			orphans.Adopt(ctx)
			result, err := adaptercheck.Run(ctx, c, edition.Edition, s.out, verbose)
			if failure := (*conformance.Failure)(nil); errors.As(err, &failure) {
				return &statusError{exitUnknown, failure.What}
			}
			if err != nil || result.Right() {
				return unknown(err)
			}
			fails := &statusError{status: exitFails}
			if c.Names.Env != "" && !result.Answered {
				fails.message = "no response to hello; " + c.Names.Env
			}
			return fails
		},
	}
	flagsInOrder(cmd)
	edition.addFlag(cmd, "edition in hello; if unsupported, the next one: "+notation.Names())
	addWaitFlags(cmd, &c)
	env.addFlags(cmd)
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show every conversation")
	return cmd
}
