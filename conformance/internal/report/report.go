// Package report writes the result of a run of package suite: text, Markdown and HTML for people, badges, and
// JSON and JUnit XML for programs. It also reads and compares saved reports. The command calls it.
package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
)

// AddCommands sets the command of the implementation in the report of a run, and the commands that
// reproduce its failures and findings. An empty command means the reference. flags are further
// flags of the commands that reproduce, such as "--timeout", "1m0s".
func AddCommands(r *result.Report, command, flags []string) {
	again := commandsOf(r, command, flags)
	r.Implementation.Command = printable.Texts(command)
	var given []string
	for i, selector := range r.Only {
		given = append(given, string(selector))
		r.Only[i] = selector.Cut()
	}
	for i := range r.Failures {
		f := &r.Failures[i]
		repeat := again("certify", f.Seeded && f.Single == "", 0, cmp.Or(f.Single, f.Check))
		if f.Single == "" && strings.HasPrefix(f.Check, result.LayerFuzz+"/") {
			repeat = again("fuzz", true, 0)
		}
		f.Repeat = printable.Texts(repeat)
	}
	for _, q := range r.Requirements {
		if e := q.Example; e != nil {
			_, rest, _ := strings.Cut(e.Check, "/")
			only := result.LayerSingle + "/" + rest // its request alone, if it has only one
			if _, err := selector.Parse(r.Of(), only); err != nil {
				only = e.Check
			}
			e.SetRepeat(again("certify", only == e.Check, 0, only))
		}
	}
	run, rounds := again("certify", true, 0, given...), 0
	for _, p := range r.Parts {
		rounds += p.Rounds
	}
	if rounds > 0 {
		run = again("fuzz", true, rounds)
	}
	for i := range r.Findings {
		f, repeat := &r.Findings[i], run
		if len(f.Only) > 0 {
			repeat = again("certify", f.Seeded && slices.Contains(f.Only, f.Check), 0, f.Only...)
		}
		f.SetRepeat(slices.Concat(f.Command, repeat))
	}
}

// commandsOf returns a function that returns a command that tests what the selectors name. It has the
// seed if seeded is set, the number of rounds if it is above 0, and no flags that are the default.
func commandsOf(r *result.Report, tested, flags []string) func(name string, seeded bool, rounds int, only ...string) []string {
	return func(name string, seeded bool, rounds int, only ...string) []string {
		args := []string{"epin", name}
		add := func(is bool, more ...string) {
			if is {
				args = append(args, more...)
			}
		}
		exec := r.Profile == suite.Exec.String()
		add(r.Edition != notation.EPIN.String(), "--edition", r.Edition)
		add(exec, "--exec")
		add(!exec && (name != "certify" || r.Profile != suite.Standard.String()), "--profile", r.Profile)
		add(seeded, "--seed", strconv.FormatUint(r.Seed, 10))
		add(rounds > 0, "--rounds", strconv.Itoa(rounds))
		args = append(args, flags...)
		for _, selector := range only {
			args = append(args, "--only", selector)
		}
		add(len(tested) > 0, append([]string{"--"}, tested...)...)
		return args
	}
}

// Selected returns the elements for which is returns true, in a new slice.
func Selected[T any](all []T, is func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(all), func(one T) bool { return !is(one) })
}
