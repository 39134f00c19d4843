package score

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
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
		o.complain(l, complain)
	}
	for _, key := range r.vanished() {
		wrong = append(wrong, fmt.Sprintf("%s: this recorded mutant does not exist: write the record again with `epin mutants run --record %s`", key, File))
	}
	return wrong
}

// complain reports the problems of one outcome, given its recorded line.
func (o Outcome) complain(l line, complain func(format string, args ...any)) {
	survived := func(t Trial) bool {
		killed, tried := o.Killed(t)
		return tried && !killed
	}
	killedBefore := func(t Trial) bool {
		killed, known := l.kills(t)
		return killed && known
	}
	sure := sureTrials(o.Layer)
	var smaller []string // smaller profiles that kill the mutant
	for _, p := range suite.Profiles() {
		t := Trial{Profile: p}
		switch {
		case !survived(t):
			if killed, _ := o.Killed(t); killed {
				smaller = append(smaller, p.String())
			}
		case killedBefore(t):
			complain("it survives the profile %s, which killed it when the record was written", p)
		case len(smaller) > 0:
			complain("it survives the profile %s, and the smaller %s kills it", p, strings.Join(smaller, ", "))
		case slices.Contains(sure, t):
			complain("it survives the profile %s, which has to kill every mutant of %s", p, whatFor(o.Layer))
		}
	}
	for _, layer := range result.Layers() {
		for _, p := range []suite.Profile{suite.Standard, suite.Thorough} {
			t := Trial{p, layer}
			switch {
			case !survived(t):
			case killedBefore(t):
				complain("it survives the layer %s, which killed it when the record was written", layer)
			case slices.Contains(sure, t):
				complain("it survives the layer %s of the profile %s, which has to kill it", layer, p)
			}
		}
	}
}

// whatFor names the mutants that a profile has to kill because of their layer.
func whatFor(layer mutant.Layer) string {
	if layer == mutant.Basic {
		return "the basic layers"
	}
	return "the layer " + string(layer)
}
