package main

import (
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

func vectorsCommand(s streams) *cobra.Command {
	var edition editionFlag
	cmd := &cobra.Command{
		Use:   "vectors",
		Short: "Write the test vectors on standard output, as JSON Lines",
		Long: `Write the test vectors on standard output, as JSON Lines.

They may be copied by anybody, under the licence 0BSD.`,
		Args: cobra.NoArgs,
		RunE: func(_ *cobra.Command, _ []string) error {
			// The order of the files' names, in which their digest is taken.
			editions := []epin.Edition{epin.Initial, epin.Current}
			if edition.given {
				editions = []epin.Edition{edition.Edition}
			}
			w := newLineWriter(s.out)
			for _, e := range editions {
				lines, err := fs.ReadFile(corpus.Files(), e.String()+".jsonl")
				if err != nil {
					return &statusError{exitUnknown, fmt.Sprintf("the vectors of edition %s cannot be read: %s", e, err)}
				}
				w.Write(lines)
			}
			return w.flush()
		},
	}
	addEditionFlag(cmd, &edition, "only the vectors of this edition: 1.0.0 or 1.0.0-initial (default both)")
	cmd.Flags().Lookup("edition").DefValue = ""
	return cmd
}
