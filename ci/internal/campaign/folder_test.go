package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// The files are Go's own: it reads what we write, and we read what it does.
func TestFormat(t *testing.T) {
	for _, test := range []struct {
		file  string
		input string
		name  string // as Go gives it
	}{
		{"go test fuzz v1\n[]byte(\"\")\n", "", ""},
		{"go test fuzz v1\n[]byte(\"0\")\n", "0", "582528ddfad69eb5"},
		{"go test fuzz v1\n[]byte(\"K^'\\n\\x00\\xff\\\"\\u2028\")\n", "K^'\n\x00\xff\"\u2028", ""},
	} {
		input, err := decodeEntry([]byte(test.file))
		if err != nil || string(input) != test.input {
			t.Errorf("%q holds %q, %v; want %q", test.file, input, err, test.input)
		}
		if got := encodeEntry([]byte(test.input)); string(got) != test.file {
			t.Errorf("%q is written as %q, want %q", test.input, got, test.file)
		}
		if got := entryName([]byte(test.input)); test.name != "" && got != test.name {
			t.Errorf("%q is named %s, want %s", test.input, got, test.name)
		}
	}
	for _, other := range []string{"go test fuzz v1\r\n[]byte(`0`)\r\n"} {
		if input, err := decodeEntry([]byte(other)); err != nil || string(input) != "0" {
			t.Errorf("%q holds %q, %v", other, input, err)
		}
	}
	for _, bad := range []string{
		"", "K", "go test fuzz v1", "go test fuzz v1\n", "go test fuzz v2\n[]byte(\"0\")\n", "go test fuzz v1\nstring(\"0\")\n",
		"go test fuzz v1\n[]byte(\"0\n", "go test fuzz v1\n[]byte('0')\n", "go test fuzz v1\n[]byte(\"0\")\nint(1)\n",
	} {
		if input, err := decodeEntry([]byte(bad)); err == nil {
			t.Errorf("%q was read as %q", bad, input)
		}
	}
}

func TestConverting(t *testing.T) {
	raw, files, back := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "new")
	inputs := []string{"", "K^'", "\x00\xff\n", "\u2028"}
	for _, input := range inputs {
		if err := os.WriteFile(filepath.Join(raw, "input-"+entryName([]byte(input))), []byte(input), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := toGo(raw, files); err != nil || n != len(inputs) {
		t.Fatalf("%d files, %v", n, err)
	}
	if n, err := toRaw(files, back); err != nil || n != len(inputs) {
		t.Fatalf("%d files, %v", n, err)
	}
	for _, input := range inputs {
		if got, err := os.ReadFile(filepath.Join(back, entryName([]byte(input)))); err != nil || string(got) != input {
			t.Errorf("%q came back as %q, %v", input, got, err)
		}
	}
	if _, err := toRaw(raw, back); err == nil {
		t.Error("raw inputs were read as files of Go")
	}
}

// What a killed campaign was writing is removed, and all that was written is kept.
func TestTidying(t *testing.T) {
	f := folder(t.TempDir())
	if err := f.write("FuzzText", []byte("K")); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		filepath.Join("FuzzText", "582528ddfad69eb6"): "go test fuzz v1\n[]byte(\"K",
		filepath.Join("FuzzText", "mine"):             "go test fuzz v1\n[]byte(\"0\")\n",
		temporary + "1234":                            "go test",
	} {
		if err := os.WriteFile(filepath.Join(string(f), name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.tidy(); err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, pattern := range []string{"*", "*/*"} {
		paths, err := filepath.Glob(filepath.Join(string(f), pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			left = append(left, filepath.Base(path))
		}
	}
	slices.Sort(left)
	if want := []string{"582528ddfad69eb5", "FuzzText", entryName([]byte("K"))}; !slices.Equal(left, slices.Sorted(slices.Values(want))) {
		t.Errorf("%q is left, want %q", left, want)
	}
}

// A folder is for one campaign at a time.
func TestLock(t *testing.T) {
	f := newFixture(t)
	s := f.settings(soundPrograms)
	c, err := open(s)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := open(s); err == nil {
		second.close()
		t.Error("two campaigns are at work in one folder")
	}
	if err := c.close(); err != nil {
		t.Fatal(err)
	}
	c, err = open(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.close(); err != nil {
		t.Fatal(err)
	}
}

func TestRecords(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "records")
	if _, err := readRecords(path, false); err == nil {
		t.Error("a target that ran no input is none to fuzz, and was taken for one")
	}
	lines := `{"name":"FuzzText/seed#0","ended":false,"hex":"4b"}
{"name":"FuzzText/seed#0","ended":true,"coverage":0.25}
{"name":"FuzzText/seed#1","ended":false,"hex":"4b4b"}
{"name":"FuzzText/seed#1","ended":true,"failed":true,"coverage":0.5}
{"name":"FuzzText/00000000","ended":false,"hex":"00"}
{"name":"FuzzTe`
	if err := os.WriteFile(path, []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, died := range []bool{false, true} {
		runs, err := readRecords(path, died)
		if err != nil || len(runs) != 3 {
			t.Fatalf("%v, %v", runs, err)
		}
		if runs[0].failed || !runs[1].failed || runs[2].failed != died || string(runs[1].input) != "KK" || runs[1].coverage != 0.5 {
			t.Errorf("read %+v", runs)
		}
	}
}

// Go itself reads the seeds that are written.
func TestGoReadsSeeds(t *testing.T) {
	inRoot(t)
	p, err := soundPrograms()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := folder(filepath.Join(dir, "testdata", "fuzz")).write("FuzzText", []byte("K\x00\u2028")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(p.fuzz, "-test.run", "^FuzzText$/^"+entryName([]byte("K\x00\u2028"))+"$", "-test.v")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("--- PASS: FuzzText/")) {
		t.Errorf("%v\n%s", err, out)
	}
}
