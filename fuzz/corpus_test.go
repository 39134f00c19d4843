package fuzz

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/corpus"
)

// FuzzCorpusDecode decodes hostile corpus files. encoding/json has to agree with each file that
// is accepted, and each error has to be printable ASCII and name a line.
func FuzzCorpusDecode(f *testing.F) {
	Seed(f, lineSeeds)
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		vectors, err := corpus.Decode(bytes.NewReader(input))
		if err != nil {
			refused(t, input, err)
			return
		}
		lines := bytes.SplitAfter(input, []byte("\n"))
		if last := lines[len(lines)-1]; len(vectors) != len(lines)-1 || len(last) > 0 {
			t.Fatalf("%d vectors in %q", len(vectors), input)
		}
		for i, v := range vectors {
			sameVector(t, lines[i], v)
		}
		// Ids are unique in a file, so a file repeated twice is an error.
		_, err = corpus.Decode(bytes.NewReader(bytes.Repeat(input, 2)))
		if fault := (*corpus.LineError)(nil); !errors.As(err, &fault) || fault.Line != len(vectors)+1 {
			t.Errorf("twice %q: %v, want an error in line %d", input, err, len(vectors)+1)
		}
	}))
}

var lineSeeds = FromCorpus(Kind, func(v Vector) [][]byte { return append([][]byte{v.Line}, Damaged(v, v.Line)...) })

func refused(t *testing.T, input []byte, err error) {
	fault := (*corpus.LineError)(nil)
	if !errors.As(err, &fault) {
		t.Fatalf("the error for %q is %v, which names no line", input, err)
	}
	if fault.Line < 1 || fault.Line > bytes.Count(input, []byte("\n"))+1 {
		t.Errorf("%q: there is no line %d", input, fault.Line)
	}
	unprintable := func(r rune) bool { return r < ' ' || r > '~' }
	if fault.Reason == "" || strings.ContainsFunc(err.Error(), unprintable) {
		t.Errorf("the error for %q is %q", input, err)
	}
}

func sameVector(t *testing.T, line []byte, v corpus.Vector) {
	var plain struct {
		ID, Edition, Op, Hex, Why string
		Other                     string `json:"other_hex"`
		Methods, Requirements     []string
	}
	if err := json.Unmarshal(line, &plain); err != nil {
		t.Fatalf("%q was accepted: %v", line, err)
	}
	same := plain.ID == v.ID && plain.Edition == v.Edition && plain.Op == v.Op && plain.Why == v.Why &&
		plain.Hex == hex.EncodeToString([]byte(v.Token)) && plain.Other == hex.EncodeToString([]byte(v.Other)) &&
		strings.Join(plain.Methods, " ") == strings.Join(v.Methods, " ") &&
		strings.Join(plain.Requirements, " ") == strings.Join(v.Requirements, " ")
	if !same {
		t.Errorf("%q was read as %#v", line, v)
	}
}
