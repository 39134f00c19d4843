package badadapter

import (
	"bytes"
	"io"
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
		flush   = "but one at the end of the input: flush"
		unknown = `the response to an unknown operation or method is not "unsupported":true`
	)
	breaks := func(name string, p program, settings ...setting) kind {
		return newKind(name, 0, p, settings)
	}
	flushes := func(when func(a *adapter) bool) program { return program{flushes: when} }
	knows := func(what func(conformance.Request) bool) program {
		return program{offers: all, answer: func(_ *adapter, req conformance.Request) *answerOf {
			if what(req) {
				return &answerOf{Outcome: conformance.Rejected}
			}
			return nil
		}}
	}
	offers := func(op conformance.Op) bool {
		return strings.Contains("parse valid apply equal sweep", string(op)) && op != ""
	}
	return []kind{
		breaks("never flushes", flushes(func(*adapter) bool { return false }), helloIn(soon), sampled, tells("hello", flush)),
		breaks("flushes hello", flushes(func(a *adapter) bool { return a.n == 0 }), inTime(soon), smokes(one, flush)),
		breaks("flushes when nothing is to be read", flushes(func(a *adapter) bool { return a.in.Buffered() == 0 }), inTime(soon), sampled, smokes("half a line", flush)),
		breaks("writes no line feed", program{hello: func(a *adapter, right string) { a.now(right) }},
			helloIn(soon), tells("hello", "no line feed after the response")),
		breaks("puts an empty line behind each response", each(func(right string) string { return right + "\n\n" }),
			smokes(one, "an empty line: write one line feed")),
		breaks("has ids of 32 bits", program{writes: func(a *adapter, right string) {
			a.say(regexp.MustCompile(`^\{"id":[0-9]{10,}`).ReplaceAllString(right, `{"id":2147483647`))
		}}, sampled, tells("identifiers", "the id of no open request: return each id")),
		breaks("answers unknown operations", knows(func(req conformance.Request) bool { return !offers(req.Op) }), tells("unknown operations", unknown)),
		breaks("answers unknown methods", knows(func(req conformance.Request) bool { return strings.Contains(jsonText(req.Methods), "promote") }),
			smokes("unknown methods", unknown)),
		breaks("reads no escapes", misreads(`\u`, `u`), smokes("long tokens", "the program ended")),
		breaks("drops NUL behind an operation", misreads(`\u0000",`, `",`), tells("unknown operations", unknown)),
		breaks("omits the original", replacing(false, `,"original":`, `,"first":`), smokes("apply", "an accepted apply without original")),
		breaks("writes a byte order mark in a line", starts(func(a *adapter) { a.now("\uFEFF\n") }), smokes("hello", "byte order mark")),
		breaks("floods at once", program{main: func(a *adapter) int { a.flood(1<<50, "flood\n"); return 0 }}, graceOf(brief),
			tells("hello", "that is not a response")),
		breaks("reads nothing at all", program{main: func(*adapter) int { ignoreTermination(); stop(); return 0 }}, helloIn(soon), graceOf(brief),
			tells("hello", "no response to hello (id 0) within")),
	}
}

// misreads returns a program that replaces texts in each request that it reads.
func misreads(oldnew ...string) program {
	return program{offers: all, reads: strings.NewReplacer(oldnew...).Replace}
}

// inForm is an adapter that follows the protocol.
type inForm struct {
	program
	has         []string // the words for adaptercheck.Run
	skipped     int      // the number of skipped conversations
	note, shows string   // parts of the notes and of the output; an empty note means no notes
}

// kindsInForm returns adapters that follow the protocol, whatever their library does.
func kindsInForm() map[string]inForm {
	offering := func(textOnly bool, op conformance.Op) program {
		return program{offers: []conformance.Op{op}, textOnly: textOnly}
	}
	attributes := []string{"attributes", "editions"}
	raises := func(at func(token string) bool) program {
		return program{offers: all, raises: func(_ *adapter, token string) string {
			if at(token) {
				return "at the end of the alphabet"
			}
			return ""
		}}
	}
	talks := func(*adapter) int {
		_, _ = io.Copy(os.Stderr, bytes.NewReader(bytes.Repeat([]byte(strings.Repeat("e", 99)+"\n"), 10_000)))
		return 0
	}
	return map[string]inForm{
		"is correct":                  {program{offers: all}, attributes, 6, "", ""},
		"crashes at Z":                {raises(func(token string) bool { return token == "Z" }), append(attributes, "crash"), 7, "", ""},
		"takes text only":             {program{offers: all, textOnly: true}, attributes, 10, "", ""},
		"takes no NUL":                {program{offers: all, noNUL: true}, nil, 11, "", ""},
		"ends lines with CR LF":       {program{offers: all, writes: func(a *adapter, right string) { a.say(right + "\r") }}, nil, 6, "", "... ("},
		"parses":                      {offering(true, conformance.OpParse), nil, 35, "", ": skipped, hello does not offer equal\n"},
		"checks":                      {offering(true, conformance.OpValid), nil, 35, "", ""},
		"sweeps bytes":                {offering(false, conformance.OpSweep), nil, 34, "", ""},
		"sweeps text":                 {offering(true, conformance.OpSweep), nil, 34, "", ""},
		"has one edition":             {program{offers: all, hello: initialAlone}, nil, 9, "", "does not have edition 1.0.0,"},
		"misspells sweep":             {replacing(true, `"sweep"`, `"sweeps"`), nil, 11, `hello offers "sweeps"`, ""},
		"offers methods and no apply": {replacing(true, `"apply",`, ``), nil, 23, "hello offers apply without methods, or methods without apply", ""},
		"writes to standard error":    {program{offers: all, end: talks}, nil, 6, "", ""},
		"drops NUL":                   {misreads(`"token":"K\u0000"`, `"token":"K"`), nil, 6, `the response to parse "K\x00" differs from the expected one`, ""},
		"folds case":                  {misreads(`"token":"K","ID"`, `"token":"!","ID"`), nil, 6, `the response to parse "K" differs from the expected one`, ""},
		"accepts everything": {program{offers: all, judges: func(a *adapter, _ string, right bool) bool { return right || a.request.Op == conformance.OpValid }},
			nil, 6, `the response to valid "" differs from the expected one`, ""},
		"crashes": {raises(func(token string) bool { return !epin.Valid(token) }),
			nil, 6, "is a crash: if the library raises this to reject a token", ""},
	}
}

// initialAlone writes a hello of a library that supports only the initial edition.
func initialAlone(a *adapter, right string) {
	if a.edition == epin.Current {
		right = `{"id":0,"protocol":1,"implementation":{"name":"old"},"unsupported":true}`
		a.library = nil
	}
	a.say(right)
}
