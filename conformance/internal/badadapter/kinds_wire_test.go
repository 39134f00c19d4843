package badadapter

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
)

// kindsOutOfForm returns kinds that break the protocol after correct responses, and one each that returns
// an incorrect response and declines what it offers. Package suite tests more of these (sequences_test.go,
// declined_test.go), and package mutant has many.
func kindsOutOfForm() []kind {
	const (
		many       = "many at once"
		again      = `^The adapter responded to the id \d+ a second time: .*; respond to each request once`
		noResponse = `^The adapter wrote a line that is not a response`
	)
	writes := func(lines ...string) program { return instead(after, lines...) }
	declines := program{
		offers: []conformance.Op{conformance.OpParse},
		answer: answers(conformance.Response{}, func(conformance.Request) bool { return true }),
	}
	return []kind{
		inconclusive("logs to standard output", writes("[debug] \x1b[33mparsing\x1b[0m", "RIGHT"),
			noResponse+`: "\[debug\] \\x1b\[33mparsing\\x1b\[0m"; standard output is for responses only`, sampled, fails(conformance.MalformedAnswer),
			smokes(many, `that is not a response: "[debug] \x1b[33mparsing`)),
		inconclusive("answers another id", writes(`{"id":1,"valid":true}`),
			`^The adapter responded to the id \d+, which no open request has: .*; return the id of the request unchanged`, fails(conformance.UnknownID),
			smokes(many, "which no open request has: ")),
		inconclusive("answers twice", writes("RIGHT", "RIGHT"), again, fails(conformance.RepeatedID), smokes(many, "a second time: ")),
		inconclusive("writes invalid JSON", writes("{'id': ID, 'valid': True}"),
			`^The adapter wrote a response that is not well formed: `, fails(conformance.MalformedAnswer), smokes(many, "write it with a JSON library")),
		// Its texts hold escape sequences, HTML and characters that change the direction of text.
		broken("writes escape sequences and HTML", program{
			writes: replacing(`"name":"`+name+`"`, `"name":"`+hostileText+`","version":"`+hostileText+`","language":"`+hostileText+
				`","homepage":"javascript:`+hostileText+`"`, `"error":"`, `"error":"`+hostileText).writes,
			answer: crashes("\x1b]0;owned\x07</pre><script>alert(2)</script>\u202e\u2028\xff", is(deadly)),
		}, blame{token: deadly, got: `^crashed: `}, because(someFailed), sampled, in("vectors", "tokens"),
			shows(`^NOT CONFORMANT  \\x1b\[2J\\a\\u202e<script>alert\(1\)</script>\\u009b31m\\r\\n\\u2066\s+\\x1b\[2J`)),
		inconclusive("promises parse alone", declines,
			`^Validity was not fully tested\. It declined [\d,]+ offered requests?, such as parse "A"\. Pass such input to the library\. .*`,
			smokes("one at a time", "hello offers parse, but a response to it is unsupported: announce in hello")),
	}
}

func kindsThatFlood() []kind {
	const (
		tooLong = `^The adapter wrote a line longer than 16 MiB: "x{120}"\.\.\. \(16,777,\d{3} bytes\)`
		endless = 1 << 50
		tells16 = "a line longer than 16 MiB"
	)
	ks := []kind{
		inconclusive("writes a line of 64 MiB", program{writes: at(after, func(a *adapter, right string) { a.flood(64<<20, "x"); a.say(""); a.say(right) })},
			tooLong+` \(the request: `, fails(conformance.LineTooLong), smokes("many at once", tells16), graceOf(brief)),
		inconclusive("floods at the end", program{end: func(a *adapter) int { a.flood(endless, "x"); return 0 }},
			`^The adapter wrote a line longer than 16 MiB: "x{120}"`, fails(conformance.LineTooLong)),
		// Each string in its responses has about 100,000 bytes.
		broken("gives long strings", program{answer: func(_ *adapter, req conformance.Request) *conformance.Response {
			if req.Op != conformance.OpParse || !epin.Valid(req.Token) {
				return nil
			}
			long := notation.TextValue(strings.Repeat(req.Token, 100_000/len(req.Token)))
			return &conformance.Response{Outcome: conformance.Accepted, Attributes: notation.Values{0: long, 1: long, 4: long, 5: long, 6: long}}
		}}, blame{requirement: "epin/7.1/side", got: `token "A+\.\.\. \(100000 bytes, SHA-256 [0-9a-f]{64}\)"`},
			because(`requirements that were tested failed`), in("tokens")),
		correct("offers a million operations", program{
			writes: replacing(`"ops":[`, `"ops":[`+strings.Repeat(`"divine",`, 1_000_000)).writes,
		}),
		correct("floods standard error", program{writes: func(a *adapter, right string) {
			if a.n <= 200 {
				_, _ = os.Stderr.WriteString(strings.Repeat("warning: deprecated\x1b[5m\n", 1_000_000/24))
			}
			a.say(right)
		}}),
	}
	for i := range ks {
		ks[i].floods = true
	}
	return ks
}

// most is all operations but apply. Without apply, runs take a tenth of the time.
var most = []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpEqual, conformance.OpSweep}

// oddKinds returns kinds with unusual behaviour that the protocol allows. They must pass.
func oddKinds() []kind {
	isRight := correct("is correct", program{offers: all}, because(allExercised))
	isRight.verdict = result.FullyConformant
	return []kind{
		isRight,
		correct("is out of order", outOfOrder(200)),
		correct("writes a byte at a time", program{offers: []conformance.Op{conformance.OpSweep}, writes: func(a *adapter, right string) {
			for _, b := range []byte(right + "\n") {
				a.now(string(b))
			}
		}}),
		// Two responses hold 15 MiB under an unknown key.
		correct("writes lines of 15 MiB", program{writes: func(a *adapter, right string) {
			if a.n == after || a.n == 2*after {
				a.write(strings.TrimSuffix(right, "}") + `,"padding":"`)
				a.flood(15<<20, "x")
				right = `"}`
			}
			a.say(right)
		}}),
	}
}

// outOfOrder returns a program that collects responses and writes them in random order: when
// window responses wait, or when there is no more input.
func outOfOrder(window int) program {
	var waiting []string
	rng := rand.New(rand.NewPCG(1, 2))
	return program{offers: most, writes: func(a *adapter, right string) {
		waiting = append(waiting, right)
		if a.n > 0 && len(waiting) < window && a.in.Buffered() > 0 {
			return
		}
		rng.Shuffle(len(waiting), func(i, j int) { waiting[i], waiting[j] = waiting[j], waiting[i] })
		for _, line := range waiting {
			a.say(line)
		}
		waiting = slices.Delete(waiting, 0, len(waiting))
	}}
}

// hostileText is a text in JSON that a terminal or a browser would interpret.
const hostileText = `\u001b[2J\u0007\u202e<script>alert(1)</script>\u009b31m\r\n\u2066`
