package main

import (
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
)

func TestWriteAdapters(t *testing.T) {
	var b strings.Builder
	(&table{}).writeAdapters(&b)
	if b.Len() > 0 {
		t.Errorf("where nothing was measured it says %q", b.String())
	}
	(&table{adapters: []adapterRate{{"c", 1_234_567, 20_000_000}, {"shell", 987, 9_950}}}).writeAdapters(&b)
	const want = `
| adapter | parse, thousand a second | sweep, thousand tokens a second |
|---|---|---|
| c | 1235 | 20000 |
| shell | 1.0 | 9.9 |
`
	if b.String() != want {
		t.Errorf("%s, want %s", b.String(), want)
	}
}

// TestSweepOf: what every adapter is swept is printable text, and not the same twice in a row.
func TestSweepOf(t *testing.T) {
	met := map[string]bool{}
	for i := range 3 {
		for _, token := range sweepOf(i).Tokens {
			if len(token) != 3 || met[token] || strings.IndexFunc(token, func(r rune) bool { return r < ' ' || r > '~' }) >= 0 {
				t.Fatalf("%q", token)
			}
			met[token] = true
		}
	}
	if len(met) != 3*conformance.MaxSweepTokens {
		t.Errorf("%d tokens", len(met))
	}
}
