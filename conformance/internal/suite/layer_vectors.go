package suite

import (
	"cmp"
	"slices"
	"sync"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

var vectors sync.Map // by edition, functions that return the vectors

// vectorsOf returns the vectors of an edition. Nobody may change them.
func vectorsOf(edition epin.Edition) []corpus.Vector {
	once, _ := vectors.LoadOrStore(edition, sync.OnceValue(func() []corpus.Vector { return must(corpus.Vectors(edition.String())) }))
	return once.(func() []corpus.Vector)()
}

// vectorsPart is the test vectors by one operation. valid and sweep use those of parse, and only
// their verdicts are judged.
func vectorsPart(edition epin.Edition, op conformance.Op) part {
	from := string(op)
	if op == conformance.OpValid || op == conformance.OpSweep {
		from = corpus.OpParse
	}
	p := part{layer: result.LayerVectors, op: op, everyOp: true, vectors: map[string]corpus.Vector{}}
	var requests []conformance.Request
	for _, v := range vectorsOf(edition) {
		if v.Op != from {
			continue
		}
		req := conformance.Request{Op: op, Token: v.Token, Other: v.Other}
		for _, m := range v.Methods {
			req.Methods = append(req.Methods, conformance.Method(m))
		}
		requests = append(requests, req)
		p.vectors[requestKey(req)] = v
	}
	// Single transformations come first, so that a crash is not blamed on others.
	slices.SortStableFunc(requests, func(a, b conformance.Request) int { return cmp.Compare(len(a.Methods), len(b.Methods)) })
	p.checks = len(requests)
	p.about = "the test vectors of the corpus"
	p.requests = slices.Values(requests)
	return p
}

// wantOf returns the response that a vector expects.
func wantOf(v corpus.Vector) conformance.Response {
	w := v.Want
	if w.Equal.Present {
		if w.Equal.Value {
			return conformance.Response{Outcome: conformance.Equal}
		}
		return conformance.Response{Outcome: conformance.Unequal}
	}
	if !w.Valid.Value {
		return conformance.Response{Outcome: conformance.Rejected}
	}
	return conformance.Response{
		Outcome:  conformance.Accepted,
		Token:    optional(w.Token),
		PIN:      optional(w.PIN),
		Native:   optional(w.Native),
		Derived:  optional(w.Derived),
		Name:     optional(w.Name),
		Side:     optional(w.Side),
		State:    optional(w.State),
		Terminal: optional(w.Terminal),
		Tokens:   w.Tokens.Value,
		Original: w.Original.Value,
	}
}

func optional[T comparable](o corpus.Optional[T]) conformance.Optional[T] {
	return conformance.Optional[T]{Value: o.Value, Offered: o.Present}
}
