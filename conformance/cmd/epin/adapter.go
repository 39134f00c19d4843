package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/internal/adaptercheck"
	"github.com/epin-conformance/harness/conformance/internal/childenv"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/started"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

func adapterListCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the languages that have a template, and what each needs",
		RunE: func(*cobra.Command, []string) error {
			return s.print("{{range .}}{{printf `%-11s%s` .Language .Needs}}\n{{end}}", adapters.All())
		},
	}
}

const nextSteps = `Wrote:

{{range .Written}}  {{word .}}
{{end}}
Check that it runs:

{{if ne .Folder "."}}  cd {{word .Folder}}
{{end}}{{with .Build}}  {{.}}
{{end}}  epin smoke -- {{.Run}}

{{if .Library}}Call your library where the adapter says FILL IN, in place of {{.Library}}. Then certify it:

{{with .Build}}  {{.}}
{{end}}{{else}}Then certify the library:

{{end}}  epin certify -- {{.Run}}

The guide is {{.Readme}}, and {{.Guide}}
`

func adapterNewCommand(s streams) *cobra.Command {
	var language, dir string
	cmd := &cobra.Command{
		Use:   "new --lang LANGUAGE [--out DIR]",
		Short: "Write an adapter that runs at once",
		RunE: func(*cobra.Command, []string) error {
			t, err := adapters.Named(language)
			if err != nil {
				if near := nearest(language, flagWords["lang"]()); near != "" {
					return fmt.Errorf("unknown language %q%s", language, near)
				}
				return err
			}
			written, err := t.Write(dir)
			if err != nil {
				return fmt.Errorf("the adapter is not written: %w", err)
			}
			paths := each(written, func(name string) string { return filepath.Join(dir, name) })
			return s.print(nextSteps, struct {
				adapters.Template
				Folder, Readme string
				Written        []string
			}{t, filepath.Clean(dir), adapters.Readme, paths})
		},
	}
	f := cmd.Flags()
	f.StringVar(&language, "lang", "", "the `LANGUAGE`: see epin adapter list")
	_ = cmd.MarkFlagRequired("lang")
	f.StringVar(&dir, "out", ".", "write to the folder `DIR`, which is created if necessary")
	return cmd
}

func smokeCommand(s streams) *cobra.Command {
	var c wire.Command
	var edition editionFlag
	var env childenv.Selection
	var verbose bool
	cmd := &cobra.Command{
		Use:   "smoke [flags] -- COMMAND [ARG...]",
		Short: "Check that an adapter follows the protocol",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no adapter is given: write `epin smoke -- COMMAND`")
			}
			if f := cmd.Flags(); f.Changed("timeout") && !f.Changed("hello-timeout") {
				c.HelloTimeout = c.Timeout
			}
			c, err := withEnvironment(c, env, args)
			if err != nil {
				return err
			}
			ctx, end := s.interruptible(cmd.Context())
			defer end()
			started.Adopt(ctx)
			result, err := adaptercheck.Run(ctx, c, edition.Edition, s.out, verbose)
			if failure, ok := errors.AsType[*conformance.Failure](err); ok {
				return &statusError{exitUnknown, failure.What}
			}
			switch {
			case err != nil || result.Right():
				return unknown(err)
			case c.Names.Env != "" && !result.Answered:
				return &statusError{exitFails, "no response to hello; " + c.Names.Env}
			}
			return errFails
		},
	}
	edition.addFlag(cmd, "edition in hello; if unsupported, the next one: "+notation.Names())
	addWaitFlags(cmd, &c)
	addEnvironmentFlags(cmd, &env)
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show every conversation")
	return cmd
}

func serveCommand(s streams) *cobra.Command {
	var edition editionFlag
	var name string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the built-in reference, or a mutant, as an adapter",
		RunE: func(cmd *cobra.Command, _ []string) error {
			m, found := mutant.Named(name)
			if cmd.Flags().Changed("mutant") && !found {
				return noMutant(name)
			}
			err := wire.Serve(cmd.Context(), s.in, s.out, func(_ context.Context, asked *notation.Edition) (conformance.Implementation, error) {
				switch e := cmp.Or(edition.Edition, asked); {
				case e.Notation != asked.Notation:
					return nil, conformance.ErrUnsupportedEdition
				case !found:
					return conformance.Reference(e), nil
				case !m.ExistsIn(e):
					return nil, fmt.Errorf("mutant %s: %w", name, conformance.ErrUnsupportedEdition)
				default:
					return m.In(e, os.Environ()), nil // the environment has an effect on some
				}
			})
			return unknown(explained("serving ended", err))
		},
	}
	cmd.Flags().Var(&edition, "edition", "serve this edition, whatever hello names (default the one that hello names)")
	cmd.Flags().StringVar(&name, "mutant", "", "serve the mutant `NAME`, which epin mutants lists")
	return cmd
}
