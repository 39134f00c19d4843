package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The documentation shows terminals in blocks that are marked console: a line that
// begins with "$ " is a command, what follows is what it prints. All of them are run, by
// one shell for each block. In what is printed, a line "..." stands for any number of
// lines, and "..." in a line for any text; times, seeds and versions of languages may be
// others. A comment in front of a block names the folder that it is run in:
//
//	<!-- in: broken-python -->
//
// Without one that is the top of the repository.

// folders are what the documentation calls folders, and what makes them in an empty one.
// What writes files is run in one.
var folders = map[string]func(dir string) error{
	"python": pythonAdapter,
	"broken-python": func(dir string) error {
		name := filepath.Join(dir, "epin.py")
		err := pythonAdapter(dir)
		text, readErr := os.ReadFile(name)
		broken := strings.ReplaceAll(string(text), `\Z`, `$`)
		if broken == string(text) {
			return errors.Join(err, readErr, errors.New(`epin.py has no \Z to put a $ in place of`))
		}
		return os.WriteFile(name, []byte(broken), 0o644)
	},
	"shell": func(dir string) error {
		const program = "LC_ALL=C; token=\"^[-+]?[A-Za-z]\\^?'?\\$\"\n[[ $1 =~ $token ]]\n"
		return os.WriteFile(filepath.Join(dir, "is-epin.sh"), []byte(program), 0o644)
	},
}

func pythonAdapter(dir string) error {
	released := os.WriteFile(filepath.Join(dir, "acme-2.1.0.tar.gz"), []byte("what is released\n"), 0o644)
	return errors.Join(released, os.CopyFS(dir, os.DirFS("../../adapters/python")))
}

// needs are the programs without which no block is run.
var needs = []string{"bash", "python3", "node", "ssh-keygen"}

// console is a block.
type console struct {
	name, folder string
	commands     []string
	printed      []string // by each of commands
}

const topOfRepository = "../../.."

var consoleBlock = regexp.MustCompile("(?ms)(?:^<!-- in: ([a-z-]+) -->\n)?^```console\n(.*?)^```$")

// consoles returns all blocks of the documentation.
func consoles(t *testing.T) []console {
	t.Helper()
	var all []console
	top := os.DirFS(topOfRepository)
	err := fs.WalkDir(top, ".", func(page string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && page != "." || d.Name() == "testdata"):
			return fs.SkipDir
		case path.Ext(page) != ".md":
			return nil
		}
		text, err := fs.ReadFile(top, page)
		for i, m := range consoleBlock.FindAllStringSubmatch(string(text), -1) {
			c := console{name: fmt.Sprintf("%s, block %d", page, i+1), folder: m[1]}
			for _, command := range strings.Split("\n"+m[2], "\n$ ")[1:] {
				command, printed, _ := strings.Cut(command, "\n")
				c.commands, c.printed = append(c.commands, command), append(c.printed, printed)
			}
			all = append(all, c)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

const endOfCommand = "\x01end\x01"

// run runs the commands of a block, and returns what each prints.
func (c console) run(t *testing.T) []string {
	t.Helper()
	dir := topOfRepository
	if c.folder != "" {
		dir = t.TempDir()
		if err := folders[c.folder](dir); err != nil {
			t.Fatal(err)
		}
	}
	var script strings.Builder
	for _, command := range c.commands {
		// What the documentation builds is this very program.
		command = strings.Replace(command, "go run ./conformance/cmd/epin", "epin", 1)
		fmt.Fprintf(&script, "%s\nstatus=$?; echo '%s'; (exit $status)\n", command, endOfCommand)
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", script.String())
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	printed := strings.Split(string(out), endOfCommand+"\n")
	if len(printed) != len(c.commands)+1 {
		t.Fatalf("%v\n%s", err, out)
	}
	return printed
}

// others match what differs between two runs, with what stands for it.
var others = map[*regexp.Regexp]string{
	regexp.MustCompile(`\bseed \d+`):                "seed N",
	regexp.MustCompile(`\d+\.\d+ s\b`):              "T s",
	regexp.MustCompile(`\((python|node) [\d.v]+\)`): "($1 V)",
	regexp.MustCompile(`(?m) +$`):                   "",
}

func alike(text string) string {
	for is, like := range others {
		text = is.ReplaceAllString(text, like)
	}
	return text
}

// prints reports whether a program prints what the documentation says.
func prints(want, got string) bool {
	want, got = strings.TrimSuffix(want, "\n")+"\n", strings.TrimSuffix(got, "\n")+"\n"
	pattern := regexp.MustCompile(`(?m)^ *\\\.\\\.\\\.\n`).ReplaceAllLiteralString(regexp.QuoteMeta(alike(want)), "(.*\n)*")
	return regexp.MustCompile(`^` + strings.ReplaceAll(pattern, `\.\.\.`, ".*") + `$`).MatchString(alike(got))
}

func TestDocumentationIsTrue(t *testing.T) {
	if testing.Short() {
		t.Skip("runs everything that the documentation shows")
	}
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("sh is not installed")
	}
	blocks := consoles(t)
	if len(blocks) < 2 {
		t.Fatalf("the documentation has only %d consoles", len(blocks))
	}
	if !whole() { // ci/certify has the first one of the README
		blocks = slices.DeleteFunc(blocks, func(c console) bool { return c.name != "features/README.md, block 1" })
	}
	for _, c := range blocks {
		t.Run(c.name, func(t *testing.T) {
			if len(c.commands) == 0 || c.folder != "" && folders[c.folder] == nil {
				t.Fatalf("it has no command, or there is no folder %q", c.folder)
			}
			for _, program := range needs {
				if is, err := conditionOf("tool:" + program); err != nil {
					t.Fatal(err)
				} else if !is {
					t.Skipf("%s is not installed", program)
				}
			}
			got := c.run(t)
			for i, want := range c.printed {
				if !prints(want, got[i]) {
					t.Errorf("$ %s\nprints\n%s\nand not\n%s", c.commands[i], got[i], want)
				}
			}
		})
	}
}
