package badadapter

import (
	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
)

// kindsOfTheWrongType returns kinds that give one known key a value of an incorrect type. Tests
// of package wire have all keys and types.
func kindsOfTheWrongType() []kind {
	var ks []kind
	for _, row := range []struct {
		op    conformance.Op // "" for hello
		line  string
		wrong string // a regular expression for the text of the failure
	}{
		{"", `{"id":"0","protocol":1,"implementation":{"name":"x"}}`, `the id is not an integer`},
		{"", `{"id":0,"protocol":1,"implementation":{"name":"x","language":["c"]}}`, `language is not a string`},
		{"", `{"id":0,"protocol":1,"implementation":{"name":"x","homepage":{}}}`, `homepage is not a string`},
		{"", `{"id":0,"protocol":1,"implementation":{"name":"x"},"ops":"parse"}`, `ops is not an array`},
		{conformance.OpParse, `{"id":[ID],"valid":true}`, `the id is not an integer`},
		{conformance.OpParse, `{"valid":true}`, `no id`},
		{conformance.OpParse, `{"id":ID,"valid":1}`, `valid is neither true nor false`},
		{conformance.OpParse, `{"id":ID,"valid":true,"token":75}`, `token is not a string`},
		{conformance.OpParse, `{"id":ID,"valid":true,"crash":"no"}`, `not exactly one of valid, crash and unsupported`},
		{conformance.OpValid, `{"id":ID,"valid":"1"}`, `valid is neither true nor false`},
		{conformance.OpApply, `{"id":ID,"valid":true}`, `an accepted apply without tokens`},
		{conformance.OpEqual, `{"id":ID,"valid":true}`, `valid is true, and equal is missing`},
		{conformance.OpSweep, `{"id":ID,"valid":true}`, `valid is not a string`},
	} {
		what, p, failure, step := "hello", greetsWith(row.line), wire.MalformedHello, "hello"
		if row.op != "" {
			what, p, failure = string(row.op), writesFor(row.op, row.line), wire.MalformedAnswer
			step = map[conformance.Op]string{conformance.OpParse: "one at a time", conformance.OpSweep: "sweep of bytes"}[row.op]
		}
		if step == "" {
			step = what
		}
		ks = append(ks, inconclusive("answers "+what+" with "+row.line, p,
			`^The adapter wrote a response that is not well formed: .*(`+row.wrong+`)`, fails(failure), smokes(step, row.wrong)))
	}
	return ks
}

// writesFor returns a program that offers parse and op, and answers the first request for op
// with a line.
func writesFor(op conformance.Op, line string) program {
	done := false
	return program{
		offers: []conformance.Op{conformance.OpParse, op},
		writes: func(a *adapter, right string) {
			if done || a.request.Op != op {
				a.say(right)
				return
			}
			done = true
			a.say(a.fill(line, right))
		},
	}
}
