package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/epin-conformance/harness/conformance"
)

//go:generate go run . reference --markdown reference.md

// referenceCommand writes the documentation of the command: reference.md in this folder,
// which is kept, and the manual pages of a release.
func referenceCommand() *cobra.Command {
	var markdown, man string
	cmd := &cobra.Command{
		Use:    "reference",
		Short:  "Write the reference of the command, as Markdown or as manual pages",
		Hidden: true,
		Args:   noArgument,
		RunE: func(cmd *cobra.Command, _ []string) error {
			commands := commandsOf(cmd.Root())
			if markdown != "" {
				if err := os.WriteFile(markdown, referenceOf(commands), 0o644); err != nil {
					return &statusError{exitUnknown, fmt.Sprintf("the reference cannot be written: %s", err)}
				}
			}
			if man == "" {
				return nil
			}
			for _, c := range commands {
				if err := os.WriteFile(filepath.Join(man, manName(c)+".1"), manPageOf(c), 0o644); err != nil {
					return &statusError{exitUnknown, fmt.Sprintf("a manual page cannot be written: %s", err)}
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&markdown, "markdown", "", "write the reference to `FILE`")
	cmd.Flags().StringVar(&man, "man", "", "write manual pages to the folder `DIR`")
	return cmd
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

// about is the whole text about a command.
func about(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return cmd.Long
	}
	return cmd.Short + "."
}

// referenceOf is the reference as Markdown. What a command says stands in blocks, as
// --help-all shows it.
func referenceOf(commands []*cobra.Command) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# The command `epin`\n\nWhat `epin COMMAND --help-all` says. Written by `go generate ./conformance/cmd/epin`.\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "\n## %s\n", c.CommandPath())
		block(&b, about(c))
		block(&b, c.UseLine())
		if c.HasExample() {
			fmt.Fprintf(&b, "\nExamples:\n")
			block(&b, c.Example)
		}
		if flags := ownFlags(c); flags.HasFlags() {
			fmt.Fprintf(&b, "\nFlags:\n")
			block(&b, flags.FlagUsages())
		}
	}
	return b.Bytes()
}

func block(w io.Writer, text string) {
	fmt.Fprintf(w, "\n```\n%s\n```\n", strings.TrimRight(text, "\n"))
}

// ownFlags are the flags of a command without those that every command has.
func ownFlags(c *cobra.Command) *pflag.FlagSet {
	own := pflag.NewFlagSet(c.Name(), pflag.ContinueOnError)
	own.SortFlags = c.Flags().SortFlags
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" && f.Name != "help-all" && f.Name != "version" {
			own.AddFlag(f)
		}
	})
	return own
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPageOf is the manual page of a command, in the macros man(7).
func manPageOf(c *cobra.Command) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s\n", roffWord(strings.ToUpper(manName(c))), roffWord("epin "+conformance.Version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(manName(c)), roff(c.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.SH DESCRIPTION\n", roff(c.UseLine()))
	// Paragraphs are filled; what is indented is shown as it stands.
	for paragraph := range strings.SplitSeq(about(c), "\n\n") {
		if strings.HasPrefix(paragraph, " ") {
			verbatim(&b, paragraph)
		} else {
			fmt.Fprintf(&b, ".PP\n%s\n", roff(paragraph))
		}
	}
	if flags := ownFlags(c); flags.HasFlags() {
		fmt.Fprintf(&b, ".SH OPTIONS\n")
		verbatim(&b, flags.FlagUsages())
	}
	if c.HasExample() {
		fmt.Fprintf(&b, ".SH EXAMPLES\n")
		verbatim(&b, c.Example)
	}
	var others []string
	if c.HasParent() {
		others = append(others, manName(c.Parent()))
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" && sub.Name() != "completion" {
			others = append(others, manName(sub))
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s(1)\n", roff(strings.Join(others, "(1), ")))
	}
	return b.Bytes()
}

func verbatim(w io.Writer, text string) {
	fmt.Fprintf(w, ".PP\n.nf\n%s\n.fi\n", roff(strings.TrimRight(text, "\n")))
}

// roff is text as troff takes it: nothing in it is a request, a minus stays one.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", "\\(ga", `^`, `\(ha`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

func roffWord(text string) string { return `"` + roff(text) + `"` }
