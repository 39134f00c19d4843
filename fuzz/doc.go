// Package fuzz holds native Go fuzz targets for the reference implementation and the reader of
// the corpus, and what all targets of the module seed themselves with. The targets of other
// readers of untrusted input stand beside the readers, in files whose names begin with fuzz_.
//
// There is one idea in each file, and each target takes a single []byte, so that
// other engines can run them, too. All are seeded from the corpus.
//
// README.md lists them, and describes ci/fuzz, which runs all. To run one:
//
//	go test ./fuzz -run '^$' -fuzz '^FuzzText$' -fuzztime 1m
package fuzz
