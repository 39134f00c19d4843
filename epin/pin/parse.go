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
	if b := scan(s); b&forbidden[e] == 0 {
		return Identifier{b}, true
	}
	return Identifier{}, false
}

// LookupBytes is Lookup for a token in bytes. It does not retain b.
func (e Edition) LookupBytes(b []byte) (i Identifier, ok bool) {
	if b := scan(b); b&forbidden[e] == 0 {
		return Identifier{b}, true
	}
	return Identifier{}, false
}

// Valid reports whether s is a token of the edition.
func (e Edition) Valid(s string) bool { return scan(s)&forbidden[e] == 0 }

// ValidBytes reports whether b is a token of the edition.
func (e Edition) ValidBytes(b []byte) bool { return scan(b)&forbidden[e] == 0 }

// scan returns the bits of a token of the Current edition, to which those of
// Initial belong; for anything else, bits with none among them. It reads from
// the end, where the letter is once a terminal marker is taken off; then all
// that can stand before the letter is a state modifier.
func scan[T string | []byte](s T) bits {
	var b bits
	at := len(s) - 1
	if at > 0 && s[at] == TerminalMarker {
		b = terminalBit
		at--
	}
	switch at {
	case 0:
	case 1:
		b |= modifiers[s[0]]
	default:
		return none
	}
	return b | letters[s[at]]
}

// none is a bit that no Identifier has: it stands for what is no token.
const none bits = 1 << 15

// forbidden holds the bits that no token of an edition has: of a value that is
// no edition, all of them.
var forbidden = func() (t [256]bits) {
	for e := range t {
		t[e] = ^bits(0)
	}
	t[Current] = none
	t[Initial] = none | terminalBit
	return t
}()

// letters and modifiers hold what a byte stands for as the letter and as the
// state modifier: none, if it is no such thing.
var (
	letters = func() [256]bits {
		t := noBytes()
		for name := Name('A'); name <= 'Z'; name++ {
			t[name] = nameBits(name) | sideBits(First)
			t[name+'a'-'A'] = nameBits(name) | sideBits(Second)
		}
		return t
	}()
	modifiers = func() [256]bits {
		t := noBytes()
		t[EnhancedModifier] = stateBits(Enhanced)
		t[DiminishedModifier] = stateBits(Diminished)
		return t
	}()
)

func noBytes() (t [256]bits) {
	for c := range t {
		t[c] = none
	}
	return t
}
