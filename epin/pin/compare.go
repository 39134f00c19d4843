package pin

import "cmp"

// SameName reports whether i and j have the same Piece Name; false if either is
// the zero Identifier.
func (i Identifier) SameName(j Identifier) bool { return bothPieces(i, j) && i.Name() == j.Name() }

// SameSide reports whether i and j belong to the same side; false if either is
// the zero Identifier.
func (i Identifier) SameSide(j Identifier) bool { return bothPieces(i, j) && i.Side() == j.Side() }

// SameState reports whether i and j are in the same state; false if either is
// the zero Identifier.
func (i Identifier) SameState(j Identifier) bool { return bothPieces(i, j) && i.State() == j.State() }

// SameTerminal reports whether i and j have the same Terminal Status; false if
// either is the zero Identifier.
func (i Identifier) SameTerminal(j Identifier) bool {
	return bothPieces(i, j) && i.IsTerminal() == j.IsTerminal()
}

func bothPieces(i, j Identifier) bool { return !i.IsZero() && !j.IsZero() }

// Compare returns -1, 0 or +1 as i sorts before, with or after j. The order is
// that of [All]: by name, then side, then state (normal, enhanced, diminished),
// then Terminal Status (not terminal first). The zero Identifier comes before
// all others. Compare returns 0 exactly when i == j.
func (i Identifier) Compare(j Identifier) int { return cmp.Compare(i.bits, j.bits) }
