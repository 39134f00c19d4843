package mutant_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
)

const head = `# Which parts of the suite kill each mutant: edition, mutant, the smallest profile that kills
# it, and the layers of the profile standard that kill it alone. If only thorough kills it,
# the first layer of thorough that does. TestKills compares each mutant with its line, and
# writes the lines with -update.
`

const nothing = "nothing" // stands for no profile, or no layers

var update = flag.Bool("update", false, "record in kills.txt what kills each mutant")

// mutantsOf returns the mutants of an edition.
func mutantsOf(e *notation.Edition) []mutant.Mutant {
	return slices.DeleteFunc(slices.Clone(mutant.All()), func(m mutant.Mutant) bool { return !m.ExistsIn(e) })
}

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

// TestKills compares what kills each mutant with kills.txt, if EPIN_WHOLE=1 or -update is given.
// Otherwise it makes the trial that is sure to kill a mutant, for some of those that the profile quick
// kills, and for all that one layer is sure to kill, in the current edition.
func TestKills(t *testing.T) {
	all := *update || os.Getenv("EPIN_WHOLE") == "1"
	lines := recorded()
	var mu sync.Mutex // of lines
	if *update {
		t.Cleanup(func() {
			if err := os.WriteFile("kills.txt", []byte(textOf(lines)), 0o644); err != nil {
				t.Error(err)
			}
		})
	}
	for _, e := range recordedIn {
		for n, m := range mutantsOf(e) {
			basic, sample := m.Layer == mutant.Basic, e == notation.EPIN && m.Layer != mutant.Chance
			if !all && (basic && n%12 != 6 || !basic && !sample) {
				continue
			}
			t.Run(e.String()+"/"+m.Name, func(t *testing.T) {
				t.Parallel()
				if !all {
					if p, only := sure(m.Layer); try(t, m, e, p, only...) == "" {
						t.Errorf("it survives %s %s, which has to kill it", p, only)
					}
					return
				}
				got, key := killsOf(t, m, e), e.String()+" "+m.Name
				mu.Lock()
				defer mu.Unlock()
				if *update {
					lines[key] = got
				} else if got != lines[key] {
					t.Errorf("killed by %s, and kills.txt has %s", got, lines[key])
				}
			})
		}
	}
}

// recorded returns the words of kills.txt by edition and mutant, without mutants that do not exist.
func recorded() map[string]string {
	lines := map[string]string{}
	for _, e := range recordedIn {
		for _, m := range mutantsOf(e) {
			if smallest, layers := mutant.Kills(m.Name, e); smallest != "" {
				lines[e.String()+" "+m.Name] = smallest + " " + strings.Join(layers, " ")
			}
		}
	}
	return lines
}

// textOf returns the text of kills.txt.
func textOf(lines map[string]string) string {
	text := head
	for _, key := range slices.Sorted(maps.Keys(lines)) {
		text += key + " " + lines[key] + "\n"
	}
	return text
}

// recordedIn are the editions of kills.txt. The mutants of PIN are those of EPIN, and TestMutantsAreCaught
// of package suite tests them.
var recordedIn = []*notation.Edition{notation.EPIN, notation.EPINInitial}

// TestRecordedKills checks that kills.txt has each mutant and no other, killed by the trial that is
// sure to kill it, and that the tables of README.md have the numbers of kills.txt, in any order.
func TestRecordedKills(t *testing.T) {
	file, err := os.ReadFile("kills.txt")
	if err != nil {
		t.Fatal(err)
	}
	if string(file) != textOf(recorded()) {
		t.Error("kills.txt has other lines than those of mutants, in order: write it with -update")
	}
	kills := map[string]int{} // by edition, and profile or layer, or family in the current edition
	for _, e := range recordedIn {
		for _, m := range mutantsOf(e) {
			smallest, layers := mutant.Kills(m.Name, e)
			killing, kill := slices.Clone(layers), false
			for _, p := range suite.Profiles() { // and each profile that is larger than the smallest
				if kill = kill || p.String() == smallest; kill {
					killing = append(killing, p.String())
				}
			}
			for _, name := range killing {
				kills[e.String()+name]++
			}
			if e == notation.EPIN && slices.Contains(killing, suite.Standard.String()) {
				kills[m.Family]++
			}
			p, want := sure(m.Layer)
			if p == suite.Thorough {
				want[0] = p.String() + "/" + want[0]
			}
			want = append(want, p.String())
			lacks := func(name string) bool { return !slices.Contains(killing, name) }
			if smallest == "" || m.Layer != mutant.Chance && slices.ContainsFunc(want, lacks) {
				t.Errorf("%s %s: kills.txt lacks what has to kill it: %q", e, m.Name, want)
			}
		}
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rowsOf(kills) {
		if !strings.Contains(string(readme), row+"\n") {
			t.Errorf("README.md does not have the row\n%s", row)
		}
	}
}

// rowsOf returns the rows of the tables of README.md.
func rowsOf(kills map[string]int) (rows []string) {
	add := func(title, name string, editions ...*notation.Edition) {
		row := "| " + title + " |"
		for _, e := range editions {
			n := kills[e.String()+name]
			row += fmt.Sprintf(" %d | %.1f %% |", n, 100*float64(n)/float64(len(mutantsOf(e))))
		}
		rows = append(rows, row)
	}
	families := map[string]int{}
	for _, m := range mutantsOf(notation.EPIN) {
		families[m.Family]++
	}
	for family, n := range families {
		rows = append(rows, fmt.Sprintf("| %s | %d | %d |", family, n, kills[family]))
	}
	for _, layer := range result.Layers() {
		if layer != result.LayerFuzz {
			add(layer, layer, notation.EPIN)
		}
	}
	for _, p := range suite.Profiles() {
		add("`"+p.String()+"`", p.String(), recordedIn...)
	}
	return rows
}
