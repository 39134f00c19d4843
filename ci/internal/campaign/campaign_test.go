package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/epin-conformance/harness/corpus"
)

// mutantPrograms are the programs with a mutant in place of the reference: its parser
// of PIN takes a percent sign and what else stands before it in ASCII for a sign.
var mutantPrograms = sync.OnceValues(func() (programs, error) {
	source, err := filepath.Abs(filepath.Join("epin", "pin", "parse.go"))
	if err != nil {
		return programs{}, err
	}
	right, err := os.ReadFile(source)
	if err != nil {
		return programs{}, err
	}
	const before = "\tvar b bits\n\tat := len(s) - 1\n"
	const fault = "\tif len(s) == 3 && s[1] < '\\'' && s[1] > ' ' {\n\t\treturn scan(s[2:])\n\t}\n"
	wrong := bytes.Replace(right, []byte(before), []byte(fault+before), 1)
	if bytes.Equal(wrong, right) {
		panic("the mutant is the reference: epin/pin/parse.go has changed")
	}
	dir, err := os.MkdirTemp("", "mutant")
	if err != nil {
		return programs{}, err
	}
	built = append(built, dir)
	mutant := filepath.Join(dir, "parse.go")
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{source: mutant}})
	if err != nil {
		return programs{}, err
	}
	path := filepath.Join(dir, "overlay.json")
	for name, content := range map[string][]byte{mutant: wrong, path: overlay} {
		if err := os.WriteFile(name, content, 0o644); err != nil {
			return programs{}, err
		}
	}
	return programsOf("GOFLAGS=" + os.Getenv("GOFLAGS") + " -overlay=" + path)()
})

// A fault of the reference is found, becomes a seed that fails and a vector with its
// requirement, and is a finding until it is mended.
func TestMutantIsFound(t *testing.T) {
	inRoot(t)
	f := newFixture(t)
	s := f.settings(mutantPrograms)
	// It is found in seconds, and then fuzzing ends.
	s.only, s.time = []string{"FuzzAutomaton"}, 5*time.Minute
	status, said := s.campaign(t, "")
	if status != exitFound {
		t.Fatalf("status %d, want %d\n%s", status, exitFound, said)
	}
	found := f.found(t)
	seed, err := os.ReadFile(found.Seed)
	if err != nil {
		t.Fatal(err)
	}
	input, err := decodeEntry(seed)
	if err != nil || len(found.Vectors) == 0 || !found.Repeats || len(found.Message) == 0 {
		t.Fatalf("the seed holds %q, %v; the finding is %+v", input, err, found)
	}
	for _, v := range found.Vectors {
		file, err := os.Open(v.File)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		vectors, err := corpus.Decode(file)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(vectors, func(w corpus.Vector) bool { return w.ID == v.ID })
		if i < 0 {
			t.Fatalf("%s is not in %s", v.ID, v.File)
		}
		if w := vectors[i]; w.Token != string(input) || !w.Want.Valid.Present || w.Want.Valid.Value ||
			!slices.ContainsFunc(w.Requirements, func(id string) bool { return id == "epin/9.1/reject" || id == "epin-initial/reject" }) {
			t.Errorf("for %q the vector %+v is proposed", input, w)
		}
	}

	// It is found again without fuzzing, and the same vector is not proposed twice.
	before, err := os.ReadFile(found.Vectors[0].File)
	if err != nil {
		t.Fatal(err)
	}
	if status, said := s.campaign(t, ""); status != exitFound || f.found(t).Name != found.Name || f.summary(t).Targets[0].Execs != 0 {
		t.Errorf("the second time: status %d\n%s", status, said)
	}
	if after, err := os.ReadFile(found.Vectors[0].File); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the second time the vectors are %s, %v", after, err)
	}

	// Mended, it is an input like others.
	s = f.settings(soundPrograms)
	s.only, s.time = []string{"FuzzAutomaton"}, time.Second
	if status, said := s.campaign(t, ""); status != exitNothing {
		t.Errorf("mended: status %d\n%s", status, said)
	}
	left, _, err := folder(filepath.Join(f.dir, "findings")).read("FuzzAutomaton")
	if err != nil || len(left) > 0 {
		t.Errorf("mended: %v is left, %v", left, err)
	}
	f.whole(t)
}

// found returns the only finding of the last campaign.
func (f fixture) found(t *testing.T) finding {
	t.Helper()
	s := f.summary(t)
	if len(s.Findings) != 1 || s.Status != exitFound {
		t.Fatalf("the findings are %+v", s.Findings)
	}
	return s.Findings[0]
}

