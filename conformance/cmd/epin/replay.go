package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/replay"
	"github.com/epin-conformance/harness/conformance/report"
	"github.com/epin-conformance/harness/conformance/suite"
)

func replayCommand(s streams) *cobra.Command {
	var o askOptions
	cmd := &cobra.Command{
		Use:   "replay [flags] FILE [-- COMMAND [ARG...]]",
		Short: "Ask again what a replay file of fuzz holds, and say whether it still happens",
		Long: `Ask again what a replay file of fuzz holds, and say whether it still happens.

COMMAND starts an adapter, as for certify; without one the built-in reference is asked.
The calls of the file are made in a fresh process, in their order, for the edition that
the file names, and the answer that was wrong is judged again.

Exit status: 0 the answer is right now, 1 it is still wrong, 2 wrong usage or a file that
cannot be read, 3 it could not be found out.`,
		Example: `  epin replay replays/2c26b46b68ffc68f.json -- python3 adapter.py`,
		Args:    oneFileAndCommand("replay file", "epin replay FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runReplay(cmd.Context(), s, o, args[0], args[1:])
		},
	}
	cmd.Flags().SortFlags = false
	addWaitFlags(cmd, &o.waits)
	return cmd
}

func runReplay(ctx context.Context, s streams, o askOptions, name string, command []string) error {
	if err := checkWaits(o.waits); err != nil {
		return err
	}
	file, err := readReplay(name)
	if err != nil {
		return err
	}
	edition, requests, answer, err := file.Requests()
	if err != nil {
		return err
	}
	o.edition.Edition = edition
	open, err := o.open(ctx, command)
	if err != nil {
		return err
	}
	again, err := suite.Replay(ctx, o.config(open), requests, answer)
	if err != nil {
		return &statusError{exitUnknown, conformance.Visible(err.Error(), "")}
	}
	asked := requests[answer]
	w := bufio.NewWriter(s.out)
	got := report.Said(again.Got)
	switch {
	case !again.Wrong:
		fmt.Fprintf(w, "It does not happen: %s answers rightly.\n", report.NameOf(again.Implementation))
	case got == file.Got:
		fmt.Fprintf(w, "It still happens, with %s.\n", report.NameOf(again.Implementation))
	default:
		fmt.Fprintf(w, "It is still wrong, in another way, with %s.\n", report.NameOf(again.Implementation))
	}
	fmt.Fprintf(w, "  asked   %s", report.Asked(asked))
	if n := len(requests) - 1; n > 0 {
		fmt.Fprintf(w, ", among %d other calls", n)
	}
	fmt.Fprintf(w, " (edition %s)\n", edition)
	if again.Wrong {
		fmt.Fprintf(w, "  wanted  %s\n  got     %s\n", report.Said(again.Wanted), got)
	}
	if got != file.Got {
		fmt.Fprintf(w, "  before  %s, said by %s\n", conformance.Visible(file.Got, ""),
			conformance.Visible(strings.TrimSpace(file.Implementation.Name+" "+file.Implementation.Version), ""))
	}
	if err := w.Flush(); err != nil {
		return &statusError{exitUnknown, fmt.Sprintf("standard output cannot be written: %s", err)}
	}
	if again.Wrong {
		return &statusError{status: exitFails}
	}
	return nil
}

func readReplay(name string) (replay.File, error) {
	bad := func(err error) (replay.File, error) {
		return replay.File{}, fmt.Errorf("the replay file cannot be read: %w", err)
	}
	f, err := os.Open(name)
	if err != nil {
		return bad(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, replay.MaxBytes+1))
	if err != nil {
		return bad(err)
	}
	file, err := replay.Parse(data)
	if err != nil {
		return bad(fmt.Errorf("%s: %w", name, err))
	}
	return file, nil
}

// writeReplays writes a replay file for each finding that can be asked again, also of the
// libraries that were compared, and notes its name in the report.
func writeReplays(dir string, r *report.Report, result suite.Result) error {
	if dir == "" {
		return nil
	}
	first := replay.Implementation{Name: r.Implementation.Name, Version: r.Implementation.Version, Language: r.Implementation.Language}
	if err := writeReplaysOf(dir, r, first, result.Findings, r.Findings); err != nil || result.Comparison == nil {
		return err
	}
	for i, l := range result.Comparison.Libraries {
		shown := r.Comparison.Libraries[i]
		who := replay.Implementation{Name: shown.Name, Version: shown.Version, Language: shown.Language}
		if err := writeReplaysOf(dir, r, who, l.Findings, shown.Findings); err != nil {
			return err
		}
	}
	return nil
}

// writeReplaysOf is the same for the findings of one library, and as they are shown.
func writeReplaysOf(dir string, r *report.Report, who replay.Implementation, findings []suite.Finding, shown []report.Finding) error {
	if len(findings) == 0 {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("the replay files cannot be written: %w", err)
	}
	for i, f := range findings {
		calls, answer := f.Requests()
		out := replay.File{
			Format: replay.Format, Harness: replay.Harness(r.Harness), Edition: r.Edition, Profile: r.Profile, Seed: r.Seed,
			Implementation: who, Check: f.First.Check, Requirements: f.Requirements, Answer: answer,
			Wanted: shown[i].Wanted, Got: shown[i].Got,
		}
		for _, c := range calls {
			out.Calls = append(out.Calls, replay.NewCall(c.Request, c.Times))
		}
		name := filepath.Join(dir, out.Name())
		if err := writeWhole("a replay file", name, out.Bytes()); err != nil {
			return err
		}
		shown[i].Replay = conformance.Visible(name, "")
	}
	return nil
}
