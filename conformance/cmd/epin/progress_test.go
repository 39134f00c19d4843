package main

import (
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/suite"
)

func TestProgressText(t *testing.T) {
	for want, now := range map[string]suite.Progress{
		" 20 %  [####                ]  vectors by parse":            {Planned: 1000, Layer: "vectors", Way: "parse", Checks: 400, Done: 200},
		" 75 %  [###############     ]  exhaustive":                  {Planned: 1000, Before: 400, Layer: "exhaustive", Checks: 600, Done: 350},
		"100 %  [####################]  fuzz, 4,096 random requests": {Planned: 1000, Before: 1000, Layer: "fuzz", Done: 4096},
		"fuzz, 1 random request":                                     {Layer: "fuzz", Done: 1},
		"100 %  [####################]  analysing the results":       {Planned: 1000, Before: 1000},
	} {
		if got := progressText(now); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
