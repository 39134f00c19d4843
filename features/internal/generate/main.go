// Generate compiles the features to rows.jsonl of package features, in whose folder it runs.
package main

import (
	"fmt"
	"os"

	"github.com/epin-conformance/harness/features"
	"github.com/epin-conformance/harness/features/steps"
)

func main() {
	if err := generate(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func generate() error {
	compiled, err := steps.Compile()
	if err != nil {
		return err
	}
	file, err := features.Encode(compiled)
	if err != nil {
		return err
	}
	return os.WriteFile("rows.jsonl", file, 0o644)
}
