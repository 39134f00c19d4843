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
	var r recorder
	Seed(&r, TokenSeeds)
	if r.failed {
		t.Error("seeding from the corpus failed")
	}
	added := map[string]bool{}
	letters := 0
	for _, input := range r.added {
		if added[input] {
			t.Errorf("%.40q was added twice", input)
		}
		added[input] = true
		if len(input) == 1 && epin.Valid(input) {
			letters++
		}
	}
	for _, token := range []string{"", "+A^'", "\xff"} {
		if !added[token] {
			t.Errorf("%q is not a seed", token)
		}
	}
	if letters == 0 || letters == 52 {
		t.Errorf("%d letters are seeds, want some and not all", letters)
	}
}

// TestExport tests the form of exported seeds: that of compile_native_go_fuzzer_v2.
func TestExport(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("EPIN_FUZZ_SEEDS", dir)
	for _, input := range []string{"", "K'"} {
		Export(func(*testing.T, []byte) {})(t, []byte(input))
		files, err := filepath.Glob(filepath.Join(dir, "TestExport", "*"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		if data, err := os.ReadFile(files[0]); err != nil || string(data[1:]) != input {
			t.Errorf("%q is exported as %q (%v)", input, data, err)
		}
		os.Remove(files[0])
	}
}

func TestSeedFailsWithoutInputs(t *testing.T) {
	var r recorder
	if Seed(&r, FromCorpus(Shape, func(Vector) [][]byte { return nil })); !r.failed {
		t.Error("a target without inputs did not fail")
	}
}
