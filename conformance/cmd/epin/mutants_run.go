package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/mutant/score"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// mutantsOptions are the flags of mutants run.
type mutantsOptions struct {
	names    []string
	edition  editionFlag
	profiles []string
	layers   []string
	jobs     int
	json     string
	against  string
	record   string
}

func runMutantsCommand(s streams) *cobra.Command {
	var o mutantsOptions
	cmd := &cobra.Command{
		Use:   "run [NAME...]",
		Short: "Run the suite against the mutants",
		Long: `Run the suite against all mutants, or the named ones, in this process. Show which layer
kills which mutant. A mutant is killed if its verdict is not conformant.

Each mutant runs with each profile as a whole, and with each layer alone; a layer that is
the same in several profiles runs once. Without --profile the profiles are quick and
standard, which takes minutes. The profile thorough runs as a whole only. With --layer a
layer of it runs alone too, which takes seconds for each mutant that survives.

The result is compared with the record of earlier runs. The exit status is 1 if a mutant
survives that was killed before, or that has to be killed: standard kills all mutants but
those marked as found by chance or by every Unicode character only. It is also 1 if a
mutant is not in the record, or if a recorded mutant does not exist.

--record writes the results of all profiles to a record: those of all mutants, or of the
named ones, and leaves the others as they are.`,
		Example: `  epin mutants run
  epin mutants run dollar-for-z is-alpha --profile all
  epin mutants run --layer exhaustive --profile thorough --edition 1.0.0
  epin mutants run --record ` + score.File,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.names = args
			return runMutants(cmd.Context(), s, o)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	addEditionFilter(cmd, &o.edition, "mutants")
	f.StringArrayVar(&o.profiles, "profile", nil, "run this `PROFILE`: quick, standard, thorough, or all; may be repeated (default quick and standard)")
	f.StringArrayVar(&o.layers, "layer", nil, "run only this `LAYER`, and no profile as a whole; may be repeated")
	f.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "run `N` trials at a time")
	f.Lookup("jobs").DefValue = "the number of cores"
	f.StringVar(&o.json, "json", "", "write the result of each mutant, and the scores, to `FILE` as JSON")
	f.StringVar(&o.against, "against", "", "compare with the record in `FILE` (default the built-in one)")
	f.StringVar(&o.record, "record", "", "write the results to the record in `FILE`; runs all profiles")
	return cmd
}

// mutantTrials holds the checked values of the flags.
type mutantTrials struct {
	config   score.Config // without subjects
	editions []epin.Edition
	record   score.Record // to compare with, or to add to
}

func (o mutantsOptions) check(s streams) (t mutantTrials, err error) {
	t.editions = o.edition.editions()
	if o.jobs < 1 {
		return t, fmt.Errorf("--jobs is %d: give a number from 1 on", o.jobs)
	}
	if t.config.Profiles, err = o.parseProfiles(); err != nil {
		return t, err
	}
	t.config.Layers, t.config.Jobs = o.layers, o.jobs
	if err := o.checkLayers(t.config.Profiles); err != nil {
		return t, err
	}
	for _, name := range o.names {
		m, ok := mutant.Named(name)
		if !ok {
			return t, noMutant(name)
		}
		if o.edition.given && !m.ExistsIn(o.edition.Edition) {
			return t, fmt.Errorf("the mutant %s does not exist in edition %s: leave out --edition", name, o.edition)
		}
	}
	switch {
	case o.record != "" && o.against != "":
		return t, errors.New("--record and --against exclude each other: leave one out")
	case o.record != "" && len(o.layers) > 0:
		return t, errors.New("a record holds what each layer and profile kills: leave out --layer with --record")
	case o.record != "" && len(t.config.Profiles) < len(suite.Profiles()):
		return t, errors.New("a record holds what each profile kills: leave out --profile with --record")
	}
	t.record, err = o.readRecord(s)
	return t, err
}

func (o mutantsOptions) parseProfiles() ([]suite.Profile, error) {
	switch {
	case len(o.profiles) == 0 && o.record != "":
		return suite.Profiles(), nil
	case len(o.profiles) == 0:
		return []suite.Profile{suite.Quick, suite.Standard}, nil
	}
	var given []suite.Profile
	for _, name := range o.profiles {
		if name == "all" {
			given = suite.Profiles()
			continue
		}
		p, err := suite.ParseProfile(name)
		if err != nil {
			return nil, fmt.Errorf("%w, or all", err)
		}
		given = append(given, p)
	}
	return slices.DeleteFunc(suite.Profiles(), func(p suite.Profile) bool { return !slices.Contains(given, p) }), nil
}

func (o mutantsOptions) checkLayers(profiles []suite.Profile) error {
	for _, layer := range o.layers {
		if !slices.Contains(result.Layers(), layer) {
			return fmt.Errorf("unknown layer %q: %s", layer, nearest(layer, result.Layers(), "choose one of "+strings.Join(result.Layers(), ", ")))
		}
		has := false
		for _, p := range profiles {
			layers, err := score.LayersOf(p)
			if err != nil {
				return unknown(err)
			}
			has = has || slices.Contains(layers, layer)
		}
		if !has {
			return fmt.Errorf("the profile %s has no layer %s: choose another with --profile", profiles[0], layer)
		}
	}
	return nil
}

// mostRecord is how long a record may be, in bytes.
const mostRecord = 1 << 20

// readRecord reads the record to compare with or to add to. A record to write need not exist.
func (o mutantsOptions) readRecord(s streams) (score.Record, error) {
	name := o.against + o.record // one of them is empty
	if name == "" {
		return score.Recorded(), nil
	}
	data, err := readLimited(s, "the record", name, mostRecord)
	if o.record != "" && errors.Is(err, fs.ErrNotExist) {
		return score.Record{}, nil
	}
	if err != nil {
		return score.Record{}, err
	}
	record, err := score.ReadRecord(bytes.NewReader(data))
	if err != nil {
		return record, fmt.Errorf("the record %s cannot be read: %w", name, err)
	}
	return record, nil
}

func runMutants(ctx context.Context, s streams, o mutantsOptions) error {
	t, err := o.check(s)
	if err != nil {
		return err
	}
	outcomesFile, err := openWhole(s, "the results of the mutants", o.json)
	if err != nil {
		return err
	}
	recordFile, err := openWhole(s, "the record", o.record)
	if err != nil {
		return err
	}
	for _, e := range t.editions {
		t.config.Subjects = append(t.config.Subjects, score.Mutants(e, o.names...)...)
	}
	ctx, end := interruptible(ctx)
	defer end()
	began := time.Now()
	progress := newProgress(ctx, s.err, 0)
	trials := 0
	outcomes, err := score.Run(ctx, t.config, func(done, of int) {
		trials = of
		progress.trials(done, of)
	})
	progress.clear()
	end()
	if err != nil {
		return unknown(err)
	}

	if o.record != "" {
		if err := t.record.Add(outcomes); err != nil {
			return unknown(err)
		}
	}
	r := newMutantsReport(outcomes, t.editions, t.config.Profiles, t.record, score.Gate(t.record, outcomes))
	err = oneLine(recordFile.write(t.record.Write), outcomesFile.write(func(w io.Writer) error { return writeIndented(w, r) }))
	if err != nil {
		return unknown(err)
	}
	w := newLineWriter(s.out)
	r.write(w)
	w.line(fmt.Sprintf("\n%d trials took %s.", trials, time.Since(began).Round(time.Second)))
	if err := w.Flush(); err != nil {
		return stdoutError(err)
	}
	if len(r.Gate) > 0 {
		return errFails
	}
	return nil
}
