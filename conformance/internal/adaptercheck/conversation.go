package adaptercheck

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/notation"
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

// fit returns the expanded turns after hello for an edition and an adapter, and their requests by id. The
// expected responses are the correct ones, with attributes if the conversation needs them; those of an adapter
// with crash or editions are in the file. Without parse, the requests use another operation that tests
// validity. If that is not possible, fit returns why the conversation is skipped.
func (c *conversation) fit(edition *notation.Edition, d conformance.Description) ([]turn, map[int64]conformance.Request, string) {
	turns, sent, requests := slices.Clone(c.turns), "", make(map[int64]conformance.Request)
	for i := range turns {
		turns[i].send = expand(translate(turns[i].send, edition))
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
	if slices.Contains(c.needs, "crash") || slices.Contains(c.needs, "editions") {
		return turns, requests, ""
	}
	correct := conformance.Correct(edition)
	for i := range turns {
		turns[i].want = slices.Clone(turns[i].want)
		for j, want := range turns[i].want {
			id, _ := wire.DecodeID([]byte(want)) // TestConversations checks the file
			resp, _ := correct.Do(context.Background(), requests[id])
			if resp.Error = ""; !slices.Contains(c.needs, "attributes") {
				resp.Attributes = notation.Values{}
			}
			line, _ := wire.AppendResponse(nil, edition, id, requests[id], resp, false)
			turns[i].want[j] = string(line)
		}
	}
	return turns, requests, ""
}

const stringPattern = `"(?:[^"\\]|\\.)*"`

var (
	stringLiteral = regexp.MustCompile(stringPattern)
	// member matches a member of an object, or a line of the greatest length, whose tokens cannot grow.
	member = regexp.MustCompile(`.*<<\d{7}.*|(` + stringPattern + `)\s*:\s*(?:\[[^\]]*\]|` + stringPattern + `)`)
)

// translate puts an edition, its methods and its tokens into requests of EPIN, which are not expanded. A
// string that needs no other value keeps its escapes.
func translate(text string, edition *notation.Edition) string {
	return member.ReplaceAllStringFunc(text, func(s string) string {
		var key string
		name := member.FindStringSubmatch(s)[1]
		_ = json.Unmarshal([]byte(name), &key) // empty for a long line
		return name + stringLiteral.ReplaceAllStringFunc(s[len(name):], func(old string) string {
			var value string
			_ = json.Unmarshal([]byte(old), &value) // TestConversations checks the file
			translated := value
			switch {
			case key == "edition" && value == notation.EPIN.String():
				translated = edition.String()
			case key == "methods", key == "before":
				translated = methodFor(edition, value)
			case key == "token", key == "other", key == "tokens":
				translated = tokenFor(edition, value)
			case key == "hex":
				token, _ := hex.DecodeString(value)
				translated = hex.EncodeToString([]byte(tokenFor(edition, string(token))))
			}
			if translated == value {
				return old
			}
			quoted, _ := json.Marshal(translated) // every string has a JSON form
			return string(quoted)
		})
	})
}

// methodFor returns the method of an edition that stands for one of EPIN: the same, or if the edition lacks it,
// one that changes most tokens. It returns other names as they are.
func methodFor(edition *notation.Edition, name string) string {
	if notation.EPIN.Method(name) == nil || edition.Method(name) != nil || len(edition.Methods) == 0 {
		return name
	}
	return cmp.Or(edition.Clauses.Distinct, edition.Methods[0].Name)
}

// tokenFor returns the string for an edition that stands for one of EPIN. A token that some edition of the
// notation has stays as it is.
func tokenFor(edition *notation.Edition, token string) string {
	valid := func(e *notation.Edition) bool { return e.Valid(token) }
	switch {
	case !notation.EPIN.Valid(token):
		return strings.ReplaceAll(token, notation.EPIN.Short, edition.Short)
	case valid(edition), slices.ContainsFunc(edition.Siblings(), valid):
		return token
	case len(token) == len(notation.EPIN.Short):
		return edition.Short
	}
	return edition.Long
}

var parseRequest = regexp.MustCompile(`"op":"parse","token":(` + stringPattern + `)`)

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
