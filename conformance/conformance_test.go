package conformance_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

func TestReferenceResponses(t *testing.T) {
	some := func(s string) conformance.Optional[string] { return conformance.Some(s) }
	yes, no := conformance.Some(true), conformance.Some(false)
	tests := []struct {
		name    string
		edition epin.Edition
		req     conformance.Request
		want    conformance.Response
	}{
		{"parse", epin.Current, conformance.Request{Op: conformance.OpParse, Token: "-k^'"}, conformance.Response{
			Outcome: conformance.Accepted, Token: some("-k^'"), PIN: some("-k^"), Native: no, Derived: yes,
			Name: some("K"), Side: some("second"), State: some("diminished"), Terminal: yes,
		}},
		{"parse, initial", epin.Initial, conformance.Request{Op: conformance.OpParse, Token: "+R"}, conformance.Response{
			Outcome: conformance.Accepted, Token: some("+R"), PIN: some("+R"), Native: yes, Derived: no,
			Name: some("R"), Side: some("first"), State: some("enhanced"), Terminal: no,
		}},
		{"invalid in the initial edition", epin.Initial, conformance.Request{Op: conformance.OpParse, Token: "K^"},
			conformance.Response{Outcome: conformance.Rejected}},
		{"valid", epin.Current, conformance.Request{Op: conformance.OpValid, Token: "K^"}, conformance.Response{Outcome: conformance.Accepted}},
		{"invalid", epin.Current, conformance.Request{Op: conformance.OpValid, Token: "K\n"}, conformance.Response{Outcome: conformance.Rejected}},
		{"apply", epin.Current, conformance.Request{Op: conformance.OpApply, Token: "R", Methods: []conformance.Method{
			conformance.Derive, conformance.Flip, conformance.Enhance, conformance.Mark,
			conformance.Diminish, conformance.Normalize, conformance.Unmark, conformance.Native,
		}}, conformance.Response{
			Outcome: conformance.Accepted, Original: "R", Token: some("r"), PIN: some("r"), Native: yes, Derived: no,
			Name: some("R"), Side: some("second"), State: some("normal"), Terminal: no,
			Tokens: []string{"R'", "r'", "+r'", "+r^'", "-r^'", "r^'", "r'", "r"},
		}},
		{"apply no methods", epin.Current, conformance.Request{Op: conformance.OpApply, Token: "R"},
			conformance.Response{
				Outcome: conformance.Accepted, Tokens: []string{}, Original: "R", Token: some("R"), PIN: some("R"),
				Native: yes, Derived: no, Name: some("R"), Side: some("first"), State: some("normal"), Terminal: no,
			}},
		{"apply with methods before", epin.Current, conformance.Request{Op: conformance.OpApply, Token: "R", Methods: []conformance.Method{
			conformance.Flip.Before(), conformance.Derive,
		}}, conformance.Response{
			Outcome: conformance.Accepted, Tokens: []string{"R'"}, Original: "R", Token: some("R'"), PIN: some("R"),
			Native: no, Derived: yes, Name: some("R"), Side: some("first"), State: some("normal"), Terminal: no,
		}},
		{"apply to an invalid token", epin.Current, conformance.Request{Op: conformance.OpApply, Token: "", Methods: []conformance.Method{conformance.Flip}},
			conformance.Response{Outcome: conformance.Rejected}},
		{"apply a method that the edition lacks", epin.Initial, conformance.Request{Op: conformance.OpApply, Token: "R", Methods: []conformance.Method{conformance.Mark}},
			conformance.Response{}},
		{"apply an unknown method", epin.Current, conformance.Request{Op: conformance.OpApply, Token: "R", Methods: []conformance.Method{"promote"}},
			conformance.Response{}},
		{"equal", epin.Current, conformance.Request{Op: conformance.OpEqual, Token: "K'", Other: "K'"}, conformance.Response{Outcome: conformance.Equal}},
		{"unequal", epin.Current, conformance.Request{Op: conformance.OpEqual, Token: "K", Other: "K'"}, conformance.Response{Outcome: conformance.Unequal}},
		{"compare with an invalid token", epin.Current, conformance.Request{Op: conformance.OpEqual, Token: "K", Other: "KK"}, conformance.Response{Outcome: conformance.Rejected}},
		{"sweep", epin.Current, conformance.Request{Op: conformance.OpSweep, Tokens: []string{"K", "K''", "\xff", "+k^'"}},
			conformance.Response{Outcome: conformance.Swept, Verdicts: "1001"}},
		{"unknown operation", epin.Current, conformance.Request{Op: "promote", Token: "K"}, conformance.Response{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := conformance.Reference(test.edition).Do(context.Background(), test.req)
			if err != nil {
				t.Fatal(err)
			}
			if !got.Equal(test.want) {
				t.Errorf("incorrect response (- want, + got):\n%s", cmp.Diff(test.want, got))
			}
		})
	}
}

