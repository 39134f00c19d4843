package steps

import (
	"os"
	"sync"
)

// godogVariables are what godog sets for its formatters while it runs, and leaves
// behind empty.
var godogVariables = []string{"GODOG_SEED", "GODOG_TESTED_PACKAGE"}

// environment is what these variables were before the first of the runs that are
// under way.
var environment struct {
	sync.Mutex
	runs   int
	before map[string]string // of those that were set
}

// keepEnvironment notes godog's variables; what it returns puts them back once no
// run is under way.
func keepEnvironment() (restore func()) {
	environment.Lock()
	defer environment.Unlock()
	if environment.runs == 0 {
		environment.before = map[string]string{}
		for _, name := range godogVariables {
			if value, set := os.LookupEnv(name); set {
				environment.before[name] = value
			}
		}
	}
	environment.runs++
	return restoreEnvironment
}

func restoreEnvironment() {
	environment.Lock()
	defer environment.Unlock()
	environment.runs--
	if environment.runs > 0 {
		return
	}
	for _, name := range godogVariables {
		// Neither can fail for names such as these.
		if value, set := environment.before[name]; set {
			_ = os.Setenv(name, value)
		} else {
			_ = os.Unsetenv(name)
		}
	}
}
