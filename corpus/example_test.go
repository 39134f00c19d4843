package corpus_test

import (
	"fmt"
	"regexp"

	"github.com/epin-conformance/harness/corpus"
)

// Test a validity check with the vectors, and print the first failure. This check has a bug:
// with the flag m, $ also matches before a newline.
func Example() {
	valid := regexp.MustCompile(`(?m)^[-+]?[A-Za-z]\^?'?$`).MatchString
	vectors, err := corpus.Vectors("1.0.0")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range vectors {
		if v.Op == corpus.OpParse && valid(v.Token) != v.Want.Valid {
			fmt.Printf("%s: %q: got %t, want %t\n", v.ID, v.Token, valid(v.Token), v.Want.Valid)
			fmt.Println("violates", v.Requirements)
			fmt.Println(v.Why)
			return
		}
	}
	// Output:
	// line-feed-in-front: "\nK": got true, want false
	// violates [epin/6/anchoring epin/6/grammar epin/9.1/reject epin/9.4/line-break]
	// A line feed before the token catches a dollar sign instead of an absolute end, multi-line matching, or a chomped line.
}
