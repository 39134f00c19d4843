package diagnosis_test

import (
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

func TestFixForTheLanguage(t *testing.T) {
	const (
		inPython = ` In Python: Use re.fullmatch, or end the pattern in \Z.`
		inRuby   = ` In Ruby: End the pattern in \z, not in $ or \Z.`
		inCSharp = ` In C#: End the pattern in \z, not in $ or \Z.`
		inAll    = inCSharp + ` In Go: End the pattern in \z, and strip no trailing newline.` +
			` In Java: Use Matcher.matches, or end the pattern in \z.` +
			` In JavaScript: End the pattern in $ without the flag m, and strip no trailing newline.` +
			` In Perl: End the pattern in \z, not in $ or \Z. In PHP: End the pattern in \z, or add the modifier D.` +
			inPython + inRuby
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
