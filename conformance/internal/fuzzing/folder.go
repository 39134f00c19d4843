package fuzzing

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Limits of a [Folder].
const (
	mostFiles       = 1 << 14
	mostFolderBytes = 32 << 20
)

// Folder is a corpus: a folder with a file for each input. Names that begin with a dot are ignored.
type Folder struct {
	Dir     string   // is created by Keep if necessary
	Inputs  []string // in the order of their files
	Skipped int      // files that were not read: too long, or too many
	Err     error    // the first error of Keep
}

// ReadFolder reads the files of a folder. A folder that does not exist is empty.
func ReadFolder(dir string) (*Folder, error) {
	f, left := &Folder{Dir: dir}, int64(mostFolderBytes)
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	for _, file := range files {
		if !file.Type().IsRegular() || strings.HasPrefix(file.Name(), ".") {
			continue
		}
		info, err := file.Info()
		if err != nil {
			return f, err
		}
		if len(f.Inputs) >= mostFiles || info.Size() > Longest || info.Size() > left {
			f.Skipped++
			continue
		}
		input, err := os.ReadFile(filepath.Join(dir, file.Name()))
		if err != nil {
			return f, err
		}
		left -= int64(len(input))
		f.Inputs = append(f.Inputs, string(input))
	}
	return f, err
}

// Keep writes an input to a file that is named by it.
func (f *Folder) Keep(input string) {
	sum := sha256.Sum256([]byte(input))
	name := filepath.Join(f.Dir, fmt.Sprintf("%x", sum[:16]))
	if _, err := os.Stat(name); err == nil || f.Err != nil {
		return
	}
	if err := errors.Join(os.MkdirAll(f.Dir, 0o755), os.WriteFile(name, []byte(input), 0o644)); err != nil {
		f.Err = fmt.Errorf("an input cannot be written: %w", err)
	}
}
