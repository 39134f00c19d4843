// Command generate writes the vector files of the corpus from the tables beside
// it. It is run by
//
//	go generate ./corpus
//
// in the root of the module. The same tables always give the same files.
//
// The files are embedded in the package that this program uses to check what it
// has made: where one is missing, create it empty first.
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

// generate makes the file of an edition, and decodes it as strictly as any reader would.
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
