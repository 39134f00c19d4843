package main

import (
	"bytes"
	"io/fs"
	"testing"

	"github.com/epin-conformance/harness/corpus"
)

// TestFilesAreUpToDate checks that the published files are generated from the current tables.
func TestFilesAreUpToDate(t *testing.T) {
	for _, edition := range corpus.Editions() {
		want, err := generate(edition)
		if err != nil {
			t.Fatal(err)
		}
		got, err := fs.ReadFile(corpus.Files(), edition+".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s.jsonl is out of date: run `go generate ./corpus`", edition)
		}
	}
}

// TestTablesAreChecked checks that mistakes in tables are errors.
func TestTablesAreChecked(t *testing.T) {
	for name, mistake := range map[string]func(*builder){
		"a fault that is a token":  func(b *builder) { b.faults([]fault{{"fine", "K'", "Catches nothing."}}) },
		"a comparison of no token": func(b *builder) { b.equal("odd", "K", "K''", "Catches nothing.") },
		"a method that is not there": func(b *builder) {
			b.apply(application{id: "odd", token: "K", methods: []string{"promote"}, why: "Catches nothing."})
		},
	} {
		b := newBuilder(corpus.Current)
		if mistake(b); b.err == nil {
			t.Errorf("no error for %s", name)
		}
	}
}
