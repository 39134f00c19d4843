// Package adapters_test checks the adapters of this folder, each in a copy of its own, and
// any other that is named on the command line:
//
//	go test ./conformance/adapters -run Conversations -args COMMAND
package adapters_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// An adapter is a template, and how to run it.
type adapter struct {
	name    string   // of the folder
	tool    string   // the program without which the adapter cannot be run
	build   []string // what to run first, in the folder, if anything
	command []string // what to run, in the folder
	text    bool     // whether it takes text alone, as its hello says
	slow    bool     // whether it starts so slowly that it is started less often, but with EPIN_WHOLE=1

	// An edit after which the parser crashes at the token Z.
	crash edit
}

// An edit puts a text in the place of another, which stands once in a file.
type edit struct{ file, old, new string }

var known = []adapter{
	{
		name:    "c",
		tool:    "cc",
		build:   []string{"cc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", "adapter", "adapter.c", "epin.c"},
		command: []string{"./adapter"},
		crash: edit{
			file: "epin.c",
			old:  "    epin_identifier piece = {0};\n",
			new:  "    epin_identifier piece = {0};\n    if (size == 1 && *token == 'Z') *(volatile char *)0 = 0;\n",
		},
	},
	{
		name: "elixir",
		tool: "elixir",
		// With one scheduler it starts in half of the time.
		command: []string{"elixir", "--erl", "+S 1:1", "adapter.exs"},
		slow:    true,
		crash: edit{
			file: "epin.ex",
			old:  "    with {state, rest} <- state(token),\n",
			new:  "    if token == \"Z\", do: raise(\"at the end of the alphabet\")\n\n    with {state, rest} <- state(token),\n",
		},
	},
	{
		name: "golang",
		tool: "go",
		// Named for Windows, where only that can be started.
		build:   []string{"go", "build", "-o", "adapter.exe", "adapter.go", "epin.go"},
		command: []string{"./adapter.exe"},
		crash: edit{
			file: "epin.go",
			old:  "\tid := Identifier{Side: First, State: Normal}\n",
			new:  "\tid := Identifier{Side: First, State: Normal}\n\tif token == \"Z\" {\n\t\tpanic(\"at the end of the alphabet\")\n\t}\n",
		},
	},
	{
		name:  "java",
		tool:  "javac",
		build: []string{"javac", "Adapter.java", "Epin.java"},
		// Flags for a start in half of the time.
		command: []string{"java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "Adapter"},
		text:    true,
		slow:    true,
		crash: edit{
			file: "Epin.java",
			old:  "        int at = 0;\n",
			new:  "        int at = 0;\n        if (token.equals(\"Z\")) throw new AssertionError(\"at the end of the alphabet\");\n",
		},
	},
	{
		name:    "javascript",
		tool:    "node",
		command: []string{"node", "adapter.mjs"},
		slow:    true,
		crash: edit{
			file: "epin.mjs",
			old:  "  if (text === null) return null;\n",
			new:  "  if (text === null) return null;\n  if (text === \"Z\") throw new TypeError(\"at the end of the alphabet\");\n",
		},
	},
	{
		name:    "lua",
		tool:    "lua5.4",
		command: []string{"lua5.4", "adapter.lua"},
		crash: edit{
			file: "epin.lua",
			old:  "  local name = letter:upper()\n",
			new:  "  assert(token ~= \"Z\", \"at the end of the alphabet\")\n  local name = letter:upper()\n",
		},
	},
	{
		name:    "perl",
		tool:    "perl",
		command: []string{"perl", "adapter.pl"},
		crash: edit{
			file: "Epin.pm",
			old:  "    my $name = uc $letter;\n",
			new:  "    die \"at the end of the alphabet\" if $token eq 'Z';\n    my $name = uc $letter;\n",
		},
	},
	{
		name:    "php",
		tool:    "php",
		command: []string{"php", "adapter.php"},
		crash: edit{
			file: "epin.php",
			old:  "        $name = strtoupper($letter);\n",
			new:  "        if ($token === 'Z') {\n            throw new \\OutOfRangeException('at the end of the alphabet');\n        }\n        $name = strtoupper($letter);\n",
		},
	},
	{
		name:    "python",
		tool:    "python3",
		command: []string{"python3", "-B", "adapter.py"},
		slow:    true,
		crash: edit{
			file: "epin.py",
			old:  "    if not is_valid(token, edition):\n",
			new:  "    if token in (\"Z\", b\"Z\"):\n        raise IndexError(\"at the end of the alphabet\")\n    if not is_valid(token, edition):\n",
		},
	},
	{
		name:    "ruby",
		tool:    "ruby",
		command: []string{"ruby", "adapter.rb"},
		slow:    true,
		crash: edit{
			file: "epin.rb",
			old:  "    modifier, letter, terminal, derived = match.captures\n",
			new:  "    raise NotImplementedError, \"at the end of the alphabet\" if token == \"Z\"\n\n    modifier, letter, terminal, derived = match.captures\n",
		},
	},
	{
		name:    "rust",
		tool:    "rustc",
		build:   []string{"rustc", "--edition", "2021", "-O", "-o", "adapter.exe", "adapter.rs"},
		command: []string{"./adapter.exe"},
		crash: edit{
			file: "epin.rs",
			old:  "        _ => return Err(Invalid),\n    };\n    let (terminal",
			new:  "        _ => return Err(Invalid),\n    };\n    assert_ne!(token.as_ref(), b\"Z\", \"at the end of the alphabet\");\n    let (terminal",
		},
	},
}

// patience is how long a conversation may take, before an adapter counts as one that
// does not answer, also on a machine that has much else to do.
const patience = 4 * time.Minute

// untold are the words of `needs` that no answer to hello tells of. The adapters here
// have all of it.
var untold = []string{"attributes", "crash", "editions"}

// workshop is the folder in which adapters are made, of which tests share those that are
// right.
var workshop string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if workshop, err = os.MkdirTemp("", "epin-adapters-"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(workshop)
		return m.Run()
	}())
}

