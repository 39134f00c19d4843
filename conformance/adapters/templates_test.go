package adapters_test

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/internal/tests"
)

// TestRubyGem tests the adapter for a published gem, with stand-ins for its two documented interfaces. The first
// one crashes on invalid UTF-8, and supports only the initial edition, like the gem. It has no method for the PIN
// token, so the adapter returns none. With EPIN_WHOLE=1 the suite certifies both.
func TestRubyGem(t *testing.T) {
	tests.NeedTools(t, "ruby")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("ruby-gem")); err != nil {
		t.Fatal(err)
	}
	edit{"adapter.rb", "BYTES = true", "BYTES = false"}.apply(t, dir)
	for _, test := range []struct {
		name, folder, standIn string
		edition               *notation.Edition
		verdict               result.Verdict
	}{
		{"bytes", "ruby-gem", "ruby-gem", notation.EPINInitial, result.NotConformant},
		{"text", dir, "ruby-gem", notation.EPINInitial, result.FullyConformant},
		{"version 2", "ruby-gem", "ruby-gem-2", notation.EPIN, result.FullyConformant},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := []string{"ruby", "-I", "testdata/" + test.standIn, filepath.Join(test.folder, "adapter.rb")}
			command := patient(wire.Command{Args: args})
			impl, err := command.Open(t.Context(), test.edition)
			if err != nil {
				t.Fatal(err)
			}
			defer impl.(io.Closer).Close()
			for _, token := range []string{"K", "+k'"} {
				resp, err := impl.Do(t.Context(), conformance.Request{Op: conformance.OpParse, Token: token})
				offered := func(key string) bool { return resp.Attribute(notation.EPIN, key).Offered() }
				if err != nil || !offered("derived") || offered("pin") != (test.standIn == "ruby-gem-2") {
					t.Errorf("parse %q: %+v, %v: want derived, and pin of the second stand-in only", token, resp, err)
				}
			}
			if !tests.Whole() {
				return
			}
			for _, f := range certify(t, command, test.edition, test.verdict).Failures {
				if utf8.ValidString(string(f.Token)) {
					t.Errorf("on valid UTF-8: %s wanted %q, got %q", f.Check, f.Wanted, f.Got)
				}
			}
		})
	}
}

// TestTemplatesMarked tests that a template has all files of the adapter, and the marks for the
// parts that users replace.
func TestTemplatesMarked(t *testing.T) {
	all := adapters.All()
	if len(all) != len(known)+1 { // the adapter for a gem has no library beside it
		t.Errorf("there are %d templates, want one for each of %d adapters, and one for a gem", len(all), len(known))
	}
	readme := tests.Read(t, "README.md")
	elsewhere := regexp.MustCompile("\\]\\(\\.\\./|README.md has|Copy `|[^/]conformance/adapters|test_adapter")
	for _, a := range known {
		template := a.template()
		files := template.Files()
		names, err := filepath.Glob(filepath.Join(a.name, "[aAeE][dp]*.*")) // adapter and epin
		wanted := []string{adapters.Readme}
		for _, name := range names {
			wanted = append(wanted, filepath.Base(name))
		}
		var fill, replace int
		for name, text := range files {
			fill += strings.Count(string(text), " FILL IN, ")
			replace += strings.Count(string(text), "REPLACE THIS WITH YOUR LIBRARY")
			if found := elsewhere.Find(text); found != nil {
				t.Errorf("%s: %s has %q, which is not true beside the adapter", a.name, name, found)
			}
		}
		slices.Sort(wanted)
		got := slices.Sorted(maps.Keys(files))
		if err != nil || !slices.Equal(got, wanted) || fill != 1 || replace != 1 || files[template.Library] == nil {
			t.Errorf("%s: the files %q, with %d and %d marks, want %q, with one of each", a.name, got, fill, replace, wanted)
		}
		run := template.Run
		if template.Build != "" {
			run = template.Build + " && " + run
		}
		row := "| [`" + a.name + "/`](" + a.name + ") | `" + template.Library + "` | `" + run + "` | " + template.Needs + " |\n"
		if !strings.Contains(readme, row) {
			t.Errorf("README.md has no row %s", row)
		}
	}
}

// TestTemplatesParts tests that only the first part, and the imports above it, depend on the
// library, and that only the first part names what it offers.
func TestTemplatesParts(t *testing.T) {
	library := regexp.MustCompile(`(?i:epin|sashite)|1\.0\.0|\b(Identifier|Edition|Current|Initial)\b|parse\W+valid\W+apply`)
	parts := map[string]string{} // the text after the first part, by file
	files := []string{"ruby-gem/adapter.rb"}
	for _, a := range known {
		found, err := filepath.Glob(filepath.Join(a.name, "[aA]dapter.*"))
		if err != nil || len(found) != 1 {
			t.Fatalf("the adapters of %s are %q, %v", a.name, found, err)
		}
		files = append(files, found...)
	}
	for _, name := range files {
		text := tests.Read(t, name)
		_, first, _ := strings.Cut(text, " 1. The library.")
		first, rest, there := strings.Cut(first, " 2. From a request to a response.")
		if !there {
			t.Errorf("%s is not in three parts", name)
		}
		parts[name] = rest
		for line := range strings.Lines(rest) {
			if library.MatchString(line) {
				t.Errorf("%s depends on the library after the first part: %s", name, line)
			}
		}
		for _, word := range []string{"ops", "bytes", "edition", "one grammar"} {
			if !strings.Contains(strings.ToLower(first), word) {
				t.Errorf("the first part of %s does not contain %s", name, word)
			}
		}
	}
	if parts["ruby-gem/adapter.rb"] != parts["ruby/adapter.rb"] {
		t.Error("the adapter for the gem and the one for Ruby differ after the first part")
	}
}
