package report_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/report/reporttest"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// dollar is what an expression fails that ends in a dollar sign, but for the last line.
const dollar = `# A comment.
epin/4/marker-last: see line 3
epin/6/grammar: ` + "\x1b[2J\u202e" + `issue 12 <script>
epin/6/anchoring: see line 3
epin/9.1/reject: see line 3
`

// knownDollar returns a run whose failures are all known.
var knownDollar = sync.OnceValue(func() result.Report {
	return reportOn(broken("dollar-for-z"), suite.Config{Profile: suite.Quick, Seed: 1, Known: reporttest.Known(dollar + "epin/9.4/line-break: see line 3")})
})

// outOfDate returns a run with a failed requirement that is not known, and some incorrect lines.
var outOfDate = sync.OnceValue(func() result.Report {
	return reportOn(broken("dollar-for-z"), suite.Config{Profile: suite.Quick, Seed: 1, Known: reporttest.Known(dollar + `epin/9.4/line-break "K\n": one of them
epin/7.1/side "\u202e": fixed
epin/9.9/nothing: never was`)})
})

func TestTextShowsKnownFailuresApart(t *testing.T) {
	out := text(t, knownDollar())
	lacks(t, out,
		"CONFORMANT BUT FOR 5 KNOWN FAILURES  epin mutant dollar-for-z",
		"\nNothing failed but 5 known failures. ",
		"\nKnown failures: 32 failed checks explained by 5 known failures.\n",
		"  line 3 epin/6/grammar 30 checks\n     reason     \\x1b[2J\\u202eissue 12 <script>\n     shortest   \"K\\n\" by parse: expected rejected, got accepted\n",
	)
	lacks(t, verboseText(t, knownDollar()), "  FAIL epin/6/grammar                    required    30 of 61,310 checks failed, as known\n")
	for _, bad := range []string{"\n1. ", "\x1b", "\u202e"} {
		if strings.Contains(out, bad) {
			t.Errorf("the text has %q:\n%s", bad, out)
		}
	}
}

func TestTextShowsUnknownFailuresFirst(t *testing.T) {
	out := text(t, outOfDate())
	lacksInOrder(t, "out of date", out,
		"NOT CONFORMANT  epin mutant dollar-for-z",
		"\n1. Accepts ",
		"\n   violates epin/6/grammar, ",
		"\nWhat is wrong with the list of known failures:\n",
		`  line 7 epin/7.1/side "\u202e" did not fail: remove the line`+"\n",
		"  line 8 epin/9.9/nothing is neither a requirement nor a check of this run",
		"\nKnown failures: ",
		`  line 6 epin/9.4/line-break "K\n" `,
		"\n1 of 48 requirements failed: 1 required. 4 more failed as known.\n", "\n18 of 66,236 checks failed and 14 failed as known, in ",
	)
}

func TestJSONKeepsKnownFailuresApart(t *testing.T) {
	r := knownDollar()
	if r.Verdict != result.ConformantButFor || len(r.Failures) != 0 || r.KnownFailures == nil || r.KnownFailures.Checks != 32 {
		t.Fatalf("verdict %q, %d failures, known %+v", r.Verdict, len(r.Failures), r.KnownFailures)
	}
	for _, bad := range []string{"\x1b", "\u202e"} {
		if strings.Contains(string(toJSON(t, r)), bad) {
			t.Errorf("%q comes through", bad)
		}
	}
	if r := whole(""); r.KnownFailures != nil {
		t.Error("without a list there are known failures")
	}
}
