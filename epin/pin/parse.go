package pin

// Parse reads a token of the Current edition. The error is a *[ParseError].
func Parse(s string) (Identifier, error) { return Current.Parse(s) }

// ParseBytes is Parse for a token in bytes. It does not retain b.
func ParseBytes(b []byte) (Identifier, error) { return Current.ParseBytes(b) }

// MustParse is Parse for tokens known to be valid, such as constants: it panics
// with the error that Parse returns.
func MustParse(s string) Identifier {
	i, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return i
}

// Valid reports whether s is a token of the Current edition.
func Valid(s string) bool { return Current.Valid(s) }

// ValidBytes reports whether b is a token of the Current edition.
func ValidBytes(b []byte) bool { return Current.ValidBytes(b) }

// Parse reads a token of the edition. The error is a *[ParseError].
func (e Edition) Parse(s string) (Identifier, error) { return parse(e, "Parse", s) }

// ParseBytes is Parse for a token in bytes. It does not retain b.
func (e Edition) ParseBytes(b []byte) (Identifier, error) { return parse(e, "ParseBytes", b) }

// Lookup is Parse for callers who need no explanation: it returns the zero
// Identifier and false for anything but a token of the edition. It never
// allocates.
func (e Edition) Lookup(s string) (i Identifier, ok bool) {
	i, _, reason := scan(e, s)
	return i, reason == 0
}

// LookupBytes is Lookup for a token in bytes. It does not retain b.
func (e Edition) LookupBytes(b []byte) (i Identifier, ok bool) { return e.Lookup(start(b)) }

// Valid reports whether s is a token of the edition.
func (e Edition) Valid(s string) bool { _, ok := e.Lookup(s); return ok }

// ValidBytes reports whether b is a token of the edition.
func (e Edition) ValidBytes(b []byte) bool { _, ok := e.LookupBytes(b); return ok }

// parse is scan for the given method, whose error explains what is wrong.
func parse[T string | []byte](e Edition, method string, s T) (Identifier, error) {
	i, offset, reason := scan(e, start(s))
	if reason != 0 {
		return Identifier{}, newError(e, method, s, offset, reason)
	}
	return i, nil
}

// start returns the first bytes of s, one more than a token of EPIN can have: they
// decide, and a copy of so few stays on the stack.
func start[T string | []byte](s T) string { return string(s[:min(len(s), 5)]) }

// scan reads a token of the edition. The reason is 0 for a token; otherwise it
// says what is wrong at the offset, the first byte that no token can have there.
func scan(e Edition, s string) (i Identifier, offset int, reason Reason) {
	if !e.valid() {
		return Identifier{}, 0, ErrUnknownEdition
	}
	if len(s) == 0 {
		return Identifier{}, 0, ErrEmpty
	}

	at := 0
	var b bits
	switch s[0] {
	case EnhancedModifier:
		b = stateBits(Enhanced)
		at++
	case DiminishedModifier:
		b = stateBits(Diminished)
		at++
	}
	if at == len(s) {
		return Identifier{}, at, ErrNoLetter
	}

	switch c := s[at]; {
	case 'A' <= c && c <= 'Z':
		b |= nameBits(Name(c)) | sideBits(First)
	case 'a' <= c && c <= 'z':
		b |= nameBits(Name(c-'a'+'A')) | sideBits(Second)
	default:
		return Identifier{}, at, wrong(e, c, ErrDoubleState, ErrTerminalFirst, ErrDerivationFirst, ErrNotLetter)
	}
	at++

	if at < len(s) && s[at] == TerminalMarker && e == Current {
		b |= terminalBit
		at++
	}
	if at < len(s) {
		return Identifier{}, at, wrong(e, s[at], ErrStateAfterLetter, ErrDoubleTerminal, ErrDerivationInPIN, ErrTrailing)
	}
	return Identifier{b}, at, 0
}

// wrong says what is wrong with c, which cannot stand where it does: the given
// reasons are those for a state modifier, a terminal marker, a derivation marker
// and any byte without a reason of its own.
func wrong(e Edition, c byte, state, terminal, derivation, otherwise Reason) Reason {
	switch {
	case c == EnhancedModifier, c == DiminishedModifier:
		return state
	case c == TerminalMarker && e != Current:
		return ErrTerminalEdition
	case c == TerminalMarker:
		return terminal
	case c == '\'':
		return derivation
	case c == 0:
		return ErrNUL
	case c == '\n', c == '\r':
		return ErrLineBreak
	case c == ' ', c == '\t', c == '\v', c == '\f':
		return ErrWhitespace
	case c >= 0x80:
		return ErrNotASCII
	}
	return otherwise
}
