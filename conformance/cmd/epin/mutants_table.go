package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant/score"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

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
func newMutantsReport(outcomes []score.Outcome, editions []epin.Edition, profiles []suite.Profile, record score.Record, wrong []string) mutantsReport {
	r := mutantsReport{Version: conformance.Version, Mutants: []mutantOutcome{}, Scores: []trialScore{}, Gate: append([]string{}, wrong...), editions: editions}
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
