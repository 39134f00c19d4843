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

Open DIR/index.html in a browser. The site has the specification, the requirements, the
corpus, and a playground: it explains a token, and certifies a regular expression or a
function in JavaScript, in the browser. Files of the same names are written over.

The archives of a release have a command that was built with the site. Otherwise
` + "`ci/page DIR`" + ` builds and writes it.`,
		Example: "  epin page site",
		Args:    oneFile("folder", "epin page DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			engine, ok := page.Built()
			if !ok {
				return errors.New("this command was built without the site: run `ci/page DIR` in a clone of the repository")
			}
			return unknown(page.Write(args[0], engine))
		},
	}
}
