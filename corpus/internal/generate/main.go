// Command generate writes the vector files of the corpus from the tables beside
// it. It is run by
//
//	go generate ./corpus
//
// in the root of the module. The same tables always give the same files.
//
// This program checks its output with the package that embeds the files. If a file is
// missing, create an empty one first.
package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/epin-conformance/harness/corpus"
)

func main() {
	for _, edition := range corpus.Editions() {
		file, err := generate(edition)
		if err == nil {
			err = os.WriteFile(edition+".jsonl", file, 0o644)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "generate: edition %s: %v\n", edition, err)
			os.Exit(1)
		}
	}
}

// generate returns the file of an edition, and checks that Decode accepts it.
func generate(edition string) ([]byte, error) {
	vectors, err := build(edition)
	if err != nil {
		return nil, err
	}
	var file []byte
	for _, v := range vectors {
		line, err := encode(v)
		if err != nil {
			return nil, err
		}
		file = append(file, line...)
	}
	_, err = corpus.Decode(bytes.NewReader(file))
	return file, err
}
