package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/internal/printable"
)

func adapterTemplates(s streams) *cobra.Command {
	return group(&cobra.Command{
		Use:   "adapter",
		Short: "Write an adapter in the language of your library",
	}, adapterList(s), adapterNew(s))
}

func adapterList(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the languages that have a template, and what each needs",
		Args:  noArgument,
		RunE: func(*cobra.Command, []string) error {
			w := newLineWriter(s.out)
			for _, t := range adapters.All() {
				w.line(fmt.Sprintf("%-11s%s", t.Language, t.Needs))
			}
			return w.flush()
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
		Args: noArgument,
		RunE: func(*cobra.Command, []string) error {
			if language == "" {
				return errors.New("no language is given: write --lang LANGUAGE, one of `epin adapter list`")
			}
			if dir == "" {
				return errors.New("--out names no folder")
			}
			t, err := adapters.Named(language)
			if err != nil {
				if near := nearest(language, languageWords(), ""); near != "" {
					return fmt.Errorf("unknown language %q: %s", language, near)
				}
				return err
			}
			written, err := t.Write(dir)
			if err != nil {
				return fmt.Errorf("the adapter is not written: %w", err)
			}
			w := newLineWriter(s.out)
			enter, build := "", ""
			if filepath.Clean(dir) != "." {
				enter = "  cd " + printable.ShellWord(dir) + "\n"
			}
			if t.Build != "" {
				build = "  " + t.Build + "\n"
			}
			fmt.Fprintf(w, "Wrote:\n\n")
			for _, name := range written {
				fmt.Fprintf(w, "  %s\n", printable.ShellWord(filepath.Join(dir, name)))
			}
			fmt.Fprintf(w, "\nCheck that it runs:\n\n%s%s  epin smoke -- %s\n\n", enter, build, t.Run)
			fmt.Fprintf(w, "Call your library where the adapter says FILL IN, in place of %s. Then certify it:\n\n", t.Library)
			fmt.Fprintf(w, "%s  epin certify -- %s\n\n", build, t.Run)
			fmt.Fprintf(w, "The guide is %s, and %s\n", adapters.Readme, t.Guide())
			return w.flush()
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&language, "lang", "", "the `LANGUAGE`: see epin adapter list")
	f.StringVar(&dir, "out", ".", "write to the folder `DIR`, which is created if necessary")
	return cmd
}
