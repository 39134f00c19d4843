package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// fileSet holds the files that a command reads, starts and writes, so that it never writes a file
// that has another use, and leaves none half written.
type fileSet struct {
	used  []usedFile
	whole []*wholeFile
	err   error // the first of openWhole
}

type usedFile struct {
	what, name, path string // its content in words, its name as it was given, and the target of links
	written          bool
}

// same reports whether two files are one, also by hard links.
func (u usedFile) same(other usedFile) bool {
	a, err := os.Stat(u.path)
	b, errOther := os.Stat(other.path)
	if err != nil || errOther != nil {
		return u.path == other.path
	}
	return os.SameFile(a, b) && a.Mode()&fs.ModeDevice == 0
}

// add returns an error if a file has another use, and one of the two is writing. A list that is
// brought up to date is read and written as the same thing.
func (s *fileSet) add(u usedFile) error {
	for _, other := range s.used {
		isUpdate := u.what == other.what && u.written != other.written
		if (u.written || other.written) && !isUpdate && u.same(other) {
			if !u.written {
				u, other = other, u
			}
			return fmt.Errorf("%s would be written to %s, which is also %s (%s): name another file", u.what, u.name, other.what, other.name)
		}
	}
	s.used = append(s.used, u)
	return nil
}

// addCommand adds the files that a command names: the program and its arguments.
func (s *fileSet) addCommand(command []string) error {
	for _, arg := range command {
		info, err := os.Stat(arg)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		path, _ := targetOf(arg) // it exists
		if err := s.add(usedFile{"a file of the command", arg, path, false}); err != nil {
			return err
		}
	}
	return nil
}

// discard removes unfinished files.
func (s *fileSet) discard() {
	for _, f := range s.whole {
		if f.temp != nil {
			f.temp.Close()
			os.Remove(f.temp.Name())
		}
	}
}

// wholeFile is a file that appears under its name only when it is whole. A symbolic link
// stays a link: its target is written, and created if it does not exist. A device or a pipe is
// written to directly. A nil file discards what is written.
type wholeFile struct {
	what, name string   // its content in words, and its name as it was given
	path       string   // the target of a link
	temp       *os.File // takes the place of path; nil before begin, after write, and for a device
	direct     *os.File
}

// openWhole prepares a file; it returns nil for an empty name. s.files.err is set if the file
// cannot be written, or has another use, so that this is found before the first request.
func openWhole(s streams, what, name string) *wholeFile {
	if name == "" {
		return nil
	}
	f := &wholeFile{what: what, name: name}
	s.files.err = cmp.Or(s.files.err, f.open(s))
	return f
}

func (f *wholeFile) open(s streams) (err error) {
	if f.path, err = targetOf(f.name); err != nil {
		return f.failed(err)
	}
	if err := s.files.add(usedFile{f.what, f.name, f.path, true}); err != nil {
		return err
	}
	s.files.whole = append(s.files.whole, f)
	info, _ := os.Stat(f.path) // nil if it does not exist
	switch {
	case info == nil || info.Mode().IsRegular():
		err = checkFolder(filepath.Dir(f.path))
	case info.IsDir():
		err = errors.New("it is a folder")
	default:
		f.direct, err = os.OpenFile(f.path, os.O_WRONLY, 0)
	}
	return f.failed(err)
}

// failed returns the error of writing the file; nil for nil.
func (f *wholeFile) failed(err error) error {
	return explained(f.what+" cannot be written to "+f.name, err)
}

// targetOf returns the path of a file after symbolic links. The file need not exist.
func targetOf(name string) (string, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		return name, nil // the links below /dev/fd lead to no path
	}
	path, errPath := filepath.Abs(name)
	if errPath != nil {
		return "", errPath
	}
	if err == nil {
		return filepath.EvalSymlinks(path)
	}
	if _, err := os.Lstat(path); err == nil {
		return "", errors.New("it is a symbolic link to no file")
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		path = filepath.Join(dir, filepath.Base(path))
	}
	return path, nil
}

