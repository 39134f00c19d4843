// Package bench measures the command epin as its users run it. Only ratios and memory have limits: ci/bench
// runs these benchmarks. With -short, each only checks that it works.
package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/wire"
)

// scratch is a folder for the built programs and other files. TestMain removes it.
var scratch string

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == wrongAdapter {
		if err := wire.Serve(context.Background(), os.Stdin, os.Stdout, double.Opening(wrong)); err != nil {
			log.Fatal(err)
		}
		return
	}
	var err error
	if scratch, err = os.MkdirTemp("", "epin-bench-"); err != nil {
		log.Fatal(err)
	}
	status := m.Run()
	os.RemoveAll(scratch)
	os.Exit(status)
}

// sized returns full, or tiny with -short.
func sized[T any](full, tiny T) T {
	if testing.Short() {
		return tiny
	}
	return full
}

func run(b *testing.B, dir, name string, args ...string) {
	b.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%s %q: %v (ci/install installs what it needs)\n%s", name, args, err, out)
	}
}

// epinBinary returns the path of the command, which it builds once.
func epinBinary(b *testing.B) string {
	b.Helper()
	path := filepath.Join(scratch, "epin")
	if _, err := os.Stat(path); err != nil {
		run(b, "", "go", "build", "-o", path, "github.com/epin-conformance/harness/conformance/cmd/epin")
	}
	return path
}

func adapter(b *testing.B, language string) wire.Command {
	b.Helper()
	template, err := adapters.Named(language)
	if err != nil {
		b.Fatal(err)
	}
	// With -count the folder of b.TempDir does not outlive the first run.
	dir, err := os.MkdirTemp(scratch, language)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := template.Write(dir); err != nil {
		b.Fatal(err)
	}
	run(b, dir, "sh", "-c", template.Build)
	return wire.Command{Args: strings.Fields(template.Run), Dir: dir, HelloTimeout: 2 * time.Minute, Timeout: time.Minute}
}

type certification struct {
	took   time.Duration // from start to exit
	report result.Report
}

// certify runs epin certify with flags. Without arguments of the adapter, it tests the
// reference. Any exit status other than the given one is an error. look is called with the process id every 20 ms,
// which slows the run; nil for no calls.
func certify(b *testing.B, status int, flags []string, adapter wire.Command, look func(pid int)) (c certification) {
	b.Helper()
	file := filepath.Join(scratch, "report.json")
	// Fuzzing takes a fixed time, so it would hide differences in speed.
	args := append([]string{"certify", "--seed", "1", "--fuzz-time", "0s", "--report", "json=" + file}, flags...)
	if len(adapter.Args) > 0 {
		args = append(append(args, "--"), adapter.Args...)
	}
	var stderr strings.Builder
	cmd := exec.Command(epinBinary(b), args...)
	cmd.Dir, cmd.Stderr = adapter.Dir, &stderr
	began := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	var tick <-chan time.Time
	if look != nil {
		tick = time.Tick(20 * time.Millisecond)
	}
	for c.took == 0 {
		select {
		case <-exited: // the exit status has more information than the error
			c.took = time.Since(began)
		case <-tick:
			look(cmd.Process.Pid)
		}
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &c.report)
	}
	if err != nil || cmd.ProcessState.ExitCode() != status {
		b.Fatalf("epin %s: %v, want exit status %d; report: %v\n%s", strings.Join(args, " "), cmd.ProcessState, status, err, stderr.String())
	}
	return c
}

// peakOf returns the peak resident set of a running process up to now, without its children, where
// the system is Linux, and 0 elsewhere. The usage that wait(2) returns does not fit: it is the maximum
// over the process, the children that it waited for, and this program at the time of the fork.
func peakOf(pid int) (bytes int64) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, peak, _ := strings.Cut(string(status), "\nVmHWM:")
	var kib int64
	fmt.Sscan(peak, &kib)
	return kib << 10
}
