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

// other returns the edition that e is not.
func other(e epin.Edition) epin.Edition {
	if e == epin.Initial {
		return epin.Current
	}
	return epin.Initial
}

// fullToken is a token with all parts that an edition has.
func fullToken(e epin.Edition) string {
	if e.HasTerminal() {
		return "+k^'"
	}
	return "+k'"
}

// fit follows whether the answers of an implementation are those of the other
// edition: whether every verdict is, and some are not those of the edition asked
// for.
type fit struct {
	asked    epin.Edition
	wrong    int  // verdicts that are right in the other edition alone
	excluded bool // by something that is wrong there
}

// verdict takes a verdict on a token: whether it was accepted, which is valid in
// the edition asked for or not.
func (f *fit) verdict(token string, accepted bool) {
	right := f.asked.Valid(token) == accepted
	if fits := other(f.asked).Valid(token) == accepted; !fits {
		f.excluded = true
	} else if !right {
		f.wrong++
	}
}

// crash takes a crash in place of a verdict. What both editions reject tells nothing about
// which of them an implementation has.
func (f *fit) crash(token string) {
	f.excluded = f.excluded || f.asked.Valid(token) || other(f.asked).Valid(token)
}

// fits reports whether the answers are those of the other edition.
func (f *fit) fits() bool { return f.wrong > 0 && !f.excluded }

// fitSentence describes a library whose verdicts are those of another edition than the one
// asked for. It does not say that the library implements that edition: an unescaped ^ gives
// the same verdicts.
func fitSentence(asked epin.Edition) string {
	if asked == epin.Initial {
		return "every verdict is that of edition 1.0.0: it accepts ^"
	}
	return "every verdict is that of the initial edition: it rejects ^"
}

// terminals are tokens of edition 1.0.0 that the initial one does not have.
var terminals = []string{"K^", "k^", "+R^", "-p^'", "A^'", "z^"}

// Detect finds out which edition an implementation implements: 1.0.0 if it accepts
// the terminal marker there, and the initial one if it rejects it everywhere, or
// says that it does not do 1.0.0. The error is one of the implementation, or that it
// does neither consistently; then there is no verdict.
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
	return 0, fmt.Errorf("the edition cannot be told: of the tokens %q, which only edition 1.0.0 has, %d are accepted; name one with --edition",
		terminals, accepted)
}

// recognise asks for a verdict by the first operation that is offered.
func recognise(ctx context.Context, impl conformance.Implementation, token string) (conformance.Outcome, error) {
	offered := conformance.Describe(impl, epin.Current)
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid} {
		if offered.Offers(op) {
			resp, err := impl.Do(ctx, conformance.Request{Op: op, Token: token})
			return resp.Outcome, err
		}
	}
	resp, err := impl.Do(ctx, conformance.Request{Op: conformance.OpSweep, Tokens: []string{token}})
	if err != nil || resp.Outcome != conformance.Swept {
		return resp.Outcome, err
	}
	return oracle.SweptOutcome(resp, 0).Outcome, nil
}
