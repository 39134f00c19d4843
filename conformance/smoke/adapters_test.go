package smoke

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/epin-conformance/harness/conformance"
)

var idPattern = regexp.MustCompile(`^\{"id":([0-9]+)`)

// adapters are what the test binary can be: right ones, and ones that are wrong in one
// way each.
var adapters map[string]func() int

func init() {
	first := func(before string) func() int {
		return around(func(out io.Writer, lib library, n int, line string) {
			if n == 0 {
				io.WriteString(out, before)
			}
			io.WriteString(out, lib.answer(line)+"\n")
		}, nil)
	}
	status := func(n int) func() int { return func() int { return n } }
	forever := func() int {
		time.Sleep(time.Hour)
		return 0
	}
	adapters = map[string]func() int{
		"right": around(nil, nil),
		"right, with CR LF": around(func(out io.Writer, lib library, _ int, line string) {
			io.WriteString(out, lib.answer(line)+"\r\n")
		}, nil),
		"right, parse only": restricted(func(d *conformance.Description) {
			d.Ops, d.Methods, d.Bytes = []conformance.Op{conformance.OpParse}, nil, false
		}, nil, nil),
		"right, sweep of bytes only": restricted(func(d *conformance.Description) {
			d.Ops, d.Methods, d.Bytes = []conformance.Op{conformance.OpSweep}, nil, true
		}, nil, nil),
		"right, sweep of text only": restricted(func(d *conformance.Description) {
			d.Ops, d.Methods, d.Bytes = []conformance.Op{conformance.OpSweep}, nil, false
		}, nil, nil),
		"right, and talks on standard error": around(func(out io.Writer, lib library, _ int, line string) {
			io.WriteString(os.Stderr, "got a line\x1b[31m\n")
			io.WriteString(out, lib.answer(line)+"\n")
		}, nil),
		"right, around a wrong library":    wrongLibrary,
		"right, without edition 1.0.0":     withoutEdition(`"edition":"1.0.0"}`),
		"right, around a library with NUL": misreadingNUL,

		"banner":           first("Welcome to epin\x1b[2J\n"),
		"byte order mark":  first("\ufeff\n"),
		"empty lines":      around(func(out io.Writer, lib library, _ int, line string) { io.WriteString(out, lib.answer(line)+"\n\n") }, nil),
		"never flushes":    neverFlushes,
		"flushes hello":    flushesHello,
		"waits for a line": waitsForALine,
		"wrong id":         replacing(`{"id":`, `{"id":7`),
		"string id":        rewritingID(`{"id":"$1"`),
		"float id":         rewritingID(`{"id":$1.0`),
		"32-bit ids":       thirtyTwoBits,
		"no id":            rewritingID(`{"number":$1`),
		"answers twice": around(func(out io.Writer, lib library, n int, line string) {
			a := lib.answer(line) + "\n"
			io.WriteString(out, a+a)
		}, nil),
		"no verdict":        replacing(`"valid":`, `"ok":`),
		"null":              replacing(`"native":true`, `"native":null`),
		"verdict missing":   replacing(`"valid":"10010"`, `"valid":"1001"`),
		"one token":         replacing(`"tokens":["+K",`, `"tokens":[`),
		"no original":       replacing(`,"original":`, `,"first":`),
		"single quotes":     replacing(`"`, `'`),
		"no hello":          around(func(io.Writer, library, int, string) {}, nil),
		"protocol 2":        helloWith(`"protocol":1`, `"protocol":2`),
		"no name":           helloWith(`"name"`, `"nom"`),
		"ops of no use":     helloWith(`"parse","valid","apply","equal","sweep"`, `"apply","check"`),
		"name of no op":     helloWith(`"sweep"`, `"sweeps"`),
		"unknown op":        replacing(`"unsupported":true`, `"valid":false`),
		"reads no escapes":  misreading(`\u`, `u`),
		"drops NUL":         misreading(`\u0000x`, ``),
		"drops NUL of text": misreading(`\u0000"`, `"`),
		"folds case":        misreading(`"Op":"hello","Token":{"token":"K''"}`, `"hex":"ff"`),
		"does not offer":    restrictedAnswer,
		"dies":              diesAt(5),
		"hangs":             hangsAt(5),
		"ends in a line":    endsInALine,
		"no LF":             around(func(out io.Writer, lib library, _ int, line string) { io.WriteString(out, lib.answer(line)) }, nil),
		"status 1":          around(nil, status(1)),
		"hangs at the end":  around(nil, forever),
		"talks at the end": around(nil, func() int {
			io.WriteString(os.Stdout, "bye\n")
			return 0
		}),
		"leaves a child": around(nil, func() int { return leave(nil) }),
		"child with the pipes": around(nil, func() int {
			return leave(os.Stdout)
		}),
		"deaf to SIGTERM": func() int {
			signal.Ignore(syscall.SIGTERM)
			return forever()
		},
		"floods": func() int {
			for {
				if _, err := io.WriteString(os.Stdout, strings.Repeat("flood\n", 1000)); err != nil {
					return 1
				}
			}
		},
		// Made when it is played: the program is started hundreds of times.
		"a line of 64 MiB": func() int { return first(strings.Repeat("x", 64<<20) + "\n")() },
		"floods standard error": around(nil, func() int {
			io.WriteString(os.Stderr, strings.Repeat(strings.Repeat("e", 99)+"\n", 10000))
			return 0
		}),
		"sleeper": forever,
	}
}

