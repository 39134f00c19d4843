package adaptercheck

import (
	"encoding/hex"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/wire"
)

type conversation struct {
	name, why string
	needs     []string
	hello     turn // the zero value for a conversation without it
	turns     []turn
}

// turn is the input of one write, and the responses that have to come before the next turn.
type turn struct {
	send string   // not expanded
	end  bool     // the input ends after this write
	want []string // JSON, in which null stands for any value
}

var conversations = sync.OnceValue(func() (all []conversation) {
	for line := range strings.Lines(adapters.Conversations) {
		word, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if word == "conversation" {
			all = append(all, conversation{name: rest})
			continue
		}
		if word == "" || word == "#" {
			continue
		}
		switch c := &all[len(all)-1]; word {
		case "why":
			c.why = rest
		case "needs":
			c.needs = strings.Fields(rest)
		case ">":
			c.sending().send += rest + "\n"
		case "+":
			c.sending().send += rest
		case "end":
			c.sending().end = true
		case "<":
			t := &c.turns[len(c.turns)-1]
			t.want = append(t.want, expand(rest))
		default:
			panic("conversations.txt: unknown word " + strconv.Quote(word)) // the file is part of the program
		}
	}
	for i, c := range all {
		if strings.Contains(c.turns[0].send, `"op":"hello"`) {
			all[i].hello, all[i].turns = c.turns[0], c.turns[1:]
		}
	}
	return all
})

// sending returns the turn for more input: the last one, or a new one if that has responses.
func (c *conversation) sending() *turn {
	if n := len(c.turns); n == 0 || len(c.turns[n-1].want) > 0 {
		c.turns = append(c.turns, turn{})
	}
	return &c.turns[len(c.turns)-1]
}

var repeated = regexp.MustCompile(`<<(\d+)\*(.*?)>>`)

// expand replaces every <<N*TEXT>> by N copies of TEXT.
func expand(text string) string {
	return repeated.ReplaceAllStringFunc(text, func(s string) string {
		m := repeated.FindStringSubmatch(s)
		n, _ := strconv.Atoi(m[1]) // the expression matches digits only
		return strings.Repeat(m[2], n)
	})
}

// fit returns the expanded turns after hello for an adapter, and their requests by id. If the adapter
// does not offer parse, they use another operation that tests validity. If that is not possible, fit
// returns why the conversation is skipped.
func (c *conversation) fit(d conformance.Description) ([]turn, map[int64]conformance.Request, string) {
	turns, sent, requests := slices.Clone(c.turns), "", make(map[int64]conformance.Request)
	for i := range turns {
		turns[i].send = expand(turns[i].send)
		if !d.Offers(conformance.OpParse) {
			turns[i].send = withoutParse(turns[i].send, d)
		}
		sent += turns[i].send
	}
	for line := range strings.Lines(sent) {
		id, req, err := wire.DecodeRequest([]byte(strings.TrimSuffix(line, "\n")), d.Bytes)
		if err != nil || len(line) > wire.MaxLine+1 || req.Op == conformance.OpParse && !d.Offers(req.Op) {
			return nil, nil, "hello does not offer parse"
		}
		requests[id] = req
	}
	return turns, requests, ""
}

var parseRequest = regexp.MustCompile(`"op":"parse","token":("(?:[^"\\]|\\.)*")`)

// withoutParse replaces the requests parse in text by requests valid, or sweep if valid is not
// offered.
func withoutParse(text string, d conformance.Description) string {
	if d.Offers(conformance.OpValid) {
		return strings.ReplaceAll(text, `"op":"parse"`, `"op":"valid"`)
	}
	return parseRequest.ReplaceAllStringFunc(text, func(s string) string {
		literal := parseRequest.FindStringSubmatch(s)[1]
		var token string
		if !d.TakesBytes(conformance.OpSweep) || json.Unmarshal([]byte(literal), &token) != nil {
			return `"op":"sweep","tokens":[` + literal + `]`
		}
		return `"op":"sweep","hex":["` + hex.EncodeToString([]byte(token)) + `"]`
	})
}

// asVerdicts changes an expected response to the form of a sweep of one token.
var asVerdicts = strings.NewReplacer(`"valid":true`, `"valid":"1"`, `"valid":false`, `"valid":"0"`)
