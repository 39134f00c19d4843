// Command killtimes measures how long it takes to find a fault: for some of the mutants, by
// native fuzzing, by the layer fuzz over a pipe, and by what is asked in order. ci/killtimes
// builds and runs it, in the root of the module:
//
//	ci/killtimes [--mutants 48] [--seeds 3] [--inputs 100000]
//
// It writes a table in Markdown to standard output, and how far it is to standard error.
// Exit status: 0 it was measured, 2 wrong usage, 3 it could not be measured.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/mutant"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

const (
	exitMeasured = 0
	exitUsage    = 2
	exitUnknown  = 3
)

// serve is the argument with which the program is the adapter of the mutant that follows.
const serve = "serve"

func main() {
	if len(os.Args) == 3 && os.Args[1] == serve {
		if err := serveMutant(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(exitUnknown)
		}
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func serveMutant(name string) error {
	return wire.Serve(context.Background(), os.Stdin, os.Stdout, func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
		m, ok := mutant.Named(name)
		if !ok || !m.ExistsIn(e) {
			return nil, wire.ErrUnsupportedEdition
		}
		return m.New(e), nil
	})
}

// settings are the flags.
type settings struct {
	mutants int
	seeds   int
	inputs  int    // each time that something is fuzzed, at most
	binary  string // the test binary of package target, instrumented
	self    string // this program
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var s settings
	flags := flag.NewFlagSet("ci/killtimes", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&s.mutants, "mutants", 48, "how `many` mutants, chosen by a rule")
	flags.IntVar(&s.seeds, "seeds", 3, "how `many` times each is fuzzed in each way, from the seeds 1, 2, …")
	flags.IntVar(&s.inputs, "inputs", 100_000, "how `many` inputs each time, at most")
	flags.StringVar(&s.binary, "binary", "", "the test binary of the target, instrumented for fuzzing")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	usage := ""
	switch {
	case flags.NArg() > 0:
		usage = fmt.Sprintf("%q is not a flag", flags.Arg(0))
	case s.mutants < 1 || s.seeds < 1 || s.inputs < 1:
		usage = "--mutants, --seeds and --inputs are numbers from 1 on"
	case s.binary == "":
		usage = "--binary is missing: start ci/killtimes, which builds it"
	}
	if usage != "" {
		fmt.Fprintf(stderr, "ci/killtimes: %s\n", usage)
		return exitUsage
	}
	if err := measure(ctx, s, stdout, stderr); err != nil {
		fmt.Fprintf(stderr, "ci/killtimes: %v\n", err)
		return exitUnknown
	}
	return exitMeasured
}

// measure measures every mutant, and writes the table.
func measure(ctx context.Context, s settings, stdout, stderr io.Writer) (err error) {
	if s.self, err = os.Executable(); err != nil {
		return err
	}
	if s.binary, err = filepath.Abs(s.binary); err != nil {
		return err
	}
	began := time.Now()
	load := loadAverage()
	var rows []row
	chosen := choose(mutant.All(), s.mutants)
	for i, m := range chosen {
		r, err := s.row(ctx, m)
		if err != nil {
			return fmt.Errorf("%s: %w", m.Name, errors.Join(err, ctx.Err()))
		}
		rows = append(rows, r)
		fmt.Fprintf(stderr, "%d of %d, %s: %s\n", i+1, len(chosen), time.Since(began).Round(time.Second), r)
	}
	return write(stdout, rows, s, fmt.Sprintf("load average %s at the beginning and %s at the end", load, loadAverage()))
}

// loadAverage returns how busy the machine was in the last minute, where Linux says it.
func loadAverage() string {
	var load string
	text, _ := os.ReadFile("/proc/loadavg") // elsewhere there is none
	if _, err := fmt.Sscan(string(text), &load); err != nil {
		return "unknown"
	}
	return load
}
