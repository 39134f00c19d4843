// Package adapters_test tests the adapters of this folder, each in a separate copy.
package adapters_test

import (
	"bytes"
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/internal/adaptercheck"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/internal/tests"
)

// An adapter is a template, and how to run it.
type adapter struct {
	name    string // of the folder
	build   string // the command that builds it in its folder, or ""
	run     string // the command that starts it in its folder
	text    bool   // whether it takes text only, as its hello announces
	sampled bool   // also tested without EPIN_WHOLE=1, because it starts quickly

	// An edit of the library after which the parser crashes on the token Z.
	right, crashes string
}

// An edit replaces a text that a file contains once.
type edit struct{ file, old, new string }

var known = []adapter{
	{
		name: "c", run: "./adapter", sampled: true,
		build:   "cc -std=c11 -O2 -Wall -Wextra -Werror -o adapter adapter.c epin.c",
		right:   "    epin_identifier piece = {0};\n",
		crashes: "    epin_identifier piece = {0};\n    if (size == 1 && *token == 'Z') *(volatile char *)0 = 0;\n",
	},
	{
		// With one scheduler it starts twice as fast.
		name: "elixir", run: "elixir --erl +S1:1 adapter.exs",
		right:   "    with {state, rest} <- state(token),\n",
		crashes: "    if token == \"Z\", do: raise(\"at the end of the alphabet\")\n\n    with {state, rest} <- state(token),\n",
	},
	{
		// Windows can only start a file with this extension.
		name: "golang", run: "./adapter.exe",
		build:   "go build -o adapter.exe adapter.go epin.go",
		right:   "\trest := token\n",
		crashes: "\trest := token\n\tif token == \"Z\" {\n\t\tpanic(\"at the end of the alphabet\")\n\t}\n",
	},
	{
		// With these flags it starts twice as fast.
		name: "java", run: "java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 Adapter", text: true,
		build:   "javac Adapter.java Epin.java",
		right:   "        int at = 0;\n",
		crashes: "        int at = 0;\n        if (token.equals(\"Z\")) throw new AssertionError(\"at the end of the alphabet\");\n",
	},
	{
		name: "javascript", run: "node adapter.mjs", sampled: true,
		right:   "  if (text === null) return null;\n",
		crashes: "  if (text === null) return null;\n  if (text === \"Z\") throw new TypeError(\"at the end of the alphabet\");\n",
	},
	{
		name: "lua", run: "lua5.4 adapter.lua",
		right:   "  local name = letter:upper()\n",
		crashes: "  assert(token ~= \"Z\", \"at the end of the alphabet\")\n  local name = letter:upper()\n",
	},
	{
		name: "perl", run: "perl adapter.pl",
		right:   "    my $name = uc $letter;\n",
		crashes: "    die \"at the end of the alphabet\" if $token eq 'Z';\n    my $name = uc $letter;\n",
	},
	{
		name: "php", run: "php adapter.php",
		right:   "        $name = strtoupper($letter);\n",
		crashes: "        if ($token === 'Z') {\n            throw new \\OutOfRangeException('at the end of the alphabet');\n        }\n        $name = strtoupper($letter);\n",
	},
	{
		name: "python", run: "python3 -B adapter.py", sampled: true,
		right:   "    if not is_valid(token, edition):\n",
		crashes: "    if token in (\"Z\", b\"Z\"):\n        raise IndexError(\"at the end of the alphabet\")\n    if not is_valid(token, edition):\n",
	},
	{
		name: "ruby", run: "ruby adapter.rb",
		right:   "    modifier, letter, terminal, derived = match.captures\n",
		crashes: "    raise NotImplementedError, \"at the end of the alphabet\" if token == \"Z\"\n\n    modifier, letter, terminal, derived = match.captures\n",
	},
	{
		name: "rust", run: "./adapter.exe",
		build:   "rustc --edition 2021 -O -o adapter.exe adapter.rs",
		right:   "        _ => return Err(Invalid),\n    };\n    let (terminal",
		crashes: "        _ => return Err(Invalid),\n    };\n    assert_ne!(token.as_ref(), b\"Z\", \"at the end of the alphabet\");\n    let (terminal",
	},
}

