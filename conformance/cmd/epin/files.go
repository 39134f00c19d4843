package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// usedFile is a file that a command reads, starts or writes.
type usedFile struct {
	what, name string // its content in words, and its name as it was given
	written    bool
}

// readCommand notes the files of a command that starts a program.
func (s streams) readCommand(command []string) {
	for _, arg := range command {
		if info, err := os.Stat(arg); err == nil && info.Mode().IsRegular() {
			*s.used = append(*s.used, usedFile{"a file of the command", arg, false})
		}
	}
}

// outFile is a file that appears under its name only when it is whole. A symbolic link stays a
// link: its target is written. A device or a pipe is written to directly. A nil file discards
// what is written.
type outFile struct {
	what, name string
	path       string    // the target of a link
	direct     io.Writer // nil for a regular file
	temp       *os.File  // takes the place of path; nil before begin and after write
}

// create prepares a file, so that an error is found before the first request. It returns nil for an
// empty name. A file that is read, started or written already is an error, except that a list may
// take the place of what it was read from. All reading comes first.
func (s streams) create(what, name string) (*outFile, error) {
	if name == "" {
		return nil, nil
	}
	for _, other := range *s.used {
		if isSame(name, other.name) && (what != other.what || other.written) {
			return nil, fmt.Errorf("%s would be written to %s, which is also %s (%s): name another file", what, name, other.what, other.name)
		}
	}
	*s.used = append(*s.used, usedFile{what, name, true})
	f := &outFile{what: what, name: name, path: name}
	return f, f.failed(f.open())
}

// isSame reports whether two names are those of one file, also by links.
func isSame(a, b string) bool {
	infoA, err := os.Stat(a)
	infoB, errB := os.Stat(b)
	if err == nil && errB == nil {
		return os.SameFile(infoA, infoB) && infoA.Mode()&fs.ModeDevice == 0
	}
	a, err = filepath.Abs(a)
	b, errB = filepath.Abs(b)
	return err == nil && errB == nil && a == b
}

func (f *outFile) open() error {
	info, err := os.Stat(f.name)
	switch {
	case err == nil && info.IsDir():
		return errors.New("it is a folder")
	case err == nil && !info.Mode().IsRegular():
		f.direct, err = os.OpenFile(f.name, os.O_WRONLY, 0)
		return err
	case err == nil:
		if f.path, err = filepath.EvalSymlinks(f.name); err != nil {
			return err
		}
	default:
		if _, err := os.Lstat(f.name); err == nil {
			return errors.New("it is a symbolic link to no file")
		}
	}
	return checkFolder(filepath.Dir(f.path))
}

// failed returns the error of writing the file; nil for nil.
func (f *outFile) failed(err error) error {
	return explained(f.what+" cannot be written to "+f.name, err)
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
	if errors.As(err, &pathError) { // the name of the temporary file would only confuse
		err = fmt.Errorf("no file can be made in its folder: %w", pathError.Err)
	}
	return temp, err
}

// checkMaking returns an error if no file can be made in a folder, which is created if necessary;
// nil for an empty name.
func checkMaking(dir string) error {
	if dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	switch parent := filepath.Dir(dir); {
	case err == nil && info.IsDir():
		return checkFolder(dir)
	case err == nil:
		return fmt.Errorf("%s is not a folder", dir)
	case !errors.Is(err, fs.ErrNotExist) || parent == dir:
		return err
	default:
		return checkMaking(parent)
	}
}

// begin returns the writer of the file until write.
func (f *outFile) begin() (io.Writer, error) {
	var err error
	switch {
	case f.direct != nil:
		return f.direct, nil
	case f.temp == nil:
		f.temp, err = makeTemp(filepath.Dir(f.path))
	}
	return f.temp, f.failed(err)
}

// write writes the file, or the end of it, and gives it its name.
func (f *outFile) write(write func(io.Writer) error) error {
	if f == nil {
		return nil
	}
	w, err := f.begin()
	if err != nil {
		return err
	}
	if f.direct != nil {
		return f.failed(write(w))
	}
	defer f.discard()
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

// discard removes what was written of a file that is not whole.
func (f *outFile) discard() {
	if f != nil && f.temp != nil {
		f.temp.Close()
		os.Remove(f.temp.Name())
		f.temp = nil
	}
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
	default:
		*s.used = append(*s.used, usedFile{what, name, false})
		read, err = parse(f)
		err = explained(name, err)
	}
	return read, explained(what+" cannot be read", err)
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

// writeInFolder writes a file in a folder that is created if necessary.
func writeInFolder(what, name string, data []byte) error {
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if err == nil {
		err = os.WriteFile(name, data, 0o644)
	}
	return explained(what+" cannot be written", err)
}
