package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
)

// manCommand writes the manual pages of a release.
func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write manual pages to a folder",
		Hidden: true,
		Args:   arguments("folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, c := range commandsOf(cmd.Root()) {
				name := strings.ReplaceAll(c.CommandPath(), " ", "-")
				if err := os.WriteFile(filepath.Join(args[0], name+".1"), manPage(name, c.Short, helpOf(c)), 0o644); err != nil {
					return unknown(err)
				}
			}
			return nil
		},
	}
}

// commandsOf returns a command and all below it that people are to see, each before
// those below it.
func commandsOf(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" && sub.Name() != "completion" {
			all = append(all, commandsOf(sub)...)
		}
	}
	return all
}

// helpOf returns the whole help of a command.
func helpOf(c *cobra.Command) string {
	var out bytes.Buffer
	root := rootCommand(newStreams(nil, nil, nil))
	root.SetOut(&out)
	root.SetArgs(append(strings.Fields(c.CommandPath())[1:], "--help-all"))
	_ = root.Execute() // which a buffer cannot fail
	return out.String()
}

// manPage returns the manual page of a command, in the macros man(7): the text of its help.
func manPage(name, short, help string) []byte {
	return fmt.Appendf(nil, ".TH \"%s\" 1 \"\" \"epin %s\"\n.SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n%s.fi\n",
		roff.Replace(strings.ToUpper(name)), roff.Replace(conformance.Version), roff.Replace(name), roff.Replace(short), roff.Replace(help))
}

// roff escapes text for troff: nothing in it is a request, and a minus stays one.
var roff = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", "\\(ga", `^`, `\(ha`, "\n.", "\n\\&.")
