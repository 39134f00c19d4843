package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/internal/transcript"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

// keptTranscript is the transcript of a run that is being written; nil for none.
type keptTranscript struct {
	file *wholeFile
	*transcript.Writer
	environments []string // the names of those that were tested
}

// openTranscript begins a transcript, so that an error of the file is found before the first
// request. It returns nil for an empty name.
func openTranscript(s streams, name string) (*keptTranscript, error) {
	f, err := openWhole(s, "the transcript", name)
	if f == nil {
		return nil, err
	}
	return &keptTranscript{file: f}, nil
}

func (k *keptTranscript) log() func() wire.Log {
	if k == nil {
		return nil
	}
	return func() wire.Log { return k.Log() }
}

// begin writes the header: the configuration of the run.
func (k *keptTranscript) begin(cfg suite.Config, o askOptions, command []string) error {
	if k == nil {
		return nil
	}
	w, err := k.file.begin()
	if err != nil {
		return unknown(err)
	}
	k.Writer, err = transcript.NewWriter(w, transcript.Header{
		Version: conformance.Version, Corpus: corpus.Digest(),
		Edition: cfg.Edition.String(), Profile: cfg.Profile.String(), Seed: cfg.Seed,
		Complete: cfg.Complete, Exhaustive: cfg.Exhaustive, Fuzz: cfg.Fuzzes(),
		Only: append([]string{}, cfg.Only...), Command: append([]string{}, command...),
		HelloTimeout: o.waits.HelloTimeout, Timeout: o.waits.Timeout, Grace: o.waits.Grace,
		Env: o.env.pass, EnvClear: o.env.clear,
	})
	return unknown(k.file.failed(err))
}

// openIn returns open, and notes the environments in which it succeeds.
func (k *keptTranscript) openIn(open suite.OpenIn) suite.OpenIn {
	if k == nil {
		return open
	}
	return func(ctx context.Context, in suite.Environment, edition epin.Edition) (conformance.Implementation, error) {
		impl, err := open(ctx, in, edition)
		if err == nil && !slices.Contains(k.environments, in.Name) {
			k.environments = append(k.environments, in.Name)
		}
		return impl, err
	}
}

// end writes how the run ended, and gives the file its name.
func (k *keptTranscript) end(r result.Report) error {
	if k == nil {
		return nil
	}
	return k.file.write(func(io.Writer) error {
		end := transcript.End{Cut: r.Cut.String(), Environments: k.environments}
		for _, p := range r.Parts {
			end.Rounds += p.Rounds
		}
		return k.Close(end)
	})
}

// judgeMemory and judgeGarbage replace memoryAim and garbageBound while a transcript is judged,
// since its content does not fit into memoryAim.
const (
	judgeMemory  = 1 << 30
	judgeGarbage = 75
)

func judgeCommand(s streams) *cobra.Command {
	var o certifyOptions
	cmd := &cobra.Command{
		Use:   "judge [flags] TRANSCRIPT",
		Short: "Judge a transcript again, without the library",
		Long: `Judge a transcript again, without the library.

certify --transcript FILE keeps every request and response. This command sends the same
requests to the transcript. With the same version of the suite the verdict is the same;
another version may judge differently. A request that the transcript does not have is not
tested: then the run is inconclusive, unless something failed.

Exit status: as that of certify; 2 also for a transcript that is cut short or altered.`,
		Example: `  epin certify --transcript acme.transcript -- python3 adapter.py
  epin judge acme.transcript --report json=report.json`,
		Args: oneFile("transcript", "epin judge TRANSCRIPT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return judge(cmd.Context(), s, o, args[0])
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	addReportFlag(cmd, &o.reports)
	o.text.add(cmd)
	addMaxTimeFlag(cmd, &o.askOptions)
	return cmd
}

func judge(ctx context.Context, s streams, o certifyOptions, name string) error {
	if err := aboveZero("max-time", o.maxTime); err != nil {
		return err
	}
	file, err := openInput(s, "the transcript", name)
	if err != nil {
		return err
	}
	debug.SetMemoryLimit(judgeMemory)
	debug.SetGCPercent(judgeGarbage)
	defer file.Close()
	refused := func(err error) error {
		return fmt.Errorf("the transcript cannot be read: %s: %w", name, err)
	}
	t, err := transcript.Read(file)
	if err != nil {
		return refused(err)
	}
	// Commands that reproduce a finding need these too.
	o.complete.value, o.exhaustive.value = t.Header.Complete, t.Header.Exhaustive
	o.waits = wire.Command{
		HelloTimeout: cmp.Or(t.Header.HelloTimeout, defaultWaits.HelloTimeout),
		Timeout:      cmp.Or(t.Header.Timeout, defaultWaits.Timeout), Grace: cmp.Or(t.Header.Grace, defaultWaits.Grace),
	}
	o.env = environment{pass: t.Header.Env, clear: t.Header.EnvClear}
	began := time.Now()
	cfg := suite.Config{
		Open: t.Open, Seed: t.Header.Seed, Jobs: 1, Only: t.Header.Only, MaxTime: o.maxTime, Names: flagNames,
		Complete: t.Header.Complete, Exhaustive: t.Header.Exhaustive, Fuzz: &suite.Fuzz{},
		OpenIn: func(ctx context.Context, in suite.Environment, edition epin.Edition) (conformance.Implementation, error) {
			if !slices.Contains(t.End.Environments, in.Name) {
				return nil, errors.New("the run of the transcript did not test it there")
			}
			return t.Open(ctx, edition)
		},
		Now: func() time.Time { return began }, // the time of a replay means nothing
	}
	if t.Header.Fuzz {
		cfg.Fuzz.Rounds = t.End.Rounds
	}
	var errs [2]error
	cfg.Edition, errs[0] = epin.ParseEdition(t.Header.Edition)
	cfg.Profile, errs[1] = suite.ParseProfile(t.Header.Profile)
	if err := errors.Join(errs[:]...); err != nil {
		return refused(err)
	}
	outputs, err := openOutputs(s, "report", o.reports, o.text)
	if err != nil {
		return err
	}
	ctx, end := interruptible(ctx) // from here on: before, a signal ends the program
	defer end()
	r, err := o.run(ctx, s, cfg, t.Header.Command, outputs)
	if err != nil {
		return err
	}
	r.Notes = append(r.Notes, printable.Text(fmt.Sprintf("from a transcript that suite %s wrote", t.Header.Version)))
	if err := outputs.write(r); err != nil {
		return unknown(err)
	}
	return endOf(r, outputs)
}
