package steps

import (
	"os"
	"sync"

	"github.com/cucumber/godog"
)

// godogRuns serialises runs, because each changes the environment of the process.
var godogRuns sync.Mutex

// runInEnvironment runs a suite and restores the variables that godog sets for its
// formatters. It ignores the status of godog, because the results have more detail.
func runInEnvironment(suite *godog.TestSuite) {
	godogRuns.Lock()
	defer godogRuns.Unlock()
	for _, name := range []string{"GODOG_SEED", "GODOG_TESTED_PACKAGE"} {
		// Neither call can fail for these names.
		if value, set := os.LookupEnv(name); set {
			defer func() { _ = os.Setenv(name, value) }()
		} else {
			defer func() { _ = os.Unsetenv(name) }()
		}
	}
	suite.Run()
}
