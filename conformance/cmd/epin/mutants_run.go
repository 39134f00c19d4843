package main

import (
	"bytes"
	"cmp"
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

	"github.com/epin-conformance/harness/conformance"
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

// check returns the configuration that the flags give, and the record to compare with or to add to.
func (o mutantsOptions) check(s streams) (c score.Config, record score.Record, err error) {
	if o.jobs < 1 {
		return c, record, fmt.Errorf("--jobs is %d: give a number from 1 on", o.jobs)
	}
	if c.Profiles, err = o.parseProfiles(); err != nil {
		return c, record, err
	}
	c.Layers, c.Jobs = o.layers, o.jobs
	if err := o.checkLayers(c.Profiles); err != nil {
		return c, record, err
	}
	for _, name := range o.names {
		m, ok := mutant.Named(name)
		if !ok {
			return c, record, noMutant(name)
		}
		if o.edition.given && !m.ExistsIn(o.edition.Edition) {
			return c, record, fmt.Errorf("the mutant %s does not exist in edition %s: leave out --edition", name, o.edition)
		}
	}
	switch {
	case o.record != "" && o.against != "":
		return c, record, errors.New("--record and --against exclude each other: leave one out")
	case o.record != "" && len(o.layers) > 0:
		return c, record, errors.New("a record holds what each layer and profile kills: leave out --layer with --record")
	case o.record != "" && len(c.Profiles) < len(suite.Profiles()):
		return c, record, errors.New("a record holds what each profile kills: leave out --profile with --record")
	}
	for _, e := range o.edition.editions() {
		c.Subjects = append(c.Subjects, score.Mutants(e, o.names...)...)
	}
	record, err = o.readRecord(s)
	return c, record, err
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
	cfg, record, err := o.check(s)
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
	ctx, end := interruptible(ctx)
	defer end()
	began := time.Now()
	progress := newProgress(ctx, s.err, 0)
	trials := 0
	outcomes, err := score.Run(ctx, cfg, func(done, of int) {
		trials = of
		progress.trials(done, of)
	})
	progress.clear()
	end()
	if err != nil {
		return unknown(err)
	}

	if o.record != "" {
		if err := record.Add(outcomes); err != nil {
			return unknown(err)
		}
	}
	r := newMutantsReport(outcomes, o.edition.editions(), cfg.Profiles, record, score.Gate(record, outcomes))
	err = oneLine(recordFile.write(record.Write), outcomesFile.write(func(w io.Writer) error { return writeIndented(w, r) }))
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

// mutantsReport is what mutants run prints, and writes with --json.
type mutantsReport struct {
	Version  string          `json:"version"` // of the suite
	Profiles []string        `json:"profiles"`
	Mutants  []mutantOutcome `json:"mutants"`
	Scores   []trialScore    `json:"scores"`
	Gate     []string        `json:"gate"` // what is wrong; empty if it holds

	editions []epin.Edition
}

type mutantOutcome struct {
	Edition  string             `json:"edition"`
	Name     string             `json:"name"`
	Layer    string             `json:"layer"`    // the layer that always kills it
	Profiles map[string]*string `json:"profiles"` // by profile, the layer that killed first; null if it survives
	// By profile and layer, whether the layer alone kills it. Layers without a trial are left out.
	Layers map[string]map[string]bool `json:"layers"`

	finder string // what kills it, according to the record
}

type trialScore struct {
	Edition string `json:"edition"`
	Profile string `json:"profile"`
	Layer   string `json:"layer,omitempty"` // alone
	Killed  int    `json:"killed"`
	Total   int    `json:"total"`
}

// wholeProfile is the layer of profiles as a whole.
const wholeProfile = ""

// newMutantsReport returns the report of outcomes, with the errors of the gate.
func newMutantsReport(
	outcomes []score.Outcome, editions []epin.Edition, profiles []suite.Profile, record score.Record, wrong []string,
) mutantsReport {
	r := mutantsReport{
		Version: conformance.Version, Mutants: []mutantOutcome{}, Scores: []trialScore{}, Gate: append([]string{}, wrong...), editions: editions,
	}
	for _, p := range profiles {
		r.Profiles = append(r.Profiles, p.String())
	}
	for _, o := range outcomes {
		m := mutantOutcome{
			Edition: o.Edition.String(), Name: o.Name, Layer: layerName(o.Layer),
			Profiles: map[string]*string{}, Layers: map[string]map[string]bool{}, finder: "killed by chance only",
		}
		if smallest, layers, ok := record.Of(o.Subject); ok {
			m.finder = fmt.Sprintf("killed by the profile %s (%s)", smallest, strings.Join(layers, ", "))
		}
		for _, p := range profiles {
			if killed, tried := o.Killed(score.Trial{Profile: p}); killed {
				by := o.By(score.Trial{Profile: p})
				m.Profiles[p.String()] = &by
			} else if tried {
				m.Profiles[p.String()] = nil
			}
			alone := map[string]bool{}
			for _, layer := range result.Layers() {
				if killed, tried := o.Killed(score.Trial{Profile: p, Layer: layer}); tried {
					alone[layer] = killed
				}
			}
			if len(alone) > 0 {
				m.Layers[p.String()] = alone
			}
		}
		r.Mutants = append(r.Mutants, m)
	}
	for _, e := range editions {
		of := slices.DeleteFunc(slices.Clone(outcomes), func(o score.Outcome) bool { return o.Edition != e })
		for _, p := range profiles {
			for _, layer := range append(result.Layers(), wholeProfile) {
				if s := score.ScoreOf(of, score.Trial{Profile: p, Layer: layer}); s.Total > 0 {
					r.Scores = append(r.Scores, trialScore{e.String(), p.String(), layer, s.Killed, s.Total})
				}
			}
		}
	}
	return r
}

// has reports whether there were trials of a layer in a profile; "" stands for any profile.
func (r mutantsReport) has(profile, layer string) bool {
	return slices.ContainsFunc(r.Scores, func(s trialScore) bool {
		return s.Layer == layer && (profile == "" || s.Profile == profile)
	})
}

// write prints, for each edition, what kills which mutant, the scores, and the survivors, and
// at the end the result of the gate.
func (r mutantsReport) write(w lineWriter) {
	for i, e := range r.editions {
		if i > 0 {
			w.line("")
		}
		edition := e.String()
		mutants := slices.DeleteFunc(slices.Clone(r.Mutants), func(m mutantOutcome) bool { return m.Edition != edition })
		r.writeKills(w, edition, mutants)
		r.writeScores(w, edition, len(mutants))
		if r.has("", wholeProfile) {
			r.writeSurvivors(w, edition, mutants)
		}
	}
	if len(r.Gate) == 0 {
		w.line("\nThe gate passes: every mutant that has to be killed is killed.")
		return
	}
	w.line("\nThe gate fails:\n  " + strings.Join(r.Gate, "\n  "))
}

// writeKills prints a line for each mutant, with a mark for what kills it: the layers of one
// profile, and the profiles.
func (r mutantsReport) writeKills(w lineWriter, edition string, mutants []mutantOutcome) {
	shown := r.Profiles[len(r.Profiles)-1]
	if standard := suite.Standard.String(); r.has(standard, wholeProfile) {
		shown = standard
	}
	type column struct{ head, profile, layer string }
	var columns []column
	for _, layer := range result.Layers() {
		if r.has(shown, layer) {
			columns = append(columns, column{layer[:3], shown, layer})
		}
	}
	for _, p := range r.Profiles {
		if r.has(p, wholeProfile) {
			columns = append(columns, column{p, p, wholeProfile})
		}
	}
	line := fmt.Sprintf("%-36s", "Edition "+edition)
	for _, c := range columns {
		line += "  " + c.head
	}
	w.line(line + "   (layers of the profile " + shown + ")")
	for _, m := range mutants {
		line := fmt.Sprintf("  %-34s", m.Name)
		for _, c := range columns {
			killed, tried := m.Layers[c.profile][c.layer]
			if c.layer == wholeProfile {
				by, is := m.Profiles[c.profile]
				killed, tried = by != nil, is
			}
			mark := " "
			switch {
			case killed:
				mark = "x"
			case tried:
				mark = "."
			}
			line += fmt.Sprintf("  %-*s", len(c.head), mark)
		}
		w.line(strings.TrimRight(line, " "))
	}
}

// writeScores prints a table with a row for each layer, and a column for each profile. A dash
// stands for no trials.
func (r mutantsReport) writeScores(w lineWriter, edition string, mutants int) {
	row := func(head string, cell func(profile string) string) {
		line := fmt.Sprintf("%-34s", head)
		for _, p := range r.Profiles {
			line += fmt.Sprintf("  %15s", cell(p))
		}
		w.line(line)
	}
	w.line("")
	row(fmt.Sprintf("Edition %s, %d mutants", edition, mutants), func(profile string) string { return profile })
	for _, layer := range append(result.Layers(), wholeProfile) {
		if !r.has("", layer) {
			continue
		}
		row("  "+cmp.Or(layer, "the whole profile"), func(profile string) string {
			for _, s := range r.Scores {
				if s.Edition == edition && s.Profile == profile && s.Layer == layer {
					return fmt.Sprintf("%d  %5.1f %%", s.Killed, score.Score{Killed: s.Killed, Total: s.Total}.Percent())
				}
			}
			return "-"
		})
	}
}

// writeSurvivors prints the mutants that survive the largest profile, and what kills them.
func (r mutantsReport) writeSurvivors(w lineWriter, edition string, mutants []mutantOutcome) {
	largest := r.Profiles[len(r.Profiles)-1]
	head := fmt.Sprintf("\nSurvives the profile %s in edition %s:\n", largest, edition)
	for _, m := range mutants {
		if m.Profiles[largest] == nil {
			w.line(head + fmt.Sprintf("  %-34s  %s", m.Name, m.finder))
			head = ""
		}
	}
	if head != "" {
		w.line(fmt.Sprintf("\nNo mutant survives the profile %s in edition %s.", largest, edition))
	}
}
