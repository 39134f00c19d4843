package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/report/reporttest"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// seen is what a reader of one form of a report learns of the run.
type seen struct {
	verdict           string // with the number of known failures, unless the form has the words of the schema
	partial, unstable bool
}

// forms has, by the name of its format, where a reader finds each form. A form that has
// no place for whether a run is partial or unstable says it in words.
var forms = map[string]struct{ verdict, partial, unstable string }{
	"text":          {`\A(.+?)  `, `\n(Selected: |The run is incomplete)`, `\nThe library is non-deterministic: `},
	"json":          {`\n  "verdict": "(.+)"`, `\n  "only": \[\n|\n  "cut": "[^"]`, `\n  "unstable": true`},
	"jsonl":         {`"report":.*"verdict":"(.+?)"`, `"report":.*("only":\["|"cut":"[^"])`, `"report":.*"unstable":true`},
	"junit":         {`<property name="verdict" value="(.+?)"`, `<property name="partial" `, `<property name="unstable" `},
	"markdown":      {`\A## \S+ ([A-Z0-9 ]+)\n`, `\n> \*\*PARTIAL\*\*: `, `\n> \*\*UNSTABLE\*\*: `},
	"github":        {`\AEPIN \S+: (.+?)(?:,|  )`, `\AEPIN .*, (partial|cut short)[, ]`, `\AEPIN .*, unstable `},
	"badge":         {`<title>.*: (.+?)[,<]`, `<title>.*, (partial|cut short)[,<]`, `<title>.*, unstable<`},
	"badge-json":    {`"message": "(.+?)[,"]`, `"message": ".*, (partial|cut short)[,"]`, `"message": ".*, unstable"`},
	"html":          {`<p class="verdict"><span [^>]*>[^<]*</span> ([^<]*[^< ])`, `<div class="head [^"]*\bpartial\b`, `<div class="head [^"]*\bunstable\b`},
	formatStatement: {`"verdict": "(.+)"`, `"only": \[\n|"cut": "[^"]`, `"unstable": true`},
}

// see reads a report back.
func see(t *testing.T, format, report string) seen {
	t.Helper()
	form, ok := forms[format]
	verdict := regexp.MustCompile(form.verdict).FindStringSubmatch(report)
	if !ok || verdict == nil {
		t.Fatalf("nobody reads %s back, or it has no verdict: %.200s", format, report)
	}
	holds := func(expression string) bool { return regexp.MustCompile(expression).MatchString(report) }
	return seen{strings.ToLower(verdict[1]), holds(form.partial), holds(form.unstable)}
}

// One run says the same in every format.
func TestEveryFormatHasTheSameVerdict(t *testing.T) {
	for name, c := range map[string]struct {
		mutant string // "" for the reference, "none" for nothing that starts
		cfg    suite.Config
		known  string
		wants  seen
	}{
		"conformant":     {wants: seen{verdict: "fully conformant"}},
		"not conformant": {mutant: "dollar-for-z", cfg: suite.Config{Only: []string{"vectors"}}, wants: seen{verdict: "not conformant", partial: true}},
		"but for known": {mutant: "equality-ignores-case", known: "epin/9.3/equivalent: the side is forgotten\n",
			wants: seen{verdict: "conformant but for 1 known failure"}},
		"out of date": {known: "epin/9.4/empty: nothing is wrong with it\n", cfg: suite.Config{Only: []string{"epin/9.4/empty"}},
			wants: seen{verdict: "known failures out of date", partial: true}},
		"no verdict": {mutant: "none", wants: seen{verdict: "no verdict", partial: true}},
		"unstable": {mutant: "table-full", cfg: suite.Config{Seed: 1, Only: []string{"vectors/parse", "tokens/equal"}},
			wants: seen{verdict: "not conformant", partial: true, unstable: true}},
	} {
		t.Run(name, func(t *testing.T) {
			if !whole() && c.known != "" && c.mutant != "" {
				t.Skip("a run of everything, twice: with EPIN_WHOLE=1")
			}
			cfg := c.cfg
			cfg.Profile = suite.Quick
			if c.known != "" {
				cfg.Known = reporttest.Known(c.known)
			}
			open := func(context.Context, epin.Edition) (conformance.Implementation, error) {
				return nil, context.DeadlineExceeded
			}
			if c.mutant != "none" {
				open = reporttest.Opening(c.mutant)
			}
			r := reporttest.Run(open, cfg, "./adapter")
			for _, f := range formats {
				var b bytes.Buffer
				outputs, err := reportFlags{reports: []string{f.name}}.open(newStreams(nil, &b, nil))
				if err == nil {
					err = outputs.write(r)
				}
				if err != nil {
					t.Fatal(err)
				}
				got := see(t, f.name, b.String())
				// What is read back of the report itself has the words of the schema.
				wants := c.wants
				if got.verdict == "inconclusive" {
					got.verdict = wants.verdict // "no verdict" in JSON
				}
				if got.verdict == suite.ConformantButFor.String() && strings.HasPrefix(wants.verdict, "conformant but for ") {
					wants.verdict = got.verdict
				}
				if got != wants {
					t.Errorf("%s says %+v, and the run was %+v:\n%.300s", f.name, got, c.wants, b.String())
				}
			}
		})
	}
}

// Colours are for a terminal, unless somebody minds.
func TestColoured(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("no terminal can be made: %v", err)
	}
	defer terminal.Close()
	if !isTerminal(terminal) {
		t.Skip("/dev/ptmx is no terminal here")
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	for _, c := range []struct {
		out     io.Writer
		env     string
		term    string
		noColor bool
		wants   bool
	}{
		{terminal, "", "xterm", false, true},
		{terminal, "", "", false, true},
		{terminal, "", "dumb", false, false},
		{terminal, "", "xterm", true, false},
		{terminal, "1", "xterm", false, false},
		{w, "", "xterm", false, false},
		{new(bytes.Buffer), "", "xterm", false, false},
	} {
		t.Setenv("NO_COLOR", c.env)
		t.Setenv("TERM", c.term)
		if got := colored(c.out, c.noColor); got != c.wants {
			t.Errorf("coloured: %t; with NO_COLOR=%q, TERM=%q, --no-color=%t to %T, want %t", got, c.env, c.term, c.noColor, c.out, c.wants)
		}
	}
}
