package dialect

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// A Dialect is how a language or a library reads regular expressions.
type Dialect struct {
	Name  string // such as "javascript"
	Title string // such as "JavaScript"
	Calls []Call // the first is the one that authors use most

	base    func() reading // without flags
	flags   []flag         // in the order in which they apply
	literal string         // a regular expression of patterns in source code, with groups body and flags
	anchors [2]string      // of the whole input
	bytes   bool           // whether malformed UTF-8 is read too
}

// A Call is a function that matches a pattern.
type Call struct {
	Name     string
	Anchored bool // whether a match has to begin at the start of the input
	Whole    bool // whether it also has to end at the end
}

// A flag is a letter of a pattern's flags, and what it changes; nil for nothing that matters.
type flag struct {
	letter rune
	apply  func(r *reading)
}

// dialects is the table. A row is a dialect.
var dialects = []*Dialect{{
	Name: "javascript", Title: "JavaScript", Calls: searching("test exec match search"), base: javascript,
	flags:   []flag{{'u', jsUnicode}, {'i', jsFold}, {'m', lines}, {'s', dotAll}, {'d', nil}},
	literal: `/(?<body>.*)/(?<flags>[A-Za-z]*)`, anchors: [2]string{"^", "$"},
}, {
	Name: "python", Title: "Python", Calls: pythonCalls, base: python,
	flags:   []flag{{'a', pythonASCII}, {'i', ignoreCase}, {'m', lines}, {'s', dotAll}, {'u', nil}},
	literal: `[rR]["'](?<body>.*)["']`, anchors: [2]string{`\A`, `\Z`},
}, {
	Name: "python-bytes", Title: "Python with bytes", Calls: pythonCalls, base: pythonBytes, flags: usual,
	literal: `(?:[rR][bB]|[bB][rR])["'](?<body>.*)["']`, anchors: [2]string{`\A`, `\Z`},
}, {
	Name: "ruby", Title: "Ruby", Calls: searching("match? =~ match"), base: ruby,
	flags:   []flag{{'i', ignoreCase}, {'m', dotAll}, {'u', nil}, {'o', nil}},
	literal: `(?:/|%r[{(\[!|])(?<body>.*)[/})\]!|](?<flags>[a-z]*)`, anchors: ofPerl,
}, {
	Name: "java", Title: "Java", Calls: []Call{{"matches", true, true}, {"lookingAt", true, false}, {"find", false, false}},
	base:    java,
	flags:   []flag{{'i', ignoreCase}, {'u', foldUnicode}, {'s', dotAll}, {'m', javaLines}},
	literal: `"(?<body>.*)"`, anchors: ofPerl,
}, {
	Name: "php", Title: "PHP (PCRE)", Calls: searching("preg_match"), base: pcre,
	flags:   []flag{{'u', pcreUnicode}, {'D', endOnly}, {'i', ignoreCase}, {'m', lines}, {'s', dotAll}, {'A', anchor}},
	literal: `['"]?[/#~%!@{](?<body>.*)[/#~%!@}](?<flags>[A-Za-z]*)['"]?`, anchors: ofPerl,
}, {
	Name: "dotnet", Title: ".NET", Calls: searching("IsMatch Match"), base: dotnet, flags: append(usual, flag{'n', nil}),
	literal: `@?"(?<body>.*)"`, anchors: ofPerl,
}, {
	Name: "rust", Title: "Rust (crate regex)", Calls: searching("is_match find"), base: rust, flags: usual,
	literal: `r#*"(?<body>.*)"#*`, anchors: ofPerl,
}, {
	Name: "elixir", Title: "Elixir", Calls: searching("Regex.match? =~ String.match?"), base: elixir,
	flags:   []flag{{'u', pcreUnicode}, {'i', ignoreCase}, {'m', lines}},
	literal: `~[rR][/{("'\[<|](?<body>.*)[/})"'\]>|](?<flags>[a-z]*)`, anchors: ofPerl,
}, {
	Name: "go", Title: "Go", Calls: searching("MatchString Match"), base: golang, bytes: true,
	flags:   []flag{{'i', wordsFold}, {'m', lines}, {'s', dotAll}, {'U', nil}},
	literal: "[`\"](?<body>.*)[`\"]", anchors: ofPerl,
}}

var (
	usual       = []flag{{'i', ignoreCase}, {'m', lines}, {'s', dotAll}}
	ofPerl      = [2]string{`\A`, `\z`}
	pythonCalls = []Call{{"re.match", true, false}, {"re.fullmatch", true, true}, {"re.search", false, false}}
)

