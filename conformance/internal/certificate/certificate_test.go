package certificate

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/report/reporttest"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

// TestNothingCanBeChanged: a statement in which something does not follow from the rest is refused.
func TestNothingCanBeChanged(t *testing.T) {
	full, part := written(whole()), written(little())
	const verdict, anotherPlan = "the verdict does not follow from the counts: it is ", "its plan is not the one that suite 0.2.0 has"
	const anotherClaim = "the claims do not follow from the plan"
	anchoring := full[strings.Index(full, `"epin/6/anchoring": {`):]
	anchoring = anchoring[:strings.Index(anchoring, "}")]
	count := func(name, n string) string { // of that requirement
		before, after, _ := strings.Cut(anchoring, `"`+name+`": `)
		return before + `"` + name + `": ` + n + strings.TrimLeft(after, "0123456789")
	}
	for _, test := range []struct{ name, of, old, new, want string }{
		// Read refuses these.
		{"no statement", full, full, "[]", "it is not a statement: line 1: its value: unexpected ["},
		{"an unknown member", full, `"suite"`, `"expires": "2030", "suite"`, ": predicate/expires: unknown object member name"},
		{"a requirement twice", full, `"requirements": {`, `"requirements": {` + anchoring + "},", `the member "epin/6/anchoring" appears twice in one object`},
		{"an unknown verdict", full, `"verdict": "fully conformant"`, `"verdict": "perfect"`, "perfect"},
		{"another type", full, "Statement/v1", "Statement/v2", "it is not a statement of type "},
		{"another predicate", full, "certificate/v1", "certificate/v2", "it is not a statement of type "},
		{"no subject", full, full[strings.Index(full, `"subject"`):strings.Index(full, `"predicateType"`)], "", "it is not a statement of type "},
		// Check refuses these.
		{"a seed that a new run would truncate", full, `"seed": 5`, `"seed": 4294967301`, "its seed 4294967301 is not a number below 2^32"},
		{"a caveat", full, `"caveat": ""`, `"caveat": "none\u001b"`, `it certifies no conformance: it says "none\x1b"`},
		{"a better verdict", part, `"conformant"`, `"fully conformant"`, verdict + `"fully conformant", and should be "conformant"`},
		{"a worse verdict", full, `"fully conformant"`, `"conformant"`, verdict + `"conformant", and should be "fully conformant"`},
		{"a failure", full, anchoring, count("failed", "1"), verdict + `"fully conformant", and should be "not conformant"`},
		{"nothing passed", full, anchoring, count("passed", "0"), verdict + `"fully conformant", and should be "no verdict"`},
		{"a negative count", full, anchoring, count("passed", "-1"), "the counts of epin/6/anchoring are impossible in a run of "},
		{"a count above that of the plan", full, anchoring, count("passed", "1000000"), "the counts of epin/6/anchoring are impossible in a run of "},
		{"a requirement less", full, anchoring + "},", "", "it has counts of 50 requirements, and edition 1.0.0 has 51"},
		{"another edition", full, `"edition": "1.0.0"`, `"edition": "1.0.0-initial"`, anotherPlan},
		{"an unknown profile", full, `"profile": "quick"`, `"profile": "all"`, "all"},
		{"a profile that tests more", full, `"profile": "quick"`, `"profile": "standard"`, anotherPlan},
		{"another plan", full, `"plan": "sha256:`, `"plan": "sha256:0`, anotherPlan},
		{"an operation less", full, `"equal",`, "", anotherPlan},
		{"all bytes", part, `"bytes": []`, `"bytes": ["parse"]`, anotherPlan},
		{"a method less", full, `"flip",`, "", anotherClaim},
		{"more extra states", full, `"extra": 0`, `"extra": 1`, anotherClaim},
		{"more extra states by all operations", part, `"extra": 0`, `"extra": 1`, anotherPlan},
		{"far more extra states", part, `"extra": 0`, `"extra": 1000000`, "the statement is neither confirmed nor refuted: a run with 1000000 extra states"},
		{"longer strings", part, `"exhausted": 1`, `"exhausted": 2`, anotherPlan},
		{"another cover", part, `"a^"`, `"b^"`, anotherClaim},
		{"no claims", full, full[strings.Index(full, `"claims"`):], `"claims": []}}`, anotherClaim},
	} {
		if strings.Count(test.of, test.old) == 0 {
			t.Errorf("%s: the statement has no %q", test.name, test.old)
		}
		s, err := Read([]byte(strings.Replace(test.of, test.old, test.new, 1)))
		if err == nil {
			_, err = s.Predicate.Check()
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// TestEveryRunHasAStatement: the statement of a run follows both schemas, and is a certificate only
// if the run justifies one.
func TestEveryRunHasAStatement(t *testing.T) {
	schemas := []func(string) error{reporttest.Schema("testdata/in-toto-statement-v1.schema.json"), reporttest.Schema("schema/statement.schema.json")}
	with := func(r result.Report, change func(*result.Report)) result.Report {
		change(&r)
		return r
	}
	var lines []knownfailures.Line
	for _, q := range broken().Requirements {
		if q.Failed > 0 {
			lines = append(lines, knownfailures.Line{ID: q.ID, Reason: "issue 12"})
		}
	}
	for _, test := range []struct {
		name   string
		report result.Report
		caveat string // or "" for a certificate
	}{
		{"fully conformant", whole(), ""},
		{"conformant", little(), ""},
		{"fuzzed", reportOf(epin, suite.Config{Sizes: suite.Sizes{Fuzz: &suite.Fuzz{Rounds: 1}}}), ""},
		{"longer strings", reportOf(epin, suite.Config{Sizes: suite.Sizes{Exhaustive: new(2)}}), ""},
		{"shorter strings", reportOf(epin, suite.Config{Sizes: suite.Sizes{Exhaustive: new(int)}}), ""},
		{"the initial edition", reportOf(onlyParse(notation.EPINInitial, ""), suite.Config{Edition: notation.EPINInitial}), ""},
		{"PIN", reportOf(onlyParse(notation.PIN, ""), suite.Config{Edition: notation.PIN}), ""},
		{"not conformant", broken(), "the verdict is not conformant"},
		{"a selection", reportOf(epin, suite.Config{Only: []string{"vectors"}}), "the verdict is inconclusive"},
		{"known failures", reportOf(chomping, suite.Config{Known: lines}), "the verdict is conformant but for "},
		{"a list out of date", reportOf(epin, suite.Config{Known: lines[:1]}), "the verdict is known failures out of date"},
		{"an empty list", with(whole(), func(r *result.Report) { r.KnownFailures = &result.KnownFailures{} }), "the verdict was given with known failures"},
		{"something was declined", with(whole(), func(r *result.Report) { r.Declined = &result.Declined{Values: 1, First: `apply "K"`} }),
			`the implementation declined 1 offered request, such as apply "K"`},
		{"two responses to one request", with(whole(), func(r *result.Report) { r.Unstable = true }), "the same input had different responses"},
	} {
		file := written(test.report)
		if err := errors.Join(schemas[0](file), schemas[1](file)); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		s := tests.Must(Read([]byte(file)))
		derived, err := s.Predicate.Check()
		if got := s.Predicate.Caveat; !strings.HasPrefix(got, test.caveat) || (got == "") != (test.caveat == "") || (err == nil) != (got == "") {
			t.Errorf("%s: the caveat is %q, want %q; Check returns %v", test.name, got, test.caveat, err)
		}
		if want := test.report.VerdictLine(); err == nil && derived.VerdictLine() != want {
			t.Errorf("%s: the derived verdict is %q, want %q", test.name, derived.VerdictLine(), want)
		}
	}
	without := fmt.Sprintf(`{"_type": %q, "predicateType": %q, "subject": []}`, StatementType, PredicateType)
	for i, validate := range schemas {
		if validate(without) == nil {
			t.Errorf("schema %d allows a statement without a subject", i)
		}
	}
}

func TestAgrees(t *testing.T) {
	was := tests.Must(Read([]byte(written(whole())))).Predicate
	again := func(r result.Report, change func(*result.Report)) Predicate {
		r.Parts = slices.Clone(r.Parts)
		change(&r)
		return New(r, nil, nil).Predicate
	}
	fewer := again(whole(), func(*result.Report) {})
	c := fewer.Requirements["epin/6/anchoring"]
	c.Passed, c.NotExercised = c.Passed-1, c.NotExercised+1
	fewer.Requirements["epin/6/anchoring"] = c
	for name, test := range map[string]struct {
		was, again Predicate
		want       string
	}{
		"the same run":           {was, again(reportOf(conformance.Reference(notation.EPIN), tests.Must(was.Config())), func(*result.Report) {}), "<nil>"},
		"a name that is escaped": {tests.Must(Read([]byte(written(little())))).Predicate, again(little(), func(*result.Report) {}), "<nil>"},
		"more environments": {was, again(whole(), func(r *result.Report) {
			r.Parts = append(r.Parts, result.Part{Layer: result.LayerEnvironments, Complete: true,
				Requirements: []result.RequirementCounts{{ID: "epin/6/anchoring", Counts: result.Counts{Passed: 1}}}})
		}), "<nil>"},
		"another library": {was, again(little(), func(*result.Report) {}), `it tested "acme\\x1b", version "1" (ops [parse]`},
		"another version": {was, again(whole(), func(r *result.Report) { r.Implementation.Version = "7" }), `it tested "epin reference", version "7"`},
		"offers less":     {was, again(whole(), func(r *result.Report) { r.Implementation.Bytes = nil }), "it tested "},
		"broken since":    {was, again(broken(), func(r *result.Report) { r.Implementation = whole().Implementation }), "the verdict is not conformant"},
		"fewer checks":    {was, fewer, fmt.Sprintf("the counts of epin/6/anchoring are %+v, ", c)},
	} {
		if err := fmt.Sprint(test.was.Agrees(test.again)); !strings.HasPrefix(err, test.want) {
			t.Errorf("%s: %s, want %q", name, err, test.want)
		}
	}
}

func TestResources(t *testing.T) {
	r := tests.Must(FileResource("dist/acme.zip", strings.NewReader("K^'")))
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte("K^'"))); r.Name != "acme.zip" || r.Digest["sha256"] != want || !r.In([]Resource{artifacts[0], r}) || r.In(artifacts) {
		t.Errorf("%+v", r)
	}
	tests.NeedTools(t, "git")
	dir := filepath.Join(t.TempDir(), "acme")
	git := func(args ...string) string {
		return strings.TrimSpace(string(tests.Must(exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org"}, args...)...).Output())))
	}
	tests.Must(exec.Command("git", "init", "-q", dir).Output())
	tree := func(want string) Resource { // want is a part of the error
		r, err := TreeResource(t.Context(), dir)
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%+v, %v, want %q", r, err, want)
		}
		return r
	}
	tree("the tree differs from its commit")
	git("commit", "-q", "--allow-empty", "-m", "a")
	if r := tree("<nil>"); r.Name != "acme" || r.Digest["gitCommit"] != git("rev-parse", "HEAD") {
		t.Errorf("%+v", r)
	}
	tests.Must(os.Create(filepath.Join(dir, "new.txt"))).Close()
	tree("such as ? new.txt")
}
