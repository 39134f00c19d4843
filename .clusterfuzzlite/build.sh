#!/usr/bin/env bash
# Builds every target of package fuzz for libFuzzer, with its seeds and its dictionary,
# into $OUT. ClusterFuzzLite runs it in the base image of OSS-Fuzz, in the root of the module.
#
# The targets of conformancetest test that package's own helper, which takes a
# *testing.F. The builder cannot build it, because it replaces package testing.
set -euo pipefail

package=github.com/epin-conformance/harness/fuzz
testing=github.com/AdamKorcz/go-118-fuzz-build/testing

seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
EPIN_FUZZ_SEEDS=$seeds go test -count=1 -run '^Fuzz' ./fuzz

# The builder ignores test files other than that of the target. So they become ordinary
# files, and import the builder's package testing.
go get "$testing"
for file in fuzz/*_test.go; do
  sed "s#^\(import \|	\)\"testing\"\$#\1\"$testing\"#" "$file" >"${file%_test.go}_libfuzzer.go"
  rm "$file"
done

for folder in "$seeds"/Fuzz*; do
  target=$(basename "$folder")
  compile_native_go_fuzzer "$package" "$target" "$target"
  (cd "$folder" && zip -q -r "$OUT/${target}_seed_corpus.zip" .)
  case $target in
    FuzzCorpusDecode | FuzzKnownFailures | FuzzCertificate | FuzzSelectorFile | FuzzTranscript | FuzzWire* | FuzzFeatureTokens) dictionary=lines.dict ;;
    *) dictionary=epin.dict ;;
  esac
  cp ".clusterfuzzlite/$dictionary" "$OUT/$target.dict"
done
