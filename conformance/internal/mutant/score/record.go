package score

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

//go:embed kills.txt
var recorded []byte

// File is the name of the record in the repository, from its root.
const File = "conformance/internal/mutant/score/kills.txt"

// Record says what killed which mutant when it was written down. The zero value is an
// empty record, to which lines can be added.
type Record struct {
	lines map[subjectKey]line
}

// line is what is recorded of a mutant in an edition.
type line struct {
	smallest suite.Profile // that kills it
	killed   bool          // whether one does
	first    string        // where it is thorough: the layer that was the first to
	alone    []string      // the layers of the profile standard that kill it alone
}

// kills reports whether a trial killed the mutant; it is not known of each trial.
func (l line) kills(t Trial) (killed, known bool) {
	switch {
	case t.Layer == "":
		return l.killed && slices.Index(suite.Profiles(), l.smallest) <= slices.Index(suite.Profiles(), t.Profile), true
	case t.Profile == suite.Standard:
		return slices.Contains(l.alone, t.Layer), true
	}
	return false, false
}

const (
	recordHead = `# What of the suite kills which mutant: the edition, the mutant, the smallest profile that
# kills it, and the layers of the profile standard that kill it alone; where only thorough
# does, the layer of it that is the first to. Every run of "epin mutants run" is held against
# this file, and "epin mutants run --record ` + File + `" writes it.
`
	nothing = "nothing" // in place of a profile, where none kills, and of layers
)

// Recorded returns the record that this module carries.
func Recorded() Record {
	r, err := ReadRecord(bytes.NewReader(recorded))
	if err != nil {
		panic(fmt.Sprintf("score: %s: %s", File, err)) // the tests read it
	}
	return r
}

// ReadRecord reads a record. An error names the line.
func ReadRecord(from io.Reader) (Record, error) {
	r := Record{map[subjectKey]line{}}
	lines := bufio.NewScanner(from)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || fields[0][0] == '#' {
			continue
		}
		key, l, err := parseLine(fields)
		if err != nil {
			return Record{}, fmt.Errorf("line %d: %w", n, err)
		}
		if _, ok := r.lines[key]; ok {
			return Record{}, fmt.Errorf("line %d: %s %s stands there twice", n, key.edition, key.name)
		}
		r.lines[key] = l
	}
	return r, lines.Err()
}

func parseLine(fields []string) (subjectKey, line, error) {
	fail := func(format string, args ...any) (subjectKey, line, error) {
		return subjectKey{}, line{}, fmt.Errorf(format, args...)
	}
	if len(fields) < 4 {
		return fail("%d words: an edition, a mutant, a profile and layers are wanted", len(fields))
	}
	edition, err := epin.ParseEdition(fields[0])
	if err != nil {
		return fail("there is no edition %q", fields[0])
	}
	key, l := subjectKey{edition, fields[1]}, line{}
	if fields[2] != nothing {
		l.killed = true
		if l.smallest, err = suite.ParseProfile(fields[2]); err != nil {
			return fail("%w", err)
		}
	}
	for _, field := range fields[3:] {
		first, isFirst := strings.CutPrefix(field, suite.Thorough.String()+"/")
		switch {
		case field == nothing:
			continue
		case !slices.Contains(result.Layers(), first):
			return fail("there is no layer %q", field)
		case isFirst:
			l.first = first
		default:
			l.alone = append(l.alone, field)
		}
	}
	return key, l, nil
}

// Write writes the record, sorted.
func (r Record) Write(to io.Writer) error {
	w := bufio.NewWriter(to)
	w.WriteString(recordHead)
	for _, key := range r.keys() {
		l := r.lines[key]
		profile, layers := nothing, slices.Clone(l.alone)
		if l.killed {
			profile = l.smallest.String()
		}
		if l.first != "" {
			layers = append(layers, Trial{suite.Thorough, l.first}.String())
		}
		if len(layers) == 0 {
			layers = []string{nothing}
		}
		fmt.Fprintln(w, key.edition, key.name, profile, strings.Join(layers, " "))
	}
	return w.Flush()
}

func (r Record) keys() []subjectKey {
	var keys []subjectKey
	for key := range r.lines {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, compareSubjects)
	return keys
}

// Add replaces the recorded results of the mutants of some outcomes, and drops mutants that
// no longer exist. An error names a mutant that was not put to every profile.
func (r *Record) Add(outcomes []Outcome) error {
	if r.lines == nil {
		r.lines = map[subjectKey]line{}
	}
	for _, o := range outcomes {
		delete(r.lines, o.key())
		var l line
		for _, p := range suite.Profiles() {
			killed, tried := o.Killed(Trial{Profile: p})
			if !tried {
				return fmt.Errorf("%s was not put to the profile %s, and a record says of each profile whether it kills", o.Subject, p)
			}
			if killed && !l.killed {
				l.killed, l.smallest = true, p
			}
		}
		if l.killed && l.smallest == suite.Thorough {
			l.first = o.By(Trial{Profile: suite.Thorough})
		}
		l.alone = o.Alone(suite.Standard)
		r.lines[o.key()] = l
	}
	for _, key := range r.vanished() {
		delete(r.lines, key)
	}
	return nil
}

// vanished returns what is recorded and is no mutant.
func (r Record) vanished() []subjectKey {
	there := map[subjectKey]bool{}
	for _, e := range epin.Editions() {
		for _, s := range Mutants(e) {
			there[s.key()] = true
		}
	}
	return slices.DeleteFunc(r.keys(), func(key subjectKey) bool { return there[key] })
}

// Of returns the smallest profile that kills a mutant, as recorded, and the layers of the
// profile standard that kill it alone; where only thorough kills it, the layer of it that
// is the first to. It is not ok where no profile kills it, or nothing is recorded.
func (r Record) Of(s Subject) (smallest suite.Profile, layers []string, ok bool) {
	l := r.lines[s.key()]
	if l.first != "" {
		return l.smallest, []string{l.first}, l.killed
	}
	return l.smallest, slices.Clone(l.alone), l.killed
}
