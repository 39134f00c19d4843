package report_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

func changed(r result.Report, change func(*result.Report)) result.Report {
	r.Requirements = slices.Clone(r.Requirements)
	r.Findings, r.Parts = slices.Clone(r.Findings), slices.Clone(r.Parts)
	change(&r)
	return r
}

func notExercised(i int) func(*result.Report) {
	return func(r *result.Report) {
		r.Requirements[i].Counts = result.Counts{}
		r.Requirements[i].Known = 0
		r.Requirements[i].Result = result.CheckNotExercised
	}
}

// difference is two reports, and what is written about them.
type difference struct {
	old, new result.Report
	worse    string // the regressions, as a pattern
	shows    []string
}

func (c difference) test(t *testing.T, name string) {
	t.Helper()
	var b, coloured strings.Builder
	worse, err := report.WriteDifference(&b, c.old, c.new, report.TextOptions{})
	_, err2 := report.WriteDifference(&coloured, c.old, c.new, report.TextOptions{Color: true})
	if bare := codes.ReplaceAllString(coloured.String(), ""); err2 != nil || bare != b.String() || bare == coloured.String() {
		t.Errorf("%s: without colours the text differs, or it has none (%v)", name, err2)
	}
	first := regexp.MustCompile("^(?:WORSE: (.+)|NOT WORSE: no regression was found)\\.\n").FindStringSubmatch(b.String())
	if err != nil || worse != (c.worse != "") || first == nil || !regexp.MustCompile("^"+c.worse+"$").MatchString(first[1]) {
		t.Errorf("%s: worse is %t, %q, want %q (%v)", name, worse, first, c.worse, err)
	}
	lacks(t, name, b.String(), c.shows...)
}

func TestDiff(t *testing.T) {
	good, bad, known := ran(""), ran("dollar-for-z"), knownDollar()
	good.Implementation.Name, bad.Implementation.Name, known.Implementation.Name = "a", "a", "a"
	known.Seed = good.Seed
	less := changed(good, notExercised(0))
	failing := slices.IndexFunc(bad.Requirements, func(q result.Requirement) bool { return q.ID == "epin/6/anchoring" })
	for name, c := range map[string]difference{
		"the same, bad": {bad, bad, ``, nil},
		"broken": {good, bad, `\d+ requirements newly failing; 1 new finding; the verdict is worse`, []string{
			"WORSE: ", "\nNewly failing:\n", "  epin/6/anchoring                  required    passed, then failed: \"A\\n\"\n",
			"\nNew findings:\n  \"A\\n\" (parse, valid, sweep): expected rejected, got accepted\n",
		}},
		"another selection": {bad, changed(good, func(r *result.Report) { r.Only, r.Verdict = []printable.Text{"vectors"}, result.NoVerdict }), ``, []string{
			"\nPassing in the new, partial run:\n", "\nNot found in the new, partial run:\n",
		}},
		"another input": {changed(bad, func(r *result.Report) { r.Findings[0].Token = "\n" }), bad, `1 new finding`,
			[]string{"\nNew findings:\n  \"A\\n\" ", "\nNo longer found:\n  \"\\n\" "}},
		"another response to the same input": {changed(bad, func(r *result.Report) { r.Findings[0].Got = "crashed: x" }), bad, ``, nil},
		"something else is wrong":            {ran("only-upper-case", "vectors"), bad, `\d+ requirements newly failing; 1 new finding`, []string{"\nNew findings:\n"}},
		"known now":                          {good, known, `5 requirements newly failing; the verdict is worse`, []string{"passed, then failed, as known"}},
		"not known any more":                 {known, bad, `\d+ requirements newly failing; 1 new finding; the verdict is worse`, []string{"failed, as known, then failed"}},
		"known, and fixed":                   {known, good, ``, []string{"\nNewly passing:\n"}},
		"offered": {less, good, ``, []string{
			"\nNewly tested, and passing:\n  epin/3/pin-superset               required    not tested, then passed\n",
		}},
		"not offered any more": {good, less, `1 requirement no longer tested`, []string{
			"\nNo longer tested:\n  epin/3/pin-superset               required    passed, then not tested\n",
		}},
		"what failed is not offered any more": {bad, changed(bad, notExercised(failing)), ``, []string{"\nNo longer tested:\n  epin/6/anchoring "}},
		"a selection": {good, changed(less, func(r *result.Report) { r.Only, r.Verdict = []printable.Text{"vectors"}, result.NoVerdict }), ``, []string{
			"Note: The new run is partial: only vectors was tested.\n", "\nNo longer tested:\n",
		}},
		"cut short": {good, changed(less, func(r *result.Report) { r.Cut, r.Verdict = "a signal came", result.NoVerdict }),
			`1 requirement no longer tested; the verdict is worse`,
			[]string{"Note: The new run is partial, since it was cut short: a signal came.\n"}},
		"unstable": {good, changed(good, func(r *result.Report) { r.Unstable = true }), `the same input now has different responses`, []string{"Note: In the new run, the same input had different responses"}},
		"less is asked": {good, changed(good, func(r *result.Report) {
			r.Implementation.Bytes, r.Implementation.Ops = nil, []conformance.Op{"valid", "parse"}
		}), ``, []string{
			"Note: Another kind of input (bytes via parse valid apply sweep, then text only): ", "Note: Another set of operations (apply equal parse sweep valid, then parse valid): ",
		}},
		"another suite": {good, changed(good, func(r *result.Report) {
			r.Harness.Version, r.Harness.Corpus, r.Edition, r.Profile, r.Seed, r.Implementation.Name = "9", "sha256:9", "1.0.0-initial", "thorough", 9, "b"
			r.Requirements[0].ID = "epin/0/new"
		}), ``, []string{
			"Note: Another version of the suite (0.2.0, then 9): differences may come from the suite, not from the library.\n",
			"Note: Another corpus of test vectors (" + report.ShortDigest(good.Harness.Corpus) + ", then sha256:9): differences may come from the suite, not from the library.\n",
			"Note: Another edition (1.0.0, then 1.0.0-initial): ", "Note: Another profile (quick, then thorough): ",
			"Note: Another library (a, then b): ", "Note: Another seed (3, then 9): ",
			"Note: Not compared, because only the old report has them: 1 requirement.\n",
			"Note: Not compared, because only the new report has them: 1 requirement.\n",
		}},
	} {
		c.test(t, name)
	}
}
