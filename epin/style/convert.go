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
	offset, reason := r.refuse(m, i)
	if reason != nil {
		return QPI{}, newError(r.call("ToQPI"), i.String(), offset, reason)
	}
	side := i.Side()
	if r == Current && i.IsDerived() {
		side = side.Opposite()
	}
	letter := m.Resolve(i).Letter()
	if side == epin.Second {
		letter += 'a' - 'A'
	}
	return QPI{letter, i.PIN()}, nil
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
	piece := epin.FromPIN(q.PIN())
	offset, reason := r.refuse(m, piece)
	if q.IsZero() {
		offset, reason = 0, ErrZero
	}
	if reason != nil {
		if _, ofPIN := reason.(pin.Reason); ofPIN {
			offset += pinAt
		}
		return epin.Identifier{}, newError(r.call("FromQPI"), q.String(), offset, reason)
	}
	derived, fault := r.derived(m, q)
	if fault != 0 {
		bad := newError(r.call("FromQPI"), q.String(), 0, fault)
		bad.Match = m
		return epin.Identifier{}, bad
	}
	return piece.WithDerived(derived), nil
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

// derived reports whether q is a derived piece, or why this is not known.
func (r Reading) derived(m Match, q QPI) (derived bool, fault Reason) {
	has := func(side epin.Side) bool { return m.NativeStyle(side).Letter() == q.StyleLetter() }
	own := q.PIN().Side()
	switch {
	case !has(epin.First) && !has(epin.Second):
		return false, ErrNeitherSide
	case r == Current && !has(q.StyleSide()):
		return false, ErrCaseNotStyle
	case r == Current:
		return q.IsDerived(), 0
	case q.StyleSide() != own:
		return false, ErrCaseNotPiece
	case has(own) && has(own.Opposite()):
		return false, ErrAmbiguous
	}
	return !has(own), 0
}
