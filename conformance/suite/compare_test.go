package suite_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/epin"
)

// comparing is a run of nothing but the layer fuzz, with companions.
func comparing(open conformance.Factory, rounds int, against ...suite.Companion) suite.Config {
	cfg := fuzzOnly(open, rounds)
	cfg.Fuzz.Against = against
	return cfg
}

func companion(given string, open conformance.Factory) suite.Companion {
	return suite.Companion{Given: given, Args: strings.Fields(given), Open: open}
}

// The matrix counts what two libraries do not answer alike, and shows the shortest.
func TestComparison(t *testing.T) {
	result, events := run(t, comparing(opening(conformance.Reference), 3,
		companion("dollar", opening(mutantNamed(t, "dollar-for-z").New)),
		companion("toggles", opening(mutantNamed(t, "derive-toggles").New)),
		companion("missing", func(context.Context, epin.Edition) (conformance.Implementation, error) {
			return nil, errors.New("it is not there")
		}),
	))
	if started, ok := events[0].(suite.RunStarted); !ok || !slices.Equal(started.Against, []string{"dollar", "toggles", "missing"}) {
		t.Errorf("it begins with %+v", events[0])
	}
	c := result.Comparison
	if len(c.Libraries) != 5 || len(c.Pairs) != 10 {
		t.Fatalf("%d libraries, %d pairs", len(c.Libraries), len(c.Pairs))
	}
	asked := c.Libraries[0].Asked
	for i, l := range c.Libraries {
		if out := i == 4; (l.Asked == asked) == out || (l.Out == "it is not there") != out || l.Failed > 0 != (i == 2 || i == 3) {
			t.Errorf("of library %d: %d of %d questions, %d wrong, out %q", i, l.Asked, asked, l.Failed, l.Out)
		}
	}
	differs := map[[2]int]int{}
	for _, p := range c.Pairs {
		differs[[2]int{p.A, p.B}] = p.Differs
		if there := p.B < 4; (p.Asked == asked) != there || (p.Differs > 0) != (p.Example != nil) {
			t.Errorf("%+v", p)
		}
	}
	dollar, toggles := c.Libraries[2].Failed, c.Libraries[3].Failed
	for pair, want := range map[[2]int]int{{0, 1}: 0, {0, 2}: dollar, {1, 2}: dollar, {0, 3}: toggles, {1, 3}: toggles, {2, 3}: dollar + toggles} {
		if differs[pair] != want {
			t.Errorf("%v disagree on %d questions, want %d", pair, differs[pair], want)
		}
	}
	if e := c.Pairs[1].Example; e.Request.Token != "K\n" || !slices.Equal(e.Said, []string{"rejected", "rejected", "accepted", "rejected", ""}) {
		t.Errorf("0 and 2 disagree on %+v", e)
	}
	if e := c.Pairs[2].Example; e.Said[0] != `accepted, tokens "R'" "R'"` || e.Said[3] != `accepted, tokens "R'" "R"` {
		t.Errorf("0 and 3 disagree on %+v", e)
	}
	// What a companion answers wrongly is shrunk, and says nothing of the run's verdict.
	if f := c.Libraries[2].Findings; len(f) != 1 || shown(f[0]) != `[parse valid sweep] []"A\n"` {
		t.Errorf("found %+v", f)
	}
	if len(result.Findings) > 0 || result.Verdict == suite.NotConformant {
		t.Errorf("%s, %+v", result.Verdict, result.Findings)
	}
}

// saying answers one token in its own way.
type saying struct {
	conformance.Implementation
	token  string
	answer conformance.Response
	err    error
}

func (s saying) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if req.Op == conformance.OpParse && req.Token == s.token {
		return s.answer, s.err
	}
	return s.Implementation.Do(ctx, req)
}

