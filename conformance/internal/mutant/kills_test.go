package mutant_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

const head = `# Which parts of the suite kill each mutant: edition, mutant, the smallest profile that kills
# it, and the layers of the profile standard that kill it alone. If only thorough kills it,
# the first layer of thorough that does. Made by ` + "`go generate ./...`" + `.
`

const nothing = "nothing" // stands for no profile, or no layers

// sure returns the trial that is sure to kill the mutants of a layer other than Chance: a profile, or one
// layer of it alone.
func sure(of mutant.Layer) (p suite.Profile, only []string) {
	switch of {
	case mutant.Basic:
		return suite.Quick, nil
	case mutant.AllScalars:
		return suite.Thorough, []string{result.LayerScalars}
	}
	return suite.Standard, []string{string(of)}
}

// try runs a profile against a mutant, or only some layers of it, and returns the first layer that
// kills the mutant, or "" if it survives. The result is the same on every machine: the seed is
// fixed, and the clock of the suite stands still.
func try(t *testing.T, m mutant.Mutant, e *notation.Edition, p suite.Profile, only ...string) (killedBy string) {
	t.Helper()
	// What follows the first failure, such as learning the accepted language, changes nothing.
	ctx, enough := context.WithCancel(t.Context())
	defer enough()
	cfg := suite.Config{
		Open: func(context.Context, *notation.Edition) (conformance.Implementation, error) { return m.New(e), nil },
		OpenIn: func(_ context.Context, in suite.Environment, _ *notation.Edition) (conformance.Implementation, error) {
			return m.In(e, in.Set), nil
		},
		Edition: e, Profile: p, Only: only, Seed: 1, Limits: suite.Limits{FailFast: true},
		Hooks: suite.Hooks{Now: func() time.Time { return time.Time{} }},
		Sizes: suite.Sizes{Fuzz: &suite.Fuzz{}}, // no fuzzing: it kills by chance, and would never end with this clock
	}
	cfg.Progress = func(p suite.Progress) {
		if p.First != nil {
			killedBy, _, _ = strings.Cut(p.First.Check, "/")
			enough()
		}
	}
	res, err := suite.Run(ctx, cfg)
	switch {
	case err != nil:
		t.Fatal(err)
	case res.Verdict == result.NotConformant:
		return killedBy
	case res.Cut != "":
		t.Fatalf("%s %s: the run was cut short: %s", p, only, res.Cut)
	}
	return ""
}

// killsOf makes all trials of a mutant, and returns the words that kills.txt has of it.
func killsOf(t *testing.T, m mutant.Mutant, e *notation.Edition) string {
	t.Helper()
	smallest, layers := nothing, []string{}
	for _, layer := range result.Layers() {
		if layer != result.LayerFuzz && try(t, m, e, suite.Standard, layer) != "" {
			layers = append(layers, layer)
		}
	}
	for _, p := range suite.Profiles() {
		if smallest != nothing && p == suite.Thorough {
			break // it has all that standard has, and takes a minute to come to the last layers
		}
		switch by := try(t, m, e, p); {
		case by == "" && smallest != nothing:
			t.Errorf("it survives the profile %s, and the smaller %s kills it", p, smallest)
		case by != "" && smallest == nothing:
			if smallest = p.String(); p == suite.Thorough {
				layers = append(layers, smallest+"/"+by)
			}
		}
	}
	if len(layers) == 0 {
		layers = []string{nothing}
	}
	return smallest + " " + strings.Join(layers, " ")
}

// TestKills makes the trial that is sure to kill a mutant, in each edition for some of those that the profile quick
// kills, and in the current one for some that one layer is sure to kill.
func TestKills(t *testing.T) {
	if tests.Whole() {
		t.Skip("TestRecordedKills makes all trials")
	}
	for _, e := range recordedIn {
		for _, m := range mutant.Of(e) {
			oneIn := uint32(8)
			switch {
			case m.Layer == mutant.Basic:
				oneIn = 24
			case e != notation.EPIN || m.Layer == mutant.Chance:
				continue
			}
			if !tests.Sampled(m.Name, oneIn) {
				continue
			}
			t.Run(e.String()+"/"+m.Name, func(t *testing.T) {
				t.Parallel()
				if p, only := sure(m.Layer); try(t, m, e, p, only...) == "" {
					t.Errorf("it survives %s %s, which has to kill it", p, only)
				}
			})
		}
	}
}

