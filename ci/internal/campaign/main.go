// Command campaign fuzzes the targets of a package and looks after what it finds.
// ci/fuzz builds and runs it, in the root of the module:
//
//	ci/fuzz [--time 60s] [--target NAME]... [--dir DIR] [--seeds DIR] [--workers N]
//	ci/fuzz merge [--dir DIR] DIR...
//	ci/fuzz minimise [--dir DIR]
//	ci/fuzz to-raw FROM TO
//	ci/fuzz to-go FROM TO
//	ci/fuzz seeds [--dir DIR] TO
//
// fuzz/README.md says what each does. Exit status: 0 nothing found, 1 something found,
// 2 wrong usage, 3 the campaign could not run, or not to its end.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/epin-conformance/harness/internal/number"
)

const (
	exitNothing = 0
	exitFound   = 1
	exitUsage   = 2
	exitUnknown = 3
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second interrupt ends the program at once.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	command := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		command, args = args[0], args[1:]
	}
	s := settings{stderr: stderr, build: build}
	flags := flag.NewFlagSet("ci/fuzz", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.dir, "dir", ".fuzz", "the `folder` that is kept from one campaign to the next")
	flags.StringVar(&s.pkg, "package", "./fuzz", "the `package` of the targets")
	if command == "" {
		flags.DurationVar(&s.time, "time", time.Minute, "how long to fuzz, all targets together, builds not counted")
		flags.StringVar(&s.seeds, "seeds", "fuzz/testdata/fuzz", "the `folder` that a failing seed is written to")
		flags.IntVar(&s.workers, "workers", runtime.NumCPU(), "how many `processes` fuzz side by side")
		flags.Func("target", "fuzz this target `NAME` only; may be given several times", func(name string) error {
			s.only = append(s.only, name)
			return nil
		})
	}
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	status, err := execute(ctx, command, s, flags.Args(), stdout)
	if err != nil {
		fmt.Fprintf(stderr, "ci/fuzz: %v\n", err)
	}
	return status
}

// takes says how many arguments each command takes, at least and at most.
var takes = map[string]struct {
	least, most int
	what        string
}{
	"":         {0, 0, "no arguments but flags"},
	"merge":    {1, 1 << 20, "the folders of other campaigns"},
	"minimise": {0, 0, "no arguments but flags"},
	"to-raw":   {2, 2, "a folder of Go's corpus files and one to write to"},
	"to-go":    {2, 2, "a folder of inputs and one to write to"},
	"seeds":    {1, 1, "a folder to write to"},
}

func execute(ctx context.Context, command string, s settings, args []string, stdout io.Writer) (int, error) {
	n, known := takes[command]
	switch {
	case !known:
		return exitUsage, fmt.Errorf("there is no command %q; there are merge, minimise, to-raw, to-go and seeds, and without one it fuzzes", command)
	case len(args) < n.least || len(args) > n.most:
		return exitUsage, fmt.Errorf("it takes %s, not %q", strings.TrimSpace(command+" "+n.what), args)
	case command == "" && s.workers < 1:
		return exitUsage, errors.New("--workers is less than 1")
	case command == "to-raw":
		return converted(toRaw, args, stdout)
	case command == "to-go":
		return converted(toGo, args, stdout)
	}
	if err := checkFolders(args); command == "merge" && err != nil {
		return exitUsage, err
	}
	c, err := open(s)
	if err != nil {
		return exitUnknown, err
	}
	status, err := c.execute(ctx, command, args, stdout)
	return status, errors.Join(err, c.close())
}

func converted(conversion func(from, to string) (int, error), args []string, stdout io.Writer) (int, error) {
	n, err := conversion(args[0], args[1])
	if err != nil {
		return exitUsage, err
	}
	fmt.Fprintln(stdout, counted(n, "input", "inputs"))
	return exitNothing, nil
}

// execute runs a command on the folder of a campaign.
func (c *campaign) execute(ctx context.Context, command string, args []string, stdout io.Writer) (status int, err error) {
	switch command {
	case "":
		err = c.run(ctx)
		if err == nil {
			c.summary.settle()
			if err := c.summary.write(c.dir); err != nil {
				return exitUnknown, fmt.Errorf("the summary cannot be written: %w", err)
			}
			fmt.Fprint(stdout, c.summary.text())
			return c.summary.Status, nil
		}
	case "seeds":
		err = c.exportSeeds(ctx, args[0])
	default:
		var changes []corpusChange
		changes, err = c.merge(ctx, args)
		for _, change := range changes {
			fmt.Fprintf(stdout, "%s: %s of %s, which cover %s\n", change.target,
				number.Thousands(change.after), counted(change.before, "input", "inputs"), counted(len(change.cover), "block", "blocks"))
			if change.failing > 0 {
				fmt.Fprintf(stdout, "%s: %s; mend that first\n", change.target, counted(change.failing, "input fails", "inputs fail"))
				status = exitFound
			}
		}
	}
	if usage := (usageError{}); errors.As(err, &usage) {
		return exitUsage, err
	}
	if err != nil {
		return exitUnknown, err
	}
	return status, nil
}