// Where nobody agrees with anybody, it is shown what each says; of a value only what
// differs, and what one does not offer is no disagreement.
func TestAllDiffer(t *testing.T) {
	if testing.Short() {
		t.Skip("short runs are for the race detector, and nothing runs side by side here")
	}
	says := func(answer conformance.Response) conformance.Factory {
		return opening(func(e epin.Edition) conformance.Implementation {
			return saying{conformance.Reference(e), "K^", answer, nil}
		})
	}
	long := strings.Repeat("x", 1000)
	result, _ := run(t, comparing(says(conformance.Response{Outcome: conformance.Accepted, Token: conformance.Some("K^"), PIN: conformance.Some(long + "1")}), 1,
		companion("one", says(conformance.Response{Outcome: conformance.Crashed, Crash: "oh"})),
		companion("two", says(conformance.Response{Outcome: conformance.Accepted, PIN: conformance.Some(long + "2")})),
		companion("three", says(conformance.Response{Outcome: conformance.Rejected, Error: "no"})),
	))
	all := result.Comparison.AllDiffer
	if all.Differs == 0 || all.Example.Request.Token != "K^" {
		t.Fatalf("%+v", all)
	}
	said := all.Example.Said
	if said[0] != `accepted, pin "K^"` || !strings.HasPrefix(said[1], `accepted, pin "xxx`) || said[1] == said[3] || len(said[3]) > 400 ||
		said[2] != "crashed: oh" || said[4] != "rejected" {
		t.Errorf("%q", said)
	}
	result, _ = run(t, comparing(opening(conformance.Reference), 1,
		companion("little", says(conformance.Response{Outcome: conformance.Accepted, Token: conformance.Some("K^")}))))
	for _, p := range result.Comparison.Pairs {
		if p.Differs > 0 {
			t.Errorf("%+v", p)
		}
	}
}

// A companion that ends is left out from there on, and the others go on.
func TestCompanionLeftOut(t *testing.T) {
	ending := opening(func(e epin.Edition) conformance.Implementation {
		return saying{conformance.Reference(e), "K\n", conformance.Response{}, errors.New("it is gone")}
	})
	result, events := run(t, comparing(opening(conformance.Reference), 2,
		companion("ending", ending), companion("dollar", opening(mutantNamed(t, "dollar-for-z").New))))
	c := result.Comparison
	gone, other := c.Libraries[2], c.Libraries[3]
	if gone.Out != "it is gone" || gone.Asked == 0 || gone.Asked >= other.Asked || other.Out != "" || other.Failed == 0 {
		t.Errorf("%+v and %+v", gone, other)
	}
	if p := fuzzPart(t, events); p.Rounds != 2 || !p.Complete || result.Cut != "" {
		t.Errorf("the run ended: %+v, %q", p, result.Cut)
	}
	// What was asked of it before it ended counts.
	if p := c.Pairs[1]; p.Asked != gone.Asked {
		t.Errorf("0 and 2 were both asked %d questions, and 2 was asked %d", p.Asked, gone.Asked)
	}
}

// Everybody is asked the same, the same seed asks it again, and a new kind of answer of a
// companion leads to other questions.
func TestComparingAsksEverybodyTheSame(t *testing.T) {
	asked := func(seed uint64, companionIs func(epin.Edition) conformance.Implementation) (first, second []string) {
		var mu [2]sync.Mutex
		noted := func(i int, asked *[]string, open func(epin.Edition) conformance.Implementation) conformance.Factory {
			return opening(func(e epin.Edition) conformance.Implementation { return noting{open(e), &mu[i], asked} })
		}
		cfg := comparing(noted(0, &first, conformance.Reference), 5, companion("c", noted(1, &second, companionIs)))
		cfg.Seed = seed
		run(t, cfg)
		return first, second
	}
	first, second := asked(3, conformance.Reference)
	again, _ := asked(3, conformance.Reference)
	if !slices.Equal(first, second) || !slices.Equal(first, again) {
		t.Error("it is not the same that is asked")
	}
	if other, _ := asked(4, conformance.Reference); slices.Equal(first, other) {
		t.Error("another seed asks the same")
	}
	unlike, _ := asked(3, mutantNamed(t, "derive-toggles").New)
	if slices.Equal(first, unlike) {
		t.Error("nothing is learned from a companion")
	}
}
