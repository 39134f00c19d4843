package zoo

import (
	"fmt"
	"os"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/epin-conformance/harness/conformance/suite"
)

const noHello = `; the answer to hello was due\.$`

// greetsWith answers hello with something else. RIGHT stands for the right answer.
func greetsWith(line string) program {
	return program{hello: func(a *adapter, right string) { a.say(a.fill(line, right)) }}
}

func exits(status int) program {
	return program{start: func(a *adapter) { a.exit(status) }}
}

// kindsThatDoNotStart never come to be asked anything.
func kindsThatDoNotStart() []kind {
	return []kind{
		{
			name: "is not there", does: "It is no program at all.",
			command: []string{"no-such-program-in-the-zoo"},
			verdict: suite.NoVerdict, short: true,
			says: `^The adapter cannot be started: there is no program "no-such-program-in-the-zoo" on the PATH; look at its spelling, or give its path\.$`,
		},
		{
			name: "exits with 0 at once", does: "It ends with status 0 before it reads anything.",
			program: exits(0), verdict: suite.NoVerdict,
			says: `^The adapter ended \(exit status 0\) before it had answered hello\.$`,
		},
		{
			name: "exits with 1 at once", does: "It says on standard error that something is missing, with an escape sequence, and ends with status 1.",
			program: program{start: func(a *adapter) {
				fmt.Fprintln(os.Stderr, "cannot load the library\x1b]0;owned\x07")
				a.exit(1)
			}},
			verdict: suite.NoVerdict, short: true,
			says:  `^The adapter ended \(exit status 1\) before it had answered hello\.$`,
			shows: `\n  \| cannot load the library\\x1b\]0;owned\\a\n`,
		},
		{
			name: "is silent", does: "It reads everything and never answers hello.",
			program: program{start: (*adapter).hang},
			hello:   300 * time.Millisecond, verdict: suite.NoVerdict, short: true,
			says: `^The adapter did not answer hello within 0\.3 s \(--hello-timeout\); it has to answer each line as it comes, and to flush what it writes\.$`,
		},
		{
			name: "closes standard output", does: "It closes standard output instead of answering hello, and stays.",
			program: program{start: func(*adapter) { os.Stdout.Close(); stop() }},
			grace:   brief, verdict: suite.NoVerdict,
			says: `^The adapter has closed its standard output, and has not ended\.$`,
		},
		{
			name: "closes standard input", does: "It closes standard input at once, answers nothing, and stays.",
			program: program{start: func(*adapter) { os.Stdin.Close(); stop() }},
			hello:   300 * time.Millisecond, verdict: suite.NoVerdict,
			says: `^The adapter did not answer hello within 0\.3 s`,
		},
		{
			name: "prints a banner", does: "It greets people on standard output before it answers hello.",
			program: program{start: func(a *adapter) { a.now("\x1b[1macme-epin\x1b[0m 2.1, ready\n") }},
			verdict: suite.NoVerdict, short: true,
			says: `^The adapter wrote a line that is no response: "\\x1b\[1macme-epin\\x1b\[0m 2\.1, ready"; standard output is for responses only` + noHello,
		},
		{
			name: "writes half a hello", does: "It ends in the middle of its answer to hello.",
			program: program{hello: func(a *adapter, right string) { a.write(right[:20]); a.exit(0) }},
			verdict: suite.NoVerdict,
			says:    `^The adapter ended \(exit status 0\) before it had answered hello, within a line: "\{[^}]*"\.$`,
		},
		{
			name: "begins with a byte order mark", does: "A byte order mark stands before its first line.",
			program: greetsWith("\uFEFFRIGHT"), verdict: suite.NoVerdict,
			says: `^The adapter wrote a line that is no response \(a byte order mark\): .*` + noHello,
		},
		{
			name: "writes UTF-16", does: "Everything that it writes is UTF-16.",
			program: program{hello: func(a *adapter, right string) { a.write(inUTF16("\uFEFF" + right + "\n")) }},
			verdict: suite.NoVerdict,
			says:    `^The adapter wrote a line that is no response: .*` + noHello,
		},
		{
			name: "is an echo", does: "It writes what it reads, as cat does.",
			program: program{main: func(a *adapter) int {
				for line, ok := a.read(); ok; line, ok = a.read() {
					a.now(string(line) + "\n")
				}
				return 0
			}},
			verdict: suite.NoVerdict, short: true,
			says: `^The adapter wrote a response that is not well formed: ".*": no implementation` + noHello,
		},
		{
			name: "answers hello twice", does: "It answers hello, and then answers it again.",
			program: greetsWith("RIGHT\nRIGHT"), verdict: suite.NoVerdict, short: true,
			says: `^The adapter answered the id 0 a second time: .*; every request is answered exactly once`,
		},
		{
			name: "speaks version 2", does: "It speaks another version of the protocol.",
			program: greetsWith(`{"id":0,"protocol":2,"implementation":{"name":"x"}}`), verdict: suite.NoVerdict,
			says: `^The adapter speaks version 2 of the protocol; this runner speaks version 1\.$`,
		},
		{
			name: "cannot do the edition", does: "It answers hello that its library does not have the edition.",
			program: greetsWith(`{"id":0,"protocol":1,"implementation":{"name":"x"},"unsupported":true}`), verdict: suite.NoVerdict,
			says: `^The adapter answered that its library cannot do edition 1\.0\.0; ask it for another one\.$`,
		},
		{
			name: "offers nothing that is known", does: "Its hello offers operations from another world only.",
			program: greetsWith(`{"id":0,"protocol":1,"implementation":{"name":"x"},"ops":["divine","transmute"]}`), verdict: suite.NoVerdict,
			says: `: ops holds none of parse, valid, sweep` + noHello,
		},
		{
			name: "drips hello", does: "It writes a blank every few milliseconds instead of hello, and never ends the line.",
			program: program{start: func(a *adapter) { a.drip() }},
			hello:   500 * time.Millisecond, verdict: suite.NoVerdict, short: true,
			says: `^The adapter did not answer hello within 0\.5 s`,
		},
		{
			name: "has another name each time", does: "Two processes of it do not say the same of themselves in hello.",
			program: program{hello: func(a *adapter, right string) {
				a.say(strings.Replace(right, name, fmt.Sprintf("process %d", os.Getpid()), 1))
			}},
			jobs: 2, verdict: suite.NoVerdict,
			says: `^The adapter does not say the same of itself each time that it is started; ask one process alone, with --jobs 1\.$`,
		},
	}
}

func inUTF16(text string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		b.Write([]byte{byte(unit), byte(unit >> 8)})
	}
	return b.String()
}

// drip writes a byte every few milliseconds, for as long as somebody reads.
func (a *adapter) drip() {
	for deadline := time.Now().Add(tooLong); time.Now().Before(deadline); time.Sleep(3 * time.Millisecond) {
		a.now(" ")
	}
	os.Exit(statusGone)
}
