package conformancetest

import (
	"cmp"
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
	_ "github.com/epin-conformance/harness/internal/tests"
)

type ran struct {
	outcome
	of    map[string]outcome
	fails []string // the requirements whose subtests fail, in the order of the catalogue
}

// runQuick returns the outcome of [Run] with the profile quick and these options.
func runQuick(ctx context.Context, open func(*notation.Edition) conformance.Implementation, options ...Option) ran {
	cfg, err := configOf(append([]Option{Profile("quick")}, options...))
	r := &run{}
	if err == nil {
		r, err = runSuite(ctx, open, cfg)
	}
	if err != nil {
		return ran{outcome: outcome{text: visible(err), failed: true}}
	}
	got := ran{outcome: r.whole("TestEPIN"), of: map[string]outcome{}}
	for _, q := range r.Requirements {
		if got.of[q.ID] = r.requirement(q); got.of[q.ID].failed {
			got.fails = append(got.fails, q.ID)
		}
	}
	return got
}

func (o outcome) has(t *testing.T, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(o.text, part) {
			t.Errorf("the text lacks %q:\n%s", part, o.text)
		}
	}
}

// reference returns correct functions, for tests to break. It has no transformations, which take
// most of the time of a run.
func reference() Functions[epin.Identifier] {
	return Functions[epin.Identifier]{
		Parse: epin.Parse, Valid: epin.Valid, String: epin.Identifier.String,
		Texts:    map[string]func(epin.Identifier) string{"side": func(id epin.Identifier) string { return id.Side().String() }},
		Booleans: map[string]func(epin.Identifier) bool{"derived": epin.Identifier.IsDerived},
	}
}

type opener = func(*notation.Edition) conformance.Implementation

// handwritten is an implementation without Functions. It declines one request, and panics at its end.
type handwritten struct{ double.Limited }

func (handwritten) Close() error { panic("too late") }

func openHandwritten(edition *notation.Edition) conformance.Implementation {
	parser := double.Altered(conformance.Reference(edition), func(req conformance.Request, resp conformance.Response) conformance.Response {
		if req.Token == "not now" {
			return conformance.Response{}
		}
		return resp
	})
	return handwritten{double.Limit(parser, conformance.Description{Ops: []conformance.Op{conformance.OpParse}, Bytes: conformance.Ops()})}
}

// remembering returns a library whose values remember their side when it is read, and hand it to
// their copies.
func remembering() opener {
	type piece struct {
		epin.Identifier
		side string
	}
	return Functions[*piece]{
		Parse: func(token string) (*piece, error) {
			id, err := epin.Parse(token)
			return &piece{Identifier: id}, err
		},
		String: func(p *piece) string { return p.Identifier.String() },
		Texts: map[string]func(*piece) string{"side": func(p *piece) string {
			p.side = cmp.Or(p.side, p.Identifier.Side().String())
			return p.side
		}},
		Methods: map[string]func(*piece) *piece{"flip": func(p *piece) *piece {
			flipped := *p
			flipped.Identifier = p.Identifier.Flip()
			return &flipped
		}},
	}.New
}

