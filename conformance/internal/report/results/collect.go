// Package results combines saved reports of many libraries into one table: a row for each version of a
// library, a column for each edition. Files are all that it needs: it fetches nothing.
package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"

	"github.com/go-json-experiment/json"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/certificate"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/wholefile"
)

// LeftOut is a file that was left out. The other files do not depend on it.
type LeftOut struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

type statement struct {
	certificate.Predicate
	file string
}

type collector struct {
	results    []*Result
	statements []statement
	leftOut    []LeftOut
}

// Read returns the table of the reports and statements in folders, and in the folders in them: the files
// whose names end in ".json", without links. Only a folder that cannot be read is an error.
func Read(folders []string) (Table, error) {
	var c collector
	for _, folder := range folders {
		files := os.DirFS(folder)
		err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil && name == ".":
				return err
			case err == nil && !(d.Type().IsRegular() && path.Ext(name) == ".json"): // a link could lead out of the folder
				return nil
			}
			file := conformance.Visible(path.Join(filepath.ToSlash(folder), name), "")
			if err == nil {
				err = c.read(files, name, file)
			}
			c.leaveOut(file, err)
			return nil
		})
		if err != nil {
			return Table{}, fmt.Errorf("%s: %w", folder, err)
		}
	}
	c.verify()
	return Combine(c.results, c.leftOut), nil
}

// leaveOut notes the file of an error; nothing for nil.
func (c *collector) leaveOut(file string, err error) {
	if err != nil {
		c.leftOut = append(c.leftOut, LeftOut{file, conformance.Visible(err.Error(), "")})
	}
}

// read adds the content of a file: a statement if it has the type of one, and otherwise a report.
func (c *collector) read(files fs.FS, name, file string) error {
	f, err := files.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, report.MaxBytes+1))
	if err != nil {
		return err
	}
	var head struct {
		Type string `json:"_type"`
	}
	if _ = json.Unmarshal(data, &head); head.Type != "" { // report.Read returns the error
		s, err := wholefile.AtMost(1<<20, certificate.Read)(bytes.NewReader(data))
		if err == nil {
			c.statements = append(c.statements, statement{s.Predicate, file})
		}
		return err
	}
	r, err := report.Read(bytes.NewReader(data))
	switch {
	case err != nil:
	case r.Implementation.Name == "":
		err = errors.New("it names no library")
	case r.Learned != nil: // its page shows the automaton
		_, err = r.Learned.Read(automaton.Of(r.Of()))
	}
	if err == nil {
		c.results = append(c.results, Of(file, r))
	}
	return err
}

// verify verifies the statements, but no signatures. A statement belongs to the reports in its folder
// that have the same content. One with a caveat, or of another suite, verifies nothing.
func (c *collector) verify() {
	for _, s := range c.statements {
		_, err := s.Check()
		if s.Caveat != "" || errors.Is(err, certificate.ErrUnknown) {
			continue
		}
		differs := errors.New("it is a statement that differs from each report in its folder")
		for _, r := range c.results {
			if path.Dir(r.File) == path.Dir(s.file) && reflect.DeepEqual(s.Predicate, certificate.New(r.Report, nil, nil).Predicate) {
				r.Verified, differs = err == nil, nil
			}
		}
		if err == nil {
			err = differs
		}
		c.leaveOut(s.file, err)
	}
}
