package conformancetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/features"
)

// Functions adapts the functions of a library: see [conformance.Functions].
type Functions[T any] = conformance.Functions[T]

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
	cfg, err := configOf(options)
	if err != nil {
		t.Fatal(visible(err))
	}
	ctx, cancel := t.Context(), func() {}
	if deadline, limited := t.Deadline(); limited {
		ctx, cancel = before(ctx, deadline)
	}
	defer cancel()
	o, err := runSuite(ctx, newImplementation, cfg)
	if err != nil {
		t.Fatal(visible(err))
	}
	o.whole(t.Name()).report(t)
	for _, r := range o.Requirements {
		t.Run(r.ID, func(t *testing.T) {
			t.Helper()
			o.requirement(r).report(t)
		})
	}
}

// An Option configures [Run] or [Fuzz]. An invalid option fails the test, with a message.
type Option struct {
	name string
	set  func(*suite.Config) error
}

// configOf returns the configuration of a run with options, without its implementation.
func configOf(options []Option) (suite.Config, error) {
	cfg := suite.Config{Edition: notation.EPIN, Profile: suite.Standard, Seed: 1, Processes: suite.Processes{Jobs: 1}}
	for _, option := range options {
		if err := option.set(&cfg); err != nil {
			return cfg, fmt.Errorf("conformancetest.%s: %w", option.name, err)
		}
	}
	if testing.Short() {
		cfg.Profile = suite.Quick
	}
	return cfg, nil
}

// Edition selects the notation and its edition by name: "1.0.0" (the default) and "1.0.0-initial" of
// EPIN, "pin/1.0.0" and "pin/1.0.0-initial" of PIN, "sin/1.0.0" of SIN, and "qpi/1.0.0",
// "qpi/1.0.0-aligned" and "qpi/1.0.0-aligned-terminal" of QPI.
func Edition(name string) Option {
	return Option{"Edition", func(cfg *suite.Config) (err error) {
		cfg.Edition, err = notation.Named(name)
		return err
	}}
}

// Profile selects the number of checks of [Run]: "quick", "standard" (the default) or
// "thorough". With -short it is always quick.
func Profile(name string) Option {
	return Option{"Profile", func(cfg *suite.Config) (err error) {
		cfg.Profile, err = suite.ParseProfile(name)
		return err
	}}
}

// Seed sets the seed of all random requests of [Run]. The default is 1, so runs are
// reproducible.
func Seed(seed uint64) Option {
	return Option{"Seed", func(cfg *suite.Config) error {
		cfg.Seed = seed
		return nil
	}}
}

// KnownFailures names a file with known failures of [Run], one on each line. Its path is
// relative to the folder of the test.
//
//	epin/6/anchoring: a line feed at the end is accepted, issue 12
//	single/parse/410a/accepted: the same
//
// The format is that of `epin certify --known-failures`. A known failure does not fail the
// test, but a line whose failure no longer occurs does.
func KnownFailures(file string) Option {
	return Option{"KnownFailures", func(cfg *suite.Config) error {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		list, err := knownfailures.Parse(data)
		if wrong := (*knownfailures.Error)(nil); errors.As(err, &wrong) {
			return fmt.Errorf("%s:%d: %s", file, wrong.Line, wrong.What)
		}
		cfg.Known = list.Lines
		return nil
	}}
}

// Parallel tests several implementations, of which one for each processor works at a time. The functions
// of the library must be safe for concurrent use; with `go test -race`, this tests it. The
// results are the same as without this option, unless the library's responses depend on earlier
// requests: each implementation gets a part of them.
func Parallel() Option {
	return Option{"Parallel", func(cfg *suite.Config) error {
		cfg.Jobs, cfg.Spread = runtime.GOMAXPROCS(0), 3000
		return nil
	}}
}

type outcome struct {
	text            string
	failed, skipped bool
}

func (o outcome) report(t *testing.T) {
	t.Helper()
	switch {
	case o.failed:
		t.Error(o.text)
	case o.skipped:
		t.Skip(o.text)
	case o.text != "":
		t.Log(o.text)
	}
}

