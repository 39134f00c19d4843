package epin_test

import (
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

func TestNoAllocation(t *testing.T) {
	var (
		i       epin.Identifier
		p       pin.Identifier
		ok      bool
		n       int
		text    string
		buffer  = make([]byte, 0, 8)
		token   = "+k^'"
		inBytes = []byte(token)
		parsed  = epin.MustParse(token)
		long    = strings.Repeat("K", 1<<20) + "'"
		longB   = []byte(long)
	)
	for name, f := range map[string]func(){
		"Parse":             func() { i, _ = epin.Parse(token) },
		"ParseBytes":        func() { i, _ = epin.ParseBytes(inBytes) },
		"Initial.Parse":     func() { i, _ = epin.Initial.Parse("-z'") },
		"MustParse":         func() { i = epin.MustParse(token) },
		"New":               func() { i, _ = epin.New('K', epin.Second, epin.Enhanced, true, true) },
		"FromPIN and PIN":   func() { p = epin.FromPIN(parsed.PIN()).PIN() },
		"Lookup":            func() { i, ok = epin.Current.Lookup(token) },
		"Lookup, invalid":   func() { i, ok = epin.Current.LookupBytes(longB) },
		"Valid":             func() { ok = epin.Valid(token) },
		"ValidBytes":        func() { ok = epin.ValidBytes(inBytes) },
		"Valid, invalid":    func() { ok = epin.Valid("K'^") || epin.Valid("") || epin.Initial.Valid(token) },
		"Valid, long":       func() { ok = epin.Valid(long) || epin.ValidBytes(longB) },
		"UnmarshalText":     func() { ok = i.UnmarshalText(inBytes) == nil },
		"String":            func() { text = parsed.String() },
		"Prefix and Suffix": func() { text, text = parsed.Prefix(), parsed.Suffix() },
		"AppendText":        func() { buffer, _ = parsed.AppendText(buffer[:0]) },
		"attributes":        func() { n = int(parsed.Name()) + int(parsed.Side()) + int(parsed.State()) + int(parsed.Letter()) },
		"predicates": func() {
			ok = parsed.IsTerminal() && parsed.IsEnhanced() && parsed.IsSecond() && parsed.IsDerived() && !parsed.IsNative()
		},
		"comparisons": func() { ok = parsed.SameName(i) && parsed.SameStatus(i) && parsed == i && parsed.Compare(i) == 0 },
		"transformations": func() {
			i = parsed.Native().Derive().Flip().Diminish().Undiminish().Enhance().Unenhance().Normalize().
				UnmarkTerminal().MarkTerminal().WithName('Q').WithSide(epin.First).WithState(epin.Enhanced).
				WithTerminal(false).WithDerived(false).WithPIN(p)
		},
		"All": func() {
			for j := range epin.All() {
				i = j
			}
		},
	} {
		if got := testing.AllocsPerRun(100, f); got != 0 {
			t.Errorf("%s: %v allocations", name, got)
		}
	}
	_, _, _ = ok, n, text
}
