package suite

import (
	"bytes"
	"cmp"
	"context"
	"errors"
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
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
)

// TestExec tests libraries as programs that run once for each string: they offer valid alone, and take no NUL.
// TestClaimsAreProven proves the guarantee over the bytes that stand for all.
func TestExec(t *testing.T) {
	tested := func(edition *notation.Edition, impl conformance.Implementation) result.Report {
		program := limit(impl, conformance.Description{Ops: []conformance.Op{conformance.OpValid}, Bytes: conformance.Ops(), NoNUL: true})
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
		// The vectors hold all tokens, so that nobody has to test them again; those of QPI, too many for that, some.
		asked := tokensOf(vectorsPart(edition, conformance.OpValid))
		for token := range edition.Tokens() {
			if !asked[token] && edition.Notation != notation.QPI.Notation {
				t.Errorf("%s is in no vector of %s", token, edition)
			}
		}
		ends := endsOf(machine)
		for _, class := range machine.Classes() {
			stands := func(b byte) bool { return strings.IndexByte(ends, b) >= 0 }
			if !slices.ContainsFunc([]byte(class), stands) || stands(0) {
				t.Errorf("%s: no byte of %q stands for them, or NUL does, which no argument holds", edition, class)
			}
		}
	}
	for _, name := range []string{"dollar-for-z", "letter-word-class"} {
		report := tested(notation.EPIN, mutantNamed(name).New(notation.EPIN))
		if report.Verdict != result.NotConformant || len(report.Findings) == 0 || report.Learned != nil || len(report.Claims) > 0 {
			t.Errorf("%s: %v with %d findings, claims %v", name, report.Verdict, len(report.Findings), report.Claims)
		}
	}
}

func TestLengthsAreAroundPowers(t *testing.T) {
	longTest(t)
	wholes, paddings, seen, long := map[int]bool{}, map[int]bool{}, map[string]bool{}, map[lengthening]string{}
	for token := range runs {
		seen[selector.TokenID(token)] = true
	}
	for _, l := range lengthenedOf(notation.EPIN, Standard) {
		token := l.cut(long)
		if len(token) != len(l.token)+l.padding*len(l.fill) || strings.Trim(token, l.fill) == "" && l.token != "K" {
			t.Fatalf("%v with padding of %d is %.20q", l, l.padding, token)
		}
		key := selector.TokenID(token)
		if seen[key] && l.fill != "K" {
			t.Errorf("%v with padding of %d is asked twice", l, l.padding)
		}
		seen[key] = true
		if l.longest == longestOfOne && !l.before {
			wholes[len(token)], paddings[l.padding] = true, true
		}
	}
	has := func(from, to int) {
		for length := from; length <= to; length++ {
			if length > 1 && !wholes[length] || length > 0 && !paddings[length] {
				t.Errorf("nothing is %d bytes long", length)
			}
		}
	}
	for n := range 21 {
		has(1<<n-1, 1<<n+1)
	}
	for power := 10; power <= 10_000; power *= 10 {
		has(power-4, power+4)
	}
	has(100_000-1, 100_000+1)
	has(1_000_000-1, 1_000_000+1)
}

// TestRunsAreCutEverywhere: each place up to 64 is inside a character of each width, or at each character that
// means something in a format, with characters of a token alone before it.
func TestRunsAreCutEverywhere(t *testing.T) {
	texts := slices.Collect(runs)
	for at := 2; at <= offsets; at++ {
		for _, of := range append([]string{"%", "{", "\n", "!", "\xff"}, wide...) {
			inside := func(text string) bool {
				rest := strings.TrimLeft(text, "K.")
				return len(text) > at && strings.HasPrefix(rest, of) && !utf8.RuneStart(text[at]) || len(of) == 1 && len(text) == at+1 && rest == of
			}
			if !slices.ContainsFunc(texts, inside) {
				t.Errorf("nothing has %q at byte %d", of, at)
			}
		}
	}
}

func quadratic(n int) time.Duration   { return time.Duration(n*n/1e4) * time.Nanosecond }
func ofLength(s string) time.Duration { return quadratic(len(s)) }
func escapes(s string) time.Duration  { return 100 * quadratic(strings.Count(s, "\n")) }

