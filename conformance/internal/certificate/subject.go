package certificate

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// FileResource returns the resource of a regular file: the last element of its path, and its
// digest. A folder, a pipe or a device is an error.
func FileResource(name string) (Resource, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return Resource{}, fmt.Errorf("%s is not a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return Resource{}, err
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return Resource{}, err
	}
	return Resource{conformance.Visible(filepath.Base(name), ""), Digest{SHA256: fmt.Sprintf("%x", hash.Sum(nil))}}, nil
}

// AdapterFiles returns the files that the command of an adapter names: the program and the
// arguments that are regular files, without duplicates. It omits a program that is found on
// the PATH, such as an interpreter.
func AdapterFiles(command []string) ([]Resource, error) {
	var files []Resource
	for i, arg := range command {
		if info, err := os.Stat(arg); err != nil || !info.Mode().IsRegular() || i == 0 && filepath.Base(arg) == arg {
			continue
		}
		r, err := FileResource(arg)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(files, r) {
			files = append(files, r)
		}
	}
	return files, nil
}

// TreeResource returns the resource of a source tree: its name and the commit that is checked
// out. A tree with files that were changed or added, and are not ignored, is an error.
func TreeResource(ctx context.Context, dir string) (Resource, error) {
	git := func(args ...string) (string, error) {
		var complaint strings.Builder
		cmd := exec.CommandContext(ctx, "git", append([]string{"-C", dir}, args...)...)
		cmd.Stderr = &complaint
		out, err := cmd.Output()
		if err != nil {
			first, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n")
			return "", fmt.Errorf("git %s: %s", args[0], conformance.Visible(strings.Join(slices.DeleteFunc([]string{first, err.Error()}, func(s string) bool { return s == "" }), ": "), ""))
		}
		return strings.TrimRight(string(out), "\n"), nil
	}
	top, err := git("rev-parse", "--show-toplevel")
	if err != nil {
		return Resource{}, err
	}
	changed, err := git("status", "--porcelain")
	if err != nil {
		return Resource{}, err
	}
	if changed != "" {
		first, _, _ := strings.Cut(changed, "\n")
		return Resource{}, fmt.Errorf("the tree differs from its commit, first in %s: commit the change, or take it out", conformance.Visible(strings.TrimSpace(first[min(3, len(first)):]), ""))
	}
	commit, err := git("rev-parse", "--verify", "HEAD")
	if err != nil {
		return Resource{}, err
	}
	return Resource{Name: conformance.Visible(filepath.Base(top), ""), Digest: Digest{GitCommit: commit}}, nil
}