func searching(names string) (calls []Call) {
	for name := range strings.FieldsSeq(names) {
		calls = append(calls, Call{Name: name})
	}
	return calls
}

// plain is the reading with classes of ASCII that the others change. Its $ also matches before a line feed at the end.
func plain() reading {
	r := reading{
		dot: "^" + newline, terminators: newline, properties: categories, classes: map[rune]class{'d': digits, 's': blanks},
		anchors: map[string]string{"^": atStart, "$": beforeEnd, `\A`: atStart, `\z`: atEnd},
		writing: writing{hex: "xu", inline: "ims", names: "?<", escapable: " !\"#$%&'()*+,-./:;=?@[\\]^`{|}~"},
	}
	r.setWord(words)
	return r
}

const (
	foldToASCII = "\u212a\u017f"               // by Unicode's simple case folding
	foldAndCase = foldToASCII + "\u0130\u0131" // and by its case mapping
)

func javascript() reading {
	r := plain()
	r.terminators = `\n\r\x{2028}\x{2029}`
	r.unit, r.dot, r.properties, r.inline = automaton.UTF16, "^"+r.terminators, nil, ""
	r.classes['s'], r.anchors["$"] = unicodeBlanks+`\x{feff}`, atEnd
	r.escapable += "AZzGhHaeE" // letters that stand for themselves
	delete(r.anchors, `\A`)
	delete(r.anchors, `\z`)
	return r
}

func jsUnicode(r *reading) {
	r.unit, r.hex, r.also, r.properties, r.escapable = automaton.CodePoints, "xuU", foldToASCII, categories, `^$\.*+?()[]{}|/`
}

func jsFold(r *reading) {
	wordsFold(r)
	r.setWord(r.classes['w'])
}

// wordsFold adds to ignoreCase that \w has the characters beyond ASCII that match a letter.
func wordsFold(r *reading) {
	r.fold = true
	r.classes['w'] += class(r.also)
}

func python() reading {
	r := plain()
	r.classes['d'], r.classes['s'], r.properties = `\p{Nd}`, unicodeBlanks+`\x{85}\x{1c}-\x{1f}`, nil
	r.also, r.inline, r.names, r.anchors[`\Z`] = foldAndCase, "aims", "?P<", atEnd
	r.setWord(lettersOrNumbers)
	delete(r.anchors, `\z`) // since Python 3.14
	return r
}

func pythonASCII(r *reading) {
	r.classes, r.also = plain().classes, ""
	r.setWord(words)
}

func pythonBytes() reading {
	r := python()
	pythonASCII(&r)
	r.unit, r.hex, r.inline = automaton.Bytes, "x", "ims"
	return r
}

func ruby() reading {
	r := plain()
	letter := `\p{L}\p{Nl}` + otherAlphabetic()
	word := letter + `\p{M}\p{Nd}\p{Pc}`
	r.posix = posix(letter, `\p{Lu}`+otherUppercase(), `\p{Ll}`+otherLowercase(), `\p{Nd}`, unicodeBlanks+`\x{85}`, word)
	r.inside, r.also, r.hex, r.inline, r.refused = true, foldToASCII, "xuU", "im", "FSfs" // ss matches ß, and ff a ligature
	r.anchors[`\b`], r.anchors[`\Z`] = boundary(word+"²³¹¼½¾"), beforeEnd
	lines(&r)
	return r
}

func java() reading {
	r := plain()
	r.terminators = `\n\r\x{85}\x{2028}\x{2029}`
	r.dot, r.lowerOnly, r.hex, r.inline = "^"+r.terminators, "\u212a\u0130", "xXu", "imsu"
	r.anchors["$"] = `(\A|[^\r])(\n\z)|()(\r\n\z|[\r\x{85}\x{2028}\x{2029}]?\z)`
	r.anchors[`\Z`] = r.anchors["$"]
	delete(r.anchors, `\b`) // of other characters before Java 19
	r.properties = maps.Clone(categories)
	for name, c := range posix(letters, upper, lower, digits, blanks, "") {
		r.properties[printable.Capital(name)] = c
	}
	return r
}

// javaLines is lines for Java, where neither matches inside \r\n, and ^ not at the end, even of an empty input.
func javaLines(r *reading) {
	r.lines = true
	r.anchors["^"] = `(\A|[\n\x{85}\x{2028}\x{2029}])(.)|(\r)([^\n])`
	r.anchors["$"] = `(\A|[^\r])(\n)|()([\r\x{85}\x{2028}\x{2029}]|\z)`
}

