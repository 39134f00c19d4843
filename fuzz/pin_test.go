package fuzz

import (
	"bytes"
	"errors"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

// FuzzPIN tests that the PIN tokens are the EPIN tokens without a derivation marker, that they
// are native, and that they have the same attributes in both notations (EPIN §3).
func FuzzPIN(f *testing.F) {
	Seed(f, TokenSeeds)
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		for edition, expression := range expressions {
			want := expression.Match(input) && !bytes.HasSuffix(input, []byte("'"))
			p, err := edition.PIN().ParseBytes(input)
			if (err == nil) != want || edition.PIN().ValidBytes(input) != want {
				t.Errorf("edition %v: the PIN token %q was read as %q, %v; the expression returns %t", edition, input, p, err, want)
			}
			if err != nil {
				if reason := (*pin.ParseError)(nil); !errors.As(err, &reason) || reason.Offset > len(input) || !p.IsZero() {
					t.Errorf("edition %v: %q was read as the PIN token %q with the error %#v", edition, input, p, err)
				}
				continue
			}
			samePIN(t, edition, string(input), p)
		}
	}))
}

// samePIN checks that a PIN token has the same attributes in both notations.
func samePIN(t *testing.T, edition epin.Edition, token string, p pin.Identifier) {
	id, err := edition.Parse(token)
	if err != nil || !id.IsNative() || id.PIN() != p || epin.FromPIN(p) != id {
		t.Errorf("edition %v: the PIN token %q is %q, %v in EPIN", edition, token, id, err)
	}
	if p.Name() != id.Name() || p.Side() != id.Side() || p.State() != id.State() || p.IsTerminal() != id.IsTerminal() {
		t.Errorf("edition %v: %q is %v, %v, %v, terminal %t in PIN; and %v, %v, %v, terminal %t in EPIN", edition, token,
			p.Name(), p.Side(), p.State(), p.IsTerminal(), id.Name(), id.Side(), id.State(), id.IsTerminal())
	}
	if p.String() != token || p.Prefix()+string(rune(p.Letter()))+p.Suffix() != token {
		t.Errorf("edition %v: the PIN token %q came back as %q", edition, token, p)
	}
	if made, err := pin.New(p.Name(), p.Side(), p.State(), p.IsTerminal()); err != nil || made != p {
		t.Errorf("edition %v: the attributes of the PIN token %q make %q, %v", edition, token, made, err)
	}
	var again pin.Identifier
	text, err := p.MarshalText()
	if err != nil || string(text) != token || again.UnmarshalText(text) != nil || again != p {
		t.Errorf("edition %v: the PIN token %q was marshalled as %q, %v, which is %q", edition, token, text, err, again)
	}
}
