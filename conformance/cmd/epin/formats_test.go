package main

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/certificate"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// seen is what a reader of one form of a report learns of the run. A form that has no place
// for whether it is partial or unstable says it in words.
type seen struct {
	verdict           string // with the number of known failures
	partial, unstable bool
}

// readers read each form back, by the name of the format.
var readers = map[string]func(t *testing.T, data []byte) seen{
	"text": func(_ *testing.T, data []byte) seen {
		head, _, _ := strings.Cut(string(data), "  ")
		return seen{strings.ToLower(head), bytes.Contains(data, []byte("\nPARTIAL: ")), bytes.Contains(data, []byte("\nUNSTABLE: "))}
	},
	"json": func(t *testing.T, data []byte) seen {
		r, err := report.ReadJSON(bytes.NewReader(data))
		return seenIn(t, r, err)
	},
	"jsonl": func(t *testing.T, data []byte) seen {
		r, err := report.ReadJSONL(bytes.NewReader(data))
		return seenIn(t, r, err)
	},
	"junit": func(t *testing.T, data []byte) seen {
		var suites struct {
			Suites []struct {
				Properties []struct {
					Name  string `xml:"name,attr"`
					Value string `xml:"value,attr"`
				} `xml:"properties>property"`
			} `xml:"testsuite"`
		}
		if err := xml.Unmarshal(data, &suites); err != nil {
			t.Fatal(err)
		}
		var s seen
		for _, p := range suites.Suites[0].Properties {
			switch p.Name {
			case "verdict":
				s.verdict = p.Value
			case "partial":
				s.partial = true
			case "unstable":
				s.unstable = true
			}
		}
		return s
	},
	"markdown": func(t *testing.T, data []byte) seen {
		head := regexp.MustCompile(`\A## \S+ ([A-Z0-9 ]+)\n`).FindSubmatch(data)
		if head == nil {
			t.Fatalf("no verdict in %.200s", data)
		}
		return seen{strings.ToLower(string(head[1])), bytes.Contains(data, []byte("\n> **PARTIAL**: ")), bytes.Contains(data, []byte("\n> **UNSTABLE**: "))}
	},
	"badge": func(t *testing.T, data []byte) seen {
		var svg struct {
			Title string `xml:"title"`
		}
		if err := xml.Unmarshal(data, &svg); err != nil {
			t.Fatal(err)
		}
		_, message, _ := strings.Cut(svg.Title, ": ")
		return seenOnBadge(message)
	},
	"badge-json": func(t *testing.T, data []byte) seen {
		var badge struct{ Message string }
		if err := json.Unmarshal(data, &badge); err != nil {
			t.Fatal(err)
		}
		return seenOnBadge(badge.Message)
	},
	"html": func(t *testing.T, data []byte) seen {
		head := regexp.MustCompile(`<div class="head ([^"]*)">`).FindSubmatch(data)
		verdict := regexp.MustCompile(`<p class="verdict"><span [^>]*>[^<]*</span> ([^<]*[^< ])`).FindSubmatch(data)
		if head == nil || verdict == nil {
			t.Fatalf("no verdict in %.200s", data)
		}
		classes := strings.Fields(string(head[1]))
		return seen{strings.ToLower(string(verdict[1])), slices.Contains(classes, "partial"), slices.Contains(classes, "unstable")}
	},
	formatStatement: func(t *testing.T, data []byte) seen {
		s, err := certificate.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		r := s.Predicate.Configuration.Results
		return seen{r.Verdict.String(), r.Cut != "" || len(r.Only) > 0, r.Unstable}
	},
}

func seenIn(t *testing.T, r result.Report, err error) seen {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return seen{r.Verdict.String(), r.Cut != "" || len(r.Only) > 0, r.Unstable}
}

func seenOnBadge(message string) seen {
	words := strings.Split(message, ", ")
	s := seen{verdict: words[0]}
	for _, word := range words[1:] {
		s.partial = s.partial || word == "partial" || word == "cut short"
		s.unstable = s.unstable || word == "unstable"
	}
	return s
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
			cfg.Profile, cfg.Open = suite.Quick, opening(c.mutant)
			if c.known != "" {
				list, err := knownfailures.Parse([]byte(c.known))
				if err != nil {
					t.Fatal(err)
				}
				cfg.Known = list.Lines
			}
			collector := report.NewCollector([]string{"./adapter"}, nil, time.Now)
			if _, err := suite.Run(t.Context(), cfg, collector.Add); err != nil {
				t.Fatal(err)
			}
			for _, f := range formats {
				read := readers[f.name]
				if read == nil {
					t.Fatalf("nobody reads %s back: add a reader to this test", f.name)
				}
				var b bytes.Buffer
				if err := f.write(&b, collector.Report(), formatOptions{}); err != nil {
					t.Fatal(err)
				}
				got := read(t, b.Bytes())
				// What is read back of the report itself has the words of the schema.
				wants := c.wants
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

func opening(name string) conformance.Factory {
	return func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
		if name == "none" {
			return nil, context.DeadlineExceeded
		}
		if m, ok := mutant.Named(name); ok {
			return m.New(e), nil
		}
		return conformance.Reference(e), nil
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
