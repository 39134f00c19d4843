package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/epin-conformance/harness/corpus"
)

// longestProposed is as long as the tokens of the corpus are.
const longestProposed = 1<<16 + 64

// A proposal asks for a vector.
type proposal struct {
	ID      string   `json:"id"` // without the prefix of its edition
	Why     string   `json:"why"`
	Edition string   `json:"edition"`
	Op      string   `json:"op"`
	Hex     string   `json:"hex"`
	Other   string   `json:"other_hex"`
	Methods []string `json:"methods"`
}

// A proposed is the answer to a proposal: exactly one of the three.
type proposed struct {
	Vector  json.RawMessage `json:"vector,omitempty"`  // a line of a vector file
	Asked   string          `json:"asked,omitempty"`   // the id of the vector that asks the same
	Refused string          `json:"refused,omitempty"` // why there is no such vector
}

// propose reads a proposal a line, and answers each with a line, in their order.
func propose(in io.Reader, out io.Writer) error {
	asked := make(map[string]string)
	for _, edition := range corpus.Editions() {
		vectors, err := build(edition)
		if err != nil {
			return err
		}
		for _, v := range vectors {
			asked[proposalKey(v)] = v.ID
		}
	}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF && len(line) == 0 {
			return nil
		}
		if err != nil && err != io.EOF {
			return err
		}
		var p proposal
		if err := json.Unmarshal(line, &p); err != nil {
			return fmt.Errorf("a proposal cannot be read: %w", err)
		}
		answer, err := json.Marshal(p.answer(asked))
		if err != nil {
			return err
		}
		if _, err := out.Write(append(answer, '\n')); err != nil {
			return err
		}
	}
}

func (p proposal) answer(asked map[string]string) proposed {
	v, err := p.vector()
	if err != nil {
		return proposed{Refused: err.Error()}
	}
	if id, is := asked[proposalKey(v)]; is {
		return proposed{Asked: id}
	}
	line := appendVector(nil, v)
	if _, err := corpus.Decode(bytes.NewReader(line)); err != nil {
		return proposed{Refused: err.Error()}
	}
	return proposed{Vector: bytes.TrimSuffix(line, []byte("\n"))}
}

// vector works out the answer and the requirements.
func (p proposal) vector() (corpus.Vector, error) {
	token, err := hex.DecodeString(p.Hex)
	if err != nil {
		return corpus.Vector{}, err
	}
	other, err := hex.DecodeString(p.Other)
	if err != nil {
		return corpus.Vector{}, err
	}
	if max(len(token), len(other)) > longestProposed {
		return corpus.Vector{}, fmt.Errorf("%d bytes are more than the token of a vector has", max(len(token), len(other)))
	}
	b := newBuilder(p.Edition)
	switch p.Op {
	case corpus.OpParse:
		b.parse(p.ID, string(token), p.Why)
	case corpus.OpApply:
		b.apply(p.ID, string(token), p.Methods, p.Why)
	case corpus.OpEqual:
		b.equal(p.ID, string(token), string(other), p.Why)
	default:
		return corpus.Vector{}, errors.New("there is no such operation")
	}
	if b.err != nil {
		return corpus.Vector{}, b.err
	}
	return b.vectors[0], nil
}

// proposalKey is the same for vectors that ask the same.
func proposalKey(v corpus.Vector) string {
	return fmt.Sprintf("%s %q %s", v.Edition, v.Other, questionKey(v.Op, v.Token, v.Methods))
}
