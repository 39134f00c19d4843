package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/mutant/score"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// listedMutant is a mutant in the output of `mutants --json`.
type listedMutant struct {
	Name         string              `json:"name"`
	Bug          string              `json:"bug"`
	Mend         string              `json:"mend"`
	Mends        map[string]string   `json:"mends"` // by language
	Layer        string              `json:"layer"`
	Editions     []string            `json:"editions"`
	Requirements map[string][]string `json:"requirements"` // by edition
}

func mutantsCommand(s streams) *cobra.Command {
	var edition editionFlag
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "mutants",
		Short: "List the mutants that test the suite, and measure the mutation score",
		Long: `List the mutants: implementations with one bug each, which test the suite.

Each has a name, the layer that always kills it, and a sentence about the bug. The layer
basic stands for what every run tests: vectors, features, tokens, and every single byte.
A mutant marked chance is killed by chance only.`,
		Example: `  epin mutants
  epin mutants show dollar-for-z
  epin mutants run`,
		Args: listsOnly("mutant"),
		RunE: func(*cobra.Command, []string) error {
			list := []listedMutant{}
			for _, m := range mutant.All() {
				if edition.given && !m.ExistsIn(edition.Edition) {
					continue
				}
				list = append(list, listedOf(m))
				if !asJSON {
					s.line("%-34s  %-10s  %s", m.Name, layerName(m.Layer), m.Bug)
				}
			}
			if asJSON {
				return writeIndented(s.lines, list)
			}
			return nil
		},
	}
	addEditionFilter(cmd, &edition, "mutants")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.AddCommand(showMutantCommand(s), runMutantsCommand(s))
	return cmd
}

func listedOf(m mutant.Mutant) listedMutant {
	l := listedMutant{
		m.Name, m.Bug, m.Fix, map[string]string{}, layerName(m.Layer), wordsOf(editionsOf(m), epin.Edition.String), map[string][]string{},
	}
	maps.Copy(l.Mends, m.Fixes)
	for _, e := range editionsOf(m) {
		l.Requirements[e.String()] = m.RequirementsOf(e)
	}
	return l
}

func editionsOf(m mutant.Mutant) []epin.Edition {
	return slices.DeleteFunc(epin.Editions(), func(e epin.Edition) bool { return !m.ExistsIn(e) })
}

// layerName returns the name of a layer of a mutant.
func layerName(l mutant.Layer) string { return cmp.Or(string(l), "basic") }

// writeIndented writes JSON for people and programs.
func writeIndented(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}

func showMutantCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:     "show NAME",
		Short:   "Print a mutant: its bug, its fix, and a witness",
		Example: `  epin mutants show dollar-for-z`,
		Args:    oneArgument("mutant", "epin mutants show NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			m, ok := mutant.Named(args[0])
			if !ok {
				return noMutant(args[0])
			}
			s.line("%s\n  bug       %s\n  fix       %s", m.Name, m.Bug, m.Fix)
			for _, language := range slices.Sorted(maps.Keys(m.Fixes)) {
				s.line("  %-8s  %s", language, m.Fixes[language])
			}
			s.line("  layer     %s", layerName(m.Layer))
			head := "witness"
			for _, line := range witnessLines(m.Witness) {
				s.line("  %-8s  %s", head, line)
				head = ""
			}
			for _, e := range editionsOf(m) {
				s.line("\n  edition %s\n    fails   %s", e, strings.Join(m.RequirementsOf(e), ", "))
				s.line("    killed  %s", recordedKills(score.Mutants(e, m.Name)[0]))
			}
			return nil
		},
	}
}

// noMutant is the error for a name that no mutant has.
func noMutant(name string) error {
	names := wordsOf(mutant.All(), func(m mutant.Mutant) string { return m.Name })
	return fmt.Errorf("unknown mutant %q: %s", name, nearest(name, names, "`epin mutants` lists them"))
}

// recordedKills describes what kills a mutant, according to the record.
func recordedKills(subject score.Subject) string {
	smallest, layers, ok := score.Recorded().Of(subject)
	switch {
	case !ok:
		return "by no profile, according to the record"
	case smallest == suite.Thorough:
		return "by the profile thorough only, first in the layer " + strings.Join(layers, ", ")
	}
	return fmt.Sprintf("by the profile %s and larger ones; in standard by each of these layers alone: %s", smallest, strings.Join(layers, ", "))
}

