package smoke

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// The tokens that are asked about: one that every edition has, and one that none has.
const (
	validToken   = "+K'"
	invalidToken = "K''"
)

// steps are all steps, in their order.
var steps = []step{
	{name: "start and hello", alone: true, do: startAndHello},
	{name: "a request is answered while the input stays open", do: oneAnswered},
	{name: "half a line, and then the rest", do: halfALine},
	{name: "many requests in one write", do: manyAtOnce},
	{name: "escapes in strings", needs: text, do: escapes},
	{name: "NUL in strings", needs: text, do: nul},
	{name: "large ids", do: largeIDs},
	{name: "unknown keys", do: unknownKeys},
	{name: "an unknown operation", do: unknownOp},
	{name: "an unknown method", needs: offered(conformance.OpApply), do: unknownMethod},
	{name: "parse", needs: offered(conformance.OpParse), do: verdicts(conformance.OpParse)},
	{name: "valid", needs: offered(conformance.OpValid), do: verdicts(conformance.OpValid)},
	{name: "apply without methods", needs: offered(conformance.OpApply), do: applyNothing},
	{name: "apply with each method", needs: methodsOffered, do: applyEach},
	{name: "equal", needs: offered(conformance.OpEqual), do: equal},
	{name: "sweep", needs: offered(conformance.OpSweep), do: sweep},
	{name: "tokens that are no text", needs: bytesOffered, do: noText},
	{name: "a long line", do: longLine},
	{name: "the end of the input", do: (*conversation).finish},
	{name: "the other edition", alone: true, do: otherEdition},
	{name: "an edition that does not exist", alone: true, do: unknownEdition},
	{name: "the end of the input before any request", alone: true, do: endAtOnce},
	{name: "nothing but responses on standard output", alone: true, do: noNoise},
}

func offered(op conformance.Op) func(conformance.Description) string {
	return func(d conformance.Description) string {
		if d.Offers(op) {
			return ""
		}
		return "not offered"
	}
}

func methodsOffered(d conformance.Description) string {
	if d.Offers(conformance.OpApply) && len(d.Methods) > 0 {
		return ""
	}
	return "not offered"
}

func bytesOffered(d conformance.Description) string {
	if d.Bytes {
		return ""
	}
	return "not offered"
}

// text says where no token is ever sent as text.
func text(d conformance.Description) string {
	if d.Bytes && !d.Offers(conformance.OpParse) && !d.Offers(conformance.OpValid) {
		return "the adapter gets every token as hexadecimal"
	}
	return ""
}

// verdictOn asks for the verdict on a token, by the first operation that gives one.
func (c *conversation) verdictOn(token string) conformance.Request {
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid} {
		if c.offers.Offers(op) {
			return conformance.Request{Op: op, Token: token}
		}
	}
	return conformance.Request{Op: conformance.OpSweep, Tokens: []string{token}}
}

// written asks for the verdict on a token that is written as a JSON string as it stands
// in literal.
func (c *conversation) written(token, literal string) asked {
	a := asked{id: c.newID(), request: c.verdictOn(token)}
	tokens := `"token":` + literal
	if a.request.Op == conformance.OpSweep {
		tokens = `"tokens":[` + literal + `]`
	}
	a.line = fmt.Sprintf(`{"id":%d,"op":"%s",%s}`, a.id, a.request.Op, tokens)
	return a
}

// accepted reports whether a verdict on a token is a yes.
func accepted(r conformance.Response) bool {
	return r.Outcome == conformance.Accepted || r.Verdicts == string(conformance.VerdictYes)
}

// expect looks at a verdict on a token. A wrong one is only noted.
func (c *conversation) expect(req conformance.Request, resp conformance.Response, yes bool) {
	what := fmt.Sprintf("%s %q", req.Op, req.Token)
	if req.Op == conformance.OpSweep {
		what = fmt.Sprintf("sweep %q", req.Tokens)
	}
	switch {
	case resp.Outcome == conformance.Unsupported:
		c.problem("hello offers %s, and the answer to it was unsupported: offer what the library can be asked, and no more", req.Op)
	case resp.Outcome == conformance.Crashed:
		c.note("%s was answered with a crash: if the library raises this to reject a token, answer valid false", what)
	case accepted(resp) != yes:
		c.note("%s was answered with the wrong verdict: if the library says otherwise, the token does not reach it as it came", what)
	}
}

