package fuzz

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

// recorder is a seeder that records its calls.
type recorder struct {
	added  []string
	failed bool
}

func (r *recorder) Helper()           {}
func (r *recorder) Add(args ...any)   { r.added = append(r.added, string(args[0].([]byte))) }
func (r *recorder) Fatal(args ...any) { r.failed = true }

func TestSeed(t *testing.T) {
	var r, none recorder
	Seed(&r, TokenSeeds)
	added, letters := map[string]bool{}, 0
	for _, input := range r.added {
		added[input] = true
		if len(input) == 1 && epin.Valid(input) {
			letters++
		}
	}
	if r.failed || len(added) != len(r.added) || !added[""] || !added["+A^'"] || !added["\xff"] {
		t.Errorf("seeding from the corpus failed (%t), or seeds are missing or added twice", r.failed)
	}
	if letters == 0 || letters == 52 {
		t.Errorf("%d letters are seeds, want some and not all", letters)
	}
	if Seed(&none, FromCorpus(Shape, func(Vector) [][]byte { return nil })); !none.failed {
		t.Error("a target without inputs did not fail")
	}
}

// TestExport tests the form of exported seeds: that of compile_native_go_fuzzer_v2.
func TestExport(t *testing.T) {
	for _, input := range []string{"", "K'"} {
		dir := t.TempDir()
		t.Setenv("EPIN_FUZZ_SEEDS", dir)
		Export(func(*testing.T, []byte) {})(t, []byte(input))
		files, err := filepath.Glob(filepath.Join(dir, "TestExport", "*"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		if data, err := os.ReadFile(files[0]); err != nil || string(data) != "\x01"+input {
			t.Errorf("%q is exported as %q (%v)", input, data, err)
		}
	}
}
