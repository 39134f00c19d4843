package mutant

import (
	"slices"

	"github.com/epin-conformance/harness/conformance"
)

// requests is the type of [Mutant.Witness].
type requests = []conformance.Request

// parse and valid return a request for each token.
func parse(tokens ...string) requests { return each(conformance.OpParse, tokens) }
func valid(tokens ...string) requests { return each(conformance.OpValid, tokens) }

func each(op conformance.Op, tokens []string) (all requests) {
	for _, token := range tokens {
		all = append(all, conformance.Request{Op: op, Token: token})
	}
	return all
}

func apply(token string, methods ...conformance.Method) requests {
	return requests{{Op: conformance.OpApply, Token: token, Methods: methods}}
}

func equal(token, other string) requests {
	return requests{{Op: conformance.OpEqual, Token: token, Other: other}}
}

func sweep(tokens ...string) requests {
	return requests{{Op: conformance.OpSweep, Tokens: tokens}}
}

// sweepOf returns a sweep of one token, n times.
func sweepOf(token string, n int) requests { return sweep(slices.Repeat([]string{token}, n)...) }
