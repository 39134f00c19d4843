package suite

import (
	"bytes"
	"math/bits"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
)

// TestExec tests libraries as programs that run once for each string: they offer valid alone, and take no NUL.
// TestClaimsAreProven proves the guarantee over the bytes that stand for all.
func TestExec(t *testing.T) {
	tested := func(edition *notation.Edition, impl conformance.Implementation) result.Report {
		program := limited{impl, conformance.Description{Ops: []conformance.Op{conformance.OpValid}, Bytes: true, NoNUL: true}}
		return run(t, Config{Open: open(program), Edition: edition, Profile: Exec, Seed: 1})
	}
	for _, edition := range notation.All() {
		got, machine := tested(edition, conformance.Reference(edition)), automaton.Of(edition)
		if got.Verdict != result.Conformant || !strings.Contains(got.Reason.String(), "Tested only with strings without the byte 0") {
			t.Errorf("%s: %v: %s, want conformant and no more", edition, got.Verdict, got.Reason)
		}
		want := []result.Claim{{Op: "valid", Alphabet: result.AlphabetEnds, Extra: new(int), Cover: machine.Cover()}}
		if !reflect.DeepEqual(got.Claims, want) {
			t.Errorf("%s claims %+v, want %+v", edition, got.Claims, want)
		}
		// The vectors hold all tokens, so that nobody has to test them again.
		asked := tokensOf(vectorsPart(edition, conformance.OpValid))
		for token := range edition.Tokens() {
			if !asked[token] {
				t.Errorf("%s is in no vector of %s", token, edition)
			}
		}
		ends := endsOf(machine)
		for _, b := range []byte("\x01*+,-.@AZ[`az{\n \x7f\x80\xff") {
			if strings.IndexByte(ends, b) < 0 || strings.IndexByte(ends, 0) >= 0 {
				t.Errorf("%s: %q is not among %q, or NUL is, which no argument holds", edition, b, ends)
			}
		}
		for _, class := range machine.Classes() {
			if !slices.ContainsFunc([]byte(class), func(b byte) bool { return strings.IndexByte(ends, b) >= 0 }) {
				t.Errorf("%s: no byte of %v stands for them", edition, class)
			}
		}
	}
	for _, name := range []string{"dollar-for-z", "letter-word-class"} {
		report := tested(notation.EPIN, mutantNamed(t, name).New(notation.EPIN))
		if report.Verdict != result.NotConformant || len(report.Findings) == 0 || report.Learned != nil || len(report.Claims) > 0 {
			t.Errorf("%s: %v with %d findings, claims %v", name, report.Verdict, len(report.Findings), report.Claims)
		}
	}
}

func TestLengthsAreAroundPowersOfTwo(t *testing.T) {
	wholes, paddings, seen := map[int]bool{}, map[int]bool{}, map[string]bool{}
	for _, l := range lengthenedOf(notation.EPIN, Standard) {
		token := l.String()
		if len(token) != len(l.kind.token)+l.padding || strings.Trim(token, string(l.kind.fill)) == "" && l.kind.token != "K" {
			t.Fatalf("%v with %d bytes is %.20q", l.kind, l.padding, token)
		}
		key := selector.TokenID(token)
		if seen[key] && l.kind.fill != 'K' {
			t.Errorf("%v with %d bytes is asked twice", l.kind, l.padding)
		}
		seen[key] = true
		if l.kind == (lengthening{"K", '\'', true, longestOfOne}) {
			wholes[len(token)], paddings[l.padding] = true, true
		}
	}
	for n := range 21 {
		for _, length := range []int{1<<n - 1, 1 << n, 1<<n + 1} {
			if length > 1 && !wholes[length] || length > 0 && !paddings[length] {
				t.Errorf("nothing is %d bytes long", length)
			}
		}
	}
}

func TestTimeThatGrowsFasterThanLengthIsNoted(t *testing.T) {
	quadratic := func(n int) time.Duration { return time.Duration(n*n/1e4) * time.Nanosecond }
	behind := func(prefix string, of func(string) time.Duration) func(string) time.Duration {
		return func(s string) (d time.Duration) {
			if strings.HasPrefix(s, prefix) {
				d = of(s)
			}
			return d
		}
	}
	asked := 0
	disturbed := func(d func(string) time.Duration) func(string) time.Duration {
		return func(s string) time.Duration {
			if asked++; asked%3 == 0 {
				return time.Second
			}
			return d(s)
		}
	}
	whole := func(s string) time.Duration { return quadratic(len(s)) }
	escapes := func(s string) time.Duration { return 100 * quadratic(strings.Count(s, "\n")) }
	const letterNoted = `"K" followed by '\'' repeated took 1.718ms with 131,072 bytes of padding, and 109.951ms with 1,048,576`
	const ofAll = "; other strings of this length are as slow, so the cause may be the adapter"
	for _, test := range []struct {
		name string
		time func(string) time.Duration
		want string // the notes, each shortened
	}{
		{"n log n", func(s string) time.Duration {
			return time.Duration(len(s)*bits.Len(uint(len(s)))) * 100 * time.Nanosecond
		}, ""},
		{"quadratic behind a letter", behind("K'", whole), letterNoted},
		{"quadratic in a library or an adapter", whole, letterNoted + ofAll},
		{"quadratic in the escapes of an adapter", escapes, `"K" followed by '\n' repeated took 671µs with 8,192 bytes of padding, and 42.95ms with 65,536` + ofAll},
		{"linear, and slow before an apostrophe", func(s string) time.Duration {
			d := time.Duration(len(s)) * 8 * time.Nanosecond
			if strings.HasSuffix(s, "'") {
				d *= 70
			}
			return d
		}, `parse is slow for some inputs: "K" followed by '\'' repeated took 587.203ms with 1,048,576 bytes of padding, and another string of this length 8.389ms`},
		{
			"quadratic in both", func(s string) time.Duration { return escapes(s) + 4*behind("K\n", escapes)(s) },
			`"K" followed by '\n' repeated took 3.355ms with 8,192 bytes of padding, and 214.748ms with 65,536` + "\n" +
				`"K" preceded by '\n' repeated took 671µs with 8,192 bytes of padding, and 42.95ms with 65,536` + ofAll,
		},
		{"quadratic, and disturbed", disturbed(behind("K'", whole)), letterNoted},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := time.Unix(0, 0)
			impl := altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
				now = now.Add(test.time(req.Token))
				return resp
			})
			report := run(t, Config{
				Open: open(offeringText(impl, conformance.OpParse)), Only: []string{"lengths"}, Hooks: Hooks{Now: func() time.Time { return now }},
			})
			var got []string
			for _, note := range report.Notes {
				text := strings.TrimPrefix(note.String(), "the response time of parse grows faster than the length of the input: ")
				got = append(got, strings.TrimSuffix(text, "; long inputs can keep such a library busy (denial of service)"))
			}
			if got := strings.Join(got, "\n"); got != test.want {
				t.Errorf("noted: %s\nwant: %s", got, test.want)
			}
			if report.Verdict == result.NotConformant {
				t.Error("time is no verdict")
			}
		})
	}
}

