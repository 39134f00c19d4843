package epin_test

import (
	"regexp"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

func TestEditions(t *testing.T) {
	names := map[epin.Edition]string{epin.Current: "1.0.0", epin.Initial: "1.0.0-initial"}
	if got := epin.Editions(); len(got) != 2 || got[0] != epin.Current || got[1] != epin.Initial {
		t.Errorf("Editions are %v", got)
	}
	for e, name := range names {
		if e.String() != name {
			t.Errorf("String is %q, want %q", e, name)
		}
		if got, err := epin.ParseEdition(name); got != e || err != nil {
			t.Errorf("ParseEdition(%q) is %v, %v", name, got, err)
		}
		if e.Regexp() != expressions[e].String() {
			t.Errorf("edition %s: Regexp is %s, want %s", e, e.Regexp(), expressions[e])
		}
	}
	const want = `epin.ParseEdition("2\n"): no such edition; there are "1.0.0" and "1.0.0-initial"`
	if _, err := epin.ParseEdition("2\n"); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestUnknownEditionHasNoTokens(t *testing.T) {
	for v := 2; v < 256; v++ {
		e := epin.Edition(v)
		for i := range epin.All() {
			if e.Valid(i.String()) || e.ValidBytes([]byte(i.String())) {
				t.Fatalf("%s accepts %q", e, i)
			}
		}
	}
	e := epin.Edition(2)
	if e.String() != "Edition(2)" || regexp.MustCompile(e.Regexp()).MatchString("") || regexp.MustCompile(e.Regexp()).MatchString("K") {
		t.Errorf("%s has the expression %s", e, e.Regexp())
	}
	const want = `epin.Edition(2).Parse("K"): byte 0: unknown edition, which has no tokens`
	if i, err := e.Parse("K"); err == nil || err.Error() != want || !i.IsZero() {
		t.Errorf("Parse is %q, %v; want the error %s", i, err, want)
	}
}

func TestEditionsOfPIN(t *testing.T) {
	if epin.Current.PIN() != pin.Current || epin.Initial.PIN() != pin.Initial {
		t.Errorf("the editions extend %v and %v", epin.Current.PIN(), epin.Initial.PIN())
	}
	for _, e := range epin.Editions() {
		if e.String() != e.PIN().String() {
			t.Errorf("edition %s extends PIN %s", e, e.PIN())
		}
	}
}
