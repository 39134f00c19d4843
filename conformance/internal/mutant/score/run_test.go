package score

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	_ "github.com/epin-conformance/harness/conformance/internal/testgc"
	"github.com/epin-conformance/harness/epin"
)

// whole reports whether the nightly set runs.
func whole() bool { return os.Getenv("EPIN_WHOLE") == "1" }

func run(t *testing.T, cfg Config) []Outcome {
	t.Helper()
	cfg.Jobs = 2
	outcomes, err := Run(t.Context(), cfg, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	return outcomes
}

// hold checks outcomes against the record, and that a trial killed at least so many mutants.
func hold(t *testing.T, outcomes []Outcome, trial Trial, kills int) {
	t.Helper()
	for _, what := range Gate(Recorded(), outcomes) {
		t.Error(what)
	}
	if got := ScoreOf(outcomes, trial).Killed; got < kills {
		t.Errorf("%s killed %d, want at least %d", trial, got, kills)
	}
}

// TestQuickKillsAsRecorded checks that the profile quick still kills a sample of the mutants.
// The nightly `epin mutants run` tests all mutants, and the tests of package suite some others.
func TestQuickKillsAsRecorded(t *testing.T) {
	step := 12
	if testing.Short() {
		step = 96
	}
	for _, e := range epin.Editions() {
		t.Run(e.String(), func(t *testing.T) {
			t.Parallel()
			var some []Subject
			for i, s := range Mutants(e) {
				if i%step == 6 && s.Layer == mutant.Basic {
					some = append(some, s)
				}
			}
			hold(t, run(t, Config{Subjects: some, Profiles: []suite.Profile{suite.Quick}, Layers: []string{""}}), quick, len(some))
		})
	}
}

// TestLayersKillTheirMutants checks that the layer of a mutant kills it alone: in the profile
// standard, or in thorough for the layer scalars. Every third mutant is tried, or all with
// EPIN_WHOLE=1.
func TestLayersKillTheirMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("layers in full")
	}
	byLayer := map[mutant.Layer][]Subject{}
	for i, s := range Mutants(epin.Current) {
		if i%3 == 0 || whole() {
			byLayer[s.Layer] = append(byLayer[s.Layer], s)
		}
	}
	for layer, subjects := range byLayer {
		if layer == mutant.Basic || layer == mutant.Chance {
			continue
		}
		t.Run(string(layer), func(t *testing.T) {
			t.Parallel()
			sure := sureTrials(layer)
			trial := sure[len(sure)-1]
			hold(t, run(t, Config{Subjects: subjects, Profiles: []suite.Profile{trial.Profile}, Layers: []string{trial.Layer}}), trial, len(subjects))
		})
	}
}

// TestRunMakesTheSelectedTrials checks which trials of the profile quick kill a mutant, and that none
// kills the unbroken model.
func TestRunMakesTheSelectedTrials(t *testing.T) {
	if testing.Short() {
		t.Skip("TestQuickKillsAsRecorded runs in parallel, too")
	}
	dollar := Mutants(epin.Current, "dollar-for-z")
	both := append(dollar, Subject{Name: "unbroken", Edition: epin.Current, open: mutant.Unbroken})
	outcomes := run(t, Config{Subjects: both, Profiles: []suite.Profile{suite.Quick}})
	o, unbroken := outcomes[0], outcomes[1]
	if killed, tried := unbroken.Killed(quick); killed || !tried || len(unbroken.Alone(suite.Quick)) > 0 {
		t.Errorf("the unbroken model: tried %t, killed by %s, alone by %v", tried, unbroken.By(quick), unbroken.Alone(suite.Quick))
	}
	for _, layer := range result.Layers() {
		_, tried := o.Killed(Trial{suite.Quick, layer})
		if want := !slices.Contains([]string{"neighbours", "scalars", "lengths", "environments", "fuzz"}, layer); tried != want {
			t.Errorf("quick/%s tried: %t", layer, tried)
		}
	}
	if o.By(quick) != "vectors" || !slices.Contains(o.Alone(suite.Quick), "complete") || slices.Contains(o.Alone(suite.Quick), "tokens") {
		t.Errorf("killed first by %q, alone by %v", o.By(quick), o.Alone(suite.Quick))
	}
	// The layer vectors is the same in every profile, and the layer exhaustive is not.
	for trial, want := range map[Trial]bool{
		{suite.Thorough, "vectors"}: true, {suite.Standard, "exhaustive"}: false, standard: false,
	} {
		if killed, tried := o.Killed(trial); tried != want || killed != want {
			t.Errorf("%s killed %t, tried %t", trial, killed, tried)
		}
	}

	o = run(t, Config{Subjects: dollar, Profiles: []suite.Profile{suite.Quick}, Layers: []string{"vectors"}})[0]
	if len(o.killedBy) != 1 || o.By(Trial{suite.Quick, "vectors"}) != "vectors" {
		t.Errorf("a layer alone: %v", o.killedBy)
	}
}

