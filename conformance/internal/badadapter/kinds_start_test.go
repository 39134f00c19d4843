package badadapter

import (
	"fmt"
	"os"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/epin-conformance/harness/conformance/wire"
)

const noHello = `; the response to hello was expected\.$`

// greetsWith returns a program with another response to hello. RIGHT stands for the correct one.
func greetsWith(line string) program {
	return program{hello: func(a *adapter, right string) { a.say(a.fill(line, right)) }}
}

// starts returns a program that calls do before it reads hello.
func starts(do func(*adapter)) program { return program{start: do} }

// kindsThatDoNotStart returns kinds that fail before the first request after hello.
func kindsThatDoNotStart() []kind {
	const soonHello = 300 * time.Millisecond
	is := `{"id":0,"protocol":1,"implementation":{"name":"x"}`
	notThere := inconclusive("does not exist", program{},
		`^The adapter cannot be started: there is no program "no-such-program" on the PATH; check its spelling, or give its path\.$`, fails(wire.CannotStart))
	notThere.command = []string{"no-such-program"}
	return []kind{
		notThere,
		inconclusive("exits with 0 at once", starts(func(a *adapter) { a.exit(0) }),
			`^The adapter exited \(exit status 0\) before it responded to hello\.$`, fails(wire.EndedBeforeHello)),
		inconclusive("exits with 1 at once", starts(func(a *adapter) {
			fmt.Fprintln(os.Stderr, "cannot load the library\x1b]0;owned\x07")
			a.exit(1)
		}), `^The adapter exited \(exit status 1\) before it responded to hello\.$`, shows(`\n  \| cannot load the library\\x1b\]0;owned\\a\n`), sampled,
			fails(wire.EndedBeforeHello), tells("hello", "the program ended (exit status 1) before it responded to hello (id 0)")),
		inconclusive("does not answer hello", starts((*adapter).hang),
			`^The adapter did not respond to hello within 0\.3 s \(--hello-timeout\); respond to each line at once, and flush the output\.$`,
			helloIn(soonHello), fails(wire.NoHello), tells("hello", "no response to hello (id 0) within 2s: respond to every request")),
		inconclusive("closes standard output", starts(func(*adapter) { os.Stdout.Close(); stop() }),
			`^The adapter closed its standard output, but did not exit\.$`, graceOf(brief), fails(wire.OutputClosed),
			tells("hello", "standard output was closed before the response to hello (id 0): leave it open")),
		inconclusive("closes standard input", starts(func(*adapter) { os.Stdin.Close(); stop() }),
			`^The adapter did not respond to hello within 0\.3 s`, helloIn(soonHello), fails(wire.NoHello)),
		inconclusive("prints a banner", starts(func(a *adapter) { a.now("\x1b[1macme-epin\x1b[0m 2.1, ready\n") }),
			`^The adapter wrote a line that is not a response: "\\x1b\[1macme-epin\\x1b\[0m 2\.1, ready"; standard output is for responses only`+noHello,
			fails(wire.MalformedHello), smokes("hello", `that is not a response, "\x1b[1macme-epin\x1b[0m 2.1, ready": write`)),
		inconclusive("writes half a hello", program{hello: func(a *adapter, right string) { a.write(right[:20]); a.exit(0) }},
			`^The adapter exited \(exit status 0\) before it responded to hello, within a line: "\{[^}]*"\.$`, fails(wire.EndedBeforeHello)),
		inconclusive("begins with a byte order mark", greetsWith("\uFEFFRIGHT"),
			`^The adapter wrote a line that is not a response \(a byte order mark\): .*`+noHello, fails(wire.MalformedHello)),
		inconclusive("writes UTF-16", program{hello: func(a *adapter, right string) { a.write(inUTF16("\uFEFF" + right + "\n")) }},
			`^The adapter wrote a line that is not a response: .*`+noHello, fails(wire.MalformedHello)),
		inconclusive("echoes its input", program{main: func(a *adapter) int {
			for line, ok := a.read(); ok; line, ok = a.read() {
				a.now(string(line) + "\n")
			}
			return 0
		}}, `^The adapter wrote a response that is not well formed: ".*": no implementation`+noHello, fails(wire.MalformedHello), tells("hello", "no implementation")),
		inconclusive("answers hello twice", greetsWith("RIGHT\nRIGHT"),
			`^The adapter responded to the id 0 a second time: .*; respond to each request once`, fails(wire.RepeatedID),
			smokes("one at a time", "a second response to a request: respond to each request once")),
		inconclusive("uses version 2", greetsWith(`{"id":0,"protocol":2,"implementation":{"name":"x"}}`),
			`^The adapter speaks version 2 of the protocol; this runner speaks version 1\.$`, fails(wire.WrongVersion), tells("hello", "the adapter speaks version 2")),
		inconclusive("does not support the edition", greetsWith(is+`,"unsupported":true}`),
			`^The adapter does not support edition 1\.0\.0; choose another edition\.$`, fails(wire.EditionUnsupported),
			tells("hello", "unsupported for both editions")),
		inconclusive("offers unknown operations only", greetsWith(is+`,"ops":["divine","transmute"]}`),
			`: ops holds none of parse, valid, sweep`+noHello, fails(wire.MalformedHello), tells("hello", "ops holds none of parse, valid, sweep")),
		inconclusive("drips hello", starts((*adapter).drip),
			`^The adapter did not respond to hello within 0\.5 s`, helloIn(500*time.Millisecond), fails(wire.NoHello)),
		// Two processes return different hellos.
		inconclusive("has another name each time", program{hello: func(a *adapter, right string) {
			a.say(strings.Replace(right, name, fmt.Sprintf("process %d", os.Getpid()), 1))
		}}, `^The responses to hello differ between processes of the adapter: test one process at a time\.$`, beside),
	}
}

func inUTF16(text string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		b.Write([]byte{byte(unit), byte(unit >> 8)})
	}
	return b.String()
}
