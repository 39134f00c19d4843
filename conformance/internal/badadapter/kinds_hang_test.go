package badadapter

import (
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// Timeouts for what hangs without fail: a short one, and one that a busy machine does
// not reach, where the verdict hangs on everything else being in time.
const (
	soon  = 500 * time.Millisecond
	later = 2 * time.Second
)

// kindsThatHang leave something unanswered, and do not end.
func kindsThatHang() []kind {
	const late = `ompleted no answer within 0\.5 s \(--timeout\) while \d+ answers? (was|were) due`
	parseAlone := []conformance.Op{conformance.OpParse}
	lateBlame := &blame{token: deadly, got: `2 s|hung`}
	return []kind{
		{
			name: "hangs after 500 answers", does: "Each process answers 500 requests, and then does nothing any more.",
			program: diesAfter(func(a *adapter, _ string) { a.hang() }),
			timeout: soon, verdict: suite.NoVerdict, says: late, short: true,
		},
		{
			name: "reads nothing", does: "It answers hello, and never reads again.",
			program: program{hello: func(a *adapter, right string) { a.say(right); a.hang() }},
			timeout: soon, grace: brief, verdict: suite.NoVerdict, says: late, short: true,
		},
		{
			name: "reads and is silent", does: "It answers hello, reads everything, and answers nothing more.",
			program: program{writes: func(*adapter, string) {}},
			timeout: soon, verdict: suite.NoVerdict, says: late,
		},
		{
			name: "stops reading", does: "Each process answers 500 requests, closes standard input, and stays.",
			program: diesAfter(func(*adapter, string) { os.Stdin.Close(); stop() }),
			timeout: soon, verdict: suite.NoVerdict,
			says: late + `|has closed its standard input`,
		},
		{
			name: "drips an answer", does: "Each process answers 500 requests, and then writes one answer byte by byte, without an end.",
			program: diesAfter(func(a *adapter, right string) { a.write(right[:1]); a.drip() }),
			timeout: soon, verdict: suite.NoVerdict, says: late, short: true,
		},
		{
			name: "leaves one out", does: "Each process leaves its 500th request unanswered, and answers all others.",
			program: program{writes: at(after, func(*adapter, string) {})},
			timeout: soon, verdict: suite.NoVerdict, says: late,
		},
		{
			name: "never comes to an end", does: "It answers rightly, a byte every few milliseconds, so that it is never late and never done.",
			program: program{writes: func(a *adapter, right string) {
				for _, b := range []byte(right + "\n") {
					a.now(string(b))
					time.Sleep(3 * time.Millisecond)
				}
			}},
			maxTime: 3 * time.Second, verdict: suite.NoVerdict, short: true,
			says: `^The run took longer than 3s \(--max-time\)\.$`,
		},
		{
			name: "hangs on one token", does: "One token is never answered, and nothing after it.",
			program: program{offers: parseAlone, raises: on(deadly, (*adapter).hang)},
			timeout: later, verdict: suite.NotConformant, blames: lateBlame, short: true,
		},
		{
			name: "hangs on one token in a sweep", does: "A sweep with one certain token is never answered, and nothing after it; the token alone is not either.",
			program: program{raises: on(deadly, (*adapter).hang)},
			timeout: later, verdict: suite.NotConformant, blames: lateBlame,
		},
		{
			name: "leaves out one token", does: "Requests about one token are never answered; all others are, also later ones.",
			program: program{offers: parseAlone, writes: func(a *adapter, right string) {
				if !a.asks(deadly) {
					a.say(right)
				}
			}},
			timeout: later, verdict: suite.NotConformant, blames: lateBlame,
		},
		{
			name: "drips on one token", does: "The answer to one token is written byte by byte, without an end.",
			program: program{offers: parseAlone, raises: on(deadly, (*adapter).drip)},
			timeout: later, verdict: suite.NotConformant, blames: lateBlame,
		},
		{
			name: "hangs on one token, and will not go", does: "One token is never answered, and the process ignores being asked to end.",
			program: program{offers: parseAlone, raises: on(deadly, func(a *adapter) { ignoreTermination(); a.hang() })},
			timeout: later, grace: brief, verdict: suite.NotConformant, blames: lateBlame,
		},
		{
			name: "hangs, and will not go", does: "Each process answers 500 requests, hangs, and ignores being asked to end.",
			program: diesAfter(func(a *adapter, _ string) { ignoreTermination(); a.hang() }),
			timeout: soon, grace: brief, verdict: suite.NoVerdict, says: late,
		},
		{
			name: "is wrong, and then hangs", does: "One wrong answer, and then no more.",
			program: program{
				judges: wrongOnce,
				writes: diesAfter(func(a *adapter, _ string) { a.hang() }).writes,
			},
			timeout: soon, verdict: suite.NotConformant, cut: true,
			says:   `^\d+ of the \d+ requirements that were exercised failed; the run is incomplete\. .*` + late,
			blames: &blame{token: "A", requirement: "epin/9.1/accept", got: "^rejected"},
		},
		{
			name: "hangs on what is not UTF-8", does: "Every input that is not UTF-8 is never answered, and nothing after it.",
			program: program{offers: parseAlone, raises: notUTF8(func(a *adapter) string { a.hang(); return "" })},
			timeout: soon, verdict: suite.NotConformant, cut: true,
			blames: &blame{got: `0\.5 s|hung`},
		},
		{
			name: "is late once", does: "The first process takes too long over one request, and answers it in the end.",
			program: lateOnce(conformance.OpParse),
			timeout: soon, verdict: suite.NoVerdict, says: late,
		},
		{
			name: "is late once, with a sweep", does: "The first process takes too long over one sweep, and answers it in the end.",
			program: lateOnce(conformance.OpSweep),
			timeout: later, verdict: suite.Conformant, says: nothingFailed,
		},
		{
			name: "is slow, and flushes late", does: "It takes 3 ms for each of the first 3,000 tokens, and writes its answers when nothing more is to be read, rightly.",
			program: program{offers: parseAlone, raises: slow},
			timeout: later, verdict: suite.Conformant, says: nothingFailed,
		},
		{
			name: "is slow", does: "It takes 3 ms for each of the first 3,000 tokens, which come in sweeps, and answers rightly.",
			program: program{offers: []conformance.Op{conformance.OpSweep}, raises: slow},
			timeout: later, verdict: suite.Conformant, says: nothingFailed,
		},
		{
			name: "is slow in great sweeps", does: "It is quick, but takes 3 ms for each token of a sweep of more than 256, which is late by that, and right.",
			program: program{answer: func(_ *adapter, req conformance.Request) *answerOf {
				if len(req.Tokens) > 256 {
					time.Sleep(time.Duration(len(req.Tokens)) * 3 * time.Millisecond)
				}
				return nil
			}},
			timeout: later, verdict: suite.Conformant, says: nothingFailed,
		},
		{
			name: "starts slowly", does: "It takes some time to its first answer, and is right.",
			program: program{start: func(*adapter) { time.Sleep(400 * time.Millisecond) }},
			timeout: 5 * time.Second, verdict: suite.Conformant, says: nothingFailed,
		},
		{
			name: "pauses", does: "It pauses before some answers, and is right.",
			program: program{writes: func(a *adapter, right string) {
				if a.n%1000 == 0 {
					a.flush()
					time.Sleep(100 * time.Millisecond)
				}
				a.say(right)
			}},
			timeout: 5 * time.Second, verdict: suite.Conformant, says: nothingFailed,
		},
	}
}

// lateOnce answers one request for an operation when it is too late, in one process.
func lateOnce(op conformance.Op) program {
	return program{answer: func(a *adapter, req conformance.Request) *answerOf {
		if req.Op == op && a.n > after && a.firstTime("late") {
			a.flush()
			time.Sleep(3 * later)
		}
		return nil
	}}
}

// slow takes its time, and raises nothing.
func slow(a *adapter, _ string) string {
	if a.calls <= 3000 {
		time.Sleep(3 * time.Millisecond)
	}
	return ""
}

// outOfOrder answers requests in a random order, a few at a time: those that have come
// when nothing more is to be read, or a window of them.
func outOfOrder(window int) program {
	var waiting []string
	rng := rand.New(rand.NewPCG(1, 2))
	return program{offers: most, writes: func(a *adapter, right string) {
		waiting = append(waiting, right)
		if len(waiting) < window && a.in.Buffered() > 0 {
			return
		}
		rng.Shuffle(len(waiting), func(i, j int) { waiting[i], waiting[j] = waiting[j], waiting[i] })
		for _, line := range waiting {
			a.say(line)
		}
		waiting = slices.Delete(waiting, 0, len(waiting))
	}}
}
