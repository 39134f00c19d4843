#!/usr/bin/env bash
# Builds every fuzz target for libFuzzer, with its seeds and its dictionary,
# into $OUT. ClusterFuzzLite runs it in the base image of OSS-Fuzz, in the root of the module.
#
# The targets of conformancetest, which test a helper for others' tests, are not among them.
set -euo pipefail

module=github.com/epin-conformance/harness

# Targets stand in package fuzz and, each in a file of its own, beside the reader that they test.
mapfile -t files < <(grep -rl --include='*fuzz_*test.go' '^func Fuzz' conformance/internal conformance/wire | sort)
mapfile -t folders < <(printf '%s\n' fuzz "${files[@]%/*}" | sort -u)

work=$(mktemp -d)
trap 'chmod -R u+w "$work" && rm -rf "$work"' EXIT
EPIN_FUZZ_SEEDS=$work/seeds go test -count=1 -run '^Fuzz' "${folders[@]/#/./}"

# The builder replaces a file of package testing by an overlay. Go allows none for a toolchain in
# the module cache, where it puts the one that go.mod wants.
root=$(go env GOROOT)
if [[ $root == "$(go env GOMODCACHE)"/* ]]; then
  cp -r "$root" "$work/go"
  export GOROOT=$work/go PATH=$work/go/bin:$PATH GOTOOLCHAIN=local
fi

for folder in "${folders[@]}"; do
  # The builder makes ordinary files of test files. Those of an external test package would not compile.
  { grep -l '^package [a-z]*_test$' "$folder"/*_test.go || true; } | xargs -r rm
  mapfile -t targets < <(grep -hoE '^func Fuzz[A-Za-z0-9_]*' "$folder"/*_test.go | cut -c6-)
  for target in "${targets[@]}"; do
    compile_native_go_fuzzer_v2 "$module/$folder" "$target" "$target"
    (cd "$work/seeds/$target" && zip -q -r "$OUT/${target}_seed_corpus.zip" .)
    case $target in
      FuzzKnownFailures | FuzzCertificate | FuzzSelectorFile | FuzzTranscript | FuzzWire*) dictionary=lines.dict ;;
      *) dictionary=epin.dict ;;
    esac
    cp ".clusterfuzzlite/$dictionary" "$OUT/$target.dict"
  done
done
