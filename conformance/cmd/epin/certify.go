package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// knownSeed is the seed where failures are known and none is given, so that the same
// is asked each time.
const knownSeed = 1

// certifyOptions are the flags of certify.
type certifyOptions struct {
	askOptions
	subjects   subjectOptions
	reports    []string
	only       []string // selectors
	onlyGiven  []string // the same as they were given, where some come from a file; nil otherwise
	known      string   // file of known failures; "" for none
	writeKnown string   // file to write them to; "" for none
	transcript string   // file to keep the conversation in; "" for none
	list       bool
	seed       seedFlag
	fuzzTime   optional[time.Duration]
	failFast   bool
	noColor    bool
}

func certifyCommand(s streams) *cobra.Command {
	var o certifyOptions
	cmd := &cobra.Command{
		Use:   "certify [flags] [-- COMMAND [ARG...]]",
		Short: "Ask an implementation everything, and say whether it conforms",
		Long: `Ask an implementation everything, and say whether it conforms.

COMMAND starts an adapter: a program around the implementation that answers requests
on standard input with responses on standard output. Without a command the built-in
reference is certified, by starting this program as an adapter. What it leaves running is
ended before a report is written, and on Linux the report names it. On macOS a process that
has made a session or a process group of its own runs on.

COMMAND does not get environment variables whose names are those of credentials: ACTIONS_*,
AWS_*, *_KEY, and names that contain TOKEN, SECRET, PASSWORD or CREDENTIAL, in any case of
letters. --env passes one of these; --env-clear passes next to nothing else.

--edition auto tests the edition that the library has. --profile chooses how much is tested.

--only takes a requirement (epin/6/anchoring), a layer (vectors) or a check
(exhaustive/sweep/4b0a), or a leading part of one (epin/9.4); it may be repeated.
single/OPERATION/HEX makes one request, whatever the layers request: single/parse/4b0a,
single/apply/flip-derive/4b, single/equal/4b/6b, single/sweep/4b/6b for one sweep of two
tokens, and "empty" for the empty string. Several are made in their order, of one
process. What is only partly tested is never called conformant.

--only @FILE reads such selectors from a file, one a line:

  edition 1.0.0, profile quick, seed 1
  # What the library was asked before matters.
  256× single/sweep/41
  single/parse/41

"256× " (or "256x ") repeats a single request; a run makes at most 65,536 of them. Empty
lines, and lines that begin with #, are ignored. The first line is optional: it gives the
edition, the profile and the seed where no flag does, and a flag that contradicts it is an
error. epin fuzz writes such files.

--known-failures names a file of known failures:

  # Fixed in 2.0.
  accepts "K\n": a line break at the end is accepted, issue 12
    accepts "K\r"
  epin/9.3/derive: it returns nil, issue 14
  exhaustive/sweep/4b2727: found yesterday

A line is one of these, then a colon, and a reason, which is required:

  accepts, rejects or crashes, and a token: a wrong verdict on a string that contains the token
  a requirement, or a check, in full: it failed
  one of these and a token: it failed on that very token

A token is a Go string literal. A string contains a token that has its bytes in their
order; the empty string is contained in itself alone. In a token that is not valid, a letter
stands for any letter, and a byte that is not ASCII for any such byte. An indented line
without a reason belongs to the known failure above it. Lines that begin with # are comments.

A failed check is known if a line names its wrong verdict, or the check, or if for each
requirement that it counts against a line names that requirement. When nothing else
fails, and every line does, the verdict is "conformant but for" so many known
failures, which is less than conformant. A requirement hides any further bug that breaks
only requirements of the list; the verdict names such requirements. A line that did not fail, or that names
nothing that was asked, puts the list out of date; one that the implementation offers
no means to test leaves the run inconclusive. With --only, a line is held against the run where a
selector names the same, or a leading part of it; a run that is cut short holds
nothing against the list.

--write-known-failures writes such a file, as narrow as what failed: the shortest tokens
with a wrong verdict, up to 64 other checks, and requirements where there are more. It is
refused until you have put the reasons in. With --known-failures, which may name the same
file, it takes out the lines that did not fail, and adds what is new. The exit status is
that of the verdict. With either flag the seed is 1 unless --seed gives another: what
fails by chance fits no list.

--exec is for a program that nobody has written an adapter for. COMMAND is started once
for each token, which stands in the place of each argument that is {}, or else is the
whole of standard input. The exit status 0 is a yes and 1 a no; any other is a crash.
Asked is what a process for each question can afford: the test vectors, with all tokens
among them, and a complete test suite over the bytes at which ranges begin and end. That
proves less than an adapter would, and the report says what; of anything but yes or no
nothing is known, so the verdict is at best conformant. No argument holds a NUL: with {}
such tokens are not tested. A program that also ends with status 1 where it crashes,
as one in Python, Ruby or Node.js does, hides its crashes among its noes.

Exit status: 0 conformant, or conformant but for known failures; 1 not conformant, or
known failures out of date; 2 wrong usage; 3 inconclusive.`,
		Example: `  epin certify -- python3 adapter.py
  epin certify --exec -- ./is-epin {}
  epin certify --report text --report html=report.html -- ./adapter
  epin certify
  epin certify --report text --report json=report.json -- ./adapter
  epin certify --edition 1.0.0-initial -- ruby adapter.rb
  epin certify --only vectors/parse/4b0a -- ./adapter
  epin certify --only @replays/3a41f0c2b7d9e865.txt -- ./adapter
  epin certify --write-known-failures known.txt -- ./adapter
  epin certify --known-failures known.txt -- ./adapter`,
		Args: adapterCommand,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.checkExec(cmd, args); err != nil {
				return err
			}
			if !o.exec && slices.Contains(args, "{}") {
				s.note("{} stands for the token only with --exec; an adapter reads tokens from standard input")
			}
			if err := o.expandOnly(cmd, s); err != nil {
				return err
			}
			switch {
			case cmd.Flags().Changed("seed"):
			case o.known != "" || o.writeKnown != "":
				o.seed = knownSeed
			default:
				o.seed = newSeed()
			}
			if o.list {
				if o.edition.auto {
					return errors.New("--list asks nothing, so --edition auto finds nothing out: name an edition")
				}
				return listChecks(s, o)
			}
			return certify(cmd.Context(), s, o, args)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	o.addFlags(cmd)
	addReportFlag(cmd, &o.reports)
	f.BoolVar(&o.exec, "exec", false, "COMMAND exits with 0 for a valid token, else with 1")
	o.subjects.addFlags(cmd)
	f.StringArrayVar(&o.only, "only", nil, "test only `ID`: a requirement, a layer, a check, a request or @FILE; may be repeated")
	f.StringVar(&o.known, "known-failures", "", "`FILE` of known failures: see --help-all")
	f.StringVar(&o.writeKnown, "write-known-failures", "", "write what failed to `FILE`, as known failures")
	f.StringVar(&o.transcript, "transcript", "", "keep every request and every raw answer in `FILE`, for epin judge")
	f.BoolVar(&o.list, "list", false, "list the checks that would be asked, and ask nothing")
	f.Var(&o.seed, "seed", "everything random comes from this number (default another one each time, which is printed; 1 where failures are known)")
	f.Lookup("seed").DefValue = "" // another one each time
	addOptional(cmd, &o.fuzzTime, "fuzz-time", "duration",
		"how long random questions are asked at the end; 0s for not at all (default 1m0s in profile thorough, not at all in the others)", parseDuration)
	f.BoolVar(&o.failFast, "fail-fast", false, "end at the first failure that is not known")
	addNoColorFlag(cmd, &o.noColor)
	return cmd
}

// config is what the flags say of a run.
func (o certifyOptions) config(open conformance.Factory) suite.Config {
	cfg := o.askOptions.config(open)
	cfg.Seed, cfg.Only, cfg.Given, cfg.FailFast = uint64(o.seed), o.only, o.onlyGiven, o.failFast
	if o.fuzzTime.value != nil {
		cfg.Fuzz = &suite.Fuzz{Time: *o.fuzzTime.value}
	}
	return cfg
}

// checkExec returns what of the flags does not go together with --exec.
func (o certifyOptions) checkExec(cmd *cobra.Command, command []string) error {
	if !o.exec {
		return nil
	}
	for _, flag := range []string{"profile", "complete", "exhaustive", "fuzz-time", "hello-timeout", "transcript"} {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s is for an adapter: leave it out with --exec, which asks what a process for each question can afford", flag)
		}
	}
	if slices.ContainsFunc(o.reports, func(r string) bool { format, _, _ := strings.Cut(r, "="); return format == formatStatement }) {
		return fmt.Errorf("--report %s is for an adapter: leave it out with --exec, since the program does not say what it is", formatStatement)
	}
	if len(command) == 0 && !o.list {
		return errors.New("--exec needs a program: write it behind `--`, with {} where the token stands")
	}
	return nil
}

