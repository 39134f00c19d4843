package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/internal/adaptercheck"
	"github.com/epin-conformance/harness/conformance/internal/childenv"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/page"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/started"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/corpus"
)

func adapterCommand(s streams) *cobra.Command {
	return group(&cobra.Command{
		Use:   "adapter",
		Short: "Write an adapter in the language of your library",
	}, &cobra.Command{
		Use:   "list",
		Short: "List the languages that have a template, and what each needs",
		RunE: func(*cobra.Command, []string) error {
			s.print("{{range .}}{{printf `%-11s%s` .Language .Needs}}\n{{end}}", adapters.All())
			return nil
		},
	}, adapterNew(s))
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

func adapterNew(s streams) *cobra.Command {
	var language, dir string
	cmd := &cobra.Command{
		Use:   "new --lang LANGUAGE [--out DIR]",
		Short: "Write an adapter that runs at once",
		RunE: func(*cobra.Command, []string) error {
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
			for i, name := range written {
				written[i] = filepath.Join(dir, name)
			}
			s.print(nextSteps, struct {
				adapters.Template
				Folder, Readme string
				Written        []string
			}{t, filepath.Clean(dir), adapters.Readme, written})
			return nil
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
			if failure := (*conformance.Failure)(nil); errors.As(err, &failure) {
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
			if _, found := mutant.Named(name); cmd.Flags().Changed("mutant") && !found {
				return noMutant(name)
			}
			err := wire.Serve(cmd.Context(), s.in, s.out, func(_ context.Context, asked *notation.Edition) (conformance.Implementation, error) {
				switch {
				case !edition.given:
					return served(name, asked)
				case edition.Notation != asked.Notation:
					return nil, conformance.ErrUnsupportedEdition
				}
				return served(name, edition.Edition)
			})
			return unknown(explained("serving ended", err))
		},
	}
	cmd.Flags().Var(&edition, "edition", "serve this edition, whatever hello names (default that of hello)")
	cmd.Flags().StringVar(&name, "mutant", "", "serve the mutant `NAME`, which epin mutants lists")
	return cmd
}

// served returns a mutant, which must exist, in the environment of this process, or without a name
// the reference.
func served(name string, edition *notation.Edition) (conformance.Implementation, error) {
	m, _ := mutant.Named(name)
	switch {
	case name == "":
		return conformance.Reference(edition), nil
	case !m.ExistsIn(edition):
		return nil, fmt.Errorf("mutant %s: %w", name, conformance.ErrUnsupportedEdition)
	}
	return mutant.In(m.New(edition), os.Environ()), nil
}

func vectorsCommand(s streams) *cobra.Command {
	var edition editionFlag
	cmd := &cobra.Command{
		Use:   "vectors",
		Short: "Write the test vectors, as JSON Lines",
		RunE: func(_ *cobra.Command, _ []string) error {
			names := each(edition.editions(), func(e *notation.Edition) string { return corpus.FileName(e.String()) })
			for _, name := range slices.Sorted(slices.Values(names)) { // as the digest of the corpus has them
				lines, _ := fs.ReadFile(corpus.Files(), name) // it is embedded
				s.lines.Write(lines)
			}
			return nil
		},
	}
	edition.addFilter(cmd, "vectors")
	return cmd
}

func pageCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "page DIR",
		Short: "Write a site to read and to play with, which needs no network",
		Args:  arguments("folder"),
		RunE: func(_ *cobra.Command, args []string) error {
			engine, ok := page.Built()
			if !ok {
				return errors.New("this command was built without the site: run `ci/page DIR` in a clone of the repository")
			}
			return unknown(page.Write(args[0], engine))
		},
	}
}

// commit is the commit of a release, which ci/release sets. Other builds have that of the Go command.
var commit string

func versionCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the versions of harness, protocol and corpus",
		RunE: func(_ *cobra.Command, _ []string) error {
			s.line("epin %s", conformance.Version)
			if info, ok := debug.ReadBuildInfo(); ok && commit == "" {
				commit = commitOf(info)
			}
			if commit != "" {
				s.line("commit %s", commit)
			}
			s.line("protocol %d\ncorpus %s", wire.Version, corpus.Digest())
			s.line("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}

// commitOf returns the commit that the Go command recorded, or "" if it recorded none.
func commitOf(info *debug.BuildInfo) string {
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	if set["vcs.modified"] == "true" {
		return set["vcs.revision"] + "-dirty"
	}
	return set["vcs.revision"]
}

func parseCommand(s streams) *cobra.Command {
	var edition editionFlag
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "parse TOKEN...",
		Short: "Explain tokens: their attributes, or why they are invalid",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) (failed error) {
			if len(args) == 0 {
				return errors.New("no token is given: write one as an argument, in quotes, such as \"+K^'\"")
			}
			for _, token := range args {
				request := conformance.Request{Op: conformance.OpParse, Token: token}
				resp, _ := conformance.Reference(edition.Edition).Do(cmd.Context(), request) // it returns no error
				if resp.Outcome != conformance.Accepted {
					failed = errFails
				}
				if asJSON {
					s.line("%s", explainedJSON(token, resp, edition.Edition))
					continue
				}
				s.line("%s", cmp.Or(resp.Error, token))
				for i, a := range edition.Attributes {
					if value := resp.Attributes[i]; i != notation.StringForm && value.Offered() {
						s.line("  %-9s %s", a.Key, value.Text)
					}
				}
			}
			return failed
		},
	}
	edition.addFlag(cmd, "edition of the specification: "+notation.Names())
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		var missing *pflag.NotExistError
		if errors.As(err, &missing) && missing.GetSpecifiedShortnames() != "" {
			token := "-" + missing.GetSpecifiedShortnames()
			return fmt.Errorf("%s is not a flag: write a token that begins with - after `--`, as in epin parse -- %s", token, printable.ShellWord(token))
		}
		return flagError(cmd, err)
	})
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object a line")
	return cmd
}

// explainedJSON returns the response to parse in the adapter protocol, with the bytes of the token
// in front instead of an identifier.
func explainedJSON(token string, resp conformance.Response, edition *notation.Edition) string {
	resp.Attributes[notation.StringForm] = notation.Value{}
	line, _ := wire.AppendResponse(nil, edition, 0, conformance.Request{Op: conformance.OpParse}, resp) // it fits
	begin := fmt.Sprintf(`{"hex":"%x",`, token)
	if text, err := json.Marshal(token); err == nil { // it is UTF-8
		begin = fmt.Sprintf(`{"token":%s,"hex":"%x",`, text, token)
	}
	return begin + strings.TrimPrefix(string(line), `{"id":0,`)
}
