package report_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// listed parses known failures.
func listed(t *testing.T, lines ...string) []knownfailures.Line {
	t.Helper()
	list, err := knownfailures.Parse([]byte(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return list.Lines
}

var dollar = []string{
	"# what an expression fails that ends in a dollar sign",
	"epin/4/marker-last: see line 3",
	"epin/6/grammar: \x1b[2J\u202eissue 12 <script>",
	"epin/6/anchoring: see line 3",
	"epin/9.1/reject: see line 3",
	"epin/9.4/line-break: see line 3",
}

// knownDollar returns a run whose failures are all known.
func knownDollar(t *testing.T) result.Report {
	t.Helper()
	knownOnce.Do(func() {
		knownReport = reportOn(t, broken(t, "dollar-for-z"), suite.Config{Profile: suite.Quick, Seed: 1, Known: listed(t, dollar...)})
	})
	return knownReport
}

var (
	knownOnce   sync.Once
	knownReport result.Report
)

// outOfDate returns a run with a failed requirement that is not known, and some incorrect lines.
func outOfDate(t *testing.T) result.Report {
	t.Helper()
	outOfDateOnce.Do(func() {
		outOfDateReport = reportOn(t, broken(t, "dollar-for-z"), suite.Config{Profile: suite.Quick, Seed: 1, Known: listed(t, append(dollar[:5:5],
			`epin/9.4/line-break "K\n": one of them`,
			`epin/7.1/side "\u202e": fixed`,
			"epin/9.9/nothing: never was",
		)...)})
	})
	return outOfDateReport
}

var (
	outOfDateOnce   sync.Once
	outOfDateReport result.Report
)

func TestTextShowsKnownFailuresApart(t *testing.T) {
	out := text(t, knownDollar(t))
	lacks(t, out,
		"CONFORMANT BUT FOR 5 KNOWN FAILURES  epin mutant dollar-for-z",
		"\nNothing failed but 5 known failures. ",
		"\nKnown failures: 32 failed checks explained by 5 known failures.\n",
		"  line 3 epin/6/grammar 30 checks\n     reason     \\x1b[2J\\u202eissue 12 <script>\n     shortest   \"K\\n\" by parse: expected rejected, got accepted\n",
	)
	lacks(t, verboseText(t, knownDollar(t)), "  FAIL epin/6/grammar                    required    30 of 61,310 checks failed, as known\n")
	for _, bad := range []string{"\n1. ", "\x1b", "\u202e"} {
		if strings.Contains(out, bad) {
			t.Errorf("the text has %q:\n%s", bad, out)
		}
	}
}

func TestTextShowsUnknownFailuresFirst(t *testing.T) {
	out := text(t, outOfDate(t))
	lacksInOrder(t, "out of date", out,
		"NOT CONFORMANT  epin mutant dollar-for-z",
		"\n1. Accepts ",
		"\n   violates epin/6/grammar, ",
		"\nWhat is wrong with the list of known failures:\n",
		`  line 7 epin/7.1/side "\u202e" did not fail: remove the line`+"\n",
		"  line 8 epin/9.9/nothing is neither a requirement nor a check of this run",
		"\nKnown failures: ",
		`  line 6 epin/9.4/line-break "K\n" `,
		"\n1 of 48 requirements failed: 1 required. 4 more failed as known.\n", "\n18 of 91,197 checks failed and 14 failed as known, in ",
	)
}

func TestJSONKeepsKnownFailuresApart(t *testing.T) {
	r := knownDollar(t)
	if r.Verdict != result.ConformantButFor || len(r.Failures) != 0 || r.KnownFailures == nil || r.KnownFailures.Checks != 32 {
		t.Fatalf("verdict %q, %d failures, known %+v", r.Verdict, len(r.Failures), r.KnownFailures)
	}
	for _, bad := range []string{"\x1b", "\u202e"} {
		if strings.Contains(string(toJSON(t, r)), bad) {
			t.Errorf("%q comes through", bad)
		}
	}
	if r := whole(t, ""); r.KnownFailures != nil {
		t.Error("without a list there are known failures")
	}
}
