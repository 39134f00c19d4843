package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/epin-conformance/harness/corpus"
)

// watchVariable is that of fuzz/watch_test.go, which says what is written there.
const watchVariable = "EPIN_FUZZ_WATCH"

type watchRecord struct {
	Name     string     `json:"name"`
	Ended    bool       `json:"ended"`
	Hex      string     `json:"hex"`
	Asks     []question `json:"asks"`
	Failed   bool       `json:"failed"`
	Coverage float64    `json:"coverage"`
}

// A question is what an input asks of an implementation, and what was answered.
type question struct {
	Edition string       `json:"edition"`
	Op      string       `json:"op"`
	Hex     string       `json:"hex"`
	Other   string       `json:"other_hex"`
	Methods []string     `json:"methods"`
	Got     *corpus.Want `json:"got"`
}

// A run of an input is what came of it in a replay.
type inputRun struct {
	name     string // as the test binary calls it: "seed#3", or eight digits
	input    []byte
	asks     []question
	failed   bool
	coverage float64 // of this input and all before it
}

func (r inputRun) isSeed() bool { return strings.HasPrefix(r.name, "seed#") }

// A replayed target is what came of running its seeds and some inputs.
type replayed struct {
	runs  []inputRun
	ended bool            // whether the program came to its end, whatever failed on the way
	cover map[string]bool // the blocks of code covered; nil where nobody counted, or it did not end
	said  []string        // the end of its output
}

// replayTime bounds a replay: what is replayed was run before.
const replayTime = 5 * time.Minute

// replay runs the seeds of a target and then the given inputs, in their order, with one
// of its test binaries. An input on which the program dies or hangs has failed, and is
// the last run.
func replay(ctx context.Context, binary, target string, inputs [][]byte, scratch string) (replayed, error) {
	return replayOnly(ctx, binary, target, ".", inputs, scratch)
}

// replayOnly is replay for those inputs whose names match an expression.
func replayOnly(ctx context.Context, binary, target, only string, inputs [][]byte, scratch string) (replayed, error) {
	dir, err := os.MkdirTemp(scratch, "replay-")
	if err != nil {
		return replayed{}, err
	}
	defer os.RemoveAll(dir)
	if err := writeInputs(filepath.Join(dir, "testdata", "fuzz", target), inputs); err != nil {
		return replayed{}, err
	}
	records, profile := filepath.Join(dir, "records"), filepath.Join(dir, "profile")
	var said tail
	limited, cancel := context.WithTimeout(ctx, replayTime)
	defer cancel()
	c := child{
		dir:  dir,
		args: []string{binary, "-test.run", "^" + target + "$/" + only, "-test.timeout", "0"},
		env:  []string{watchVariable + "=" + records},
		line: said.add,
	}
	if strings.HasPrefix(filepath.Base(binary), "cover") {
		c.args = append(c.args, "-test.coverprofile", profile)
	}
	err = c.run(limited)
	if ctx.Err() != nil {
		return replayed{}, ctx.Err()
	}
	status, exited := exitStatus(err)
	r := replayed{said: said.lines, ended: exited && status <= 1} // Go's 2 is a panic
	if r.runs, err = readRecords(records, err != nil); err != nil {
		return replayed{}, fmt.Errorf("%s cannot be run: %w\n%s", target, err, strings.Join(said.lines, "\n"))
	}
	if r.cover, err = readProfile(profile); err != nil {
		return replayed{}, err
	}
	return r, nil
}

// writeInputs writes inputs under names that keep their order.
func writeInputs(dir string, inputs [][]byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for i, input := range inputs {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%08d", i)), encodeEntry(input), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// readRecords reads what the test binary recorded. If it failed, an input that did not
// end has. No records are an error: a target without seeds, or one that cannot begin.
func readRecords(path string, failed bool) ([]inputRun, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("it runs no input: either it has no seeds, or it fails before it comes to them")
	}
	var runs []inputRun
	open := false
	lines := bufio.NewReader(bytes.NewReader(content))
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break // a last line without its end is of a program that was killed
		}
		var r watchRecord
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("its record %q cannot be read: %w", line, err)
		}
		if !r.Ended {
			input, err := hex.DecodeString(r.Hex)
			if err != nil {
				return nil, err
			}
			_, name, _ := strings.Cut(r.Name, "/")
			runs = append(runs, inputRun{name: name, input: input, asks: r.Asks})
			open = true
			continue
		}
		if !open {
			return nil, fmt.Errorf("its records end %s, which did not begin", r.Name)
		}
		open = false
		last := &runs[len(runs)-1]
		last.failed, last.coverage = r.Failed, r.Coverage
	}
	if open && failed {
		runs[len(runs)-1].failed = true
	}
	return runs, nil
}

var profileLine = regexp.MustCompile(`^(\S+) \d+ (\d+)$`)

// readProfile returns the covered blocks of a coverage profile; nil if there is none.
func readProfile(path string) (map[string]bool, error) {
	content, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	covered := make(map[string]bool)
	for line := range strings.Lines(string(content)) {
		if m := profileLine.FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil && m[2] != "0" {
			covered[m[1]] = true
		}
	}
	return covered, nil
}
