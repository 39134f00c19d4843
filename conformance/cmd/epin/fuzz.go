package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

const defaultFuzzTime = time.Minute

// mostOnCommandLine is how many bytes of selectors a reproduce command holds where a file
// holds them as well.
const mostOnCommandLine = 200

// fuzzOptions are the flags of fuzz.
type fuzzOptions struct {
	askOptions
	time    time.Duration
	rounds  int
	seed    seedFlag
	corpus  string // folder; "" for none
	replays string // likewise
	reports []string
	text    textFlags
}

func fuzzCommand(s streams) *cobra.Command {
	var o fuzzOptions
	cmd := &cobra.Command{
		Use:   "fuzz [flags] [-- COMMAND [ARG...]]",
		Short: "Test with random requests for as long as you like",
		Long: `Test with random requests for as long as you like.

COMMAND starts an adapter, as for certify. First everything is asked that certify asks of
the profile, and then random questions for --time: tokens and edits of tokens; characters,
encodings, lengths and escapes that other libraries stumble over; transformations in a
row; calls one after the other. Inputs that bring a new kind of answer (another verdict,
another attribute, another text of an error) are kept and changed first. --time is for the
random questions alone, and its end is the normal end.

What is found is shrunk, and shown once with the command that repeats it. For each finding
that single requests reproduce, they are also written to a file in the folder --replays,
which is made if it is missing: ` + "`epin certify --only @FILE -- COMMAND`" + ` makes them again.

Random questions come in rounds, each made from the seed and the answers before it. So
the same --seed asks the same things, however fast the answers come; the report says how
many rounds there were, and --rounds ends after as many. With --corpus the inputs that
were kept are written to a folder, one file each, and those that are there already are
asked first: then the same seed and the same folder ask the same things.

That nothing is found proves nothing: see what certify says about all strings.

Exit status: 0 nothing was found, 1 something was, 2 wrong usage, 3 it could not be found
out.`,
		Example: `  epin fuzz --time 5m -- python3 adapter.py
  epin fuzz --seed 7 --rounds 100 -- ./adapter
  epin fuzz --profile quick --time 10m --corpus inputs -- ./adapter`,
		Args: adapterCommand,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				o.seed = newSeed()
			}
			if o.rounds > 0 && !cmd.Flags().Changed("time") {
				o.time = 0
			}
			if !cmd.Flags().Changed("max-time") {
				o.maxTime += o.time
			}
			return fuzz(cmd.Context(), s, o, args)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	o.addFlags(cmd)
	f.Lookup("max-time").DefValue = "30m0s beside --time"
	f.DurationVar(&o.time, "time", defaultFuzzTime, "how long random questions are asked")
	f.IntVar(&o.rounds, "rounds", 0, "end after `N` rounds of random questions (default when the time is over)")
	f.Lookup("rounds").DefValue = "0"
	f.Var(&o.seed, "seed", "everything random comes from this number (default another one each time, which is printed)")
	f.Lookup("seed").DefValue = ""
	f.StringVar(&o.corpus, "corpus", "", "start with the inputs in `DIR`, and add new ones")
	f.StringVar(&o.replays, "replays", "replays", "write what reproduces each finding to a file in the folder `DIR`; --replays '' writes none")
	addReportFlag(cmd, &o.reports)
	o.text.add(cmd)
	return cmd
}

// check returns what is wrong with the flags.
func (o fuzzOptions) check() error {
	if err := o.askOptions.check(); err != nil {
		return err
	}
	if o.rounds < 0 {
		return fmt.Errorf("--rounds is %d: give a number from 1 on", o.rounds)
	}
	if o.replays != "" {
		if err := checkMaking(o.replays); err != nil {
			return fmt.Errorf("--replays cannot be written to %s: %w: name another folder, or none with --replays ''", o.replays, err)
		}
	}
	if o.rounds == 0 {
		return aboveZero("time", o.time)
	}
	return nil
}

func fuzz(ctx context.Context, s streams, o fuzzOptions, command []string) error {
	if err := o.check(); err != nil {
		return err
	}
	outputs, err := openOutputs(s, "report", o.reports, o.text)
	if err != nil {
		return err
	}
	inputs, err := openInputs(o.corpus)
	if err != nil {
		return err
	}
	r, err := o.ask(ctx, s, command, outputs, func(open conformance.Factory) (suite.Config, error) {
		cfg := o.config(open)
		cfg.Seed = uint64(o.seed)
		cfg.Fuzz = &suite.Fuzz{Time: o.time, Rounds: o.rounds, Inputs: inputs.all, Keep: inputs.keep}
		return cfg, nil
	})
	if err != nil {
		return err
	}
	replaysErr := o.writeReplays(r, command)
	if err := outputs.write(r); err != nil {
		return unknown(err)
	}
	if inputs.left > 0 {
		s.note(fmt.Sprintf("of the inputs in %s, %d were left out: too long, or too many", inputs.dir, inputs.left))
	}
	if err := cmp.Or(replaysErr, inputs.err); err != nil {
		return unknown(err)
	}
	return endOf(r, outputs)
}

// writeReplays writes a selector file for each finding that can be reproduced, and names it
// in the report. Where the selectors are too long for a command line, the command that
// reproduces the finding reads the file.
func (o fuzzOptions) writeReplays(r result.Report, command []string) error {
	if o.replays == "" {
		return nil
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		file := suite.SelectorFile{
			Run:       &suite.SelectorRun{Edition: o.edition.Edition, Profile: o.profile.Profile, Seed: uint64(o.seed)},
			Comments:  []string{r.Subject() + ": " + f.Sentence()},
			Selectors: suite.SelectorsOf(*f),
		}
		text := file.Bytes()
		if len(file.Selectors) == 0 || len(text) > suite.MaxSelectorFileBytes {
			continue
		}
		if err := os.MkdirAll(o.replays, 0o755); err != nil {
			return fmt.Errorf("the files that reproduce findings cannot be written: %w", err)
		}
		// The same requests to the same library have the same name in every run.
		sum := sha256.Sum256([]byte(file.Comments[0] + "\n" + strings.Join(file.Selectors, "\n")))
		name := filepath.Join(o.replays, hex.EncodeToString(sum[:8])+".txt")
		if err := writeWhole("a file that reproduces a finding", name, text); err != nil {
			return err
		}
		f.Replay = printable.Text(name)
		if only := strings.Join(f.Only, " "); only == "" || len(only) > mostOnCommandLine {
			again := append([]string{"epin", "certify", "--only", "@" + name}, o.given()...)
			if len(command) > 0 {
				again = append(append(again, "--"), command...)
			}
			f.SetRepeat(again)
		}
	}
	return nil
}
