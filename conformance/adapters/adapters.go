// Package adapters embeds the adapters of this folder as templates, which `epin adapter new` writes, and the
// conversations that test any adapter, which package adaptercheck runs. An adapter gets requests from package
// wire and calls a library.
package adapters

import (
	"cmp"
	"embed"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed c/*.[ch] elixir/*.ex* golang/*.go java/*.java javascript/*.mjs lua/*.lua
//go:embed perl/*.p[lm] php/*.php python/adapter.py python/epin.py ruby/*.rb ruby-gem/*.rb rust/*.rs
//go:embed c/README.md elixir/README.md golang/README.md java/README.md javascript/README.md lua/README.md
//go:embed perl/README.md php/README.md python/README.md ruby/README.md ruby-gem/README.md rust/README.md
var files embed.FS

// Conversations is the content of conversations.txt. The README of this folder explains its
// form.
//
//go:embed conversations.txt
var Conversations string

// A Template is an adapter with a small EPIN library that it wraps, or for a published library. It runs
// as it is. Marks show the parts that users replace, if there are any. The zero value is not a valid
// Template.
type Template struct {
	Language string // the name for Named, such as "go"
	Needs    string // the required toolchain, such as "Go 1.23"
	Library  string // the file of the small library, which users replace; "" for a published one
	Build    string // the shell command that builds the adapter in its folder, or installs the library, or ""
	Run      string // the shell command that starts the adapter in its folder
	folder   string
}

// All returns the templates, sorted by language.
func All() []Template {
	return []Template{
		{"c", "C11, POSIX", "epin.c", "cc -O2 -o adapter adapter.c epin.c", "./adapter", "c"},
		{"elixir", "Elixir 1.14", "epin.ex", "", "elixir adapter.exs", "elixir"},
		{"go", "Go 1.23", "epin.go", "go build -o adapter adapter.go epin.go", "./adapter", "golang"},
		{"java", "Java 17", "Epin.java", "javac Adapter.java Epin.java", "java Adapter", "java"},
		{"javascript", "Node.js 18", "epin.mjs", "", "node adapter.mjs", "javascript"},
		{"lua", "Lua 5.1, or LuaJIT", "epin.lua", "", "lua adapter.lua", "lua"},
		{"perl", "Perl 5.20", "Epin.pm", "", "perl adapter.pl", "perl"},
		{"php", "PHP 8.1", "epin.php", "", "php adapter.php", "php"},
		{"python", "Python 3.8", "epin.py", "", "python3 adapter.py", "python"},
		{"ruby", "Ruby 3.0", "epin.rb", "", "ruby adapter.rb", "ruby"},
		{"ruby-gem", "Ruby 3.0, for the gem sashite-epin", "", "gem install sashite-epin", "ruby adapter.rb", "ruby-gem"},
		{"rust", "Rust 1.63", "epin.rs", "rustc --edition 2021 -O adapter.rs", "./adapter", "rust"},
	}
}

// aliases maps other names of languages to those of the templates.
var aliases = map[string]string{
	"ex": "elixir", "golang": "go", "js": "javascript", "node": "javascript", "pl": "perl",
	"py": "python", "rb": "ruby", "rs": "rust",
}

// Named returns the template for a language or one of its aliases, such as "js". The error
// for an unknown language lists the known ones, and where the guide for any language is.
func Named(language string) (Template, error) {
	name := cmp.Or(aliases[language], language)
	var languages []string
	for _, t := range All() {
		if t.Language == name {
			return t, nil
		}
		languages = append(languages, t.Language)
	}
	return Template{},
		fmt.Errorf("unknown language %q: choose one of %s; for any other language see %s#write-an-adapter-in-another-language",
			language, strings.Join(languages, ", "), guides)
}

// Guide returns the address of the README of the adapter: how to fill it in, and common errors
// in its language.
func (t Template) Guide() string { return guides + t.folder }

const guides = "https://github.com/epin-conformance/harness/tree/main/conformance/adapters/"

// Two comments that each template has once, and the marks that replace them.
const (
	partOne = "1. The library. Never respond in its place: call it, and report what it did."
	theirs  = "The adapter beside this file wraps this library."

	fillIn  = "1. FILL IN, down to part 2: call your library in place of %s. Never respond without calling it."
	replace = "REPLACE THIS WITH YOUR LIBRARY: it is here so that the adapter runs before that."
)

// Readme is the name of the README of a template. It is not README.md, which a folder often has.
const Readme = "ADAPTER.md"

// readme returns the README of an adapter for a folder outside of this repository.
func (t Template) readme(text string) string {
	head, guide, _ := strings.Cut(text, "\n## ")
	title, _, _ := strings.Cut(head, "\n")
	build := strings.TrimLeft(t.Build+"\n", "\n")
	conformance := strings.TrimSuffix(guides, "adapters/")
	guide = strings.NewReplacer("](../../", "]("+conformance, "](../", "]("+guides, "conformance/adapters/ruby-gem/", "").Replace(guide)
	return fmt.Sprintf("%s\n\nIn this folder, `epin smoke` checks the adapter, and `epin certify` tests the library:\n\n"+
		"```sh\n%sepin smoke -- %s\nepin certify -- %[3]s\n```\n\n## %[4]s", title, build, t.Run, guide)
}

// Files returns the files of the template by their names: the sources, in which it is marked
// what to fill in, and the README.
func (t Template) Files() map[string][]byte {
	entries, _ := files.ReadDir(t.folder) // each folder is embedded
	marked := map[string][]byte{}
	marks := []string{"README.md", Readme}
	if t.Library != "" {
		marks = append(marks, partOne, fmt.Sprintf(fillIn, t.Library), theirs, replace)
	}
	mark := strings.NewReplacer(marks...)
	for _, entry := range entries {
		text, _ := files.ReadFile(path.Join(t.folder, entry.Name()))
		if entry.Name() == "README.md" {
			marked[Readme] = []byte(t.readme(string(text)))
		} else {
			marked[entry.Name()] = []byte(mark.Replace(string(text)))
		}
	}
	return marked
}

// Write writes the files of the template into a folder, and returns their names. It creates
// the folder if necessary. If one of the files exists, it writes nothing and returns an error.
func (t Template) Write(dir string) ([]string, error) {
	marked := t.Files()
	names := slices.Sorted(maps.Keys(marked))
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return nil, fmt.Errorf("%s is there already, and is not written over: name another folder", filepath.Join(dir, name))
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), marked[name], 0o666); err != nil {
			return nil, err
		}
	}
	return names, nil
}
