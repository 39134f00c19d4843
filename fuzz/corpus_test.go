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

// FuzzCorpusDecode gives the reader of corpus files hostile ones. What it accepts
// means the same to encoding/json, and what it refuses it says in printable ASCII.
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
		// The ids of a file are its own, so no file can stand in one twice.
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
		t.Fatalf("%q gives %v, which names no line", input, err)
	}
	if fault.Line < 1 || fault.Line > bytes.Count(input, []byte("\n"))+1 {
		t.Errorf("%q: there is no line %d", input, fault.Line)
	}
	unprintable := func(r rune) bool { return r < ' ' || r > '~' }
	if fault.Reason == "" || strings.ContainsFunc(err.Error(), unprintable) {
		t.Errorf("%q is refused with %q", input, err)
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
