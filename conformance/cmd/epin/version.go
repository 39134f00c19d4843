package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/corpus"
)

// commit is the commit of a release, which ci/release sets. Other builds have that of the Go command.
var commit string

func versionCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the versions of harness, protocol and corpus",
		Args:  noArgument,
		RunE: func(_ *cobra.Command, _ []string) error {
			w := newLineWriter(s.out)
			w.line("epin " + conformance.Version)
			if info, ok := debug.ReadBuildInfo(); ok && commit == "" {
				commit = commitOf(info)
			}
			if commit != "" {
				w.line("commit " + commit)
			}
			w.line(fmt.Sprintf("protocol %d", wire.Version))
			w.line("corpus " + corpus.Digest())
			w.line(runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH)
			return w.flush()
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
