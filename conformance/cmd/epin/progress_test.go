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
		p := startProgress(ctx, &out, startingAdapter)
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
		p.add(suite.PartStarted{Layer: "vectors", Way: "parse", Checks: 400})
		shows(time.Second, "vectors by parse")
		p.planned(1000)
		p.add(suite.Progress{Done: 200})
		shows(time.Second, " 20 %  [####                ]  vectors by parse")
		p.add(suite.PartFinished{})
		p.add(suite.PartStarted{Layer: "exhaustive", Checks: 600})
		p.add(suite.Progress{Done: 350})
		shows(time.Second, " 75 %  [###############     ]  exhaustive")
		p.add(suite.PartFinished{})
		shows(time.Second, "100 %  [####################]  analysing the results")
		p.add(suite.PartStarted{Layer: "fuzz"})
		p.add(suite.Progress{Done: 4096})
		shows(time.Second, "100 %  [####################]  fuzz, 4,096 random requests")
		interrupt()
		shows(0, "")
		p.clear()
		p.add(suite.Progress{Done: 8192})
		shows(time.Minute, "")
	})
}
