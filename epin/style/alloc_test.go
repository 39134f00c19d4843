package style_test

import (
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

func TestNoAllocation(t *testing.T) {
	var (
		i       epin.Identifier
		q       style.QPI
		s       style.Style
		e       style.Entry
		ok      bool
		text    string
		buffer  = make([]byte, 0, 8)
		m       = style.MustMatch(style.Chess(), style.Ogi())
		single  = style.SingleStyle{Style: style.Shogi()}
		table   = style.Table{{Name: 'P'}: style.Chess()}
		rules   = style.Rules[string]{Native: "as ever", Derived: "otherwise"}
		token   = epin.MustParse("+p'")
		parsed  = style.MustParseQPI("s:+K^")
		inBytes = []byte("s:+K^")
		catalog = style.JapaneseShogi()
	)
	for name, f := range map[string]func(){
		"ParseQPI":         func() { q, _ = style.ParseQPI("s:+K^") },
		"Initial.ParseQPI": func() { q, _ = style.Initial.ParseQPI("s:+k") },
		"UnmarshalText":    func() { ok = q.UnmarshalText(inBytes) == nil },
		"AppendText":       func() { buffer, _ = parsed.AppendText(buffer[:0]) },
		"attributes":       func() { ok = parsed.StyleLetter() == 'S' && parsed.IsDerived() && parsed.PIN().IsTerminal() },
		"Initial.ToQPI":    func() { q, _ = style.Initial.ToQPI(m, token) },
		"Current.ToQPI":    func() { q, _ = style.Current.ToQPI(m, token) },
		"Current.FromQPI":  func() { i, _ = style.Current.FromQPI(m, parsed) },
		"Initial.FromQPI": func() {
			q, _ = style.Initial.ToQPI(m, token)
			i, _ = style.Initial.FromQPI(m, q)
		},
		"Match.Resolve":       func() { s = m.Resolve(token) },
		"SingleStyle.Resolve": func() { s = single.Resolve(token) },
		"Table.Resolve":       func() { s = table.Resolve(token) },
		"Rules.Resolve":       func() { text = rules.Resolve(token) },
		"Canonical":           func() { i = single.Canonical(token) },
		"Lookup":              func() { e, ok = catalog.Lookup(token) },
		"All": func() {
			for row := range catalog.All() {
				e = row
			}
		},
		"NewMatch": func() { m, _ = style.NewMatch(style.Chess(), style.Ogi()) },
		"New":      func() { s, _ = style.New("Chess", 'C') },
	} {
		if got := testing.AllocsPerRun(100, f); got != 0 {
			t.Errorf("%s: %v allocations", name, got)
		}
	}
	_, _, _, _, _, _ = i, q, s, e, ok, text
}
