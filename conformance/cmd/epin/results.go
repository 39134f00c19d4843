package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/report/html"
	"github.com/epin-conformance/harness/conformance/internal/report/results"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// writeResults writes the page of the results in folders to the folder site, with a page of each report.
// A file that cannot be used is left out, named, and makes the exit status 1.
func writeResults(s streams, site string, folders []string) error {
	debug.SetMemoryLimit(1 << 30) // all reports do not fit into that of main
	table, err := results.Read(folders)
	if err != nil {
		return explained("the results cannot be read", err)
	}
	for _, l := range table.LeftOut {
		s.note(fmt.Sprintf("left out: %s: %s", l.File, l.Reason))
	}
	if len(table.Libraries) == 0 {
		return errors.New("no report is found: name folders with files of --report json=FILE")
	}
	if err := unknown(writeSite(s, site, table)); err != nil {
		return err
	}
	if n := len(table.LeftOut); n > 0 {
		return &statusError{exitFails, fmt.Sprintf("the results are written to %s without %s", site, number.Counted(n, "file"))}
	}
	return nil
}

func writeSite(s streams, site string, table results.Table) error {
	write := func(name string, write func(io.Writer) error) error {
		file, err := s.create("the page of results", filepath.Join(site, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		return file.Finish(write)
	}
	err := os.MkdirAll(filepath.Join(site, "reports"), 0o755)
	for _, l := range table.Libraries {
		for _, r := range l.Results {
			if err == nil {
				err = write(r.Page, func(w io.Writer) error { return html.Write(w, []result.Report{r.Report}, nil) })
			}
		}
	}
	if err == nil {
		err = write("index.html", func(w io.Writer) error { return html.WriteResults(w, table) })
	}
	if err == nil {
		err = write("index.json", table.WriteJSON)
	}
	return err
}