func TestOutcomes(t *testing.T) {
	crashing := reference()
	crashing.Valid = func(token string) bool {
		if strings.HasSuffix(token, "\n") {
			_ = token[len(token)]
		}
		return epin.Valid(token)
	}
	for name, test := range map[string]struct {
		open     opener
		failed   bool
		has      []string
		subtests map[string]bool // whether they fail
	}{
		"a panic": {
			crashing.New, false,
			[]string{`1. Crashes on "\n": `, "(valid)", "runtime.boundsError: runtime error: index out of range [1] with length 1, in ", "(tester_test.go:"},
			map[string]bool{"epin/9.1/reject": true, "epin/7.1/side": false, "epin/7.2/derivation": false},
		},
		"a panic in a sweep": {
			Functions[struct{}]{Valid: func(token string) bool {
				if token == "K\n" {
					panic("K and a line feed")
				}
				return epin.Valid(token)
			}}.New, false,
			[]string{"(valid, sweep)", "panic: K and a line feed"}, map[string]bool{"epin/9.4/line-break": true},
		},
		"nil": {func(*notation.Edition) conformance.Implementation { return nil }, true, []string{"NewImplementation returned nil"}, nil},
		"a panic at the start": {
			func(*notation.Edition) conformance.Implementation { panic("not yet") }, true,
			[]string{"NewImplementation panicked: panic: not yet, in "}, nil,
		},
		"a panic at the end": {
			openHandwritten, true, []string{"INCONCLUSIVE", "Closing the implementation panicked: panic: too late, in "}, nil,
		},
		"a remembered attribute": {remembering(), false, nil, map[string]bool{"epin/7.1/side": true}},
	} {
		got := runQuick(t.Context(), test.open)
		if got.has(t, test.has...); got.failed != test.failed || strings.Contains(got.text, "declined") {
			t.Errorf("%s: the test fails: %t: %s", name, got.failed, got.text)
		}
		for id, want := range test.subtests {
			if sub := got.of[id]; sub.failed != want {
				t.Errorf("%s: %s fails: %t, want %t: %s", name, id, sub.failed, want, sub.text)
			}
		}
	}
}

// TestRequirements checks the subtests for a library that accepts a line feed at the end: which fail
// and how, the reasons of skipped ones, and the list of known failures. A requirement that no request
// can test has its own reason.
func TestRequirements(t *testing.T) {
	const want = "epin/4/marker-last epin/6/grammar epin/6/anchoring epin/9.1/reject epin/9.1/one-verdict epin/9.4/line-break"
	f := reference()
	f.Library, f.Valid = "acme", func(token string) bool { return epin.Valid(strings.TrimSuffix(token, "\n")) }
	got := runQuick(t.Context(), f.New)
	got.has(t, "NOT CONFORMANT  acme (go)", "\n1. ", "\nIt accepts  \\A[-+]?[A-Za-z]\\^?'?\\n?\\z\ninstead of  \\A[", "To show one requirement: go test -run '^TestEPIN$/^epin")
	if failed := strings.Join(got.fails, " "); failed != want || got.failed || len(got.of) != len(requirement.Of(notation.EPIN)) {
		t.Errorf("these of %d subtests fail: %s; want %s; the test itself fails: %t", len(got.of), failed, want, got.failed)
	}
	for _, id := range got.fails {
		r, _ := requirement.Lookup(id)
		shown := "See finding 1."
		if id == "epin/4/marker-last" { // the input of its finding differs from that of its first failure
			shown = `"K'\n" by valid: expected rejected, got accepted`
		}
		got.of[id].has(t, r.Says, r.Level.String(), shown)
	}
	for id, want := range map[string]string{
		"epin/7.1/side":              "",
		"epin/9.3/native":            "not tested: the implementation does not offer what this requirement needs",
		"examples/conventions/3":     "not tested: the protocol cannot request it",
		"examples/single-style/omit": "not tested: the protocol cannot request it",
	} {
		if sub := got.of[id]; sub.text != want || sub.skipped != (want != "") {
			t.Errorf("%s: %+v, want %q", id, sub, want)
		}
	}

	list := func(lines string) Option {
		file := t.TempDir() + "/known.txt"
		if err := os.WriteFile(file, []byte(lines), 0o644); err != nil {
			t.Fatal(err)
		}
		return KnownFailures(file)
	}
	all := ""
	for _, id := range got.fails {
		all += id + ": chomped, issue 12\n"
	}
	got = runQuick(t.Context(), f.New, list(all))
	if got.fails != nil || got.failed {
		t.Errorf("known failures fail: %v, %q", got.fails, got.text)
	}
	got.of["epin/9.4/line-break"].has(t, "epin/9.4/line-break: chomped, issue 12")

	for lines, want := range map[string][]string{
		all + "epin/7.2/derivation: never\n": {"KNOWN FAILURES OUT OF DATE", "epin/7.2/derivation did not fail"},
		"epin/9.4/line-break\n":              {"known.txt:1: epin/9.4/line-break has no reason: "},
	} {
		got = runQuick(t.Context(), f.New, list(lines))
		if got.has(t, want...); !got.failed {
			t.Errorf("the test passes with the list\n%s", lines)
		}
	}
}

