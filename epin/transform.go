package epin

import "github.com/epin-conformance/harness/epin/pin"

// Native returns a copy of i with Native Style status, without the derivation
// marker (EPIN §9.3, native). It is idempotent.
func (i Identifier) Native() Identifier { return i.WithDerived(false) }

// Derive returns a copy of i with Derived Style status, with the derivation
// marker (EPIN §9.3, derive). It is idempotent.
func (i Identifier) Derive() Identifier { return i.WithDerived(true) }

// WithDerived returns a copy of i that is derived or native; the zero
// Identifier if i is zero.
func (i Identifier) WithDerived(derived bool) Identifier {
	if i.IsZero() {
		return Identifier{}
	}
	i.derived = derived
	return i
}

// WithPIN returns an Identifier with the PIN identifier p and the Style status of
// i; the zero Identifier if p or i is zero.
func (i Identifier) WithPIN(p pin.Identifier) Identifier {
	if i.IsZero() || p.IsZero() {
		return Identifier{}
	}
	i.pin = p
	return i
}

// WithName returns a copy of i with the given Piece Name; the zero Identifier
// if the name is not one of 'A' to 'Z', or i is zero.
func (i Identifier) WithName(name Name) Identifier { return i.WithPIN(i.pin.WithName(name)) }

// WithSide returns a copy of i that belongs to the given side; the zero
// Identifier if that is neither First nor Second, or i is zero.
func (i Identifier) WithSide(side Side) Identifier { return i.WithPIN(i.pin.WithSide(side)) }

// WithState returns a copy of i in the given state; the zero Identifier if that
// is not one of the three states, or i is zero.
func (i Identifier) WithState(state State) Identifier { return i.WithPIN(i.pin.WithState(state)) }

// WithTerminal returns a copy of i with the given Terminal Status; the zero
// Identifier if i is zero.
func (i Identifier) WithTerminal(terminal bool) Identifier {
	return i.WithPIN(i.pin.WithTerminal(terminal))
}

// Flip returns a copy of i that belongs to the other side. It keeps the Style
// status; the context defines what that means for the other side.
func (i Identifier) Flip() Identifier { return i.WithPIN(i.pin.Flip()) }

// Enhance returns a copy of i in the state Enhanced, from any state.
func (i Identifier) Enhance() Identifier { return i.WithPIN(i.pin.Enhance()) }

// Unenhance returns a copy of i in the state Normal if it is enhanced. Otherwise it
// returns i: a diminished piece stays diminished.
func (i Identifier) Unenhance() Identifier { return i.WithPIN(i.pin.Unenhance()) }

// Diminish returns a copy of i in the state Diminished, from any state.
func (i Identifier) Diminish() Identifier { return i.WithPIN(i.pin.Diminish()) }

// Undiminish returns a copy of i in the state Normal if it is diminished. Otherwise
// it returns i: an enhanced piece stays enhanced.
func (i Identifier) Undiminish() Identifier { return i.WithPIN(i.pin.Undiminish()) }

// Normalize returns a copy of i in the state Normal, from any state. It keeps the
// Style status.
func (i Identifier) Normalize() Identifier { return i.WithPIN(i.pin.Normalize()) }

// MarkTerminal returns a copy of i that is a Terminal Piece. Initial has no valid
// token for it.
func (i Identifier) MarkTerminal() Identifier { return i.WithPIN(i.pin.MarkTerminal()) }

// UnmarkTerminal returns a copy of i that is not a Terminal Piece.
func (i Identifier) UnmarkTerminal() Identifier { return i.WithPIN(i.pin.UnmarkTerminal()) }
