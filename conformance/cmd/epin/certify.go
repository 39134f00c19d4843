package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/fuzzing"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/internal/wholefile"
)

// certifyOptions are the flags of certify, and of fuzz, which has some of them.
type certifyOptions struct {
	testOptions
	output     reports
	subjects   subjectOptions
	knownFile  string // names of files and folders; "" for none
	writeKnown string // known failures are written to it
	keep       string // the conversation is kept in it
	corpus     string // of fuzzing
	replays    string // requests that reproduce findings are written to it
	list       bool
	fuzzTime   time.Duration
}

func certifyCommand(s streams) *cobra.Command {
	var o certifyOptions
	cmd := &cobra.Command{
		Use:   "certify [flags] [-- COMMAND [ARG...]]",
		Short: "Test an implementation, and report whether it conforms",
		Args:  arguments(),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.exec && o.output.has(formatStatement):
				return errors.New("--report intoto is for an adapter: leave it out with --exec, since the program gives no name and version")
			case o.exec && len(args) == 0 && !o.list:
				return errors.New("--exec needs a program: write it after `--`, with {} in place of the token")
			case !o.exec && slices.Contains(args, "{}"):
				s.note("{} stands for the token only with --exec; an adapter reads tokens from standard input")
			}
			if err := o.expandOnly(cmd, s); err != nil {
				return err
			}
			if o.fuzzTime < 0 {
				return fmt.Errorf("--fuzz-time is %s: give a time, or 0s for none", o.fuzzTime)
			}
			if cmd.Flags().Changed("fuzz-time") {
				o.cfg.Fuzz = &suite.Fuzz{Time: o.fuzzTime}
			}
			switch {
			case cmd.Flags().Changed("seed"):
			case o.knownFile != "" || o.writeKnown != "":
				o.seed = 1 // so that each run sends the same requests
			default:
				o.seed = newSeed()
			}
			if o.list {
				return o.listChecks(s)
			}
			return o.certify(cmd.Context(), s, args)
		},
	}
	o.addFlags(cmd)
	o.output.addReportFlags(cmd)
	f := cmd.Flags()
	f.BoolVar(&o.exec, "exec", false, "COMMAND exits 0 if valid, 1 if invalid")
	o.subjects.addFlags(cmd)
	f.StringArrayVar(&o.cfg.Only, "only", nil, "test only `ID`: a requirement, a layer, a check, a request or @FILE; may be repeated")
	f.StringVar(&o.knownFile, "known-failures", "", "`FILE` of known failures: see --help-all")
	f.StringVar(&o.writeKnown, "write-known-failures", "", "write the failures to `FILE`, as known failures")
	f.StringVar(&o.keep, "transcript", "", "keep every request and response in `FILE`, for epin judge")
	f.BoolVar(&o.list, "list", false, "list the checks, and run none")
	o.addSeed(cmd, "; 1 with known failures")
	f.DurationVar(&o.fuzzTime, "fuzz-time", 0,
		"time for random requests at the end; 0s for none (default 1m0s in profile thorough, none in the others)")
	f.BoolVar(&o.cfg.FailFast, "fail-fast", false, "end at the first failure that is not a known failure")
	o.output.addTextFlags(cmd)
	advanced(cmd, "artifact", "git", "write-known-failures", "transcript", "list", "fuzz-time", "fail-fast")
	cmd.MarkFlagsMutuallyExclusive("write-known-failures", "only")
	for _, flag := range []string{"profile", "complete", "exhaustive", "fuzz-time", "hello-timeout", "transcript"} {
		cmd.MarkFlagsMutuallyExclusive("exec", flag) // they are for an adapter
	}
	return cmd
}

// certify tests an implementation, and writes what the flags name.
func (o *certifyOptions) certify(ctx context.Context, s streams, command []string) (err error) {
	var list knownfailures.List // without a file its Lines are nil
	if o.knownFile != "" {
		if list, err = wholefile.Read(s.files, knownFailures, o.knownFile, wholefile.AtMost(mostKnown, knownfailures.Parse)); err != nil {
			return err
		}
		o.cfg.Known = list.Lines
	}
	switch {
	case o.output.has(formatStatement):
		if o.output.artifacts, err = o.subjects.resources(ctx, s); err != nil {
			return err
		}
	case o.subjects.given():
		return errors.New("--artifact and --git are for a statement: add --report intoto=FILE, or leave them out")
	}
	if err := wholefile.CheckFolder(o.corpus); err != nil {
		return fmt.Errorf("the inputs cannot be kept in %s: %w", o.corpus, err)
	}
	inputs := &fuzzing.Folder{}
	if o.corpus != "" {
		if inputs, err = fuzzing.ReadFolder(o.corpus); err != nil {
			return fmt.Errorf("the inputs cannot be read: %w", err)
		}
		o.cfg.Fuzz.Inputs, o.cfg.Fuzz.Keep = inputs.Inputs, inputs.Keep
	}
	if err := wholefile.CheckFolder(o.replays); err != nil {
		return fmt.Errorf("--replays cannot be written to %s: %w: name another folder, or none with --replays ''", o.replays, err)
	}
	s.files.Start(command)
	if err := o.output.open(s); err != nil {
		return err
	}
	known, err := s.files.Create(knownFailures, o.writeKnown)
	if err != nil {
		return err
	}
	if o.keep != "" {
		o.transcript = &keptTranscript{}
		if o.transcript.file, err = s.files.Create("the transcript", o.keep); err != nil {
			return err
		}
	}
	r, err := o.test(ctx, s, command)
	if err != nil {
		return err
	}
	if inputs.Skipped > 0 {
		s.note(fmt.Sprintf("%d inputs in %s were skipped: too long, or too many", inputs.Skipped, inputs.Dir))
	}
	replays := o.writeReplays(r, command)
	// An error of one file does not prevent the others.
	return o.output.end(r, o.transcript.end(r), writeKnown(known, list, r), replays, inputs.Err)
}
