package wire

import (
	"strconv"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
)

// quoted is how much of a line is shown, in bytes.
const quoted = 120

// quote shows the beginning of untrusted bytes, in ASCII, escaped as [conformance.Visible]
// does.
func quote(b []byte) string {
	if len(b) <= quoted {
		return conformance.Visible(strconv.QuoteToASCII(string(b)), "")
	}
	return conformance.Visible(strconv.QuoteToASCII(string(b[:quoted])), "") + "... (" + number.Thousands(len(b)) + " bytes)"
}
