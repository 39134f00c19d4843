package fuzz

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/bits"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

// vector is a vector of the corpus, with the line that it stands in.
type vector struct {
	corpus.Vector
	line []byte // its LF included
}

// seeder is what seeding asks of a *testing.F.
type seeder interface {
	Helper()
	Add(args ...any)
	Fatal(args ...any)
}

// seed gives f its inputs, each once. It fails the target when there are none,
// because a target that starts from nothing runs for hours and finds nothing.
func seed(f seeder, inputs func() ([][]byte, error)) {
	f.Helper()
	all, err := inputs()
	if err != nil {
		f.Fatal(err)
	}
	for _, input := range all {
		f.Add(input)
	}
	if len(all) == 0 {
		f.Fatal("the corpus gives this target nothing to start from")
	}
}

// fromCorpus returns what inputs makes of the corpus, each input once; it is made when
// it is first asked for, because some engines run a target anew for each input.
//
// An engine runs every seed before it begins, and a thousand that make the code take
// the same way keep it from beginning. So of vectors that are alike it takes the first:
// [shape] says which are alike to a reader of tokens, [kind] to a reader of lines.
func fromCorpus(alike func(v vector) string, inputs func(v vector) [][]byte) func() ([][]byte, error) {
	return sync.OnceValues(func() ([][]byte, error) {
		vectors, err := vectors()
		if err != nil {
			return nil, err
		}
		var all [][]byte
		seen, added := make(map[string]bool), make(map[string]bool)
		for _, v := range vectors {
			s := alike(v)
			if seen[s] {
				continue
			}
			seen[s] = true
			for _, input := range inputs(v) {
				if !added[string(input)] {
					added[string(input)] = true
					all = append(all, input)
				}
			}
		}
		return all, nil
	})
}

// kind is the same for vectors whose lines differ in nothing but what the strings in
// them say.
func kind(v vector) string {
	length := len(v.Token)
	if length > 4 {
		length = 4 + bits.Len(uint(length))
	}
	return fmt.Sprint(v.Edition, v.Op, v.Want.Valid.Value, len(v.Methods), length,
		utf8.ValidString(v.Token), strings.ContainsFunc(v.Token, unicode.IsControl))
}

// shape is the same for vectors that differ only in the letters of their tokens.
func shape(v vector) string {
	fold := func(token string) string {
		folded := []byte(token)
		for i, c := range folded {
			switch {
			case 'A' <= c && c <= 'Z':
				folded[i] = 'A'
			case 'a' <= c && c <= 'z':
				folded[i] = 'a'
			}
		}
		return string(folded)
	}
	return fmt.Sprintf("%s %s %q %q %q", v.Edition, v.Op, fold(v.Token), fold(v.Other), v.Methods)
}

// vectors returns the corpus of all editions.
var vectors = sync.OnceValues(func() ([]vector, error) {
	var all []vector
	for _, edition := range corpus.Editions() {
		decoded, err := corpus.Vectors(edition)
		if err != nil {
			return nil, err
		}
		content, err := fs.ReadFile(corpus.Files(), edition+".jsonl")
		if err != nil {
			return nil, err
		}
		lines := bytes.SplitAfter(bytes.TrimSuffix(content, []byte("\n")), []byte("\n"))
		if len(lines) != len(decoded) {
			return nil, fmt.Errorf("%d vectors in %d lines of edition %s", len(decoded), len(lines), edition)
		}
		for i, v := range decoded {
			all = append(all, vector{v, append(bytes.TrimSuffix(lines[i], []byte("\n")), '\n')})
		}
	}
	return all, nil
})

// tokenSeeds are the seeds of targets that take a token.
var tokenSeeds = fromCorpus(shape, tokens)

func tokens(v vector) [][]byte {
	if v.Op == corpus.OpEqual {
		return [][]byte{[]byte(v.Token), []byte(v.Other)}
	}
	return [][]byte{[]byte(v.Token)}
}

// damaged makes lines of one that holds a JSON object, each with one thing wrong or
// strange about it, for the targets that read lines. It makes them for simple vectors
// only, because one line damaged in every way does for all of its kind.
func damaged(v vector, line []byte) [][]byte {
	if len(v.Token) != 1 || !epin.Valid(v.Token) || len(v.Methods) > 1 {
		return nil
	}
	lines := [][]byte{
		line[:len(line)-1],
		append(bytes.Clone(line), 0),
		bytes.Repeat(line, 2),
		bytes.ReplaceAll(line, []byte("true"), []byte("null")),
		bytes.ReplaceAll(line, []byte(v.Token), []byte(`\ud800`)),
		bytes.ReplaceAll(line, []byte(v.Token), []byte("\xff")),
	}
	for _, member := range []string{
		`"id":0`, `"\u0069d":0`, `"ID":0`, `"valid":true`, `"Valid":true`, `"equal":true`,
		`"crash":""`, `"unsupported":true`, `"x":[{"x":null}]`, `"x":0,"x":0`, `"x":1e1000`, `"x":"\udc00"`, `"\u001bé":0`,
	} {
		lines = append(lines, bytes.Replace(line, []byte("{"), []byte("{"+member+","), 1))
	}
	return lines
}

// recorder is a seeder that notes what becomes of it.
type recorder struct {
	added  []string
	failed bool
}

func (r *recorder) Helper()           {}
func (r *recorder) Add(args ...any)   { r.added = append(r.added, string(args[0].([]byte))) }
func (r *recorder) Fatal(args ...any) { r.failed = true }

func TestSeed(t *testing.T) {
	var r recorder
	seed(&r, tokenSeeds)
	if r.failed {
		t.Error("seeding from the corpus failed")
	}
	added := map[string]bool{}
	letters := 0
	for _, input := range r.added {
		if added[input] {
			t.Errorf("%.40q was added twice", input)
		}
		added[input] = true
		if len(input) == 1 && epin.Valid(input) {
			letters++
		}
	}
	for _, token := range []string{"", "+A^'", "\xff"} {
		if !added[token] {
			t.Errorf("%q is no seed", token)
		}
	}
	if letters == 0 || letters == 52 {
		t.Errorf("%d letters are seeds, want some and not all", letters)
	}
}

func TestSeedFailsWithoutInputs(t *testing.T) {
	var r recorder
	if seed(&r, fromCorpus(shape, func(vector) [][]byte { return nil })); !r.failed {
		t.Error("a target without inputs did not fail")
	}
}
