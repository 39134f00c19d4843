// Package reporttest makes reports of runs in this process, for tests. Its functions panic.
package reporttest

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Opening returns a Factory of a mutant, or of the reference if the name is "". If operations are
// named, it offers only these, and no methods: a run takes less time.
func Opening(name string, ops ...conformance.Op) conformance.Factory {
	m, ok := mutant.Named(name)
	if !ok && name != "" {
		panic(fmt.Sprintf("there is no mutant %q", name))
	}
	return double.Opening(func(e *notation.Edition) conformance.Implementation {
		impl := conformance.Reference(e)
		if ok {
			impl = m.New(e)
		}
		if len(ops) > 0 {
			d := conformance.Describe(impl, e)
			d.Ops, d.Methods = ops, nil
			impl = described{impl, d}
		}
		return impl
	})
}

// described describes less than it responds to.
type described struct {
	conformance.Implementation
	d conformance.Description
}

func (d described) Describe() conformance.Description { return d.d }

// Run returns the report of a run. Its clock advances by one second at each call.
func Run(open conformance.Factory, cfg suite.Config, command ...string) result.Report {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	cfg.Open, cfg.Now = open, func() time.Time {
		now = now.Add(time.Second)
		return now
	}
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

// Known parses a list of known failures.
func Known(list string) []knownfailures.Line {
	l, err := knownfailures.Parse([]byte(list))
	if err != nil {
		panic(err)
	}
	return l.Lines
}
