package epin

// Parse reads a token of the Current edition (EPIN §6). The error is a
// *[ParseError].
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
func (e Edition) Parse(s string) (Identifier, error) {
	if i, ok := e.Lookup(s); ok {
		return i, nil
	}
	return Identifier{}, parseError(e, "Parse", s)
}

// ParseBytes is Parse for a token in bytes. It does not retain b.
func (e Edition) ParseBytes(b []byte) (Identifier, error) {
	if i, ok := e.LookupBytes(b); ok {
		return i, nil
	}
	return Identifier{}, parseError(e, "ParseBytes", b)
}

// Lookup is Parse for callers who need no explanation: it returns the zero
// Identifier and false if s is no token of the edition. It never allocates.
func (e Edition) Lookup(s string) (i Identifier, ok bool) {
	stem, derived := cutMarker(s)
	p, ok := e.PIN().Lookup(stem)
	return Identifier{p, derived && ok}, ok
}

// LookupBytes is Lookup for a token in bytes. It does not retain b.
func (e Edition) LookupBytes(b []byte) (i Identifier, ok bool) {
	stem, derived := cutMarker(b)
	p, ok := e.PIN().LookupBytes(stem)
	return Identifier{p, derived && ok}, ok
}

// Valid reports whether s is a token of the edition.
func (e Edition) Valid(s string) bool {
	stem, _ := cutMarker(s)
	return e.PIN().Valid(stem)
}

// ValidBytes reports whether b is a token of the edition.
func (e Edition) ValidBytes(b []byte) bool {
	stem, _ := cutMarker(b)
	return e.PIN().ValidBytes(stem)
}

// cutMarker is the grammar of EPIN §5: what is left of s without a derivation
// marker at its end has to be a PIN token.
func cutMarker[T string | []byte](s T) (stem T, derived bool) {
	if last := len(s) - 1; last >= 0 && s[last] == DerivationMarker {
		return s[:last], true
	}
	return s, false
}
