package page

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/browsertest"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/internal/tests"
)

// engineFolder is the npm package.
const engineFolder = "../../../packages/engine"

func buildPackage(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("../../../ci/page", "--build").CombinedOutput(); err != nil {
		t.Fatalf("ci/page: %v\n%s", err, out)
	}
}

// installed returns a folder with the package of a release, and with the first example of its README.
func installed(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	folder := filepath.Join(dir, "node_modules/@epin-conformance/engine")
	out, err := exec.Command("../../../ci/packages", dir, "packages/engine").Output()
	archive := strings.TrimSpace(string(out))
	if err := errors.Join(err, os.MkdirAll(folder, 0o755)); err != nil || !strings.HasSuffix(archive, "-"+conformance.Version+".tgz") {
		t.Fatalf("ci/packages: %v, %q", err, archive)
	}
	if out, err := exec.Command("tar", "-xzf", filepath.Join(dir, archive), "-C", folder, "--strip-components", "1").CombinedOutput(); err != nil {
		t.Fatalf("tar: %v\n%s", err, out)
	}
	manifest, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil || !strings.Contains(string(manifest), `"version": "`+conformance.Version+`"`) {
		t.Errorf("package.json has not version %s: %v", conformance.Version, err)
	}
	readme, err := os.ReadFile(filepath.Join(folder, "README.md"))
	_, example, _ := strings.Cut(string(readme), "```js\n")
	example, _, _ = strings.Cut(example, "```")
	if err := errors.Join(err, os.WriteFile(filepath.Join(dir, "example.mjs"), []byte(example), 0o644)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestPackageInNode runs the tests of the package, and the first example of its README with nothing but the
// packed files. The command reads the reports.
func TestPackageInNode(t *testing.T) {
	tests.NeedCI(t)
	tests.NeedTools(t, "node")
	buildPackage(t)
	reports := t.TempDir()
	for in, file := range map[string]string{engineFolder: "engine.test.mjs", installed(t): "example.mjs"} {
		node := exec.Command("node", "--test", file)
		node.Dir, node.Env = in, append(os.Environ(), "EPIN_REPORTS="+reports)
		if out, err := node.CombinedOutput(); err != nil || !strings.Contains(string(out), "# fail 0") || strings.Contains(string(out), "# pass 0") {
			t.Errorf("node --test %s: %v\n%s", file, err, out)
		}
	}
	files, _ := filepath.Glob(filepath.Join(reports, "*.json"))
	for _, name := range files {
		data, _ := os.ReadFile(name)
		if r, err := report.Read(bytes.NewReader(data)); err != nil || r.Implementation.Language != "javascript" {
			t.Errorf("%s: %v, of %s", name, err, r.Implementation)
		}
	}
	if len(files) < 8 {
		t.Errorf("there are %d reports", len(files))
	}
}

// TestPackageInChromium imports the package from a plain server.
func TestPackageInChromium(t *testing.T) {
	tests.NeedCI(t)
	b := browsertest.Start(t, nil)
	buildPackage(t)
	files := http.NewServeMux()
	files.Handle("/", http.FileServer(http.Dir(engineFolder)))
	files.HandleFunc("/page.html", func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte("<!doctype html><html lang=en><title>A test</title><h1>A test</h1>"))
	})
	files.HandleFunc("/hangs.mjs", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		w.Write([]byte(`export default { valid(s) { while (s === "K''"); return /^[-+]?[A-Za-z]\^?'?$/.test(s); } };`))
	})
	server := httptest.NewServer(files)
	defer server.Close()
	b.URL = server.URL
	certified := func(library, options string) string {
		return `import("/index.mjs").then(({ certify }) => certify(` + library + `, { profile: "quick", ` + options + ` })).then((r) => r.text, (e) => e.message)`
	}
	b.Steps(t, 1280,
		step{Open: "/page.html", Look: certified(`{ valid: (s) => /^[-+]?[A-Za-z]\^?'?$/.test(s) }`, ""), Want: "CONFORMANT (text only)  library (javascript), EPIN 1.0.0\n…"},
		step{Look: certified(`new URL("/hangs.mjs", location)`, `only: ["vectors"], timeout: 300`), Want: `NOT CONFORMANT…Crashes on "K''": it hung…`},
		step{Look: certified(`new URL("/missing.mjs", location)`, ""), Want: "cannot test http…/missing.mjs: …"},
		step{Look: `["Go", "fs", "path", "onmessage"].filter((name) => globalThis[name])`, Want: ""}) // no globals are set
}
