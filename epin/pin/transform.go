package pin

// WithName returns a copy of i with the given Piece Name; the zero Identifier
// if the name is not one of 'A' to 'Z', or i is zero.
func (i Identifier) WithName(name Name) Identifier {
	if i.IsZero() || !name.valid() {
		return Identifier{}
	}
	return Identifier{i.bits&^nameMask | nameBits(name)}
}

// WithSide returns a copy of i that belongs to the given side; the zero
// Identifier if that is neither First nor Second, or i is zero.
func (i Identifier) WithSide(side Side) Identifier {
	if i.IsZero() || !side.valid() {
		return Identifier{}
	}
	return Identifier{i.bits&^sideMask | sideBits(side)}
}

// WithState returns a copy of i in the given state; the zero Identifier if that
// is not one of the three states, or i is zero.
func (i Identifier) WithState(state State) Identifier {
	if i.IsZero() || !state.valid() {
		return Identifier{}
	}
	return Identifier{i.bits&^stateMask | stateBits(state)}
}

// WithTerminal returns a copy of i with the given Terminal Status; the zero
// Identifier if i is zero.
func (i Identifier) WithTerminal(terminal bool) Identifier {
	switch {
	case i.IsZero():
		return Identifier{}
	case terminal:
		return Identifier{i.bits | terminalBit}
	}
	return Identifier{i.bits &^ terminalBit}
}

// Flip returns a copy of i that belongs to the other side.
func (i Identifier) Flip() Identifier { return i.WithSide(i.Side().Opposite()) }

// Enhance returns a copy of i in the state Enhanced, from any state.
func (i Identifier) Enhance() Identifier { return i.WithState(Enhanced) }

// Unenhance returns a copy of i in the state Normal if it is enhanced. Otherwise it
// returns i: a diminished piece stays diminished.
func (i Identifier) Unenhance() Identifier {
	if i.IsEnhanced() {
		return i.Normalize()
	}
	return i
}

// Diminish returns a copy of i in the state Diminished, from any state.
func (i Identifier) Diminish() Identifier { return i.WithState(Diminished) }

// Undiminish returns a copy of i in the state Normal if it is diminished. Otherwise
// it returns i: an enhanced piece stays enhanced.
func (i Identifier) Undiminish() Identifier {
	if i.IsDiminished() {
		return i.Normalize()
	}
	return i
}

// Normalize returns a copy of i in the state Normal, from any state.
func (i Identifier) Normalize() Identifier { return i.WithState(Normal) }

// MarkTerminal returns a copy of i that is a Terminal Piece. Initial has no valid
// token for it.
func (i Identifier) MarkTerminal() Identifier { return i.WithTerminal(true) }

// UnmarkTerminal returns a copy of i that is not a Terminal Piece.
func (i Identifier) UnmarkTerminal() Identifier { return i.WithTerminal(false) }
