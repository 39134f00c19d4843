package certificate

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// Resource is a file or a source tree. The digest has one member, sha256 or gitCommit, in lower-case
// hexadecimal.
type Resource struct {
	Name   string            `json:"name"`
	Digest map[string]string `json:"digest"`
}

// In reports whether one of some resources has the same digest.
func (r Resource) In(all []Resource) bool {
	return slices.ContainsFunc(all, func(other Resource) bool { return maps.Equal(other.Digest, r.Digest) })
}

// FileResource returns the resource of a file: the last element of its path, and its digest.
func FileResource(path string, content io.Reader) (Resource, error) {
	hash := sha256.New()
	_, err := io.Copy(hash, content)
	return Resource{conformance.Visible(filepath.Base(path), ""), map[string]string{"sha256": fmt.Sprintf("%x", hash.Sum(nil))}}, err
}

// TreeResource returns the resource of a source tree: the name of its folder, and the commit that
// is checked out. A tree without a commit, or with files that were changed or added and are not
// ignored, is an error.
func TreeResource(ctx context.Context, dir string) (Resource, error) {
	out, err := exec.CommandContext(ctx, "git", "-C", dir, "status", "--porcelain=v2", "--branch").Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = errors.New(strings.TrimSpace(string(exit.Stderr)))
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n") // changes come last
	commit, last := strings.TrimPrefix(lines[0], "# branch.oid "), lines[len(lines)-1]
	if err == nil && (commit == "(initial)" || !strings.HasPrefix(last, "#")) {
		err = errors.New("the tree differs from its commit: commit the changes, or take them out, such as " + last)
	}
	top, absErr := filepath.Abs(dir)
	return Resource{conformance.Visible(filepath.Base(top), ""), map[string]string{"gitCommit": commit}}, cmp.Or(err, absErr)
}
