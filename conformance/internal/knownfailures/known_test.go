package knownfailures_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
)

const list = "# The dollar sign.\r\n" +
	"\n" +
	"epin/6/anchoring: accepted, issue 12: see there\n" +
	"\t epin/9.4/line-break\t:  the \"same\" # again \r\n" +
	"single/parse/4b0a:x\n" +
	"\n" +
	"features/epin/invalid-tokens/4: no line feed behind it"

// TestList parses a list and updates it. FuzzKnownFailures reads what is written again.
func TestList(t *testing.T) {
	got, err := knownfailures.Parse([]byte(list))
	if err != nil {
		t.Fatal(err)
	}
	want := []knownfailures.Line{
		{Number: 3, ID: "epin/6/anchoring", Reason: "accepted, issue 12: see there"},
		{Number: 4, ID: "epin/9.4/line-break", Reason: `the "same" # again`},
		{Number: 5, ID: "single/parse/4b0a", Reason: "x"},
		{Number: 7, ID: "features/epin/invalid-tokens/4", Reason: "no line feed behind it"},
	}
	if diff := cmp.Diff(want, got.Lines); diff != "" {
		t.Errorf("- wanted, + got:\n%s", diff)
	}
	added := []knownfailures.Line{{ID: "epin/7.1/side", Reason: `"K\n" by parse`}, {ID: "epin/6/anchoring", Reason: "é: why"}}
	updated := got.Updated(map[int]bool{3: true, 5: true}, added)
	lines := strings.Split(strings.ReplaceAll(list, "\r\n", "\n"), "\n")
	wanted := strings.Join([]string{
		lines[0], lines[1], lines[3], lines[5], lines[6], `epin/7.1/side: "K\n" by parse`, "epin/6/anchoring: é: why", "",
	}, "\n")
	if string(updated) != wanted {
		t.Errorf("got %q, want %q", updated, wanted)
	}
}

func TestParseRejects(t *testing.T) {
	const form = "line 1: write a requirement, or a finding such as single/parse/4b0a/accepted, and then a colon and a reason"
	for want, texts := range map[string][]string{
		form: {"epin/6/anchoring why", "epin/6/anchoring \"K\": why", "epin/6/anchoring# why", ": why", "\ufeffepin/6/anchoring: why"},
		"line 1: epin/6/anchoring has no reason: write one after a colon": {"epin/6/anchoring:", "  epin/6/anchoring", "epin/6/anchoring: \t\r\n"},
		"line 1: the reason of epin/6/anchoring is still a question mark": {"epin/6/anchoring: ? Accepts \"K\\n\"."},
		"line 1: it is not UTF-8":                         {"# \xff"},
		"line 3: a/b is already in line 1":                {"a/b: one\n\na/b : two"},
		"line 65537: a list has no more than 65536 lines": {strings.Repeat("\n", knownfailures.MaxLines+1)},
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
