package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// noArgument returns an error if a command that takes no arguments has one.
func noArgument(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("unexpected argument %q: write `%s`", args[0], cmd.UseLine())
}

// noCommand returns an error if a command that only holds others has an argument. It suggests
// commands with a similar name.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 2
	hint := ""
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = ": did you mean " + strings.Join(near, ", or ") + "?"
	}
	return fmt.Errorf("unknown command %q for %q%s", args[0], cmd.CommandPath(), hint)
}

// addHelpCommand adds the command help, which returns an error for a command that does not exist.
func addHelpCommand(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"}) // it was just added
	help.RunE = func(_ *cobra.Command, args []string) error {
		cmd, rest, _ := root.Find(args) // rest holds what is not a command
		if err := noCommand(cmd, rest); err != nil {
			return err
		}
		return cmd.Help()
	}
}

// flagError explains an error about a flag. It suggests flags with a similar name, and the unit
// of a duration.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &missing) && missing.GetSpecifiedShortnames() == "":
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		if near := nearest("--"+missing.GetSpecifiedName(), names, ""); near != "" {
			return fmt.Errorf("%w: %s", err, near)
		}
	case errors.As(err, &invalid):
		name, value := invalid.GetFlag().Name, invalid.GetValue()
		switch invalid.GetFlag().Value.Type() {
		case "duration":
			if _, err := time.ParseDuration(value + "s"); err == nil {
				return fmt.Errorf("--%s %s has no unit: write %ss", name, value, value)
			}
			return fmt.Errorf("--%s %q is not a duration: write it like 30s or 5m", name, value)
		case "int":
			return fmt.Errorf("--%s %q is not a whole number", name, value)
		}
		return fmt.Errorf("--%s: %w", name, invalid.Unwrap())
	}
	return err
}

// nearest suggests the names that are most like one that does not exist. Without any it
// returns listed.
func nearest(name string, names []string, listed string) string {
	const most = 3
	mistyped := func(n string) bool { return distance(n, name) <= len(n)/3 }
	near := slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		return !mistyped(n) && (name == "" || !strings.Contains(n, name))
	})
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(distance(a, name), distance(b, name)) })
	if len(near) == 0 {
		return listed
	}
	if mistyped(near[0]) {
		best := distance(near[0], name)
		near = slices.DeleteFunc(near, func(n string) bool { return distance(n, name) > best+1 })
	}
	return "did you mean " + strings.Join(near[:min(len(near), most)], ", or ") + "?"
}

// distance returns the Levenshtein distance of two strings in bytes. For a b that is far longer
// than a it returns the length of b.
func distance(a, b string) int {
	if len(b) > 2*len(a) {
		return len(b)
	}
	before := make([]int, len(b)+1)
	for j := range before {
		before[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			change := before[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, before[j+1]+1, row[j]+1)
		}
		before = row
	}
	return before[len(b)]
}
