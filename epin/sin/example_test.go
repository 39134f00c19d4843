package sin_test

import (
	"fmt"

	"github.com/epin-conformance/harness/epin/sin"
)

func Example() {
	shogi, err := sin.Parse("s")
	fmt.Println(shogi.Style(), shogi.Side(), err)
	// Output: S second <nil>
}
