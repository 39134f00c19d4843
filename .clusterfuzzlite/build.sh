#!/usr/bin/env bash
# Builds every fuzz target for libFuzzer, with its seeds and its dictionary, into $OUT.
# ClusterFuzzLite and OSS-Fuzz run it in their base image, in the root of the module.
set -euo pipefail

package=github.com/epin-conformance/harness/fuzz
testing=github.com/AdamKorcz/go-118-fuzz-build/testing

seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
ci/fuzz seeds "$seeds"

# The builder takes one file of a package for the target, and files of tests for none
# of it. So the helpers become ordinary files, and all of them speak of its testing.
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
    FuzzCorpusDecode | FuzzKnownFailures | FuzzCertificate | FuzzReplay | FuzzTranscript | FuzzWire* | FuzzFeatureTokens) dictionary=lines.dict ;;
    *) dictionary=epin.dict ;;
  esac
  cp ".clusterfuzzlite/$dictionary" "$OUT/$target.dict"
done
