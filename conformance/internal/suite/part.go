package suite

import (
	"context"
	"iter"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
)

// part is a layer by one operation. Either it has requests, which the oracle judges one by one, or
// members, which run checks.
type part struct {
	layer   string
	op      conformance.Op // "" if the layer chooses its own
	about   string         // what is tested, in words
	checks  int
	members []member

	requests iter.Seq[conformance.Request]     // in order; a sweep has its one token in Token
	everyOp  bool                              // whether the layer makes the same requests by every operation
	vectors  map[string]*corpus.Vector         // those of the requests, by requestKey; nil for none
	seeded   func(conformance.Request) bool    // whether the seed chose a request; nil if it chose none
	taken    func(conformance.Description) int // the number of requests that an implementation takes; nil to count them

	run   func(ctx context.Context, r *runner, p part, t *tally) error // nil for perform
	shows func(c *result.Claim)                                        // adds what the part shows if all responses are correct; nil for nothing
}

func requesting(op conformance.Op, tokens iter.Seq[string]) iter.Seq[conformance.Request] {
	return func(yield func(conformance.Request) bool) {
		for token := range tokens {
			if !yield(conformance.Request{Op: op, Token: token}) {
				return
			}
		}
	}
}

func (p part) counted() part {
	for range p.requests {
		p.checks++
	}
	return p
}

// member is a check with several requests.
type member struct {
	id           string
	requirements []string
}

// parts returns the parts of a run for an implementation, in order. Vectors, tokens and features
// come as single requests before the first sweep, so that a broken sweep hides none of their failures.
func (p plan) parts(offered conformance.Description) []part {
	var parts []part
	add := func(more ...part) { parts = append(parts, more...) }
	if len(p.selection.Single) > 0 {
		add(singlePart(p.selection.Single))
	}
	vectors := func(op conformance.Op) {
		if p.Edition.Documented {
			add(vectorsPart(p.Edition, op))
		}
	}
	if p.Profile == Exec {
		vectors(conformance.OpValid)
		return append(parts, completeOverEnds(p.Edition))
	}
	singly := []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpApply, conformance.OpEqual}
	for _, op := range singly {
		vectors(op)
	}
	for _, op := range singly {
		add(tokensPart(p, op, offered))
	}
	if p.Edition.Documented {
		add(featuresPart(p.Edition))
	}
	vectors(conformance.OpSweep)
	add(tokensPart(p, conformance.OpSweep, offered))
	// The fastest operation gets every layer in full, and the others get smaller ones, but for the profile
	// thorough. No layer is split between operations, because that would prove nothing about either.
	fastest := supervise.Fastest(offered)
	others := slices.DeleteFunc([]conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep},
		func(op conformance.Op) bool { return op == fastest })
	thorough := profiles[Thorough]
	for _, op := range others {
		add(completePart(p.Edition, op, 0))
		if p.Profile == Thorough {
			add(completePart(p.Edition, op, min(p.extra, thorough.extra)))
		}
	}
	add(completePart(p.Edition, fastest, p.extra))
	for _, op := range others {
		add(exhaustivePart(op, otherOpsLength))
		if p.Profile == Thorough {
			add(exhaustivePart(op, min(p.length, thorough.length)))
		}
	}
	add(exhaustivePart(fastest, p.length), propertiesPart(p))
	if p.Profile != Quick {
		add(p.slowParts(offered, append(others, fastest))...)
	}
	add(canariesPart(p.Edition))
	if p.Fuzzes() {
		add(fuzzPart())
	}
	if p.Profile != Quick {
		add(lastPart(p.Edition))
	}
	return parts
}

// slowParts returns the parts that the profile quick does not have. The fastest operation is the last of ops.
// The profile thorough has all of them by every operation, in full.
func (p plan) slowParts(offered conformance.Description, ops []conformance.Op) (parts []part) {
	inFull := func(i int) bool { return i == len(ops)-1 || p.Profile == Thorough }
	for i, op := range ops {
		parts = append(parts, neighboursPart(p.Edition, op, inFull(i)))
	}
	for _, op := range ops {
		parts = append(parts, scalarsPart(p.Edition, op, scalarsOfEachKind))
	}
	for i, op := range ops {
		if inFull(i) {
			parts = append(parts, scalarsPart(p.Edition, op, profiles[p.Profile].chars))
		}
		parts = append(parts, pairsPart(p.Edition, op, inFull(i)))
		if p.Profile == Thorough {
			parts = append(parts, twicePart(p.Edition, op))
		}
	}
	parts = append(parts, lengthsParts(p, ops, offered)...)
	parts = append(parts, sequencesPart(p.Edition))
	if len(offered.Methods) > 0 {
		parts = append(parts, orderPart(p.Edition, conformance.OpApply, offered, false))
	}
	parts = append(parts, orderPart(p.Edition, conformance.OpEqual, offered, false))
	for i, op := range ops {
		parts = append(parts, orderPart(p.Edition, op, offered, inFull(i)))
	}
	return append(parts, environmentsPart(p.Edition))
}

func everything(edition *notation.Edition) conformance.Description {
	return conformance.Describe(conformance.Correct(edition), edition)
}

// must returns v. An error means that this program is defective.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Checks returns the identifiers of the checks that cfg selects for an implementation that offers
// everything, in order. The error is as that of [Run].
func Checks(cfg Config) (iter.Seq[string], error) {
	p, err := newPlan(cfg)
	if err != nil {
		return nil, err
	}
	return func(yield func(string) bool) {
		for _, of := range p.parts(everything(p.Edition)) {
			for _, m := range of.members {
				if p.has(m) && !yield(m.id) {
					return
				}
			}
			for req := range p.selectedRequests(of) {
				if !yield(selector.ID(of.layer, req)) {
					return
				}
			}
		}
	}, nil
}
