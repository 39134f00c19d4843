package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// TestProgress checks what a terminal shows during a run, and that nothing is left of it.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, interrupt := context.WithCancel(t.Context())
		var out bytes.Buffer // guarded by p.mu
		out.WriteString(clearLine)
		p := startProgress(ctx, &out)
		shows := func(after time.Duration, want string) {
			t.Helper()
			time.Sleep(after)
			synctest.Wait()
			p.mu.Lock()
			defer p.mu.Unlock()
			if want != "" {
				want = noWrap + want + wrap
			}
			if text := out.String(); text[strings.LastIndex(text, clearLine)+len(clearLine):] != want {
				t.Errorf("the terminal shows %q, want %q", text, want)
			}
			out.Reset()
			out.WriteString(clearLine)
		}
		shows(progressDelay-time.Millisecond, "")
		shows(3*time.Second+2*time.Millisecond, "starting the adapter")
		p.run(suite.Progress{Planned: 1000, Layer: "vectors", Way: "parse", Checks: 400, Done: 200})
		shows(time.Second, " 20 %  [####                ]  vectors by parse")
		p.run(suite.Progress{Planned: 1000, Before: 400, Layer: "exhaustive", Checks: 600, Done: 350})
		shows(time.Second, " 75 %  [###############     ]  exhaustive")
		p.run(suite.Progress{Planned: 1000, Before: 1000, Layer: "fuzz", Done: 4096})
		shows(time.Second, "100 %  [####################]  fuzz, 4,096 random requests")
		p.run(suite.Progress{Planned: 1000, Before: 1000})
		shows(time.Second, "100 %  [####################]  analysing the results")
		interrupt()
		shows(0, "")
		p.clear()
		p.run(suite.Progress{Planned: 1000, Before: 1000, Layer: "fuzz", Done: 8192})
		shows(time.Minute, "")
	})
}
