package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// expandOnly replaces each @FILE of --only with the selectors in the file. The edition, the profile
// and the seed of a file are the defaults of their flags; a contradicting flag is an error.
func (o *certifyOptions) expandOnly(cmd *cobra.Command, s streams) error {
	given := o.only
	o.only = nil
	adopted := map[string]string{}
	for _, text := range given {
		name, ok := strings.CutPrefix(text, "@")
		if !ok {
			o.only = append(o.only, text)
			continue
		}
		if name == "" {
			return errors.New("--only @ names no file: write its name after @")
		}
		file, err := readAs(s, "the selectors", name, suite.MaxSelectorFileBytes, suite.ParseSelectorFile)
		if err != nil {
			return err
		}
		if file.Run != nil {
			err = o.adoptRun(cmd, name, *file.Run, adopted)
		}
		for i := 0; err == nil && i < len(file.Selectors); i++ {
			if err = o.checkSelector(file.Selectors[i]); err != nil {
				err = fmt.Errorf("line %d: %w", file.Lines[i], err)
			}
		}
		if err != nil {
			return fmt.Errorf("the selectors cannot be read: %s: %w", name, err)
		}
		o.only = append(o.only, file.Selectors...)
		o.onlyGiven = given
	}
	for _, text := range o.only { // those of files are checked with their lines
		if err := o.checkSelector(text); err != nil {
			return err
		}
	}
	return nil
}

// seeNames tells the user where to find the names of checks.
const seeNames = "see `epin requirements` and `epin certify --list`"

// checkSelector returns the error of a selector, with similar names if it names nothing. It
// returns nil while the edition is not known.
func (o *certifyOptions) checkSelector(text string) error {
	if o.edition.auto {
		return nil
	}
	_, err := selector.Parse(o.edition.Edition, text)
	var wrong *selector.Error
	if !errors.As(err, &wrong) || !wrong.Unknown {
		return err
	}
	names := result.Layers()
	for _, r := range requirement.Of(o.edition.Edition) {
		names = append(names, r.ID)
	}
	near := nearest(text, names, "")
	if layer, _, ok := strings.Cut(text, "/"); ok && near == "" { // a check in a misspelt layer
		near = nearest(layer, result.Layers(), "")
	}
	if near != "" {
		return fmt.Errorf("%s names no requirement, layer or check: %s", selector.Quoted(text), near)
	}
	return askError(err)
}

// adoptRun sets the flags to the run that a selector file belongs to. adopted holds the file that
// set a flag.
func (o *certifyOptions) adoptRun(cmd *cobra.Command, name string, run suite.SelectorRun, adopted map[string]string) error {
	if o.exec {
		return fmt.Errorf("it belongs to profile %s, which --exec does not run: take out its first line", run.Profile)
	}
	for _, part := range []struct{ flag, value string }{
		{"edition", run.Edition.String()}, {"profile", run.Profile.String()}, {"seed", strconv.FormatUint(run.Seed, 10)},
	} {
		flag := cmd.Flags().Lookup(part.flag)
		switch {
		case !flag.Changed:
			if err := cmd.Flags().Set(part.flag, part.value); err != nil { // so that another file has to agree
				return err
			}
			adopted[part.flag] = name
		case flag.Value.String() != part.value && adopted[part.flag] != "":
			return fmt.Errorf("it belongs to %s %s, and %s to %s %s: run them one by one", part.flag, part.value,
				adopted[part.flag], part.flag, flag.Value)
		case flag.Value.String() != part.value:
			return fmt.Errorf("it belongs to %s %s, not %s: leave out --%s", part.flag, part.value, flag.Value, part.flag)
		}
	}
	return nil
}
