package epin

import "cmp"

// SameName reports whether i and j have the same Piece Name; false if either is
// the zero Identifier.
func (i Identifier) SameName(j Identifier) bool { return i.pin.SameName(j.pin) }

// SameSide reports whether i and j belong to the same side; false if either is
// the zero Identifier.
func (i Identifier) SameSide(j Identifier) bool { return i.pin.SameSide(j.pin) }

// SameState reports whether i and j are in the same state; false if either is
// the zero Identifier.
func (i Identifier) SameState(j Identifier) bool { return i.pin.SameState(j.pin) }

// SameTerminal reports whether i and j have the same Terminal Status; false if
// either is the zero Identifier.
func (i Identifier) SameTerminal(j Identifier) bool { return i.pin.SameTerminal(j.pin) }

// SameStatus reports whether i and j have the same Style status, native or
// derived; false if either is the zero Identifier. It says nothing about the
// styles themselves, which EPIN does not encode.
func (i Identifier) SameStatus(j Identifier) bool {
	return !i.IsZero() && !j.IsZero() && i.derived == j.derived
}

// Compare returns -1, 0 or +1 as i sorts before, with or after j. The order is
// that of [All]: by name, then side, then state (normal, enhanced, diminished),
// then Terminal Status (not terminal first), then Style status (native first).
// The zero Identifier comes before all others. Compare returns 0 exactly when
// i == j.
func (i Identifier) Compare(j Identifier) int { return cmp.Compare(i.rank(), j.rank()) }

// rank is the place of i in the order of Compare: 0 for the zero Identifier, 1
// to 624 for the tokens.
func (i Identifier) rank() int {
	if i.IsZero() {
		return 0
	}
	rank := int(i.Name() - 'A')
	rank = rank*2 + int(i.Side())
	rank = rank*3 + int(i.State())
	rank *= 2
	if i.IsTerminal() {
		rank++
	}
	rank *= 2
	if i.derived {
		rank++
	}
	return 1 + rank
}
