package suite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
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
	wrong    int      // verdicts that are correct in the other edition only
	excluded bool     // by a verdict that is incorrect there
	crashes  []string // the shortest two strings with a crash
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
	if !slices.Contains(f.crashes, token) {
		f.crashes = append(f.crashes, token)
		slices.SortFunc(f.crashes, byLength)
		f.crashes = f.crashes[:min(len(f.crashes), 2)]
	}
}

// fits reports whether the verdicts are those of the other edition.
func (f *fit) fits() bool { return f.wrong > 0 && !f.excluded }

// sentence describes a library whose verdicts are those of the other edition. It does not claim
// that the library implements that edition: an unescaped ^ has the same verdicts.
func (f *fit) sentence() string {
	crashes, edition := "", "1.0.0-initial: the library rejects ^"
	if f.asked == epin.Initial {
		edition = "1.0.0: the library accepts ^"
	}
	if len(f.crashes) > 0 {
		others := [...]string{"", " and other strings"}[len(f.crashes)-1]
		crashes = ", but for crashes on " + printable.Token(f.crashes[0]).Shown() + others + ","
	}
	return "every verdict" + crashes + " is that of edition " + edition
}

// terminals are tokens that are valid in edition 1.0.0 only.
var terminals = []string{"K^", "k^", "+R^", "-p^'", "A^'", "z^"}

// Detect returns the edition that an implementation implements: 1.0.0 if it accepts the terminal
// marker, and the initial one if it rejects it everywhere, or does not support 1.0.0. A crash
// decides nothing. It returns an error if the implementation fails, or does neither consistently.
func Detect(ctx context.Context, open conformance.Factory) (edition epin.Edition, err error) {
	impl, err := supervise.Restarting(new(supervise.Record), epin.Current, func() (conformance.Implementation, error) { return open(ctx, epin.Current) })
	if errors.Is(err, wire.ErrUnsupportedEdition) {
		return epin.Initial, nil
	}
	if err != nil {
		return 0, err
	}
	if c, ok := impl.(io.Closer); ok {
		defer func() { err = errors.Join(err, c.Close()) }()
	}
	n := map[conformance.Outcome]int{}
	for _, token := range terminals {
		outcome, err := recognise(ctx, impl, token)
		if err != nil {
			return 0, err
		}
		n[outcome]++
	}
	switch accepted, rejected := n[conformance.Accepted], n[conformance.Rejected]; {
	case accepted == len(terminals):
		return epin.Current, nil
	case rejected == len(terminals):
		return epin.Initial, nil
	default:
		return 0, fmt.Errorf("the edition cannot be detected: of the tokens %s, which are valid only in edition 1.0.0, "+
			"%d are accepted, %d rejected, and %d neither: name an edition", strings.Join(terminals, " "), accepted, rejected, len(terminals)-accepted-rejected)
	}
}

// recognise returns the verdict of the first operation that accepts or rejects a token, or
// Unsupported.
func recognise(ctx context.Context, impl conformance.Implementation, token string) (conformance.Outcome, error) {
	offered := conformance.Describe(impl, epin.Current)
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep} {
		if !offered.Offers(op) {
			continue
		}
		req := conformance.Request{Op: op, Token: token}
		if op == conformance.OpSweep {
			req = conformance.Request{Op: op, Tokens: []string{token}}
		}
		resp, err := impl.Do(ctx, req)
		if outcome := oracle.SweptOutcome(resp, 0).Outcome; err != nil || outcome == conformance.Accepted || outcome == conformance.Rejected {
			return outcome, err
		}
	}
	return conformance.Unsupported, nil
}
