package fuzz

import (
	"context"
	"encoding/hex"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/automaton"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

// A question is what a vector of the corpus would ask, and what the implementation
// under test answers.
type question struct {
	Edition string       `json:"edition"`
	Op      string       `json:"op"`
	Hex     string       `json:"hex"`
	Other   string       `json:"other_hex,omitempty"`
	Methods []string     `json:"methods,omitempty"`
	Got     *corpus.Want `json:"got"` // nil where it panics
}

// asks says, of each target, what an input of it asks of an implementation of EPIN.
// The targets of the harness's own readers ask nothing.
var asks = map[string]func(input []byte) []question{
	"FuzzAutomaton":     parseBoth,
	"FuzzRegexp":        func(input []byte) []question { return []question{parse(epin.Current, input)} },
	"FuzzRegexpInitial": func(input []byte) []question { return []question{parse(epin.Initial, input)} },
	"FuzzRoundTrip":     parseBoth,
	"FuzzEditions":      parseBoth,
	"FuzzText":          func(input []byte) []question { return []question{parse(epin.Current, input)} },
	"FuzzPIN":           parseBoth,
	"FuzzLaws":          askLaws,
	"FuzzProgram":       askProgram,
	"FuzzQPI":           askQPI,
	"FuzzWireResponse":  nil,
	"FuzzWireHello":     nil,
	"FuzzReport":        nil,
	"FuzzCorpusDecode":  nil,
	"FuzzKnownFailures": nil,
	"FuzzCertificate":   nil,
	"FuzzFeatureTokens": nil,
	"FuzzReplay":        nil,
	"FuzzTranscript":    nil,
}

// asked returns what an input of a target asks.
func asked(target string, input []byte) []question {
	if ask := asks[target]; ask != nil {
		return ask(input)
	}
	return nil
}

func parse(edition epin.Edition, token []byte) question {
	return answered(edition, conformance.Request{Op: conformance.OpParse, Token: string(token)})
}

func parseBoth(token []byte) []question {
	return []question{parse(epin.Current, token), parse(epin.Initial, token)}
}

// askLaws asks for the token, and for what each method does to it.
func askLaws(input []byte) []question {
	var questions []question
	for _, edition := range epin.Editions() {
		questions = append(questions, parse(edition, input))
		if !machines[edition].AcceptsBytes(input) {
			continue
		}
		for _, m := range conformance.MethodsOf(edition) {
			questions = append(questions, answered(edition, conformance.Request{
				Op: conformance.OpApply, Token: string(input), Methods: []conformance.Method{m, m},
			}))
		}
	}
	return questions
}

// machines are the automata of the editions, made from the grammar.
var machines = map[epin.Edition]*automaton.DFA{epin.Current: automaton.Current(), epin.Initial: automaton.Initial()}

// answered returns the question, with the answer of the implementation under test.
func answered(edition epin.Edition, req conformance.Request) (q question) {
	q = question{
		Edition: edition.String(), Op: string(req.Op),
		Hex: hex.EncodeToString([]byte(req.Token)), Other: hex.EncodeToString([]byte(req.Other)),
	}
	for _, m := range req.Methods {
		q.Methods = append(q.Methods, string(m))
	}
	defer func() { _ = recover() }() // Got stays nil, and the target says what panicked
	resp, err := conformance.Reference(edition).Do(context.Background(), req)
	if err == nil {
		q.Got = wantOf(req, resp)
	}
	return q
}

// wantOf returns an answer in the form of the corpus.
func wantOf(req conformance.Request, r conformance.Response) *corpus.Want {
	switch {
	case req.Op == conformance.OpEqual:
		return &corpus.Want{Equal: corpus.Some(r.Outcome == conformance.Equal)}
	case r.Outcome != conformance.Accepted:
		return &corpus.Want{Valid: corpus.Some(false)}
	case req.Op == conformance.OpApply:
		return &corpus.Want{Valid: corpus.Some(true), Tokens: corpus.Some(r.Tokens), Original: corpus.Some(r.Original)}
	}
	return &corpus.Want{
		Valid: corpus.Some(true), Token: corpus.Some(r.Token.Value), PIN: corpus.Some(r.PIN.Value),
		Native: corpus.Some(r.Native.Value), Derived: corpus.Some(r.Derived.Value), Name: corpus.Some(r.Name.Value),
		Side: corpus.Some(r.Side.Value), State: corpus.Some(r.State.Value), Terminal: corpus.Some(r.Terminal.Value),
	}
}
