// Package results combines saved reports of many libraries into one table: a row for each version of a
// library, a column for each edition. Files are all that it needs: it fetches nothing.
package results

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/certificate"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/strict"
	"github.com/epin-conformance/harness/conformance/internal/wholefile"
)

// Collector collects reports, and statements about them. The zero value is empty.
type Collector struct {
	runs       []*Run
	statements []statement
	problems   []Problem
}

type statement struct {
	certificate.Predicate
	file string
}

// Problem is a file that was left out. The other files do not depend on it.
type Problem struct {
	File string `json:"file"`
	Says string `json:"says"`
}

// Add adds a file or, from a folder and the folders in it, each file whose name ends in ".json", without
// hidden folders and links. Only a name that cannot be read is an error: a file that cannot be used
// becomes a [Problem].
func (c *Collector) Add(name string) error {
	return filepath.WalkDir(name, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && file == name:
			return err
		case err == nil && d.IsDir() && file != name && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case err == nil && (d.IsDir() || file != name && !(d.Type().IsRegular() && filepath.Ext(file) == ".json")):
			return nil // a link could lead out of the folder
		}
		if err == nil {
			err = c.read(file)
		}
		if err != nil {
			c.leaveOut(shown(file), err)
		}
		return nil
	})
}

// shown returns the name of a file as the table has it.
func shown(file string) string { return conformance.Visible(filepath.ToSlash(file), "") }

func (c *Collector) leaveOut(file string, err error) {
	c.problems = append(c.problems, Problem{file, conformance.Visible(err.Error(), "")})
}

// maxStatement is the maximum size of a statement in bytes, as of epin certificate verify.
const maxStatement = 1 << 20

// read adds the content of a file: a statement if it has the type of one, and otherwise a report.
func (c *Collector) read(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, report.MaxBytes+1))
	if err != nil {
		return err
	}
	var head struct {
		Format string `json:"format"`
		Type   string `json:"_type"`
	}
	_ = strict.Unmarshal(data, "a report", &head, json.RejectUnknownMembers(false)) // report.Read says what is wrong
	switch {
	case head.Format == Format: // an earlier table
		return nil
	case head.Type != "":
		s, err := wholefile.AtMost(maxStatement, certificate.Read)(bytes.NewReader(data))
		if err == nil && s.Predicate.Caveat == "" { // otherwise it is no certificate, and claims nothing
			c.statements = append(c.statements, statement{s.Predicate, shown(file)})
		}
		return err
	}
	r, err := report.Read(bytes.NewReader(data))
	if err == nil { // its page shows the automaton
		_, err = cmp.Or(r.Learned, &result.Learned{}).Read(automaton.Of(r.Of()))
	}
	if err == nil && r.Implementation.Name == "" {
		err = fmt.Errorf("it names no library: %s", r.Reason)
	}
	if err == nil {
		c.runs = append(c.runs, runOf(shown(file), r))
	}
	return err
}

// The results of verifying a statement.
const (
	Verified = "verified"
	Refused  = "refused"
	Unknown  = "not verified" // another version of the suite made it
)

// Certificate is the result of verifying a statement about a run. No signature is verified.
type Certificate struct {
	Result string `json:"result"` // one of the constants above
	Reason string `json:"reason"` // empty for Verified
	File   string `json:"file"`
}

// certify verifies the statements, and gives them to their runs. If a run has several, one that was
// verified counts.
func (c *Collector) certify() {
	for _, s := range c.statements {
		_, checked := s.Check()
		err := errors.New("it belongs to no report in its folder")
		for _, run := range c.runs {
			if !s.isAbout(run) {
				continue
			}
			if err = checked; err == nil && !reflect.DeepEqual(s.Predicate, certificate.New(run.Report, nil, nil).Predicate) {
				err = errors.New("the report beside it differs")
			}
			is := Certificate{Refused, "", s.file}
			switch {
			case err == nil:
				is.Result = Verified
			case errors.Is(err, certificate.ErrUnknown):
				is.Result = Unknown
			}
			if err != nil {
				is.Reason = conformance.Visible(err.Error(), "")
			}
			if run.Certificate == nil || err == nil {
				run.Certificate = &is
			}
		}
		if err != nil && !errors.Is(err, certificate.ErrUnknown) {
			c.leaveOut(s.file, fmt.Errorf("the statement is refused: %w", err))
		}
	}
}

// isAbout reports whether a statement claims to be about a run, whose report is in the same folder.
func (s statement) isAbout(run *Run) bool {
	r, i := run.Report, run.Report.Implementation
	return path.Dir(s.file) == path.Dir(run.File) && s.Edition == r.Edition && s.Profile == r.Profile && s.Seed == r.Seed &&
		s.Implementation.Name == i.Name && s.Implementation.Version == i.Version
}
