package badadapter

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
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
	with := func(members string) program {
		return each(func(right string) string { return strings.TrimSuffix(right, "}") + "," + members + "}\n" })
	}
	isRight := correct("is right", program{offers: all}, because(allExercised), sampled)
	isRight.verdict = suite.FullyConformant
	return []kind{
		isRight,
		correct("ends lines with CR LF", each(func(right string) string { return right + "\r\n" })),
		// Every character of every string and of every key is an escape.
		correct("escapes everything", each(func(right string) string { return literal.ReplaceAllStringFunc(right, escaped) + "\n" })),
		correct("turns keys around", each(func(right string) string { return turnAround(right) + "\n" })),
		correct("leaves blanks", each(leaveBlanks)),
		correct("knows other keys",
			with(`"":null,"x":{"id":7,"valid":"no","valid":[true,{"a":[]}]},"deep":`+strings.Repeat("[", 200)+strings.Repeat("]", 200)+
				`,"Valid":false,"ID":0,"\u0000":"\ud800"`)),
		// Unknown keys hold numbers that are too large for any machine.
		correct("knows other numbers",
			with(`"big":1234567890123456789012345678901234567890,"huge":-1e999999,"tiny":1.5E-999999,"zero":-0`)),
		correct("is out of order", outOfOrder(200)),
		correct("is out of order, beside another", outOfOrder(50), beside),
		correct("writes a byte at a time", program{offers: []conformance.Op{conformance.OpSweep}, writes: func(a *adapter, right string) {
			for _, b := range []byte(right + "\n") {
				a.now(string(b))
			}
		}}),
		// Two responses hold 15 MiB under an unknown key.
		correct("writes lines of 15 MiB", program{writes: func(a *adapter, right string) {
			if a.n%after == 0 && a.n <= 2*after {
				a.write(strings.TrimSuffix(right, "}") + `,"padding":"`)
				a.flood(15<<20, "x")
				right = `"}`
			}
			a.say(right)
		}}),
		correct("takes text only", program{textOnly: true},
			because(`epin/9\.3/equivalent\. Tested with text only: the implementation takes no other input\.$`)),
		correct("starts a second time", program{}, beside),
	}
}

// literal is a string literal of JSON.
var literal = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// escaped writes every character of a literal as an escape.
func escaped(literal string) string {
	var text string
	if err := json.Unmarshal([]byte(literal), &text); err != nil {
		panic(err)
	}
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, `\u%04x`, unit)
	}
	return `"` + b.String() + `"`
}

// leaveBlanks puts blanks and tabs around the line and its literals.
func leaveBlanks(line string) string { return "\t " + literal.ReplaceAllString(line, " $0\t") + " \n" }

// turnAround writes the members of an object in the opposite order of their names, the id last.
func turnAround(line string) string {
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &members); err != nil {
		panic(err)
	}
	id := members["id"]
	delete(members, "id")
	var b strings.Builder
	for _, key := range slices.Backward(slices.Sorted(maps.Keys(members))) {
		fmt.Fprintf(&b, "%q:%s,", key, members[key])
	}
	return fmt.Sprintf(`{%s"id":%s}`, &b, id)
}

// outOfOrder writes responses in a random order, a few at a time: those that wait when
// nothing more is to be read, or a window of them.
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
