package dialect

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"sync"
	"unicode"
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
	Name: "javascript", Title: "JavaScript", Calls: searching("test exec match search"), base: sync.OnceValue(javascript),
	flags:   []flag{{'u', jsUnicode}, {'i', jsFold}, {'m', lines}, {'s', dotAll}, {'d', nil}},
	literal: `/(?<body>.*)/(?<flags>[A-Za-z]*)`, anchors: [2]string{"^", "$"},
}, {
	Name: "python", Title: "Python", Calls: pythonCalls, base: sync.OnceValue(python),
	flags:   []flag{{'a', pythonASCII}, {'i', ignoreCase}, {'m', lines}, {'s', dotAll}, {'u', nil}},
	literal: `[rR]["'](?<body>.*)["']`, anchors: [2]string{`\A`, `\Z`},
}, {
	Name: "python-bytes", Title: "Python with bytes", Calls: pythonCalls, base: sync.OnceValue(pythonBytes), flags: usual,
	literal: `(?:[rR][bB]|[bB][rR])["'](?<body>.*)["']`, anchors: [2]string{`\A`, `\Z`},
}, {
	Name: "ruby", Title: "Ruby", Calls: searching("match? =~ match"), base: sync.OnceValue(ruby),
	flags:   []flag{{'i', ignoreCase}, {'m', dotAll}, {'u', nil}, {'o', nil}},
	literal: `(?:/|%r[{(\[!|])(?<body>.*)[/})\]!|](?<flags>[a-z]*)`, anchors: ofPerl,
}, {
	Name: "java", Title: "Java", Calls: []Call{{"matches", true, true}, {"lookingAt", true, false}, {"find", false, false}},
	base:    sync.OnceValue(java),
	flags:   []flag{{'d', javaUnixLines}, {'i', ignoreCase}, {'u', foldUnicode}, {'s', dotAll}, {'m', javaLines}},
	literal: `"(?<body>.*)"`, anchors: ofPerl,
}, {
	Name: "php", Title: "PHP (PCRE)", Calls: searching("preg_match"), base: sync.OnceValue(pcre),
	flags:   []flag{{'u', pcreUnicode}, {'D', endOnly}, {'i', ignoreCase}, {'m', lines}, {'s', dotAll}, {'A', anchor}},
	literal: `['"]?[/#~%!@{](?<body>.*)[/#~%!@}](?<flags>[A-Za-z]*)['"]?`, anchors: ofPerl,
}, {
	Name: "dotnet", Title: ".NET", Calls: searching("IsMatch Match"), base: sync.OnceValue(dotnet), flags: append(usual, flag{'n', nil}),
	literal: `@?"(?<body>.*)"`, anchors: ofPerl,
}, {
	Name: "rust", Title: "Rust (crate regex)", Calls: searching("is_match find"), base: sync.OnceValue(rust), flags: usual,
	literal: `r#*"(?<body>.*)"#*`, anchors: ofPerl,
}, {
	Name: "elixir", Title: "Elixir", Calls: searching("Regex.match? =~ String.match?"), base: sync.OnceValue(elixir),
	flags:   []flag{{'u', pcreUnicode}, {'i', ignoreCase}, {'m', lines}},
	literal: `~[rR][/{("'\[<|](?<body>.*)[/})"'\]>|](?<flags>[a-z]*)`, anchors: ofPerl,
}, {
	Name: "go", Title: "Go", Calls: searching("MatchString Match"), base: sync.OnceValue(golang), bytes: true,
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
		dot: newline.not(), terminators: newline, properties: categories, classes: map[rune]class{'d': digits, 's': blanks},
		anchors: map[string]assertion{"^": atStart, "$": breakAhead(newline, true), `\A`: atStart, `\z`: atEnd},
		writing: writing{controls: "tnrfva", hex: "xu", inline: "ims", names: "?<", escapable: punctuation},
	}
	return r.with(words, nil)
}

const (
	punctuation = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	foldToASCII = "\u212a\u017f"               // by Unicode's simple case folding
	foldAndCase = foldToASCII + "\u0130\u0131" // and by its case mapping
)

func javascript() reading {
	r := plain()
	r.terminators = `\n\r\x{2028}\x{2029}`
	r.unit, r.dot, r.properties, r.controls, r.inline = units, r.terminators.not(), nil, "tnrfv", ""
	r.classes['s'], r.anchors["$"] = unicodeBlanks.without(`\x{85}`)+`\x{feff}`, atEnd
	r.escapable += "AZzGhHaeE" // letters that stand for themselves
	delete(r.anchors, `\A`)
	delete(r.anchors, `\z`)
	return r
}

func jsUnicode(r *reading) {
	r.unit, r.hex, r.also, r.properties, r.escapable = codePoints, "xuU", foldToASCII, categories, `^$\.*+?()[]{}|/`
	r.set(nil)
	delete(r.anchors, `\B`) // matches inside a character beyond U+FFFF in V8, but not by the standard
}

func jsFold(r *reading) {
	wordsFold(r)
	r.set(map[string]assertion{`\b`: boundaries(r.classes['w'])[`\b`]})
}

