package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/epin-conformance/harness/internal/number"
)

// summaryFormat is the name of the JSON form of a summary and its version.
const summaryFormat = "epin-fuzz-summary/1"

// A summary is what came of a campaign.
type summary struct {
	Format         string          `json:"format"`
	Status         int             `json:"status"` // the exit status
	Interrupted    bool            `json:"interrupted"`
	Started        time.Time       `json:"started"`
	Seconds        float64         `json:"seconds"` // builds included
	Budget         float64         `json:"budget"`  // seconds of fuzzing
	Workers        int             `json:"workers"`
	Targets        []targetSummary `json:"targets"`
	CoverageBefore int             `json:"coverage_before"` // blocks of code, by seeds and corpora
	CoverageAfter  int             `json:"coverage_after"`
	Findings       []finding       `json:"findings"`
	MoreSeeds      int             `json:"more_seeds"` // that fail, and are not among the findings
	Errors         []string        `json:"errors"`
	Notes          []string        `json:"notes"`
	Recovered      recovered       `json:"recovered"`
}

// recovered counts what a campaign that was killed had left.
type recovered struct {
	Findings int `json:"findings"`
	Inputs   int `json:"inputs"`
}

// A targetSummary is what came of one target.
type targetSummary struct {
	Name           string  `json:"name"`
	Seconds        float64 `json:"seconds"`
	Execs          int     `json:"execs"`
	CorpusBefore   int     `json:"corpus_before"`
	CorpusAfter    int     `json:"corpus_after"`
	CoverageBefore int     `json:"coverage_before"` // blocks of code
	CoverageAfter  int     `json:"coverage_after"`
	Note           string  `json:"note"`
}

// rate is the number of inputs a second.
func (t targetSummary) rate() int {
	if t.Seconds == 0 {
		return 0
	}
	return int(float64(t.Execs) / t.Seconds)
}

// settle gives the summary its status: what was found stays found, and a campaign that
// is not whole says nothing else.
func (s *summary) settle() {
	s.Status = exitNothing
	if s.Interrupted || len(s.Errors) > 0 {
		s.Status = exitUnknown
	}
	if len(s.Findings) > 0 {
		s.Status = exitFound
	}
	s.Targets = append([]targetSummary{}, s.Targets...)
	s.Findings = append([]finding{}, s.Findings...)
	s.Errors = append([]string{}, s.Errors...)
	s.Notes = append([]string{}, s.Notes...)
}

// headline is the summary in a sentence.
func (s summary) headline() string {
	said := "Nothing was found"
	if n := len(s.Findings); n > 0 {
		said = counted(n, "input fails", "inputs fail")
	}
	var execs int
	for _, t := range s.Targets {
		execs += t.Execs
	}
	said += fmt.Sprintf(": %s, %s tried in %.0f s", counted(len(s.Targets), "target", "targets"), counted(execs, "input", "inputs"), s.Seconds)
	if s.Interrupted {
		said += "; the campaign was interrupted"
	}
	if n := len(s.Errors); n > 0 {
		said += "; " + counted(n, "target could not be run", "targets could not be run")
	}
	return said + "."
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number.Thousands(n) + " " + many
}

var columns = []string{"target", "execs", "execs/s", "corpus", "before", "blocks covered", "before", ""}

func (t targetSummary) cells() []string {
	return []string{t.Name, number.Thousands(t.Execs), number.Thousands(t.rate()), number.Thousands(t.CorpusAfter), number.Thousands(t.CorpusBefore),
		number.Thousands(t.CoverageAfter), number.Thousands(t.CoverageBefore), t.Note}
}

