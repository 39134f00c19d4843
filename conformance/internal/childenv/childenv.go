// Package childenv selects the environment variables that a program under test gets. The command calls it
// before package wire starts an adapter.
package childenv

import (
	"regexp"
	"slices"
	"strings"
)

// Selection selects variables. The zero value passes all but those with the names of credentials.
type Selection struct {
	Pass  []string `json:"env,omitempty"`      // names of variables that are always passed
	Clear bool     `json:"envClear,omitempty"` // whether only those that most programs need are passed besides
}

// credential matches the name of a variable that may hold a credential, kept one that passes Clear,
// and keptOnWindows one that programs need there, too.
var (
	credential    = regexp.MustCompile(`(?i)^(ACTIONS|AWS)_|_KEY$|TOKEN|SECRET|PASSWORD|CREDENTIAL`)
	kept          = regexp.MustCompile(`^(PATH|HOME|LANG|LANGUAGE|TMPDIR|TEMP|TMP|LC_.*)$`)
	keptOnWindows = regexp.MustCompile(`^LC_|(?i)^(PATH|HOME|LANG|LANGUAGE|TMPDIR|TEMP|TMP|SYSTEMROOT|SYSTEMDRIVE|WINDIR|` +
		`COMSPEC|PATHEXT|USERPROFILE|HOMEDRIVE|HOMEPATH)$`)
)

// Split divides the variables of an environment, as [os.Environ] returns them on a system, into
// those that are passed and the sorted names of those that are withheld. missing are the names of
// Pass that no variable has.
func (s Selection) Split(system string, all []string) (passed, withheld, missing []string) {
	keeps := kept
	if system == "windows" {
		keeps = keptOnWindows
	}
	missing = slices.Clone(s.Pass)
	passed = []string{} // nil would be the whole environment
	for _, variable := range all {
		name, _, ok := strings.Cut(variable, "=")
		if name == "" || !ok {
			continue // a current directory of Windows, or no variable
		}
		isIt := func(n string) bool { return n == name || system == "windows" && strings.EqualFold(n, name) }
		missing = slices.DeleteFunc(missing, isIt)
		if slices.ContainsFunc(s.Pass, isIt) || !credential.MatchString(name) && (!s.Clear || keeps.MatchString(name)) {
			passed = append(passed, variable)
		} else {
			withheld = append(withheld, name)
		}
	}
	slices.Sort(withheld)
	return passed, withheld, missing
}
