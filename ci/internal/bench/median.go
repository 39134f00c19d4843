package main

import (
	"cmp"
	"slices"
)

// ratios divides each of the values by the one below it, of which there are as many.
func ratios(above, below []float64) []float64 {
	all := make([]float64, len(above))
	for i := range above {
		all[i] = above[i] / below[i]
	}
	return all
}

// median returns the middle of values, of which there is at least one; of an even
// number of them the higher of the two.
func median[T cmp.Ordered](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