// TestLayout checks that a layer is another trial in a larger profile if it sends more
// requests, and the same trial otherwise.
func TestLayout(t *testing.T) {
	all, err := layouts()
	if err != nil {
		t.Fatal(err)
	}
	for e, l := range all {
		for trial, want := range map[Trial]string{
			{suite.Thorough, "vectors"}: "quick/vectors", {suite.Thorough, "features"}: "quick/features", {suite.Standard, "tokens"}: "quick/tokens",
			{suite.Standard, "properties"}: "standard/properties", {suite.Thorough, "properties"}: "thorough/properties",
			{suite.Standard, "complete"}: "standard/complete", {suite.Thorough, "complete"}: "standard/complete",
			{suite.Thorough, "exhaustive"}: "thorough/exhaustive", {suite.Thorough, "scalars"}: "thorough/scalars",
			{suite.Thorough, "sequences"}: "thorough/sequences", standard: "standard", thorough: "thorough",
		} {
			if got := l.smallest(trial).String(); got != want {
				t.Errorf("%s: %s is as %s, want %s", e, trial, got, want)
			}
		}
	}
	for p, want := range map[suite.Profile]int{suite.Quick: 7, suite.Standard: 11, suite.Thorough: 11} {
		if layers, err := LayersOf(p); err != nil || len(layers) != want {
			t.Errorf("%s has the layers %v, error %v", p, layers, err)
		}
	}
}

// cut ends without a response.
type cut struct{}

func (cut) Do(context.Context, conformance.Request) (conformance.Response, error) {
	return conformance.Response{}, errors.New("it ended")
}

// TestIncompleteRunHasNoOutcome checks that Run returns an error if it cannot finish a trial.
func TestIncompleteRunHasNoOutcome(t *testing.T) {
	broken := Subject{Name: "cut", Edition: epin.Current, open: func(epin.Edition) conformance.Implementation { return cut{} }}
	subjects := append(Mutants(epin.Current, "dollar-for-z"), broken)
	cfg := Config{Subjects: subjects, Profiles: []suite.Profile{suite.Quick}, Layers: []string{"vectors"}}
	outcomes, err := Run(t.Context(), cfg, func(int, int) {})
	if want := "1.0.0 cut, quick/vectors: the run was cut short: it ended"; outcomes != nil || err == nil || err.Error() != want {
		t.Errorf("%v, error %v, want %s", outcomes, err, want)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("somebody pressed a key"))
	if outcomes, err = Run(ctx, cfg, func(int, int) {}); outcomes != nil || err == nil || err.Error() != "somebody pressed a key" {
		t.Errorf("%v, error %v", outcomes, err)
	}
}

func TestScores(t *testing.T) {
	s := Mutants(epin.Current, "dollar-for-z")[0]
	outcomes := []Outcome{
		outcomeOf(t, s, map[Trial]string{quick: "vectors"}), outcomeOf(t, s, map[Trial]string{quick: ""}),
		outcomeOf(t, s, nil), outcomeOf(t, s, map[Trial]string{quick: "tokens"}),
	}
	if got := ScoreOf(outcomes, quick); got != (Score{2, 3}) || int(got.Percent()) != 66 {
		t.Errorf("%+v, %f", got, got.Percent())
	}
	if got := ScoreOf(outcomes, standard); got != (Score{}) || got.Percent() != 0 {
		t.Errorf("%+v, %f", got, got.Percent())
	}
}
