package badadapter

import (
	"io"
	"os"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// kindsThatFlood write more than anybody wants to keep.
func kindsThatFlood() []kind {
	const tooLong = `^The adapter wrote a line longer than 16 MiB: "x{120}"\.\.\. \(16,777,\d{3} bytes\) \(the request: `
	return []kind{
		{
			name: "writes a line of 64 MiB", does: "Instead of one answer it writes a line of 64 MiB, and goes on.",
			program: program{writes: at(after, func(a *adapter, right string) { a.flood(64<<20, "x"); a.say(""); a.say(right) })},
			verdict: suite.NoVerdict, says: tooLong, short: true,
		},
		{
			name: "writes a line without end", does: "Instead of one answer it writes without end and without a line feed.",
			program: program{writes: at(after, func(a *adapter, _ string) { a.flood(1<<50, "x") })},
			verdict: suite.NoVerdict, says: tooLong, short: true,
		},
		{
			name: "writes a line without end before hello", does: "It writes without end and without a line feed at once.",
			program: program{start: func(a *adapter) { a.flood(1<<50, "x") }},
			verdict: suite.NoVerdict,
			says:    `^The adapter wrote a line longer than 16 MiB: "x{120}"\.\.\. \(16,777,\d{3} bytes\)\.$`,
		},
		{
			name: "writes a value of 64 MiB", does: "An unknown key of one answer holds 64 MiB.",
			program: program{writes: at(after, func(a *adapter, right string) {
				a.write(strings.TrimSuffix(right, "}") + `,"x":"`)
				a.flood(64<<20, "x")
				a.say(`"}`)
			})},
			verdict: suite.NoVerdict,
			says:    `^The adapter wrote a line longer than 16 MiB: "\{\\"id\\":`,
		},
		{
			name: "writes lines without end", does: "It answers one request without end, a line each time.",
			program: program{writes: at(after, func(a *adapter, right string) { a.flood(1<<50, right+"\n") })},
			verdict: suite.NoVerdict, short: true,
			says: `^The adapter answered the id \d+ a second time: .*; every request is answered exactly once`,
		},
		{
			name: "writes empty lines without end", does: "It writes line feeds without end.",
			program: program{writes: at(after, func(a *adapter, _ string) { a.flood(1<<50, "\n") })},
			verdict: suite.NoVerdict,
			says:    `^The adapter wrote a line that is no response.*: ""; standard output is for responses only`,
		},
		{
			name: "gives long strings", does: "Each string that its parser offers of a token has 100,000 bytes.",
			program: program{answer: func(_ *adapter, req conformance.Request) *answerOf {
				if req.Op != conformance.OpParse || !epin.Valid(req.Token) {
					return nil
				}
				long := conformance.Some(strings.Repeat(req.Token, 100_000/len(req.Token)))
				return &answerOf{Outcome: conformance.Accepted, Token: long, PIN: long, Name: long, Side: long, State: long}
			}},
			only:    []string{"tokens"},
			verdict: suite.NotConformant, says: `requirements that were exercised failed`,
			blames: &blame{requirement: "epin/7.1/side", got: `side ".*\.\.\. \(100000 bytes, SHA-256 [0-9a-f]{64}\)"`},
		},
		{
			name: "offers a million operations", does: "Its hello names a million operations that there are not, and those that there are.",
			program: program{hello: func(a *adapter, right string) {
				begin, end, _ := strings.Cut(right, `"ops":[`)
				a.say(begin + `"ops":[` + strings.Repeat(`"divine",`, 1_000_000) + end)
			}},
			verdict: suite.Conformant, says: nothingFailed,
		},
		{
			name: "floods at the end", does: "It answers everything, and then writes without end and without a line feed.",
			program: program{end: func(a *adapter) int { a.flood(1<<50, "x"); return 0 }},
			verdict: suite.NoVerdict,
			says:    `^The adapter wrote a line longer than 16 MiB: "x{120}"`,
		},
		{
			name: "floods standard error", does: "It writes 200 MB to standard error while it answers, rightly.",
			program: program{writes: func(a *adapter, right string) {
				if a.n <= 200 {
					_, _ = os.Stderr.WriteString(strings.Repeat("warning: deprecated\x1b[5m\n", 1_000_000/24))
				}
				a.say(right)
			}},
			verdict: suite.Conformant, says: nothingFailed,
		},
		{
			name: "takes 2 GiB", does: "It takes 2 GiB of memory, little of which it touches, and is right.",
			program: program{start: func(*adapter) {
				hoard = reserve(2 << 30)
				for i := 0; i < len(hoard); i += 64 << 20 {
					hoard[i] = 1
				}
			}},
			verdict: suite.Conformant, says: nothingFailed, timeout: 10 * time.Second,
		},
	}
}

// hoard is what a kind keeps.
var hoard []byte

// flood writes something again and again, n bytes of it.
func (a *adapter) flood(n int64, text string) {
	a.flush()
	block := strings.NewReader(strings.Repeat(text, 1+(64<<10)/len(text)))
	for n > 0 {
		_, _ = block.Seek(0, io.SeekStart)
		written, err := io.CopyN(os.Stdout, block, min(n, block.Size()))
		gone(0, err)
		n -= written
	}
}
