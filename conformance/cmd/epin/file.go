package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// wholeFile is a file that appears under its name only when it is whole. A link stays
// a link, and a device or a pipe, which nothing takes the place of, is written to.
type wholeFile struct {
	path   string   // where a link leads to
	temp   *os.File // takes the place of path; nil when it has, and for a device
	direct *os.File
}

// openWhole begins a file, so that one that cannot be written is known before anything
// is asked. what is what the file holds, for the error.
func openWhole(what, name string) (*wholeFile, error) {
	f, err := beginWhole(name)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be written to %s: %w", what, name, err)
	}
	return f, nil
}

func beginWhole(name string) (*wholeFile, error) {
	f := &wholeFile{path: name}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		f.path = target
	}
	info, err := os.Stat(f.path)
	switch {
	case err == nil && info.IsDir():
		return nil, errors.New("it is a folder")
	case err == nil && !info.Mode().IsRegular():
		f.direct, err = os.OpenFile(f.path, os.O_WRONLY, 0)
		return f, err
	}
	f.temp, err = os.CreateTemp(filepath.Dir(f.path), ".epin-*")
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		// The name of the temporary file means nothing to anybody.
		return nil, fmt.Errorf("no file can be made in its folder: %w", pathError.Err)
	}
	return f, err
}

// writer is where the file is written to, also before write.
func (f *wholeFile) writer() io.Writer {
	if f.direct != nil {
		return f.direct
	}
	return f.temp
}

// write writes the file, or the end of it, and gives it its name.
func (f *wholeFile) write(write func(io.Writer) error) error {
	if f.direct != nil {
		return errors.Join(write(f.direct), f.direct.Close())
	}
	if err := write(f.temp); err != nil {
		return err
	}
	// The name is not to reach the disk before what it stands for.
	if err := f.temp.Sync(); err != nil {
		return err
	}
	// CreateTemp makes files that only their owner can read; a report is no secret.
	if err := f.temp.Chmod(0o644); err != nil {
		return err
	}
	if err := f.temp.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.temp.Name(), f.path); err != nil {
		return err
	}
	f.temp = nil
	return nil
}

// discard removes what was begun and not finished.
func (f *wholeFile) discard() {
	if f.temp != nil {
		f.temp.Close()
		os.Remove(f.temp.Name())
		f.temp = nil
	}
}

// readLimited reads a file of up to so many bytes. what is what it holds.
func readLimited(what, name string, most int) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read: %w", what, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w", what, err)
	case len(data) > most:
		return nil, fmt.Errorf("%s cannot be read: %s is larger than %d bytes", what, name, most)
	}
	return data, nil
}

// writeTo writes a whole file, or to standard output where name is empty.
func writeTo(s streams, what, name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		if err := write(s.out); err != nil {
			return &statusError{exitUnknown, fmt.Sprintf("standard output cannot be written: %s", err)}
		}
		return nil
	}
	f, err := openWhole(what, name)
	if err != nil {
		return err
	}
	defer f.discard()
	if err := f.write(write); err != nil {
		return &statusError{exitUnknown, fmt.Sprintf("%s cannot be written to %s: %s", what, name, err)}
	}
	return nil
}
