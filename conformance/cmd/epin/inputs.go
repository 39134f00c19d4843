package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/fuzzing"
)

// Limits of a folder of inputs.
const (
	mostInputs     = 1 << 14 // files
	mostInputBytes = 32 << 20
)

// inputs is the corpus of fuzzing: a folder with one file for each input.
type inputs struct {
	dir  string // "" for none
	all  []string
	left int   // files that were not read
	err  error // the first error of writing
}

// openInputs reads a folder, which keep makes if it does not exist. Names that begin with a
// dot are ignored.
func openInputs(dir string) (*inputs, error) {
	in := &inputs{dir: dir}
	if dir == "" {
		return in, nil
	}
	if err := checkMaking(dir); err != nil {
		return nil, fmt.Errorf("the inputs cannot be kept in %s: %w", dir, err)
	}
	files, err := os.ReadDir(dir) // in the order of their names
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the inputs cannot be read: %w", err)
	}
	bytes := 0
	for _, file := range files {
		if !file.Type().IsRegular() || strings.HasPrefix(file.Name(), ".") {
			continue
		}
		info, err := file.Info()
		if err != nil {
			return nil, fmt.Errorf("the inputs cannot be read: %w", err)
		}
		if len(in.all) >= mostInputs || info.Size() > fuzzing.Longest || bytes+int(info.Size()) > mostInputBytes {
			in.left++
			continue
		}
		input, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			return nil, fmt.Errorf("the inputs cannot be read: %w", err)
		}
		bytes += len(input)
		in.all = append(in.all, string(input))
	}
	return in, nil
}

// keep writes an input to a file that is named by it.
func (i *inputs) keep(input string) {
	if i.dir == "" || i.err != nil {
		return
	}
	sum := sha256.Sum256([]byte(input))
	name := filepath.Join(i.dir, hex.EncodeToString(sum[:16]))
	if _, err := os.Stat(name); err == nil {
		return
	}
	if i.err = os.MkdirAll(i.dir, 0o755); i.err == nil {
		i.err = writeWhole("an input", name, []byte(input))
	}
}

// writeWhole writes a file that appears when it is whole.
func writeWhole(what, name string, data []byte) error {
	files := &fileSet{}
	defer files.discard()
	f, err := openWhole(streams{files: files}, what, name)
	if err != nil {
		return err
	}
	return f.write(writes(data))
}
