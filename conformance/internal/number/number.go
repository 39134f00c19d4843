// Package number writes numbers for people. All packages that write reports call it.
package number

import "strconv"

// Thousands writes a number, which is not negative, with a comma before every three digits from the
// right: "1,114,112".
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Counted counts things, such as "1 check" and "2,000 checks".
func Counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return Thousands(n) + " " + thing + "s"
}
