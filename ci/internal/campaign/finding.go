package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/corpus"
)

// A finding is an input on which a target fails.
type finding struct {
	Target   string   `json:"target"`
	Name     string   `json:"name"`   // of the seed
	Quoted   string   `json:"quoted"` // the input as a Go string literal, cut where it is long
	Length   int      `json:"length"` // of the input, in bytes
	Hex      string   `json:"hex"`    // cut where it is long; the seed has all
	Seed     string   `json:"seed"`   // the file that makes go test fail; empty for what the corpus holds anyway
	Repeats  bool     `json:"repeats"`
	Message  []string `json:"message"` // of the test
	Vectors  []vector `json:"vectors"` // proposed for the corpus
	Asked    []string `json:"asked"`   // vectors of the corpus that ask the same
	NoVector string   `json:"no_vector,omitempty"`

	input []byte
}

// A vector is one that is proposed for the corpus.
type vector struct {
	ID           string   `json:"id"`
	File         string   `json:"file"`
	Requirements []string `json:"requirements"`
}

// newFinding describes a failing input.
func newFinding(target, name string, input []byte) finding {
	const most = 256
	shown := input[:min(len(input), most)]
	f := finding{
		Target: target, Name: name, Length: len(input), Hex: hex.EncodeToString(shown), input: input,
		Quoted: fmt.Sprintf("%+q", shown), Message: []string{}, Vectors: []vector{}, Asked: []string{},
	}
	if len(input) > most {
		f.Quoted += "..."
	}
	return f
}

// messageOf returns what the test said: the lines from its first failure on, without
// what Go's testing adds, made visible and few.
func messageOf(said []string) []string {
	const most = 8
	message := []string{}
	for _, line := range said {
		text := conformance.Visible(strings.TrimSpace(line), "")
		if text == "" || text == "FAIL" || text == "PASS" || strings.HasPrefix(text, "--- FAIL") || strings.HasPrefix(text, "coverage:") {
			continue
		}
		if message = append(message, text); len(message) == most {
			break
		}
	}
	return message
}

// A proposal, and what is proposed, are as in corpus/internal/generate.
type proposal struct {
	ID      string   `json:"id"`
	Why     string   `json:"why"`
	Edition string   `json:"edition"`
	Op      string   `json:"op"`
	Hex     string   `json:"hex"`
	Other   string   `json:"other_hex"`
	Methods []string `json:"methods"`
}

type proposed struct {
	Vector  json.RawMessage `json:"vector"`
	Asked   string          `json:"asked"`
	Refused string          `json:"refused"`
}

// propose turns what a failing input asks into vectors. Their answers and requirements
// are those of the generator of the corpus, which knows nothing of the reference that
// failed. What was answered rightly is left out.
func (c *campaign) propose(ctx context.Context, f *finding, asks []question) error {
	if len(asks) == 0 {
		f.NoVector = "the target asks nothing of an implementation: the seed is its test"
		return nil
	}
	var in bytes.Buffer
	for i, q := range asks {
		id := "found-" + entryName(f.input)[:8]
		if len(asks) > 1 {
			id += fmt.Sprintf("-%d", i+1)
		}
		line, err := json.Marshal(proposal{
			ID: id, Why: "Found by " + f.Target + "; say here which bug it catches.",
			Edition: q.Edition, Op: q.Op, Hex: q.Hex, Other: q.Other, Methods: append([]string{}, q.Methods...),
		})
		if err != nil {
			return err
		}
		in.Write(append(line, '\n'))
	}
	cmd := exec.CommandContext(ctx, c.programs.generate, "-propose")
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("the generator of the corpus proposes no vector: %w", err)
	}
	answers := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(answers) != len(asks) {
		return fmt.Errorf("the generator of the corpus answered %d of %d proposals", len(answers), len(asks))
	}
	refused := ""
	for i, answer := range answers {
		var p proposed
		if err := json.Unmarshal([]byte(answer), &p); err != nil {
			return err
		}
		switch {
		case p.Refused != "":
			refused = p.Refused
		case p.Asked != "":
			if c.answeredWrongly(p.Asked, asks[i]) {
				f.Asked = append(f.Asked, p.Asked)
			}
		default:
			if err := c.keepVector(f, p.Vector, asks[i]); err != nil {
				return err
			}
		}
	}
	if len(f.Vectors)+len(f.Asked) == 0 {
		f.NoVector = "every question that the input asks is answered rightly: the seed is its test"
		if refused != "" {
			f.NoVector = refused
		}
	}
	return nil
}

// answeredWrongly reports whether the answer to what a vector of the corpus asks is
// another than the vector wants.
func (c *campaign) answeredWrongly(id string, q question) bool {
	want, has := c.wants[id]
	return !has || !sameAnswer(want, q.Got)
}

func sameAnswer(want corpus.Want, got *corpus.Want) bool {
	if got == nil {
		return false
	}
	if want.Tokens.Present && got.Tokens.Present && slices.Equal(want.Tokens.Value, got.Tokens.Value) {
		got.Tokens = want.Tokens // none and an empty list are the same
	}
	return reflect.DeepEqual(want, *got)
}

// keepVector adds a vector to the file of its edition, once.
func (c *campaign) keepVector(f *finding, line []byte, q question) error {
	proposed, err := corpus.Decode(bytes.NewReader(append(bytes.Clone(line), '\n')))
	if err != nil {
		return fmt.Errorf("the generator of the corpus proposes what is no vector: %w", err)
	}
	v := proposed[0]
	if sameAnswer(v.Want, q.Got) {
		return nil
	}
	path := filepath.Join(c.dir, "vectors", v.Edition+".jsonl")
	there, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	known := []corpus.Vector{}
	if len(there) > 0 {
		if known, err = corpus.Decode(bytes.NewReader(there)); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	same := func(w corpus.Vector) bool {
		return w.Op == v.Op && w.Token == v.Token && w.Other == v.Other && slices.Equal(w.Methods, v.Methods)
	}
	if i := slices.IndexFunc(known, same); i >= 0 {
		v = known[i]
	} else if err := writeFile(c.dir, path, slices.Concat(there, line, []byte("\n"))); err != nil {
		return err
	}
	f.Vectors = append(f.Vectors, vector{v.ID, path, v.Requirements})
	return nil
}
