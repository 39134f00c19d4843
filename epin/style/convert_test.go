package style_test

import (
	"errors"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

// EPIN-initial, Conversion to QPI: Chess against Ōgi, with the reading of
// Examples beside it.
func TestConversionsOfTheSpecification(t *testing.T) {
	m := style.MustMatch(style.Chess(), style.Ogi())
	for _, c := range []struct{ row, token, initial, current string }{
		{"first player's native style", "P", "C:P", "C:P"},
		{"second player's native style", "P'", "S:P", "s:P"},
		{"second player's native style", "p", "s:p", "s:p"},
		{"first player's native style", "p'", "c:p", "C:p"},
	} {
		t.Run(c.token+", "+c.row, func(t *testing.T) {
			for r, want := range map[style.Reading]string{style.Initial: c.initial, style.Current: c.current} {
				q, err := r.ToQPI(m, epin.MustParse(c.token))
				if err != nil || q.String() != want {
					t.Errorf("reading %s: %q, %v; want %q", r, q, err, want)
				}
			}
		})
	}
}

// EPIN-initial, Conversion Rules: the style of a native piece is its side's, of
// a derived one the opposite side's; and "the QPI case always matches the EPIN
// case".
func TestConversionRules(t *testing.T) {
	for _, m := range matches {
		for i := range epin.Initial.All() {
			q, err := style.Initial.ToQPI(m, i)
			if err != nil {
				t.Errorf("%s, %q: %v", m, i, err)
				continue
			}
			side := i.Side()
			if i.IsDerived() {
				side = side.Opposite()
			}
			if q.StyleLetter() != m.NativeStyle(side).Letter() || q.StyleSide() != i.Side() {
				t.Errorf("%s, %q: QPI %q", m, i, q)
			}
		}
	}
}

// Examples, EPIN or QPI: native and derived are computed from whether the two
// sides agree, and QPI is slightly larger: a style letter and a colon more, the
// derivation marker less.
func TestQPIOfTheCurrentReadingShowsTheStatus(t *testing.T) {
	for _, m := range matches {
		for i := range epin.All() {
			q, err := style.Current.ToQPI(m, i)
			if err != nil {
				t.Errorf("%s, %q: %v", m, i, err)
				continue
			}
			if q.IsNative() != i.IsNative() || q.IsDerived() != i.IsDerived() || q.IsNative() != (q.StyleSide() == q.PIN().Side()) {
				t.Errorf("%s, %q: QPI %q is native %t, derived %t", m, i, q, q.IsNative(), q.IsDerived())
			}
			if m.NativeStyle(q.StyleSide()) != m.Resolve(i) {
				t.Errorf("%s, %q: QPI %q shows the side of %q", m, i, q, m.NativeStyle(q.StyleSide()))
			}
			if got, want := len(q.String()), len(i.String())+2-len(i.Suffix()); got != want || got <= len(i.String()) {
				t.Errorf("QPI %q of %q has %d bytes, want %d", q, i, got, want)
			}
		}
	}
}

func TestRoundTrips(t *testing.T) {
	for _, r := range style.Readings() {
		for _, m := range matches {
			first, second := m.NativeStyle(epin.First), m.NativeStyle(epin.Second)
			ambiguous := r == style.Initial && first.Letter() == second.Letter()
			n := 0
			for i := range r.Edition().All() {
				n++
				q, err := r.ToQPI(m, i)
				if want := wantQPI(r, i.String(), first, second); err != nil || q.String() != want {
					t.Errorf("reading %s, %s: QPI of %q is %q, %v; want %q", r, m, i, q, err, want)
					continue
				}
				if parsed, err := r.ParseQPI(q.String()); parsed != q || err != nil {
					t.Errorf("reading %s: %q parsed is %q, %v", r, q, parsed, err)
				}
				back, err := r.FromQPI(m, q)
				switch {
				case ambiguous:
					if !errors.Is(err, style.ErrAmbiguous) || !back.IsZero() {
						t.Errorf("reading %s, %s: %q back is %q, %v", r, m, q, back, err)
					}
				case back != i || err != nil:
					t.Errorf("reading %s, %s: %q back from %q is %q, %v", r, m, i, q, back, err)
				}
			}
			if want := map[style.Reading]int{style.Current: 624, style.Initial: 312}[r]; n != want {
				t.Errorf("reading %s: %d tokens, want %d", r, n, want)
			}
		}
	}
}

// Of all QPI tokens, in both readings and several matches: FromQPI accepts those
// that some token is taken to, and gives the others the reason that fits.
func TestFromQPIIsTheInverse(t *testing.T) {
	for _, r := range style.Readings() {
		for _, m := range matches {
			from := map[string][]epin.Identifier{}
			for i := range r.Edition().All() {
				want := wantQPI(r, i.String(), m.NativeStyle(epin.First), m.NativeStyle(epin.Second))
				from[want] = append(from[want], i)
			}
			letters := string([]byte{m.NativeStyle(epin.First).Letter(), m.NativeStyle(epin.Second).Letter()})
			for _, q := range allQPI(r) {
				got, err := r.FromQPI(m, q)
				var want style.Reason
				switch candidates := from[q.String()]; {
				case len(candidates) == 1:
					if err != nil || got != candidates[0] {
						t.Errorf("reading %s, %s: %q is %q, %v; want %q", r, m, q, got, err, candidates[0])
					}
					continue
				case len(candidates) == 2:
					want = style.ErrAmbiguous
				case q.StyleLetter() != letters[0] && q.StyleLetter() != letters[1]:
					want = style.ErrNeitherSide
				case r == style.Initial:
					want = style.ErrCaseNotPiece
				default:
					want = style.ErrCaseNotStyle
				}
				if !errors.Is(err, want) || !got.IsZero() {
					t.Errorf("reading %s, %s: %q is %q, %v; want the reason %v", r, m, q, got, err, want)
				}
			}
		}
	}
}

// allQPI returns the QPI tokens of a reading: 52 style letters before each PIN
// token of its edition.
func allQPI(r style.Reading) (all []style.QPI) {
	for c := byte('A'); c <= 'z'; c++ {
		for p := range r.Edition().PIN().All() {
			if q, err := r.ParseQPI(string([]byte{c, ':'}) + p.String()); err == nil {
				all = append(all, q)
			}
		}
	}
	return all
}

// The reading Initial converts the tokens of its edition, and no other.
func TestInitialReadingHasNoTerminalMarker(t *testing.T) {
	m := matches[0]
	for i := range epin.All() {
		_, err := style.Initial.ToQPI(m, i)
		if errors.Is(err, epin.ErrTerminalEdition) != i.IsTerminal() || (err == nil) == i.IsTerminal() {
			t.Errorf("QPI of %q: %v", i, err)
		}
	}
	for _, q := range allQPI(style.Current) {
		_, err := style.Initial.FromQPI(m, q)
		if errors.Is(err, epin.ErrTerminalEdition) != q.PIN().IsTerminal() {
			t.Errorf("%q back: %v", q, err)
		}
	}
}

func TestReadings(t *testing.T) {
	if got := style.Readings(); len(got) != 2 || got[0] != style.Current || got[1] != style.Initial {
		t.Errorf("Readings are %v", got)
	}
	if style.Current.Edition() != epin.Current || style.Initial.Edition() != epin.Initial {
		t.Errorf("their editions are %v and %v", style.Current.Edition(), style.Initial.Edition())
	}
	var zero style.Reading
	for r, want := range map[style.Reading]string{zero: "1.0.0", style.Initial: "1.0.0-initial", style.Reading(2): "Reading(2)"} {
		if r.String() != want {
			t.Errorf("String is %q, want %q", r, want)
		}
	}
}

func TestUnknownReadingHasNoTokens(t *testing.T) {
	for v := 2; v < 256; v++ {
		r := style.Reading(v)
		_, parse := r.ParseQPI("C:P")
		_, to := r.ToQPI(matches[0], epin.MustParse("P"))
		_, from := r.FromQPI(matches[0], style.MustParseQPI("C:P"))
		for _, err := range []error{parse, to, from} {
			if !errors.Is(err, style.ErrUnknownReading) {
				t.Errorf("%s: %v", r, err)
			}
		}
	}
}
