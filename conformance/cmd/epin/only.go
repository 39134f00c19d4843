package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/internal/wholefile"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// listChecks prints the identifiers of the selected checks.
func (o *certifyOptions) listChecks(s streams) error {
	if o.edition.auto {
		return errors.New("--list starts no adapter, so --edition auto cannot detect the edition: name an edition")
	}
	cfg := o.config(nil)
	checks, err := suite.Checks(cfg)
	if err != nil {
		return err
	}
	none := true
	for id := range checks {
		none = false
		if _, err := fmt.Fprintln(s.lines, id); err != nil {
			break
		}
	}
	if none {
		return fmt.Errorf("%s names no check of profile %s", strings.Join(o.cfg.Only, ", "), cfg.Profile)
	}
	return nil
}

// expandOnly replaces each @FILE of --only with the selectors in the file. The edition, the profile
// and the seed of a file are the defaults of their flags; a contradicting flag is an error.
func (o *certifyOptions) expandOnly(cmd *cobra.Command, s streams) error {
	given := o.cfg.Only
	o.cfg.Only = nil
	for _, text := range given {
		name, ok := strings.CutPrefix(text, "@")
		if !ok {
			o.cfg.Only = append(o.cfg.Only, text)
			continue
		}
		if name == "" {
			return errors.New("--only @ names no file: write its name after @")
		}
		file, err := wholefile.Read(s.files, "the selectors", name, wholefile.AtMost(suite.MaxSelectorFileBytes, func(data []byte) (suite.SelectorFile, error) {
			file, err := suite.ParseSelectorFile(data)
			if err == nil && file.Run != nil {
				err = o.adoptRun(cmd, *file.Run)
			}
			for i := 0; err == nil && i < len(file.Selectors); i++ {
				err = explained(fmt.Sprintf("line %d", file.Lines[i]), o.checkSelector(file.Selectors[i]))
			}
			return file, err
		}))
		if err != nil {
			return err
		}
		o.cfg.Only = append(o.cfg.Only, file.Selectors...)
		o.cfg.Given = given
	}
	for _, text := range o.cfg.Only { // those of files are checked with their lines
		if err := o.checkSelector(text); err != nil {
			return err
		}
	}
	return nil
}

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
	requirements := wordsOf(requirement.Of(o.edition.Edition), func(r requirement.Requirement) string { return r.ID })
	near := nearest(text, append(result.Layers(), requirements...), "")
	if layer, _, ok := strings.Cut(text, "/"); ok && near == "" { // a check in a misspelt layer
		near = nearest(layer, result.Layers(), "")
	}
	if near != "" {
		return fmt.Errorf("%s names no requirement, layer or check%s", selector.Quoted(text), near)
	}
	return runError(err)
}

// adoptRun sets the flags to the run that a selector file belongs to.
func (o *certifyOptions) adoptRun(cmd *cobra.Command, run suite.SelectorRun) error {
	if o.exec {
		return fmt.Errorf("it belongs to profile %s, which --exec does not run: take out its first line", run.Profile)
	}
	for _, given := range [][2]string{
		{"edition", run.Edition.String()}, {"profile", run.Profile.String()}, {"seed", fmt.Sprint(run.Seed)},
	} {
		name, value := given[0], given[1]
		flag := cmd.Flags().Lookup(name)
		if flag.Changed && flag.Value.String() != value {
			return fmt.Errorf("it belongs to %s %s, not %s, as --%s or another file says", name, value, flag.Value, name)
		}
		if err := cmd.Flags().Set(name, value); err != nil { // so that another file has to agree
			return err
		}
	}
	return nil
}
