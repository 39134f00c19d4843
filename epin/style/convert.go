package style

import (
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

// ToQPI returns the QPI token of a piece in a match: the letter of its style, in
// the case of the reading, and its PIN token (EPIN-initial, Conversion to QPI;
// Examples, EPIN or QPI). It returns a *[QPIError] for the zero Match, for the zero
// Identifier, and in the reading Initial for a Terminal Piece, which that edition
// does not have.
func (r Reading) ToQPI(m Match, i epin.Identifier) (QPI, error) {
	if offset, reason := r.refuse(m, i); reason != nil {
		return QPI{}, newError(r.prefix()+"ToQPI", i.String(), offset, reason)
	}
	return r.convert(m, i), nil
}

// convert is ToQPI for a piece that the reading converts.
func (r Reading) convert(m Match, i epin.Identifier) QPI {
	side := i.Side()
	if r == Current && i.IsDerived() {
		side = side.Opposite()
	}
	letter := m.Resolve(i).Letter()
	if side == epin.Second {
		letter += 'a' - 'A'
	}
	return QPI{letter, i.PIN()}
}

// FromQPI is the inverse of ToQPI in the same reading and match. It returns a
// *[QPIError] for the reasons of ToQPI, and also if:
//
//   - neither side has the style letter ([ErrNeitherSide]);
//   - the case of the letter is incorrect in this reading ([ErrCaseNotStyle] in
//     Current, [ErrCaseNotPiece] in Initial);
//   - two tokens have this QPI token ([ErrAmbiguous]).
//
// ErrAmbiguous occurs in the reading Initial only, if both sides have the same style
// letter, as in a match of a single style: P and P' have the same QPI token, and
// FromQPI does not choose. If both mean the same to the caller,
// epin.FromPIN(q.PIN()) is the native one. In the reading Current, the case tells
// them apart in every match.
func (r Reading) FromQPI(m Match, q QPI) (epin.Identifier, error) {
	native := epin.FromPIN(q.PIN())
	offset, reason := r.refuse(m, native)
	if _, ofPIN := reason.(pin.Reason); ofPIN {
		offset += pinAt
	}
	if q.IsZero() {
		offset, reason = 0, ErrZero
	}
	if reason != nil {
		return epin.Identifier{}, newError(r.prefix()+"FromQPI", q.String(), offset, reason)
	}
	isNative, isDerived := r.convert(m, native) == q, r.convert(m, native.Derive()) == q
	switch letter := q.StyleLetter(); {
	case isNative && isDerived:
		reason = ErrAmbiguous
	case isNative || isDerived:
		return native.WithDerived(isDerived), nil
	case letter != m.first.Letter() && letter != m.second.Letter():
		reason = ErrNeitherSide
	case r == Current:
		reason = ErrCaseNotStyle
	default:
		reason = ErrCaseNotPiece
	}
	bad := newError(r.prefix()+"FromQPI", q.String(), 0, reason)
	bad.Match = m
	return epin.Identifier{}, bad
}

// refuse returns the reason why the reading does not convert this piece in the
// match; nil if it does.
func (r Reading) refuse(m Match, i epin.Identifier) (offset int, reason error) {
	switch {
	case !r.valid():
		return 0, ErrUnknownReading
	case m.IsZero():
		return 0, ErrZeroMatch
	case i.IsZero():
		return 0, epin.ErrZero
	}
	if p := i.PIN().String(); !r.Edition().PIN().Valid(p) {
		return pinFault(r, p)
	}
	return 0, nil
}
