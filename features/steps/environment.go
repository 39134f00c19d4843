package steps

import (
	"os"
	"sync"

	"github.com/cucumber/godog"
)

// godogRuns lets one run at a time change the environment of the process.
var godogRuns sync.Mutex

// runInEnvironment runs a suite, and puts back the variables that godog sets for its
// formatters and leaves behind empty. The status of godog says less than the results.
func runInEnvironment(suite *godog.TestSuite) {
	godogRuns.Lock()
	defer godogRuns.Unlock()
	for _, name := range []string{"GODOG_SEED", "GODOG_TESTED_PACKAGE"} {
		// Neither can fail for names such as these.
		if value, set := os.LookupEnv(name); set {
			defer func() { _ = os.Setenv(name, value) }()
		} else {
			defer func() { _ = os.Unsetenv(name) }()
		}
	}
	suite.Run()
}
