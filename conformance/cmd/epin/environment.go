package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

// environment selects the variables of this process that a program under test gets. The zero value
// passes all but those with the names of credentials.
type environment struct {
	pass  []string // --env: names of variables that are always passed
	clear bool     // --env-clear: only those of kept are passed besides
}

func (e *environment) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&e.pass, "env", nil,
		"pass the environment variable `NAME` to COMMAND, though it looks like a credential: see epin certify --help-all; may be repeated")
	f.BoolVar(&e.clear, "env-clear", false, "pass to COMMAND only PATH, HOME, locale and temporary folder, and what --env names")
	advanced(cmd, "env", "env-clear")
}

// given returns the flags that select e.
func (e environment) given() []string {
	var flags []string
	if e.clear {
		flags = append(flags, "--env-clear")
	}
	for _, name := range e.pass {
		flags = append(flags, "--env", name)
	}
	return flags
}

// credential matches the name of a variable that may hold a credential, kept one that --env-clear
// keeps, and keptOnWindows one that programs need there, too.
var (
	credential    = regexp.MustCompile(`(?i)^(ACTIONS|AWS)_|_KEY$|TOKEN|SECRET|PASSWORD|CREDENTIAL`)
	kept          = regexp.MustCompile(`^(PATH|HOME|LANG|LANGUAGE|TMPDIR|TEMP|TMP|LC_.*)$`)
	keptOnWindows = regexp.MustCompile(`^LC_|(?i)^(PATH|HOME|LANG|LANGUAGE|TMPDIR|TEMP|TMP|SYSTEMROOT|SYSTEMDRIVE|WINDIR|` +
		`COMSPEC|PATHEXT|USERPROFILE|HOMEDRIVE|HOMEPATH)$`)
)

// split divides the variables of an environment, as [os.Environ] returns them on a
// system, into those that are passed and the sorted names of those that are withheld.
// An error names a variable of --env that cannot be passed.
func (e environment) split(system string, all []string) (passed, withheld []string, err error) {
	keeps := kept
	if system == "windows" {
		keeps = keptOnWindows
	}
	missing := slices.Clone(e.pass)
	passed = []string{} // nil would be the whole environment
	for _, variable := range all {
		name, _, ok := strings.Cut(variable, "=")
		if name == "" || !ok {
			continue // a current directory of Windows, or no variable
		}
		isIt := func(n string) bool { return n == name || system == "windows" && strings.EqualFold(n, name) }
		missing = slices.DeleteFunc(missing, isIt)
		if slices.ContainsFunc(e.pass, isIt) || !credential.MatchString(name) && (!e.clear || keeps.MatchString(name)) {
			passed = append(passed, variable)
		} else {
			withheld = append(withheld, name)
		}
	}
	slices.Sort(withheld)
	if len(missing) > 0 {
		name, _, assigned := strings.Cut(missing[0], "=")
		if assigned { // what follows may be a credential
			return nil, nil, fmt.Errorf("--env %s=... has a value: give the name alone, and set the variable in the environment of epin",
				printable.ShellWord(name))
		}
		return nil, nil, fmt.Errorf("--env %s: there is no such variable in the environment: set it, or leave the flag out",
			printable.ShellWord(name))
	}
	return passed, withheld, nil
}

// command returns the command that starts a program with e, and with the time limits of waits. Its
// errors name the withheld variables.
func (e environment) command(waits wire.Command, args []string) (wire.Command, error) {
	passed, withheld, err := e.split(runtime.GOOS, os.Environ())
	waits.Args, waits.Env, waits.Names.Env = args, passed, notPassed(withheld)
	return waits, err
}

// longestNames is how many bytes of the names of withheld variables a message has.
const longestNames = 2000

// notPassed returns a clause that names the withheld variables; empty if there are none.
func notPassed(withheld []string) string {
	if len(withheld) == 0 {
		return ""
	}
	names := printable.Abbreviate(strings.Join(wordsOf(withheld, printable.ShellWord), ", "), longestNames)
	return "these environment variables were withheld from it: " + names + " (--env NAME passes one)"
}

// openIn returns a function that starts an adapter in another environment.
func openIn(adapter wire.Command) suite.OpenIn {
	return func(ctx context.Context, in suite.Environment, edition *notation.Edition) (conformance.Implementation, error) {
		if locale := in.Locale(); locale != "" && locale != "C" && !isInstalled(ctx, locale) {
			return nil, fmt.Errorf("the locale %s is not installed", locale)
		}
		c := adapter
		c.Env, c.Dir, c.Args = in.Variables(adapter.Env), in.Dir, slices.Clone(c.Args)
		for i, arg := range c.Args {
			// Files are found from the other directory, too.
			if _, err := os.Stat(arg); err == nil && in.Dir != "" && (i > 0 || filepath.Base(arg) != arg) {
				if c.Args[i], err = filepath.Abs(arg); err != nil {
					return nil, err
				}
			}
		}
		return c.Open(ctx, edition)
	}
}

// isInstalled reports whether this system has a locale. Systems write the names of encodings in
// several ways.
func isInstalled(ctx context.Context, locale string) bool {
	names, _ := exec.CommandContext(ctx, "locale", "-a").Output() // none where there is no such command
	plain := func(text string) string { return strings.ToLower(strings.ReplaceAll(text, "-", "")) }
	return slices.Contains(strings.Fields(plain(string(names))), plain(locale))
}
