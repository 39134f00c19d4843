package steps

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// definition is a sentence that a feature may use. README.md explains each. An invalid step and an
// expectation that is not met panic, which godog turns into the error of the step.
type definition struct {
	pattern string // regular expression of the whole sentence, without its keyword
	do      any    // a step function of godog
}

// vocabulary returns all sentences, in the order of README.md.
func (a *attempt) vocabulary() []definition {
	return append([]definition{
		{`^the (tokens?|string) (.+)$`, a.theTokens},
		{`^(.+) (?:is|are) applied$`, a.areApplied},
		{`^(?:it is|they are) (accepted|rejected)$`, func(verdict string) { a.each("verdict", []string{verdict}) }},
		{`^(?:its|their) ([^"]+?) (?:is|are) (.+)$`, a.have},
		{`^(it|the result) shows (.+)$`, a.shows},
		{`^the result is (.+)$`, func(text string) { a.applied("result", literal(text), 1) }},
		{`^the last one changes nothing$`, func() { a.applied("last result", "", 2) }},
		{`^the original is still (.+)$`, a.originalIsStill},
		{`^it (equals|does not equal) (.+)$`, a.equals},
	}, a.ofLibrary()...)
}

const noToken = "name a token before it"

// one returns the only token of the scenario.
func (a *attempt) one() string {
	if len(a.tokens) != 1 {
		panic(noToken)
	}
	return a.tokens[0]
}

func (a *attempt) theTokens(noun, quoted string) {
	a.tokens, a.methods, a.result = tokens(quoted), nil, epin.Identifier{}
	if noun != "tokens" {
		a.tokens = []string{literal(quoted)}
	}
}

func (a *attempt) areApplied(list string) {
	names := strings.Split(list, ", ")
	if a.Library {
		a.result = transformed(a.piece(a.one()), names)
		return
	}
	for _, name := range names {
		for _, e := range a.editions {
			if e.Method(name) == nil {
				panic(fmt.Sprintf("%q is not a transformation of edition %s: use one of %v", name, e, conformance.MethodsOf(e)))
			}
		}
		a.methods = append(a.methods, conformance.Method(name))
	}
}

// shownForm is a piece as epin.rb shows it: its type, side, state and native.
var shownForm = regexp.MustCompile(
	`^#<Epin::Identifier type=:([A-Z]) side=:(first|second) state=:(normal|enhanced|diminished) native=(true|false)>$`)

func (a *attempt) shows(subject, text string) {
	token, wanted := a.one(), ""
	shown := shownForm.FindStringSubmatch(text)
	if shown == nil {
		wanted = literal(text)
	} else {
		wanted = newPiece(shown[1:]...).String()
	}
	switch {
	case subject == "it":
	case a.Library && a.result.IsZero():
		panic("name the applied methods before it")
	case a.Library:
		token = a.result.String()
	default:
		// Later requests use the expected token, not the result that the implementation returned.
		token = wanted
		if a.applied("result", wanted, 1); shown == nil {
			return
		}
	}
	if shown == nil {
		a.has("string form", token, wanted)
		return
	}
	for i, part := range []string{"Name", "Side", "State", "native?"} {
		a.has(part, token, shown[1+i])
	}
}

func (a *attempt) originalIsStill(text string) {
	if a.Library {
		a.has("string form", a.one(), literal(text))
	} else {
		a.applied("original", literal(text), 1)
	}
}

// otherNames are other names of attributes and values in some documents.
var otherNames = map[string]string{
	"Piece Name": "Name", "Type": "Name", "Piece Side": "Side", "Piece State": "State",
	"Player Style": "Style", "Piece Style": "Style", "Player Side": "Side",
	"Terminal": "Terminal Status", "Style": "Style status", "yes": "terminal", "no": "non-terminal",
}

// have expects an attribute of the tokens. Its values have " / " or, if they are tokens, ", " between
// them.
func (a *attempt) have(name, list string) {
	part := cmp.Or(otherNames[name], name)
	wanted := strings.Split(list, " / ")
	if part == "string form" || part == "sin" || part == "pin" || a.Library && strings.HasPrefix(list, `"`) {
		wanted = tokens(list)
	}
	if part == "Terminal Status" {
		for i, word := range wanted {
			wanted[i] = cmp.Or(otherNames[word], word)
		}
	}
	a.each(part, wanted)
}

// each expects a value for each token. wanted has one for all tokens, or one for each.
func (a *attempt) each(part string, wanted []string) {
	switch {
	case len(a.tokens) == 0:
		panic(noToken)
	case len(wanted) == 1:
		wanted = slices.Repeat(wanted, len(a.tokens))
	case len(wanted) != len(a.tokens):
		panic(fmt.Sprintf("there are %d tokens and %d values: write one value for all, or one for each", len(a.tokens), len(wanted)))
	}
	for i, token := range a.tokens {
		a.has(part, token, wanted[i])
	}
}

// has expects a value of a token.
func (a *attempt) has(part, token, wanted string) {
	if value := values[part]; a.Library && value != nil {
		a.compare(fmt.Sprintf("the %s of %+q", part, token), wanted, fmt.Sprint(value(a, a.piece(token))))
	} else {
		a.expect(features.Expectation{Part: part, Token: token, Want: wanted})
	}
}

// applied expects a part of the response to the methods so far, of which it needs atLeast.
func (a *attempt) applied(part, wanted string, atLeast int) {
	if len(a.tokens) != 1 || len(a.methods) < atLeast {
		panic(fmt.Sprintf("name one token before it, and what is applied to it (at least %d)", atLeast))
	}
	a.expect(features.Expectation{Part: part, Token: a.tokens[0], Methods: slices.Clone(a.methods), Want: wanted})
}

func (a *attempt) equals(verb, quoted string) {
	wanted := conformance.Equal
	if verb != "equals" {
		wanted = conformance.Unequal
	}
	a.expect(features.Expectation{Part: "equality", Token: a.one(), Other: literal(quoted), Want: wanted.String()})
}

// must returns v, or panics with the error.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// tokens parses quoted tokens.
func tokens(s string) []string { return must(features.Tokens(s)) }

// literal parses one quoted token.
func literal(s string) string {
	all := tokens(s)
	if len(all) != 1 {
		panic(fmt.Sprintf("%s is %d tokens: write one", s, len(all)))
	}
	return all[0]
}
