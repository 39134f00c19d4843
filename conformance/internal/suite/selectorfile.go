package suite

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/notation"
)

// SelectorFile is a list of selectors, with the run that they belong to. As text it has one
// selector a line:
//
//	edition 1.0.0, profile quick, seed 1
//	# A comment. Empty lines do not count either.
//	256× single/sweep/41
//	single/parse/41
//	vectors/parse/4b0a
//
// The first line is optional. Only empty lines and comments may come before it. The zero
// value is an empty list.
type SelectorFile struct {
	Run       *SelectorRun // nil if the file names none
	Comments  []string     // of [SelectorFile.Bytes], without line feeds; [ParseSelectorFile] drops them
	Selectors []string     // see Config.Only
	Lines     []int        // of Selectors, from 1 on, as [ParseSelectorFile] read them
}

// SelectorRun is the run that selectors belong to.
type SelectorRun struct {
	Edition *notation.Edition
	Profile Profile
	Seed    uint64
}

// MaxSelectorFileBytes bounds a selector file.
const MaxSelectorFileBytes = 64 << 20

// ofRun matches the beginning of a line that names a run.
var ofRun = regexp.MustCompile(`^(?i:edition|profile|seed)\b`)

var selectorRun = regexp.MustCompile(`^edition (\S+), profile (\S+), seed ([0-9]+)$`)

// ParseSelectorFile parses the text of a selector file. An error names the line. It does
// not check the selectors: see [selector.Parse].
func ParseSelectorFile(data []byte) (SelectorFile, error) {
	var f SelectorFile
	number := 0
	for text := range bytes.Lines(bytes.TrimPrefix(data, []byte("\ufeff"))) {
		number++
		line := strings.TrimSpace(string(text))
		var err error
		switch isSelector := !ofRun.MatchString(line); {
		case line == "" || line[0] == '#':
		case isSelector && len(f.Selectors) == selector.MostSingles:
			err = fmt.Errorf("it names more than %d selectors: use fewer in one run", selector.MostSingles)
		case isSelector:
			f.Selectors, f.Lines = append(f.Selectors, line), append(f.Lines, number)
		case f.Run != nil || len(f.Selectors) > 0:
			err = errors.New("the edition, profile and seed have to be in the first line")
		default:
			f.Run, err = parseSelectorRun(line)
		}
		if err != nil {
			return SelectorFile{}, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if len(f.Selectors) == 0 {
		return SelectorFile{}, errors.New("it names no selector: write one a line, such as single/parse/4b")
	}
	return f, nil
}

func parseSelectorRun(line string) (*SelectorRun, error) {
	m := selectorRun.FindStringSubmatch(line)
	if m == nil {
		return nil, fmt.Errorf("%s is not like %q", selector.Quoted(line), "edition 1.0.0, profile standard, seed 1")
	}
	var run SelectorRun
	var err error
	if run.Edition, err = notation.Named(m[1]); err != nil {
		return nil, fmt.Errorf("unknown edition %s: use %s", selector.Quoted(m[1]), notation.Names())
	}
	if run.Profile, err = ParseProfile(m[2]); err != nil {
		return nil, err
	}
	if run.Seed, err = strconv.ParseUint(m[3], 10, 64); err != nil {
		return nil, fmt.Errorf("the seed %s is not a number below 2^64", selector.Quoted(m[3]))
	}
	return &run, nil
}

// Bytes returns the text of a file, which [ParseSelectorFile] reads.
func (f SelectorFile) Bytes() []byte {
	var b bytes.Buffer
	if f.Run != nil {
		fmt.Fprintf(&b, "edition %s, profile %s, seed %d\n", f.Run.Edition, f.Run.Profile, f.Run.Seed)
	}
	for _, comment := range f.Comments {
		fmt.Fprintf(&b, "# %s\n", comment)
	}
	for _, selector := range f.Selectors {
		fmt.Fprintln(&b, selector)
	}
	return b.Bytes()
}