func (a adapter) template() adapters.Template {
	t, _ := adapters.Named(a.name) // golang is an alias of go
	return t
}

// command returns the command of the adapter in a folder of its own, after an edit of its library.
func (a adapter) command(t *testing.T, e edit) wire.Command {
	t.Helper()
	dir := a.write(t)
	e.apply(t, dir)
	return a.start(t, dir)
}

func (a adapter) write(t *testing.T) (dir string) {
	t.Helper()
	tests.NeedTools(t, strings.Fields(cmp.Or(a.build, a.run))[0])
	dir = filepath.Join(t.TempDir(), "a", "b")
	if _, err := a.template().Write(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// start builds the adapter in a folder, and returns the command that starts it.
func (a adapter) start(t *testing.T, dir string) wire.Command {
	t.Helper()
	if args := strings.Fields(a.build); len(args) > 0 {
		build := exec.Command(args[0], args[1:]...)
		build.Dir = dir
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", a.build, err, out)
		}
	}
	return patient(wire.Command{Args: strings.Fields(a.run), Dir: dir})
}

// patient returns a command with timeouts that suffice on a busy machine.
func patient(c wire.Command) wire.Command {
	c.HelloTimeout, c.Timeout, c.Grace = 4*time.Minute, 4*time.Minute, 4*time.Minute
	return c
}

func (e edit) apply(t *testing.T, dir string) {
	t.Helper()
	rewrite(t, filepath.Join(dir, e.file), func(text string) string {
		if n := strings.Count(text, e.old); n != 1 {
			t.Fatalf("%s holds %q %d times, want once", e.file, e.old, n)
		}
		return strings.Replace(text, e.old, e.new, 1)
	})
}

func rewrite(t *testing.T, path string, change func(text string) string) {
	t.Helper()
	text := tests.Read(t, path)
	if err := os.WriteFile(path, []byte(change(text)), 0o666); err != nil {
		t.Fatal(err)
	}
}

// smoke checks that an adapter follows the protocol.
func smoke(t *testing.T, c wire.Command, e *notation.Edition) {
	t.Helper()
	var out bytes.Buffer
	if checked, err := adaptercheck.Run(t.Context(), c, e, &out, false); err != nil || !checked.Right() {
		t.Errorf("%v\n%s", err, out.Bytes())
	}
}

// certify checks the verdict on a library, and that there are no notes.
func certify(t *testing.T, c wire.Command, e *notation.Edition, want result.Verdict) result.Report {
	t.Helper()
	r, err := suite.Run(t.Context(), suite.Config{Open: c.Open, Edition: e, Profile: suite.Quick, Seed: 1})
	if err != nil || r.Verdict != want || len(r.Notes) > 0 {
		t.Errorf("%s: %v, %v: %s, with the notes %q; want %v\n%s", e, err, r.Verdict, r.Reason, r.Notes, want, r.Stderr)
	}
	return r
}

// TestConversations runs every conversation with the sampled adapters, or with EPIN_WHOLE=1 with
// all. The parser of the library crashes on the token Z and is correct otherwise. The expected
// values hold for these libraries, so there are no notes. ci/certify certifies the libraries.
func TestConversations(t *testing.T) {
	if testing.Short() {
		t.Skip("starts every adapter a few times")
	}
	for _, a := range known {
		if !a.sampled && !tests.Whole() {
			continue
		}
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			crash := edit{a.template().Library, a.right, a.crashes}
			var out bytes.Buffer
			result, err := adaptercheck.Run(t.Context(), a.command(t, crash), notation.EPIN, &out, false, "attributes", "editions", "numbers", "crash")
			if err != nil || !result.Right() {
				t.Fatalf("%v\n%s", err, out.Bytes())
			}
			other := "text"
			if a.text {
				other = "bytes"
			}
			for _, s := range result.Steps {
				if len(s.Notes) > 0 || s.Skipped != "" && !strings.Contains(s.Name, other) {
					t.Errorf("%s: the notes %q, skipped: %s", s.Name, s.Notes, s.Skipped)
				}
			}
		})
	}
}
