package main

import (
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
	"text/tabwriter"
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

Each has a name, the layer of the profile standard that is sure to kill it, and a sentence
about the bug. The layer basic stands for what every run tests: vectors, features, tokens,
and every single byte. pairs are the pairs of characters in the layer scalars. No layer is
sure to kill a mutant marked chance; the profile thorough kills some of these.`,
		Example: `  epin mutants
  epin mutants show dollar-for-z
  epin mutants run`,
		Args: noCommand,
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
		Args:    arguments("mutant"),

		ValidArgsFunction: completed(mutantWords),
		RunE: func(_ *cobra.Command, args []string) error {
			m, ok := mutant.Named(args[0])
			if !ok {
				return noMutant(args[0])
			}
			s.line("%s\n  bug       %s", m.Name, m.Bug)
			for _, language := range slices.Sorted(maps.Keys(m.Bugs)) {
				s.line("  %-8s  %s", language, m.Bugs[language])
			}
			s.line("  fix       %s", m.Fix)
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
				s.line("\n  edition %s\n    breaks  %s (the most specific requirements)", e, strings.Join(m.RequirementsOf(e), ", "))
				s.line("    killed  %s", recordedKills(score.Mutants(e, m.Name)[0]))
			}
			return nil
		},
	}
}

// noMutant is the error for a name that no mutant has.
func noMutant(name string) error {
	names := wordsOf(mutant.All(), func(m mutant.Mutant) string { return m.Name })
	return fmt.Errorf("unknown mutant %q%s", name, nearest(name, names, "`epin mutants` lists them"))
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

// mostShown is how many requests of a witness are printed, and how many tokens of each.
const mostShown = 8

// few returns all of a list, or its beginning and how many more there are.
func few(all []string) []string {
	if len(all) <= mostShown {
		return all
	}
	return append(all[:mostShown-1:mostShown-1], fmt.Sprintf("... and %d more", len(all)-mostShown+1))
}

// witnessLines returns the requests of a witness, one a line.
func witnessLines(witness []conformance.Request) []string {
	return few(wordsOf(witness, func(req conformance.Request) string {
		tokens := wordsOf(printable.Tokens(selector.Tokens(req)), printable.Token.Shown)
		return selector.Operation(req) + " " + strings.Join(few(tokens), " ")
	}))
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

Each mutant runs with each profile as a whole, and with each layer alone. Without --profile
the profiles are quick and standard, which takes minutes. The profile thorough runs as a
whole only; with --layer a layer of it runs alone too.

The result is compared with the record of earlier runs. The exit status is 1 if a mutant
survives that was killed before, or that has to be killed, if a mutant is not in the
record, or if a recorded mutant does not exist.

--record writes the results of all profiles to a record: those of all mutants, or of the
named ones, and leaves the others as they are.`,
		Example: `  epin mutants run
  epin mutants run dollar-for-z is-alpha --profile all
  epin mutants run --layer exhaustive --profile thorough --edition 1.0.0
  epin mutants run --record ` + score.File,
		ValidArgsFunction: completed(mutantWords),
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
	cmd.MarkFlagsMutuallyExclusive("record", "against")
	cmd.MarkFlagsMutuallyExclusive("record", "layer")
	return cmd
}

// config returns the configuration that the flags give.
func (o mutantsOptions) config() (c score.Config, err error) {
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
			return c, fmt.Errorf("unknown layer %q%s", layer, nearest(layer, all, "choose one of "+strings.Join(all, ", ")))
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
	if o.record != "" && len(c.Profiles) < len(suite.Profiles()) {
		return c, errors.New("a record holds what each profile kills: leave out --profile with --record")
	}
	for _, e := range o.edition.editions() {
		c.Subjects = append(c.Subjects, score.Mutants(e, o.names...)...)
	}
	return c, nil
}

// parseProfiles returns the given profiles, or the default ones, smaller ones first.
func (o mutantsOptions) parseProfiles() ([]suite.Profile, error) {
	switch {
	case slices.Contains(o.profiles, "all"), len(o.profiles) == 0 && o.record != "":
		return suite.Profiles(), nil
	case len(o.profiles) == 0:
		return []suite.Profile{suite.Quick, suite.Standard}, nil
	}
	var profiles []suite.Profile
	for _, name := range o.profiles {
		p, err := suite.ParseProfile(name)
		if err != nil {
			return nil, fmt.Errorf("%w, or all", err)
		}
		profiles = append(profiles, p)
	}
	return slices.DeleteFunc(suite.Profiles(), func(p suite.Profile) bool { return !slices.Contains(profiles, p) }), nil
}

// readRecord reads the record to compare with or to add to. A record to write need not exist.
func (o mutantsOptions) readRecord(s streams) (score.Record, error) {
	name := o.against + o.record // one of them is empty
	if name == "" {
		return score.Recorded(), nil
	}
	record, err := readFile(s, "the record", name, score.ReadRecord)
	if o.record != "" && errors.Is(err, fs.ErrNotExist) {
		return score.Record{}, nil
	}
	return record, err
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
	outcomesFile, recordFile := openWhole(s, "the results of the mutants", o.json), openWhole(s, "the record", o.record)
	if s.files.err != nil {
		return s.files.err
	}
	ctx, end := interruptible(ctx)
	defer end()
	began := time.Now()
	progress := newProgress(ctx, s.err, "trials")
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
	r := resultsOf(outcomes, cfg.Profiles, score.Gate(record, outcomes))
	err = oneLine(recordFile.write(record.Write), outcomesFile.write(func(w io.Writer) error { return writeIndented(w, r) }))
	if err != nil {
		return unknown(err)
	}
	for _, e := range o.edition.editions() {
		r.print(s, e, record)
	}
	if len(r.Gate) == 0 {
		s.line("The gate passes: every mutant that has to be killed is killed.")
	} else {
		s.line("The gate fails:\n  %s", strings.Join(r.Gate, "\n  "))
	}
	s.line("\n%d trials took %s.", trials, time.Since(began).Round(time.Second))
	if err := s.lines.Flush(); err != nil {
		return stdoutError(err)
	}
	if len(r.Gate) > 0 {
		return errFails
	}
	return nil
}