func withoutEdition(mark string) func() int {
	return func() int {
		return around(func(out io.Writer, lib library, n int, line string) {
			if n == 0 && strings.Contains(line, mark) {
				io.WriteString(out, `{"id":0,"protocol":1,"implementation":{"name":"old"},"unsupported":true}`+"\n")
				return
			}
			io.WriteString(out, lib.answer(line)+"\n")
		}, nil)()
	}
}

// wrongLibrary has a check that accepts everything.
func wrongLibrary() int {
	return around(func(out io.Writer, lib library, _ int, line string) {
		answer := lib.answer(line)
		if strings.Contains(line, `"op":"valid"`) {
			answer = strings.Replace(answer, "false", "true", 1)
		}
		io.WriteString(out, answer+"\n")
	}, nil)()
}

// misreadingNUL is what a library does that takes a token to end at a NUL, however it
// comes.
func misreadingNUL() int {
	return around(func(out io.Writer, lib library, n int, line string) {
		line = strings.ReplaceAll(strings.ReplaceAll(line, `K\u0000"`, `K"`), `"4b00"`, `"4b"`)
		io.WriteString(out, lib.answer(line)+"\n")
	}, nil)()
}

func rewritingID(new string) func() int {
	return around(func(out io.Writer, lib library, n int, line string) {
		answer := lib.answer(line)
		if n > 0 {
			answer = idPattern.ReplaceAllString(answer, new)
		}
		io.WriteString(out, answer+"\n")
	}, nil)
}

func helloWith(old, new string) func() int {
	return around(func(out io.Writer, lib library, n int, line string) {
		answer := lib.answer(line)
		if n == 0 {
			answer = strings.Replace(answer, old, new, 1)
		}
		io.WriteString(out, answer+"\n")
	}, nil)
}

func thirtyTwoBits() int {
	large := regexp.MustCompile(`^\{"id":[0-9]{10,}`)
	return around(func(out io.Writer, lib library, _ int, line string) {
		io.WriteString(out, large.ReplaceAllString(lib.answer(line), `{"id":2147483647`)+"\n")
	}, nil)()
}

// restrictedAnswer offers what it then does not do.
func restrictedAnswer() int {
	return around(func(out io.Writer, lib library, _ int, line string) {
		answer := lib.answer(line)
		if strings.Contains(line, `"op":"equal"`) {
			answer = idPattern.FindString(line) + `,"unsupported":true}`
		}
		io.WriteString(out, answer+"\n")
	}, nil)()
}

func neverFlushes() int {
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	return around(func(_ io.Writer, lib library, _ int, line string) {
		io.WriteString(out, lib.answer(line)+"\n")
	}, func() int { out.Flush(); return 0 })()
}

func flushesHello() int {
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	return around(func(_ io.Writer, lib library, n int, line string) {
		io.WriteString(out, lib.answer(line)+"\n")
		if n == 0 {
			out.Flush()
		}
	}, func() int { out.Flush(); return 0 })()
}

// waitsForALine flushes only where nothing has been read beyond the line, not even half
// of the next one.
func waitsForALine() int {
	lib, in, out := newLibrary(nil), bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			out.Flush()
			return 0
		}
		io.WriteString(out, lib.answer(strings.TrimSuffix(line, "\n"))+"\n")
		if in.Buffered() == 0 {
			out.Flush()
		}
	}
}

func diesAt(at int) func() int {
	return around(func(out io.Writer, lib library, n int, line string) {
		if n == at {
			io.WriteString(os.Stderr, "Traceback: at the fifth\n")
			os.Exit(3)
		}
		io.WriteString(out, lib.answer(line)+"\n")
	}, nil)
}

func hangsAt(at int) func() int {
	return around(func(out io.Writer, lib library, n int, line string) {
		if n == at {
			time.Sleep(time.Hour)
		}
		io.WriteString(out, lib.answer(line)+"\n")
	}, nil)
}

func endsInALine() int {
	return around(func(out io.Writer, lib library, n int, line string) {
		if n == 1 {
			io.WriteString(out, `{"id":`)
			os.Exit(0)
		}
		io.WriteString(out, lib.answer(line)+"\n")
	}, nil)()
}

// leave leaves a process behind, which holds stdout.
func leave(stdout *os.File) int {
	exe, err := os.Executable()
	if err != nil {
		return 3
	}
	child := exec.Command(exe)
	child.Env = append(os.Environ(), adapterEnv+"=sleeper")
	if stdout != nil {
		child.Stdout = stdout
	}
	if child.Start() != nil {
		return 3
	}
	return 0
}
