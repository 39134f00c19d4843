package main

import (
	"bytes"
	"io"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/mutant/score"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// outputOf runs the command and returns its exit status and its output.
func outputOf(t *testing.T, args ...string) (int, string) {
	var out bytes.Buffer
	return run(t.Context(), args, strings.NewReader(""), &out, &out), out.String()
}

func TestReferenceIsUpToDate(t *testing.T) {
	commands := commandsOf(rootCommand(newStreams(strings.NewReader(""), io.Discard, io.Discard)))
	if contentOf(t, "reference.md") != string(referenceOf(commands)) {
		t.Error("reference.md is not what the commands say: go generate ./conformance/cmd/epin")
	}
	for _, c := range commands {
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s says %q of itself, in short", c.CommandPath(), c.Short)
		}
	}
}

// TestVersionNamesTheCommit checks the commit of a release, and that of the Go command.
func TestVersionNamesTheCommit(t *testing.T) {
	defer func(before string) { commit = before }(commit)
	commit = "0123abc"
	if status, out := outputOf(t, "version"); status != exitHolds || !strings.Contains(out, "\ncommit 0123abc\n") {
		t.Errorf("status %d, and\n%s", status, out)
	}
	revision, modified := debug.BuildSetting{Key: "vcs.revision", Value: "4567def"}, debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	for want, settings := range map[string][]debug.BuildSetting{
		"": nil, "4567def": {revision}, "4567def-dirty": {revision, modified},
	} {
		if got := commitOf(&debug.BuildInfo{Settings: settings}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestManualPages(t *testing.T) {
	dir := t.TempDir()
	if status, out := outputOf(t, "reference", "--man", dir); status != exitHolds {
		t.Fatalf("status %d: %s", status, out)
	}
	page := contentOf(t, dir+"/epin-certify.1")
	for _, part := range []string{".SH NAME\nepin\\-certify \\- Test an implementation", "\n.SH OPTIONS\n", "\\-\\-known\\-failures", "\n.SH SEE ALSO\nepin(1)\n"} {
		if !strings.Contains(page, part) {
			t.Errorf("epin-certify.1 lacks %q", part)
		}
	}
	if _, err := exec.LookPath("man"); err != nil {
		return // nothing else reads them here
	}
	pages, _ := filepath.Glob(dir + "/*.1") // the pattern is well formed
	if !whole() {
		pages = []string{dir + "/epin-certify.1"}
	}
	for _, page := range pages {
		out, err := exec.Command("man", "--warnings", "-l", page).CombinedOutput()
		if err != nil || strings.Contains(string(out), "warning") {
			t.Errorf("man of %s: %v\n%s", page, err, out)
		}
	}
}

// TestHelpFitsOneScreen checks --help of every command.
func TestHelpFitsOneScreen(t *testing.T) {
	for _, c := range commandsOf(rootCommand(newStreams(strings.NewReader(""), io.Discard, io.Discard))) {
		args := append(strings.Fields(c.CommandPath())[1:], "--help")
		if status, out := outputOf(t, args...); status != exitHolds || !fits(out) {
			t.Errorf("%q: status %d, in %d lines:\n%s", args, status, strings.Count(out, "\n"), out)
		}
	}
}

// What is left untested is named.
func TestUntested(t *testing.T) {
	all := []suite.Evidence{{Requirement: requirement.All()[0]}, {Requirement: requirement.All()[1], Library: 1}}
	if got, want := untested(all), all[0].ID+" (required): not tested"; len(got) != 1 || got[0] != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestEvidenceInWords(t *testing.T) {
	for _, test := range []struct {
		evidence suite.Evidence
		want     string
	}{
		{suite.Evidence{}, "not tested"},
		{suite.Evidence{Library: 1}, "1 scenario about the Go packages"},
		{suite.Evidence{
			Vectors: 2, Scenarios: 1, Laws: []string{"copy"},
			Layers: []suite.LayerCount{{Layer: "vectors", Way: "parse", Checks: 2}, {Layer: "tokens", Way: "apply", Checks: 7}},
		}, "2 vectors; 1 scenario; properties copy; tokens by apply 7"},
	} {
		if got := evidenceText(test.evidence); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

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
