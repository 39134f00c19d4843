// Package target is a fuzz target whose implementation is a mutant: what ci/killtimes
// measures native fuzzing with. It has tests only.
package target
