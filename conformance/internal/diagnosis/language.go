package diagnosis

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// languages are the display names of the languages that have fixes.
var languages = map[string]string{
	"c": "C", "c#": "C#", "c++": "C++", "elixir": "Elixir", "go": "Go", "haskell": "Haskell", "java": "Java",
	"javascript": "JavaScript", "kotlin": "Kotlin", "lua": "Lua", "perl": "Perl", "php": "PHP", "python": "Python",
	"ruby": "Ruby", "rust": "Rust", "scala": "Scala", "shell": "Shell", "sql": "SQL", "swift": "Swift",
}

// otherNames are aliases of those languages, and names of languages with the same bugs.
var otherNames = map[string]string{
	"golang": "go", "js": "javascript", "typescript": "javascript", "ts": "javascript", "node": "javascript",
	"node.js": "javascript", "csharp": "c#", "cpython": "python", "pypy": "python", "python3": "python",
	"jruby": "ruby", "bash": "shell", "sh": "shell", "perl5": "perl",
}

// languageOf returns the key of a language in languages, given its description by a library,
// such as "Python 3.11" or "javascript, node 20". It is false if languages does not have it.
func languageOf(says string) (string, bool) {
	words := strings.FieldsFunc(strings.ToLower(says), func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' || r == '(' })
	if len(words) == 0 {
		return "", false
	}
	name := words[0]
	if other, ok := otherNames[name]; ok {
		name = other
	}
	_, known := languages[name]
	return name, known
}

// inLanguage returns the fix of a mutant in the language of a library. If the language is
// unknown, it returns the fixes in all languages.
func inLanguage(fixes map[string]string, says string) string {
	name, known := languageOf(says)
	text := ""
	for _, in := range slices.Sorted(maps.Keys(fixes)) {
		if !known || in == name {
			text += " In " + languages[in] + ": " + fixes[in]
		}
	}
	return text
}
