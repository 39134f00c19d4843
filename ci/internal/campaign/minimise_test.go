package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// loseVariable says whether [playCover] covers something only at its first run, "chance",
// or only with inputs, "always".
const loseVariable = "EPIN_CAMPAIGN_TEST_LOSE"

// playCover is the program that counts the code that the inputs of FuzzText cover. None of
// them covers anything by itself, as far as its records say.
func playCover() {
	dir := filepath.Join("testdata", "fuzz", "FuzzText")
	inputs, err := os.ReadDir(dir)
	if err != nil {
		panic(err)
	}
	record := func(name, input string) string {
		return fmt.Sprintf("{\"name\":\"FuzzText/%s\",\"ended\":false,\"hex\":%q}\n{\"name\":\"FuzzText/%[1]s\",\"ended\":true,\"coverage\":0.5}\n", name, hex.EncodeToString([]byte(input)))
	}
	records := record("seed#0", "K")
	for _, file := range inputs {
		content, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			panic(err)
		}
		input, err := decodeEntry(content)
		if err != nil {
			panic(err)
		}
		records += record(file.Name(), string(input))
	}
	// The runs are counted by a file that grows.
	runs, err := os.OpenFile(filepath.Join(filepath.Dir(os.Args[0]), "runs"), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o644)
	if err != nil {
		panic(err)
	}
	if _, err := runs.WriteString("x"); err != nil {
		panic(err)
	}
	info, err := runs.Stat()
	if err != nil {
		panic(err)
	}
	profile := "mode: set\na.go:1.1,2.2 1 1\n"
	if len(inputs) > 0 && os.Getenv(loseVariable) == "always" || info.Size() == 1 && os.Getenv(loseVariable) == "chance" {
		profile += "a.go:3.1,4.2 1 1\n"
	}
	to := os.Args[slices.Index(os.Args, "-test.coverprofile")+1]
	for path, content := range map[string]string{os.Getenv(watchVariable): records, to: profile} {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			panic(err)
		}
	}
}

// That something is covered by chance does not keep the corpus as it is, and that only an
// input covers it does.
func TestMinimiseWhatIsCoveredByChance(t *testing.T) {
	self, err := os.ReadFile(playing(t, "cover"))
	if err != nil {
		t.Fatal(err)
	}
	for lose, want := range map[string]string{
		"never":  "",
		"chance": "",
		"always": "FuzzText: without the inputs that cover nothing by themselves, a.go:3.1,4.2 is not covered any more; the corpus stays as it is",
	} {
		t.Setenv(loseVariable, lose)
		cover := filepath.Join(t.TempDir(), "cover.test.exe")
		if err := os.WriteFile(cover, self, 0o755); err != nil {
			t.Fatal(err)
		}
		c := campaign{programs: programs{cover: cover}, work: t.TempDir()}
		all := make(entries)
		all.add([]byte("R"))
		kept, failing, _, err := c.minimise(context.Background(), "FuzzText", all)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if said != want || len(kept) > 0 || len(failing) > 0 {
			t.Errorf("what is lost %s: %d are kept, %d fail, %q; want %q", lose, len(kept), len(failing), said, want)
		}
	}
}