// behind returns the time of strings with a prefix; others take none.
func behind(prefix string, of func(string) time.Duration) func(string) time.Duration {
	return func(s string) (d time.Duration) {
		if strings.HasPrefix(s, prefix) {
			d = of(s)
		}
		return d
	}
}

func TestTimeThatGrowsFasterThanLengthIsNoted(t *testing.T) {
	asked := 0
	disturbed := func(s string) time.Duration {
		if asked++; asked%3 == 0 {
			return time.Second
		}
		return behind("K'", ofLength)(s)
	}
	const letterNoted = `"K" followed by "'" repeated took 1.718ms with 131,072 bytes of padding, and 109.951ms with 1,048,576`
	const escapesNoted = `"K" followed by "\n" repeated took 671µs with 8,192 bytes of padding, and 42.95ms with 65,536`
	const ofAll = "; other strings of this length are as slow, so the cause may be the adapter"
	for _, test := range sample([]struct {
		name string
		time func(string) time.Duration
		want string // the notes, each shortened
	}{
		{"n log n", func(s string) time.Duration {
			return time.Duration(len(s)*bits.Len(uint(len(s)))) * 100 * time.Nanosecond
		}, "by parse, a string of 1 MiB took 2.202s, so none of 2 MiB was sent"},
		{"quadratic in a library or an adapter", ofLength, letterNoted + ofAll},
		{"quadratic in the escapes of an adapter", escapes, escapesNoted + ofAll},
		{"linear, and slow before an apostrophe", func(s string) time.Duration {
			slower := 1 + 69*strings.Count(s[max(len(s)-1, 0):], "'")
			return time.Duration(len(s)*slower) * 8 * time.Nanosecond
		}, `parse is slow for some inputs: "K" followed by "'" repeated took 587.203ms with 1,048,576 bytes of padding, and another string of this length 8.389ms` +
			"\nby parse, a string of 1 MiB took 587ms, so none of 2 MiB was sent"},
		{
			"quadratic in both", func(s string) time.Duration { return escapes(s) + 4*behind("K\n", escapes)(s) },
			`"K" followed by "\n" repeated took 3.355ms with 8,192 bytes of padding, and 214.748ms with 65,536` + "\n" +
				`"K" preceded by "\n" repeated took 671µs with 8,192 bytes of padding, and 42.95ms with 65,536` + ofAll,
		},
		{"quadratic, and disturbed", disturbed, letterNoted},
		{"exponential", func(s string) time.Duration {
			if len(s) > 41 || strings.Trim(s, "k") != "!" {
				return 0
			}
			return time.Nanosecond << len(s)
		}, `the response time of parse grows exponentially with the length of the input: "k" repeated before "!" took 8µs with 12 repetitions, and 33.554ms with 24`},
	}, 2) {
		t.Run(test.name, func(t *testing.T) {
			now := time.Unix(0, 0)
			impl := altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
				now = now.Add(test.time(req.Token))
				return resp
			})
			report := run(t, Config{
				Open: open(offeringText(impl, conformance.OpParse)), Only: []string{"lengths"}, Hooks: Hooks{Now: func() time.Time { return now }},
			})
			got := printable.Join(report.Notes, "\n")
			got = strings.ReplaceAll(got, "the response time of parse grows faster than the length of the input: ", "")
			got = strings.ReplaceAll(got, "; long inputs can keep such a library busy (denial of service)", "")
			if got != test.want {
				t.Errorf("noted: %s\nwant: %s", got, test.want)
			}
			if report.Verdict == result.NotConformant {
				t.Error("time is no verdict")
			}
		})
	}
}

