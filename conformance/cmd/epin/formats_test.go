package main

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/reporttest"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
)

// forms has, by the name of its format, where a reader finds each form. A form that has
// no place for whether a run is partial or unstable says it in words. A statement does not say it.
var forms = map[string]struct{ verdict, partial, unstable string }{
	"text":          {`\A(.+?)  `, `\n(Selected: |The run is incomplete)`, `\n(Responses depend on other inputs|The same input had different responses): `},
	"json":          {`\n  "verdict": "(.+)"`, `\n  "only": \[\n|\n  "cut": "[^"]`, `\n  "unstable": true`},
	"junit":         {`<property name="verdict" value="(.+?)"`, `<property name="partial" `, `<property name="unstable" `},
	"markdown":      {`\A## \S+ ([A-Z0-9 ]+)[,\n]`, `\n(Selected: |The run is incomplete)`, `\n(Responses depend on other inputs|The same input had different responses): `},
	"github":        {`\AEPIN \S+: (.+?)(?:,|  )`, `\AEPIN .*, (partial|cut short)[, ]`, `\AEPIN .*, unstable `},
	"badge-json":    {`"message": "(.+?)[,"]`, `"message": ".*, (partial|cut short)[,"]`, `"message": ".*, unstable"`},
	"html":          {`<p class="verdict"><span [^>]*>[^<]*</span> ([^<]*[^< ])`, `<div class="head [^"]*\bpartial\b`, `<div class="head [^"]*\bunstable\b`},
	formatStatement: {`"verdict": "(.+)"`, "", ""},
}

// One run says the same in every format.
func TestEveryFormatHasTheSameVerdict(t *testing.T) {
	for _, c := range []struct {
		verdict, mutant   string // "" for the reference, "none" for nothing that starts
		cfg               suite.Config
		known             string
		partial, unstable bool
	}{
		{verdict: "fully conformant"},
		{verdict: "not conformant", mutant: "dollar-for-z", cfg: suite.Config{Only: []string{"vectors"}}, partial: true},
		{verdict: "conformant but for 1 known failure, listed by requirement only", mutant: "equality-ignores-case", known: "epin/9.3/equivalent: the side is forgotten\n"},
		{verdict: "known failures out of date", known: "epin/9.4/empty: nothing is wrong with it\n",
			cfg: suite.Config{Only: []string{"epin/9.4/empty"}}, partial: true},
		{verdict: "inconclusive", mutant: "none", partial: true},
		{verdict: "not conformant", mutant: "table-full", cfg: suite.Config{Seed: 1, Only: []string{"vectors/parse", "vectors/valid"}},
			partial: true, unstable: true},
	} {
		t.Run(c.verdict+" "+c.mutant, func(t *testing.T) {
			if !whole() && c.known != "" && c.mutant != "" {
				t.Skip("a run of everything, twice: with EPIN_WHOLE=1")
			}
			cfg := c.cfg
			cfg.Profile = suite.Quick
			if c.known != "" {
				cfg.Known = reporttest.Known(c.known)
			}
			open := func(context.Context, *notation.Edition) (conformance.Implementation, error) {
				return nil, context.DeadlineExceeded
			}
			if c.mutant != "none" {
				open = reporttest.Opening(c.mutant)
			}
			r := reporttest.Run(open, cfg, "./adapter")
			words := []string{c.verdict} // a verdict in the schema has its own words
			if r.Verdict == result.NoVerdict || r.Verdict == result.ConformantButFor {
				words = append(words, r.Verdict.String())
			}
			for _, name := range formats {
				var b bytes.Buffer
				check((&reports{}).writeForm(&b, r, name, report.TextOptions{}))
				form := forms[name]
				verdict := append(regexp.MustCompile(form.verdict).FindStringSubmatch(b.String()), "", "")[1]
				verdict, _, _ = strings.Cut(strings.ToLower(verdict), ", 1 finding of which")
				partial := regexp.MustCompile(form.partial).MatchString(b.String())
				unstable := regexp.MustCompile(form.unstable).MatchString(b.String())
				differs := name != formatStatement && (partial != c.partial || unstable != c.unstable)
				if !slices.Contains(words, verdict) || differs {
					t.Errorf("%s says %q, partial %t, unstable %t:\n%.300s", name, verdict, partial, unstable, b.String())
				}
			}
		})
	}
}
