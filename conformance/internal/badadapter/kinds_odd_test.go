package badadapter

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// most of what a library can offer: for the odd it is enough, and takes a tenth of the
// time.
var most = []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpEqual, conformance.OpSweep}

// oddKinds do what the protocol allows and few expect. They must pass.
func oddKinds() []kind {
	each := func(write func(right string) string) program {
		return program{offers: most, writes: func(a *adapter, right string) { a.write(write(right)) }}
	}
	with := func(members string) program {
		return each(func(right string) string { return strings.TrimSuffix(right, "}") + "," + members + "}\n" })
	}
	odd := func(name, does string, p program) kind {
		return kind{name: name, does: does, program: p, verdict: suite.Conformant, says: nothingFailed}
	}
	ks := []kind{
		odd("ends lines with CR LF", "Each line ends with CR LF.", each(func(right string) string { return right + "\r\n" })),
		odd("escapes everything", "Every character of every string, and of every key, is an escape.", each(func(right string) string { return escapeAll(right) + "\n" })),
		odd("turns keys around", "The keys of an answer come in another order, the id last.", each(func(right string) string { return turnAround(right) + "\n" })),
		odd("leaves blanks", "Blanks and tabs stand wherever JSON has room for them.", each(func(right string) string {
			same := func(literal string) string { return literal }
			return rewrite(right, same, func(other string) string { return "\t " + other + " " }) + "\n"
		})),
		odd("knows other keys", "Unknown keys hold all that JSON has, nested 200 deep.",
			with(`"":null,"x":{"id":7,"valid":"no","valid":[true,{"a":[]}]},"deep":`+strings.Repeat("[", 200)+strings.Repeat("]", 200)+`,"Valid":false,"ID":0,"\u0000":"\ud800"`)),
		odd("knows other numbers", "Unknown keys hold numbers that are too large for any machine.",
			with(`"big":1234567890123456789012345678901234567890,"huge":-1e999999,"tiny":1.5E-999999,"zero":-0`)),
		odd("is out of order", "It answers in a random order.", outOfOrder(200)),
		odd("is out of order, beside another", "Two processes answer in a random order, at the same time.", outOfOrder(50)),
	}
	for i := range ks {
		ks[i].short = i == 1
	}
	ks[len(ks)-1].jobs = 2
	return append(ks,
		kind{
			name: "is right", does: "It is the reference, and does everything as it should.",
			program: program{offers: all},
			verdict: suite.FullyConformant, says: allExercised, short: true,
		},
		kind{
			name: "writes a byte at a time", does: "Each byte is written by itself.",
			program: program{offers: []conformance.Op{conformance.OpSweep}, writes: func(a *adapter, right string) {
				for _, b := range []byte(right + "\n") {
					a.now(string(b))
				}
			}},
			verdict: suite.Conformant, says: nothingFailed,
		},
		kind{
			name: "writes lines of 15 MiB", does: "Two answers hold 15 MiB of what nobody knows.",
			program: program{writes: func(a *adapter, right string) {
				if a.n%after == 0 && a.n <= 2*after {
					a.write(strings.TrimSuffix(right, "}") + `,"padding":"`)
					a.flood(15<<20, "x")
					right = `"}`
				}
				a.say(right)
			}},
			verdict: suite.Conformant, says: nothingFailed, short: true,
		},
		kind{
			name: "takes text only", does: "Its hello does not say that it takes bytes.",
			program: program{textOnly: true},
			verdict: suite.Conformant, says: `epin/9\.3/equivalent\. Tested with text only: the implementation takes no other input\.$`,
		},
		kind{
			name: "starts a second time", does: "It runs as two processes at once, and is right.",
			jobs: 2, verdict: suite.Conformant, says: nothingFailed,
		},
	)
}

// escapeAll writes every character of the strings of a line as an escape.
func escapeAll(line string) string {
	return rewrite(line, func(literal string) string {
		var text string
		if err := json.Unmarshal([]byte(literal), &text); err != nil {
			panic(err)
		}
		var b strings.Builder
		for _, unit := range utf16.Encode([]rune(text)) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
		return `"` + b.String() + `"`
	}, func(other string) string { return other })
}

// rewrite writes the string literals of a line, and what stands between them, in
// another way.
func rewrite(line string, literal, other func(string) string) string {
	var b strings.Builder
	for line != "" {
		from := strings.IndexByte(line, '"')
		if from < 0 {
			from = len(line)
		}
		b.WriteString(other(line[:from]))
		if line = line[from:]; line == "" {
			break
		}
		to := 1
		for ; line[to] != '"'; to++ {
			if line[to] == '\\' {
				to++
			}
		}
		b.WriteString(literal(line[:to+1]))
		line = line[to+1:]
	}
	return b.String()
}

// turnAround writes the members of an object in the opposite order of their names.
func turnAround(line string) string {
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &members); err != nil {
		panic(err)
	}
	var keys []string
	for key := range members {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	slices.Reverse(keys)
	var b strings.Builder
	for i, key := range keys {
		b.WriteString(map[bool]string{true: "{", false: ","}[i == 0])
		fmt.Fprintf(&b, "%q:%s", key, members[key])
	}
	return b.String() + "}"
}
