// Package wholefile reads and writes the files of a command, which calls it. An output appears under its name
// only when it is whole, and is no file that the command also reads, starts or writes otherwise.
package wholefile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Set holds the files of a command. The zero value is empty.
type Set struct{ used []*File }

// Start notes the files of a command that starts a program.
func (s *Set) Start(command []string) {
	for _, arg := range command {
		if info, err := os.Stat(arg); err == nil && info.Mode().IsRegular() {
			s.used = append(s.used, &File{what: "a file of the command", Name: arg})
		}
	}
}

// Read reads an input by parse: a regular file, or a pipe, such as the shell's <(...). what
// describes its content in errors.
func Read[T any](s *Set, what, name string, parse func(io.Reader) (T, error)) (read T, err error) {
	f, err := os.Open(name)
	if err != nil {
		return read, fmt.Errorf("%s cannot be read: %w", what, err)
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
		s.used = append(s.used, &File{what: what, Name: name})
		if read, err = parse(f); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	}
	if err != nil {
		err = fmt.Errorf("%s cannot be read: %w", what, err)
	}
	return read, err
}

// AtMost returns a function for [Read] that reads at most so many bytes, and parses them.
func AtMost[T any](most int, parse func([]byte) (T, error)) func(io.Reader) (T, error) {
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

// File is an output. A symbolic link stays a link: its target is written. A device or a pipe is
// written to directly. A nil File discards what is written.
type File struct {
	io.Writer          // nil for an input, which only a Set holds
	Name      string   // as it was given
	what      string   // its content in words
	temp      *os.File // takes the place of path; nil for what is written to directly, and once it is whole
	path      string   // the target of a link
}

// Direct returns a File that writes to w. what and name describe its content and w in errors.
func Direct(w io.Writer, what, name string) *File { return &File{Writer: w, Name: name, what: what} }

// Create prepares an output, so that an error is found early. It returns nil for an empty name. A
// file that is read, started or written already is an error, except that a list may take the place
// of what it was read from. All reading comes first.
func (s *Set) Create(what, name string) (*File, error) {
	if name == "" {
		return nil, nil
	}
	for _, u := range s.used {
		if isSame(name, u.Name) && (what != u.what || u.Writer != nil) {
			return nil, fmt.Errorf("%s would be written to %s, which is also %s (%s): name another file", what, name, u.what, u.Name)
		}
	}
	f := &File{Name: name, what: what}
	err := f.open()
	s.used = append(s.used, f)
	return f, f.failed(err)
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

func (f *File) open() error {
	info, err := os.Stat(f.Name)
	switch _, errLink := os.Lstat(f.Name); {
	case err == nil && info.IsDir():
		return errors.New("it is a folder")
	case err == nil && !info.Mode().IsRegular():
		f.Writer, err = os.OpenFile(f.Name, os.O_WRONLY, 0)
		return err
	case err == nil:
		f.path, err = filepath.EvalSymlinks(f.Name)
	case errLink == nil:
		return errors.New("it is a symbolic link to no file")
	default:
		f.path, err = f.Name, nil
	}
	if err == nil {
		f.temp, err = makeTemp(filepath.Dir(f.path))
		f.Writer = f.temp
	}
	return err
}

// failed returns the error of writing the file; nil for nil.
func (f *File) failed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s cannot be written to %s: %w", f.what, f.Name, err)
}

// Finish writes the file, or the end of it, and gives it its name.
func (f *File) Finish(write func(io.Writer) error) error {
	if f == nil {
		return nil
	}
	err := write(f)
	if f.temp != nil {
		// The content has to reach the disk before the name. A report is not secret, but only the
		// owner can read what CreateTemp makes.
		err = cmp.Or(err, f.temp.Sync(), f.temp.Chmod(0o644), f.temp.Close())
		if err == nil {
			err = os.Rename(f.temp.Name(), f.path)
		}
		if err == nil {
			f.temp = nil
		}
	}
	return f.failed(err)
}

// Discard removes what was written of files that are not whole.
func (s *Set) Discard() {
	for _, f := range s.used {
		if f.temp != nil {
			f.temp.Close()
			os.Remove(f.temp.Name())
		}
	}
}

func makeTemp(dir string) (*os.File, error) {
	temp, err := os.CreateTemp(dir, ".epin-*")
	if pathError, ok := errors.AsType[*fs.PathError](err); ok { // the name of the temporary file would only confuse
		err = fmt.Errorf("no file can be made in its folder: %w", pathError.Err)
	}
	return temp, err
}

// CheckFolder returns an error if no file can be made in a folder, which may not exist yet; nil for
// an empty name.
func CheckFolder(dir string) error {
	info, err := os.Stat(dir)
	switch parent := filepath.Dir(dir); {
	case dir == "":
		return nil
	case err == nil && !info.IsDir():
		return fmt.Errorf("%s is not a folder", dir)
	case errors.Is(err, fs.ErrNotExist) && parent != dir:
		return CheckFolder(parent)
	case err != nil:
		return err
	}
	temp, err := makeTemp(dir)
	if err == nil {
		err = errors.Join(temp.Close(), os.Remove(temp.Name()))
	}
	return err
}
