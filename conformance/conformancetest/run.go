package conformancetest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/features"
)

// Run runs the conformance suite against an implementation. It has a subtest for each
// requirement of the edition, with its identifier as its name: in a test TestEPIN, the subtest of
// epin/6/anchoring is TestEPIN/epin/6/anchoring. A subtest is skipped if the implementation does
// not offer what the requirement needs. The log of t has the findings, and a failed subtest names
// its finding. t itself fails if the run is inconclusive, for example because validity was not
// tested. It also fails if the list of known failures is out of date.
//
// newImplementation opens a fresh implementation; Run calls it several times. Run uses each
// implementation from one goroutine at a time, which is not that of t. It closes those that are
// an io.Closer. Run waits for a call that does not return, until go test -timeout ends the test:
// the stack that it prints names the call.
//
// The default profile is standard, 2.0 million checks; with -short it is quick.
func Run(t *testing.T, newImplementation func(*notation.Edition) conformance.Implementation, options ...Option) {
	t.Helper()
	s, err := settingsOf(options)
	if err != nil {
		t.Fatal(visible(err))
	}
	ctx, cancel := t.Context(), func() {}
	if deadline, limited := t.Deadline(); limited {
		ctx, cancel = before(ctx, deadline)
	}
	defer cancel()
	o, err := runSuite(ctx, newImplementation, s)
	if err != nil {
		t.Fatal(visible(err))
	}
	o.whole(t)
	for _, r := range o.Requirements {
		t.Run(r.ID, func(t *testing.T) {
			t.Helper()
			o.requirement(t, r)
		})
	}
}

// runSuite runs the suite as the settings say.
func runSuite(ctx context.Context, newImplementation func(*notation.Edition) conformance.Implementation, s settings) (*run, error) {
	var r run
	var err error
	r.Report, err = suite.Run(ctx, suite.Config{
		Open: func(context.Context, *notation.Edition) (conformance.Implementation, error) {
			return newGuard(newImplementation, s.edition)
		},
		Edition: s.edition, Profile: s.profile, Seed: s.seed, Known: s.known,
		Processes: suite.Processes{Jobs: s.jobs, Spread: s.spread},
	})
	return &r, err
}

// visible returns the escaped text of an error, which may contain text from a library.
func visible(err error) string { return conformance.Visible(err.Error(), "") }

// before returns a context that ends before `go test` ends the whole program.
func before(ctx context.Context, deadline time.Time) (context.Context, context.CancelFunc) {
	left := time.Until(deadline)
	return context.WithTimeoutCause(ctx, left-left/10,
		errors.New("the suite takes longer than go test allows: use a larger -timeout, or the profile quick (-short)"))
}

// run is the result of a run of the suite.
type run struct {
	result.Report
	listed int // the number of groups in the log of the test itself
}

// screen is the number of lines of the log of the test itself, unless its first finding is longer.
const screen = 24

// whole is the outcome of the test itself. The subtests fail for the requirements that failed, unless
// the run was cut short.
func (o *run) whole(t testing.TB) {
	t.Helper()
	r := o.Report
	head := []string{fmt.Sprintf("%s  %s, %s", r.Headline(), r.Subject(), r.Of().Title())}
	if r.OtherEdition != "" {
		head = append(head, printable.Capital(r.OtherEdition)+".")
	}
	head = append(head, fmt.Sprintf("%s Profile %s, seed %d, harness %s.", r.Reason, r.Profile, r.Seed, r.Harness.Version))
	if r.Unstable {
		head = append(head, "The library is not deterministic, so another run may have another result.")
	}
	var notes []string
	for _, note := range r.Notes {
		notes = append(notes, "Note: "+note.String())
	}
	if i := slices.IndexFunc(r.Requirements, func(q result.Requirement) bool { return q.Failed > q.Known }); i >= 0 {
		notes = append(notes, "To show one requirement: "+printable.ShellLine(repeat(t.Name(), r.Requirements[i].ID)))
	}
	for i, g := range r.Groups {
		lines := []string{fmt.Sprintf("%d. %s", i+1, g.Says)}
		if s := r.Findings[g.Findings[0]].Verdict(); s != "" {
			lines = append(lines, "   "+s)
		}
		for _, line := range r.CauseLines(i) {
			lines = append(lines, "   "+line)
		}
		if i > 0 && len(head)+len(lines)+len(notes) >= screen {
			head = append(head, number.Counted(len(r.Groups)-i, "more finding")+": see the requirements below.")
			break
		}
		head = append(head, lines...)
		o.listed++
	}
	head = append(head, notes...)
	if o.Verdict == result.OutOfDate {
		for _, f := range o.KnownFailures.Lines {
			if f.Result == result.KnownPassed {
				head = append(head, fmt.Sprintf("line %d: %s %s", f.Number, f.ID, f.Result))
			}
		}
	}
	t.Log(strings.Join(head, "\n"))
	if o.Verdict == result.OutOfDate || o.Verdict == result.NoVerdict || o.Verdict == result.NotConformant && r.Cut != "" {
		t.Fail()
	}
}

