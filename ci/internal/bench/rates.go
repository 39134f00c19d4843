package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// measureRates asks the reference, behind a real pipe, as the benchmarks of package
// wire do: to parse the tokens over and over, and to sweep strings of three bytes. These
// are the only absolute figures that something is required of.
func measureRates(ctx context.Context, b *bench, t *table) error {
	var tokens []string
	for id := range epin.All() {
		tokens = append(tokens, id.String())
	}
	parses := sized(b, 2_000_000, 1000)
	sweeps := sized(b, 3000, 2)
	parse := func(i int) conformance.Request {
		return conformance.Request{Op: conformance.OpParse, Token: tokens[i%len(tokens)]}
	}
	sweep := func(i int) conformance.Request {
		swept := make([]string, conformance.MaxSweepTokens)
		for j := range swept {
			n := i*len(swept) + j
			swept[j] = string([]byte{byte(n >> 16), byte(n >> 8), byte(n)})
		}
		return conformance.Request{Op: conformance.OpSweep, Tokens: swept}
	}
	var parsed, swept []float64
	for range sized(b, 5, 1) {
		took, err := b.askAll(ctx, parses, parse)
		if err != nil {
			return err
		}
		parsed = append(parsed, float64(parses)/took.Seconds()/1e6)
		if took, err = b.askAll(ctx, sweeps, sweep); err != nil {
			return err
		}
		swept = append(swept, float64(sweeps*conformance.MaxSweepTokens)/took.Seconds()/1e6)
	}
	t.add("parse, the reference through a pipe", median(parsed), millions, atLeast.of(1))
	t.add("swept tokens, the reference through a pipe", median(swept), millions, atLeast.of(5))
	return nil
}

// askAll asks the reference n requests, and returns how long that took, from when it
// had started.
func (b *bench) askAll(ctx context.Context, n int, request func(int) conformance.Request) (took time.Duration, err error) {
	impl, err := wire.Command{Args: []string{b.epin, "serve"}}.Open(ctx, epin.Current)
	if err != nil {
		return 0, err
	}
	answered := 0
	began := time.Now()
	err = conformance.DoAll(ctx, impl, func(yield func(conformance.Request) bool) {
		for i := range n {
			if !yield(request(i)) {
				return
			}
		}
	}, func(conformance.Exchange) bool {
		answered++
		return true
	})
	took = time.Since(began)
	if closed := impl.(io.Closer).Close(); err == nil {
		err = closed
	}
	if err == nil && answered != n {
		err = fmt.Errorf("%d answers to %d requests", answered, n)
	}
	return took, err
}