// TestRecordedKills compares kills.txt with all trials of all mutants, if EPIN_WHOLE=1. A record is stale if the
// vectors alone contradict it, or if it lacks the trial that is sure to kill the mutant.
func TestRecordedKills(t *testing.T) {
	type mutantIn struct {
		mutant.Mutant
		edition *notation.Edition
	}
	cases := map[string]mutantIn{}
	for _, e := range recordedIn {
		for _, m := range mutant.Of(e) {
			cases[e.String()+" "+m.Name] = mutantIn{m, e}
		}
	}
	tests.Records[mutantIn]{
		File: "kills.txt", Head: head, Cases: cases, Sampled: func(string) bool { return false },
		Stale: func(t *testing.T, m mutantIn, recorded string) bool {
			byVectors := try(t, m.Mutant, m.edition, suite.Quick, result.LayerVectors) != ""
			return len(lacks(m.Mutant, recorded)) > 0 || byVectors != slices.Contains(strings.Fields(recorded), result.LayerVectors)
		},
		Make: func(t *testing.T, m mutantIn) string { return killsOf(t, m.Mutant, m.edition) },
	}.Test(t)
}

// recordedIn are the editions of kills.txt. The mutants of PIN are those of EPIN, and TestRecordedFailures of
// package suite tests them.
var recordedIn = []*notation.Edition{notation.EPIN, notation.EPINInitial}

// killing returns the layers and profiles that kill a mutant, by its words in kills.txt.
func killing(recorded string) []string {
	smallest, layers, _ := strings.Cut(recorded, " ")
	killing, kill := strings.Fields(layers), false
	for _, p := range suite.Profiles() { // and each profile that is larger than the smallest
		if kill = kill || p.String() == smallest; kill {
			killing = append(killing, p.String())
		}
	}
	return killing
}

// lacks returns what is sure to kill a mutant, and does not by its words in kills.txt.
func lacks(m mutant.Mutant, recorded string) []string {
	if m.Layer == mutant.Chance {
		return nil
	}
	p, want := sure(m.Layer)
	if p == suite.Thorough {
		want[0] = p.String() + "/" + want[0]
	}
	return slices.DeleteFunc(append(want, p.String()), func(name string) bool { return slices.Contains(killing(recorded), name) })
}

// TestRecordedScore checks that kills.txt has what is sure to kill each mutant, and compares the tables of
// README.md with it.
func TestRecordedScore(t *testing.T) {
	recorded := tests.ReadRecords(t, "kills.txt")
	kills := map[string]int{} // by edition, and profile or layer, or family in the current edition
	for _, e := range recordedIn {
		for _, m := range mutant.Of(e) {
			by := killing(recorded[e.String()+" "+m.Name])
			for _, name := range by {
				kills[e.String()+name]++
			}
			if e == notation.EPIN && slices.Contains(by, suite.Standard.String()) {
				kills[m.Family]++
			}
			if missing := lacks(m, recorded[e.String()+" "+m.Name]); len(missing) > 0 {
				t.Errorf("%s %s: kills.txt lacks what has to kill it: %q", e, m.Name, missing)
			}
		}
	}
	tests.RecordedTables(t, "README.md", tablesOf(kills)...)
}

// tablesOf returns the tables of README.md.
func tablesOf(kills map[string]int) []string {
	row := func(title, name string, editions ...*notation.Edition) string {
		row := "| " + title + " |"
		for _, e := range editions {
			n := kills[e.String()+name]
			row += fmt.Sprintf(" %d | %.1f %% |", n, 100*float64(n)/float64(len(mutant.Of(e))))
		}
		return row + "\n"
	}
	editions := "| edition | mutants |\n|---|---:|\n"
	for _, e := range notation.All() {
		if n := len(mutant.Of(e)); n > 0 {
			editions += fmt.Sprintf("| `%s` | %d |\n", e, n)
		}
	}
	layers, profiles := "| layer of `standard` | kills | |\n|---|---:|---:|\n", "| profile | edition 1.0.0: kills | | edition 1.0.0-initial: kills | |\n|---|---:|---:|---:|---:|\n"
	for _, layer := range result.Layers() {
		if layer != result.LayerFuzz {
			layers += row(layer, layer, notation.EPIN)
		}
	}
	for _, p := range suite.Profiles() {
		profiles += row("`"+p.String()+"`", p.String(), recordedIn...)
	}
	families, sizes := "| kind of bug | mutants | killed by `standard` |\n|---|---:|---:|\n", map[string]int{}
	for _, m := range mutant.Of(notation.EPIN) {
		sizes[m.Family]++
	}
	for _, m := range mutant.Of(notation.EPIN) {
		if n := sizes[m.Family]; n > 0 { // its first mutant
			families += fmt.Sprintf("| %s | %d | %d |\n", m.Family, n, kills[m.Family])
			sizes[m.Family] = 0
		}
	}
	return []string{editions, layers, profiles, families}
}
