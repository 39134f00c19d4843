package score

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// Gate compares outcomes with a record. It returns one sentence for each problem, in the
// order of the outcomes, and nil if there are none. It ignores trials that were not made.
// The problems are:
//
//   - a mutant survives a profile or a layer that killed it when the record was written;
//   - a mutant is not recorded, or a recorded mutant no longer exists;
//   - a mutant survives a trial that is sure to kill it, by [mutant.Layer]: the profile
//     standard has to kill all mutants except those of the layers Chance and Scalars;
//   - a mutant survives a profile, and a smaller profile kills it.
func Gate(r Record, outcomes []Outcome) []string {
	var wrong []string
	for _, o := range outcomes {
		complain := func(format string, args ...any) {
			wrong = append(wrong, fmt.Sprintf("%s: ", o.Subject)+fmt.Sprintf(format, args...))
		}
		l, known := r.lines[o.String()]
		if !known {
			complain("it is not recorded: record it with `epin mutants run --record %s %s`", File, o.Name)
		}
		sure := sureTrials(o.Layer)
		var smaller []string // smaller profiles that kill the mutant
		for _, t := range gated() {
			name := "the profile " + t.String()
			if t.Layer != "" {
				name = "the layer " + strings.TrimPrefix(t.String(), suite.Standard.String()+"/")
			}
			killed, tried := o.Killed(t)
			killedBefore, _ := l.kills(t)
			switch {
			case killed && t.Layer == "":
				smaller = append(smaller, t.String())
			case killed || !tried:
			case killedBefore:
				complain("it survives %s, which killed it when the record was written", name)
			case t.Layer == "" && len(smaller) > 0:
				complain("it survives %s, and the smaller %s kills it", name, strings.Join(smaller, ", "))
			case slices.Contains(sure, t):
				complain("it survives %s, which has to kill it", name)
			}
		}
	}
	for _, key := range r.vanished() {
		wrong = append(wrong, fmt.Sprintf("%s: this recorded mutant does not exist: write the record again with `epin mutants run --record %s`", key, File))
	}
	return wrong
}

// gated returns the trials that Gate compares, the whole profiles first.
func gated() []Trial {
	var trials []Trial
	for _, p := range suite.Profiles() {
		trials = append(trials, Trial{Profile: p})
	}
	for _, layer := range result.Layers() {
		trials = append(trials, Trial{suite.Standard, layer}, Trial{suite.Thorough, layer})
	}
	return trials
}
