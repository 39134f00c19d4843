package steps

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/features"
)

// definition is a sentence that a feature may use. README.md explains each. An invalid step
// panics, which godog turns into the error of the step.
type definition struct {
	pattern string // regular expression of the whole sentence, without its keyword
	do      any    // a step function of godog
}

// vocabulary returns the sentences of the scenarios that test an implementation, in the order
// of README.md.
func (a *attempt) vocabulary() []definition {
	return []definition{
		// Given
		{`^the (?:token|string) (.+)$`, a.theToken},
		{`^the tokens (.+)$`, a.theTokens},

		// When
		{`^(.+) (?:is|are) applied$`, a.areApplied},

		// Then: the verdict
		{`^(?:it is|they are) accepted$`, a.verdict(conformance.Accepted)},
		{`^(?:it is|they are) rejected$`, a.verdict(conformance.Rejected)},

		// Then: the parsed token
		{`^(?:its|their) string form is (.+)$`, a.each("string form", tokens)},
		{`^(?:its|their) pin is (.+)$`, a.each("pin", tokens)},
		{`^(?:its|their) native\? is (.+)$`, a.each("native?", words("native?", "true", "false"))},
		{`^(?:its|their) derived\? is (.+)$`, a.each("derived?", words("derived?", "true", "false"))},
		{`^(?:its|their) (?:Piece Name|Name|Type) is (.+)$`, a.each("Name", words("Name", strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")...))},
		{`^(?:its|their) (?:Piece Side|Side) is (.+)$`, a.each("Side", words("Side", "first", "second"))},
		{`^(?:its|their) (?:Piece State|State) is (.+)$`, a.each("State", words("State", "normal", "enhanced", "diminished"))},
		{`^(?:its|their) (?:Terminal Status|Terminal) is (.+)$`, a.each("Terminal Status", terminalStatus)},
		{`^(?:its|their) (?:Style status|Style) is (.+)$`, a.each("Style status", words("Style status", "Native", "Derived"))},

		{`^(it|the result) shows (.+)$`, a.shows},

		// Then: a transformation
		{`^the result is (.+)$`, a.result("result")},
		{`^the last one changes nothing$`, func(ctx context.Context) error { return a.applied(ctx, "last result", "", 2) }},
		{`^the original is still (.+)$`, a.result("original")},

		// Then: equality
		{`^it equals (.+)$`, a.equality(conformance.Equal)},
		{`^it does not equal (.+)$`, a.equality(conformance.Unequal)},
	}
}

func (a *attempt) theToken(quoted string) { a.tokens, a.methods = []string{literal(quoted)}, nil }

func (a *attempt) theTokens(quoted string) { a.tokens, a.methods = tokens(quoted), nil }

func (a *attempt) areApplied(list string) {
	known := conformance.MethodsOf(a.run.edition)
	for name := range strings.SplitSeq(list, ", ") {
		method := conformance.Method(name)
		if !slices.Contains(known, method) {
			panic(fmt.Sprintf("%q is not a transformation of edition %s: use one of %v", name, a.run.edition, known))
		}
		a.methods = append(a.methods, method)
	}
}

const noToken = "name a token before it"

func (a *attempt) verdict(wanted conformance.Outcome) func(context.Context) error {
	return func(ctx context.Context) error { return a.eachHas(ctx, "verdict", []string{wanted.String()}) }
}

// each returns a step that expects a value for each token. read parses the values of the
// sentence.
func (a *attempt) each(part string, read func(string) []string) func(context.Context, string) error {
	return func(ctx context.Context, values string) error { return a.eachHas(ctx, part, read(values)) }
}

// eachHas expects a value for each token. wanted has one value for all tokens, or one for
// each.
func (a *attempt) eachHas(ctx context.Context, part string, wanted []string) error {
	for i, want := range oneForEach(wanted, len(a.tokens)) {
		if err := a.expect(ctx, features.Expectation{Part: part, Token: a.tokens[i], Want: want}); err != nil {
			return err
		}
	}
	return nil
}

func (a *attempt) shows(ctx context.Context, subject, text string) error {
	s, isPiece := parseShown(text)
	switch {
	case !isPiece && subject == "it":
		return a.each("string form", tokens)(ctx, text)
	case !isPiece:
		return a.result("result")(ctx, text)
	case subject == "it" && len(a.tokens) == 1:
		return a.hasAttributes(ctx, a.tokens[0], s)
	case subject == "it":
		panic(noToken)
	}
	// Later requests use the expected token, not the result that the implementation returned.
	piece := newPiece(s)
	if err := a.applied(ctx, "result", piece.String(), 1); err != nil {
		return err
	}
	return a.hasAttributes(ctx, piece.String(), s)
}

// hasAttributes expects all shown attributes of a token.
func (a *attempt) hasAttributes(ctx context.Context, token string, shown []string) error {
	for i, part := range []string{"Name", "Side", "State", "native?"} {
		if err := a.expect(ctx, features.Expectation{Part: part, Token: token, Want: shown[i]}); err != nil {
			return err
		}
	}
	return nil
}

// result returns a step that expects a token as this part of the response to apply.
func (a *attempt) result(part string) func(context.Context, string) error {
	return func(ctx context.Context, quoted string) error { return a.applied(ctx, part, literal(quoted), 1) }
}

// applied expects a part of the response to the methods so far, of which it needs atLeast.
func (a *attempt) applied(ctx context.Context, part, wanted string, atLeast int) error {
	if len(a.tokens) != 1 || len(a.methods) < atLeast {
		panic(fmt.Sprintf("name one token before it, and what is applied to it (at least %d)", atLeast))
	}
	return a.expect(ctx, features.Expectation{Part: part, Token: a.tokens[0], Methods: slices.Clone(a.methods), Want: wanted})
}

func (a *attempt) equality(wanted conformance.Outcome) func(context.Context, string) error {
	return func(ctx context.Context, quoted string) error {
		if len(a.tokens) != 1 {
			panic(noToken)
		}
		return a.expect(ctx, features.Expectation{Part: "equality", Token: a.tokens[0], Other: literal(quoted), Want: wanted.String()})
	}
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

// words returns a parser of known values: one for all tokens, or one for each with " / "
// between them.
func words(part string, known ...string) func(string) []string {
	return func(values string) []string {
		wanted := strings.Split(values, " / ")
		for _, word := range wanted {
			if !slices.Contains(known, word) {
				panic(fmt.Sprintf("%q is not a value of %s: use one of %s", word, part, strings.Join(known, ", ")))
			}
		}
		return wanted
	}
}

// terminalStatus parses values that some documents write as yes and no.
func terminalStatus(values string) []string {
	wanted := words("Terminal Status", "no", "non-terminal", "terminal", "yes")(values)
	for i, word := range wanted {
		switch word {
		case "yes":
			wanted[i] = "terminal"
		case "no":
			wanted[i] = "non-terminal"
		}
	}
	return wanted
}

// oneForEach returns a value for each token. It repeats a single value for all tokens.
func oneForEach(values []string, tokens int) []string {
	switch {
	case tokens == 0:
		panic(noToken)
	case len(values) == 1:
		return slices.Repeat(values, tokens)
	case len(values) != tokens:
		panic(fmt.Sprintf("there are %d tokens and %d values: write one value for all, or one for each", tokens, len(values)))
	}
	return values
}
