package badadapter

import (
	"os"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// kindsThatFlood returns kinds that write or allocate without bounds.
func kindsThatFlood() []kind {
	const (
		tooLong = `^The adapter wrote a line longer than 16 MiB: "x{120}"\.\.\. \(16,777,\d{3} bytes\)`
		endless = 1 << 50
		tells16 = "a line is longer than 16 MiB"
	)
	floods := func(n int64, text string) program {
		return program{writes: at(after, func(a *adapter, right string) { a.flood(n, a.fill(text, right)) })}
	}
	ks := []kind{
		inconclusive("writes a line of 64 MiB", program{writes: at(after, func(a *adapter, right string) { a.flood(64<<20, "x"); a.say(""); a.say(right) })},
			tooLong+` \(the request: `, fails(wire.LineTooLong), smokes("many at once", tells16), graceOf(brief)),
		inconclusive("writes a line without end", floods(endless, "x"), tooLong+` \(the request: `, fails(wire.LineTooLong)),
		inconclusive("writes a line without end before hello", starts(func(a *adapter) { a.flood(endless, "x") }),
			tooLong+`\.$`, fails(wire.LineTooLong), tells("hello", tells16), graceOf(brief)),
		inconclusive("writes a value of 64 MiB", program{writes: at(after, func(a *adapter, right string) {
			a.write(strings.TrimSuffix(right, "}") + `,"x":"`)
			a.flood(64<<20, "x")
			a.say(`"}`)
		})}, `^The adapter wrote a line longer than 16 MiB: "\{\\"id\\":`, fails(wire.LineTooLong)),
		inconclusive("writes lines without end", floods(endless, "RIGHT\n"),
			`^The adapter responded to the id \d+ a second time: .*; respond to each request once`, fails(wire.RepeatedID)),
		inconclusive("writes empty lines without end", floods(endless, "\n"),
			`^The adapter wrote a line that is not a response.*: ""; standard output is for responses only`, fails(wire.MalformedAnswer),
			smokes("many at once", "an empty line: write one line feed"), graceOf(brief)),
		inconclusive("floods at the end", program{end: func(a *adapter) int { a.flood(endless, "x"); return 0 }},
			`^The adapter wrote a line longer than 16 MiB: "x{120}"`, fails(wire.LineTooLong)),
		// Each string in its responses has about 100,000 bytes.
		broken("gives long strings", program{answer: func(_ *adapter, req conformance.Request) *answerOf {
			if req.Op != conformance.OpParse || !epin.Valid(req.Token) {
				return nil
			}
			long := conformance.Some(strings.Repeat(req.Token, 100_000/len(req.Token)))
			return &answerOf{Outcome: conformance.Accepted, Token: long, PIN: long, Name: long, Side: long, State: long}
		}}, blame{requirement: "epin/7.1/side", got: `token "A+\.\.\. \(100000 bytes, SHA-256 [0-9a-f]{64}\)"`},
			because(`requirements that were tested failed`), func(k *kind) { k.only = []string{"tokens"} }),
		correct("offers a million operations", program{hello: func(a *adapter, right string) {
			begin, end, _ := strings.Cut(right, `"ops":[`)
			a.say(begin + `"ops":[` + strings.Repeat(`"divine",`, 1_000_000) + end)
		}}),
		correct("floods standard error", program{writes: func(a *adapter, right string) {
			if a.n <= 200 {
				_, _ = os.Stderr.WriteString(strings.Repeat("warning: deprecated\x1b[5m\n", 1_000_000/24))
			}
			a.say(right)
		}}),
		// It touches only few pages of it.
		correct("takes 2 GiB", starts(func(*adapter) {
			hoard = reserve(2 << 30)
			for i := 0; i < len(hoard); i += 64 << 20 {
				hoard[i] = 1
			}
		}), inTime(10*time.Second)),
	}
	for i := range ks {
		ks[i].floods = true
	}
	return ks
}

// hoard keeps memory of a kind reachable.
var hoard []byte