// made are the right adapters, by name: each is a func() (wire.Command, error).
var made sync.Map

// startedLess reports whether what starts an adapter many times is left to a run of
// everything.
func (a adapter) startedLess() bool { return a.slow && os.Getenv("EPIN_WHOLE") != "1" }

// open returns the adapter, ready to be run: its command, in a folder with its template.
func (a adapter) open(t *testing.T) wire.Command {
	t.Helper()
	a.require(t)
	once, _ := made.LoadOrStore(a.name, sync.OnceValues(func() (wire.Command, error) { return a.make() }))
	c, err := once.(func() (wire.Command, error))()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// openEdited returns the adapter with one text in the place of another.
func (a adapter) openEdited(t *testing.T, e edit) wire.Command {
	t.Helper()
	a.require(t)
	c, err := a.make(e)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// template is the template of the adapter.
func (a adapter) template() adapters.Template {
	for _, t := range adapters.All() {
		if strings.HasSuffix(t.Guide(), "/"+a.name) {
			return t
		}
	}
	return adapters.Template{}
}

// make writes the template, and builds it.
func (a adapter) make(edits ...edit) (wire.Command, error) {
	dir, err := os.MkdirTemp(workshop, a.name+"-")
	if err != nil {
		return wire.Command{}, err
	}
	if _, err := a.template().Write(dir); err != nil {
		return wire.Command{}, err
	}
	for _, e := range edits {
		if err := e.apply(dir); err != nil {
			return wire.Command{}, err
		}
	}
	if a.build != nil {
		build := exec.Command(a.build[0], a.build[1:]...)
		build.Dir = dir
		if out, err := build.CombinedOutput(); err != nil {
			return wire.Command{}, fmt.Errorf("%s: %v\n%s", strings.Join(a.build, " "), err, out)
		}
	}
	return wire.Command{Args: a.command, Dir: dir, HelloTimeout: patience, Timeout: patience, Grace: patience}, nil
}

// apply makes the edit in a folder.
func (e edit) apply(dir string) error {
	path := filepath.Join(dir, e.file)
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if n := strings.Count(string(text), e.old); n != 1 {
		return fmt.Errorf("%s holds %q %d times, want once", e.file, e.old, n)
	}
	return os.WriteFile(path, []byte(strings.Replace(string(text), e.old, e.new, 1)), 0o666)
}

// require skips the test where the tool is missing, or fails it where
// EPIN_REQUIRE_TOOLS says that tools have to be there.
func (a adapter) require(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath(a.tool); err == nil {
		return
	}
	if os.Getenv("EPIN_REQUIRE_TOOLS") != "" {
		t.Fatalf("%s is not installed, and EPIN_REQUIRE_TOOLS asks for it", a.tool)
	}
	t.Skipf("%s is not installed", a.tool)
}

// hold starts the command, holds the conversation with it, and fails the test where it
// goes wrong.
func hold(t *testing.T, c wire.Command, acts []act) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...)
	cmd.Dir, cmd.Stderr = c.Dir, &stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := talk(process{in, out, cmd.Wait}, acts); err != nil {
		cancel()
		_ = cmd.Wait() // after which all of standard error is here
		t.Errorf("%v\nstandard error: %s", err, excerpt(stderr.String()))
	}
}

// TestConversations holds every conversation with every adapter, or with the one that is
// named behind -args, which is asked only what it offers.
func TestConversations(t *testing.T) {
	all := conversations(t)
	if flag.NArg() > 0 {
		c := wire.Command{Args: flag.Args()}
		offers := offersOf(t, c)
		for _, conv := range all {
			t.Run(conv.name, func(t *testing.T) {
				for _, word := range conv.needs {
					if !slices.Contains(offers, word) {
						t.Skipf("it needs %s, which hello does not offer", word)
					}
				}
				hold(t, c, conv.acts)
			})
		}
		return
	}
	for _, a := range known {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			sound := a.open(t)
			crashing := a.openEdited(t, a.crash)
			all := all
			if a.startedLess() {
				all = joined(all)
			}
			for _, conv := range all {
				t.Run(conv.name, func(t *testing.T) {
					if a.text && slices.Contains(conv.needs, "bytes") {
						t.Skip("it takes text alone")
					}
					if slices.Contains(conv.needs, "crash") {
						hold(t, crashing, conv.acts)
					} else {
						hold(t, sound, conv.acts)
					}
				})
			}
		})
	}
}