// mostWitnessLines limits the printed requests of a witness, and the tokens of each.
const mostWitnessLines = 8

// witnessLines returns the requests of a witness, one a line.
func witnessLines(witness []conformance.Request) []string {
	var lines []string
	for i, req := range witness {
		if left := len(witness) - i; left > 1 && i >= mostWitnessLines-1 {
			return append(lines, fmt.Sprintf("... and %d more, the last with an incorrect response", left))
		}
		line, tokens := selector.Operation(req), selector.Tokens(req)
		for j, token := range tokens {
			if left := len(tokens) - j; left > 1 && j >= mostWitnessLines-1 {
				line += fmt.Sprintf(" and %d more", left)
				break
			}
			line += " " + printable.Token(token).Shown()
		}
		lines = append(lines, line)
	}
	return lines
}

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
	f := flagsInOrder(cmd)
	addEditionFilter(cmd, &o.edition, "mutants")
	f.StringArrayVar(&o.profiles, "profile", nil, "run this `PROFILE`: quick, standard, thorough, or all; may be repeated (default quick and standard)")
	f.StringArrayVar(&o.layers, "layer", nil, "run only this `LAYER`, and no profile as a whole; may be repeated")
	addJobsFlag(cmd, &o.jobs, "run `N` trials")
	f.StringVar(&o.json, "json", "", "write the result of each mutant, and the scores, to `FILE` as JSON")
	f.StringVar(&o.against, "against", "", "compare with the record in `FILE` (default the built-in one)")
	f.StringVar(&o.record, "record", "", "write the results to the record in `FILE`; runs all profiles")
	return cmd
}

// config returns the configuration that the flags give.
func (o mutantsOptions) config() (c score.Config, err error) {
	if err := checkJobs(o.jobs); err != nil {
		return c, err
	}
	c.Layers, c.Jobs = o.layers, o.jobs
	if c.Profiles, err = o.parseProfiles(); err != nil {
		return c, err
	}
	var has []string // layers of the profiles
	for _, p := range c.Profiles {
		layers, err := score.LayersOf(p)
		if err != nil {
			return c, unknown(err)
		}
		has = append(has, layers...)
	}
	for _, layer := range o.layers {
		switch all := result.Layers(); {
		case !slices.Contains(all, layer):
			return c, fmt.Errorf("unknown layer %q: %s", layer, nearest(layer, all, "choose one of "+strings.Join(all, ", ")))
		case !slices.Contains(has, layer):
			return c, fmt.Errorf("the profile %s has no layer %s: choose another with --profile", c.Profiles[0], layer)
		}
	}
	for _, name := range o.names {
		m, ok := mutant.Named(name)
		if !ok {
			return c, noMutant(name)
		}
		if o.edition.given && !m.ExistsIn(o.edition.Edition) {
			return c, fmt.Errorf("the mutant %s does not exist in edition %s: leave out --edition", name, o.edition.Edition)
		}
	}
	switch {
	case o.record != "" && o.against != "":
		return c, errors.New("--record and --against exclude each other: leave one out")
	case o.record != "" && len(o.layers) > 0:
		return c, errors.New("a record holds what each layer and profile kills: leave out --layer with --record")
	case o.record != "" && len(c.Profiles) < len(suite.Profiles()):
		return c, errors.New("a record holds what each profile kills: leave out --profile with --record")
	}
	for _, e := range o.edition.editions() {
		c.Subjects = append(c.Subjects, score.Mutants(e, o.names...)...)
	}
	return c, nil
}

// parseProfiles returns the given profiles, or the default ones, smaller ones first.
func (o mutantsOptions) parseProfiles() ([]suite.Profile, error) {
	names := o.profiles
	switch {
	case len(names) == 0 && o.record != "":
		names = []string{"all"}
	case len(names) == 0:
		names = []string{suite.Quick.String(), suite.Standard.String()}
	}
	var profiles []suite.Profile
	for _, name := range names {
		if name == "all" {
			profiles = append(profiles, suite.Profiles()...)
			continue
		}
		p, err := suite.ParseProfile(name)
		if err != nil {
			return nil, fmt.Errorf("%w, or all", err)
		}
		profiles = append(profiles, p)
	}
	return slices.DeleteFunc(suite.Profiles(), func(p suite.Profile) bool { return !slices.Contains(profiles, p) }), nil
}

