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

func TestGate(t *testing.T) {
	subject := func(name string) Subject { return Mutants(epin.Current, name)[0] }
	dollar, door := subject("dollar-for-z"), subject("back-door")
	const record = "1.0.0 dollar-for-z quick vectors lengths\n1.0.0 back-door thorough thorough/exhaustive\n"
	for _, test := range []struct {
		name     string
		record   string
		subject  Subject
		killedBy map[Trial]string
		want     []string
	}{
		{"as recorded", record, dollar, map[Trial]string{quick: "vectors", standard: "vectors", {suite.Standard, "vectors"}: "vectors"}, nil},
		{"killed by more", record, door, map[Trial]string{standard: "tokens", thorough: "tokens", {suite.Standard, "tokens"}: "tokens"}, nil},
		{"nothing tried", record, dollar, nil, nil},
		{"a profile", record, dollar, map[Trial]string{quick: "", standard: "vectors"}, []string{
			"1.0.0 dollar-for-z: it survives the profile quick, which killed it when the record was written",
		}},
		{"a larger profile than is recorded", record, dollar, map[Trial]string{standard: ""}, []string{
			"1.0.0 dollar-for-z: it survives the profile standard, which killed it when the record was written",
		}},
		{"a layer", record, dollar, map[Trial]string{{suite.Standard, "vectors"}: "", {suite.Standard, "tokens"}: ""}, []string{
			"1.0.0 dollar-for-z: it survives the layer vectors, which killed it when the record was written",
		}},
		{"thorough", record, door, map[Trial]string{quick: "", standard: "", thorough: ""}, []string{
			"1.0.0 back-door: it survives the profile thorough, which killed it when the record was written",
		}},
		{"not recorded", "", door, map[Trial]string{standard: ""}, []string{
			"1.0.0 back-door: it is not recorded: record it with `epin mutants run --record conformance/internal/mutant/score/kills.txt back-door`",
		}},
		{"recorded to live, and to be killed", "1.0.0 dollar-for-z nothing nothing", dollar, map[Trial]string{quick: "", standard: ""}, []string{
			"1.0.0 dollar-for-z: it survives the profile quick, which has to kill it",
			"1.0.0 dollar-for-z: it survives the profile standard, which has to kill it",
		}},
		{"the layer that is sure", "1.0.0 terminator-off-by-one nothing nothing", subject("terminator-off-by-one"), map[Trial]string{quick: "", {suite.Standard, "lengths"}: ""}, []string{
			"1.0.0 terminator-off-by-one: it survives the layer lengths, which has to kill it",
		}},
		{"a character that matters to nothing", "1.0.0 old-italic-letter nothing nothing", subject("old-italic-letter"), map[Trial]string{standard: "", thorough: "", {suite.Thorough, "scalars"}: ""}, []string{
			"1.0.0 old-italic-letter: it survives the profile thorough, which has to kill it",
			"1.0.0 old-italic-letter: it survives the layer thorough/scalars, which has to kill it",
		}},
		{"smaller and larger", "1.0.0 back-door nothing nothing", door, map[Trial]string{quick: "tokens", standard: ""}, []string{
			"1.0.0 back-door: it survives the profile standard, and the smaller quick kills it",
		}},
		{"gone", record + "1.0.0 there-is-none quick vectors\n1.0.0-initial caret-unescaped quick vectors\n", door, nil, []string{
			"1.0.0 there-is-none: this recorded mutant does not exist: write the record again with `epin mutants run --record conformance/internal/mutant/score/kills.txt`",
			"1.0.0-initial caret-unescaped: this recorded mutant does not exist: write the record again with `epin mutants run --record conformance/internal/mutant/score/kills.txt`",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := ReadRecord(strings.NewReader(test.record))
			if err != nil {
				t.Fatal(err)
			}
			if got := Gate(r, []Outcome{outcomeOf(t, test.subject, test.killedBy)}); !slices.Equal(got, test.want) {
				t.Errorf("the gate returned\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}
