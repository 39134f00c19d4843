package badadapter

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// outcome is the result of a run that the runner returns to the test, as JSON.
type outcome struct {
	Text, JSON []byte // the reports
	Taken      uint64 // bytes of memory that the run took from the system
	Processes  []string
	Goroutines string // the stacks of the goroutines that are left
}

// Bounds of a run. They suffice on a busy machine: no correct run comes near them.
const (
	longest  = 6 * time.Minute // then the run is cut short, which no kind expects
	watchdog = 8 * time.Minute // then the runner panics, and prints its stacks
)

// runEnv is the environment variable that marks every process that a run starts. The runner
// itself does not have it.
const runEnv = "EPIN_BADADAPTER_RUN"

// playRunner runs the suite on a kind, and writes the outcome to standard output.
func playRunner(k kind) int {
	debug.SetTraceback("all")
	time.AfterFunc(watchdog, func() { panic("the runner hangs") })
	dir, err := os.MkdirTemp("", "epin-badadapter-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	mark := fmt.Sprintf("%s=%d", runEnv, os.Getpid())

	o := runSuite(k, append(playing(roleAdapter, k.name), dirEnv+"="+dir, mark))

	if err := os.WriteFile(filepath.Join(dir, runEnded), nil, 0o600); err != nil {
		panic(err)
	}
	until(func() bool { o.Processes = processesWith(mark); return o.Processes == nil })
	until(func() bool { o.Goroutines = goroutinesLeft(); return o.Goroutines == "" })
	if err := json.NewEncoder(os.Stdout).Encode(o); err != nil {
		panic(err)
	}
	return 0
}

// runSuite runs the suite on a kind with an environment.
func runSuite(k kind, env []string) outcome {
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	command := k.baseCommand()
	command.Env = env
	cfg := suite.Config{
		Open: command.Open, Edition: epin.Current, Profile: suite.Quick, Seed: 1,
		Jobs: max(k.jobs, 1), Only: k.only, MaxTime: k.maxTime,
	}
	if k.standard {
		cfg.Profile = suite.Standard
	}

	var o outcome
	before := taken()
	collector := report.NewCollector([]string{"./" + k.name}, nil, time.Now)
	if _, err := suite.Run(ctx, cfg, collector.Add); err != nil {
		panic(err) // a defect of the harness, or of the kind
	}
	var text, object bytes.Buffer
	if err := report.WriteText(&text, collector.Report(), report.TextOptions{}); err != nil {
		panic(err)
	}
	if err := report.WriteJSON(&object, collector.Report()); err != nil {
		panic(err)
	}
	o.Taken = taken() - before
	o.Text, o.JSON = text.Bytes(), object.Bytes()
	return o
}

// taken returns the memory that this process has taken from the system, in bytes. It still
// counts memory that was given back, so it is the maximum so far, to some megabytes.
func taken() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}

// until polls a condition that has no notification, such as the exit of a process that is not
// our child. It gives up after a sixth of longest.
func until(condition func() bool) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(longest / 6); !condition() && time.Now().Before(deadline); <-tick.C {
	}
}

// goroutinesLeft returns the stacks of the goroutines of the harness other than this one.
func goroutinesLeft() string {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	var left []byte
	for i, stack := range bytes.Split(stacks, []byte("\n\n")) {
		if i > 0 && bytes.Contains(stack, []byte("epin-conformance/harness/")) {
			left = append(append(left, stack...), "\n\n"...)
		}
	}
	return string(left)
}
