package style

// ParseQPI reads a QPI token by the reading Current, of whose tokens those of
// Initial are a part. The error is a *[QPIError].
func ParseQPI(s string) (QPI, error) {
	q, ok := lookupQPI(Current, s)
	if !ok {
		return QPI{}, parseError(Current, "style.ParseQPI", s)
	}
	return q, nil
}

// MustParseQPI is ParseQPI for tokens known to be valid, such as constants: it
// panics with the error that ParseQPI returns.
func MustParseQPI(s string) QPI {
	q, err := ParseQPI(s)
	if err != nil {
		panic(err)
	}
	return q
}

// ParseQPI reads a QPI token: a style letter of either case, a colon, and a
// token of the PIN that the edition of the reading has. The error is a
// *[QPIError]. It speaks of the form alone: whether the letter is that of a
// style of the match, and its case what the reading makes it, [Reading.FromQPI]
// says.
func (r Reading) ParseQPI(s string) (QPI, error) {
	q, ok := lookupQPI(r, s)
	if !ok {
		return QPI{}, parseError(r, r.call("ParseQPI"), s)
	}
	return q, nil
}

// pinAt is where the PIN token of a QPI token begins.
const pinAt = len("C:")

func lookupQPI(r Reading, s string) (q QPI, ok bool) {
	if len(s) < pinAt || !isLetter(s[0]) || s[1] != Separator {
		return QPI{}, false
	}
	p, ok := r.Edition().PIN().Lookup(s[pinAt:])
	if !ok {
		return QPI{}, false
	}
	return QPI{s[0], p}, true
}

func isLetter(c byte) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }
