package badadapter

import (
	"fmt"
	"slices"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// kind is one behaviour of an adapter, with the result that each user of it has to have.
type kind struct {
	name    string
	program program // the adapter
	conditions
	expected

	sampled bool // run by the suite, or by `epin smoke`, also without EPIN_WHOLE=1
	floods  bool // tested alone, to measure the memory of its run
}

// conditions are those of the test. Zero values mean: one process, the profile quick, all checks, and
// timeouts that suffice on a busy machine.
type conditions struct {
	only    []string
	hello   time.Duration // for the response to hello
	timeout time.Duration // for the next response
	grace   time.Duration // from the end of the input to the end of the program
}

// expected is the result of a run of the suite, and of others.
type expected struct {
	verdict    result.Verdict
	reason     string // of the verdict, and of failure: a regular expression
	incomplete bool   // the run is cut short; tested if the verdict is not NoVerdict
	blames     *blame // a failure that has to be among those reported
	notes      []string
	shows      string // a regular expression that the report as text matches

	failure conformance.FailureKind // the failure of a session of package wire; 0 means not tested
	smoke   *smoke                  // the result of `epin smoke`; nil means not tested
}

// blame is an expected failure. Empty fields match anything.
type blame struct {
	token       string
	requirement string
	got         string // a regular expression
}

// smoke is the expected result of the conversations. Without step, they have no problem.
type smoke struct {
	step    string // the first conversation with a problem
	problem string // a part of it, with TIMEOUT for the time
	alone   bool   // no other conversation has a problem

	has     []string // the words for adaptercheck.Run
	skipped int      // the number of skipped conversations
	note    string   // a part of the notes; empty for no notes
}

type setting func(*kind)

func inTime(timeout time.Duration) setting          { return func(k *kind) { k.timeout = timeout } }
func helloIn(d time.Duration) setting               { return func(k *kind) { k.hello = d } }
func graceOf(d time.Duration) setting               { return func(k *kind) { k.grace = d } }
func because(reason string) setting                 { return func(k *kind) { k.reason = reason } }
func shows(text string) setting                     { return func(k *kind) { k.shows = text } }
func notes(notes ...string) setting                 { return func(k *kind) { k.notes = notes } }
func fails(failure conformance.FailureKind) setting { return func(k *kind) { k.failure = failure } }
func in(parts ...string) setting                    { return func(k *kind) { k.only = parts } }
func sampled(k *kind)                               { k.sampled = true }
func incomplete(k *kind)                            { k.incomplete = true }

// smokes sets the problem that `epin smoke` finds.
func smokes(step, problem string) setting {
	return func(k *kind) { k.smoke = &smoke{step: step, problem: problem} }
}

// tells sets the only problem that `epin smoke` finds.
func tells(step, problem string) setting {
	return func(k *kind) { k.smoke = &smoke{step: step, problem: problem, alone: true} }
}

func newKind(name string, verdict result.Verdict, p program, settings []setting) kind {
	k := kind{name: name, program: p, expected: expected{verdict: verdict}}
	for _, set := range settings {
		set(&k)
	}
	return k
}

func inconclusive(name string, p program, reason string, settings ...setting) kind {
	return newKind(name, result.NoVerdict, p, append([]setting{because(reason)}, settings...))
}

func broken(name string, p program, b blame, settings ...setting) kind {
	k := newKind(name, result.NotConformant, p, settings)
	k.blames = &b
	return k
}

func correct(name string, p program, settings ...setting) kind {
	return newKind(name, result.Conformant, p, append([]setting{because(nothingFailed)}, settings...))
}

const (
	nothingFailed = `^Nothing failed\. Requirements not tested, because the implementation does not offer the operations, methods or attributes that they need: epin/[^ ]+(, epin/[^ ]+)*( and \d+ more)?\. To test (it|them), the implementation has to offer [^.]*\.$`
	allExercised  = `^Nothing failed, and every required and recommended requirement was tested\.$`
	someFailed    = `^\d+ of the \d+ requirements that were tested failed\.$`
	someFailedCut = `^\d+ of the \d+ requirements that were tested failed; the run is incomplete\. .*`
)

func kinds() []kind {
	return slices.Concat(
		kindsThatDoNotStart(), kindsThatExit(), kindsThatHang(), kindsOutOfForm(), kindsThatDoNotEnd(),
		oddKinds(), kindsThatFlood(), kindsOfThisSystem(), smokeKinds(), kindsInForm(),
	)
}

func kindNamed(name string) kind {
	for _, k := range kinds() {
		if k.name == name {
			return k
		}
	}
	panic(fmt.Sprintf("there is no kind %q", name))
}
