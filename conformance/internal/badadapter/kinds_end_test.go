package badadapter

import (
	"fmt"
	"os"
	"time"

	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// Graces for what does not end by itself: a short one, and one that a busy machine does
// not reach, where it is noted what did not end in time.
const (
	brief = 300 * time.Millisecond
	ample = 2 * time.Second
)

// kindsThatDoNotEnd answer everything rightly, and do not end as they should.
func kindsThatDoNotEnd() []kind {
	const notEnded = `^the adapter had not ended 2 s after the end of standard input, and was (terminated|killed)$`
	const held = `^a process that the adapter had started held its pipes 2 s after the end of standard input, and was (terminated|killed)$`
	return []kind{
		{
			name: "ends with another status", does: "It answers everything, and ends with status 3.",
			program: program{end: func(*adapter) int { return 3 }},
			verdict: suite.Conformant, says: nothingFailed, short: true,
			notes: []string{`^the adapter ended with exit status 3 after its last answer$`},
		},
		{
			name: "ends by a signal", does: "It answers everything, and is ended by a signal.",
			program: program{end: func(*adapter) int { killItself(); return 0 }},
			verdict: suite.Conformant, says: nothingFailed,
			notes: []string{`^the adapter ended with ` + killed + ` after its last answer$`},
		},
		{
			name: "does not end", does: "It answers everything, and stays.",
			program: program{end: func(*adapter) int { stop(); return 0 }}, grace: ample,
			verdict: suite.Conformant, says: nothingFailed,
			notes: []string{notEnded},
		},
		{
			name: "will not end", does: "It answers everything, stays, and ignores being asked to end.",
			program: program{end: func(*adapter) int { ignoreTermination(); stop(); return 0 }}, grace: ample,
			verdict: suite.Conformant, says: nothingFailed, short: true,
			notes: []string{notEnded},
		},
		{
			name: "leaves a child with standard output", does: "It starts a child that holds its standard output, answers everything, and ends.",
			program: program{start: func(*adapter) { startChild("sleeper", os.Stdout, nil, false) }}, grace: ample,
			verdict: suite.Conformant, says: nothingFailed,
			notes: []string{held},
		},
		{
			name: "leaves a child with standard error", does: "It starts a child that holds its standard error, answers everything, and ends.",
			program: program{start: func(*adapter) { startChild("sleeper", nil, os.Stderr, false) }}, grace: ample,
			verdict: suite.Conformant, says: nothingFailed,
			notes: []string{held},
		},
		{
			name: "leaves a child that talks", does: "It answers everything, and ends; a child writes to its standard output.",
			program: program{end: func(*adapter) int { startChild("writer", os.Stdout, nil, false); return 0 }},
			verdict: suite.NoVerdict,
			says:    `^The adapter wrote a line that is no response: "still here"; standard output is for responses only\.$`,
		},
		{
			name: "leaves a daemon", does: "It starts a child that holds none of its pipes, answers everything, and ends.",
			program: program{start: func(*adapter) { startChild("sleeper", nil, nil, false) }},
			verdict: suite.Conformant, says: nothingFailed,
		},
		{
			name: "says goodbye", does: "It answers everything, and writes a last line that is no response.",
			program: program{end: func(*adapter) int { fmt.Println("bye"); return 0 }},
			verdict: suite.NoVerdict, short: true,
			says: `^The adapter wrote a line that is no response: "bye"; standard output is for responses only\.$`,
		},
		{
			name: "answers again at the end", does: "It answers everything, and the last request once more when the input has ended.",
			program: program{end: func(a *adapter) int { a.now(a.fill(`{"id":ID,"valid":true}`+"\n", "")); return 0 }},
			verdict: suite.NoVerdict,
			says:    `^The adapter answered the id \d+ a second time: .*; every request is answered exactly once\.$`,
		},
		{
			name: "is wrong, and says goodbye", does: "One wrong answer, and a last line that is no response.",
			program: program{
				judges: wrongOnce,
				end:    func(*adapter) int { fmt.Println("bye"); return 0 },
			},
			verdict: suite.NotConformant, cut: true,
			says:   `^\d+ of the \d+ requirements that were exercised failed; the run is incomplete\. The adapter wrote a line that is no response: "bye"`,
			blames: &blame{token: "A", requirement: "epin/9.1/accept", got: "^rejected"},
		},
		{
			name: "is wrong, and ends by a signal", does: "One wrong answer, and after the last one a signal.",
			program: program{
				judges: wrongOnce,
				end:    func(*adapter) int { killItself(); return 0 },
			},
			verdict: suite.NotConformant, says: someFailed,
			blames: &blame{token: "A", requirement: "epin/9.1/accept", got: "^rejected"},
			notes:  []string{`^the adapter ended with ` + killed + ` after its last answer$`},
		},
	}
}
