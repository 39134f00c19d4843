package style

import (
	"errors"

	"github.com/epin-conformance/harness/epin/pin"
)

// ParseQPI parses a QPI token in the reading Current, which includes all tokens of
// Initial. The error is a *[QPIError].
func ParseQPI(s string) (QPI, error) { return parseQPI("style.", Current, "ParseQPI", s) }

// MustParseQPI is ParseQPI for tokens known to be valid, such as constants. If
// ParseQPI returns an error, it panics with it.
func MustParseQPI(s string) QPI {
	q, err := ParseQPI(s)
	if err != nil {
		panic(err)
	}
	return q
}

// ParseQPI parses a QPI token: a style letter of either case, a colon, and a PIN
// token of the edition of the reading. The error is a *[QPIError]. ParseQPI checks
// only the form; [Reading.FromQPI] also checks the letter and its case against a
// match.
func (r Reading) ParseQPI(s string) (QPI, error) { return parseQPI(r.prefix(), r, "ParseQPI", s) }

// parseQPI is scanQPI for the method with a prefix.
func parseQPI[T string | []byte](prefix string, r Reading, method string, s T) (QPI, error) {
	// The first bytes decide, and a short copy stays on the stack.
	q, offset, reason := scanQPI(r, string(s[:min(len(s), len("C:+K^!"))]))
	if reason != nil {
		return QPI{}, newError(prefix+method, s, offset, reason)
	}
	return q, nil
}

// pinAt is the offset of the PIN token in a QPI token.
const pinAt = len("C:")

// scanQPI parses a QPI token. The reason is nil for a valid token. Otherwise it is
// about the offset: the first byte that no valid token can have there.
func scanQPI(r Reading, s string) (q QPI, offset int, reason error) {
	switch {
	case !r.valid():
		return QPI{}, 0, ErrUnknownReading
	case s == "":
		return QPI{}, 0, ErrEmpty
	case !pin.Valid(s[:1]): // a letter is a PIN token
		return QPI{}, 0, stray(s[0], ErrNotStyleLetter)
	case len(s) == 1:
		return QPI{}, 1, ErrNoSeparator
	case s[1] != Separator:
		return QPI{}, 1, stray(s[1], ErrNoSeparator)
	case len(s) == pinAt:
		return QPI{}, pinAt, ErrNoPIN
	}
	p, ok := r.Edition().PIN().Lookup(s[pinAt:])
	if !ok {
		offset, reason = pinFault(r, s[pinAt:])
		return QPI{}, pinAt + offset, reason
	}
	return QPI{s[0], p}, 0, nil
}

// pinFault says why s is not a PIN token of the reading's edition.
func pinFault(r Reading, s string) (offset int, reason error) {
	_, err := r.Edition().PIN().ParseBytes([]byte(s)) // a copy, so that s need not be on the heap
	fault := err.(*pin.ParseError)                    // Parse returns no other error
	return fault.Offset, fault.Reason
}

// stray returns the reason of package pin for a byte that no token contains, and the
// other reason for any other byte.
func stray(c byte, otherwise Reason) error {
	_, err := pin.Parse(string([]byte{c}))
	for _, reason := range []error{pin.ErrWhitespace, pin.ErrLineBreak, pin.ErrNUL, pin.ErrNotASCII} {
		if errors.Is(err, reason) {
			return reason
		}
	}
	return otherwise
}
