package badadapter

import (
	"os"
	"regexp"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// smokeKinds returns kinds that break only rules that the suite does not test: about flushing,
// unknown operations, and the encoding of requests.
func smokeKinds() []kind {
	const (
		one     = "one at a time"
		flush   = "one came at the end of the input: flush"
		unknown = `the response to an unknown operation or method is not "unsupported":true`
	)
	breaks := func(name string, p program, settings ...setting) kind {
		return newKind(name, 0, p, settings)
	}
	flushes := func(when func(a *adapter) bool) program { return program{flushes: when} }
	// knows returns a program that rejects what it does not know: unknown methods, or unknown operations.
	knows := func(methods bool) program {
		var request string
		return program{offers: all, reads: func(line string) string { request = line; return line }, writes: func(a *adapter, right string) {
			if strings.Contains(request, `"op":"apply"`) == methods {
				right = strings.Replace(right, `"unsupported":true`, `"valid":false`, 1)
			}
			a.say(right)
		}}
	}
	return []kind{
		breaks("never flushes", flushes(func(*adapter) bool { return false }), helloIn(soon), sampled, tells("hello", flush)),
		breaks("flushes hello", flushes(func(a *adapter) bool { return a.n == 0 }), inTime(soon), smokes(one, flush)),
		breaks("flushes when nothing is to be read", flushes(func(a *adapter) bool { return a.in.Buffered() == 0 }), inTime(soon), smokes("half a line", flush)),
		breaks("writes no line feed", program{writes: at(0, func(a *adapter, right string) { a.now(right) })},
			helloIn(soon), tells("hello", "it had no line feed: end each line")),
		breaks("has ids of 32 bits", program{writes: func(a *adapter, right string) {
			a.say(regexp.MustCompile(`^\{"id":[0-9]{10,}`).ReplaceAllString(right, `{"id":2147483647`))
		}}, tells("identifiers", "which no open request has: ")),
		breaks("answers unknown operations", knows(false), tells("unknown operations", unknown)),
		breaks("answers unknown methods", knows(true), smokes("unknown methods", unknown)),
		breaks("reads no escapes", misreads(`\u`, `u`), smokes("long tokens", "the adapter exited")),
		breaks("drops NUL behind an operation", misreads(`\u0000",`, `",`), tells("unknown operations", unknown)),
		breaks("floods at once", program{start: func(a *adapter) { a.flood(1<<50, "flood\n") }}, graceOf(brief),
			tells("hello", "that is not a response")),
	}
}

// misreads returns a program that replaces texts in each request that it reads.
func misreads(oldnew ...string) program {
	return program{offers: all, reads: strings.NewReplacer(oldnew...).Replace}
}

// kindsInForm returns kinds that follow the protocol, whatever their library does. They are only
// for `epin smoke`.
func kindsInForm() []kind {
	follows := func(name string, p program, expected smoke, settings ...setting) kind {
		k := newKind("follows the protocol: "+name, 0, p, settings)
		k.smoke = &expected
		return k
	}
	attributes := []string{"attributes", "editions"}
	raises := func(at func(token string) bool) program {
		return program{offers: all, answer: crashes("at the end of the alphabet", gets(at))}
	}
	talks := func(*adapter) int {
		_, _ = os.Stderr.WriteString(strings.Repeat(strings.Repeat("e", 99)+"\n", 10_000))
		return 0
	}
	return []kind{
		follows("is correct", program{offers: all}, smoke{has: attributes, skipped: 7}, sampled),
		follows("crashes at Z", raises(func(token string) bool { return token == "Z" }), smoke{has: append(attributes, "crash"), skipped: 8}),
		follows("takes text only", program{offers: all, textOnly: true}, smoke{has: attributes, skipped: 11}),
		follows("takes no NUL", replacing(`"methods":`, `"nul":false,"methods":`), smoke{skipped: 12}),
		follows("ends lines with CR LF", program{offers: all, writes: func(a *adapter, right string) { a.say(right + "\r") }},
			smoke{skipped: 7}),
		follows("sweeps text", program{offers: []conformance.Op{conformance.OpSweep}, textOnly: true}, smoke{skipped: 35}),
		follows("misspells sweep", replacing(`"sweep"`, `"sweeps"`), smoke{skipped: 12, note: `hello offers "sweeps"`}),
		follows("offers methods and no apply", replacing(`"apply",`, ``),
			smoke{skipped: 24, note: "hello offers apply without methods, or methods without apply"}),
		follows("writes to standard error", program{offers: all, end: talks}, smoke{skipped: 7}),
		follows("exits at a number out of range", misreads("1e400", "1e"),
			smoke{skipped: 7, note: "after a number like 1e400, which the runner never sends: the adapter exited"}),
		follows("drops NUL", misreads(`"token":"K\u0000"`, `"token":"K"`),
			smoke{skipped: 7, note: `the response to parse "K\x00" differs from the expected one`}),
		follows("folds case", misreads(`"token":"K","ID"`, `"token":"!","ID"`),
			smoke{skipped: 7, note: `the response to parse "K" differs from the expected one`}),
		follows("crashes", raises(func(token string) bool { return !epin.Valid(token) }),
			smoke{skipped: 7, note: "is a crash: if the library raises this to reject a token"}),
	}
}
