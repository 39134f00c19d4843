package pin_test

import (
	"regexp"
	"testing"

	"github.com/epin-conformance/harness/epin/pin"
)

func TestEditions(t *testing.T) {
	names := map[pin.Edition]string{pin.Current: "1.0.0", pin.Initial: "1.0.0-initial"}
	if got := pin.Editions(); len(got) != 2 || got[0] != pin.Current || got[1] != pin.Initial {
		t.Errorf("Editions are %v", got)
	}
	for e, name := range names {
		if e.String() != name {
			t.Errorf("String is %q, want %q", e, name)
		}
		if got, err := pin.ParseEdition(name); got != e || err != nil {
			t.Errorf("ParseEdition(%q) is %v, %v", name, got, err)
		}
		if e.Regexp() != expressions[e].String() {
			t.Errorf("edition %s: Regexp is %s, want %s", e, e.Regexp(), expressions[e])
		}
	}
	const want = `pin.ParseEdition("2\n"): no such edition; there are "1.0.0" and "1.0.0-initial"`
	if _, err := pin.ParseEdition("2\n"); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestUnknownEditionHasNoTokens(t *testing.T) {
	for v := 2; v < 256; v++ {
		e := pin.Edition(v)
		for i := range pin.All() {
			if e.Valid(i.String()) || e.ValidBytes([]byte(i.String())) {
				t.Fatalf("%s accepts %q", e, i)
			}
		}
	}
	e := pin.Edition(2)
	if e.String() != "Edition(2)" || regexp.MustCompile(e.Regexp()).MatchString("") || regexp.MustCompile(e.Regexp()).MatchString("K") {
		t.Errorf("%s has the expression %s", e, e.Regexp())
	}
	const want = `pin.Edition(2).Parse("K"): byte 0: unknown edition, which has no tokens`
	if i, err := e.Parse("K"); err == nil || err.Error() != want || !i.IsZero() {
		t.Errorf("Parse is %q, %v; want the error %s", i, err, want)
	}
}