// wordsFold adds to ignoreCase that \w has the characters beyond ASCII that match a letter.
func wordsFold(r *reading) {
	r.fold, r.classes = true, maps.Clone(r.classes)
	r.classes['w'] += class(r.also)
}

func python() reading {
	r := plain()
	r.classes['d'], r.classes['s'], r.properties = `\p{Nd}`, unicodeBlanks+`\x{1c}-\x{1f}`, nil
	r.also, r.inline, r.names = foldAndCase, "aims", "?P<"
	r = r.with(lettersOrNumbers, map[string]assertion{`\Z`: atEnd})
	delete(r.anchors, `\z`) // since Python 3.14
	delete(r.anchors, `\B`) // does not match the empty string before Python 3.14
	return r
}

func pythonASCII(r *reading) {
	r.classes, r.also = plain().classes, ""
	r.set(map[string]assertion{`\b`: boundaries(words)[`\b`]})
}

func pythonBytes() reading {
	r := python()
	pythonASCII(&r)
	r.unit, r.hex, r.inline = bytes, "x", "ims"
	return r
}

func ruby() reading {
	r := plain()
	alphabetic := `\p{L}\p{Nl}` + ofTable(unicode.Other_Alphabetic)
	word := alphabetic + `\p{M}\p{Nd}\p{Pc}`
	r.posix = posix(alphabetic, `\p{Lu}`+ofTable(unicode.Other_Uppercase), `\p{Ll}`+ofTable(unicode.Other_Lowercase),
		`\p{Nd}`, unicodeBlanks, word)
	r.inside, r.also, r.hex, r.inline, r.controls, r.onigmo = true, foldToASCII, "xuU", "im", "tnrfvae", true
	r.set(boundaries(word + "²³¹¼½¾"))
	r.set(map[string]assertion{`\Z`: breakAhead(newline, true)})
	lines(&r)
	return r
}

func java() reading {
	r := plain()
	r.terminators = `\n\r\x{85}\x{2028}\x{2029}`
	end := breakAhead(r.terminators, true)
	r.dot, r.lowerOnly, r.hex, r.inline, r.controls = r.terminators.not(), "\u212a\u0130", "xXu", "imsud", "tnrfae"
	r.set(map[string]assertion{"$": end, `\Z`: end})
	delete(r.anchors, `\b`) // of other characters before Java 19
	delete(r.anchors, `\B`)
	r.properties = maps.Clone(categories)
	for name, c := range posix(letters, upper, lower, digits, blanks, "") {
		r.properties[strings.ToUpper(name[:1])+name[1:]] = c
	}
	return r
}

func javaUnixLines(r *reading) {
	r.terminators, r.dot = newline, newline.not()
	r.set(map[string]assertion{"$": breakAhead(newline, true), `\Z`: breakAhead(newline, true)})
}

func foldUnicode(r *reading) { r.also = foldAndCase }

func pcre() reading {
	r := plain()
	r.unit, r.inside, r.hex, r.names, r.controls = bytes, true, "xX", "?P< ?<", "tnrfae"
	r.posix = posix(letters, upper, lower, digits, blanks, words)
	r.anchors[`\Z`] = r.anchors["$"]
	return r
}

// pcreUnicode is the options UTF and UCP.
func pcreUnicode(r *reading) {
	blank := unicodeBlanks + `\x{180e}`
	r.posix = posix(`\p{L}`, `\p{Lu}`, `\p{Ll}`, `\p{N}`, blank, lettersOrNumbers)
	r.posix["digit"] = `\p{Nd}`
	*r = r.with(lettersOrNumbers, nil)
	r.unit, r.also, r.classes['d'], r.classes['s'] = codePoints, foldToASCII, `\p{Nd}`, blank
}

func endOnly(r *reading) { r.set(map[string]assertion{"$": atEnd}) }
func anchor(r *reading)  { r.anchored = true }

// elixir is pcre with the tables of ISO 8859-1. Its flag s also changes what a line break is.
func elixir() reading {
	r := pcre().with(words+`\x{aa}\x{b5}\x{ba}\x{c0}-\x{d6}\x{d8}-\x{f6}\x{f8}-\x{ff}`, nil)
	r.posix, r.inline = nil, "im"
	return r
}

// dotnet reads like CultureInvariant.
func dotnet() reading {
	const word = `\p{L}\p{Mn}\p{Nd}\p{Pc}`
	r := plain().with(word, boundaries(word+joiners))
	r.unit, r.also, r.inline, r.controls, r.escapable = units, "\u212a", "imsn", "tnrfvae", strings.Replace(punctuation, "_", "", 1)
	r.classes['d'], r.classes['s'], r.anchors[`\Z`] = `\p{Nd}`, unicodeBlanks, r.anchors["$"]
	return r
}

func rust() reading {
	r := golang().with(`\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}`+joiners+ofTable(unicode.Other_Alphabetic), nil)
	r.classes['d'], r.classes['s'], r.hex, r.inline = `\p{Nd}`, unicodeBlanks, "xXuU", "ims"
	r.escapable = strings.NewReplacer("<", "", ">", "").Replace(punctuation)
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