// text is the summary for a terminal.
func (s summary) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", s.headline())
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight|tabwriter.TabIndent)
	fmt.Fprintln(w, strings.Join(columns, "\t")+"\t")
	for _, t := range s.Targets {
		fmt.Fprintln(w, strings.Join(t.cells(), "\t")+"\t")
	}
	w.Flush()
	fmt.Fprintf(&b, "\nBlocks of code covered by all: %s, before %s.\n", number.Thousands(s.CoverageAfter), number.Thousands(s.CoverageBefore))
	for i, f := range s.Findings {
		fmt.Fprintf(&b, "\n%d. %s fails on %s\n", i+1, f.Target, f.Quoted)
		for _, line := range f.Message {
			fmt.Fprintf(&b, "     %s\n", line)
		}
		for _, line := range f.consequences() {
			fmt.Fprintf(&b, "   %s\n", line)
		}
	}
	for _, line := range s.remarks() {
		fmt.Fprintf(&b, "\n%s\n", line)
	}
	return b.String()
}

// consequences says what was made of a finding.
func (f finding) consequences() []string {
	var lines []string
	if f.Seed != "" {
		lines = append(lines, "seed: "+filepath.ToSlash(f.Seed))
	} else if f.Repeats {
		lines = append(lines, "seed: "+f.Name+", made from the corpus")
	}
	if f.Repeats {
		lines = append(lines, fmt.Sprintf("repeat: go test ./fuzz -run '^%s$/^%s$'", f.Target, f.Name))
	}
	for _, v := range f.Vectors {
		lines = append(lines, fmt.Sprintf("proposed vector: %s in %s, for %s", v.ID, filepath.ToSlash(v.File), strings.Join(v.Requirements, ", ")))
	}
	for _, id := range f.Asked {
		lines = append(lines, "vector of the corpus that asks the same: "+id)
	}
	if f.NoVector != "" {
		lines = append(lines, "no vector: "+f.NoVector)
	}
	return lines
}

// remarks are what else is to be said.
func (s summary) remarks() []string {
	var lines []string
	if s.MoreSeeds > 0 {
		lines = append(lines, counted(s.MoreSeeds, "seed more fails.", "seeds more fail."))
	}
	for _, e := range s.Errors {
		lines = append(lines, "Error: "+e)
	}
	for _, n := range s.Notes {
		lines = append(lines, "Note: "+n)
	}
	if r := s.Recovered; r.Findings+r.Inputs > 0 {
		lines = append(lines, fmt.Sprintf("Taken over from a campaign that was killed: %s, %s.",
			counted(r.Findings, "input that failed", "inputs that failed"), counted(r.Inputs, "interesting input", "interesting inputs")))
	}
	return lines
}

// markdown is the summary for the page of a job.
func (s summary) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## Fuzzing\n\n%s\n\n", s.headline())
	fmt.Fprintf(&b, "| %s |\n|---%s|\n", strings.Join(columns, " | "), strings.Repeat("|---:", len(columns)-2)+"|---")
	for _, t := range s.Targets {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(t.cells(), " | "))
	}
	fmt.Fprintf(&b, "\nBlocks of code covered by all: %s, before %s.\n", number.Thousands(s.CoverageAfter), number.Thousands(s.CoverageBefore))
	for i, f := range s.Findings {
		fmt.Fprintf(&b, "\n### %d. %s\n\n", i+1, f.Target)
		lines := append([]string{"fails on " + f.Quoted}, f.Message...)
		fmt.Fprintf(&b, "    %s\n", strings.Join(append(lines, f.consequences()...), "\n    "))
	}
	for _, line := range s.remarks() {
		fmt.Fprintf(&b, "\n    %s\n", strings.ReplaceAll(line, "\n", "\n    "))
	}
	return b.String()
}

// write writes the summary in its three forms.
func (s summary) write(dir string) error {
	encoded, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return errors.Join(
		writeFile(dir, filepath.Join(dir, "summary.txt"), []byte(s.text())),
		writeFile(dir, filepath.Join(dir, "summary.md"), []byte(s.markdown())),
		writeFile(dir, filepath.Join(dir, "summary.json"), append(encoded, '\n')),
	)
}
