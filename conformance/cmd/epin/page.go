package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/page"
)

func pageCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "page DIR",
		Short: "Write a site to read and to play with, which needs no network",
		Long: `Write a site to read and to play with, which needs no network.

Open DIR/index.html in a browser. The playground explains a token, and certifies a regular
expression or a function in JavaScript. The other pages are the specification, the
requirements and the corpus. A command that was not built with the site names what does.`,
		Example: "  epin page site",
		Args:    oneArgument("folder", "epin page DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			engine, ok := page.Built()
			if !ok {
				return errors.New("this command was built without the site: run `ci/page DIR` in a clone of the repository")
			}
			return unknown(page.Write(args[0], engine))
		},
	}
}
