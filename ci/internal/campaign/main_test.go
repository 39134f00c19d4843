package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// playVariable makes the test binary another program: one of [plays].
const playVariable = "EPIN_CAMPAIGN_TEST_PLAY"

func TestMain(m *testing.M) {
	if play := plays[os.Getenv(playVariable)]; play != nil {
		play()
		os.Exit(0)
	}
	status := m.Run()
	for _, dir := range built {
		os.RemoveAll(dir)
	}
	os.Exit(status)
}

// plays are what the test binary plays: engines that end in one way each, and a
// campaign that can be killed.
var plays = map[string]func(){
	"pass":     func() { engineSays("fuzz: elapsed: 1s, execs: 1000 (1000/sec), new interesting: 1 (total: 7)", "PASS") },
	"deadline": func() { engineFails("--- FAIL: FuzzText (1.00s)", "    context deadline exceeded", "FAIL") },
	"found":    func() { engineFails("    Failing input written to testdata/fuzz/FuzzText/582528ddfad69eb5") },
	"seed":     func() { engineFails("failure while testing seed corpus entry: FuzzText/seed#0") },
	"dies":     func() { engineFails("panic: there is no corpus") },
	"campaign": playCampaign,
	"zip":      playZip,
	"cover":    playCover,
}

func engineSays(lines ...string) {
	fmt.Println("fuzz: elapsed: 0s, gathering baseline coverage: 0/7 completed")
	fmt.Println("fuzz: elapsed: 0s, gathering baseline coverage: 7/7 completed, now fuzzing with 2 workers")
	fmt.Println(strings.Join(lines, "\n"))
}

func engineFails(lines ...string) {
	engineSays(lines...)
	os.Exit(1)
}

// playing returns the path of the test binary, which plays from now on.
func playing(t *testing.T, play string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(playVariable, play)
	return self
}

// Of the ways in which Go's fuzzer can end, a finding is one, and its deadline none.
func TestEngine(t *testing.T) {
	for _, test := range []struct {
		play   string
		failed bool
		err    string
	}{
		{"pass", false, ""},
		{"deadline", false, ""},
		{"found", true, ""},
		{"seed", true, ""},
		{"dies", false, "FuzzText cannot be run: exit status 1\npanic: there is no corpus"},
	} {
		dir := t.TempDir()
		reported := ""
		e := engine{binary: playing(t, test.play), dir: dir, cache: dir, workers: 1, report: func(elapsed string, rate, corpus int) {
			reported = fmt.Sprint(elapsed, " ", rate, " ", corpus)
		}}
		f, err := e.fuzz(context.Background(), "FuzzText", time.Second)
		said := ""
		if err != nil {
			said = err.Error()
		}
		if f.failed != test.failed || !f.baseline || said != test.err {
			t.Errorf("%s: failed %t, baseline %t, %q; want failed %t and %q", test.play, f.failed, f.baseline, said, test.failed, test.err)
		}
		if test.play == "pass" && (f.execs != 1000 || reported != "1s 1000 7") {
			t.Errorf("%d execs are counted, and %q reported", f.execs, reported)
		}
	}
}

func TestUsage(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--fast"}, "flag provided but not defined: -fast"},
		{[]string{"--time", "soon"}, "invalid value"},
		{[]string{"--workers", "0"}, "--workers is less than 1"},
		{[]string{"--time", "60s", "now"}, "no arguments but flags"},
		{[]string{"mend"}, `there is no command "mend"`},
		{[]string{"merge"}, "the folders of other campaigns"},
		{[]string{"merge", "--dir", dir, filepath.Join(dir, "none")}, "is no folder of a campaign"},
		{[]string{"minimise", "--time", "5s"}, "flag provided but not defined: -time"},
		{[]string{"to-raw", dir}, "a folder of Go's corpus files"},
		{[]string{"to-raw", filepath.Join(dir, "none"), dir}, "none"},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(context.Background(), c.args, &stdout, &stderr); status != exitUsage {
			t.Errorf("%q: status %d, want %d", c.args, status, exitUsage)
		}
		if !strings.Contains(stderr.String(), c.says) || stdout.Len() > 0 {
			t.Errorf("%q says %q and %q, want %q on standard error", c.args, stdout.String(), stderr.String(), c.says)
		}
	}
}

// built are the folders of programs that tests share.
var built []string

// programsOf returns programs that are built once for all tests.
func programsOf(environment ...string) func() (programs, error) {
	return sync.OnceValues(func() (programs, error) {
		for _, pair := range environment {
			key, value, _ := strings.Cut(pair, "=")
			before := os.Getenv(key)
			os.Setenv(key, value)
			defer os.Setenv(key, before)
		}
		dir, err := os.MkdirTemp("", "campaign")
		if err != nil {
			return programs{}, err
		}
		built = append(built, dir)
		return build(context.Background(), "./fuzz", dir)
	})
}

var soundPrograms = programsOf()

// inRoot goes to the root of the module, and leaves out a test that takes seconds where
// time is short.
func inRoot(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the targets and fuzzes")
	}
	t.Chdir(filepath.Join("..", "..", ".."))
}

// A fixture is the folders of a campaign.
type fixture struct{ dir, seeds string }

func newFixture(t *testing.T) fixture {
	t.Helper()
	return fixture{filepath.Join(t.TempDir(), "campaign"), filepath.Join(t.TempDir(), "seeds")}
}

func (f fixture) settings(get func() (programs, error)) settings {
	return settings{
		time: time.Minute, dir: f.dir, seeds: f.seeds, pkg: "./fuzz", workers: 2, stderr: io.Discard,
		build: func(context.Context, string, string) (programs, error) { return get() },
	}
}

// campaign runs a command, and returns its status and what it says.
func (s settings) campaign(t *testing.T, command string, args ...string) (status int, said string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	s.stderr = &stderr
	status, err := execute(context.Background(), command, s, args, &stdout)
	if err != nil {
		fmt.Fprintln(&stderr, err)
	}
	return status, stdout.String() + stderr.String()
}

func (f fixture) summary(t *testing.T) summary {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(f.dir, "summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	var s summary
	if err := json.Unmarshal(content, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// whole checks that every file that is kept is whole, and nothing half-written is left.
func (f fixture) whole(t *testing.T) {
	t.Helper()
	for _, dir := range []string{filepath.Join(f.dir, "corpus"), filepath.Join(f.dir, "findings"), f.seeds} {
		targets, err := folder(dir).targets()
		if err != nil {
			t.Fatal(err)
		}
		for _, target := range targets {
			if _, broken, err := folder(dir).read(target); err != nil || len(broken) > 0 {
				t.Errorf("%v, %v in %s", broken, err, dir)
			}
		}
	}
}

// playCampaign is a campaign on the folders and programs that its arguments name.
func playCampaign() {
	p := programs{os.Args[3], os.Args[4], os.Args[5], os.Args[6:]}
	s := fixture{os.Args[1], os.Args[2]}.settings(func() (programs, error) { return p, nil })
	s.stderr = os.Stderr
	status, err := execute(context.Background(), "", s, nil, os.Stdout)
	fmt.Fprintln(os.Stderr, status, err)
}

// startCampaign starts a campaign as a process of its own.
func startCampaign(t *testing.T, f fixture, p programs) (*exec.Cmd, io.Reader) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, append([]string{f.dir, f.seeds, p.fuzz, p.cover, p.generate}, p.targets...)...)
	cmd.Env = append(os.Environ(), playVariable+"=campaign")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, stderr
}
