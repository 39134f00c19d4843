package adapters_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

// These find in a template the attributes and methods that PIN does not have, each on a line of its
// own, and the names of the editions.
var (
	onlyEPIN     = regexp.MustCompile(`(?im)^[^\w\n]*((text|bool)\(")?(pin|native|derived?)\b.*\n`)
	editionNames = regexp.MustCompile(`"(1\.0\.0[^"]*"(:| =>|, epin))`)
)

// TestPIN certifies a small PIN library in each language of testdata/pin, or without EPIN_WHOLE=1 in one,
// and in the initial edition only, which lacks two methods. In the template it edits only the name of the
// library and the lists of editions, attributes and methods.
func TestPIN(t *testing.T) {
	if testing.Short() {
		t.Skip("runs of the suite")
	}
	for _, a := range known {
		library := filepath.Join("testdata/pin", a.name)
		if _, err := os.Stat(library); err != nil || a.name != "python" && !tests.Whole() {
			continue
		}
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			dir := a.write(t)
			if err := errors.Join(os.Remove(filepath.Join(dir, a.template().Library)), os.CopyFS(dir, os.DirFS(library))); err != nil {
				t.Fatal(err)
			}
			files, _ := filepath.Glob(filepath.Join(dir, "adapter.*"))
			rename := strings.NewReplacer("epin", "pin", "Epin", "Pin")
			rewrite(t, files[0], func(text string) string {
				return rename.Replace(editionNames.ReplaceAllString(onlyEPIN.ReplaceAllString(text, ""), `"pin/$1`))
			})
			a.build = rename.Replace(a.build)
			command := a.start(t, dir)
			certify(t, command, notation.PINInitial, result.FullyConformant)
			if tests.Whole() {
				certify(t, command, notation.PIN, result.FullyConformant)
			}
		})
	}
}
