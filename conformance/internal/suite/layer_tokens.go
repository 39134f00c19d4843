package suite

import (
	"context"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// tokensPart is all valid tokens by one operation: with every attribute, every transformation and
// pair of transformations, and compared with themselves and their neighbours in the model.
func tokensPart(edition epin.Edition, op conformance.Op, attributes bool) part {
	asked := "all tokens"
	each := func(id epin.Identifier) []conformance.Request {
		return []conformance.Request{{Op: op, Token: id.String()}}
	}
	switch op {
	case conformance.OpParse:
		asked = "all tokens, with every accessor"
	case conformance.OpApply:
		asked = "all tokens, with every transformation and every pair of transformations"
		chains := chainsOf(conformance.MethodsOf(edition))
		if attributes {
			asked += ", with every accessor of the result, and with a transformation of the token before them"
		}
		each = func(id epin.Identifier) (all []conformance.Request) {
			for _, chain := range chains {
				all = append(all, conformance.Request{Op: op, Token: id.String(), Methods: chain})
			}
			for _, chain := range chains {
				if attributes && len(chain) == 2 && changes(edition, id, chain[0]) {
					chain = append([]conformance.Method{chain[1].Before()}, chain...)
					all = append(all, conformance.Request{Op: op, Token: id.String(), Methods: chain})
				}
			}
			return all
		}
	case conformance.OpEqual:
		asked = "all tokens, each with itself and with those that differ from it in one attribute"
		each = func(id epin.Identifier) (all []conformance.Request) {
			for _, other := range relatives(edition, id) {
				all = append(all, conformance.Request{Op: op, Token: id.String(), Other: other.String()})
			}
			return all
		}
	}
	p := part{layer: result.LayerTokens, op: op, everyOp: true, about: asked}
	ofEach := len(each(must(edition.Parse("K"))))
	for range edition.All() {
		p.checks += ofEach
	}
	p.requests = func(yield func(conformance.Request) bool) {
		for id := range edition.All() {
			for _, req := range each(id) {
				if !yield(req) {
					return
				}
			}
		}
	}
	return p
}

// longestChain is the length of the longest of chainsOf.
const longestChain = 2

// changes reports whether a transformation of a token is another token. If it is not, a library may
// return what it has, with all that it remembers.
func changes(edition epin.Edition, id epin.Identifier, m conformance.Method) bool {
	req := conformance.Request{Op: conformance.OpApply, Token: id.String(), Methods: []conformance.Method{m}}
	resp, err := conformance.Reference(edition).Do(context.Background(), req)
	return err == nil && resp.Tokens[0] != id.String()
}

// chainsOf returns the empty chain, each method, and each pair of methods.
func chainsOf(methods []conformance.Method) [][]conformance.Method {
	chains := [][]conformance.Method{nil}
	for _, m := range methods {
		chains = append(chains, []conformance.Method{m})
	}
	for _, m := range methods {
		for _, n := range methods {
			chains = append(chains, []conformance.Method{m, n})
		}
	}
	return chains
}

// relatives returns an identifier, and those that differ from it in one attribute.
func relatives(edition epin.Edition, id epin.Identifier) []epin.Identifier {
	next := id.Name() + 1
	if id.Name() == 'Z' {
		next = 'A'
	}
	ids := []epin.Identifier{id, id.WithName(next), id.Flip(), id.WithDerived(!id.IsDerived())}
	for _, state := range []epin.State{epin.Normal, epin.Enhanced, epin.Diminished} {
		if state != id.State() {
			ids = append(ids, id.WithState(state))
		}
	}
	if edition.HasTerminal() {
		ids = append(ids, id.WithTerminal(!id.IsTerminal()))
	}
	return ids
}
