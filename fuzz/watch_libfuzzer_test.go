//go:build gofuzz_libfuzzer

package fuzz

import "testing"

// watch returns body: libFuzzer counts coverage, and minimises, by itself.
func watch(body func(t *testing.T, input []byte)) func(t *testing.T, input []byte) { return body }