// offersOf asks hello what an adapter offers, in the words of `needs`.
func offersOf(t *testing.T, c wire.Command) []string {
	t.Helper()
	impl, err := c.Open(t.Context(), epin.Current)
	if err != nil {
		t.Fatal(err)
	}
	d := conformance.Describe(impl, epin.Current)
	if err := impl.(io.Closer).Close(); err != nil {
		t.Fatal(err)
	}
	offers := []string{"text"}
	if d.Bytes {
		offers = []string{"bytes"}
	}
	for _, op := range d.Ops {
		offers = append(offers, string(op))
	}
	for _, method := range d.Methods {
		offers = append(offers, string(method))
	}
	return offers
}

// crashing is the reference with a parser that crashes at the token Z.
type crashing struct{ conformance.Implementation }

func (c crashing) Do(ctx context.Context, r conformance.Request) (conformance.Response, error) {
	if r.Token == "Z" || r.Other == "Z" || slices.Contains(r.Tokens, "Z") {
		panic("at the end of the alphabet")
	}
	return c.Implementation.Do(ctx, r)
}

// TestConversationsReference holds them with our own server: the table and package wire
// say the same. Those that are joined are held, too, and leave the others as they are.
func TestConversationsReference(t *testing.T) {
	all := conversations(t)
	for _, conv := range append(joined(all), all...) {
		t.Run(conv.name, func(t *testing.T) {
			if slices.Contains(conv.needs, "text") {
				t.Skip("package wire takes text from nobody who was offered bytes")
			}
			requests, in := io.Pipe()
			out, responses := io.Pipe()
			var served error
			done := make(chan struct{})
			go func() {
				defer close(done)
				served = wire.Serve(t.Context(), requests, responses, func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
					if slices.Contains(conv.needs, "crash") {
						return crashing{conformance.Reference(e)}, nil
					}
					return conformance.Reference(e), nil
				})
				requests.Close()
				responses.Close()
			}()
			wait := func() error { <-done; return served }
			if err := talk(process{in, out, wait}, conv.acts); err != nil {
				in.Close()
				out.Close()
				t.Errorf("%v\nServe: %v", err, wait())
			}
		})
	}
}

// TestConversationsTable checks the table itself: each request has one answer, by its id,
// and what is sent is JSON.
func TestConversationsTable(t *testing.T) {
	words := slices.Concat(untold, []string{"bytes", "text"})
	for _, op := range conformance.Ops() {
		words = append(words, string(op))
	}
	for _, method := range conformance.MethodsOf(epin.Current) {
		words = append(words, string(method))
	}
	names := map[string]bool{}
	for _, conv := range conversations(t) {
		if names[conv.name] {
			t.Errorf("there are two conversations %q", conv.name)
		}
		names[conv.name] = true
		for _, word := range conv.needs {
			if !slices.Contains(words, word) {
				t.Errorf("%s needs %q, which means nothing", conv.name, word)
			}
		}
		var sent strings.Builder
		expected := map[string]bool{}
		for _, a := range conv.acts {
			sent.WriteString(a.send)
			if a.expect != "" {
				if _, err := value(a.expect); err != nil {
					t.Errorf("%s expects %s: %v", conv.name, excerpt(a.expect), err)
				}
				expected[idOf(a.expect)] = true
			}
		}
		asked := map[string]bool{}
		for line := range strings.Lines(sent.String()) {
			id := idOf(line)
			if id == "" || asked[id] || !expected[id] {
				t.Errorf("%s asks %s, which is no JSON object, has an id that was used before, or has no answer", conv.name, excerpt(line))
			}
			asked[id] = true
		}
		if len(asked) != len(expected) {
			t.Errorf("%s asks %d requests and expects %d answers", conv.name, len(asked), len(expected))
		}
	}
	if len(names) == 0 {
		t.Error("there are no conversations")
	}
}

// TestCertified certifies the library of every adapter, over the wire.
func TestCertified(t *testing.T) {
	if testing.Short() {
		t.Skip("whole runs of the suite")
	}
	for _, a := range known {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			command := a.open(t)
			for _, edition := range epin.Editions() {
				t.Run(edition.String(), func(t *testing.T) {
					result, err := suite.Run(t.Context(), suite.Config{
						Open:    command.Open,
						Edition: edition,
						Profile: suite.Quick,
						Seed:    1,
					}, func(suite.Event) {})
					if err != nil {
						t.Fatal(err)
					}
					if result.Verdict != suite.FullyConformant || len(result.Notes) > 0 {
						t.Errorf("%v: %s %q, with the notes %q, and on standard error %q",
							result.Verdict, result.Reason, result.Cut, result.Notes, result.LastWords)
					}
				})
			}
		})
	}
}