func startAndHello(c *conversation) {
	if !c.start() {
		return
	}
	began := time.Now()
	h, ok := c.hello(c.edition.String())
	if !ok {
		c.broken = "hello has no well-formed answer"
		return
	}
	c.out.remark("answered after %s", time.Since(began).Round(time.Millisecond))
	if h.Unsupported {
		c.out.remark("the library does not have edition %s, so it is asked for the other one", c.edition)
		c.drop()
		c.edition = epin.Initial
		if !c.start() {
			return
		}
		if h, ok = c.hello(c.edition.String()); !ok || h.Unsupported {
			if ok {
				c.problem("hello was answered with unsupported for both editions: a library with one grammar ignores the edition")
			}
			c.broken = "there is no edition to ask for"
			return
		}
	}
	c.offers = h.Description
	c.offers.Methods = slices.DeleteFunc(c.offers.Methods, func(m conformance.Method) bool {
		return !slices.Contains(conformance.MethodsOf(c.edition), m)
	})
	c.result.Description = c.offers
	c.out.remark("operations: %s; methods: %s; bytes: %t", list(c.offers.Ops), list(c.offers.Methods), c.offers.Bytes)
	if c.offers.Offers(conformance.OpApply) && len(c.offers.Methods) == 0 {
		c.note("apply is offered, and no method that the protocol knows: name the methods in hello")
	}
	if !c.offers.Offers(conformance.OpApply) && len(c.offers.Methods) > 0 {
		c.note("methods are offered, and apply is not: name apply in ops of hello")
	}
}

func list[S ~string](names []S) string {
	if len(names) == 0 {
		return "none"
	}
	var all []string
	for _, n := range names {
		all = append(all, string(n))
	}
	return strings.Join(all, " ")
}

func oneAnswered(c *conversation) {
	for _, token := range []string{validToken, invalidToken} {
		if _, ok := c.one(c.request(c.verdictOn(token))); !ok {
			return
		}
	}
}

// halfALine: an adapter that waits for a whole block, or for the second half of what it
// has, before it answers, waits for ever.
func halfALine(c *conversation) {
	whole, halved := c.request(c.verdictOn(validToken)), c.request(c.verdictOn(invalidToken))
	half := len(halved.line) / 2
	c.send(whole.line+"\n", "")
	c.send(halved.line[:half], "")
	if c.await([]asked{whole}); c.raw == nil {
		return
	}
	c.send(halved.line[half:]+"\n", "")
	c.await([]asked{halved})
}

// manyRequests, each with as much padding, are more than any block, whose ends fall
// anywhere in the lines.
const (
	manyRequests = 200
	padding      = 300
)

func manyAtOnce(c *conversation) {
	var all []asked
	for i := range manyRequests {
		token := validToken
		if i%3 == 0 {
			token = invalidToken
		}
		a := c.request(c.verdictOn(token))
		a.line = strings.TrimSuffix(a.line, "}") + `,"x":"` + strings.Repeat("x", padding+i) + `"}`
		all = append(all, a)
	}
	c.ask(all...)
}

// escapes: a string is the same however it is written.
func escapes(c *conversation) {
	for _, t := range []struct{ token, plain, escaped string }{
		{"K", `"K"`, `"\u004b"`},
		{validToken, `"+K'"`, `"\u002BK\u0027"`},
		{"K/\"\\\t", `"K/\"\\\t"`, `"K\/\u0022\u005c\u0009"`},
		{"\u00e9", "\"\u00e9\"", `"\u00e9"`},
		{"\U0001f451", "\"\U0001f451\"", `"\ud83d\udc51"`},
	} {
		plain, escaped := c.written(t.token, t.plain), c.written(t.token, t.escaped)
		answers := c.ask(plain, escaped)
		if c.raw == nil {
			return
		}
		one, ok1 := answers[plain.id]
		other, ok2 := answers[escaped.id]
		if ok1 && ok2 && !one.Equal(other) {
			c.problem("the token %s was answered otherwise than %s, which is the same string: read requests with a JSON library", t.escaped, conformance.Visible(t.plain, ""))
		}
	}
}