func listChecks(s streams, o certifyOptions) error {
	checks, err := suite.Checks(o.config(nil))
	if err != nil {
		return err
	}
	w := newLineWriter(s.out)
	any := false
	for id := range checks {
		any = true
		if w.line(id) != nil {
			break
		}
	}
	if !any {
		return fmt.Errorf("%s names no check of profile %s", strings.Join(o.only, ", "), o.config(nil).Profile)
	}
	return w.flush()
}

func certify(ctx context.Context, s streams, o certifyOptions, command []string) error {
	if err := o.check(); err != nil {
		return err
	}
	if o.writeKnown != "" && len(o.only) > 0 {
		return errors.New("--write-known-failures writes what fails of everything: leave out --only")
	}
	var list *knownfailures.List
	if o.known != "" {
		read, err := readKnown(s, o.known)
		if err != nil {
			return err
		}
		list = &read
	}
	outputs, err := openOutputs(s, "report", o.reports, o.noColor)
	if err != nil {
		return err
	}
	if err := outputs.describe(ctx, s, o.subjects, command); err != nil {
		return err
	}
	written, err := openWhole(s, knownFailures, o.writeKnown)
	if err != nil {
		return err
	}
	kept, err := openTranscript(s, o.transcript)
	if err != nil {
		return err
	}
	o.log = kept.log()
	r, err := o.ask(ctx, s, command, outputs, func(open conformance.Factory) (suite.Config, error) {
		cfg := o.config(open)
		if list != nil {
			cfg.Known = list.Lines
		}
		return cfg, kept.begin(cfg, o.askOptions, command)
	})
	if err != nil {
		return err
	}
	// One that cannot be written keeps no other from being written.
	if err := oneLine(kept.end(r), outputs.write(r), writeKnown(written, list, r)); err != nil {
		return unknown(err)
	}
	return endOf(r, outputs)
}