func runSuite(ctx context.Context, newImplementation func(*notation.Edition) conformance.Implementation, cfg suite.Config) (*run, error) {
	cfg.Open = func(_ context.Context, edition *notation.Edition) (conformance.Implementation, error) {
		return newGuard(newImplementation, edition)
	}
	r, err := suite.Run(ctx, cfg)
	return &run{Report: r}, err
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

// whole returns the outcome of the test itself. The subtests fail for the requirements that failed,
// unless the run was cut short.
func (o *run) whole(test string) outcome {
	r := o.Report
	head := []string{fmt.Sprintf("%s  %s, %s", r.Headline(), r.Implementation.String(), r.Of().Title())}
	if r.OtherEdition != "" {
		head = append(head, printable.Capital(r.OtherEdition)+".")
	}
	head = append(head, fmt.Sprintf("%s Profile %s, seed %d, harness %s.", r.Reason, r.Profile, r.Seed, r.Harness.Version))
	if r.Unstable {
		head = append(head, "The library is not deterministic, so another run may have another result.")
	}
	var notes []string
	if l := r.Learned; l != nil && l.States > 0 && l.Expression != l.Specification {
		notes = []string{"It accepts  " + l.Accepts(200), "instead of  " + l.Specification, "as learned from the tested strings (via " + l.Op + ")"}
	}
	for _, note := range r.Notes {
		notes = append(notes, "Note: "+note.String())
	}
	if i := slices.IndexFunc(r.Requirements, func(q result.Requirement) bool { return q.Failed > q.Known }); i >= 0 {
		notes = append(notes, "To show one requirement: "+printable.ShellLine(repeat(test, r.Requirements[i].ID)))
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
	return outcome{
		text:   strings.Join(head, "\n"),
		failed: r.Verdict == result.OutOfDate || r.Verdict == result.NoVerdict || r.Verdict == result.NotConformant && r.Cut != "",
	}
}

func (o *run) requirement(r result.Requirement) outcome {
	failures, checks := r.Failed-r.Known, r.Failed+r.Passed
	switch {
	case failures > 0:
		known := ""
		if r.Known > 0 {
			known = fmt.Sprintf(", besides %d that are known", r.Known)
		}
		return outcome{text: fmt.Sprintf("%s (%s) %s of %s failed%s. %s", r.Says, r.Level,
			number.Thousands(failures), number.Counted(checks, r.Unit()), known, o.shown(r)), failed: true}
	case r.Declined:
		return outcome{text: "not tested: a request that it needs was declined", skipped: true}
	case checks == 0 && o.Cut != "":
		return outcome{text: "not tested: the run was cut short", skipped: true}
	case checks == 0 && o.untestable(r.ID):
		return outcome{text: "not tested: the protocol cannot request it", skipped: true}
	case checks == 0:
		return outcome{text: "not tested: the implementation does not offer what this requirement needs", skipped: true}
	case r.Known > 0:
		return outcome{text: fmt.Sprintf("%d of %d checks failed, as known:%s", r.Known, checks, o.known(r.ID))}
	case o.Cut != "":
		return outcome{text: fmt.Sprintf("%d checks passed, and then the run was cut short", checks), skipped: true}
	}
	return outcome{}
}

// untestable reports whether only this module's own packages are tested for a requirement, such
// as one about contexts.
func (o *run) untestable(id string) bool {
	all, _ := features.List(o.Of()) // no error: each edition has scenarios
	all = slices.DeleteFunc(all, func(s features.Scenario) bool { return !slices.Contains(s.Requirements, id) })
	return len(all) > 0 && !slices.ContainsFunc(all, func(s features.Scenario) bool { return !s.Library })
}

// shown returns the shortest finding of a requirement, and where the log of the test itself has it.
func (o *run) shown(r result.Requirement) string {
	at := o.Shortest(r.ID)
	group := slices.IndexFunc(o.Groups, func(g result.Group) bool { return slices.Contains(g.Findings, at) })
	see := fmt.Sprintf("See finding %d.", group+1)
	switch {
	case at < 0 && r.Example == nil:
		return ""
	case at < 0:
		return r.Example.String()
	case group >= o.listed:
		return o.Findings[at].Sentence()
	case o.Groups[group].Findings[0] != at:
		return o.Findings[at].Sentence() + " " + see
	}
	return see
}

func repeat(test, requirement string) []string {
	name := strings.ReplaceAll(regexp.QuoteMeta(test+"/"+requirement), "/", "$/^")
	command := []string{"go", "test", "-run", "^" + name + "$"}
	if testing.Short() {
		command = append(command, "-short")
	}
	return command
}

// known returns the matched lines that name the requirement or any finding, each after a line feed. A line for a
// finding does not say which requirements it violates.
func (o *run) known(id string) (lines string) {
	for _, f := range o.KnownFailures.Lines {
		_, ofRequirement := requirement.Lookup(f.ID)
		if f.Result == result.KnownFailed && (f.ID == id || !ofRequirement) {
			lines += "\n  " + f.String()
		}
	}
	return lines
}
