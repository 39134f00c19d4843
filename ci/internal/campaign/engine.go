package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A fuzzing is what came of fuzzing one target.
type fuzzing struct {
	seconds  float64
	execs    int
	baseline bool     // whether all seeds were run, and new inputs tried
	failed   bool     // whether the engine ended because an input failed
	hung     bool     // whether it only says that a process of it hung or was killed
	said     []string // the end of the output
}

var (
	progressLine = regexp.MustCompile(`^fuzz: elapsed: (\S+), execs: (\d+) \((\d+)/sec\), new interesting: \d+ \(total: (\d+)\)`)
	seededLine   = regexp.MustCompile(`^fuzz: elapsed: \S+, gathering baseline coverage: \d+/\d+ completed, now fuzzing`)
	hungLine     = regexp.MustCompile(`fuzzing process hung or terminated unexpectedly`)
	deadlineLine = regexp.MustCompile(`^\s+context deadline exceeded$`)
	writtenLine  = regexp.MustCompile(`^\s*Failing input written to `)
	seedLine     = regexp.MustCompile(`^failure while testing seed corpus entry: `)
)

// engineMargin is how long the engine may take beyond its time to stop its workers, on a
// machine that has much else to do.
const engineMargin = 5 * time.Minute

// stillest is after how many reports of progress without any, 3 s apart, an engine is
// ended.
const stillest = 5

// An engine runs Go's fuzzer in a folder of its own.
type engine struct {
	binary  string
	dir     string // a finding is written to testdata/fuzz in it
	cache   string // what is interesting is written to a folder for each target in it
	workers int
	report  func(elapsed string, execsPerSecond, corpus int)
}

// fuzz fuzzes a target for some time. An error means that the target cannot be run.
func (e engine) fuzz(ctx context.Context, target string, share time.Duration) (fuzzing, error) {
	var f fuzzing
	var said tail
	var deadline, written, seed bool
	limited, cancel := context.WithTimeout(ctx, share+engineMargin)
	defer cancel()
	still := 0
	began := time.Now()
	c := child{
		dir: e.dir,
		args: []string{e.binary, "-test.run", "^$", "-test.fuzz", "^" + target + "$", "-test.fuzztime", share.String(),
			"-test.fuzzminimizetime", "1s", "-test.fuzzcachedir", e.cache, "-test.parallel", strconv.Itoa(e.workers), "-test.timeout", "0"},
		line: func(line string) {
			if m := progressLine.FindStringSubmatch(line); m != nil {
				before := f.execs
				f.execs, _ = strconv.Atoi(m[2])
				if still++; f.execs > before || !f.baseline {
					still = 0
				}
				if still == stillest {
					cancel()
				}
				rate, _ := strconv.Atoi(m[3])
				total, _ := strconv.Atoi(m[4])
				e.report(m[1], rate, total)
				return
			}
			f.baseline = f.baseline || seededLine.MatchString(line)
			if strings.HasPrefix(line, "fuzz: elapsed:") {
				return
			}
			f.hung = f.hung || hungLine.MatchString(line)
			deadline = deadline || deadlineLine.MatchString(line)
			written = written || writtenLine.MatchString(line)
			seed = seed || seedLine.MatchString(line)
			said.add(line)
		},
	}
	if err := os.MkdirAll(filepath.Join(e.cache, target), 0o755); err != nil {
		return f, err
	}
	err := c.run(limited)
	f.seconds, f.said = time.Since(began).Seconds(), said.lines
	status, ended := exitStatus(err)
	switch {
	case ctx.Err() != nil || ended && status == 0:
		return f, nil
	case still >= stillest:
		return f, fmt.Errorf("%s ran no input for %d reports of its progress, and was ended: an input makes it hang, and Go does not say which", target, stillest)
	case limited.Err() != nil:
		return f, fmt.Errorf("%s did not end %s after its time, and was killed", target, engineMargin)
	case written || seed:
		f.failed = true
		return f, nil
	case deadline:
		// When its time ends within a minimisation, Go's fuzzer says that it has failed, and
		// has found nothing: a finding always comes with the input that shows it.
		return f, nil
	case f.hung && time.Since(began) >= share:
		return f, nil // a worker that was slow to stop
	}
	return f, fmt.Errorf("%s cannot be run: %w\n%s", target, err, strings.Join(said.lines, "\n"))
}
