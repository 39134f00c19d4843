// Package number writes numbers for people, so that all reports write them alike.
package number

import "strconv"

// Thousands writes a number in decimal, with a comma before every three digits from the
// right: "1,114,112".
func Thousands(n int) string {
	s := strconv.Itoa(n)
	first := 0 // the first digit
	if n < 0 {
		first = 1
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
