//go:build linux

package ci

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/internal/tests"
)

// inFile returns all matches of a pattern in a file, and their groups. There has to be one.
func inFile(t *testing.T, pattern, file string) [][]string {
	t.Helper()
	text, err := os.ReadFile(file)
	found := regexp.MustCompile(pattern).FindAllStringSubmatch(string(text), -1)
	if err != nil || found == nil {
		t.Fatalf("%s has no %s, %v", file, pattern, err)
	}
	return found
}

// releases makes releases for the platforms that are its arguments: 0.2.0 is correct, and each of the
// others has one fault. The folder tools has stand-ins for uname, gh and go.
const releases = `mkdir tools
echo '[ "$1" = -s ] && echo "$OS" || echo "$MACHINE"' >tools/uname
echo 'printf "%s\n" "with $GH_TOKEN:" "$*"; exit "$GH_STATUS"' >tools/gh
echo 'echo "echo $*" >"$GOBIN/epin"' >tools/go
chmod +x tools/*
for version in 0.2.0 0.2.1 0.2.2 0.2.3; do
  mkdir v$version && cd v$version
  for platform; do
    name=epin-$version-${platform%/*}-${platform#*/} executable=epin pack='tar -czf' end=tar.gz
    case $platform in windows*) executable=epin.exe pack='zip -qr' end=zip ;; esac
    [ $version != 0.2.3 ] || executable=other
    mkdir $name && echo "echo $platform" >$name/$executable && $pack $name.$end $name
  done
  sha256sum *.zip *.gz >SHA256SUMS && cd ..
done
echo >>v0.2.1/epin-0.2.1-linux-amd64.tar.gz
sed -i /linux-amd64/d v0.2.2/SHA256SUMS`

// TestActionDownloads runs the step of the action, and the script of the GitLab jobs, that install epin. In env and
// want, a pattern of the output, URL is the address of the version, and DIR that of the folder.
func TestActionDownloads(t *testing.T) {
	tests.NeedTools(t, "curl", "zip", "unzip")
	inFile(t, `\n  version:\n.*\n    default: `+regexp.QuoteMeta(conformance.Version)+"\n", "action/action.yml")
	step := inFile(t, `\n      run: (.*/get" .*)\n`, "action/action.yml")[0][1] + "\nsh epin/bin/epin*"
	job := inFile(t, `\n    - \|\n((?:      .*\n)+)`, "action/gitlab-ci.yml")[0][1] + "\nsh .epin/epin"
	type download struct{ script, version, env, want string }
	tests := []download{
		{step, "v0.2.0", "EPIN_DOWNLOADS=file://DIR", "epin 0.2.0 for linux/amd64: .*\nlinux/amd64"},
		{step, "0.2.1", "", "epin: the checksum of URL/epin-0.2.1-linux-amd64.tar.gz is [0-9a-f]{64}, which is not that of SHA256SUMS: .*"},
		{step, "0.2.2", "", "epin: URL/SHA256SUMS has no checksum of epin-0.2.2-linux-amd64.tar.gz, .*"},
		{step, "0.2.3", "", "epin: URL/epin-0.2.3-linux-amd64.tar.gz cannot be unpacked: .*"},
		{step, "0.2.4", "", "epin: the download of URL/SHA256SUMS failed: curl: .* 403"},
		{step, "0.2.5", "", "epin: there is no URL/SHA256SUMS: choose a released version, .*"},
		{step, "0.2.5", "EPIN_DOWNLOADS=file://DIR", "epin: there is no file://DIR/v0.2.5/SHA256SUMS: choose a released version, .*"},
		{step, "main", "", `epin: "main" is not a version: use one such as 0\.2\.0`},
		{step, "0.2.0", "OS=FreeBSD", "epin: there is no release for FreeBSD on x86_64: build epin from source, .*"},
		{step, "0.2.0", "GH_TOKEN=", "epin 0.2.0 .*; the provenance was not verified, because .*\nlinux/amd64"},
		{step, "0.2.0", "GH_STATUS=1", "epin: the provenance of URL/epin-0.2.0-linux-amd64.tar.gz was not confirmed: with t: attestation verify " +
			"epin-0.2.0-linux-amd64.tar.gz --repo (.*/.*) --signer-workflow .*/.github/workflows/release.yml --source-ref refs/tags/v0.2.0"},
		{job, "v0.2.0", "", "epin-0.2.0-linux-amd64.tar.gz: OK\nlinux/amd64"},
		{job, "v0.2.0", "MACHINE=aarch64", "epin-0.2.0-linux-arm64.tar.gz: OK\nlinux/arm64"},
		{job, "v0.2.0", "MACHINE=riscv64", "epin: there is no release for riscv64: .*"},
		{job, "v0.2.0", "EPIN_SOURCE=0123abc", "install github.com/epin-conformance/harness/conformance/cmd/epin@0123abc"},
		{job, "v0.2.1", "", "(?s).*\nepin: the checksum of epin-0.2.1-linux-amd64.tar.gz is not that of SHA256SUMS"},
		{job, "v0.2.2", "", "(?s).*\nepin: the checksum of epin-0.2.2-linux-amd64.tar.gz is not that of SHA256SUMS"},
		{job, "v0.2.5", "", "curl: .* 404\nepin: URL/epin-0.2.5-linux-amd64.tar.gz was not downloaded: is EPIN_VERSION a release\\?"},
	}
	dir, platforms := t.TempDir(), strings.Fields(inFile(t, `(?m)^all=\((.*)\)`, "release")[0][1])
	if out, status := run(t, dir, append([]string{"sh", "-euc", releases, "sh"}, platforms...)...); status != 0 {
		t.Fatal(out)
	}
	unames := strings.NewReplacer("linux/", "OS=Linux MACHINE=", "darwin/", "OS=Darwin MACHINE=", "windows/", "OS=MINGW64_NT-10.0 MACHINE=", "amd64", "x86_64")
	for _, platform := range platforms {
		tests = append(tests, download{step, "0.2.0", unames.Replace(platform), "epin 0.2.0 for " + platform + ": .*; the provenance is verified\n" + platform})
	}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(dir)))
	mux.HandleFunc("/v0.2.4/", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) })
	server := httptest.NewServer(mux)
	defer server.Close()
	action, _ := filepath.Abs("action")
	for _, test := range tests {
		temp, places := t.TempDir(), strings.NewReplacer("URL", server.URL+"/v"+strings.TrimPrefix(test.version, "v"), "DIR", dir)
		env := "env OS=Linux MACHINE=x86_64 GITHUB_SERVER_URL=https://github.com GH_TOKEN=t GH_STATUS=0 EPIN_SOURCE= EPIN_DOWNLOADS=" + server.URL +
			" EPIN_VERSION=" + test.version + " RUNNER_TEMP=" + temp + " GITHUB_ACTION_PATH=" + action + " " + places.Replace(test.env)
		out, status := run(t, temp, append(strings.Fields(env), "PATH="+dir+"/tools:"+os.Getenv("PATH"), "sh", "-ec", test.script)...)
		installed, _ := run(t, temp, "sh", "-c", "ls epin/bin/* .epin/epin 2>&-")
		fails := strings.Contains(test.want, "epin: ")
		if !regexp.MustCompile("^"+places.Replace(test.want)+"\n$").MatchString(out) || fails != (status == 2) || fails != (installed == "") {
			t.Errorf("%v: exit status %d, and %q is installed; it prints\n%s", test, status, installed, out)
		}
	}
}

