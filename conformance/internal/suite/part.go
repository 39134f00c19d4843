package suite

import (
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

// part is a layer asked in one way.
type part struct {
	layer  string
	way    string // the operation; "" where the layer chooses for itself
	asked  string // what is asked, in words
	checks int

	// Of the layers that compare with an oracle: what is asked, in order. A request
	// of OpSweep stands for its Token alone; the engine puts sweeps together.
	questions iter.Seq[conformance.Request]
	// Of the layer single: the same requests as they are made, sweeps whole.
	exact []conformance.Request
	// Of the layer vectors: the vector that a check comes from, by identifier.
	vectors map[string]corpus.Vector

	// Whether the layer asks the same in every way, so that verdicts can be compared.
	everyWay bool
	// Of the layer lengths: what is asked once more, singly, for the time that it takes.
	timed []lengthened
	// Of the layer complete: for how many extra states, and over which bytes, where it is
	// not all. Of the layer exhaustive: up to which length.
	extra    int
	alphabet string
	length   int

	// Of the layer fuzz: what was asked before the check that is being judged.
	before func() conversation

	// Of the other layers: how they run, and their checks, where they are known.
	run     func(ctx context.Context, r *runner, p part, t *tally) error
	members []member
}

// member is a check of a layer that chooses its own requests.
type member struct {
	id           string
	requirements []string
}

// A maker makes a part of a layer and a way, once: whoever calls it again is given the
// same. What a layer asks takes a while to make, in which what the layers before it ask can
// be asked.
type maker struct {
	layer, way string
	make       func() (part, error)
}

// makersOf returns what makes the parts of a run for an implementation, in order: what is
// asked singly comes before the first sweep, and the laws, which sweep too, after the
// first sweeps.
func makersOf(cfg Config, offered conformance.Description) ([]maker, error) {
	var makers []maker
	failing := func(layer string, op conformance.Op, f func() (part, error)) {
		makers = append(makers, maker{layer, string(op), sync.OnceValues(f)})
	}
	add := func(layer string, op conformance.Op, f func() part) {
		failing(layer, op, func() (part, error) { return f(), nil })
	}
	vectors := func(op conformance.Op) {
		failing(result.LayerVectors, op, func() (part, error) {
			vectors, err := vectorsOf[cfg.Edition]()
			return vectorsPart(vectors, op), err
		})
	}
	tokens := func(op conformance.Op) {
		add(result.LayerTokens, op, func() part { return tokensPart(cfg.Edition, op) })
	}

	singles, err := singlePart(cfg)
	if err != nil {
		return nil, err
	}
	if singles.checks > 0 {
		add(result.LayerSingle, "", func() part { return singles })
	}
	if cfg.Profile == Exec {
		vectors(conformance.OpValid)
		failing(result.LayerComplete, conformance.OpValid, func() (part, error) { return completeOverEnds(cfg) })
		return makers, nil
	}
	singly := []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpApply, conformance.OpEqual}
	for _, op := range singly {
		vectors(op)
	}
	for _, op := range singly {
		tokens(op)
	}
	failing(result.LayerFeatures, "", func() (part, error) { return newFeaturesPart(cfg.Edition) })
	vectors(conformance.OpSweep)
	tokens(conformance.OpSweep)
	// The fastest way gets every layer in full, and every other one that is offered
	// smaller ones. No layer is split between ways, which would say nothing of either.
	fastest := supervise.Fastest(offered)
	others := slices.DeleteFunc([]conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep},
		func(op conformance.Op) bool { return op == fastest })
	ways := append(others, fastest)
	extra, length := cfg.extraStates(), cfg.exhaustiveLength()
	for _, op := range ways {
		k := 0
		if op == fastest {
			k = extra
		}
		failing(result.LayerComplete, op, func() (part, error) { return completePart(cfg.Edition, op, k) })
	}
	for _, op := range ways {
		n := otherWaysLength
		if op == fastest {
			n = length
		}
		add(result.LayerExhaustive, op, func() part { return exhaustivePart(op, n) })
	}
	add(result.LayerProperties, "", func() part { return propertiesPart(cfg) })
	if cfg.Profile != Quick {
		add(result.LayerNeighbours, fastest, func() part { return neighboursPart(cfg.Edition, fastest) })
		for _, op := range ways {
			add(result.LayerScalars, op, func() part { return scalarsPart(cfg.Edition, op, scalarsOfFolding) })
		}
		add(result.LayerScalars, fastest, func() part { return scalarsPart(cfg.Edition, fastest, cfg.Profile.scalars()) })
		timed := conformance.OpParse
		if !offered.Offers(timed) {
			timed = conformance.OpValid
		}
		for _, op := range ways {
			add(result.LayerLengths, op, func() part { return lengthsPart(cfg.Edition, op, op == timed) })
		}
		add(result.LayerSequences, "", func() part { return sequencesPart(cfg) })
	}
	if cfg.Fuzzes() {
		add(result.LayerFuzz, "", fuzzPart)
	}
	return makers, nil
}

// partsOf makes all parts.
func partsOf(cfg Config, offered conformance.Description) ([]part, error) {
	makers, err := makersOf(cfg, offered)
	if err != nil {
		return nil, err
	}
	return made(makers)
}

// made returns what makers make.
func made(makers []maker) ([]part, error) {
	var parts []part
	for _, m := range makers {
		p, err := m.make()
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// vectorsOf reads the vectors of an edition once. Nobody changes them.
var vectorsOf = func() map[epin.Edition]func() ([]corpus.Vector, error) {
	read := map[epin.Edition]func() ([]corpus.Vector, error){}
	for _, e := range epin.Editions() {
		read[e] = sync.OnceValues(func() ([]corpus.Vector, error) { return corpus.Vectors(e.String()) })
	}
	return read
}()

// Checks returns the identifiers of the checks that cfg selects, in the order in
// which they are asked, of an implementation that offers everything. Of cfg the edition,
// what is asked, and what is selected are used. The error is as that of [Run].
func Checks(cfg Config) (iter.Seq[string], error) {
	sel, err := selector.NewSelection(cfg.Edition, cfg.Only, cfg.without)
	if err != nil {
		return nil, err
	}
	if err := checkWishes(cfg); err != nil {
		return nil, err
	}
	parts, err := partsOf(cfg, conformance.Describe(conformance.Reference(cfg.Edition), cfg.Edition))
	if err != nil {
		return nil, err
	}
	r := newRunner(cfg, sel, nil)
	return func(yield func(string) bool) {
		for _, p := range parts {
			for id := range r.selectedOf(p) {
				if !yield(id) {
					return
				}
			}
		}
	}, nil
}
