package dialect

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/internal/tests"
)

// An engine is how patterns are matched by the real engine: a program that has to be installed, and a line of sh in
// testdata, where $T is an empty folder. Mono and the crate run only with EPIN_WHOLE, where they are installed.
type engine struct{ program, line string }

var engines = map[string]engine{
	"javascript": {"node", "node engine.js"}, "python": {"python3", "python3 engine.py"}, "ruby": {"ruby", "ruby engine.rb"},
	"python-bytes": {"python3", "python3 engine.py bytes"}, "php": {"php", "php engine.php"}, "java": {"java", "java Engine.java"},
	"elixir": {"elixir", "elixir engine.exs"},
	"dotnet": {"mcs", `mcs -out:"$T/engine.exe" engine.cs && mono "$T/engine.exe"`},
	"rust": {"cargo", `cp -R rust/. "$T" && cd "$T" && cargo run --quiet --offline --config 'source.crates-io.replace-with="debian"' \
		--config 'source.debian.directory="/usr/share/cargo/registry"'`},
}

// alphabet has characters that some dialect treats in a special way.
var alphabet = strings.Split("A k K i s S z Z + - ^ ' \n \r \u0085 \u2028 \u212a \u017f \u0130 \u0131 é 5 \u0663 _ [ \U0001d400 "+
	"\v \ufeff b \u00a0 \x1c ! \u200d \u0301 ª ² \u2167 \x00", " ")

// texts returns all strings of up to two characters of the alphabet, and some longer ones; or else all of up to
// three. With malformed, they are over bytes that are no text too.
func stringsFor(rng *rand.Rand, malformed bool) []string {
	letters := alphabet
	if malformed {
		letters = slices.Concat(letters, []string{"\xe9", "\x80", "\xff", "\xe2\x84"})
	}
	all, last := []string{""}, []string{""}
	for length := 1; length <= 3; length++ {
		var longer []string
		for _, s := range last {
			for _, c := range letters {
				longer = append(longer, s+c)
			}
		}
		last = longer
		if length > 1 && !tests.Whole() {
			longer = slices.Clone(longer)
			rng.Shuffle(len(longer), func(i, j int) { longer[i], longer[j] = longer[j], longer[i] })
			longer = longer[:400]
		}
		all = append(all, longer...)
	}
	for r := range rune(0x250) { // a table of Latin letters can differ in each
		if all = append(all, string(r)); malformed && r <= 0xFF {
			all = append(all, string([]byte{byte(r)}))
		}
	}
	for range 200 {
		s := ""
		for range 4 + rng.IntN(3) {
			s += letters[rng.IntN(len(letters))]
		}
		all = append(all, s)
	}
	return append(all, "K\r\n", "+K^'\n", "\r\n", "K\r\n\n")
}

// authors are parts of patterns as authors write them.
var authors = [][]string{
	{`^`, `\A`, ``, `\b`, `^\s*`, `(?:`, `(^|\s)`},
	{`[-+]?`, `[+-]?`, `[+\-]?`, `(\+|-)?`, `[-+]{0,1}`, `(?<state>[-+])?`, `[-+]*`, `[+-^]?`, ``},
	{`[A-Za-z]`, `[a-zA-Z]`, `[A-z]`, `[a-z]`, `[A-Z]`, `\w`, `[[:alpha:]]`, `\p{L}`, `[^\W\d_]`, `.`, `[^\x00-\x1f]`, `([A-Z]|[a-z])`, `(?i:[a-z])`, `K`, `\D`, `\S`},
	{`\^?`, `\^*`, `(\^)?`, `[\^]?`, `\x5e?`, ``},
	{`'?`, `'*`, `(')?`, `\x27?`, `(?:'|)`, ``},
	{`$`, `\z`, `\Z`, ``, `\b`, `)$`, `\s*$`, `\B`, `$\n?`, `|k$`},
}

var parts = strings.Fields(`a k K s I . \w \W \d \D \s \S \b \B ^ $ \A \Z \z [^k] [a-z] [A-Z] [^a-z] [\w^] [^\W] [\s'] [^\d+] [a-c-] [\^-] \n \r \t \v \x41 \u212A
	(?: ( ) | ? * + {2} {0,1} {1,} ?? *? é [é] [^é] \x{e9} \u{17f} [[:alpha:]] [[:space:]] [^[:alnum:]] [[:upper:]] \p{Lu} \P{L} \' \- \_ \: + (?i) (?m:
	(?s:.) (?i:s) \0 \e \a \f \/ \h \R [A-z] [+-^] [K-\]] \p{Alpha} \# - ' \^`)

// single are patterns of single parts, which chance would seldom have alone.
var single = strings.Fields(`^\w$ ^\s$ ^\d$ ^.$ \b \B ^\W$ \n^ K\n^$ $\n ^$ \Z\n ^[[:alpha:]]$ ^[[:space:]]$ ^[[:alnum:]]$ ^\p{L}$ ^\p{Zs}$ ^[[:upper:]]$
	^[[:lower:]]$ (?i:^[a-z]$) (?i:^[A-Z]$) (?i:k) (?i:[^s]) (?i:[[i]) K{2}? \r^\n \r$\n \r\n$ ^\n\r ^\r\n$ $\r\n`)

func randomPattern(rng *rand.Rand) string {
	pattern := ""
	if rng.IntN(3) > 0 {
		for _, some := range authors {
			pattern += some[rng.IntN(len(some))*rng.IntN(3)/2]
		}
		return pattern
	}
	for range 1 + rng.IntN(6) {
		pattern += parts[rng.IntN(len(parts))]
	}
	return pattern
}

