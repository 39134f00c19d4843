package steps

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// definition is a sentence that a feature may use. README.md explains each. An invalid step
// panics, which godog turns into the error of the step.
type definition struct {
	pattern string // regular expression of the whole sentence, without its keyword
	do      any    // a step function of godog
}

// vocabulary returns all sentences, in the order of README.md.
func (a *attempt) vocabulary() []definition {
	return append([]definition{
		{`^the (tokens?|string) (.+)$`, a.theTokens},
		{`^(.+) (?:is|are) applied$`, a.areApplied},
		{`^(?:it is|they are) (accepted|rejected)$`, func(ctx context.Context, verdict string) error { return a.each(ctx, "verdict", []string{verdict}) }},
		{`^(?:its|their) ([^"]+?) (?:is|are) (.+)$`, a.have},
		{`^(it|the result) shows (.+)$`, a.shows},
		{`^the result is (.+)$`, func(ctx context.Context, text string) error { return a.applied(ctx, "result", literal(text), 1) }},
		{`^the last one changes nothing$`, func(ctx context.Context) error { return a.applied(ctx, "last result", "", 2) }},
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

func (a *attempt) shows(ctx context.Context, subject, text string) error {
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
		if err := a.applied(ctx, "result", wanted, 1); err != nil || shown == nil {
			return err
		}
	}
	if shown == nil {
		return a.has(ctx, "string form", token, wanted)
	}
	for i, part := range []string{"Name", "Side", "State", "native?"} {
		if err := a.has(ctx, part, token, shown[1+i]); err != nil {
			return err
		}
	}
	return nil
}

func (a *attempt) originalIsStill(ctx context.Context, text string) error {
	if a.Library {
		return a.has(ctx, "string form", a.one(), literal(text))
	}
	return a.applied(ctx, "original", literal(text), 1)
}

// otherNames are other names of attributes and values in some documents.
var otherNames = map[string]string{
	"Piece Name": "Name", "Type": "Name", "Piece Side": "Side", "Piece State": "State",
	"Terminal": "Terminal Status", "Style": "Style status", "yes": "terminal", "no": "non-terminal",
}

// have expects an attribute of the tokens. Its values have " / " or, if they are tokens, ", " between
// them.
func (a *attempt) have(ctx context.Context, name, list string) error {
	part := cmp.Or(otherNames[name], name)
	wanted := strings.Split(list, " / ")
	if part == "string form" || part == "pin" || a.Library && strings.HasPrefix(list, `"`) {
		wanted = tokens(list)
	}
	if part == "Terminal Status" {
		for i, word := range wanted {
			wanted[i] = cmp.Or(otherNames[word], word)
		}
	}
	return a.each(ctx, part, wanted)
}

// each expects a value for each token. wanted has one for all tokens, or one for each.
func (a *attempt) each(ctx context.Context, part string, wanted []string) error {
	switch {
	case len(a.tokens) == 0:
		panic(noToken)
	case len(wanted) == 1:
		wanted = slices.Repeat(wanted, len(a.tokens))
	case len(wanted) != len(a.tokens):
		panic(fmt.Sprintf("there are %d tokens and %d values: write one value for all, or one for each", len(a.tokens), len(wanted)))
	}
	for i, token := range a.tokens {
		if err := a.has(ctx, part, token, wanted[i]); err != nil {
			return err
		}
	}
	return nil
}

// has expects a value of a token.
func (a *attempt) has(ctx context.Context, part, token, wanted string) error {
	if value := values[part]; a.Library && value != nil {
		return a.compare(fmt.Sprintf("the %s of %+q", part, token), wanted, fmt.Sprint(value(a, a.piece(token))))
	}
	return a.expect(ctx, features.Expectation{Part: part, Token: token, Want: wanted})
}

// applied expects a part of the response to the methods so far, of which it needs atLeast.
func (a *attempt) applied(ctx context.Context, part, wanted string, atLeast int) error {
	if len(a.tokens) != 1 || len(a.methods) < atLeast {
		panic(fmt.Sprintf("name one token before it, and what is applied to it (at least %d)", atLeast))
	}
	return a.expect(ctx, features.Expectation{Part: part, Token: a.tokens[0], Methods: slices.Clone(a.methods), Want: wanted})
}

func (a *attempt) equals(ctx context.Context, verb, quoted string) error {
	wanted := conformance.Equal
	if verb != "equals" {
		wanted = conformance.Unequal
	}
	return a.expect(ctx, features.Expectation{Part: "equality", Token: a.one(), Other: literal(quoted), Want: wanted.String()})
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
