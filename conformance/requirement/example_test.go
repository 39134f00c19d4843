package requirement_test

import (
	"fmt"

	"github.com/epin-conformance/harness/conformance/requirement"
)

// Look up the identifier that a report shows.
func ExampleLookup() {
	r, ok := requirement.Lookup("epin/7.1/side")
	fmt.Println(ok, r.Level, "§"+r.Section)
	fmt.Println(r.Says)
	// Output:
	// true required §7.1
	// Upper case is Side first, lower case is Side second.
}
