package knownfailures_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/printable"
)

func token(s string) *printable.Token { return (*printable.Token)(&s) }

const list = "# The dollar sign.\r\n" +
	"\n" +
	"epin/6/anchoring: accepted, issue 12: see there\n" +
	"\t epin/9.4/line-break\t\"K\\n\\xff: \\\"\" :  the \"same\" # again \r\n" +
	"vectors/parse/4b0a \"\": an empty token\n" +
	"vectors/parse/4b0a:x\n" +
	"accepts \"K\": a word\n" +
	"  features/epin/invalid-tokens/3\r\n" +
	"\n" +
	"\taccepts \"\"\n" +
	"features/epin/invalid-tokens/4: no line feed behind it"

func TestParse(t *testing.T) {
	got, err := knownfailures.Parse([]byte(list))
	if err != nil {
		t.Fatal(err)
	}
	want := []knownfailures.Line{
		{Number: 3, ID: "epin/6/anchoring", Reason: "accepted, issue 12: see there"},
		{Number: 4, ID: "epin/9.4/line-break", Token: token("K\n\xff: \""), Reason: `the "same" # again`},
		{Number: 5, ID: "vectors/parse/4b0a", Token: token(""), Reason: "an empty token"},
		{Number: 6, ID: "vectors/parse/4b0a", Reason: "x"},
		{Number: 7, ID: "accepts", Token: token("K"), Reason: "a word"},
		{Number: 8, ID: "features/epin/invalid-tokens/3", Reason: "a word", More: true},
		{Number: 10, ID: "accepts", Token: token(""), Reason: "a word", More: true},
		{Number: 11, ID: "features/epin/invalid-tokens/4", Reason: "no line feed behind it"},
	}
	if diff := cmp.Diff(want, got.Lines); diff != "" {
		t.Errorf("- wanted, + got:\n%s", diff)
	}
}

func TestParseRejects(t *testing.T) {
	const form = "line 1: write a requirement, a check, or accepts, rejects or crashes, then a token"
	const noReason = "line 1: epin/6/anchoring has no reason: write one after a colon"
	for want, texts := range map[string][]string{
		form: {
			"epin/6/anchoring why", "epin/6/anchoring 'K': why", "epin/6/anchoring `K`: why", "epin/6/anchoring \"K\" \"k\": why",
			"epin/6/anchoring \"K: why", "epin/6/anchoring# why", ": why", "\ufeffepin/6/anchoring: why",
		},
		noReason: {"epin/6/anchoring:", "  epin/6/anchoring"},
		"line 1: the reason of epin/6/anchoring is still a question mark":       {"epin/6/anchoring: ? \"K\\n\" by parse"},
		"line 2: epin/6/anchoring has no reason: write one after a colon":       {"\nepin/6/anchoring"},
		`line 1: epin/6/anchoring "K" has no reason: write one after a colon`:   {"epin/6/anchoring \"K\""},
		`line 1: epin/6/anchoring "K\n" has no reason: write one after a colon`: {"epin/6/anchoring \"K\\n\": \t\r\n"},
		"line 1: the token after epin/6/anchoring is not a Go string literal":   {"epin/6/anchoring \"\\z\": why"},
		"line 1: it is not UTF-8":                            {"# \xff"},
		"line 2: c/d has no reason: write one after a colon": {"a/b: one\n  c/d:"},
		"line 3: a/b is already in line 1":                   {"a/b: one\n\na/b : two"},
		`line 3: a/b "K" is already in line 1`:               {"a/b \"K\": one\na/b: two\na/b \"\\x4b\": three"},
		"line 65537: a list has no more than 65536 lines":    {strings.Repeat("\n", knownfailures.MaxLines+1)},
		"<nil>": {strings.Repeat("\n", knownfailures.MaxLines)},
	} {
		for _, text := range texts {
			_, err := knownfailures.Parse([]byte(text))
			if got := fmt.Sprint(err); !strings.HasPrefix(got, want) {
				t.Errorf("%.100q: %s, want %s", text, got, want)
			}
		}
	}
}

// TestUpdatedKeepsTheRest also checks how lines are written; FuzzKnownFailures reads them again.
func TestUpdatedKeepsTheRest(t *testing.T) {
	l, err := knownfailures.Parse([]byte(list))
	if err != nil {
		t.Fatal(err)
	}
	got := l.Updated(func(l knownfailures.Line) bool { return l.Number != 3 && l.Number != 5 && l.Number != 7 }, []knownfailures.Line{
		{ID: "epin/7.1/side", Reason: `"K\n" by parse`},
		{ID: "epin/6/anchoring", Token: token("K\n\xff\u202e"), Reason: "é: why"},
		{ID: "vectors/parse/4b", Reason: "é: why", More: true},
	})
	lines := strings.Split(strings.ReplaceAll(list, "\r\n", "\n"), "\n")
	want := strings.Join([]string{
		lines[0], lines[1], lines[3], lines[5],
		"features/epin/invalid-tokens/3: a word", // its reason was in line 7
		lines[8], lines[9], lines[10],
		`epin/7.1/side: "K\n" by parse`, `epin/6/anchoring "K\n\xff\u202e": é: why`, "  vectors/parse/4b", "",
	}, "\n")
	if string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := knownfailures.Format("Two lines\nof comment", nil); string(got) != "# Two lines\n# of comment\n" {
		t.Errorf("the comment is %q", got)
	}
}
