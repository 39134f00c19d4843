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

// writeResults writes the page of the results in files and folders to the folder site, with a page of
// each report. A file that cannot be used is left out, named, and makes the exit status 1.
func writeResults(s streams, site string, names []string) error {
	debug.SetMemoryLimit(1 << 30) // all reports do not fit into that of main
	var all results.Collector
	for _, name := range names {
		if err := explained("the results cannot be read", all.Add(name)); err != nil {
			return err
		}
	}
	s.files.Start(names) // which are not overwritten
	table := all.Table()
	for _, p := range table.Problems {
		s.note(fmt.Sprintf("left out: %s: %s", p.File, p.Says))
	}
	if len(table.Libraries) == 0 {
		return errors.New("no report is found: name folders with files of --report json=FILE")
	}
	if err := unknown(writeSite(s, site, table)); err != nil {
		return err
	}
	if n := len(table.Problems); n > 0 {
		return &statusError{exitFails, fmt.Sprintf("the results are written to %s without %s", site, number.Counted(n, "file"))}
	}
	return nil
}

func writeSite(s streams, site string, table results.Table) error {
	if err := os.MkdirAll(filepath.Join(site, results.Pages), 0o755); err != nil {
		return err
	}
	write := func(what, name string, write func(io.Writer) error) error {
		file, err := s.create(what, filepath.Join(site, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		return file.Finish(write)
	}
	for _, run := range table.Runs() {
		page := func(w io.Writer) error { return html.Write(w, []result.Report{run.Report}, nil) }
		if err := write("the page of a report", run.Page, page); err != nil {
			return err
		}
	}
	page := func(w io.Writer) error { return html.WriteResults(w, table) }
	return errors.Join(write("the page of results", "index.html", page), write("the results", "index.json", table.WriteJSON))
}
