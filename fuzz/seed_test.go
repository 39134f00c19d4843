package fuzz

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

func TestFromCorpus(t *testing.T) {
	inputs, err := TokenSeeds()
	added, letters := map[string]bool{}, 0
	for _, input := range inputs {
		added[string(input)] = true
		if len(input) == 1 && epin.Valid(string(input)) {
			letters++
		}
	}
	if err != nil || len(added) != len(inputs) || !added[""] || !added["+A^'"] || !added["\xff"] {
		t.Errorf("seeds are missing or added twice, %v", err)
	}
	if letters == 0 || letters == 52 {
		t.Errorf("%d letters are seeds, want some and not all", letters)
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
