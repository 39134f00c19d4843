package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant/score"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// mutantsReport is what mutants run prints.
type mutantsReport struct {
	outcomes []score.Outcome
	editions []epin.Edition
	profiles []suite.Profile
	layers   []string // of --layer; nil for whole profiles and every layer
	record   score.Record
	wrong    []string // the errors of the gate
}

// of returns the outcomes in an edition.
func (r mutantsReport) of(edition epin.Edition) []score.Outcome {
	return slices.DeleteFunc(slices.Clone(r.outcomes), func(o score.Outcome) bool {
		return o.Edition != edition
	})
}

// write prints, for each edition, what kills which mutant, the scores, and the survivors, and
// at the end the result of the gate.
func (r mutantsReport) write(w lineWriter) {
	for i, e := range r.editions {
		if i > 0 {
			w.line("")
		}
		mutants := r.of(e)
		r.writeKills(w, e, mutants)
		w.line("")
		r.writeScores(w, e, mutants)
		r.writeSurvivors(w, e)
	}
	w.line("")
	if len(r.wrong) == 0 {
		w.line("The gate passes: every mutant that has to be killed is killed.")
		return
	}
	w.line("The gate fails:")
	for _, what := range r.wrong {
		w.line("  " + what)
	}
}

// shown returns the profile whose layers are shown mutant by mutant.
func (r mutantsReport) shown() suite.Profile {
	if r.layers == nil && slices.Contains(r.profiles, suite.Standard) {
		return suite.Standard
	}
	return r.profiles[len(r.profiles)-1]
}

// wholeProfile is the row for profiles as a whole.
const wholeProfile = ""

// rows returns the layers with trials, and the whole profile.
func (r mutantsReport) rows() []string {
	rows := slices.DeleteFunc(result.Layers(), func(layer string) bool {
		return !slices.ContainsFunc(r.profiles, func(p suite.Profile) bool { return r.tried(score.Trial{Profile: p, Layer: layer}) })
	})
	if r.layers == nil {
		rows = append(rows, wholeProfile)
	}
	return rows
}

// tried reports whether any mutant had a trial.
func (r mutantsReport) tried(t score.Trial) bool { return score.ScoreOf(r.outcomes, t).Total > 0 }

// writeKills prints a line for each mutant, with a mark for what kills it.
func (r mutantsReport) writeKills(w lineWriter, edition epin.Edition, mutants []score.Outcome) {
	type column struct {
		head  string
		trial score.Trial
	}
	var columns []column
	for _, row := range r.rows() {
		if trial := (score.Trial{Profile: r.shown(), Layer: row}); row != wholeProfile && r.tried(trial) {
			columns = append(columns, column{row[:3], trial})
		}
	}
	if r.layers == nil {
		for _, p := range r.profiles {
			columns = append(columns, column{p.String(), score.Trial{Profile: p}})
		}
	}
	line := fmt.Sprintf("%-36s", fmt.Sprintf("Edition %s", edition))
	for _, c := range columns {
		line += "  " + c.head
	}
	w.line(line + "   (layers of the profile " + r.shown().String() + ")")
	for _, o := range mutants {
		line := fmt.Sprintf("  %-34s", o.Name)
		for _, c := range columns {
			mark := " "
			switch killed, tried := o.Killed(c.trial); {
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

// writeScores prints a table with a row for each layer, and a column for each profile.
func (r mutantsReport) writeScores(w lineWriter, edition epin.Edition, mutants []score.Outcome) {
	line := fmt.Sprintf("%-34s", fmt.Sprintf("Edition %s, %d mutants", edition, len(mutants)))
	for _, p := range r.profiles {
		line += fmt.Sprintf("  %15s", p)
	}
	w.line(line)
	for _, row := range r.rows() {
		name := row
		if row == wholeProfile {
			name = "the whole profile"
		}
		line := fmt.Sprintf("  %-32s", name)
		for _, p := range r.profiles {
			line += fmt.Sprintf("  %15s", scoreText(score.ScoreOf(mutants, score.Trial{Profile: p, Layer: row})))
		}
		w.line(line)
	}
}

// scoreText formats a score; without trials it is a dash.
func scoreText(s score.Score) string {
	if s.Total == 0 {
		return "-"
	}
	return fmt.Sprintf("%d  %5.1f %%", s.Killed, s.Percent())
}

// writeSurvivors prints the mutants that survive the largest profile, and what kills them.
func (r mutantsReport) writeSurvivors(w lineWriter, edition epin.Edition) {
	if r.layers != nil {
		return
	}
	largest := r.profiles[len(r.profiles)-1]
	headed := false
	for _, o := range r.outcomes {
		if killed, _ := o.Killed(score.Trial{Profile: largest}); o.Edition != edition || killed {
			continue
		}
		if !headed {
			headed = true
			w.line(fmt.Sprintf("\nSurvives the profile %s in edition %s:", largest, edition))
		}
		w.line(fmt.Sprintf("  %-34s  %s", o.Name, finderText(r.record, o.Subject)))
	}
	if !headed {
		w.line(fmt.Sprintf("\nNo mutant survives the profile %s in edition %s.", largest, edition))
	}
}

// finderText returns what kills a survivor, according to the record.
func finderText(record score.Record, subject score.Subject) string {
	smallest, layers, ok := record.Of(subject)
	if !ok {
		return "killed by chance only"
	}
	return fmt.Sprintf("killed by the profile %s (%s)", smallest, strings.Join(layers, ", "))
}

// mutantsDocument is what mutants run writes with --json.
type mutantsDocument struct {
	Version  string          `json:"version"` // of the suite
	Profiles []string        `json:"profiles"`
	Mutants  []mutantOutcome `json:"mutants"`
	Scores   []trialScore    `json:"scores"`
	Gate     []string        `json:"gate"` // what is wrong; empty if it holds
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

func (r mutantsReport) document() mutantsDocument {
	d := mutantsDocument{
		Version: conformance.Version, Mutants: []mutantOutcome{}, Scores: []trialScore{}, Gate: append([]string{}, r.wrong...),
	}
	for _, p := range r.profiles {
		d.Profiles = append(d.Profiles, p.String())
	}
	for _, o := range r.outcomes {
		m := mutantOutcome{
			Edition: o.Edition.String(), Name: o.Name, Layer: layerName(o.Layer),
			Profiles: map[string]*string{}, Layers: map[string]map[string]bool{},
		}
		for _, p := range r.profiles {
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
		d.Mutants = append(d.Mutants, m)
	}
	for _, e := range r.editions {
		d.Scores = append(d.Scores, r.scores(e)...)
	}
	return d
}

// scores returns the scores in an edition.
func (r mutantsReport) scores(edition epin.Edition) []trialScore {
	var scores []trialScore
	for _, p := range r.profiles {
		for _, layer := range append(result.Layers(), "") {
			if s := score.ScoreOf(r.of(edition), score.Trial{Profile: p, Layer: layer}); s.Total > 0 {
				scores = append(scores, trialScore{edition.String(), p.String(), layer, s.Killed, s.Total})
			}
		}
	}
	return scores
}
