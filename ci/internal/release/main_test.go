package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
)

var when = time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)

// entry is what an archive says of a file.
type entry struct {
	name    string
	mode    os.FileMode
	time    time.Time
	content string
}

func readTar(t *testing.T, content []byte) []entry {
	t.Helper()
	unzipped, err := gzip.NewReader(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	var all []entry
	for r := tar.NewReader(unzipped); ; {
		h, err := r.Next()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if h.Uname != "" || h.Uid != 0 {
			t.Errorf("%s belongs to somebody", h.Name)
		}
		all = append(all, entry{h.Name, os.FileMode(h.Mode), h.ModTime.UTC(), string(data)})
	}
}

func readZip(t *testing.T, content []byte) []entry {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var all []entry
	for _, f := range r.File {
		opened, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(opened)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, entry{f.Name, f.Mode(), f.Modified.UTC(), string(data)})
	}
	return all
}

func TestArchive(t *testing.T) {
	files := []file{{"man/epin.1", []byte("page"), false}, {"epin", []byte("binary"), true}, {"LICENSE", []byte("free"), false}}
	for _, test := range []struct {
		platform platform
		ending   string
		read     func(*testing.T, []byte) []entry
	}{
		{platform{"linux", "arm64"}, ".tar.gz", readTar},
		{platform{"windows", "amd64"}, ".zip", readZip},
	} {
		content, name, err := archive(test.platform, files, when)
		if err != nil {
			t.Fatal(err)
		}
		folder := "epin-" + conformance.Version + "-" + test.platform.os + "-" + test.platform.arch
		if name != folder+test.ending {
			t.Errorf("the archive is called %s", name)
		}
		want := []entry{
			{folder + "/LICENSE", 0o644, when, "free"},
			{folder + "/epin", 0o755, when, "binary"},
			{folder + "/man/epin.1", 0o644, when, "page"},
		}
		if got := test.read(t, content); !slices.Equal(got, want) {
			t.Errorf("%s holds %v, want %v", name, got, want)
		}
		turned := slices.Clone(files)
		slices.Reverse(turned)
		if again, _, err := archive(test.platform, turned, when); err != nil || !bytes.Equal(again, content) {
			t.Errorf("%s is another one when its files come in another order: %v", name, err)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"--platform plan9/amd64", "choose one of "},
		{"--tag v0.0.0", "the tag v0.0.0 is not v" + conformance.Version},
		{"everything", `"everything" is no flag`},
	} {
		err := run(t.Context(), strings.Fields(test.args), io.Discard, io.Discard)
		var wrong *usageError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.args, err)
		}
	}
}

// TestReleaseOfThisPlatform builds the same archive twice, and looks into it.
func TestReleaseOfThisPlatform(t *testing.T) {
	if os.Getenv("EPIN_WHOLE") == "" {
		t.Skip("builds the command anew, which takes a minute: EPIN_WHOLE=1 asks for it")
	}
	here := platform{runtime.GOOS, runtime.GOARCH}
	if !slices.Contains(platforms, here) {
		t.Skipf("there is no release for %s", here)
	}
	t.Chdir("../../..")
	t.Setenv("SOURCE_DATE_EPOCH", fmt.Sprint(when.Unix()))
	var sums [2]string
	var dir string
	for i := range sums {
		dir = t.TempDir()
		var out bytes.Buffer
		if err := run(t.Context(), []string{"--out", dir, "--platform", here.String(), "--tag", "v" + conformance.Version}, &out, os.Stderr); err != nil {
			t.Fatal(err)
		}
		sums[i] = out.String()
	}
	if sums[0] != sums[1] {
		t.Errorf("two runs give\n%sand\n%s", sums[0], sums[1])
	}
	kept, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil || string(kept) != sums[1] {
		t.Errorf("SHA256SUMS holds %q: %v", kept, err)
	}
	sum, name, _ := strings.Cut(strings.TrimSpace(sums[1]), "  ")
	content, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil || fmt.Sprintf("%x", sha256.Sum256(content)) != sum {
		t.Fatalf("the checksum of %s is wrong: %v", name, err)
	}
	read := readTar
	if here.os == "windows" {
		read = readZip
	}
	found := map[string]string{}
	for _, e := range read(t, content) {
		found[strings.TrimPrefix(e.name, here.folder()+"/")] = e.content
	}
	for _, name := range []string{"LICENSE", "README.md", "man/epin.1", "man/epin-certify.1", "completions/epin.bash", "completions/_epin", "completions/epin.fish", "completions/epin.ps1"} {
		if found[name] == "" {
			t.Errorf("%s is missing", name)
		}
	}
	unpacked := filepath.Join(t.TempDir(), here.executable())
	if err := os.WriteFile(unpacked, []byte(found[here.executable()]), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(unpacked, "version").Output(); err != nil || !strings.HasPrefix(string(out), "epin "+conformance.Version+"\n") {
		t.Errorf("epin version of the release says %q: %v", out, err)
	}
	if root, err := os.Getwd(); err != nil || strings.Contains(found[here.executable()], root) {
		t.Errorf("the release names the folder that it was built in: %v", err)
	}
}
