package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/childenv"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/internal/tests"
)

func outputOf(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if status := run(t.Context(), args, strings.NewReader(""), &out, &out); status != exitHolds {
		t.Errorf("%q ended with status %d:\n%s", args, status, out.String())
	}
	return out.String()
}

const referenceHead = "# The command `epin`\n\nThe output of `epin COMMAND --help-all`. " +
	"Write the text and the examples of a command here: the command reads them. " +
	"`go generate ./...` writes the rest.\n"

// TestRecordedReference checks reference.md, and that --help of every command fits one screen.
func TestRecordedReference(t *testing.T) {
	text := referenceHead
	for _, c := range commandsOf(rootCommand(newStreams(nil, nil, nil))) {
		text += fmt.Sprintf("\n## %s\n\n```\n%s```\n", c.CommandPath(), helpOf(c))
		lines := strings.Split(outputOf(t, append(strings.Fields(c.CommandPath())[1:], "--help")...), "\n")
		tooLong := func(line string) bool { return utf8.RuneCountInString(line) > 80 }
		if c.Short == "" || strings.HasSuffix(c.Short, ".") || len(lines) > 40 || slices.ContainsFunc(lines, tooLong) {
			t.Errorf("%s says %q of itself, and has %d lines:\n%s", c.CommandPath(), c.Short, len(lines), strings.Join(lines, "\n"))
		}
	}
	tests.Recorded(t, "reference.md", text)
}