// mutantResults is what mutants run writes with --json, and prints.
type mutantResults struct {
	Version  string          `json:"version"` // of the suite
	Profiles []string        `json:"profiles"`
	Mutants  []mutantOutcome `json:"mutants"`
	Scores   []trialScore    `json:"scores"`
	Gate     []string        `json:"gate"` // what is wrong; empty if it holds
}

type mutantOutcome struct {
	Edition  string             `json:"edition"`
	Name     string             `json:"name"`
	Layer    string             `json:"layer"`    // of the profile standard, sure to kill it
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

// wholeProfile is the layer of a profile as a whole.
const wholeProfile = ""

func resultsOf(outcomes []score.Outcome, profiles []suite.Profile, gate []string) mutantResults {
	r := mutantResults{
		conformance.Version, wordsOf(profiles, suite.Profile.String), []mutantOutcome{}, []trialScore{}, append([]string{}, gate...),
	}
	for _, o := range outcomes {
		m := mutantOutcome{o.Edition.String(), o.Name, layerName(o.Layer), map[string]*string{}, map[string]map[string]bool{}}
		for _, p := range profiles {
			alone := map[string]bool{}
			for _, layer := range result.Layers() {
				if killed, tried := o.Killed(score.Trial{Profile: p, Layer: layer}); tried {
					alone[layer] = killed
				}
			}
			if len(alone) > 0 {
				m.Layers[p.String()] = alone
			}
			if killed, tried := o.Killed(score.Trial{Profile: p}); killed {
				by := o.By(score.Trial{Profile: p})
				m.Profiles[p.String()] = &by
			} else if tried {
				m.Profiles[p.String()] = nil
			}
		}
		r.Mutants = append(r.Mutants, m)
	}
	for _, e := range epin.Editions() {
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

// scored returns the score of a trial in an edition, and whether there was one.
func (r mutantResults) scored(e epin.Edition, profile, layer string) (s trialScore, ok bool) {
	i := slices.IndexFunc(r.Scores, func(s trialScore) bool {
		return s.Edition == e.String() && s.Profile == profile && s.Layer == layer
	})
	if i < 0 {
		return s, false
	}
	return r.Scores[i], true
}

// mark returns "x" if a trial killed the mutant, "." if it did not, and " " if there was none.
func (m mutantOutcome) mark(profile, layer string) string {
	by, tried := m.Profiles[profile]
	killed := by != nil
	if layer != wholeProfile {
		killed, tried = m.Layers[profile][layer]
	}
	switch {
	case killed:
		return "x"
	case tried:
		return "."
	}
	return " "
}

// print prints the results in an edition: what kills each mutant (the layers of one profile, and the
// profiles), the score of each layer and profile, and what kills the survivors of the largest
// profile according to the record.
func (r mutantResults) print(s streams, e epin.Edition, record score.Record) {
	mutants := slices.DeleteFunc(slices.Clone(r.Mutants), func(m mutantOutcome) bool { return m.Edition != e.String() })
	largest := r.Profiles[len(r.Profiles)-1]
	shown := largest
	if _, ok := r.scored(e, suite.Standard.String(), wholeProfile); ok {
		shown = suite.Standard.String()
	}
	var trials []trialScore // whose kills are printed
	heads, scores := "", ""
	for _, layer := range append(result.Layers(), wholeProfile) {
		row, tried := "  "+cmp.Or(layer, "the whole profile"), false
		for _, profile := range r.Profiles {
			t, ok := r.scored(e, profile, layer)
			if !ok {
				row += "\t-"
				continue
			}
			tried = true
			row += fmt.Sprintf("\t%d  %5.1f %%", t.Killed, 100*float64(t.Killed)/float64(t.Total))
			if layer == wholeProfile {
				trials, heads = append(trials, t), heads+"\t"+profile
			} else if profile == shown {
				trials, heads = append(trials, t), heads+"\t"+layer[:3]
			}
		}
		if tried {
			scores += row + "\n"
		}
	}
	table := tabwriter.NewWriter(s.lines, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "Edition %s%s\t (layers of the profile %s)\n", e, heads, shown)
	for _, m := range mutants {
		fmt.Fprintf(table, "  %s", m.Name)
		for _, t := range trials {
			fmt.Fprintf(table, "\t%s", m.mark(t.Profile, t.Layer))
		}
		fmt.Fprintln(table)
	}
	table.Flush()
	fmt.Fprintf(table, "\nEdition %s, %d mutants\t%s\n%s\n", e, len(mutants), strings.Join(r.Profiles, "\t"), scores)
	table.Flush()
	if _, ok := r.scored(e, largest, wholeProfile); !ok {
		return
	}
	head := fmt.Sprintf("Survives the profile %s in edition %s:\n\n", largest, e)
	for _, m := range mutants {
		if m.mark(largest, wholeProfile) == "x" {
			continue
		}
		finder := "killed by no profile"
		if smallest, layers, ok := record.Of(score.Subject{Name: m.Name, Edition: e}); ok {
			finder = fmt.Sprintf("killed by the profile %s (%s)", smallest, strings.Join(layers, ", "))
		}
		s.line("%s  %-34s  %s", head, m.Name, finder)
		head = ""
	}
	if head != "" {
		s.line("No mutant survives the profile %s in edition %s.", largest, e)
	}
	s.line("")
}
