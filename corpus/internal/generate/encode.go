package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/epin-conformance/harness/corpus"
)

// line is a line of a vector file. A token that is not UTF-8 is in hexadecimal only.
type line struct {
	ID           string   `json:"id"`
	Edition      string   `json:"edition"`
	Op           string   `json:"op"`
	Token        *string  `json:"token,omitempty"`
	Hex          string   `json:"hex"`
	Other        *string  `json:"other,omitempty"`
	OtherHex     string   `json:"other_hex,omitempty"`
	Methods      []string `json:"methods,omitzero"`
	Want         want     `json:"want"`
	Requirements []string `json:"requirements"`
	Why          string   `json:"why"`
}

type want struct {
	Valid    *bool     `json:"valid,omitempty"`
	Token    *string   `json:"token,omitempty"`
	PIN      *string   `json:"pin,omitempty"`
	Native   *bool     `json:"native,omitempty"`
	Derived  *bool     `json:"derived,omitempty"`
	Name     *string   `json:"name,omitempty"`
	Side     *string   `json:"side,omitempty"`
	State    *string   `json:"state,omitempty"`
	Terminal *bool     `json:"terminal,omitempty"`
	Tokens   *[]string `json:"tokens,omitempty"`
	Original *string   `json:"original,omitempty"`
	Equal    *bool     `json:"equal,omitempty"`
}

// encode returns the line of a vector, in ASCII.
func encode(v corpus.Vector) (string, error) {
	w := v.Want
	l := line{
		ID: v.ID, Edition: v.Edition, Op: v.Op, Token: text(v.Token), Hex: hex.EncodeToString([]byte(v.Token)),
		Methods: v.Methods, Requirements: v.Requirements, Why: v.Why,
		Want: want{
			value(w.Valid), value(w.Token), value(w.PIN), value(w.Native), value(w.Derived), value(w.Name), value(w.Side),
			value(w.State), value(w.Terminal), value(w.Tokens), value(w.Original), value(w.Equal),
		},
	}
	if v.Op == corpus.OpEqual {
		l.Other, l.OtherHex = text(v.Other), hex.EncodeToString([]byte(v.Other))
	}
	var written, ascii strings.Builder
	enc := json.NewEncoder(&written)
	enc.SetEscapeHTML(false)
	err := enc.Encode(l)
	for _, r := range controls.Replace(written.String()) {
		if r <= '~' {
			ascii.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&ascii, `\u%04x`, unit)
		}
	}
	return ascii.String(), err
}

// controls writes two control characters as older versions of encoding/json do.
var controls = strings.NewReplacer(`\\`, `\\`, `\b`, `\u0008`, `\f`, `\u000c`)

func text(token string) *string {
	if !utf8.ValidString(token) {
		return nil
	}
	return &token
}

func value[T any](o corpus.Optional[T]) *T {
	if !o.Present {
		return nil
	}
	return &o.Value
}
