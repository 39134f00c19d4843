package score

import (
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

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
