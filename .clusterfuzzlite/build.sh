#!/usr/bin/env bash
# Builds every fuzz target for libFuzzer, with its seeds and its dictionary,
# into $OUT. ClusterFuzzLite runs it in the base image of OSS-Fuzz, in the root of the module.
#
# The targets of conformancetest test that package's own helper, which takes a
# *testing.F. The builder cannot build it, because it replaces package testing.
set -euo pipefail

module=github.com/epin-conformance/harness
testing=github.com/AdamKorcz/go-118-fuzz-build/testing

# Targets stand in package fuzz and, each in a file of its own, beside the reader that they test.
mapfile -t files < <(grep -rl --include='*fuzz_*test.go' '^func Fuzz' conformance/internal conformance/wire | sort)
mapfile -t folders < <(printf '%s\n' fuzz "${files[@]%/*}" | sort -u)

seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT
EPIN_FUZZ_SEEDS=$seeds go test -count=1 -run '^Fuzz' "${folders[@]/#/./}"

# The builder ignores test files other than that of the target. So they become ordinary
# files, and import the builder's package testing.
go get "$testing"
for file in fuzz/export.go fuzz/*_test.go conformance/wire/fuzz_*_test.go "${files[@]}"; do
  [ -e "$file" ] || continue # it was among those of wire
  sed "s#^\(import \|	\)\"testing\"\$#\1\"$testing\"#" "$file" >"${file%_test.go}_libfuzzer.go"
  rm "$file"
done

for folder in "${folders[@]}"; do
  mapfile -t targets < <(grep -hoE '^func Fuzz[A-Za-z0-9_]*' "$folder"/*_libfuzzer.go | cut -c6-)
  for target in "${targets[@]}"; do
    compile_native_go_fuzzer "$module/$folder" "$target" "$target"
    (cd "$seeds/$target" && zip -q -r "$OUT/${target}_seed_corpus.zip" .)
    case $target in
      FuzzKnownFailures | FuzzCertificate | FuzzSelectorFile | FuzzTranscript | FuzzWire*) dictionary=lines.dict ;;
      *) dictionary=epin.dict ;;
    esac
    cp ".clusterfuzzlite/$dictionary" "$OUT/$target.dict"
  done
done
