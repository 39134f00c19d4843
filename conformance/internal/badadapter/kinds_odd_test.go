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

// most is all operations but apply. Without apply, runs take a tenth of the time.
var most = []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpEqual, conformance.OpSweep}

// oddKinds returns kinds with unusual behaviour that the protocol allows. They must pass.
func oddKinds() []kind {
	with := func(members string) program {
		return each(func(right string) string { return strings.TrimSuffix(right, "}") + "," + members + "}\n" })
	}
	isRight := correct("is correct", program{offers: all}, because(allExercised), sampled)
	isRight.verdict = suite.FullyConformant
	return []kind{
		isRight,
		correct("ends lines with CR LF", each(func(right string) string { return right + "\r\n" })),
		// Every character of every string and of every key is an escape.
		correct("escapes everything", each(func(right string) string { return literal.ReplaceAllStringFunc(right, escaped) + "\n" })),
		correct("reverses the keys", each(func(right string) string { return turnAround(right) + "\n" })),
		correct("adds white space", each(leaveBlanks)),
		correct("adds unknown keys",
			with(`"":null,"x":{"id":7,"valid":"no","valid":[true,{"a":[]}]},"deep":`+strings.Repeat("[", 200)+strings.Repeat("]", 200)+
				`,"Valid":false,"ID":0,"\u0000":"\ud800"`)),
		// Unknown keys hold numbers that no machine type can hold.
		correct("adds unknown numbers",
			with(`"big":1234567890123456789012345678901234567890,"huge":-1e999999,"tiny":1.5E-999999,"zero":-0`)),
		correct("is out of order", outOfOrder(200)),
		correct("is out of order, with two processes", outOfOrder(50), beside),
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
			because(`epin/9\.3/equivalent\. To test them, [^.]*\. Tested with text only: the implementation takes no other input\.$`)),
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

// leaveBlanks adds blanks and tabs around the line and its literals.
func leaveBlanks(line string) string { return "\t " + literal.ReplaceAllString(line, " $0\t") + " \n" }

// turnAround writes the members of an object in descending order of their names, and the id last.
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

// outOfOrder returns a program that collects responses and writes them in random order: when
// window responses wait, or when there is no more input.
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