// requirement is the outcome of the subtest of a requirement.
func (o *run) requirement(t testing.TB, r result.Requirement) {
	t.Helper()
	failures, checks := r.Failed-r.Known, r.Failed+r.Passed
	switch {
	case failures > 0:
		known := ""
		if r.Known > 0 {
			known = fmt.Sprintf(", besides %d that are known", r.Known)
		}
		t.Errorf("%s (%s) %s of %s failed%s. %s", r.Says, r.Level,
			number.Thousands(failures), number.Counted(checks, r.Unit()), known, o.shown(r))
	case r.Declined:
		t.Skip("not tested: a request that it needs was declined")
	case checks == 0 && o.Cut != "":
		t.Skip("not tested: the run was cut short")
	case checks == 0 && o.untestable(r.ID):
		t.Skip("not tested: the protocol cannot request it")
	case checks == 0:
		t.Skip("not tested: the implementation does not offer what it needs")
	case r.Known > 0:
		t.Logf("%d of %d checks failed, as known:\n%s", r.Known, checks, strings.Join(o.known(r.ID), "\n"))
	case o.Cut != "":
		t.Skipf("%d checks passed, and then the run was cut short", checks)
	}
}

// untestable reports whether only this module's own packages are tested for a requirement, such
// as one about contexts.
func (o *run) untestable(id string) bool {
	edition := o.Of()
	scenarios, _ := features.List(edition) // no error: each edition has scenarios
	named := func(s features.Scenario) bool { return slices.Contains(s.Requirements, id) }
	return slices.ContainsFunc(scenarios, named) &&
		!slices.ContainsFunc(scenarios, func(s features.Scenario) bool { return named(s) && !s.Library })
}

// shown returns the shortest finding of a requirement, and where the log of the test itself has it.
func (o *run) shown(r result.Requirement) string {
	at := o.Shortest(r.ID)
	switch {
	case at < 0 && r.Example == nil:
		return ""
	case at < 0:
		return r.Example.String()
	}
	f := &o.Findings[at]
	group := slices.IndexFunc(o.Groups, func(g result.Group) bool { return slices.Contains(g.Findings, at) })
	switch see := fmt.Sprintf("See finding %d.", group+1); {
	case group >= o.listed:
		return f.Sentence()
	case o.Groups[group].Findings[0] != at:
		return f.Sentence() + " " + see
	default:
		return see
	}
}

// repeat returns the command that runs one subtest.
func repeat(test, requirement string) []string {
	parts := strings.Split(test+"/"+requirement, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	command := []string{"go", "test", "-run", strings.Join(parts, "/")}
	if testing.Short() {
		command = append(command, "-short")
	}
	return command
}

// known returns the lines of the list about a requirement.
func (o *run) known(id string) []string {
	var lines []string
	for _, f := range o.KnownFailures.Lines {
		_, ofRequirement := requirement.Lookup(f.ID)
		if f.Result == result.KnownFailed && (f.ID == id || !ofRequirement) {
			lines = append(lines, "  "+f.String())
		}
	}
	return lines
}