// TestNoUnicodeTables: the requests do not depend on the tables of Unicode in the Go release, since no layer
// uses them.
func TestNoUnicodeTables(t *testing.T) {
	files := must(filepath.Glob("layer_*.go"))
	for _, file := range files {
		if source := must(os.ReadFile(file)); len(files) < 9 || bytes.Contains(source, []byte("\t\"unicode\"\n")) {
			t.Errorf("%s imports unicode", file)
		}
	}
}

func TestCharactersInEveryPlace(t *testing.T) {
	scalars, pairs := scalarsPart(notation.EPIN, conformance.OpSweep, scalarsThatMatter), pairsPart(conformance.OpSweep)
	for _, test := range []struct {
		part   part
		tokens []string
	}{
		{scalars, []string{
			"\u212A", "+\u212A", "\u017F", "\uFF0Ba", "a\u02C6", "a^\u2019", "a\u200B", "\uFEFFa", "a\u00A0", "\u2003a",
			"a\u0085", "a\u2028", "\u0130", "\u0131", "é", "a\u0301", "\U0001D40A", "+\u212Ba", "ŋ", "\u014B", "\U0001004B", "\u041A", "\u039A",
			"\xC1\x8B", "\xE0\x81\x8B", "\xF0\x80\x81\x8B", "\xED\xA1\x8B", "\xED\xA0\xB5\xED\xB0\x8A", "a\xE2\x84", "\xF4\x90\x80\x80", "a\xFF",
		}},
		{pairs, []string{
			"\u2066K\u2069", "\u202AK\u202C", "“K”", "„K“", "«K»", "»K«", "「K」", "'K'", `"K"`, "[K]", "<b>K</b>", "*K*", "K\u0301\u0302", "K\u0301\u0301",
			"K\u200B\u200B", "\u00A0K\u00A0", "K\uFE0F\uFE0F", "\tK\n",
		}},
	} {
		asked := tokensOf(test.part)
		for _, token := range test.tokens {
			if !asked[token] {
				t.Errorf("%q is not asked", token)
			}
		}
		if len(asked) != test.part.checks {
			t.Errorf("%d strings in %d checks", len(asked), test.part.checks)
		}
	}
	// A character leads to the sink from every word of the state cover, and the suite has there what
	// tells the sink from every other state.
	sinks, asked := 0, tokensOf(scalars)
	for _, word := range automaton.Of(notation.EPIN).Cover() {
		if !epin.Valid(word) && !epin.Valid(word+"a") {
			sinks++
		}
		if !asked[word+"\u212A"] || !asked[word+"\u212Aa"] {
			t.Errorf("%q is not followed by a character and what identifies the sink", word)
		}
	}
	if sinks != 1 {
		t.Errorf("%d states reject what the sink rejects", sinks)
	}
	for token := range asked {
		if strings.IndexFunc(token, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
			t.Errorf("%q holds nothing beyond ASCII", token)
		}
	}
}

// A property that does not hold shows the incorrect response with the correct one, and nothing that the
// library returned to another request.
func TestPropertiesShowTheCorrectResponse(t *testing.T) {
	accepted := conformance.Response{Outcome: conformance.Accepted, Attributes: notation.Values{notation.TextValue("A")}}
	for name, test := range map[string]struct {
		impl        conformance.Implementation
		wanted, got string
	}{
		"round-trip": {replaced(accepted, func(req conformance.Request) bool {
			return req.Op == conformance.OpParse && len(req.Token) > 1 && !epin.Valid(req.Token)
		}), "rejected", "accepted"},
		"derive-undoes-native": {altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
			if len(req.Methods) == 1 && req.Methods[0] == conformance.Derive && resp.Outcome == conformance.Accepted {
				resp.Tokens = []string{"x'"}
			}
			return resp
		}), `derive "A'"`, `derive "x'"`},
	} {
		report := run(t, Config{Open: open(test.impl), Only: []string{"properties/" + name}})
		if len(report.Failures) != 1 || report.Failures[0].Wanted.String() != test.wanted || report.Failures[0].Got.String() != test.got {
			t.Errorf("%s: %+v", name, report.Failures)
		}
	}
}