// checkFolder returns an error if no file can be made in a folder.
func checkFolder(dir string) error {
	temp, err := makeTemp(dir)
	if err != nil {
		return err
	}
	return errors.Join(temp.Close(), os.Remove(temp.Name()))
}

func makeTemp(dir string) (*os.File, error) {
	temp, err := os.CreateTemp(dir, ".epin-*")
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		// The name of the temporary file would only confuse.
		return nil, fmt.Errorf("no file can be made in its folder: %w", pathError.Err)
	}
	return temp, err
}

// checkMaking returns an error if no file can be made in a folder, which is created if necessary;
// nil for an empty name.
func checkMaking(dir string) error {
	for dir != "" {
		info, err := os.Stat(dir)
		switch parent := filepath.Dir(dir); {
		case err == nil && !info.IsDir():
			return fmt.Errorf("%s is not a folder", dir)
		case err == nil:
			return checkFolder(dir)
		case !errors.Is(err, fs.ErrNotExist) || parent == dir:
			return err
		default:
			dir = parent
		}
	}
	return nil
}

// begin returns the writer of the file until write.
func (f *wholeFile) begin() (io.Writer, error) {
	if f.direct != nil {
		return f.direct, nil
	}
	var err error
	if f.temp == nil {
		f.temp, err = makeTemp(filepath.Dir(f.path))
	}
	return f.temp, f.failed(err)
}

// write writes the file, or the end of it, and gives it its name.
func (f *wholeFile) write(write func(io.Writer) error) error {
	if f == nil {
		return nil
	}
	w, err := f.begin()
	if err != nil {
		return err
	}
	if f.direct != nil {
		return f.failed(oneLine(write(w), f.direct.Close()))
	}
	for _, step := range []func() error{
		func() error { return write(w) },
		f.temp.Sync,                                 // the content has to reach the disk before the name
		func() error { return f.temp.Chmod(0o644) }, // only the owner can read what CreateTemp makes; a report is not secret
		f.temp.Close,
		func() error { return os.Rename(f.temp.Name(), f.path) },
	} {
		if err := step(); err != nil {
			return f.failed(err)
		}
	}
	f.temp = nil
	return nil
}

// readFile reads an input by parse: a regular file, or a pipe, such as the shell's <(...). what
// describes its content in errors.
func readFile[T any](s streams, what, name string, parse func(io.Reader) (T, error)) (read T, err error) {
	f, err := os.Open(name)
	if err != nil {
		return read, explained(what+" cannot be read", err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		err = fmt.Errorf("%s is a folder", name)
	case !info.Mode().IsRegular() && info.Mode()&fs.ModeNamedPipe == 0:
		err = fmt.Errorf("%s is neither a file nor a pipe", name)
	}
	if err != nil {
		return read, explained(what+" cannot be read", err)
	}
	path, err := targetOf(name)
	if err == nil {
		err = s.files.add(usedFile{what, name, path, false})
	}
	if err != nil {
		return read, err
	}
	read, err = parse(f)
	return read, explained(what+" cannot be read: "+name, err)
}

// limited returns a function that reads at most so many bytes, and parses them.
func limited[T any](most int, parse func([]byte) (T, error)) func(io.Reader) (T, error) {
	return func(r io.Reader) (parsed T, err error) {
		data, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
		if err == nil && len(data) > most {
			err = fmt.Errorf("it is larger than %d bytes", most)
		}
		if err != nil {
			return parsed, err
		}
		return parse(data)
	}
}

// writeTo writes a whole file, or to standard output if name is empty.
func writeTo(s streams, what, name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		return stdoutError(write(s.out))
	}
	f := openWhole(s, what, name)
	if s.files.err != nil {
		return s.files.err
	}
	return unknown(f.write(write))
}

// writes returns a function that writes what from has.
func writes(from io.WriterTo) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := from.WriteTo(w)
		return err
	}
}
