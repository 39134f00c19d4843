package wire

import (
	"strconv"

	"github.com/epin-conformance/harness/internal/number"
)

// quoted is how much of a line is shown, in bytes.
const quoted = 120

// quote shows the beginning of what somebody else wrote, with nothing in it that a
// terminal would act upon.
func quote(b []byte) string {
	if len(b) <= quoted {
		return strconv.QuoteToASCII(string(b))
	}
	return strconv.QuoteToASCII(string(b[:quoted])) + "... (" + number.Thousands(len(b)) + " bytes)"
}
