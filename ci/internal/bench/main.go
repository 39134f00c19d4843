// Command bench measures what the documentation promises about speed and memory, each
// as a ratio of two things measured in this run on this machine where it can be one,
// and prints a table of what was measured, what is required, and whether it holds.
// ci/bench builds what it needs and runs it:
//
//	bench --bin DIR [--smoke] [--json FILE] [--only TEXT]
//
// DIR holds the built programs `epin` and `adapter` (conformance/adapters/golang). It
// is run in the root of the module.
//
// Exit status: 0 everything holds, 1 something does not, 2 wrong usage, 3 something
// could not be measured.
//
// The program is also its own helper: see [helpers].
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

const (
	exitHolds   = 0
	exitFails   = 1
	exitUsage   = 2
	exitUnknown = 3
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) > 1 && helpers[os.Args[1]] != nil {
		os.Exit(help(ctx, os.Args[1], os.Args[2:]))
	}
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// help runs a helper, and returns its exit status.
func help(ctx context.Context, name string, args []string) int {
	if err := helpers[name](ctx, args); err != nil {
		fmt.Fprintf(os.Stderr, "bench %s: %s\n", name, err)
		return exitUnknown
	}
	return exitHolds
}

// helpers are what the program does as a process of its own, by its first argument.
var helpers = map[string]func(ctx context.Context, args []string) error{
	recordHelper: recordAdapter,
	wrongHelper:  serveWrong,
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("ci/bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	smoke := flags.Bool("smoke", false, "measure as little as shows that it runs, and judge nothing")
	only := flags.String("only", "", "measure only what has this `text` in its name, such as \"own cost\"")
	file := flags.String("json", "", "write the table as JSON, too, to this `file`")
	bin := flags.String("bin", "", "the folder of the built programs; ci/bench gives it")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "ci/bench: argument %q is not expected; it takes --smoke, --json FILE and --only TEXT\n", flags.Arg(0))
		return exitUsage
	}
	if *bin == "" {
		fmt.Fprintln(stderr, "ci/bench: --bin is missing; run ci/bench, which builds the programs and gives it")
		return exitUsage
	}
	chosen := slices.DeleteFunc(slices.Clone(measurements), func(m measurement) bool { return !strings.Contains(m.what, *only) })
	if len(chosen) == 0 {
		fmt.Fprintf(stderr, "ci/bench: --only %q names nothing that is measured\n", *only)
		return exitUsage
	}
	b, err := newBench(*bin, *smoke)
	if err != nil {
		fmt.Fprintf(stderr, "ci/bench: %s\n", err)
		return exitUnknown
	}
	defer os.RemoveAll(b.scratch)
	t := table{Machine: thisMachine(), Judged: !*smoke}
	fmt.Fprintf(stdout, "%s\n\n", t.Machine)
	for _, m := range chosen {
		fmt.Fprintf(stderr, "ci/bench: measuring %s\n", m.what)
		if err := m.measure(ctx, b, &t); err != nil {
			fmt.Fprintf(stderr, "ci/bench: %s could not be measured: %s\n", m.what, err)
			return exitUnknown
		}
	}
	t.write(stdout)
	t.writeAdapters(stdout)
	fmt.Fprintf(stdout, "\nload average at the end: %s\n", loadAverage())
	if *file != "" {
		if err := t.writeJSON(*file); err != nil {
			fmt.Fprintf(stderr, "ci/bench: the table cannot be written: %s\n", err)
			return exitUnknown
		}
	}
	if !t.holds() {
		return exitFails
	}
	return exitHolds
}

type measurement struct {
	what    string
	measure func(context.Context, *bench, *table) error
}

// measurements are everything that is measured, in order.
var measurements = []measurement{
	{"the parser", measureParser},
	{"the rates of the pipe", measureRates},
	{"the runner's own cost", measureOverhead},
	{"the time of a certification", measureTimes},
	{"the memory of the runner", measureMemory},
	{"how cost grows", measureGrowth},
	{"the adapters", measureAdapters},
}

// bench is what every measurement needs.
type bench struct {
	self    string // this program
	epin    string // the built command
	golang  string // the built adapter in Go
	scratch string // a folder for files that nobody needs afterwards
	smoke   bool
}

func newBench(bin string, smoke bool) (*bench, error) {
	bin, err := filepath.Abs(bin)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "epin-bench")
	if err != nil {
		return nil, err
	}
	return &bench{self: self, epin: filepath.Join(bin, "epin"), golang: filepath.Join(bin, "adapter"), scratch: scratch, smoke: smoke}, nil
}

// sized returns full, or in a smoke run tiny.
func sized[T any](b *bench, full, tiny T) T {
	if b.smoke {
		return tiny
	}
	return full
}
