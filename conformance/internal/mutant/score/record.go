package score

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"maps"
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

// Record says which profiles and layers killed which mutant in an earlier run. The zero
// value is an empty record, to which [Record.Add] can add.
type Record struct {
	lines map[string]line // by Subject.String
}

// line is the record of a mutant in an edition: the words of a line of the file.
type line struct {
	profile string   // the smallest that kills the mutant, and all larger do; or nothing
	layers  []string // of the profile standard that kill it alone; the first of thorough, as a trial; or nothing
}

// kills reports whether a trial killed the mutant. known is false for trials that a line does
// not record.
func (l line) kills(t Trial) (killed, known bool) {
	if t.Layer != "" {
		return t.Profile == suite.Standard && slices.Contains(l.layers, t.Layer), t.Profile == suite.Standard
	}
	for _, p := range suite.Profiles() {
		killed = killed || p.String() == l.profile
		if p == t.Profile {
			break
		}
	}
	return killed, true
}

const (
	recordHead = `# Which parts of the suite kill each mutant: edition, mutant, the smallest profile that kills
# it, and the layers of the profile standard that kill it alone. If only thorough kills it,
# the first layer of thorough that does. "epin mutants run" compares each run with this file,
# and "epin mutants run --record ` + File + `" writes it.
`
	nothing = "nothing" // stands for no profile, or no layers
)

// Recorded returns the record that is embedded in this module.
func Recorded() Record {
	r, err := ReadRecord(bytes.NewReader(recorded))
	if err != nil {
		panic(fmt.Sprintf("score: %s: %s", File, err)) // the tests read it
	}
	return r
}

// ReadRecord reads a record. The error for an invalid line has its number.
func ReadRecord(from io.Reader) (Record, error) {
	r := Record{map[string]line{}}
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
			return Record{}, fmt.Errorf("line %d: duplicate record of %s", n, key)
		}
		r.lines[key] = l
	}
	return r, lines.Err()
}

func parseLine(fields []string) (key string, l line, err error) {
	if len(fields) < 4 {
		return "", line{}, fmt.Errorf("%d words, want an edition, a mutant, a profile and layers", len(fields))
	}
	edition, err := epin.ParseEdition(fields[0])
	if err != nil {
		return "", line{}, fmt.Errorf("there is no edition %q", fields[0])
	}
	if _, err := suite.ParseProfile(fields[2]); err != nil && fields[2] != nothing {
		return "", line{}, err
	}
	for _, field := range fields[3:] {
		layer := strings.TrimPrefix(field, suite.Thorough.String()+"/")
		if field != nothing && !slices.Contains(result.Layers(), layer) {
			return "", line{}, fmt.Errorf("there is no layer %q", field)
		}
	}
	return Subject{Name: fields[1], Edition: edition}.String(), line{fields[2], fields[3:]}, nil
}

// Write writes the record, sorted, in the format of [ReadRecord].
func (r Record) Write(to io.Writer) error {
	w := bufio.NewWriter(to)
	w.WriteString(recordHead)
	for _, key := range slices.Sorted(maps.Keys(r.lines)) {
		fmt.Fprintln(w, key, r.lines[key].profile, strings.Join(r.lines[key].layers, " "))
	}
	return w.Flush()
}

// Add replaces the recorded results of the mutants of some outcomes, and drops mutants that
// no longer exist. It returns an error if an outcome lacks the trial of a profile.
func (r *Record) Add(outcomes []Outcome) error {
	if r.lines == nil {
		r.lines = map[string]line{}
	}
	for _, o := range outcomes {
		l := line{nothing, o.Alone(suite.Standard)}
		for _, p := range suite.Profiles() {
			killed, tried := o.Killed(Trial{Profile: p})
			if !tried {
				return fmt.Errorf("%s was not tested with the profile %s: a record needs every profile", o.Subject, p)
			}
			if killed && l.profile == nothing {
				l.profile = p.String()
			}
		}
		if l.profile == suite.Thorough.String() {
			l.layers = append(l.layers, Trial{suite.Thorough, o.By(Trial{Profile: suite.Thorough})}.String())
		}
		if len(l.layers) == 0 {
			l.layers = []string{nothing}
		}
		r.lines[o.String()] = l
	}
	for _, key := range r.vanished() {
		delete(r.lines, key)
	}
	return nil
}

// vanished returns the keys of recorded mutants that no longer exist.
func (r Record) vanished() []string {
	rest := maps.Clone(r.lines)
	for _, e := range epin.Editions() {
		for _, s := range Mutants(e) {
			delete(rest, s.String())
		}
	}
	return slices.Sorted(maps.Keys(rest))
}

// Of returns the smallest profile that killed a mutant, and the layers of the profile
// standard that killed it alone. If only thorough killed it, layers is the first layer that
// did. ok is false if no profile killed it, or if it is not recorded.
func (r Record) Of(s Subject) (smallest suite.Profile, layers []string, ok bool) {
	l := r.lines[s.String()]
	smallest, err := suite.ParseProfile(l.profile)
	if err != nil {
		return 0, nil, false
	}
	for _, layer := range l.layers {
		first, isFirst := strings.CutPrefix(layer, suite.Thorough.String()+"/")
		switch {
		case isFirst:
			return smallest, []string{first}, true
		case layer != nothing:
			layers = append(layers, layer)
		}
	}
	return smallest, layers, true
}
