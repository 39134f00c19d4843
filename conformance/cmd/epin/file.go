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

// fileSet holds the files that a command reads and writes. It prevents that a command writes a
// file that it also reads or writes as something else, and that a file is left half written.
type fileSet struct {
	files []usedFile
	whole []*wholeFile
	err   error // the first of openWhole
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

type usedFile struct {
	what    string      // its content, in words
	name    string      // as it was given
	path    string      // the target of links
	info    fs.FileInfo // nil if the file does not exist
	written bool
}

// same reports whether two names are of one file.
func (u usedFile) same(other usedFile) bool {
	if u.info == nil || other.info == nil {
		return u.info == nil && other.info == nil && u.path == other.path
	}
	return os.SameFile(u.info, other.info)
}

// add adds a use of a file. It returns an error if the file has another use, and one of the two
// is writing. A file may be read and written as the same thing. A device may have any number of
// uses.
func (s *fileSet) add(u usedFile) error {
	if u.info != nil && u.info.Mode()&fs.ModeDevice != 0 {
		return nil
	}
	for _, other := range s.files {
		update := u.what == other.what && u.written != other.written
		if (u.written || other.written) && !update && u.same(other) {
			use := "read from"
			if u.written {
				use = "written to"
			}
			return fmt.Errorf("%s cannot be %s %s, which is also %s (%s): name another file", u.what, use, u.name, other.what, other.name)
		}
	}
	s.files = append(s.files, u)
	return nil
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
	info, _ := os.Stat(f.path) // nil if it does not exist
	if err := s.files.add(usedFile{f.what, f.name, f.path, info, true}); err != nil {
		return err
	}
	s.files.whole = append(s.files.whole, f)
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

// mostLinks limits the symbolic links to a file that does not exist.
const mostLinks = 64

// targetOf returns the path of a file after symbolic links. The file need not exist.
func targetOf(name string) (string, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return name, nil // the links below /dev/fd lead to no path
	}
	for range mostLinks {
		dir, err := filepath.Abs(filepath.Dir(name))
		if err != nil {
			return "", err
		}
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real
		}
		name = filepath.Join(dir, filepath.Base(name))
		link, err := os.Readlink(name)
		if err != nil {
			return name, nil // not a link, or no file
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(dir, link)
		}
		name = link
	}
	return "", errors.New("its symbolic links lead nowhere")
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
	if err := s.files.add(usedFile{what, name, name, info, false}); err != nil {
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
