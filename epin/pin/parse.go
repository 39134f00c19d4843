package pin

// Parse parses a token of Current. The error is a *[ParseError].
func Parse(s string) (Identifier, error) { return Current.Parse(s) }

// ParseBytes is Parse for a token in bytes. It does not retain b.
func ParseBytes(b []byte) (Identifier, error) { return Current.ParseBytes(b) }

// MustParse is Parse for tokens known to be valid, such as constants. If Parse
// returns an error, it panics with it.
func MustParse(s string) Identifier {
	i, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return i
}

// Valid reports whether s is a valid token of Current.
func Valid(s string) bool { return Current.Valid(s) }

// ValidBytes reports whether b is a valid token of Current.
func ValidBytes(b []byte) bool { return Current.ValidBytes(b) }

// Parse parses a token of the edition. The error is a *[ParseError].
func (e Edition) Parse(s string) (Identifier, error) { return parse(e, "Parse", s) }

// ParseBytes is Parse for a token in bytes. It does not retain b.
func (e Edition) ParseBytes(b []byte) (Identifier, error) { return parse(e, "ParseBytes", b) }

// Lookup is Parse without an error value: for an invalid string, it returns the
// zero Identifier and false. It never allocates.
func (e Edition) Lookup(s string) (i Identifier, ok bool) {
	i, _, reason := scan(e, s)
	return i, reason == 0
}

// LookupBytes is Lookup for a token in bytes. It does not retain b.
func (e Edition) LookupBytes(b []byte) (i Identifier, ok bool) { return e.Lookup(start(b)) }

// Valid reports whether s is a valid token of the edition.
func (e Edition) Valid(s string) bool { _, ok := e.Lookup(s); return ok }

// ValidBytes reports whether b is a valid token of the edition.
func (e Edition) ValidBytes(b []byte) bool { _, ok := e.LookupBytes(b); return ok }

// parse is scan for the given method. Its error says why the input is invalid.
func parse[T string | []byte](e Edition, method string, s T) (Identifier, error) {
	i, offset, reason := scan(e, start(s))
	if reason != 0 {
		return Identifier{}, newError(e, method, s, offset, reason)
	}
	return i, nil
}

// start returns the first five bytes of s. A token of EPIN has at most four, so they
// decide, and the copy stays on the stack.
func start[T string | []byte](s T) string { return string(s[:min(len(s), 5)]) }

// scan parses a token of the edition. The reason is 0 for a valid token. Otherwise
// it is about the offset: the first byte that no valid token can have there.
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

// wrong returns the reason why the byte c is invalid in its place. The arguments
// after it are the reasons for a state modifier, a terminal marker, a derivation
// marker, and a byte without a reason of its own.
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