// mostRecord is how long a record may be, in bytes.
const mostRecord = 1 << 20

// readRecord reads the record to compare with or to add to. A record to write need not exist.
func (o mutantsOptions) readRecord(s streams) (record score.Record, err error) {
	name := o.against + o.record // one of them is empty
	if name == "" {
		return score.Recorded(), nil
	}
	data, err := readLimited(s, "the record", name, mostRecord)
	switch {
	case o.record != "" && errors.Is(err, fs.ErrNotExist):
		return record, nil
	case err != nil:
		return record, err
	}
	record, err = score.ReadRecord(bytes.NewReader(data))
	return record, explained("the record "+name+" cannot be read", err)
}

func runMutants(ctx context.Context, s streams, o mutantsOptions) error {
	cfg, err := o.config()
	if err != nil {
		return err
	}
	record, err := o.readRecord(s)
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
	if err == nil && o.record != "" {
		err = record.Add(outcomes)
	}
	if err != nil {
		return unknown(err)
	}
	r := newMutantsReport(outcomes, o.edition.editions(), cfg.Profiles, record, score.Gate(record, outcomes))
	err = oneLine(recordFile.write(record.Write), outcomesFile.write(func(w io.Writer) error { return writeIndented(w, r.json()) }))
	if err != nil {
		return unknown(err)
	}
	r.print(s)
	s.line("\n%d trials took %s.", trials, time.Since(began).Round(time.Second))
	if err := s.lines.Flush(); err != nil {
		return stdoutError(err)
	}
	if len(r.gate) > 0 {
		return errFails
	}
	return nil
}

// mutantsReport is what mutants run prints, and writes with --json.
type mutantsReport struct {
	outcomes []score.Outcome
	editions []epin.Edition
	profiles []suite.Profile
	record   score.Record
	gate     []string      // what is wrong; empty if it holds
	trials   []score.Trial // those that were made, by layer; those of the whole last
}

// mutantsJSON is a mutantsReport as JSON.
type mutantsJSON struct {
	Version  string          `json:"version"` // of the suite
	Profiles []string        `json:"profiles"`
	Mutants  []mutantOutcome `json:"mutants"`
	Scores   []trialScore    `json:"scores"`
	Gate     []string        `json:"gate"`
}

