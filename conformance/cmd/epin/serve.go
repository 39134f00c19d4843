package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

func serveCommand(s streams) *cobra.Command {
	var edition editionFlag
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Be an adapter around the reference, on standard input and output",
		Long: `Be an adapter around the reference, on standard input and output.

The edition is the one that the first request asks for, unless --edition fixes it: then
the reference is a library with one grammar, whatever it is asked for.`,
		Args: noArgument,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := wire.Serve(cmd.Context(), s.in, s.out, func(_ context.Context, asked epin.Edition) (conformance.Implementation, error) {
				if edition.given {
					asked = edition.Edition
				}
				return conformance.Reference(asked), nil
			})
			if err != nil {
				return unknown(fmt.Errorf("serving ended: %w", err))
			}
			return nil
		},
	}
	addEditionFlag(cmd, &edition, "answer for this edition, whatever is asked for: 1.0.0 or 1.0.0-initial")
	return cmd
}
