package badadapter

import (
	"os"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
)

// Timeouts: soon is for kinds that always hang; later is long enough for a busy machine, where
// the verdict depends on other responses in time.
const (
	soon  = 500 * time.Millisecond
	later = 2 * time.Second
)

const late = `ent no complete response within 0\.5 s \(--timeout\) while \d+ responses? (was|were) due`

// kindsThatHang returns kinds that leave requests unanswered and do not exit, or are slow.
func kindsThatHang() []kind {
	parseAlone, sweepAlone := []conformance.Op{conformance.OpParse}, []conformance.Op{conformance.OpSweep}
	hangs := blame{token: deadly, got: `2 s|hung`}
	pauses := func(every int, d time.Duration) program {
		return program{writes: func(a *adapter, right string) {
			if a.n%every == 0 {
				a.flush()
				time.Sleep(d)
			}
			a.say(right)
		}}
	}
	return []kind{
		inconclusive("hangs after 500 answers", diesAfter(func(a *adapter, _ string) { a.hang() }), late, inTime(soon), fails(wire.Hung),
			smokes("many at once", "within 2s: respond to every request")),
		inconclusive("reads nothing", program{hello: func(a *adapter, right string) { a.say(right); a.hang() }},
			late, inTime(soon), graceOf(brief), fails(wire.Hung)),
		inconclusive("reads and does not answer", program{writes: func(*adapter, string) {}}, late, inTime(soon), fails(wire.Hung)),
		inconclusive("stops reading", diesAfter(func(*adapter, string) { os.Stdin.Close(); stop() }), late+`|closed its standard input`, inTime(soon)),
		inconclusive("drips an answer", diesAfter(func(a *adapter, right string) { a.write(right[:1]); a.drip() }), late, inTime(soon), fails(wire.Hung)),
		inconclusive("omits one response", program{writes: at(after, func(*adapter, string) {})}, late, inTime(soon), fails(wire.Hung)),
		inconclusive("hangs, and ignores termination", diesAfter(func(a *adapter, _ string) { ignoreTermination(); a.hang() }),
			late, inTime(soon), graceOf(brief), fails(wire.Hung)),
		// It writes a byte every few milliseconds, so that each response is in time and the run
		// never ends.
		inconclusive("never comes to an end", program{writes: func(a *adapter, right string) {
			for _, b := range []byte(right + "\n") {
				a.now(string(b))
				time.Sleep(3 * time.Millisecond)
			}
		}}, `^The run took longer than 3s \((MaxTime|--max-time)\)\.$`, func(k *kind) { k.maxTime = 3 * time.Second }),
		// The first process answers one request after the timeout.
		inconclusive("is late once", lateOnce(conformance.OpParse), late, inTime(soon)),

		broken("hangs on one token", program{offers: parseAlone, raises: on(deadly, (*adapter).hang)}, hangs, inTime(later), sampled),
		broken("hangs on one token in a sweep", program{raises: on(deadly, (*adapter).hang)}, hangs, inTime(later)),
		broken("omits the response to one token", program{offers: parseAlone, writes: func(a *adapter, right string) {
			if !a.hasToken(deadly) {
				a.say(right)
			}
		}}, hangs, inTime(later)),
		broken("drips on one token", program{offers: parseAlone, raises: on(deadly, (*adapter).drip)}, hangs, inTime(later)),
		broken("hangs on one token, and ignores termination",
			program{offers: parseAlone, raises: on(deadly, func(a *adapter) { ignoreTermination(); a.hang() })}, hangs, inTime(later), graceOf(brief)),
		broken("is incorrect, and then hangs", program{judges: incorrectOnce, writes: diesAfter(func(a *adapter, _ string) { a.hang() }).writes},
			wrong, inTime(soon), incomplete, because(someFailedCut+late)),
		broken("hangs on invalid UTF-8", program{offers: parseAlone, raises: notUTF8(func(a *adapter) string { a.hang(); return "" })},
			blame{got: `0\.5 s|hung`}, inTime(soon), incomplete),

		correct("is late once, with a sweep", lateOnce(conformance.OpSweep), inTime(later)),
		// Each of these takes 3 ms for each of the first 3,000 tokens.
		correct("is slow, and flushes late", program{offers: parseAlone, raises: slow}, inTime(later)),
		correct("is slow", program{offers: sweepAlone, raises: slow}, inTime(later)),
		// It takes 3 ms for each token of a sweep of more than 256 tokens, which then is late.
		correct("is slow in large sweeps", program{answer: func(_ *adapter, req conformance.Request) *answerOf {
			if len(req.Tokens) > 256 {
				time.Sleep(time.Duration(len(req.Tokens)) * 3 * time.Millisecond)
			}
			return nil
		}}, inTime(later)),
		correct("starts slowly", starts(func(*adapter) { time.Sleep(400 * time.Millisecond) }), inTime(5*time.Second)),
		correct("pauses", pauses(1000, 100*time.Millisecond), inTime(5*time.Second)),
	}
}

// lateOnce returns a program that answers one request for an operation after the timeout, in
// one process only.
func lateOnce(op conformance.Op) program {
	return program{answer: func(a *adapter, req conformance.Request) *answerOf {
		if req.Op == op && a.n > after && a.firstTime("late") {
			a.flush()
			time.Sleep(3 * later)
		}
		return nil
	}}
}

// slow delays each of the first 3,000 calls, and never crashes.
func slow(a *adapter, _ string) string {
	if a.calls <= 3000 {
		time.Sleep(3 * time.Millisecond)
	}
	return ""
}
