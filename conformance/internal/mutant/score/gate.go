package score

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// Gate says what is wrong with outcomes, a sentence each, in their order; nothing, if
// the gate holds. It says nothing about trials that were not made. It is wrong
//
//   - that a profile or a layer lets a mutant live that it killed when the record was
//     written;
//   - that a mutant is not recorded, or that a recorded one is gone;
//   - that what is sure to kill a mutant, by [mutant.Layer], does not: the profile
//     standard kills all but those that only chance finds, and one that only every
//     Unicode scalar value does;
//   - that a profile lets a mutant live that a smaller one kills.
func Gate(r Record, outcomes []Outcome) []string {
	var wrong []string
	for _, o := range outcomes {
		complain := func(format string, args ...any) {
			wrong = append(wrong, fmt.Sprintf("%s: ", o.Subject)+fmt.Sprintf(format, args...))
		}
		l, known := r.lines[o.String()]
		if !known {
			complain("it is not recorded; `epin mutants run --record %s %s` does that", File, o.Name)
		}
		o.complain(l, complain)
	}
	for _, key := range r.vanished() {
		wrong = append(wrong, fmt.Sprintf("%s: it is recorded, and there is no such mutant; `epin mutants run --record %s` writes the record anew", key, File))
	}
	return wrong
}

// complain says what is wrong with one outcome, given what is recorded.
func (o Outcome) complain(l line, complain func(format string, args ...any)) {
	lived := func(t Trial) bool {
		killed, tried := o.Killed(t)
		return tried && !killed
	}
	once := func(t Trial) bool {
		killed, known := l.kills(t)
		return killed && known
	}
	sure := sureTrials(o.Layer)
	var smaller []string // profiles that kill
	for _, p := range suite.Profiles() {
		t := Trial{Profile: p}
		switch {
		case !lived(t):
			if killed, _ := o.Killed(t); killed {
				smaller = append(smaller, p.String())
			}
		case once(t):
			complain("the profile %s lets it live, and killed it once", p)
		case len(smaller) > 0:
			complain("the profile %s lets it live, and the smaller %s kills it", p, strings.Join(smaller, ", "))
		case slices.Contains(sure, t):
			complain("the profile %s lets it live, which is to kill %s", p, whatFor(o.Layer))
		}
	}
	for _, layer := range result.Layers() {
		for _, p := range []suite.Profile{suite.Standard, suite.Thorough} {
			t := Trial{p, layer}
			switch {
			case !lived(t):
			case once(t):
				complain("the layer %s lets it live, and killed it once", layer)
			case slices.Contains(sure, t):
				complain("the layer %s of the profile %s lets it live, and is said to be sure to find it", layer, p)
			}
		}
	}
}

// whatFor says what a profile is to kill that is to kill the mutants of a layer.
func whatFor(layer mutant.Layer) string {
	if layer == mutant.Basic {
		return "whatever breaks the basic layers"
	}
	return "what the layer " + string(layer) + " is sure to find"
}
