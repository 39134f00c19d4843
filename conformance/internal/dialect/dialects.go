package dialect

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"unicode"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

// A Dialect is how a language or a library reads regular expressions.
type Dialect struct {
	Name  string // such as "javascript"
	Title string // such as "JavaScript"
	Calls []Call // the first is the one that authors use most

	base    func(r *reading) // changes what most dialects have
	flags   string
	ignored string    // flags that change nothing that matters
	literal string    // a regular expression of patterns in source code, with groups body and flags
	anchors [2]string // of the whole input
	bytes   bool      // whether malformed UTF-8 is read too
}

// A Call is a function that matches a pattern.
type Call struct {
	Name     string
	Anchored bool // whether a match has to begin at the start of the input
	Whole    bool // whether it also has to end at the end
}

// All is the table of dialects.
var All = []*Dialect{{
	Name: "javascript", Title: "JavaScript", Calls: searching("test exec match search"), base: javascript,
	flags: "uims", ignored: "d", literal: `/(?<body>.*)/(?<flags>[A-Za-z]*)`, anchors: [2]string{"^", "$"},
}, {
	Name: "python", Title: "Python", Calls: pythonCalls, base: python, flags: "aims", ignored: "u",
	literal: `[rR]["'](?<body>.*)["']`, anchors: [2]string{`\A`, `\Z`},
}, {
	Name: "python-bytes", Title: "Python with bytes", Calls: pythonCalls, base: pythonBytes, flags: "ims",
	literal: `(?:[rR][bB]|[bB][rR])["'](?<body>.*)["']`, anchors: [2]string{`\A`, `\Z`},
}, {
	Name: "ruby", Title: "Ruby", Calls: searching("match? =~ match"), base: ruby, flags: "im", ignored: "uo",
	literal: `(?:/|%r[{(\[!|])(?<body>.*)[/})\]!|](?<flags>[a-z]*)`, anchors: ofPerl,
}, {
	Name: "java", Title: "Java", Calls: []Call{{"matches", true, true}, {"lookingAt", true, false}, {"find", false, false}},
	base: java, flags: "iusm", literal: `"(?<body>.*)"`, anchors: ofPerl,
}, {
	Name: "php", Title: "PHP (PCRE)", Calls: searching("preg_match"), base: pcre, flags: "uDimsA",
	literal: `['"]?[/#~%!@{](?<body>.*)[/#~%!@}](?<flags>[A-Za-z]*)['"]?`, anchors: ofPerl,
}, {
	Name: "dotnet", Title: ".NET", Calls: searching("IsMatch Match"), base: dotnet, flags: "ims", ignored: "n",
	literal: `@?"(?<body>.*)"`, anchors: ofPerl,
}, {
	Name: "rust", Title: "Rust (crate regex)", Calls: searching("is_match find"), base: rust, flags: "ims",
	literal: `r#*"(?<body>.*)"#*`, anchors: ofPerl,
}, {
	Name: "elixir", Title: "Elixir", Calls: searching("Regex.match? =~ String.match?"), base: elixir, flags: "uim",
	literal: `~[rR][/{("'\[<|](?<body>.*)[/})"'\]>|](?<flags>[a-z]*)`, anchors: ofPerl,
}, {
	Name: "go", Title: "Go", Calls: searching("MatchString Match"), base: golang, flags: "ims", ignored: "U", bytes: true,
	literal: "[`\"](?<body>.*)[`\"]", anchors: ofPerl,
}}

var (
	ofPerl      = [2]string{`\A`, `\z`}
	pythonCalls = []Call{{"re.match", true, false}, {"re.fullmatch", true, true}, {"re.search", false, false}}
)

func searching(names string) (calls []Call) {
	for name := range strings.FieldsSeq(names) {
		calls = append(calls, Call{Name: name})
	}
	return calls
}

// read returns the reading by a call with flags, with some causes undone.
func (d *Dialect) read(call Call, flags string, undone []edit) reading {
	r := reading{
		Call: call, flags: flags, unit: automaton.CodePoints, dot: `^\n`, known: properties,
		classes: map[string]class{`\d`: `0-9`, `\s`: blanks},
		anchors: map[string]string{"^": atStart, "$": beforeEnd, `\A`: atStart, `\z`: atEnd},
		atLines: map[string]string{"^": `(\A|\n)()`, "$": `()(\n|\z)`},
		writing: writing{hex: "xu", inline: "ims", names: "?<", escapable: " !\"#$%&'()*+,-./:;=?@[\\]^`{|}~"},
	}
	r.setWord(words)
	d.base(&r)
	if r.has("s") {
		r.dot = every
	}
	if r.has("m") {
		maps.Copy(r.anchors, r.atLines)
	}
	for _, one := range undone {
		one.undo(&r)
	}
	return r
}

const (
	foldToASCII = "\u212a\u017f"               // by Unicode's simple case folding
	foldAndCase = foldToASCII + "\u0130\u0131" // and by its case mapping
	behindLine  = `(\A)()|(\n)(.)`             // of ^ that does not match at the end of the input
)

func javascript(r *reading) {
	const terminators = `\n\r\x{2028}\x{2029}`
	r.atLines = map[string]string{"^": `(\A|[` + terminators + `])()`, "$": `()([` + terminators + `]|\z)`}
	r.dot, r.classes[`\s`], r.anchors["$"], r.inline = "^"+terminators, unicodeBlanks+`\x{feff}`, atEnd, ""
	delete(r.anchors, `\A`)
	delete(r.anchors, `\z`)
	if r.has("u") {
		r.hex, r.also, r.escapable = "xuU", foldToASCII, `^$\.*+?()[]{}|/`
	} else {
		r.unit, r.known = automaton.UTF16, ""
		r.escapable += "AZzGhHaeE" // letters that stand for themselves
	}
	if r.has("i") {
		r.setWord(words + class(r.also))
	}
}