func TestWrongUse(t *testing.T) {
	noString, noParse, misspelt := reference(), reference(), reference()
	noString.String, noString.Methods = nil, map[string]func(epin.Identifier) epin.Identifier{"derive": epin.Identifier.Derive}
	noParse.Parse = nil
	misspelt.Booleans["side"] = epin.Identifier.IsNative
	for want, test := range map[string]struct {
		open   opener
		option Option
	}{
		"neither Parse nor Valid: give at least one of them":              {Functions[int]{}.New, Seed(1)},
		"no Parse: give Parse, or leave them out":                         {noParse.New, Seed(1)},
		"no String to show their results: give String, or leave them out": {noString.New, Seed(1)},
		`Booleans of the unknown name "side": use derived, native, ter`:   {misspelt.New, Seed(1)},
		`unknown edition "2.0.0": use 1.0.0, 1.0.0-initial,`:              {reference().New, Edition("2.0.0")},
		`unknown profile "huge": choose one of quick, standard, thorough`: {reference().New, Profile("huge")},
		"KnownFailures: open none.txt: ":                                  {reference().New, KnownFailures("none.txt")},
	} {
		got := runQuick(t.Context(), test.open, test.option)
		if got.has(t, want); !got.failed || got.fails != nil {
			t.Errorf("%s: %s; %v fail", want, got.text, got.fails)
		}
	}
}

func TestDeadline(t *testing.T) {
	ctx, cancel := before(t.Context(), time.Now().Add(-time.Hour))
	defer cancel()
	got := runQuick(ctx, reference().New)
	if got.has(t, "INCONCLUSIVE", "The suite takes longer than go test allows"); !got.failed {
		t.Error("after the deadline the test passes")
	}
}

func TestFuzzInputs(t *testing.T) {
	f := reference()
	f.Parse = func(token string) (epin.Identifier, error) {
		if token == "crash" {
			panic(token)
		}
		return epin.Parse(strings.TrimSuffix(token, "\n"))
	}
	f.Valid = func(token string) bool { return token != "k" && epin.Valid(token) }
	f.Methods = map[string]func(epin.Identifier) epin.Identifier{"derive": epin.Identifier.Native}
	for _, test := range []struct {
		input string
		want  []string
	}{
		{"", nil},
		{"\xff", nil},
		{"K'", []string{`apply derive "K'": expected derive "K'", got derive "K"`}},
		{"k", []string{`valid "k": expected accepted, got rejected`, "apply"}},
		{"K'\n", []string{`parse "K'\n": expected rejected, got accepted`}},
		{"crash", []string{`parse "crash": expected rejected, got crashed: panic: crash, in `}},
	} {
		got, err := testInput(t.Context(), f.New, notation.EPIN, test.input)
		if err != nil || !slices.EqualFunc(got, test.want, strings.HasPrefix) {
			t.Errorf("%q: %q, %v, want %q", test.input, got, err, test.want)
		}
	}
	if _, err := testInput(t.Context(), openHandwritten, notation.EPIN, "not now"); err == nil || !strings.Contains(err.Error(), "the request was declined") {
		t.Errorf("a declined request returns %v", err)
	}
	if _, err := testInput(t.Context(), Functions[int]{}.New, notation.EPIN, ""); err == nil || !strings.Contains(err.Error(), "offers no operation with a verdict") {
		t.Errorf("incorrect use returns %v", err)
	}
}
