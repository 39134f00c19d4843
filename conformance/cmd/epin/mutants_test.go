package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/mutant/score"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// printed returns what is printed of trials that cost little: of two layers, or of the profile quick.
func printed(t *testing.T, profiles []suite.Profile, layers, wrong []string, names ...string) (string, mutantsJSON) {
	t.Helper()
	cfg := score.Config{Subjects: score.Mutants(epin.Current, names...), Profiles: []suite.Profile{suite.Quick}, Layers: layers}
	outcomes, err := score.Run(t.Context(), cfg, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	s := newStreams(nil, &out, nil)
	r := newMutantsReport(outcomes, []epin.Edition{epin.Current}, profiles, score.Recorded(), wrong)
	r.print(s)
	s.lines.Flush()
	return out.String(), r.json()
}

func TestTableOfLayers(t *testing.T) {
	// What a layer that is the same in all profiles kills is known of all.
	got, _ := printed(t, suite.Profiles(), []string{"complete", "vectors"}, []string{"something"}, "dollar-for-z", "back-door", "derive-toggles")
	const want = `Edition 1.0.0                         vec   (layers of the profile thorough)
  dollar-for-z                        x
  derive-toggles                      x
  back-door                           .

Edition 1.0.0, 3 mutants                      quick         standard         thorough
  vectors                                2   66.7 %       2   66.7 %       2   66.7 %
  complete                               1   33.3 %                -                -

The gate fails:
  something
`
	if got != want {
		t.Errorf("the table is\n%swant\n%s", got, want)
	}
}

func TestTableOfSurvivors(t *testing.T) {
	if !whole() {
		t.Skip("whole runs: with EPIN_WHOLE=1")
	}
	text, r := printed(t, []suite.Profile{suite.Quick}, nil, nil, "dollar-for-z", "old-italic-letter", "one-long-string")
	for _, want := range []string{
		"\n  the whole profile                      1   33.3 %\n",
		"\nSurvives the profile quick in edition 1.0.0:\n",
		"\n  old-italic-letter                   killed by the profile thorough (scalars)\n",
		"\n  one-long-string                     killed by chance only\n",
		"\nThe gate passes: ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no\n%s\nin\n%s", want, text)
		}
	}
	if m := r.Mutants; len(m) != 3 || *m[0].Profiles["quick"] != "vectors" || m[1].Profiles["quick"] != nil || m[2].Profiles["quick"] != nil {
		t.Errorf("%+v", m)
	}
	last := r.Scores[len(r.Scores)-1]
	if last != (trialScore{Edition: "1.0.0", Profile: "quick", Killed: 1, Total: 3}) {
		t.Errorf("%+v", last)
	}
}

// A witness is shown in a few short lines, whatever it asks.
func TestWitnessesAreShownInShort(t *testing.T) {
	for _, m := range mutant.All() {
		lines := witnessLines(m.Witness)
		if len(lines) == 0 || len(lines) > mostWitnessLines {
			t.Errorf("%s: %d lines", m.Name, len(lines))
		}
		for _, line := range lines {
			if len(line) > 500 {
				t.Errorf("%s: %d bytes: %.80s", m.Name, len(line), line)
			}
		}
	}
	long := conformance.Request{Op: conformance.OpEqual, Token: "\xff", Other: strings.Repeat("K", 65)}
	if got, want := witnessLines([]conformance.Request{long})[0], `equal "\xff" "`+strings.Repeat("K", 40)+"…"+strings.Repeat("K", 20)+`" (65 bytes)`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
