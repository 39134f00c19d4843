package report

import (
	"slices"
	"strconv"

	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// repeat returns the command that repeats one check.
func (c *Collector) repeat(f result.Failure) []string {
	switch {
	case f.Single != "":
		return c.repeating("certify", []string{f.Single}, false)
	case c.fuzzing:
		return c.repeating("fuzz", nil, true)
	}
	return c.repeating("certify", []string{f.Check}, f.Seeded)
}

// repeatFinding returns the command that repeats a finding.
func (c *Collector) repeatFinding(f result.Finding) []string {
	switch {
	case len(f.Only) > 0:
		return c.repeating("certify", f.Only, f.Seeded && slices.Contains(f.Only, f.Check))
	// Without a selector the whole run has to be repeated, and needs its seed.
	case c.rounds > 0:
		return c.repeating("fuzz", nil, true)
	}
	return c.repeating("certify", c.only, true) // what found it
}

// repeating returns the command that asks what selectors name, or everything, with the
// seed where that matters.
func (c *Collector) repeating(command string, only []string, seeded bool) []string {
	r := &c.report
	args := []string{"epin", command, "--edition", r.Edition}
	if r.Profile == suite.Exec.String() {
		args = append(args, "--exec")
	} else {
		args = append(args, "--profile", r.Profile)
	}
	if seeded {
		args = append(args, "--seed", strconv.FormatUint(r.Seed, 10))
	}
	if command == "fuzz" && c.rounds > 0 {
		args = append(args, "--rounds", strconv.Itoa(c.rounds))
	}
	args = append(args, c.flags...)
	for _, selector := range only {
		args = append(args, "--only", selector)
	}
	if len(c.command) > 0 {
		args = append(append(args, "--"), c.command...)
	}
	return args
}
