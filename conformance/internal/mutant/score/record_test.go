package score

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/corrupt"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// TestRecordIsComplete checks that the record has every mutant, killed by each trial that is
// sure to kill it.
func TestRecordIsComplete(t *testing.T) {
	r := Recorded()
	for _, e := range epin.Editions() {
		for _, s := range Mutants(e) {
			l, ok := r.lines[s.String()]
			if !ok {
				t.Errorf("%s is not recorded: record it with `epin mutants run --record %s %s`", s, File, s.Name)
				continue
			}
			for _, trial := range sureTrials(s.Layer) {
				if killed, known := l.kills(trial); known && !killed {
					t.Errorf("%s: survived %s according to the record, want killed", s, trial)
				}
			}
			if s.Layer == mutant.Scalars && !slices.Contains(l.layers, "thorough/scalars") {
				t.Errorf("%s: thorough is recorded to find it by %q", s, l.layers)
			}
		}
	}
	for _, key := range r.vanished() {
		t.Errorf("%s is recorded, but the mutant does not exist", key)
	}
}

func TestRecordIsWrittenAsItIs(t *testing.T) {
	var again bytes.Buffer
	if err := Recorded().Write(&again); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), recorded) {
		t.Errorf("%s is not what the record writes", File)
	}
}

func TestReadRecord(t *testing.T) {
	for _, test := range []struct{ text, says string }{
		{"1.0.0 a quick vectors", ""},
		{"# nothing\n\n1.0.0 a nothing nothing\n1.0.0-initial a thorough thorough/exhaustive", ""},
		{"1.0.0 a quick", "line 1: 3 words, want an edition, a mutant, a profile and layers"},
		{"#\n2.0.0 a quick vectors", `line 2: there is no edition "2.0.0"`},
		{"1.0.0 a slow vectors", `line 1: unknown profile "slow": choose one of quick, standard, thorough`},
		{"1.0.0 a quick vector", `line 1: there is no layer "vector"`},
		{"1.0.0 a quick quick/vectors", `line 1: there is no layer "quick/vectors"`},
		{"1.0.0 a quick vectors\n1.0.0 a quick vectors", "line 2: duplicate record of 1.0.0 a"},
		{strings.Repeat("x", 1<<20), "bufio.Scanner: token too long"},
	} {
		_, err := ReadRecord(strings.NewReader(test.text))
		if test.says == "" && err != nil || test.says != "" && (err == nil || err.Error() != test.says) {
			t.Errorf("%.40q: %v, want %q", test.text, err, test.says)
		}
	}
}

// outcomeOf returns an outcome as Run returns it: for each trial the layer that killed the
// mutant, or "".
func outcomeOf(t *testing.T, s Subject, killedBy map[Trial]string) Outcome {
	t.Helper()
	all, err := layouts()
	if err != nil {
		t.Fatal(err)
	}
	l := all[s.Edition]
	o := Outcome{s, map[Trial]string{}, l}
	for trial, by := range killedBy {
		o.killedBy[l.smallest(trial)] = by
	}
	return o
}

var (
	quick    = Trial{Profile: suite.Quick}
	standard = Trial{Profile: suite.Standard}
	thorough = Trial{Profile: suite.Thorough}
)

func TestAddToARecord(t *testing.T) {
	dollar, door, late := Mutants(epin.Current, "dollar-for-z")[0], Mutants(epin.Current, "back-door")[0], Mutants(epin.Current, "one-late-call")[0]
	r, err := ReadRecord(strings.NewReader("1.0.0 dollar-for-z nothing nothing\n1.0.0 there-is-none quick vectors\n1.0.0-initial dollar-for-z quick vectors\n"))
	if err != nil {
		t.Fatal(err)
	}
	err = r.Add([]Outcome{
		outcomeOf(t, dollar, map[Trial]string{
			quick: "vectors", standard: "vectors", thorough: "vectors",
			{suite.Standard, "vectors"}: "vectors", {suite.Standard, "tokens"}: "", {suite.Standard, "lengths"}: "lengths",
		}),
		outcomeOf(t, door, map[Trial]string{quick: "", standard: "", thorough: "exhaustive"}),
		outcomeOf(t, late, map[Trial]string{quick: "", standard: "", thorough: ""}),
	})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := r.Write(&text); err != nil {
		t.Fatal(err)
	}
	want := recordHead + `1.0.0 back-door thorough thorough/exhaustive
1.0.0 dollar-for-z quick vectors lengths
1.0.0 one-late-call nothing nothing
1.0.0-initial dollar-for-z quick vectors
`
	if text.String() != want {
		t.Errorf("the record is\n%swant\n%s", text.String(), want)
	}
	for _, test := range []struct {
		of       Subject
		smallest suite.Profile
		layers   []string
		ok       bool
	}{{door, suite.Thorough, []string{"exhaustive"}, true}, {dollar, suite.Quick, []string{"vectors", "lengths"}, true}, {late, 0, nil, false}} {
		if smallest, layers, ok := r.Of(test.of); ok != test.ok || smallest != test.smallest || !slices.Equal(layers, test.layers) {
			t.Errorf("%s: recorded are %s, %v, %t", test.of, smallest, layers, ok)
		}
	}
	err = r.Add([]Outcome{outcomeOf(t, door, map[Trial]string{quick: "", thorough: ""})})
	if err == nil || !strings.Contains(err.Error(), "1.0.0 back-door was not tested with the profile standard") {
		t.Errorf("an incomplete outcome is recorded: %v", err)
	}
}

// TestReadDamagedRecord checks that a record read from damaged text survives writing and
// reading.
func TestReadDamagedRecord(t *testing.T) {
	const file = "# A comment.\n1.0.0 dollar-for-z quick nothing\n1.0.0 b standard tokens vectors\n1.0.0-initial c thorough thorough/complete\n1.0.0 d nothing nothing\n"
	corrupt.Test(t, []byte(file), 500, func(damaged []byte) (accepted bool, wrong error) {
		got, err := ReadRecord(bytes.NewReader(damaged))
		if err != nil {
			return false, nil
		}
		var again bytes.Buffer
		if err := got.Write(&again); err != nil {
			return true, err
		}
		if r, err := ReadRecord(&again); err != nil || !reflect.DeepEqual(r, got) {
			return true, fmt.Errorf("%q is read as %+v, and written and read as %+v: %v", damaged, got, r, err)
		}
		return true, nil
	})
}
