package requirement_test

import (
	"fmt"

	"github.com/epin-conformance/harness/conformance/notation"
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

// List the required requirements of one section of the specification.
func ExampleOf() {
	for _, r := range requirement.Of(notation.EPIN) {
		if r.Level == requirement.Required && r.Section == "7.1" {
			fmt.Println(r.ID)
		}
	}
	// Output:
	// epin/7.1/name
	// epin/7.1/side
	// epin/7.1/state
	// epin/7.1/terminal
}
