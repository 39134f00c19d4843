package main

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// adapterRate is how much an adapter answers, a second.
type adapterRate struct {
	Language string
	Parse    float64 // requests, each one token with every attribute
	Sweep    float64 // tokens
}

// measureAdapters takes the throughput of the adapter in each language, with the library
// that stands beside it: nothing is required of it.
func measureAdapters(ctx context.Context, b *bench, t *table) error {
	templates := adapters.All()
	if b.smoke {
		templates = slices.DeleteFunc(templates, func(t adapters.Template) bool { return t.Language != "python" })
	}
	for _, template := range templates {
		dir := filepath.Join(b.scratch, "adapter-"+template.Language)
		if _, err := template.Write(dir); err != nil {
			return err
		}
		if template.Build != "" {
			build := exec.CommandContext(ctx, "sh", "-c", template.Build)
			build.Dir = dir
			if out, err := build.CombinedOutput(); err != nil {
				return fmt.Errorf("the adapter in %s cannot be built (ci/install installs what it needs): %w\n%s", template.Language, err, out)
			}
		}
		command := wire.Command{Args: strings.Fields(template.Run), Dir: dir, HelloTimeout: 2 * time.Minute, Timeout: time.Minute}
		rate := adapterRate{Language: template.Language}
		for _, way := range []struct {
			name string
			rate *float64
			next func(i int) conformance.Request
		}{{"parse", &rate.Parse, parseOf}, {"sweep", &rate.Sweep, sweepOf}} {
			var rates []float64
			for range sized(b, 3, 1) {
				answered, err := askFor(ctx, command, sized(b, 2*time.Second, time.Millisecond), way.next)
				if err != nil {
					return fmt.Errorf("the adapter in %s (ci/install installs what it needs): %w", template.Language, err)
				}
				rates = append(rates, answered)
			}
			*way.rate = median(rates)
			t.add(template.Language+", "+way.name, *way.rate/1e3, thousands, nil)
		}
		t.adapters = append(t.adapters, rate)
	}
	return nil
}

var everyToken = func() (tokens []string) {
	for id := range epin.All() {
		tokens = append(tokens, id.String())
	}
	return tokens
}()

func parseOf(i int) conformance.Request {
	return conformance.Request{Op: conformance.OpParse, Token: everyToken[i%len(everyToken)]}
}

// sweepOf returns a sweep of strings of three printable characters of ASCII, which every
// adapter takes, and hands over without ado.
func sweepOf(i int) conformance.Request {
	swept := make([]string, conformance.MaxSweepTokens)
	for j := range swept {
		n := i*len(swept) + j
		swept[j] = string([]byte{' ' + byte(n/(95*95)%95), ' ' + byte(n/95%95), ' ' + byte(n%95)})
	}
	return conformance.Request{Op: conformance.OpSweep, Tokens: swept}
}

// askFor asks an adapter for so long, and returns how many tokens a second it answered,
// without its start.
func askFor(ctx context.Context, command wire.Command, d time.Duration, request func(int) conformance.Request) (rate float64, err error) {
	impl, err := command.Open(ctx, epin.Current)
	if err != nil {
		return 0, err
	}
	tokens := 0
	began := time.Now()
	err = conformance.DoAll(ctx, impl, func(yield func(conformance.Request) bool) {
		for i := 0; (i == 0 || time.Since(began) < d) && yield(request(i)); i++ {
		}
	}, func(x conformance.Exchange) bool {
		tokens += max(len(x.Request.Tokens), 1)
		return true
	})
	took := time.Since(began)
	if closed := impl.(io.Closer).Close(); err == nil {
		err = closed
	}
	return float64(tokens) / took.Seconds(), err
}

// writeAdapters writes what was measured of the adapters as conformance/adapters/README.md
// has it.
func (t *table) writeAdapters(w io.Writer) {
	if len(t.adapters) == 0 {
		return
	}
	fmt.Fprint(w, "\n| adapter | parse, thousand a second | sweep, thousand tokens a second |\n|---|---|---|\n")
	for _, a := range t.adapters {
		fmt.Fprintf(w, "| %s | %s | %s |\n", a.Language, inThousands(a.Parse), inThousands(a.Sweep))
	}
}

// inThousands writes a rate with as many digits as mean something.
func inThousands(rate float64) string {
	if rate < 10_000 {
		return fmt.Sprintf("%.1f", rate/1e3)
	}
	return fmt.Sprintf("%.0f", rate/1e3)
}
