package style

import (
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

// ToQPI returns the QPI token of a piece in a match: the letter of the style
// that the match resolves the piece to, in the case that the reading gives it,
// and the piece's PIN token (EPIN-initial, Conversion to QPI; Examples, EPIN or
// QPI). The error is a *[QPIError]: for the zero Match, for the zero Identifier,
// and for a Terminal Piece in the reading Initial, whose edition has none.
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

// FromQPI returns the token that ToQPI, by the same reading and in the same
// match, takes to q. The error is a *[QPIError]: besides what ToQPI fails for,
// for a style letter of neither side ([ErrNeitherSide]), for a case that is not
// what the reading makes it ([ErrCaseNotStyle] in Current, [ErrCaseNotPiece] in
// Initial), and for a token that two tokens are taken to ([ErrAmbiguous]).
//
// The last happens in the reading Initial, in every match whose sides have the
// same style letter, a match of a single style among them: there P and P' are
// the same in QPI. FromQPI does not choose. A caller to whom they mean the same
// has the native one in epin.FromPIN(q.PIN()). In the reading Current the case
// tells the two apart in every match.
func (r Reading) FromQPI(m Match, q QPI) (epin.Identifier, error) {
	const method = "FromQPI"
	if q.IsZero() {
		return epin.Identifier{}, newError(r.call(method), "", 0, ErrZero)
	}
	piece := epin.FromPIN(q.PIN())
	offset, reason := r.refuse(m, piece)
	if reason != nil {
		if _, ofPIN := reason.(pin.Reason); ofPIN {
			offset += pinAt
		}
		return epin.Identifier{}, newError(r.call(method), q.String(), offset, reason)
	}
	derived, fault := r.derived(m, q)
	if fault != 0 {
		bad := newError(r.call(method), q.String(), 0, fault)
		bad.Match = m
		return epin.Identifier{}, bad
	}
	return piece.WithDerived(derived), nil
}

// refuse says why the reading converts nothing in the match, or not this piece.
// The reason is nil if it does.
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

// derived reports whether q is a derived piece, or why that cannot be said.
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
