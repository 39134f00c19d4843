package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/html"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/wholefile"
)

func reportCommand(s streams) *cobra.Command {
	return group(&cobra.Command{
		Use:   "report",
		Short: "Convert and compare saved reports",
	}, reportConvertCommand(s), reportDiffCommand(s), reportHTMLCommand(s))
}

func reportConvertCommand(s streams) *cobra.Command {
	var o reports
	cmd := &cobra.Command{
		Use:   "convert [--to FORMAT[=FILE]]... FILE",
		Short: "Convert a saved report to other formats",
		Args:  arguments("report"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := readReport(s, args[0])
			if err != nil {
				return err
			}
			o.quiet = len(o.specs) > 0 // text without --to
			if err := o.open(s); err != nil {
				return err
			}
			return unknown(o.write(r))
		},
	}
	flagsInOrder(cmd)
	o.addFlag(cmd, "to", "write ")
	o.addTextFlags(cmd)
	return cmd
}

func reportDiffCommand(s streams) *cobra.Command {
	var noColor bool
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Compare two reports, and find what got worse",
		Args:  arguments("report", "second report"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" && args[1] == "-" {
				return errors.New("both reports are standard input: name a file for one of them")
			}
			old, err := readReport(s, args[0])
			if err != nil {
				return err
			}
			now, err := readReport(s, args[1])
			if err != nil {
				return err
			}
			c := report.Diff(old, now)
			if err := report.WriteDifference(s.out, c, report.TextOptions{Color: colored(s.out, noColor)}); err != nil {
				return stdoutError(err)
			}
			if len(c.Worse) > 0 {
				return errFails
			}
			return nil
		},
	}
	addNoColorFlag(cmd, &noColor)
	return cmd
}

func reportHTMLCommand(s streams) *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "html FILE...",
		Short: "Show saved reports as an HTML page",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no report is named: write the files of --report json=FILE")
			}
			var reports []result.Report
			for _, name := range args {
				r, err := readReport(s, name)
				if err != nil {
					return err
				}
				reports = append(reports, r)
			}
			write := func(w io.Writer) error { return html.Write(w, reports, args) }
			if file == "" || file == "-" {
				return stdoutError(write(s.out))
			}
			page, err := s.files.Create("the page", file)
			if err != nil {
				return err
			}
			return unknown(page.Finish(write))
		},
	}
	addFileFlag(cmd, &file, "output", "o", "write the page to `FILE` (default standard output)")
	return cmd
}

// readReport reads a saved report; "-" is standard input.
func readReport(s streams, name string) (result.Report, error) {
	if name == "-" {
		r, err := report.Read(s.in)
		return r, explained("the saved report cannot be read: standard input", err)
	}
	return wholefile.Read(s.files, "the saved report", name, report.Read)
}