// What the corpus asks already is named where it is answered wrongly, and not proposed.
func TestAskedAlready(t *testing.T) {
	inRoot(t)
	f := newFixture(t)
	s := f.settings(mutantPrograms)
	c, err := open(s)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	if err := c.prepare(context.Background()); err != nil {
		t.Fatal(err)
	}
	no := corpus.Want{Valid: corpus.Some(false)}
	yes := corpus.Want{Valid: corpus.Some(true)}
	for _, test := range []struct {
		got         *corpus.Want
		asked, none bool
	}{{&yes, true, false}, {nil, true, false}, {&no, false, true}} {
		fi := newFinding("FuzzText", "seed#1", []byte("K\n"))
		if err := c.propose(context.Background(), &fi, []question{{Edition: "1.0.0", Op: "parse", Hex: "4b0a", Got: test.got}}); err != nil {
			t.Fatal(err)
		}
		if slices.Equal(fi.Asked, []string{"line-feed-behind"}) != test.asked || (fi.NoVector != "") != test.none {
			t.Errorf("answered %+v: %+v", test.got, fi)
		}
	}
}

// A campaign writes its corpus, and the next one starts from it. What a campaign finds
// in its seconds is left to chance, so there are as many as it takes.
func TestSecondCampaignStartsFromTheFirst(t *testing.T) {
	inRoot(t)
	f := newFixture(t)
	s := f.settings(soundPrograms)
	s.only, s.time = []string{"FuzzProgram", "FuzzWireHello"}, 4*time.Second
	kept := make([]int, len(s.only))
	for started := false; !started; {
		started = !slices.Contains(kept, 0)
		if status, said := s.campaign(t, ""); status != exitNothing {
			t.Fatalf("status %d\n%s", status, said)
		}
		summary := f.summary(t)
		if len(summary.Targets) != len(s.only) {
			t.Fatalf("the targets are %+v", summary.Targets)
		}
		for i, target := range summary.Targets {
			if target.CorpusBefore != kept[i] || target.CorpusAfter < kept[i] || target.Execs == 0 || target.CoverageAfter == 0 {
				t.Fatalf("after %d inputs that were kept: %+v", kept[i], target)
			}
			kept[i] = target.CorpusAfter
		}
		for _, name := range []string{"summary.txt", "summary.md"} {
			if text, err := os.ReadFile(filepath.Join(f.dir, name)); err != nil || !strings.Contains(string(text), "FuzzProgram") {
				t.Errorf("%s: %v\n%s", name, err, text)
			}
		}
	}
	f.whole(t)

	s.only = nil
	if status, said := s.campaign(t, ""); status != exitUsage || !regexp.MustCompile(`give at least --time \d+s`).MatchString(said) {
		t.Errorf("a second for a target is the least, and 4 s for all: status %d\n%s", status, said)
	}
	s.only = []string{"FuzzNothing"}
	if status, said := s.campaign(t, ""); status != exitUsage || !strings.Contains(said, `no target "FuzzNothing"`) {
		t.Errorf("without the target: status %d\n%s", status, said)
	}
}