func python(r *reading) {
	r.known, r.inline, r.names, r.anchors[`\Z`] = "", "aims", "?P<", atEnd
	delete(r.anchors, `\z`) // since Python 3.14
	if !r.has("a") {
		r.also, r.classes[`\d`], r.classes[`\s`] = foldAndCase, `\p{Nd}`, unicodeBlanks+`\x{85}\x{1c}-\x{1f}`
		r.setWord(lettersOrNumbers)
	}
}

func pythonBytes(r *reading) {
	r.flags += "a"
	python(r)
	r.unit, r.hex, r.inline = automaton.Bytes, "x", "ims"
}

func ruby(r *reading) {
	letter := `\p{L}\p{Nl}` + ofTable(unicode.Other_Alphabetic)
	upper, lower := `\p{Lu}`+ofTable(unicode.Other_Uppercase), `\p{Ll}`+ofTable(unicode.Other_Lowercase)
	word := letter + `\p{M}\p{Nd}\p{Pc}`
	r.setPosix(letter, upper, lower, `\p{Nd}`, unicodeBlanks+`\x{85}`, word)
	r.also, r.hex, r.inline, r.refused = foldToASCII, "xuU", "im", "FSfs" // ss matches ß, and ff a ligature
	r.anchors[`\b`], r.anchors[`\Z`], r.atLines["^"] = boundary(word+"²³¹¼½¾"), beforeEnd, behindLine
	maps.Copy(r.anchors, r.atLines)
	if r.has("m") {
		r.dot = every
	}
}

// java has anchors for lines that do not match inside \r\n, and a ^ that does not match at the end, even of an
// empty input.
func java(r *reading) {
	r.dot, r.lowerOnly, r.hex, r.inline = `^\n\r\x{85}\x{2028}\x{2029}`, "\u212a\u0130", "xXu", "imsu"
	r.anchors["$"] = `(\A|[^\r])(\n\z)|()(\r\n\z|[\r\x{85}\x{2028}\x{2029}]?\z)`
	r.anchors[`\Z`] = r.anchors["$"]
	r.atLines["^"] = `(\A|[\n\x{85}\x{2028}\x{2029}])(.)|(\r)([^\n])`
	r.atLines["$"] = `(\A|[^\r])(\n)|()([\r\x{85}\x{2028}\x{2029}]|\z)`
	delete(r.anchors, `\b`) // of other characters before Java 19
	for name := range strings.FieldsSeq("Alpha Upper Lower Digit Alnum Space") {
		r.classes[`\p{`+name+`}`] = class("[:" + strings.ToLower(name) + ":]")
	}
	if r.has("u") {
		r.also = foldAndCase
	}
}

// pcre with the flag u has the options UTF and UCP.
func pcre(r *reading) {
	r.atLines["^"], r.anchors[`\Z`], r.hex, r.names, r.Anchored = behindLine, beforeEnd, "xX", "?P< ?<", r.has("A")
	if r.has("D") {
		r.anchors["$"] = atEnd
	}
	if !r.has("u") {
		r.unit, r.known = automaton.Bytes, properties+posix
		return
	}
	const blank = unicodeBlanks + `\x{85}\x{180e}`
	r.also, r.classes[`\d`], r.classes[`\s`] = foldToASCII, `\p{Nd}`, blank
	r.setWord(lettersOrNumbers)
	r.setPosix(`\p{L}`, `\p{Lu}`, `\p{Ll}`, `\p{N}`, blank, lettersOrNumbers)
}

// elixir is pcre with the tables of ISO 8859-1. Its flag s also changes what a line break is.
func elixir(r *reading) {
	pcre(r)
	if r.inline = "im"; !r.has("u") {
		r.known = properties
		r.setWord(words + `\x{aa}\x{b5}\x{ba}\x{c0}-\x{d6}\x{d8}-\x{f6}\x{f8}-\x{ff}`)
	}
}

// dotnet reads like CultureInvariant.
func dotnet(r *reading) {
	const word = `\p{L}\p{Mn}\p{Nd}\p{Pc}`
	r.unit, r.also, r.inline, r.anchors[`\b`], r.anchors[`\Z`] = automaton.UTF16, "\u212a", "imsn", boundary(word+joiners), beforeEnd
	r.classes[`\w`], r.classes[`\d`], r.classes[`\s`] = word, `\p{Nd}`, unicodeBlanks+`\x{85}`
}

func rust(r *reading) {
	golang(r)
	r.classes[`\d`], r.classes[`\s`], r.hex, r.inline = `\p{Nd}`, unicodeBlanks+`\x{85}`, "xXuU", "ims"
	r.setWord(`\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}` + joiners + ofTable(unicode.Other_Alphabetic))
}

func golang(r *reading) {
	r.classes[`\s`], r.anchors["$"], r.known = `\t\n\f\r `, atEnd, properties+posix
	r.also, r.hex, r.inline, r.names = foldToASCII, "xX", "imsU", "?P< ?<"
	if r.has("i") { // \w has what matches a letter, but \b does not know it
		r.classes[`\w`] += foldToASCII
	}
}

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
