package main

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/report/html"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

func reportHTMLCommand(s streams) *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "html FILE...",
		Short: "Show saved reports as a page to look at",
		Long: `Show reports that --report json or --report jsonl has written as a page to look at: one
file that needs no other.

Of one report, the page has the verdict and what was proven, what is wrong with the
commands that repeat it, the automaton, and the evidence clause by clause. Of several, a
matrix of libraries and requirements comes first, to sort and to filter. Runs of one
library are told apart by what differs: the edition, the profile, the time or the FILE.

Exit status: 0 the page is written, whatever the verdicts, 2 wrong usage, or a report
that cannot be read, 3 the page cannot be written.`,
		Example: `  epin report html report.json -o report.html
  epin report html a.json b.json c.json -o libraries.html`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no report is named: write the files of --report json=FILE")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("output") && file == "" {
				return errors.New("--output names no file: write --output FILE")
			}
			return writeReportPage(s, args, file)
		},
	}
	cmd.Flags().StringVarP(&file, "output", "o", "", "write the page to `FILE` (default standard output)")
	return cmd
}

func writeReportPage(s streams, names []string, file string) error {
	var reports []result.Report
	for _, name := range names {
		r, err := readReport(s, name)
		if err != nil {
			return err
		}
		reports = append(reports, r)
	}
	return writeTo(s, "the page", file, func(w io.Writer) error { return html.Write(w, reports, names) })
}