// TestActionMatrix runs the adapter of each row of matrix.yml as the action does, on the template of its language.
func TestActionMatrix(t *testing.T) {
	tests.NeedCI(t)
	epin := filepath.Join(t.TempDir(), "epin")
	if out, status := run(t, "..", "go", "build", "-o", epin, "./conformance/cmd/epin"); status != 0 {
		t.Fatal(out)
	}
	rows := inFile(t, `- language: (.*)\n(?: +install: .*\n)?(?: +build: (.*)\n)? +command: (.*)\n`, "action/matrix.yml")
	edition := inFile(t, `\n +edition: (\S+)`, "action/matrix.yml")[0][1]
	if len(rows) != 5 {
		t.Errorf("%d rows were found, want 5", len(rows))
	}
	action, _ := filepath.Abs("action")
	for _, row := range rows {
		t.Run(row[1], func(t *testing.T) {
			tests.NeedTools(t, strings.Fields(row[2] + " " + row[3])[0])
			out, status := run(t, t.TempDir(), "env", "EPIN="+epin, "EPIN_COMMAND="+row[3], "EPIN_EDITION="+edition, "EPIN_DO=certify", "EPIN_PROFILE=quick",
				"EPIN_KEPT=kept", "EPIN_ENV=", "EPIN_SEED=", "EPIN_KNOWN_FAILURES=", "GITHUB_ACTIONS=",
				"sh", "-euc", `"$EPIN" adapter new --lang "$1"; eval "$2"; bash "$3"`, "sh", row[1], row[2], action+"/ask")
			if status != 0 || !regexp.MustCompile(`(?m)^FULLY CONFORMANT .*, EPIN `+edition+"$").MatchString(out) {
				t.Errorf("exit status %d, and it prints\n%s", status, out)
			}
		})
	}
}