// nul: what ends strings in C ends none here.
func nul(c *conversation) {
	cut := asked{id: c.newID(), request: c.verdictOn("K"), unknown: true}
	op := strings.TrimPrefix(c.written("K", `"K"`).line, fmt.Sprintf(`{"id":%d,"op":"%s"`, c.lastID, cut.request.Op))
	cut.line = fmt.Sprintf(`{"id":%d,"op":"%s\u0000x"%s`, cut.id, cut.request.Op, op)
	c.ask(cut)
	if c.raw == nil {
		return
	}
	if c.offers.NoNUL {
		return
	}
	plain, behind := c.written("K", `"K"`), c.written("K\x00", `"K\u0000"`)
	answers := c.ask(plain, behind)
	if resp, ok := answers[behind.id]; ok && resp.Outcome == conformance.Unsupported {
		c.problem(`the token "K\u0000" was declined, and hello does not announce it: say "nul":false`)
		return
	}
	if c.raw == nil || !accepted(answers[plain.id]) || !accepted(answers[behind.id]) {
		return
	}
	// The same bytes on another way tell the adapter from the library.
	if c.offers.Bytes && c.offers.Offers(conformance.OpSweep) {
		if resp, ok := c.one(c.request(conformance.Request{Op: conformance.OpSweep, Tokens: []string{"K\x00"}})); ok && !accepted(resp) {
			c.problem(`the token "K\u0000" is accepted as text and rejected as hexadecimal: the NUL does not reach the library`)
			return
		}
	}
	c.note(`the token "K\u0000" was accepted: if the library rejects it, the NUL does not reach it`)
}

// largeIDs: the largest is what a double holds exactly; the others are not round.
func largeIDs(c *conversation) {
	var all []asked
	for _, id := range []int64{1<<31 + 5, 1<<32 + 7, 1<<52 + 1, wire.MaxID - 1, wire.MaxID} {
		a := c.written("K", `"K"`)
		if text(c.offers) != "" {
			a = c.request(c.verdictOn("K"))
		}
		a.line = strings.Replace(a.line, fmt.Sprintf(`"id":%d,`, a.id), fmt.Sprintf(`"id":%d,`, id), 1)
		a.id = id
		all = append(all, a)
	}
	c.ask(all...)
}

// unknownKeys: among them what only differs by case, and as deep as the protocol goes.
func unknownKeys(c *conversation) {
	plain := c.request(c.verdictOn(validToken))
	deep := strings.Repeat("[", wire.MaxDepth) + strings.Repeat("]", wire.MaxDepth)
	before := `"ID":-1,"Op":"hello","Token":{"token":"K''"},"since":[{"op":"x"},null,1e400],`
	more := c.request(c.verdictOn(validToken))
	more.line = "{" + before + strings.TrimSuffix(strings.TrimPrefix(more.line, "{"), "}") + `,"deep":` + deep + "}"
	answers := c.ask(plain, more)
	one, ok1 := answers[plain.id]
	other, ok2 := answers[more.id]
	if ok1 && ok2 && !one.Equal(other) {
		c.problem("a request with unknown keys was answered otherwise than without them: ignore keys that the protocol does not know, and heed their case")
	}
}

func unknownOp(c *conversation) {
	a := c.request(c.verdictOn(validToken))
	a.line = strings.Replace(a.line, `"op":"`+string(a.request.Op)+`"`, `"op":"transmogrify"`, 1)
	a.unknown = true
	c.ask(a)
}

func unknownMethod(c *conversation) {
	methods := []conformance.Method{"transmogrify"}
	first := c.request(conformance.Request{Op: conformance.OpApply, Token: "K", Methods: methods})
	first.unknown = true
	all := []asked{first}
	if len(c.offers.Methods) > 0 {
		second := c.request(conformance.Request{Op: conformance.OpApply, Token: "K", Methods: append(c.offers.Methods[:1:1], methods...)})
		second.unknown = true
		all = append(all, second)
	}
	c.ask(all...)
}

// verdicts returns how an operation is asked about a valid and an invalid token.
func verdicts(op conformance.Op) func(*conversation) {
	return func(c *conversation) {
		for _, token := range []string{validToken, invalidToken, ""} {
			req := conformance.Request{Op: op, Token: token}
			resp, ok := c.one(c.request(req))
			if ok {
				c.expect(req, resp, token == validToken)
			}
			if c.raw == nil {
				return
			}
		}
	}
}

func applyNothing(c *conversation) {
	for _, token := range []string{validToken, invalidToken} {
		req := conformance.Request{Op: conformance.OpApply, Token: token, Methods: []conformance.Method{}}
		resp, ok := c.one(c.request(req))
		if ok {
			c.expect(req, resp, token == validToken)
		}
		if c.raw == nil {
			return
		}
	}
}