func foldUnicode(r *reading) { r.also = foldAndCase }

func pcre() reading {
	r := plain()
	r.unit, r.inside, r.hex, r.names = automaton.Bytes, true, "xX", "?P< ?<"
	r.posix = posix(letters, upper, lower, digits, blanks, words)
	r.anchors[`\Z`] = beforeEnd
	return r
}

// pcreUnicode is the options UTF and UCP.
func pcreUnicode(r *reading) {
	blank := unicodeBlanks + `\x{85}\x{180e}`
	r.posix = posix(`\p{L}`, `\p{Lu}`, `\p{Ll}`, `\p{N}`, blank, lettersOrNumbers)
	r.posix["digit"] = `\p{Nd}`
	r.unit, r.also, r.classes['d'], r.classes['s'] = automaton.CodePoints, foldToASCII, `\p{Nd}`, blank
	r.setWord(lettersOrNumbers)
}

func endOnly(r *reading) { r.anchors["$"] = atEnd }
func anchor(r *reading)  { r.anchored = true }

// elixir is pcre with the tables of ISO 8859-1. Its flag s also changes what a line break is.
func elixir() reading {
	r := pcre()
	r.posix, r.inline = nil, "im"
	r.setWord(words + `\x{aa}\x{b5}\x{ba}\x{c0}-\x{d6}\x{d8}-\x{f6}\x{f8}-\x{ff}`)
	return r
}

// dotnet reads like CultureInvariant.
func dotnet() reading {
	const word = `\p{L}\p{Mn}\p{Nd}\p{Pc}`
	r := plain()
	r.unit, r.also, r.inline, r.anchors[`\b`], r.anchors[`\Z`] = automaton.UTF16, "\u212a", "imsn", boundary(word+joiners), beforeEnd
	r.classes['w'], r.classes['d'], r.classes['s'] = word, `\p{Nd}`, unicodeBlanks+`\x{85}`
	return r
}

func rust() reading {
	r := golang()
	r.classes['d'], r.classes['s'], r.hex, r.inline = `\p{Nd}`, unicodeBlanks+`\x{85}`, "xXuU", "ims"
	r.setWord(`\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}` + joiners + otherAlphabetic())
	return r
}

func golang() reading {
	r := plain()
	r.classes['s'], r.anchors["$"] = `\t\n\f\r `, atEnd
	r.posix = posix(letters, upper, lower, digits, blanks, words)
	r.also, r.hex, r.inline, r.names = foldToASCII, "xX", "imsU", "?P< ?<"
	return r
}

// All returns the dialects.
func All() []*Dialect { return dialects }

// named returns what has a name, which name returns. The error lists the names.
func named[T any](all []T, name string, nameOf func(T) string, what string) (one T, err error) {
	var names []string
	for _, one := range all {
		if names = append(names, nameOf(one)); nameOf(one) == name {
			return one, nil
		}
	}
	return one, fmt.Errorf("unknown %s %+q: use one of %s", what, name, strings.Join(names, ", "))
}

// Named returns the dialect with a name. The error lists the names.
func Named(name string) (*Dialect, error) {
	return named(dialects, name, func(d *Dialect) string { return d.Name }, "dialect")
}

// call returns the call with a name, or the first one for no name.
func (d *Dialect) call(name string) (Call, error) {
	return named(d.Calls, cmp.Or(name, d.Calls[0].Name), func(c Call) string { return c.Name }, "call of "+d.Title)
}

// read returns the reading with flags, and with changes to it.
func (d *Dialect) read(flags string, changes []func(*reading)) reading {
	r := d.base()
	for _, f := range d.flags {
		if f.apply != nil && strings.ContainsRune(flags, f.letter) {
			f.apply(&r)
		}
	}
	for _, change := range changes {
		change(&r)
	}
	return r
}

// unquote returns a pattern and its flags, given a pattern or a literal of source code.
func (d *Dialect) unquote(literal string) (pattern, flags string) {
	form := regexp.MustCompile(`(?s)\A(?:` + d.literal + `)\z`)
	if !form.MatchString(literal) {
		return literal, ""
	}
	if pattern = form.ReplaceAllString(literal, "$body"); literal[0] == '"' {
		pattern = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(pattern)
	}
	return pattern, form.ReplaceAllString(literal, "$flags")
}
