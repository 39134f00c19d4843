package main

import (
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/childenv"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/wire"
)

// Messages escape names, and are not long. The script environment has the other errors.
func TestEnvironmentMessages(t *testing.T) {
	const want = `--env $'\033[1m_TOKEN': there is no such variable in the environment: set it, or leave the flag out`
	_, err := withEnvironment(wire.Command{}, childenv.Selection{Pass: []string{"\x1b[1m_TOKEN"}}, nil)
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	const names = `withheld from it: $'\033]0;\012\072\072error\072\072TOKEN', A_TOKEN (--env NAME passes one)`
	if got := notPassed([]string{"\x1b]0;\n::error::TOKEN", "A_TOKEN"}); !strings.HasSuffix(got, names) || notPassed(nil) != "" {
		t.Errorf("%s, want %s", got, names)
	}
	if text := notPassed([]string{strings.Repeat("x", 10_000)}); len(text) > longestNames+100 {
		t.Errorf("%d bytes: %.100s", len(text), text)
	}
}

func TestProgressText(t *testing.T) {
	for want, now := range map[string]suite.Progress{
		" 20 %  [####                ]  vectors by parse":            {Planned: 1000, Layer: "vectors", Op: "parse", Checks: 400, Done: 200},
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