// Each dialect reads patterns as its engine does: both have the same verdict on all strings.
func TestDialectsAreThoseOfTheEngines(t *testing.T) {
	for _, d := range All {
		t.Run(d.Name, func(t *testing.T) { testEngine(t, d) })
	}
}

// A sample is a pattern with its language.
type sample struct {
	pattern, flags string
	call           Call
	language       *automaton.Language
}

func testEngine(t *testing.T, d *Dialect) {
	t.Parallel()
	patterns := 100
	if tests.Whole() {
		patterns = 500
	}
	for _, unicode := range []bool{false, true} {
		isBytes := d.read(Call{}, "", nil).unit == automaton.Bytes && !unicode
		if unicode && !strings.Contains(d.flags, "u") {
			continue
		}
		rng := rand.New(rand.NewPCG(1, uint64(len(d.Name))))
		samples := samplesOf(rng, d, unicode, patterns)
		inputs := stringsFor(rng, isBytes || d.bytes)
		lines := matches(t, d, samples, inputs)
		differences := 0
		for i, s := range samples {
			if d.Name == "rust" && strings.Contains(lines[i], "unrecognized") {
				continue // an escape or a group that is newer than Debian's crate
			}
			if strings.HasPrefix(lines[i], "error") {
				t.Errorf("/%s/%s %s: %s", s.pattern, s.flags, s.call.Name, lines[i])
				continue
			}
			for j, input := range inputs {
				if got, want := s.accepts(input), lines[i][j] == '1'; got != want {
					t.Errorf("/%s/%s %s, %+q: %v, the engine has %v", s.pattern, s.flags, s.call.Name, input, got, want)
					differences++
					break
				}
			}
		}
		t.Logf("%d patterns, %d strings, flag u %v: %d differences", len(samples), len(inputs), unicode, differences)
	}
}

// samplesOf returns patterns that a dialect can read.
func samplesOf(rng *rand.Rand, d *Dialect, unicode bool, n int) (samples []sample) {
	for tries := 0; len(samples) < n && tries < 20*n; tries++ {
		s := sample{pattern: randomPattern(rng), call: d.Calls[rng.IntN(len(d.Calls))]}
		if tries < 2*len(single) {
			s.pattern = single[tries/2]
		}
		for _, f := range d.flags {
			if f == 'u' {
				if unicode {
					s.flags += "u"
				}
			} else if isSingle := tries < 2*len(single); !isSingle && rng.IntN(4) == 0 || isSingle && rng.IntN(2) < tries%2 {
				s.flags += string(f)
			}
		}
		func() {
			defer func() {
				if r := recover(); r != nil {
					_ = r.(refusal)
				}
			}()
			p := &translator{dialect: d, pattern: s.pattern}
			if d.Name == "dotnet" { // Mono does not know that U+212A matches k
				p.undone = []edit{{undo: func(r *reading) { r.also = "" }}}
			}
			s.language = p.language(s.call, s.flags)
			samples = append(samples, s)
		}()
	}
	return samples
}

// accepts reports whether the language of a sample has a string.
func (s sample) accepts(input string) bool {
	symbols := []rune(input)
	switch s.language.Unit {
	case automaton.Bytes:
		return s.language.Accepts(input)
	case automaton.UTF16:
		symbols = nil
		for _, unit := range utf16.Encode([]rune(input)) {
			symbols = append(symbols, rune(unit))
		}
	}
	var word []byte
	for _, symbol := range symbols {
		word = append(word, s.language.Byte(symbol))
	}
	return s.language.Accepts(string(word))
}

// matches returns a line for each sample: the verdicts of the engine, or an error.
func matches(t *testing.T, d *Dialect, samples []sample, inputs []string) []string {
	t.Helper()
	var in strings.Builder
	for i, s := range inputs {
		in.WriteString(strings.Repeat(" ", min(i, 1)) + hex.EncodeToString([]byte(s)))
	}
	if d.Name == "go" {
		return goMatches(samples, inputs)
	}
	for _, s := range samples {
		fmt.Fprintf(&in, "\n%s\t%s\t%x", s.call.Name, s.flags, s.pattern)
	}
	program := engines[d.Name].program
	if d.Name == "dotnet" || d.Name == "rust" {
		crates, _ := filepath.Glob("/usr/share/cargo/registry/regex-1*") // the pattern is well formed
		if _, err := exec.LookPath(program); !tests.Whole() || err != nil || d.Name == "rust" && crates == nil {
			t.Skipf("%s is not tested without EPIN_WHOLE and its engine", d.Title)
		}
	}
	if d.Name == "java" || d.Name == "elixir" { // which take long to start
		tests.NeedCI(t)
	}
	tests.NeedTools(t, "sh", program)
	cmd := exec.CommandContext(t.Context(), "sh", "-c", engines[d.Name].line)
	cmd.Dir, cmd.Stdin, cmd.Stderr = "testdata", strings.NewReader(in.String()+"\n"), os.Stderr
	cmd.Env = append(os.Environ(), "T="+t.TempDir())
	out, err := cmd.Output()
	lines := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	if err != nil || len(lines) != len(samples) {
		t.Fatalf("%v: %d lines for %d patterns: %.500s", err, len(lines), len(samples), out)
	}
	return lines
}

func goMatches(samples []sample, inputs []string) (lines []string) {
	for _, s := range samples {
		pattern := s.pattern
		if s.flags != "" {
			pattern = "(?" + s.flags + ")" + pattern
		}
		compiled, err := regexp.Compile(pattern)
		if err != nil {
			lines = append(lines, "error: "+err.Error())
			continue
		}
		line := make([]byte, len(inputs))
		for i, input := range inputs {
			if line[i] = '0'; compiled.MatchString(input) {
				line[i] = '1'
			}
		}
		lines = append(lines, string(line))
	}
	return lines
}
