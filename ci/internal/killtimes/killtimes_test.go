package main

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance/mutant"
	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/epin"
)

// At least forty mutants are measured, those that the basic layers are not enough for
// among them, and they stand in their order.
func TestChoose(t *testing.T) {
	all := mutant.All()
	chosen := choose(all, 48)
	if len(chosen) != 48 {
		t.Fatalf("%d are chosen", len(chosen))
	}
	layers, names := map[mutant.Layer]int{}, map[string]bool{}
	for _, m := range chosen {
		if !m.ExistsIn(epin.Current) || names[m.Name] {
			t.Errorf("%s is chosen twice, or does not exist", m.Name)
		}
		layers[m.Layer]++
		names[m.Name] = true
	}
	for _, m := range all {
		if m.ExistsIn(epin.Current) && layers[m.Layer] == 0 {
			t.Errorf("of the layer %q none is chosen", m.Layer)
		}
	}
	if layers[mutant.Basic] < 24 {
		t.Errorf("%d ordinary ones are chosen", layers[mutant.Basic])
	}
	if got := choose(all, 1<<20); len(got) < 200 {
		t.Errorf("%d are all", len(got))
	}
}

func TestMedian(t *testing.T) {
	one, two, never := kill{found: true, asked: 1}, kill{found: true, asked: 2}, kill{}
	for _, test := range []struct {
		kills []kill
		want  int
		found bool
	}{
		{[]kill{never, two, one}, 2, true},
		{[]kill{one}, 1, true},
		{[]kill{one, two}, 2, true},
		{[]kill{never, never, one}, 0, false},
	} {
		if got, found := median(test.kills, inputsOf); got != test.want || found != test.found {
			t.Errorf("%+v: %d, %t", test.kills, got, found)
		}
	}
}

func TestTable(t *testing.T) {
	rows := []row{
		{
			mutant: mutant.Mutant{Name: "one"}, native: []kill{{true, 1234, 2 * time.Second, ""}, {}, {true, 99, time.Second, ""}},
			wire: []kill{{asked: 10}, {asked: 5000}, {asked: 7000}}, inOrder: kill{true, 7, time.Millisecond, "tokens"},
		},
		{mutant: mutant.Mutant{Name: "two"}, native: []kill{{}, {}, {}}, wire: []kill{{}, {}, {}}},
	}
	var b strings.Builder
	if err := write(&b, rows, settings{seeds: 3, inputs: 5000}, "load unknown"); err != nil {
		t.Fatal(err)
	}
	if n := lastExecs("fuzz: elapsed: 3s, execs: 12 (4/sec)\nfuzz: elapsed: 5s, execs: 345 (2/sec), new"); n != 345 {
		t.Errorf("%d inputs were run, want 345", n)
	}
	for _, want := range []string{
		"2 mutants, 3 seeds each, at most 5,000 inputs each time",
		"| found, of 2 | 1 | 0 | 1 | 0 |\n",
		"| `one` | 2/3, 1,234, 2,000 ms | 0/3, > 5,000 | tokens, 7, 1 ms | lives |\n",
		"| `two` | 0/3, > 0 | 0/3, > 0 | lives | lives |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
}

// What fuzzing over a pipe needs is counted up to the question that shows the fault, and
// is the same each time.
func TestOverPipe(t *testing.T) {
	m, ok := mutant.Named("dollar-for-z")
	if !ok {
		t.Fatal("there is no such mutant")
	}
	s := settings{self: adapter(t)}
	ask := func(only ...string) kill {
		k, err := s.overPipe(context.Background(), m, suite.Config{Profile: suite.Quick, Seed: 1, Only: only, Fuzz: &suite.Fuzz{Rounds: 8}})
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	k := ask(suite.LayerFuzz)
	if !k.found || k.asked < 1 || k.layer != suite.LayerFuzz || k.took <= 0 {
		t.Errorf("%+v", k)
	}
	if again := ask(suite.LayerFuzz); again.asked != k.asked {
		t.Errorf("%d questions, and then %d", k.asked, again.asked)
	}
	if k := ask("tokens"); k.found {
		t.Errorf("the tokens show it: %+v", k)
	}
}

func TestRoundsOf(t *testing.T) {
	for questions, want := range map[int]int{1: 1, 64: 1, 65: 2, 192: 2, 4032: 6, 4033: 7, 8128: 7, 8129: 8} {
		if got := roundsOf(questions); got != want {
			t.Errorf("%d questions are %d rounds, want %d", questions, got, want)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"x"}, {"--mutants", "0", "--binary", "x"}, {"--inputs", "0", "--binary", "x"}, {}, {"--seeds", "x"}} {
		var said strings.Builder
		if status := run(context.Background(), args, io.Discard, &said); status != exitUsage || said.Len() == 0 {
			t.Errorf("%q: status %d, %s", args, status, said.String())
		}
	}
}

func TestEnumeratingLayersExist(t *testing.T) {
	for _, layer := range enumerating {
		if !slices.Contains(suite.Layers(), layer) {
			t.Errorf("there is no layer %s", layer)
		}
	}
}
