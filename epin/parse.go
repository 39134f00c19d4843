package epin

// Parse parses a token of Current (EPIN §6). The error is a *[ParseError].
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
func (e Edition) Parse(s string) (Identifier, error) {
	i, ok := e.Lookup(s)
	if !ok {
		_, err := e.PIN().Parse(s)
		return Identifier{}, parseError(e, err)
	}
	return i, nil
}

// ParseBytes is Parse for a token in bytes. It does not retain b.
func (e Edition) ParseBytes(b []byte) (Identifier, error) {
	i, ok := e.LookupBytes(b)
	if !ok {
		_, err := e.PIN().ParseBytes(b)
		return Identifier{}, parseError(e, err)
	}
	return i, nil
}

// Lookup is Parse without an error value: for an invalid string, it returns the
// zero Identifier and false. It never allocates.
func (e Edition) Lookup(s string) (i Identifier, ok bool) {
	// The grammar of EPIN §5: a token is a PIN token, with or without a derivation
	// marker after it.
	derived := len(s) > 0 && s[len(s)-1] == DerivationMarker
	if derived {
		s = s[:len(s)-1]
	}
	p, ok := e.PIN().Lookup(s)
	return Identifier{p, derived && ok}, ok
}

// LookupBytes is Lookup for a token in bytes. It does not retain b.
func (e Edition) LookupBytes(b []byte) (i Identifier, ok bool) {
	// No token has more than four bytes. A copy of five stays on the stack.
	return e.Lookup(string(b[:min(len(b), 5)]))
}

// Valid reports whether s is a valid token of the edition.
func (e Edition) Valid(s string) bool { _, ok := e.Lookup(s); return ok }

// ValidBytes reports whether b is a valid token of the edition.
func (e Edition) ValidBytes(b []byte) bool { _, ok := e.LookupBytes(b); return ok }