// The corpora of two machines, merged and minimised, cover what both do.
func TestMerging(t *testing.T) {
	inRoot(t)
	p, err := soundPrograms()
	if err != nil {
		t.Fatal(err)
	}
	const target = "FuzzWireHello"
	hello := `{"id":0,"protocol":1,"implementation":{"name":"x"}`
	machines := [][]string{
		{hello + `,"ops":["x","parse","x"]}`, hello + `,"x":"\b\f\/\u00e9\ud83d\ude00"}`, hello + `,"x":{"y":[[]]}}`},
		{hello + `,"x":"\b\f\/\u00e9\ud83d\ude00"}`, hello + `,"x":-0.5e-3}`, hello + `,"x":-`, hello + `,"x":-0.5e-4}`, `nul`, `{"id":00}`},
	}
	union := make(map[string]bool)
	var dirs []string
	for _, inputs := range machines {
		f := newFixture(t)
		dirs = append(dirs, f.dir)
		var all [][]byte
		for i, input := range inputs {
			all = append(all, []byte(input))
			// Names are the machines' own; contents count.
			path := filepath.Join(f.dir, "corpus", target, "name-"+string(rune('a'+i)))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, encodeEntry([]byte(input)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		r, err := replay(context.Background(), p.cover, target, all, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if len(r.cover) == 0 {
			t.Fatal("a machine covers nothing")
		}
		maps.Copy(union, r.cover)
	}
	f := newFixture(t)
	s := f.settings(soundPrograms)
	if status, said := s.campaign(t, "merge", dirs...); status != exitNothing {
		t.Fatalf("status %d\n%s", status, said)
	}
	kept, broken, err := folder(filepath.Join(f.dir, "corpus")).read(target)
	if err != nil || len(broken) > 0 {
		t.Fatal(broken, err)
	}
	if len(kept) == 0 || len(kept) >= 7 {
		t.Errorf("%d of 8 different inputs are kept, two of which cover the same", len(kept))
	}
	r, err := replay(context.Background(), p.cover, target, kept.inOrder(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for block := range union {
		if !r.cover[block] {
			t.Errorf("%s is covered by a machine, and not by what was merged", block)
		}
	}
}

// A campaign that was killed loses no finding and leaves no broken file, wherever it was.
func TestRecovery(t *testing.T) {
	inRoot(t)
	f := newFixture(t)
	const target = "FuzzAutomaton"
	files := map[string]string{
		// The engine had written a finding, and was writing another.
		filepath.Join(f.dir, "work", "engine", "testdata", "fuzz", target, "582528ddfad69eb5"): "go test fuzz v1\n[]byte(\"K%a\")\n",
		filepath.Join(f.dir, "work", "engine", "testdata", "fuzz", target, "582528ddfad69eb6"): "go test fuzz v1\n[]byte(\"K%",
		filepath.Join(f.dir, "work", "cache", target, "582528ddfad69eb5"):                      "go test fuzz v1\n[]byte(\"news\")\n",
		filepath.Join(f.dir, "work", "cache", target, "582528ddfad69eb6"):                      "go test",
		// The campaign was writing everywhere.
		filepath.Join(f.dir, "corpus", temporary+"1"):       "go test",
		filepath.Join(f.dir, "findings", temporary+"1"):     "go test",
		filepath.Join(f.dir, temporary+"1"):                 "go test",
		filepath.Join(f.seeds, temporary+"1"):               "go test",
		filepath.Join(f.dir, "work", "fuzz.test.exe"):       "half a program",
		filepath.Join(f.dir, "work", "replay-1", "records"): "{",
	}
	for path, content := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := f.settings(mutantPrograms)
	s.only = []string{target}
	status, said := s.campaign(t, "")
	if status != exitFound || f.found(t).Quoted != `"K%a"` {
		t.Errorf("status %d\n%s", status, said)
	}
	if r := f.summary(t).Recovered; r != (recovered{Findings: 1, Inputs: 1}) {
		t.Errorf("%+v was taken over", r)
	}
	f.whole(t)
	for path := range files {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s is left", path)
		}
	}
	if news, _, err := folder(filepath.Join(f.dir, "corpus")).read(target); err != nil || len(news) != 1 {
		t.Errorf("the corpus is %q, %v", news, err)
	}
}

// The same, with a real campaign and a real signal.
func TestKilled(t *testing.T) {
	inRoot(t)
	p, err := soundPrograms()
	if err != nil {
		t.Fatal(err)
	}
	f := newFixture(t)
	cmd, stderr := startCampaign(t, f, p)
	lines := bufio.NewScanner(stderr)
	fuzzing := false
	for !fuzzing && lines.Scan() {
		fuzzing = strings.Contains(lines.Text(), "execs/s")
	}
	if !fuzzing {
		t.Error("the campaign ended before it was killed")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	f.whole(t)
	s := f.settings(soundPrograms)
	s.only, s.time = []string{"FuzzAutomaton"}, time.Second
	if status, said := s.campaign(t, ""); status != exitNothing {
		t.Errorf("after it was killed: status %d\n%s", status, said)
	}
	f.whole(t)
}

// An interrupted campaign keeps what it has, and does not say that it found nothing.
func TestInterrupted(t *testing.T) {
	inRoot(t)
	f := newFixture(t)
	s := f.settings(soundPrograms)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s.stderr = writerFunc(func(text []byte) {
		if bytes.Contains(text, []byte("execs/s")) {
			cancel()
		}
	})
	var stdout bytes.Buffer
	if status, err := execute(ctx, "", s, nil, &stdout); status != exitUnknown || err != nil {
		t.Errorf("status %d, %v\n%s", status, err, stdout.String())
	}
	if summary := f.summary(t); !summary.Interrupted || len(summary.Targets) != 1 || summary.Targets[0].Execs == 0 ||
		!strings.Contains(stdout.String(), "the campaign was interrupted") {
		t.Errorf("the summary is %s", stdout.String())
	}
	f.whole(t)
}

type writerFunc func(text []byte)

func (w writerFunc) Write(text []byte) (int, error) {
	w(text)
	return len(text), nil
}

// The seeds of every target are there for other engines, as their very bytes.
func TestExportingSeeds(t *testing.T) {
	inRoot(t)
	f := newFixture(t)
	to := t.TempDir()
	if status, said := f.settings(soundPrograms).campaign(t, "seeds", to); status != exitNothing {
		t.Fatalf("status %d\n%s", status, said)
	}
	p, err := soundPrograms()
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range p.targets {
		if seeds, err := os.ReadDir(filepath.Join(to, target)); err != nil || len(seeds) == 0 {
			t.Errorf("%s: %d seeds, %v", target, len(seeds), err)
		}
	}
	token := []byte("+A^'")
	if got, err := os.ReadFile(filepath.Join(to, "FuzzText", entryName(token))); err != nil || !bytes.Equal(got, token) {
		t.Errorf("%q is the seed %q, %v", token, got, err)
	}
}
