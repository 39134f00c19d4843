package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/suite"
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

const certifyHelp = `Test an implementation, and report whether it conforms.

COMMAND starts an adapter: a program around the implementation that reads requests on
standard input and writes responses to standard output. Without COMMAND, this program
starts itself as an adapter of the built-in reference. Processes that COMMAND leaves
running are ended before a report is written, and on Linux the report names them. On macOS
a process with a session or a process group of its own continues.

COMMAND does not get environment variables with the names of credentials: ACTIONS_*,
AWS_*, *_KEY, and names that contain TOKEN, SECRET, PASSWORD or CREDENTIAL, in upper or
lower case. --env passes one of them; --env-clear passes almost no variable.

--edition auto detects the edition of EPIN that the library implements, pin/auto that of
PIN. --profile selects how much is tested.

--only takes a requirement (epin/6/anchoring), a layer (vectors), a check
(exhaustive/sweep/4b0a), or a leading part of one (epin/9.4); it may be repeated.
single/OPERATION/HEX sends one request that no layer has to contain: single/parse/4b0a,
single/apply/flip-derive/4b, single/equal/4b/6b, single/sweep/4b/6b for one sweep of two
tokens, and "empty" for the empty string. Several single requests go to one process, in
their order. A run with --only is never conformant: if nothing fails, it is inconclusive.

--only @FILE reads such selectors from a file, one a line. Empty lines and lines that begin
with # are ignored. "256× " (or "256x ") repeats a single request; a run has at most 65,536
of them. The first line may give edition, profile and seed; a contradicting flag is an
error. epin fuzz writes such files:

  edition 1.0.0, profile quick, seed 1
  # The response depends on earlier requests.
  256× single/sweep/41
  single/parse/41

--known-failures names a file of known failures. A line is a finding, as its command names it
after --only, or a requirement in full, and then a colon and a reason, which is required. Lines
that begin with # are comments. A finding is known if a line names it, or if every requirement
that its failed checks violate has a line. If all findings are known and every line matches
one, the verdict is "conformant but for N known failures". A line for a requirement hides
further bugs; the verdict counts the findings that only such lines cover. A line that matches no
finding is out of date. A line for an operation that the implementation no longer offers leaves
the run inconclusive.

--write-known-failures writes such a file, with a line for each finding. Fill in the reasons:
without them the file is refused. With --known-failures, also of the same file, it removes
lines that match nothing and adds new ones. With either flag the default seed is 1, so that
random inputs do not change the list.

--exec tests a program without an adapter, by its exit status: 0 accepts, 1 rejects,
anything else is a crash. COMMAND is started once for each token. The token replaces each
argument {}; without {} it is the whole of standard input. This proves less than an adapter
does, and the report says what. The verdict is at best conformant, since values are not
tested. An argument holds no NUL: with {}, such strings are not tested. If a program exits
with 1 when it crashes, as in Python, Ruby or Node.js, its crashes look like rejections.

Exit status: 0 conformant, or conformant but for known failures; 1 not conformant, or
known failures out of date; 2 wrong usage; 3 inconclusive.`

func certifyCommand(s streams) *cobra.Command {
	var o certifyOptions
	cmd := &cobra.Command{
		Use:   "certify [flags] [-- COMMAND [ARG...]]",
		Short: "Test an implementation, and report whether it conforms",
		Long:  certifyHelp,
		Example: `  epin certify -- python3 adapter.py
  epin certify --exec -- ./is-epin {}
  epin certify --report html=report.html -- ./adapter
  epin certify
  epin certify --edition 1.0.0-initial -- ruby adapter.rb
  epin certify --edition pin/1.0.0 -- ruby adapter.rb
  epin certify --only vectors/parse/4b0a -- ./adapter
  epin certify --only @replays/3a41f0c2b7d9e865.txt -- ./adapter
  epin certify --write-known-failures known.txt -- ./adapter
  epin certify --known-failures known.txt -- ./adapter`,
		Args: withAdapter(),
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
	addSeedFlag(cmd, &o.seed, "; 1 with known failures")
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
		if list, err = readFile(s, knownFailures, o.knownFile, limited(mostKnown, knownfailures.Parse)); err != nil {
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
	inputs, err := openInputs(o.corpus)
	if err != nil {
		return err
	}
	if o.corpus != "" {
		o.cfg.Fuzz.Inputs, o.cfg.Fuzz.Keep = inputs.all, inputs.keep
	}
	if err := checkMaking(o.replays); err != nil {
		return fmt.Errorf("--replays cannot be written to %s: %w: name another folder, or none with --replays ''", o.replays, err)
	}
	s.readCommand(command)
	if err := o.output.open(s); err != nil {
		return err
	}
	known, err := s.create(knownFailures, o.writeKnown)
	if err != nil {
		return err
	}
	if o.keep != "" {
		o.transcript = &keptTranscript{}
		if o.transcript.file, err = s.create("the transcript", o.keep); err != nil {
			return err
		}
		defer o.transcript.file.discard()
	}
	r, err := o.test(ctx, s, command)
	if err != nil {
		return err
	}
	if inputs.left > 0 {
		s.note(fmt.Sprintf("%d inputs in %s were skipped: too long, or too many", inputs.left, inputs.dir))
	}
	replays := o.writeReplays(r, command)
	// An error of one file does not prevent the others.
	return o.output.end(r, o.transcript.end(r), writeKnown(known, list, r), replays, inputs.err)
}
