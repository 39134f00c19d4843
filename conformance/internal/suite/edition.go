package suite

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// other returns the other edition.
func other(e epin.Edition) epin.Edition {
	if e == epin.Initial {
		return epin.Current
	}
	return epin.Initial
}

// fullToken returns a token with all parts that an edition has.
func fullToken(e epin.Edition) string {
	if e.HasTerminal() {
		return "+k^'"
	}
	return "+k'"
}

// fit records whether all verdicts of an implementation are those of the other edition, and some
// are not those of the edition under test.
type fit struct {
	asked    epin.Edition
	wrong    int  // verdicts that are correct in the other edition only
	excluded bool // by a verdict that is incorrect there
}

// verdict records a verdict on a token.
func (f *fit) verdict(token string, accepted bool) {
	right := f.asked.Valid(token) == accepted
	if fits := other(f.asked).Valid(token) == accepted; !fits {
		f.excluded = true
	} else if !right {
		f.wrong++
	}
}

// crash records a crash in place of a verdict. A crash on a string that both editions reject
// excludes neither.
func (f *fit) crash(token string) {
	f.excluded = f.excluded || f.asked.Valid(token) || other(f.asked).Valid(token)
}

// fits reports whether the verdicts are those of the other edition.
func (f *fit) fits() bool { return f.wrong > 0 && !f.excluded }

// fitSentence describes a library whose verdicts are those of the other edition. It does not claim
// that the library implements that edition: an unescaped ^ has the same verdicts.
func fitSentence(asked epin.Edition) string {
	if asked == epin.Initial {
		return "every verdict is that of edition 1.0.0: the library accepts ^"
	}
	return "every verdict is that of edition 1.0.0-initial: the library rejects ^"
}

// terminals are tokens that are valid in edition 1.0.0 only.
var terminals = []string{"K^", "k^", "+R^", "-p^'", "A^'", "z^"}

// Detect returns the edition that an implementation implements: 1.0.0 if it accepts the terminal
// marker, and the initial one if it rejects it everywhere, or does not support 1.0.0. It returns
// an error if the implementation fails, or does neither consistently.
func Detect(ctx context.Context, open conformance.Factory) (edition epin.Edition, err error) {
	impl, err := open(ctx, epin.Current)
	if errors.Is(err, wire.ErrUnsupportedEdition) {
		return epin.Initial, nil
	}
	if err != nil {
		return 0, err
	}
	if c, ok := impl.(io.Closer); ok {
		defer func() { err = errors.Join(err, c.Close()) }()
	}
	accepted := 0
	for _, token := range terminals {
		outcome, err := recognise(ctx, impl, token)
		if err != nil {
			return 0, err
		}
		if outcome == conformance.Accepted {
			accepted++
		}
	}
	switch accepted {
	case len(terminals):
		return epin.Current, nil
	case 0:
		return epin.Initial, nil
	}
	return 0,
		fmt.Errorf("the edition cannot be detected: of the tokens %q, which are valid only in edition 1.0.0, %d are accepted: name an edition",
			terminals, accepted)
}

// recognise requests a verdict by the first operation that is offered.
func recognise(ctx context.Context, impl conformance.Implementation, token string) (conformance.Outcome, error) {
	req := conformance.Request{Op: mostTelling(conformance.Describe(impl, epin.Current)), Token: token}
	if req.Op == conformance.OpSweep {
		req = conformance.Request{Op: req.Op, Tokens: []string{token}}
	}
	resp, err := impl.Do(ctx, req)
	return oracle.SweptOutcome(resp, 0).Outcome, err
}
