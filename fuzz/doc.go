// Package fuzz holds native Go fuzz targets for the reference implementation and the decoder of
// the corpus, and the seeding functions of all targets of the module. The targets for other
// decoders of untrusted input are in their packages, in files whose names begin with fuzz_.
//
// Each file holds one target. Each target takes a single []byte, so that other engines can run
// it too. All seeds come from the corpus.
//
// README.md lists the targets, and describes ci/fuzz, which runs them all. To run one:
//
//	go test ./fuzz -run '^$' -fuzz '^FuzzText$' -fuzztime 1m
package fuzz
