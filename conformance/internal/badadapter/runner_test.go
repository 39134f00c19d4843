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

// outcome is the result of a run, as the runner tells the test.
type outcome struct {
	Verdict    suite.Verdict
	Reason     string
	Cut        string
	Notes      []string
	LastWords  string
	Failures   []failure
	Text, JSON []byte // the reports
	Taken      uint64 // bytes of memory that the run has taken from the system
	Processes  []string
	Goroutines string // the stacks of those that are left
}

// failure is what is looked at of a result.Failure. The token is any bytes, which a
// string in JSON cannot be.
type failure struct {
	Check        string
	Requirements []string
	Token        []byte
	Got          string
}

// Bounds of a run. They are for a machine that has much else to do: a run that comes near
// them is wrong.
const (
	longest  = 6 * time.Minute // after which the run is cut short, which no kind expects
	watchdog = 8 * time.Minute // after which the runner ends itself, and shows its stacks
)

// runEnv marks every process that a run starts. It is not in the environment of the
// runner.
const runEnv = "EPIN_BADADAPTER_RUN"

// playRunner asks a kind, and writes the outcome to standard output.
func playRunner(k kind) int {
	debug.SetTraceback("all")
	time.AfterFunc(watchdog, func() { panic("the runner hangs") })
	dir, err := os.MkdirTemp("", "epin-badadapter-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	mark := fmt.Sprintf("%s=%d", runEnv, os.Getpid())

	o := ask(k, append(playing(roleAdapter, k.name), dirEnv+"="+dir, mark))

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

// ask asks a kind, which runs in an environment.
func ask(k kind, env []string) outcome {
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	command := k.asked()
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
	result, err := suite.Run(ctx, cfg, func(e suite.Event) {
		collector.Add(e)
		if failed, ok := e.(suite.CheckFailed); ok {
			f := failed.Failure
			o.Failures = append(o.Failures, failure{f.Check, f.Requirements, []byte(f.Token), string(f.Got)})
		}
	})
	if err != nil {
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
	o.Verdict, o.Reason, o.Cut = result.Verdict, string(result.Reason), string(result.Cut)
	o.LastWords = string(result.LastWords)
	for _, note := range result.Notes {
		o.Notes = append(o.Notes, string(note))
	}
	o.Text, o.JSON = text.Bytes(), object.Bytes()
	return o
}

// taken returns how much memory this process has taken from the system. What it gives
// back is still counted, so that this is the most that it has ever needed, to some
// megabytes, and no moment has to be hit to see it.
func taken() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}

// until waits until a condition holds that nothing tells of, such as the end of a
// process that is not ours, and gives up after a while.
func until(condition func() bool) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(longest / 6); !condition() && time.Now().Before(deadline); <-tick.C {
	}
}

// goroutinesLeft returns the stacks of the goroutines other than this one that the
// harness has started, if there are any.
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
