package suite

import (
	"testing"

	"github.com/epin-conformance/harness/conformance"
)

// Each value of an answer makes a disagreement by itself, and what one of the two does not
// offer makes none.
func TestDisagree(t *testing.T) {
	full := func() conformance.Response {
		return conformance.Response{
			Outcome: conformance.Accepted, Token: conformance.Some("K"), PIN: conformance.Some("K"),
			Native: conformance.Some(true), Derived: conformance.Some(false),
			Name: conformance.Some("K"), Side: conformance.Some("first"), State: conformance.Some("normal"),
			Terminal: conformance.Some(false), Tokens: []string{"K'"}, Original: "K",
		}
	}
	for _, c := range []struct {
		what   string
		change func(*conformance.Response)
		want   bool
	}{
		{"nothing", func(*conformance.Response) {}, false},
		{"the outcome", func(r *conformance.Response) { r.Outcome = conformance.Rejected }, true},
		{"the token", func(r *conformance.Response) { r.Token = conformance.Some("k") }, true},
		{"the PIN token", func(r *conformance.Response) { r.PIN = conformance.Some("k") }, true},
		{"native", func(r *conformance.Response) { r.Native = conformance.Some(false) }, true},
		{"derived", func(r *conformance.Response) { r.Derived = conformance.Some(true) }, true},
		{"the name", func(r *conformance.Response) { r.Name = conformance.Some("Q") }, true},
		{"the side", func(r *conformance.Response) { r.Side = conformance.Some("second") }, true},
		{"the state", func(r *conformance.Response) { r.State = conformance.Some("enhanced") }, true},
		{"terminal", func(r *conformance.Response) { r.Terminal = conformance.Some(true) }, true},
		{"what the calls returned", func(r *conformance.Response) { r.Tokens = []string{"K"} }, true},
		{"the original", func(r *conformance.Response) { r.Original = "K'" }, true},
		{"no token", func(r *conformance.Response) { r.Token = conformance.Optional[string]{} }, false},
		{"no terminal", func(r *conformance.Response) { r.Terminal = conformance.Optional[bool]{} }, false},
	} {
		changed := full()
		c.change(&changed)
		if disagree(full(), changed) != c.want || disagree(changed, full()) != c.want {
			t.Errorf("%s: it is not said that they disagree: %t", c.what, c.want)
		}
	}
	rejected, other := conformance.Response{Error: "no"}, conformance.Response{Error: "never"}
	rejected.Outcome, other.Outcome = conformance.Rejected, conformance.Rejected
	if disagree(rejected, other) {
		t.Error("two errors in other words are a disagreement")
	}
}