type mutantOutcome struct {
	Edition  string             `json:"edition"`
	Name     string             `json:"name"`
	Layer    string             `json:"layer"`    // the layer that always kills it
	Profiles map[string]*string `json:"profiles"` // by profile, the layer that killed first; null if it survives
	// By profile and layer, whether the layer alone kills it. Layers without a trial are left out.
	Layers map[string]map[string]bool `json:"layers"`
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

// of returns the outcomes in an edition.
func (r mutantsReport) of(e epin.Edition) []score.Outcome {
	return slices.DeleteFunc(slices.Clone(r.outcomes), func(o score.Outcome) bool { return o.Edition != e })
}

// newMutantsReport returns a report with its trials.
func newMutantsReport(
	outcomes []score.Outcome, editions []epin.Edition, profiles []suite.Profile, record score.Record, gate []string,
) mutantsReport {
	r := mutantsReport{outcomes, editions, profiles, record, gate, nil}
	for _, layer := range append(result.Layers(), wholeProfile) {
		for _, p := range profiles {
			if t := (score.Trial{Profile: p, Layer: layer}); score.ScoreOf(outcomes, t).Total > 0 {
				r.trials = append(r.trials, t)
			}
		}
	}
	return r
}

func (r mutantsReport) json() mutantsJSON {
	all := mutantsJSON{
		Version: conformance.Version, Profiles: wordsOf(r.profiles, suite.Profile.String),
		Mutants: []mutantOutcome{}, Scores: []trialScore{}, Gate: append([]string{}, r.gate...),
	}
	for _, o := range r.outcomes {
		m := mutantOutcome{o.Edition.String(), o.Name, layerName(o.Layer), map[string]*string{}, map[string]map[string]bool{}}
		for _, t := range r.trials {
			profile := t.Profile.String()
			switch killed, tried := o.Killed(t); {
			case !tried:
			case t.Layer != wholeProfile && m.Layers[profile] == nil:
				m.Layers[profile] = map[string]bool{t.Layer: killed}
			case t.Layer != wholeProfile:
				m.Layers[profile][t.Layer] = killed
			case killed:
				by := o.By(t)
				m.Profiles[profile] = &by
			default:
				m.Profiles[profile] = nil
			}
		}
		all.Mutants = append(all.Mutants, m)
	}
	for _, e := range r.editions {
		of := r.of(e)
		for _, p := range r.profiles {
			for _, t := range r.trials {
				if s := score.ScoreOf(of, t); t.Profile == p && s.Total > 0 {
					all.Scores = append(all.Scores, trialScore{e.String(), p.String(), t.Layer, s.Killed, s.Total})
				}
			}
		}
	}
	return all
}

// print prints, for each edition, what kills which mutant, the scores, and the survivors, and
// at the end the result of the gate.
func (r mutantsReport) print(s streams) {
	for i, e := range r.editions {
		if i > 0 {
			s.line("")
		}
		of := r.of(e)
		r.printKills(s, e, of)
		r.printScores(s, e, of)
		r.printSurvivors(s, e, of)
	}
	if len(r.gate) == 0 {
		s.line("\nThe gate passes: every mutant that has to be killed is killed.")
		return
	}
	s.line("\nThe gate fails:\n  %s", strings.Join(r.gate, "\n  "))
}

// printKills prints a line for each mutant, with a mark for what kills it: the layers of one
// profile, and the profiles.
func (r mutantsReport) printKills(s streams, e epin.Edition, of []score.Outcome) {
	shown := r.profiles[len(r.profiles)-1]
	if slices.Contains(r.trials, score.Trial{Profile: suite.Standard}) {
		shown = suite.Standard
	}
	line := fmt.Sprintf("%-36s", "Edition "+e.String())
	var columns []score.Trial
	var widths []int
	for _, t := range r.trials {
		if t.Layer != wholeProfile && t.Profile != shown {
			continue
		}
		head := t.Profile.String()
		if t.Layer != wholeProfile {
			head = t.Layer[:3]
		}
		columns, widths = append(columns, t), append(widths, len(head))
		line += "  " + head
	}
	s.line("%s   (layers of the profile %s)", line, shown)
	for _, o := range of {
		line := fmt.Sprintf("  %-34s", o.Name)
		for i, t := range columns {
			mark := " "
			switch killed, tried := o.Killed(t); {
			case killed:
				mark = "x"
			case tried:
				mark = "."
			}
			line += fmt.Sprintf("  %-*s", widths[i], mark)
		}
		s.line("%s", strings.TrimRight(line, " "))
	}
}

// printScores prints a table with a row for each layer, and a column for each profile. A dash
// stands for no trials.
func (r mutantsReport) printScores(s streams, e epin.Edition, of []score.Outcome) {
	line := fmt.Sprintf("\n%-34s", fmt.Sprintf("Edition %s, %d mutants", e, len(of)))
	for _, p := range r.profiles {
		line += fmt.Sprintf("  %15s", p)
	}
	s.line("%s", line)
	for i, t := range r.trials {
		if i > 0 && r.trials[i-1].Layer == t.Layer {
			continue // in the same row
		}
		line := fmt.Sprintf("  %-32s", cmp.Or(t.Layer, "the whole profile"))
		for _, t.Profile = range r.profiles {
			cell := "-"
			if of := score.ScoreOf(of, t); of.Total > 0 {
				cell = fmt.Sprintf("%d  %5.1f %%", of.Killed, of.Percent())
			}
			line += fmt.Sprintf("  %15s", cell)
		}
		s.line("%s", line)
	}
}

// printSurvivors prints the mutants that survive the largest profile, if it ran as a whole, and
// what kills them according to the record.
func (r mutantsReport) printSurvivors(s streams, e epin.Edition, of []score.Outcome) {
	largest := score.Trial{Profile: r.profiles[len(r.profiles)-1]}
	if !slices.Contains(r.trials, largest) {
		return
	}
	head := fmt.Sprintf("\nSurvives the profile %s in edition %s:\n", largest, e)
	for _, o := range of {
		if killed, _ := o.Killed(largest); killed {
			continue
		}
		finder := "killed by chance only"
		if smallest, layers, ok := r.record.Of(o.Subject); ok {
			finder = fmt.Sprintf("killed by the profile %s (%s)", smallest, strings.Join(layers, ", "))
		}
		s.line("%s  %-34s  %s", head, o.Name, finder)
		head = ""
	}
	if head != "" {
		s.line("\nNo mutant survives the profile %s in edition %s.", largest, e)
	}
}
