//go:build linux

package ci

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/internal/tests"
)

// wantRun runs a command in a folder, and checks its exit status and that its output has a text.
func wantRun(t *testing.T, dir string, status int, text string, args ...string) string {
	t.Helper()
	out, got := run(t, dir, args...)
	if got != status || !strings.Contains(out, text) {
		t.Fatalf("%q: exit status %d, want %d and %q\n%s", args, got, status, text, out)
	}
	return out
}

// TestPackagesInstall installs each package from its file, without network, and checks arguments,
// output, exit status and signals of the command.
func TestPackagesInstall(t *testing.T) {
	tests.NeedCI(t)
	tests.NeedTools(t, "npm", "gem", "pip", "zip")
	dir := t.TempDir()
	wantRun(t, "..", 0, "", "go", "build", "-o", dir+"/epin", "./conformance/cmd/epin")
	files := strings.Fields(wantRun(t, ".", 0, ".whl", "./packages", dir, "linux/"+runtime.GOARCH+"="+dir+"/epin"))
	t.Setenv("https_proxy", "http://127.0.0.1:9") // nobody listens
	for _, program := range []struct{ install, epin string }{
		{"npm install --offline --cache cache --no-audit --no-fund " + dir + "/" + files[3] + " " + dir + "/" + files[0], "node_modules/.bin/epin"},
		{"gem install --local --no-document " + dir + "/" + files[1], "bin/epin"},
		{"pip install --isolated --no-index --no-cache-dir --target . " + dir + "/" + files[2], "bin/epin"},
	} {
		args := strings.Fields(program.install)
		t.Run(args[0], func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("GEM_HOME", dir)
			wantRun(t, dir, 0, "", args...)
			shell := func(status int, text, command string) {
				wantRun(t, dir, status, text, "sh", "-c", command, dir+"/"+program.epin)
			}
			shell(0, "epin ", `"$0" version`)
			shell(0, "FULLY CONFORMANT", `"$0" certify --profile quick`)
			shell(1, `Accepts "A\n"`, `"$0" certify --profile quick -- "$0" serve --mutant dollar-for-z`)
			// The adapter sends a signal to the process that was started as the command, or to its own parent.
			shell(3, "stopped by a signal (terminated)", `exec "$0" certify -- sh -c "kill -TERM $$; exec tail -f /dev/null"`)
			shell(3, "stopped by a signal (interrupt)", `exec "$0" certify -- sh -c "kill -INT $$; exec tail -f /dev/null"`)
			shell(-1, "", `exec "$0" certify -- sh -c 'kill -KILL $PPID'`) // -1: ended by the signal
		})
	}
}

// TestPackagesOfPlatforms checks the packages of all platforms, that they have the same bytes when
// built again, and how they start the executable on other systems.
func TestPackagesOfPlatforms(t *testing.T) {
	tests.NeedCI(t)
	tests.NeedTools(t, "node", "gem", "zip")
	const executable = "#!/bin/sh\nkill -INT $PPID\nprintf '%s.' \"$@\"\nexit 7\n"
	dir := write(t, "packages", map[string]string{"conformance/version.go": "const Version = \"0.3.0-rc.1\"\n", "LICENSE": "MIT", "fake": executable})
	wantRun(t, ".", 0, "", "cp", "-r", "../packages", dir)
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	again := []string{"ci/packages", "again"}
	for _, p := range []struct{ platform, npmOS, npmCPU, gem, wheel, name string }{
		{"linux/amd64", "linux", "x64", "x86_64-linux", "manylinux_2_17_x86_64.musllinux_1_1_x86_64", "epin"},
		{"linux/arm64", "linux", "arm64", "aarch64-linux", "manylinux_2_17_aarch64.musllinux_1_1_aarch64", "epin"},
		{"darwin/amd64", "darwin", "x64", "x86_64-darwin", "macosx_12_0_x86_64", "epin"},
		{"darwin/arm64", "darwin", "arm64", "arm64-darwin", "macosx_12_0_arm64", "epin"},
		{"windows/amd64", "win32", "x64", "x64-mingw-ucrt", "win_amd64", "epin.exe"},
		{"windows/arm64", "win32", "arm64", "aarch64-mingw-ucrt", "win_arm64", "epin.exe"},
	} {
		again = append(again, p.platform+"=fake")
		wantRun(t, dir, 0, "", "ci/packages", "packed", p.platform+"=fake")
		name, npm := "epin-"+p.npmOS+"-"+p.npmCPU, "packed/epin-conformance-epin-"+p.npmOS+"-"+p.npmCPU+"-0.3.0-rc.1.tgz"
		about := fmt.Sprintf("@epin-conformance/%s\",\n  \"version\": \"0.3.0-rc.1\",\n  \"os\": [%q],\n  \"cpu\": [%q]", name, p.npmOS, p.npmCPU)
		wantRun(t, dir, 0, about, "tar", "xOf", npm, "package/package.json")
		wantRun(t, dir, 0, "@epin-conformance/"+name+"/bin/"+p.name+"\n", "node", "-p", "require('./packages/npm/bin/epin.js').executable('"+p.npmOS+"', '"+p.npmCPU+"').path")
		wantRun(t, dir, 0, executable, "tar", "xOf", npm, "package/bin/"+p.name)
		wantRun(t, dir, 0, executable, "sh", "-c", "tar xOf packed/epin-conformance-0.3.0.rc.1-"+p.gem+".gem data.tar.gz | tar xzO libexec/"+p.name)
		checkWheel(t, dir+"/packed/epin_conformance-0.3.0rc1-py3-none-"+p.wheel+".whl", "epin_conformance-0.3.0rc1.data/scripts/"+p.name)
	}
	wantRun(t, dir, 0, "", again...)
	wantRun(t, dir, 0, "", "diff", "-r", "packed", "again")
	wantRun(t, dir, 0, "undefined\n", "node", "-p", "require('./packages/npm/bin/epin.js').executable('freebsd', 'x64')")
	wantRun(t, dir, 2, " is not installed: install @epin-conformance/epin again", "node", "packages/npm/bin/epin.js")
	windows := `tar xOf packed/*-x64-mingw-ucrt.gem data.tar.gz | tar xz; ruby -e 'def Gem.win_platform? = true; load ARGV.shift' exe/epin a "b c"`
	wantRun(t, dir, 7, "a.b c.", "sh", "-c", windows)
	wantRun(t, dir, 2, "install the gem again", "sh", "-c", strings.Replace(windows, ";", "; rm libexec/*;", 1))
}

// checkWheel checks that RECORD lists all files of a wheel, with their digests, and the script first.
func checkWheel(t *testing.T, name, script string) {
	wheel, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer wheel.Close()
	record, _ := fs.ReadFile(wheel, strings.Split(script, ".data/")[0]+".dist-info/RECORD")
	rows := strings.Fields(string(record))
	if len(rows) != len(wheel.File) || !strings.HasPrefix(rows[0], script+",") {
		t.Errorf("%s: want %s and %d files in RECORD:\n%s", name, script, len(wheel.File), record)
	}
	for _, row := range rows[:len(rows)-1] { // the last one is RECORD's own
		file, _, _ := strings.Cut(row, ",")
		data, err := fs.ReadFile(wheel, file)
		digest := sha256.Sum256(data)
		if want := fmt.Sprintf("%s,sha256=%s,%d", file, base64.RawURLEncoding.EncodeToString(digest[:]), len(data)); err != nil || row != want {
			t.Errorf("%s: RECORD has %s, want %s (%v)", name, row, want, err)
		}
	}
}
