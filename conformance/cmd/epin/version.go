package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/corpus"
)

func versionCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the versions of harness, protocol and corpus",
		Args:  noArgument,
		RunE: func(_ *cobra.Command, _ []string) error {
			w := newLineWriter(s.out)
			w.line("epin " + conformance.Version)
			w.line(fmt.Sprintf("protocol %d", wire.Version))
			w.line("corpus " + corpus.Digest())
			w.line(runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH)
			return w.flush()
		},
	}
}