// TestLongestStringOfASlowLibrary: a library that is slow for long strings is not sent the longest.
func TestLongestStringOfASlowLibrary(t *testing.T) {
	now, longest := time.Unix(0, 0), 0
	impl := altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
		now = now.Add(time.Duration(len(req.Token)) * time.Microsecond)
		longest = max(longest, len(req.Token))
		return resp
	})
	report := run(t, Config{Open: open(impl), Only: []string{"lengths/apply"}, Hooks: Hooks{Now: func() time.Time { return now }}})
	const want = "by apply, a string of 1 MiB took 1.049s, so none of 2 MiB was sent"
	if got := printable.Join(report.Notes, "\n"); got != want || longest != 1<<20 || len(report.Failures) > 0 {
		t.Errorf("%d bytes, noted: %s, %v", longest, got, report.Failures)
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
	scalars, pairs := scalarsPart(notation.EPIN, conformance.OpSweep, scalarsThatMatter), pairsPart(notation.EPIN, conformance.OpSweep, true)
	for _, test := range []struct {
		part   part
		tokens []string
	}{
		{scalars, []string{
			"\u212A", "+\u212A", "\u017F", "\uFF0Ba", "a\u02C6", "a^\u2019", "a\u200B", "\uFEFFa", "a\u00A0", "\u2003a",
			"a\u0085", "a\u2028", "\u0130", "\u0131", "é", "a\u0301", "\U0001D40A", "+\u212Ba", "ŋ", "\u014B", "\U0001004B", "\u041A", "\u039A",
			"\xC1\x8B", "\xE0\x81\x8B", "\xF0\x80\x81\x8B", "\xED\xA1\x8B", "\xED\xA0\xB5\xED\xB0\x8A", "a\xE2\x84", "\xF4\x90\x80\x80", "a\xFF",
			"\u2795a", "\u2796a", "a\u2303", "a\u2038", "a\u20E3", "\uA4D7", "\u265A", "\U0001FA60", "\u6B69", "a&apos;", "a=27", "a&#x27;", "CHESS:a", "a@e4",
		}},
		{pairs, []string{
			"\u2066K\u2069", "\u202AK\u202C", "“K”", "„K“", "«K»", "»K«", "「K」", "'K'", `"K"`, "[K]", "<b>K</b>", "*K*", "K\u0301\u0302", "K\u0301\u0301",
			"K\u200B\u200B", "\u00A0K\u00A0", "K\uFE0F\uFE0F", "\tK\n",
			"[+k^']", "\"+k^'\"", "+k^')(",
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
}

// A property that does not hold shows the incorrect response with the correct one, and nothing that the
// library returned to another request.
func TestPropertiesShowTheCorrectResponse(t *testing.T) {
	for name, test := range map[string]struct {
		impl        conformance.Implementation
		wanted, got printable.Text
	}{
		"round-trip": {replaced(
			conformance.Response{Outcome: conformance.Accepted, Attributes: notation.Values{notation.TextValue("A")}},
			func(req conformance.Request) bool {
				return req.Op == conformance.OpParse && len(req.Token) > 1 && !epin.Valid(req.Token)
			},
		), "rejected", "accepted"},
		"derive-undoes-native": {altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
			if len(req.Methods) == 1 && req.Methods[0] == conformance.Derive && resp.Outcome == conformance.Accepted {
				resp.Tokens = []string{"x'"}
			}
			return resp
		}), `derive "A'"`, `derive "x'"`},
	} {
		report := run(t, Config{Open: open(test.impl), Only: []string{"properties/" + name}})
		if f := report.Failures; len(f) != 1 || f[0].Wanted != test.wanted || f[0].Got != test.got {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

type environmentTest struct {
	name   string
	in     func(e Environment) conformance.Implementation // nil if it has no process, or cannot be opened
	impl   conformance.Implementation                     // in the usual environment; nil if it is correct there
	fresh  conformance.Implementation                     // opened after the first time, if it is another one
	failed string                                         // the token of a failed check, behind its environment
	passed int
	why    string // some are not tested

	declined bool // a request that hello offers
}

func environmentTests() []environmentTest {
	correct, all := conformance.Reference(notation.EPIN), len(environments)
	with := func(by conformance.Response, matches func(token string) bool) conformance.Implementation {
		impl := replaced(by, func(req conformance.Request) bool { return matches(req.Token) })
		return limit(impl, conformance.Describe(correct, notation.EPIN))
	}
	isI := func(token string) bool { return token == "i" }
	rejectsI, declinesI := with(reject, isI), with(conformance.Response{}, isI)
	declining := with(conformance.Response{}, func(string) bool { return true })
	onlyASCII := with(crash, func(token string) bool { return strings.ContainsFunc(token, func(c rune) bool { return c > 0x7F }) })
	onlyValid := limit(correct, conformance.Description{Ops: []conformance.Op{conformance.OpValid}})
	always := func(Environment) conformance.Implementation { return rejectsI }
	inLocale := func(locale string, impl conformance.Implementation) func(Environment) conformance.Implementation {
		return func(e Environment) conformance.Implementation {
			if e.Locale == locale {
				return impl
			}
			return correct
		}
	}
	none := func(e Environment) conformance.Implementation {
		if e.Cleared {
			return nil
		}
		return correct
	}
	const turkish, inTurkish = "tr_TR.UTF-8", "with LC_ALL=tr_TR.UTF-8: "
	return []environmentTest{
		{name: "no process", why: "it is not a process with single requests"},
		{name: "Turkish", passed: all - 1, failed: "environments/turkish i", in: inLocale(turkish, rejectsI)},
		{name: "incorrect everywhere", impl: rejectsI, passed: all, in: always},
		{
			name: "every fresh process", fresh: rejectsI, in: always,
			failed: "environments/turkish i, environments/turkish-java i, environments/c i, environments/time-zone i, " +
				"environments/directory i, environments/empty i",
		},
		{name: "not installed", passed: all - 1, why: "with no environment variable but PATH: there is none", in: none},
		{name: "less offered", passed: all - 1, why: inTurkish + "the response to hello differs", in: inLocale(turkish, onlyValid)},
		{name: "everything declined", passed: all - 1, declined: true, why: inTurkish + "it responded to no request", in: inLocale(turkish, declining)},
		{name: "one token declined", passed: all, declined: true, in: inLocale(turkish, declinesI)},
		{name: "text in the locale C", passed: all, in: inLocale("C", onlyASCII)},
	}
}

func TestEnvironments(t *testing.T) {
	for _, test := range sample(environmentTests(), 3) {
		t.Run(test.name, func(t *testing.T) {
			opened := 0
			cfg := Config{Only: []string{result.LayerEnvironments}, Open: func(context.Context, *notation.Edition) (conformance.Implementation, error) {
				if opened++; opened > 1 && test.fresh != nil {
					return test.fresh, nil
				}
				return cmp.Or(test.impl, conformance.Reference(notation.EPIN)), nil
			}}
			if test.in != nil {
				cfg.OpenIn = func(_ context.Context, e Environment, _ *notation.Edition) (conformance.Implementation, error) {
					if impl := test.in(e); impl != nil {
						return impl, nil
					}
					return nil, errors.New("there is none")
				}
			}
			res := run(t, cfg)
			var failed []string
			for _, f := range res.Failures {
				failed = append(failed, f.Check+" "+string(f.Token))
			}
			part := partOf(t, res, result.LayerEnvironments, "")
			if strings.Join(failed, ", ") != test.failed || part.Passed != test.passed || part.Why != test.why || len(res.Notes) > 0 {
				t.Errorf("failed %q, want %q; %d passed, want %d; why: %s; notes: %s", failed, test.failed, part.Passed, test.passed, part.Why, res.Notes)
			}
			if res.Declined.Any() != test.declined || len(res.Findings) != min(len(failed), 1) {
				t.Errorf("declined: %+v; %d findings", res.Declined, len(res.Findings))
			}
			command, sentence := "env LC_ALL=tr_TR.UTF-8", `Rejects "i", which is a valid token, with LC_ALL=tr_TR.UTF-8.`
			if test.fresh != nil {
				command, sentence = "", `Rejects "i", which is a valid token.`
			}
			for _, f := range res.Findings {
				if strings.Join(f.Command, " ") != command || f.Only[0] != "single/parse/69" ||
					!slices.Contains(f.Requirements, "epin/9.1/accept") || f.Sentence() != sentence {
					t.Errorf("%s: %v %v violates %v", f.Sentence(), f.Command, f.Only, f.Requirements)
				}
			}
		})
	}
}
