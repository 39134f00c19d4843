package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/internal/transcript"
	"github.com/epin-conformance/harness/conformance/internal/wholefile"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/corpus"
)

// keptTranscript is the transcript of a run that is being written; nil for none.
type keptTranscript struct {
	file *wholefile.File
	*transcript.Writer
	mutex        sync.Mutex // processes are opened ahead
	environments []string   // the names of those that were tested
}

// begin writes the header: the configuration of the run. It makes the run note the environments
// in which it tests the implementation.
func (k *keptTranscript) begin(cfg *suite.Config, o testOptions, command []string) error {
	open := cfg.OpenIn
	cfg.OpenIn = func(ctx context.Context, in suite.Environment, edition *notation.Edition) (conformance.Implementation, error) {
		impl, err := open(ctx, in, edition)
		k.mutex.Lock()
		defer k.mutex.Unlock()
		if err == nil && !slices.Contains(k.environments, in.Name) {
			k.environments = append(k.environments, in.Name)
		}
		return impl, err
	}
	var err error
	k.Writer, err = transcript.NewWriter(k.file, transcript.Header{
		Version: conformance.Version, Corpus: corpus.Digest(),
		Edition: cfg.Edition.String(), Profile: cfg.Profile.String(), Seed: cfg.Seed,
		Complete: cfg.Complete, Exhaustive: cfg.Exhaustive, Fuzz: cfg.Fuzzes(),
		Only: append([]string{}, cfg.Only...), Command: append([]string{}, command...),
		HelloTimeout: o.waits.HelloTimeout, Timeout: o.waits.Timeout, Grace: o.waits.Grace,
		Env: o.env.pass, EnvClear: o.env.clear,
	})
	return unknown(explained("the transcript cannot be written", err))
}

// end writes how the run ended, and gives the file its name.
func (k *keptTranscript) end(r result.Report) error {
	if k == nil {
		return nil
	}
	return k.file.Finish(func(io.Writer) error {
		end := transcript.End{Cut: r.Cut.String(), Environments: k.environments}
		for _, p := range r.Parts {
			end.Rounds += p.Rounds
		}
		return k.Close(end)
	})
}

func judgeCommand(s streams) *cobra.Command {
	var o testOptions
	var output reports
	cmd := &cobra.Command{
		Use:   "judge [flags] TRANSCRIPT",
		Short: "Judge a transcript again, without the library",
		Args:  arguments("transcript"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.judge(cmd.Context(), s, output, args[0])
		},
	}
	flagsInOrder(cmd)
	output.addReportFlags(cmd)
	output.addTextFlags(cmd)
	o.addMaxTime(cmd)
	return cmd
}

func (o *testOptions) judge(ctx context.Context, s streams, output reports, name string) error {
	// The content of a transcript does not fit into memoryAim.
	debug.SetMemoryLimit(1 << 30)
	debug.SetGCPercent(75)
	t, err := wholefile.Read(s.files, "the transcript", name, func(file io.Reader) (*transcript.Transcript, error) {
		t, err := transcript.Read(file)
		if err != nil {
			return nil, err
		}
		var errs [2]error
		o.edition.Edition, errs[0] = notation.Named(t.Header.Edition)
		o.cfg.Profile, errs[1] = suite.ParseProfile(t.Header.Profile)
		return t, errors.Join(errs[:]...)
	})
	if err != nil {
		return err
	}
	// Commands that reproduce a finding need these too.
	o.cfg.Complete, o.cfg.Exhaustive = t.Header.Complete, t.Header.Exhaustive
	o.waits = wire.Command{
		HelloTimeout: cmp.Or(t.Header.HelloTimeout, defaultWaits.HelloTimeout),
		Timeout:      cmp.Or(t.Header.Timeout, defaultWaits.Timeout), Grace: cmp.Or(t.Header.Grace, defaultWaits.Grace),
	}
	o.env = environment{pass: t.Header.Env, clear: t.Header.EnvClear}
	o.cfg.Jobs, o.seed, o.cfg.Only, o.cfg.Fuzz = 1, uint32(t.Header.Seed), t.Header.Only, &suite.Fuzz{}
	if t.Header.Fuzz {
		o.cfg.Fuzz.Rounds = t.End.Rounds
	}
	o.cfg.OpenIn = func(ctx context.Context, in suite.Environment, edition *notation.Edition) (conformance.Implementation, error) {
		if !slices.Contains(t.End.Environments, in.Name) {
			return nil, errors.New("the run of the transcript did not test it there")
		}
		return t.Open(ctx, edition)
	}
	cfg, began := o.config(t.Open), time.Now()
	cfg.Now = func() time.Time { return began } // the time of a replay means nothing
	if err := output.open(s); err != nil {
		return err
	}
	ctx, end := s.interruptible(ctx) // from here on: before, a signal ends the program
	defer end()
	r, err := o.run(ctx, s, cfg, t.Header.Command)
	if err != nil {
		return err
	}
	r.Notes = append(r.Notes, printable.Text(fmt.Sprintf("the responses are those of a transcript of suite %s", t.Header.Version)))
	return output.end(r)
}
