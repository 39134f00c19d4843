package diagnosis_test

import (
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

func TestFixForTheLanguage(t *testing.T) {
	const (
		inPython = ` In Python: Use re.fullmatch, or end the expression in \Z.`
		inRuby   = ` In Ruby: End the expression in \z rather than in \Z or $.`
		inCSharp = ` In C#: End the expression in \z rather than in \Z or $.`
		inAll    = inCSharp + ` In Java: Call matches() on the matcher, or end the expression in \z.` +
			` In Perl: End the expression in \z. In PHP: End the expression in \z, or add the modifier D.` + inPython + inRuby
	)
	sent := quick(t, epin.Current)
	m := named(t, "dollar-for-z")
	record, _ := recorded(t, m.New(epin.Current), epin.Current, sent)
	d := diagnose(t, record, sent, "")
	for language, want := range map[string]string{
		"python": inPython, "Python 3.11": inPython, "python, pypy 7.3": inPython, "ruby": inRuby, "C#": inCSharp,
		"rust":                   "", // known, but the bug cannot arise there
		"a language of my own\n": inAll,
		"":                       inAll,
	} {
		d.Language = language
		got := strings.Join(d.Paragraphs(), "\n")
		if !strings.HasSuffix(got, ": dollar-for-z. "+m.Bug+" To mend it: "+m.Fix+want) {
			t.Errorf("%q: %q, want %q", language, got, want)
		}
	}
}
