package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// adapter is an adapter of this repository.
type adapter struct {
	name    string
	command []string
}

// adapters returns the adapters that the runner's own cost is measured with.
func (b *bench) adapters() ([]adapter, error) {
	const folder = "conformance/adapters"
	all := []adapter{
		{"Python", []string{"python3", "-B", filepath.Join(folder, "python", "adapter.py")}},
		{"JavaScript", []string{"node", filepath.Join(folder, "javascript", "adapter.mjs")}},
		{"Go", []string{b.golang}},
	}
	for i, a := range all {
		// What is found on the PATH once is not looked for in each run.
		path, err := exec.LookPath(a.command[0])
		if err != nil {
			return nil, fmt.Errorf("the %s adapter cannot be started; install what it needs: %w", a.name, err)
		}
		all[i].command[0] = path
	}
	return all, nil
}

// measureOverhead holds a certification against a bare pipe: the same adapter is
// started, is sent the very bytes of the requests that a certification sent it, as fast
// as it takes them, and what it answers is read and thrown away. Both sides are whole:
// they begin before a process is started and end when every process has ended.
//
//   - The requests are recorded in a run of their own, by a process between the runner
//     and the adapter. Sweeps have the sizes that the runner chose in that run, as it
//     does by the rate of the answers; with these adapters nearly all have the most
//     tokens that there may be, recorded or not.
//   - The runner starts the adapter once more for each of two histories, while it still
//     asks another process. So there are three recordings; the bare pipe feeds one process
//     after the other, as a loop over files does.
//   - The runner asks some layers one request at a time, and it makes the questions, its
//     own process included: the bare pipe does neither. That is part of the runner's
//     cost, and of what is measured.
//   - The ratio is the median of those of the pairs, each measured one behind the other: what
//     else a machine does changes from minute to minute.
//   - The runner asks one process (--jobs 1): with more of them, it takes less time than
//     the bare pipe does.
func measureOverhead(ctx context.Context, b *bench, t *table) error {
	adapters, err := b.adapters()
	if err != nil {
		return err
	}
	for _, a := range adapters {
		recorded, err := b.recorded(ctx, a.command)
		if err != nil {
			return err
		}
		var certified, fed []float64
		for i := range sized(b, 9, 1) {
			both := []func() error{
				func() error {
					c, err := b.certify(ctx, exitHolds, b.overheadFlags(), a.command...)
					certified = append(certified, c.took.Seconds())
					return err
				},
				func() error {
					took, err := feedAll(ctx, a.command, recorded)
					fed = append(fed, took.Seconds())
					return err
				},
			}
			if i%2 == 1 { // neither always follows the other
				slices.Reverse(both)
			}
			for _, f := range both {
				if err := f(); err != nil {
					return err
				}
			}
		}
		t.add("certify by one process, "+a.name+" adapter", median(certified), seconds, nil)
		t.add("  the same requests through a bare pipe", median(fed), seconds, nil)
		t.add("  so many times as long", median(ratios(certified, fed)), times, atMost.of(1.15))
	}
	return nil
}

func (b *bench) overheadFlags() []string {
	return []string{"--jobs", "1", "--profile", sized(b, "standard", "quick")}
}

// recorded returns what a certification sends to each process that it starts.
func (b *bench) recorded(ctx context.Context, command []string) ([][]byte, error) {
	folder, err := os.MkdirTemp(b.scratch, "recorded")
	if err != nil {
		return nil, err
	}
	if _, err := b.certify(ctx, exitHolds, b.overheadFlags(), append([]string{b.self, recordHelper, folder}, command...)...); err != nil {
		return nil, err
	}
	all, err := recordings(folder)
	if err == nil && len(all) == 0 {
		err = errors.New("nothing was recorded")
	}
	return all, err
}

// feedAll feeds each recording to a process of its own, one after the other, and
// returns how long that took.
func feedAll(ctx context.Context, command []string, recorded [][]byte) (time.Duration, error) {
	began := time.Now()
	for _, requests := range recorded {
		if err := feed(ctx, command, requests); err != nil {
			return 0, err
		}
	}
	return time.Since(began), nil
}

// feed starts an adapter, writes requests to it, and throws its answers away. An
// adapter that does not answer each of them is an error: that would take less time.
func feed(ctx context.Context, command []string, requests []byte) error {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return errors.Join(err, stdin.Close())
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	var writing sync.WaitGroup
	var written error
	writing.Go(func() {
		_, err := stdin.Write(requests)
		written = errors.Join(err, stdin.Close())
	})
	answers, err := countLines(stdout)
	writing.Wait()
	if err := errors.Join(err, written, cmd.Wait()); err != nil {
		return err
	}
	if asked := bytes.Count(requests, []byte("\n")); answers != asked {
		return fmt.Errorf("%d answers to %d requests", answers, asked)
	}
	return nil
}

// countLines reads to the end.
func countLines(r io.Reader) (n int, err error) {
	buffer := make([]byte, 64<<10) // as much as a pipe gives at once
	for {
		read, err := r.Read(buffer)
		n += bytes.Count(buffer[:read], []byte("\n"))
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}