func TestResponseEqualComparesEveryCheckedField(t *testing.T) {
	base := conformance.Response{Outcome: conformance.Accepted}
	for name, change := range map[string]func(*conformance.Response){
		"Outcome":  func(r *conformance.Response) { r.Outcome = conformance.Rejected },
		"Token":    func(r *conformance.Response) { r.Token = conformance.Some("") },
		"PIN":      func(r *conformance.Response) { r.PIN = conformance.Some("") },
		"Native":   func(r *conformance.Response) { r.Native = conformance.Some(false) },
		"Derived":  func(r *conformance.Response) { r.Derived = conformance.Some(false) },
		"Name":     func(r *conformance.Response) { r.Name = conformance.Some("") },
		"Side":     func(r *conformance.Response) { r.Side = conformance.Some("") },
		"State":    func(r *conformance.Response) { r.State = conformance.Some("") },
		"Terminal": func(r *conformance.Response) { r.Terminal = conformance.Some(false) },
		"Tokens":   func(r *conformance.Response) { r.Tokens = []string{""} },
		"Original": func(r *conformance.Response) { r.Original = "K" },
		"Verdicts": func(r *conformance.Response) { r.Verdicts = "1" },
	} {
		other := base
		change(&other)
		if base.Equal(other) || other.Equal(base) {
			t.Errorf("Equal ignores a different %s", name)
		}
	}
	other := base
	other.Error, other.Crash = "free", "text"
	if !base.Equal(other) {
		t.Error("Equal compares free text")
	}
}

func TestDescribe(t *testing.T) {
	type undescribed struct{ conformance.Implementation }
	for _, e := range epin.Editions() {
		d := conformance.Describe(undescribed{conformance.Reference(e)}, e)
		if !d.Bytes || !slices.Equal(d.Ops, conformance.Ops()) || !slices.Equal(d.Methods, conformance.MethodsOf(e)) {
			t.Errorf("an implementation without a description offers %v in edition %s", d, e)
		}
	}
	if slices.Contains(conformance.MethodsOf(epin.Initial), conformance.Mark) || slices.Contains(conformance.MethodsOf(epin.Initial), conformance.Unmark) {
		t.Error("the initial edition has terminal pieces")
	}
	if len(conformance.MethodsOf(epin.Current)) != 8 {
		t.Error("edition 1.0.0 has eight transformations")
	}
}

// counter rejects every request, and returns an error at call number failAt.
type counter struct{ calls, failAt int }

var errCounter = errors.New("too many calls")

func (c *counter) Do(context.Context, conformance.Request) (conformance.Response, error) {
	c.calls++
	if c.calls == c.failAt {
		return conformance.Response{}, errCounter
	}
	return conformance.Response{Outcome: conformance.Rejected}, nil
}

func TestDoAllOneByOne(t *testing.T) {
	requests := []conformance.Request{{Op: conformance.OpValid, Token: "a"}, {Op: conformance.OpValid, Token: "b"}, {Op: conformance.OpValid, Token: "c"}}
	for _, test := range []struct {
		name          string
		failAt, stop  int
		answers, asks int
		err           error
	}{
		{"all", 0, 0, 3, 3, nil},
		{"Do returns an error", 2, 0, 1, 2, errCounter},
		{"answer returns false", 0, 2, 2, 2, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			impl := &counter{failAt: test.failAt}
			answers := 0
			err := conformance.DoAll(context.Background(), impl, slices.Values(requests), func(x conformance.Exchange) bool {
				if x.Index != answers || !x.Request.Equal(requests[answers]) || x.Response.Outcome != conformance.Rejected {
					t.Errorf("exchange %d is %+v", answers, x)
				}
				answers++
				return answers != test.stop
			})
			if !errors.Is(err, test.err) || answers != test.answers || impl.calls != test.asks {
				t.Errorf("error %v, %d answers, %d requests; want %v, %d, %d", err, answers, impl.calls, test.err, test.answers, test.asks)
			}
		})
	}
}
