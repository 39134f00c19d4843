package wire

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"github.com/epin-conformance/harness/conformance"
)

// maxFailureLine is the number of bytes of a line that a Failure keeps.
const maxFailureLine = 512

func lineOf(b []byte) string { return string(b[:min(len(b), maxFailureLine)]) }

// malformedLine returns a sentence about a malformed line of standard output.
func malformedLine(line []byte, err error) string {
	if bytes.HasPrefix(bytes.TrimLeft(line, " \t\r"), []byte("{")) {
		return fmt.Sprintf("the adapter wrote a response that is not well formed: %s: %v", conformance.Quote(line), err)
	}
	why := " (" + err.Error() + ")"
	if FaultOf(err) == NotObject {
		why = ""
	}
	return fmt.Sprintf("the adapter wrote a line that is not a response%s: %s; standard output is for responses only", why, conformance.Quote(line))
}

// plural returns the count n with the word one, or with more if n is not 1.
func plural(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + more
}

func inSeconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'g', -1, 64) + " s" }
