package diagnosis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// cause returns what a suspect says about the failures, with the fix for the language of the
// library.
func (d *diagnosis) cause(s *suspect) result.Cause {
	m, language := s.mutant, languageOf(d.Language)
	c := result.Cause{
		Mutant: m.Name, Explains: printable.Text(d.share(s)),
		Text: printable.Text(cmp.Or(m.Bugs[language], m.Bug)), Fix: printable.Text(cmp.Or(m.Fixes[language], m.Fix)),
	}
	if slices.ContainsFunc(s.explained, func(p parts) bool { return p != 0 && p&entire == 0 }) {
		c.Explains += ", some only in part"
	}
	var spared []string
	for _, op := range verdictOps {
		if s.spared[op] {
			spared = append(spared, string(op))
		}
	}
	if len(spared) > 0 {
		c.Text += printable.Text(" This does not affect " + strings.Join(spared, " and ") + ".")
	}
	return c
}

func (d *diagnosis) share(s *suspect) string {
	explained, compared := d.failures(s), 0
	for _, w := range d.wrong {
		compared += w.failed
	}
	for _, g := range d.groups {
		compared += g.Others
	}
	all := d.Run.Failed
	text := fmt.Sprintf("%s of %s", number.Thousands(explained), number.Counted(compared, "failure"))
	switch {
	case explained == all && all == 1:
		return "the only failure"
	case explained == compared:
		text = "all " + number.Counted(compared, "failure")
	}
	if compared < all {
		text += " that were compared, of " + number.Thousands(all)
	}
	return text
}

// otherNames are aliases of the languages that have fixes, and names of languages with the same
// bugs.
var otherNames = map[string]string{
	"golang": "go", "js": "javascript", "typescript": "javascript", "ts": "javascript", "node": "javascript",
	"node.js": "javascript", "csharp": "c#", "cpython": "python", "pypy": "python", "python3": "python",
	"jruby": "ruby", "bash": "shell", "sh": "shell", "perl5": "perl",
}

// languageOf returns the key of a language in [mutant.Mutant.Fixes], given its description by a
// library, such as "Python 3.11" or "javascript, node 20".
func languageOf(described string) string {
	words := strings.FieldsFunc(strings.ToLower(described), func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' || r == '(' })
	first := append(words, "")[0]
	return cmp.Or(otherNames[first], first)
}
