package fuzz

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/bits"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

// Vector is a vector of the corpus, with the line that it stands in.
type Vector struct {
	corpus.Vector
	Line []byte // its LF included
}

// seeder is what seeding asks of a *testing.F.
type seeder interface {
	Helper()
	Add(args ...any)
	Fatal(args ...any)
}

// Seed gives f its inputs, each once. It fails the target when there are none,
// because a target that starts from nothing runs for hours and finds nothing.
func Seed(f seeder, inputs func() ([][]byte, error)) {
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

// FromCorpus returns what inputs makes of the corpus, each input once; it is made when
// it is first asked for, because some engines run a target anew for each input.
//
// An engine runs every seed before it begins, and a thousand that make the code take
// the same way keep it from beginning. So of vectors that are alike it takes the first:
// [Shape] says which are alike to a reader of tokens, [Kind] to a reader of lines.
func FromCorpus(alike func(v Vector) string, inputs func(v Vector) [][]byte) func() ([][]byte, error) {
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

// Kind is the same for vectors whose lines differ in nothing but what the strings in
// them say.
func Kind(v Vector) string {
	length := len(v.Token)
	if length > 4 {
		length = 4 + bits.Len(uint(length))
	}
	return fmt.Sprint(v.Edition, v.Op, v.Want.Valid.Value, len(v.Methods), length,
		utf8.ValidString(v.Token), strings.ContainsFunc(v.Token, unicode.IsControl))
}

// Shape is the same for vectors that differ only in the letters of their tokens.
func Shape(v Vector) string {
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
var vectors = sync.OnceValues(func() ([]Vector, error) {
	var all []Vector
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
			all = append(all, Vector{v, append(bytes.TrimSuffix(lines[i], []byte("\n")), '\n')})
		}
	}
	return all, nil
})

// TokenSeeds are the seeds of targets that take a token.
var TokenSeeds = FromCorpus(Shape, Tokens)

func Tokens(v Vector) [][]byte {
	if v.Op == corpus.OpEqual {
		return [][]byte{[]byte(v.Token), []byte(v.Other)}
	}
	return [][]byte{[]byte(v.Token)}
}

// Damaged makes lines of one that holds a JSON object, each with one thing wrong or
// strange about it, for the targets that read lines. It makes them for simple vectors
// only, because one line damaged in every way does for all of its kind.
func Damaged(v Vector, line []byte) [][]byte {
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
