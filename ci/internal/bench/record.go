package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// recordHelper stands between the runner and an adapter, and keeps what the runner
// says:
//
//	bench record FOLDER COMMAND [ARG...]
//
// Each process that is started so writes a file of its own to the folder; their names,
// in order, are in the order of the starts.
const recordHelper = "record"

func recordAdapter(ctx context.Context, args []string) error {
	if len(args) < 2 {
		return errors.New("it takes a folder and a command")
	}
	return record(ctx, args[0], args[1:], os.Stdin, os.Stdout)
}

// record starts an adapter, copies in to its standard input and to a new file in the
// folder, and its standard output to out, and waits for it to end.
func record(ctx context.Context, folder string, command []string, in io.Reader, out io.Writer) (err error) {
	file, err := newRecording(folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdin = io.TeeReader(in, file)
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	return cmd.Run()
}

// newRecording makes the next file of a folder.
func newRecording(folder string) (*os.File, error) {
	for n := 0; ; n++ {
		name := filepath.Join(folder, fmt.Sprintf("%06d", n))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, os.ErrExist) {
			return file, err
		}
	}
}

// recordings returns what was recorded in a folder, in the order of the starts.
func recordings(folder string) ([][]byte, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var all [][]byte
	for _, name := range names {
		recorded, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, recorded)
	}
	return all, nil
}
