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
		Short: "Serve the built-in reference as an adapter",
		Long: `Serve the built-in reference as an adapter, on standard input and output.

The edition is that of the first request. --edition makes the reference a library with one
grammar, whatever the request names.`,
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
	addEditionFlag(cmd, &edition, "serve this edition, whatever the request names: 1.0.0 or 1.0.0-initial")
	return cmd
}
