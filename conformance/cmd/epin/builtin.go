package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/page"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/corpus"
)

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
			slices.Sort(names) // as the digest of the corpus has them
			for _, name := range names {
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
func commitOf(info *debug.BuildInfo) (commit string) {
	dirty := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "-dirty"
		}
	}
	return commit + dirty
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
