package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/mutant/score"
	"github.com/epin-conformance/harness/conformance/internal/printable"
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
			var mutants []mutant.Mutant
			for _, m := range mutant.All() {
				if !edition.given || m.ExistsIn(edition.Edition) {
					mutants = append(mutants, m)
				}
			}
			return listMutants(s, mutants, asJSON)
		},
	}
	addEditionFilter(cmd, &edition, "mutants")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.AddCommand(showMutantCommand(s), runMutantsCommand(s))
	return cmd
}

func listMutants(s streams, mutants []mutant.Mutant, asJSON bool) error {
	list := []listedMutant{}
	for _, m := range mutants {
		list = append(list, listedOf(m))
		if !asJSON {
			s.line("%-34s  %-10s  %s", m.Name, layerName(m.Layer), m.Bug)
		}
	}
	if asJSON {
		return writeIndented(s.lines, list)
	}
	return nil
}

func listedOf(m mutant.Mutant) listedMutant {
	l := listedMutant{
		m.Name, m.Bug, m.Fix, map[string]string{}, layerName(m.Layer), namesOfAll(editionsOf(m)), map[string][]string{},
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
			showMutant(s, m)
			return nil
		},
	}
}

// noMutant is the error for a name that no mutant has.
func noMutant(name string) error {
	var names []string
	for _, m := range mutant.All() {
		names = append(names, m.Name)
	}
	return fmt.Errorf("unknown mutant %q: %s", name, nearest(name, names, "`epin mutants` lists them"))
}

func showMutant(s streams, m mutant.Mutant) {
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
	record := score.Recorded()
	for _, e := range editionsOf(m) {
		s.line("\n  edition %s\n    fails   %s", e, strings.Join(m.RequirementsOf(e), ", "))
		s.line("    killed  %s", recordedKills(record, score.Mutants(e, m.Name)[0]))
	}
}

// recordedKills describes what kills a mutant, according to the record.
func recordedKills(record score.Record, subject score.Subject) string {
	smallest, layers, ok := record.Of(subject)
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
