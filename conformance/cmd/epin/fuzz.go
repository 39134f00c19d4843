package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/suite"
)

const defaultFuzzTime = time.Minute

// fuzzOptions are the flags of fuzz.
type fuzzOptions struct {
	askOptions
	time    time.Duration
	rounds  int
	seed    seedFlag
	against []string
	corpus  string // folder; "" for none
	replays string // likewise
	reports []string
	noColor bool
}

func fuzzCommand(s streams) *cobra.Command {
	var o fuzzOptions
	cmd := &cobra.Command{
		Use:   "fuzz [flags] [-- COMMAND [ARG...]]",
		Short: "Ask an implementation for as long as you like, and look for anything wrong",
		Long: `Ask an implementation for as long as you like, and look for anything wrong.

COMMAND starts an adapter, as for certify. First everything is asked that certify asks of
the profile, and then random questions for --time: tokens and edits of tokens; characters,
encodings, lengths and escapes that other libraries stumble over; transformations in a
row; calls one after the other. Inputs that bring a new kind of answer (another verdict,
another attribute, another text of an error) are kept and changed first. --time is for the
random questions alone, and its end is the normal end.

What is found is shrunk, and shown once with the command that repeats it. A replay file of
each finding is written to the folder --replays, which is made if anything is found:
` + "`epin replay FILE -- COMMAND`" + ` asks again.

Random questions come in rounds, each made from the seed and the answers before it. So
the same --seed asks the same things, however fast the answers come; the report says how
many rounds there were, and --rounds ends after as many. With --corpus the inputs that
were kept are written to a folder, one file each, and those that are there already are
asked first: then the same seed and the same folder ask the same things.

--against compares other libraries with the first one and with the reference, in the same
run: each is asked what the layers of the profile compare with an oracle, and then the same
random questions. An input that brings a new kind of answer from any of them is kept. Shown
is how often each pair disagrees, with the shortest question of each, and what each library
answers wrongly, shrunk and with replay files like the first one's. Of COMMAND white space
parts the words, and single or double quotes hold one together; nothing else means
anything, and no shell is started. One process is asked of each; the slowest sets the pace.
A library that cannot be started, or that ends or hangs for no single question, is left out
from there on, and the others go on.

That nothing is found proves nothing: see what certify says about all strings.

Exit status: 0 nothing was found, 1 something was, of whichever library, 2 wrong usage, 3 it
could not be found out, of one at least.`,
		Example: `  epin fuzz --time 5m -- python3 adapter.py
  epin fuzz --seed 7 --rounds 100 -- ./adapter
  epin fuzz --profile quick --time 10m --corpus inputs -- ./adapter
  epin fuzz --against 'ruby adapter.rb' --against ./other -- python3 adapter.py`,
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
	f.StringArrayVar(&o.against, "against", nil, "compare with the library behind this `COMMAND`, too; may be repeated")
	f.StringVar(&o.corpus, "corpus", "", "begin with the inputs in the folder `DIR`, and keep there what brings something new")
	f.StringVar(&o.replays, "replays", "replays", "write replay files to the folder `DIR`; none if it is empty")
	addReportFlag(cmd, &o.reports)
	addNoColorFlag(cmd, &o.noColor)
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
	if o.rounds == 0 {
		return aboveZero("time", o.time)
	}
	return nil
}

func fuzz(ctx context.Context, s streams, o fuzzOptions, command []string) error {
	if err := o.check(); err != nil {
		return err
	}
	against, err := o.companions()
	if err != nil {
		return err
	}
	outputs, err := openOutputs(s, "report", o.reports, o.noColor)
	if err != nil {
		return err
	}
	defer outputs.discard()
	inputs, err := openInputs(o.corpus)
	if err != nil {
		return err
	}
	open, err := o.open(ctx, command)
	if err != nil {
		return err
	}
	cfg := o.config(open)
	cfg.Seed = uint64(o.seed)
	cfg.Fuzz = &suite.Fuzz{Time: o.time, Rounds: o.rounds, Inputs: inputs.all, Keep: inputs.keep, Against: against}
	result, r, err := o.run(ctx, s, cfg, command, outputs)
	if err != nil {
		return err
	}
	replaysErr := writeReplays(o.replays, &r, result)
	if err := outputs.write(r); err != nil {
		return &statusError{exitUnknown, err.Error()}
	}
	inputs.note(s.err)
	switch {
	case replaysErr != nil:
		return &statusError{exitUnknown, replaysErr.Error()}
	case inputs.err != nil:
		return &statusError{exitUnknown, inputs.err.Error()}
	}
	end := endOf(result.Verdict, r, outputs)
	switch {
	case statusOf(end) == exitFails:
		return end
	case r.Comparison.Wrong():
		return &statusError{status: exitFails}
	case end == nil && r.Comparison.LeftOut():
		return &statusError{exitUnknown, "a library that is compared could not be asked, or not to the end"}
	}
	return end
}

// companions are the libraries of --against.
func (o fuzzOptions) companions() (all []suite.Companion, err error) {
	for _, given := range o.against {
		words, err := splitWords(given)
		if err != nil {
			return nil, fmt.Errorf("--against %s: %w", conformance.Visible(given, ""), err)
		}
		all = append(all, suite.Companion{Given: given, Args: words, Open: o.adapter(words).Open})
	}
	return all, nil
}

// note says what of the inputs was left out.
func (i *inputs) note(w io.Writer) {
	if i.left > 0 {
		fmt.Fprintf(w, "epin: of the inputs in %s, %d were left out: too long, or too many\n", i.dir, i.left)
	}
}
