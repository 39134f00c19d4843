package pin_test

import (
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin/pin"
)

func TestNoAllocation(t *testing.T) {
	var (
		i       pin.Identifier
		ok      bool
		n       int
		text    string
		buffer  = make([]byte, 0, 8)
		token   = "+k^"
		inBytes = []byte(token)
		parsed  = pin.MustParse(token)
		long    = strings.Repeat("K", 1<<20)
		longB   = []byte(long)
	)
	for name, f := range map[string]func(){
		"Parse":             func() { i, _ = pin.Parse(token) },
		"ParseBytes":        func() { i, _ = pin.ParseBytes(inBytes) },
		"Initial.Parse":     func() { i, _ = pin.Initial.Parse("-z") },
		"MustParse":         func() { i = pin.MustParse(token) },
		"New":               func() { i, _ = pin.New('K', pin.Second, pin.Enhanced, true) },
		"Valid":             func() { ok = pin.Valid(token) },
		"ValidBytes":        func() { ok = pin.ValidBytes(inBytes) },
		"Valid, invalid":    func() { ok = pin.Valid("K'^") || pin.Valid("") || pin.Initial.Valid(token) },
		"Valid, long":       func() { ok = pin.Valid(long) || pin.ValidBytes(longB) },
		"Lookup":            func() { i, ok = pin.Current.Lookup(token) },
		"Lookup, invalid":   func() { i, ok = pin.Current.Lookup(long) },
		"LookupBytes":       func() { i, ok = pin.Current.LookupBytes(inBytes) },
		"UnmarshalText":     func() { ok = i.UnmarshalText(inBytes) == nil },
		"String":            func() { text = parsed.String() },
		"Prefix and Suffix": func() { text, text = parsed.Prefix(), parsed.Suffix() },
		"AppendText":        func() { buffer, _ = parsed.AppendText(buffer[:0]) },
		"attributes":        func() { n = int(parsed.Name()) + int(parsed.Side()) + int(parsed.State()) + int(parsed.Letter()) },
		"names":             func() { text = parsed.Name().String() + "" },
		"predicates":        func() { ok = parsed.IsTerminal() && parsed.IsEnhanced() && parsed.IsSecond() && !parsed.IsZero() },
		"comparisons":       func() { ok = parsed.SameName(i) && parsed.SameSide(i) && parsed.Compare(i) == 0 },
		"transformations": func() {
			i = parsed.Flip().Diminish().Undiminish().Enhance().Unenhance().Normalize().
				UnmarkTerminal().MarkTerminal().WithName('Q').WithSide(pin.First).WithState(pin.Enhanced).WithTerminal(false)
		},
		"All": func() {
			for j := range pin.All() {
				i = j
			}
		},
	} {
		if got := testing.AllocsPerRun(100, f); got != 0 {
			t.Errorf("%s: %v allocations", name, got)
		}
	}
	_, _, _, _ = i, ok, n, text
}
