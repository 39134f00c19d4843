package main

import (
	"fmt"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/corpus"
)

func vectorsCommand(s streams) *cobra.Command {
	var edition editionFlag
	cmd := &cobra.Command{
		Use:   "vectors",
		Short: "Write the test vectors, as JSON Lines",
		Long: `Write the test vectors to standard output, as JSON Lines.

Anybody may copy them (licence 0BSD).`,
		Args: noArgument,
		RunE: func(_ *cobra.Command, _ []string) error {
			w := newLineWriter(s.out)
			for _, e := range slices.Backward(edition.editions()) { // in the order of the files' names
				lines, err := fs.ReadFile(corpus.Files(), e.String()+".jsonl")
				if err != nil {
					return unknown(fmt.Errorf("the vectors of edition %s cannot be read: %w", e, err))
				}
				w.Write(lines)
			}
			return w.flush()
		},
	}
	addEditionFilter(cmd, &edition, "vectors")
	return cmd
}
