// Package reporttest makes reports of runs in this process, for tests. Its functions panic.
package reporttest

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Opening returns a Factory of a mutant, or of the reference if the name is "".
func Opening(name string) conformance.Factory {
	m, ok := mutant.Named(name)
	if !ok && name != "" {
		panic(fmt.Sprintf("there is no mutant %q", name))
	}
	return func(_ context.Context, e *notation.Edition) (conformance.Implementation, error) {
		if ok {
			return m.New(e), nil
		}
		return conformance.Reference(e), nil
	}
}

// Of returns a Factory of one implementation, for every run.
func Of(impl conformance.Implementation) conformance.Factory {
	return func(context.Context, *notation.Edition) (conformance.Implementation, error) { return impl, nil }
}

// Run returns the report of a run. Its clock advances by one second at each call.
func Run(open conformance.Factory, cfg suite.Config, command ...string) result.Report {
	cfg.Open, cfg.Now = open, Clock()
	r, err := suite.Run(context.Background(), cfg)
	if err != nil {
		panic(err)
	}
	report.AddCommands(&r, command, nil)
	return r
}

// Schema returns a function that validates JSON by the JSON Schema in a file.
func Schema(path string) func(data string) error {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema := c.MustCompile(path)
	return func(data string) error {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(data))
		if err != nil {
			return err
		}
		return schema.Validate(document)
	}
}

// Clock returns a clock that advances by one second at each call.
func Clock() func() time.Time {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return func() time.Time {
		now = now.Add(time.Second)
		return now
	}
}

// Known parses a list of known failures.
func Known(list string) []knownfailures.Line {
	l, err := knownfailures.Parse([]byte(list))
	if err != nil {
		panic(err)
	}
	return l.Lines
}
