package main

import (
	"cmp"
	"slices"
)

// median returns the middle of values, of which there is at least one; of an even
// number of them the higher of the two.
func median[T cmp.Ordered](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