func TestCommit(t *testing.T) {
	defer func(before string) { commit = before }(commit)
	commit = "0123abc" // of a release
	if out := outputOf(t, "version"); !strings.Contains(out, "\ncommit 0123abc\n") {
		t.Error(out)
	}
	revision, modified := debug.BuildSetting{Key: "vcs.revision", Value: "4567def"}, debug.BuildSetting{Key: "vcs.modified", Value: "true"}
	for want, settings := range map[string][]debug.BuildSetting{
		"": nil, "4567def": {revision}, "4567def-dirty": {revision, modified},
	} {
		if got := commitOf(&debug.BuildInfo{Settings: settings}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestManualPages(t *testing.T) {
	dir := t.TempDir()
	outputOf(t, "man", dir)
	pages, _ := filepath.Glob(dir + "/epin-*.1") // the pattern is well formed
	if !tests.Whole() {
		pages = []string{dir + "/epin-certify.1"}
	}
	found(t, "(?s)(.SH NAME\nepin\\\\-certify \\\\- Test an implementation.*\nFlags:\n.*\\\\-\\\\-known\\\\-failures)", dir+"/epin-certify.1", 1)
	if _, err := exec.LookPath("man"); err != nil {
		return // nothing else reads them here
	}
	for _, page := range pages {
		out, err := exec.Command("man", "--warnings", "-l", page).CombinedOutput()
		if err != nil || strings.Contains(string(out), "warning") {
			t.Errorf("man of %s: %v\n%s", page, err, out)
		}
	}
}

// What is left untested is named.
func TestUntested(t *testing.T) {
	var out bytes.Buffer
	s, all := newStreams(nil, &out, nil), requirement.All()
	err := s.checkRequirements([]suite.Evidence{{Requirement: all[0]}, {Requirement: all[1], Library: 1}})
	s.lines.Flush()
	if got, want := out.String(), all[0].ID+" (required): not tested\n"; err != errFails || got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Messages escape names, and are not long. The script environment has the other errors.
func TestEnvironmentMessages(t *testing.T) {
	const want = `--env $'\033[1m_TOKEN': there is no such variable in the environment: set it, or leave the flag out`
	_, err := withEnvironment(wire.Command{}, childenv.Selection{Pass: []string{"\x1b[1m_TOKEN"}}, nil)
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	const names = `withheld from it: $'\033]0;\012\072\072error\072\072TOKEN', A_TOKEN (--env NAME passes one)`
	if got := notPassed([]string{"\x1b]0;\n::error::TOKEN", "A_TOKEN"}); !strings.HasSuffix(got, names) || notPassed(nil) != "" {
		t.Errorf("%s, want %s", got, names)
	}
	if text := notPassed([]string{strings.Repeat("x", 10_000)}); len(text) > longestNames+100 {
		t.Errorf("%d bytes: %.100s", len(text), text)
	}
}

func TestProgressText(t *testing.T) {
	for want, now := range map[string]suite.Progress{
		" 20 %  [####                ]  vectors by parse":            {Planned: 1000, Layer: "vectors", Op: "parse", Checks: 400, Done: 200},
		" 75 %  [###############     ]  exhaustive":                  {Planned: 1000, Before: 400, Layer: "exhaustive", Checks: 600, Done: 350},
		"100 %  [####################]  fuzz, 4,096 random requests": {Planned: 1000, Before: 1000, Layer: "fuzz", Done: 4096},
		"fuzz, 1 random request":                                     {Layer: "fuzz", Done: 1},
		"100 %  [####################]  analysing the results":       {Planned: 1000, Before: 1000},
	} {
		if got := progressText(now); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// found returns what the group of a pattern matches in a file, everywhere.
func found(t *testing.T, pattern, file string, atLeast int) (all []string) {
	t.Helper()
	for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(tests.Read(t, file), -1) {
		all = append(all, match[1])
	}
	if len(all) < atLeast {
		t.Errorf("%s has %d matches of %s, want %d", file, len(all), pattern, atLeast)
	}
	return all
}

const action = "../../../ci/action/"

// What other repositories copy names flags that there are, this version, and other
// people's actions by commits that nobody can move.
func TestFilesForOtherRepositories(t *testing.T) {
	root := rootCommand(newStreams(nil, nil, nil))
	for _, name := range []string{"gitlab-ci.yml", "README.md"} {
		for _, line := range found(t, "\\bepin ((?:certify|fuzz) [^\n|`]*)", action+name, 2) {
			line, _, _ = strings.Cut(line, " -- ")
			cmd, _, _ := root.Find(strings.Fields(line))
			for _, flag := range regexp.MustCompile(`\s--([a-z-]+)`).FindAllStringSubmatch(line, -1) {
				if cmd.Flags().Lookup(flag[1]) == nil {
					t.Errorf("%s: %s has no flag --%s", name, cmd.CommandPath(), flag[1])
				}
			}
		}
	}
	tag := "v" + conformance.Version
	found(t, "(EPIN_VERSION: "+tag+")\n", action+"gitlab-ci.yml", 1)
	own, commit := "epin-conformance/harness/ci/action@"+tag, regexp.MustCompile(`@[0-9a-f]{40}$`)
	for _, name := range []string{"action.yml", "github.yml", "matrix.yml"} {
		for _, used := range found(t, `(?m)^\s*- uses: (\S+)`, action+name, 1) {
			if used != own && !commit.MatchString(used) {
				t.Errorf("%s uses %s, which is neither %s nor at a commit", name, used, own)
			}
		}
	}
	text, _, _ := strings.Cut(tests.Read(t, action+"action.yml"), "\noutputs:")
	for _, input := range regexp.MustCompile(`(?m)^  ([a-z-]+):$`).FindAllStringSubmatch(text, -1) {
		found(t, "(\n\\| `"+input[1]+"` \\|)", action+"README.md", 1)
		found(t, `(inputs\.`+input[1]+" )", action+"action.yml", 1)
	}
}

// No checkout leaves credentials behind, and no job that can sign runs anything of the
// repository or of the library.
func TestWorkflowsHandOutNoCredentials(t *testing.T) {
	const attest = "../../../ci/attest.yml"
	files, _ := filepath.Glob("../../../.github/workflows/*.yml") // the pattern is well formed
	checkouts := 0
	for _, file := range append(files, attest, action+"github.yml", action+"matrix.yml") {
		for _, with := range found(t, `(?m)^ +- uses: actions/checkout@.*\n( +with:\n +persist-credentials: false\n)?`, file, 0) {
			if checkouts++; with == "" {
				t.Errorf("%s: a checkout without persist-credentials: false", file)
			}
		}
	}
	if checkouts < 7 {
		t.Errorf("only %d checkouts were found", checkouts)
	}
	_, jobs, _ := strings.Cut(tests.Read(t, attest), "\njobs:\n")
	certify, sign, _ := strings.Cut(jobs, "\n  attest:\n")
	if !strings.Contains(certify, "epin\" certify ") || strings.Contains(certify, ": write") {
		t.Error("the job certify does not certify, or may write")
	}
	if !strings.Contains(sign, "id-token: write\n") || regexp.MustCompile("checkout|bin/epin|go install").MatchString(sign) {
		t.Error("the job attest cannot sign, or runs something of the repository")
	}
}
