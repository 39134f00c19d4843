package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// temporary is how the names of files begin that are not whole yet.
const temporary = ".part-"

// writeFile writes a file that appears under its name only when it is whole and on
// the disk. Until then it is in another folder of the same disk, because Go reads
// everything that lies beside a corpus file.
func writeFile(tempDir, path string, content []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	temp, err := os.CreateTemp(tempDir, temporary+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(temp.Name())
		}
	}()
	_, err = temp.Write(content)
	if err == nil {
		err = temp.Chmod(0o644)
	}
	if err == nil {
		err = temp.Sync()
	}
	if err = errors.Join(err, temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}

// entries are inputs of one target.
type entries map[string][]byte // by entryName

func (e entries) add(input []byte) (added bool) {
	name := entryName(input)
	if _, has := e[name]; has {
		return false
	}
	e[name] = input
	return true
}

// inOrder returns the inputs, short ones first.
func (e entries) inOrder() [][]byte {
	var all [][]byte
	for _, input := range e {
		all = append(all, input)
	}
	slices.SortFunc(all, func(a, b []byte) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b))
	})
	return all
}

// A folder holds inputs of targets as corpus files of Go, in a folder for each target.
// All that is written is whole.
type folder string

func (f folder) path(target, name string) string { return filepath.Join(string(f), target, name) }

// read returns the inputs of a target; none where there is no folder for it. A file
// that holds no input, such as one whose writer was killed, is left out, and named.
func (f folder) read(target string) (all entries, broken []string, err error) {
	all = make(entries)
	files, err := os.ReadDir(filepath.Join(string(f), target))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	for _, file := range files {
		if file.IsDir() {
			continue
		}
		path := f.path(target, file.Name())
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		input, err := decodeEntry(content)
		if err != nil {
			broken = append(broken, path)
			continue
		}
		all.add(input)
	}
	return all, broken, nil
}

// targets returns the names of the targets that there are folders for.
func (f folder) targets() ([]string, error) {
	dirs, err := os.ReadDir(string(f))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var names []string
	for _, d := range dirs {
		if d.IsDir() && strings.HasPrefix(d.Name(), "Fuzz") {
			names = append(names, d.Name())
		}
	}
	return names, nil
}

// write adds an input of a target, if it is not there.
func (f folder) write(target string, input []byte) error {
	path := f.path(target, entryName(input))
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	if err := writeFile(string(f), path, encodeEntry(input)); err != nil {
		return fmt.Errorf("an input of %s cannot be kept: %w", target, err)
	}
	return nil
}

// remove takes an input of a target away.
func (f folder) remove(target string, input []byte) error {
	err := os.Remove(f.path(target, entryName(input)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// removeTemporary removes what a campaign that was killed was writing to a folder.
func removeTemporary(dir string) error {
	paths, err := filepath.Glob(filepath.Join(dir, temporary+"*"))
	for _, path := range paths {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// tidy removes what is no whole corpus file, and gives the others the names that Go
// would have given them, so that no input is there twice.
func (f folder) tidy() error {
	if err := removeTemporary(string(f)); err != nil {
		return err
	}
	targets, err := f.targets()
	if err != nil {
		return err
	}
	for _, target := range targets {
		all, _, err := f.read(target)
		if err != nil {
			return err
		}
		for _, input := range all {
			if err := f.write(target, input); err != nil {
				return err
			}
		}
		files, err := os.ReadDir(filepath.Join(string(f), target))
		if err != nil {
			return err
		}
		for _, file := range files {
			if _, whole := all[file.Name()]; whole || file.IsDir() {
				continue
			}
			if err := os.Remove(f.path(target, file.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