// applyEach asks for each method, for all of them on one value, and for one on a token
// that has none.
func applyEach(c *conversation) {
	apply := func(token string, methods ...conformance.Method) bool {
		req := conformance.Request{Op: conformance.OpApply, Token: token, Methods: methods}
		resp, ok := c.one(c.request(req))
		switch {
		case ok && resp.Outcome == conformance.Unsupported:
			c.problem("hello offers apply with %s, and the answer to it was unsupported: offer what the library can be asked, and no more", list(methods))
		case ok:
			c.expect(req, resp, token == validToken)
		}
		return c.raw != nil
	}
	for _, m := range c.offers.Methods {
		if !apply(validToken, m) {
			return
		}
	}
	_ = apply(validToken, c.offers.Methods...) && apply(invalidToken, c.offers.Methods[0])
}

func equal(c *conversation) {
	for _, t := range []struct {
		token, other string
		want         conformance.Outcome
	}{
		{"K", "K", conformance.Equal},
		{"K", "K'", conformance.Unequal},
	} {
		resp, ok := c.one(c.request(conformance.Request{Op: conformance.OpEqual, Token: t.token, Other: t.other}))
		switch {
		case !ok:
		case resp.Outcome == conformance.Unsupported:
			c.problem("hello offers equal, and the answer to it was unsupported: offer what the library can be asked, and no more")
		case resp.Outcome != t.want:
			c.note("equal %q %q was answered otherwise than the specification does: look whether the library says so", t.token, t.other)
		}
		if c.raw == nil {
			return
		}
	}
}

func sweep(c *conversation) {
	for _, tokens := range [][]string{{validToken}, {validToken, invalidToken, "", "k", "^K"}, {}} {
		req := conformance.Request{Op: conformance.OpSweep, Tokens: tokens}
		resp, ok := c.one(c.request(req))
		if c.raw == nil {
			return
		}
		want := "10010"[:len(tokens)]
		switch {
		case !ok:
		case resp.Outcome == conformance.Unsupported || resp.Outcome == conformance.Crashed:
			c.expect(req, resp, true)
		case resp.Verdicts != want:
			c.note("sweep %q was answered with %s, and the specification says %s: look whether parse says so too", tokens, resp.Verdicts, want)
		}
	}
}

// noText sends bytes that are no UTF-8, which an adapter that says bytes takes.
func noText(c *conversation) {
	const token = "K\xff"
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpApply, conformance.OpSweep} {
		if !c.offers.Offers(op) {
			continue
		}
		req := conformance.Request{Op: op, Token: token}
		if op == conformance.OpSweep {
			req = conformance.Request{Op: op, Tokens: []string{token}}
		}
		resp, ok := c.one(c.request(req))
		switch {
		case ok && resp.Outcome == conformance.Unsupported:
			c.problem(`hello says "bytes":true, and %s of a token in hexadecimal was answered unsupported: hand the bytes to the library, or say "bytes":false`, op)
		case ok:
			c.expect(req, resp, false)
		}
		if c.raw == nil {
			return
		}
	}
}

// longLine asks the largest sweep that there is, or a token of as many bytes.
func longLine(c *conversation) {
	req := c.verdictOn(strings.Repeat("K", conformance.MaxSweepBytes))
	if c.offers.Offers(conformance.OpSweep) {
		token := strings.Repeat("K", conformance.MaxSweepBytes/conformance.MaxSweepTokens)
		req = conformance.Request{Op: conformance.OpSweep, Tokens: slices.Repeat([]string{token}, conformance.MaxSweepTokens)}
	}
	c.ask(c.request(req))
}

// otherEdition: the library may have it, or say that it does not, or ignore it.
func otherEdition(c *conversation) {
	other := epin.Initial
	if c.edition == epin.Initial {
		other = epin.Current
	}
	c.greet(other.String())
}

func unknownEdition(c *conversation) { c.greet("0.0.0") }

// greet says hello to a new process, asks it something, and ends it.
func (c *conversation) greet(edition string) {
	if !c.start() {
		return
	}
	h, ok := c.hello(edition)
	if !ok {
		return
	}
	if h.Unsupported {
		c.out.remark("the library does not have this edition")
	} else {
		main := c.offers
		c.offers = h.Description
		c.one(c.request(c.verdictOn(validToken)))
		c.offers = main
	}
	if c.raw != nil {
		c.finish()
	}
}

func endAtOnce(c *conversation) {
	if c.start() {
		c.finish()
	}
}

func noNoise(c *conversation) {
	if c.noise {
		c.problem("standard output held what answers no request, see above: write one response for each request there, and everything else to standard error")
	}
}
