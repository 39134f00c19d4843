package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"
)

// A child is a program that the campaign runs. What it says, on both streams, goes to
// line, without the ends of lines; long ones are cut.
type child struct {
	dir  string
	args []string // the program first
	env  []string // beside the campaign's own
	line func(text string)
}

// stopTime is how long a program has to end after it was interrupted.
const stopTime = 10 * time.Second

// run runs the child to its end. When ctx is done, it interrupts the child and then
// kills it. Nothing of it outlives run, and on Linux nothing outlives the campaign,
// however that ends.
func (c child) run(ctx context.Context) (err error) {
	// The system ties a child to the thread that started it.
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		err = c.runOnThread(ctx)
	}()
	<-done
	return err
}

func (c child) runOnThread(ctx context.Context) error {
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.Dir, cmd.Env = c.dir, append(os.Environ(), c.env...)
	cmd.Cancel = func() error { return interrupt(cmd.Process) }
	cmd.WaitDelay = stopTime
	tie(cmd)
	// A pipe of our own: a grandchild that holds it open must not make us wait.
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		w.Close()
		return err
	}
	w.Close()
	read := make(chan struct{})
	go func() {
		defer close(read)
		readLines(r, c.line)
	}()
	err = cmd.Wait()
	killTree(cmd.Process)
	select {
	case <-read:
	case <-time.After(stopTime):
		r.Close()
		<-read
	}
	return err
}

// readLines calls line for each line, cut at 4 KiB.
func readLines(in io.Reader, line func(string)) {
	const longest = 4096
	lines := bufio.NewReaderSize(in, longest)
	for {
		text, tooLong, err := lines.ReadLine()
		if err != nil {
			return
		}
		line(string(text))
		for tooLong && err == nil {
			_, tooLong, err = lines.ReadLine()
		}
	}
}

// exitStatus returns the exit status that an error of run stands for; false where the
// program did not end by itself.
func exitStatus(err error) (status int, ended bool) {
	if err == nil {
		return 0, true
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Exited() {
		return exit.ExitCode(), true
	}
	return 0, false
}

// A tail keeps the last lines of an output.
type tail struct{ lines []string }

func (t *tail) add(line string) {
	const most = 40
	t.lines = append(t.lines, line)
	if len(t.lines) > most {
		t.lines = append(t.lines[:0], t.lines[len(t.lines)-most:]...)
	}
}
