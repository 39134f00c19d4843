// Package fuzz holds native Go fuzz targets for what this module itself is made
// of: the reference implementation, the laws, and the readers of untrusted input
// (the lines of an adapter, the files of a corpus).
//
// There is one idea in each file, and each target takes a single []byte, so that
// other engines can run them, too. All are seeded from the corpus.
//
// README.md lists them, and describes ci/fuzz, which runs all. To run one:
//
//	go test ./fuzz -run '^$' -fuzz '^FuzzText$' -fuzztime 1m
package fuzz
