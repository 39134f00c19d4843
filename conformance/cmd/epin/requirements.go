package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// listedRequirement is a requirement in the output of `requirements --json`.
type listedRequirement struct {
	ID       string   `json:"id"`
	Level    string   `json:"level"`
	Editions []string `json:"editions"`
	Says     string   `json:"says"`
	Document string   `json:"document"`
	Section  string   `json:"section"`
	Note     string   `json:"note,omitempty"`
	*listedEvidence
}

// listedEvidence is what --coverage adds.
type listedEvidence struct {
	Vectors    int           `json:"vectors"`
	Scenarios  int           `json:"scenarios"`
	Library    int           `json:"libraryScenarios"` // about the Go packages of this module
	Properties []string      `json:"properties"`
	Layers     []listedLayer `json:"layers"`
}

type listedLayer struct {
	Layer  string `json:"layer"`
	Way    string `json:"way"`
	Checks int    `json:"checks"`
}

func listed(r suite.Evidence, coverage bool) listedRequirement {
	l := listedRequirement{r.ID, r.Level.String(), wordsOf(r.Editions, (*notation.Edition).String), r.Says, r.Document.Title, r.Section, r.Note, nil}
	if coverage {
		l.listedEvidence = &listedEvidence{r.Vectors, r.Scenarios, r.Library, append([]string{}, r.Properties...), []listedLayer{}}
		for _, layer := range r.Layers {
			l.Layers = append(l.Layers, listedLayer(layer))
		}
	}
	return l
}

func requirementsCommand(s streams) *cobra.Command {
	edition := editionFlag{Edition: notation.EPIN}
	var asJSON, coverage, check bool
	cmd := &cobra.Command{
		Use:   "requirements",
		Short: "List the requirements of the specification, and what tests them",
		Long: `List the requirements of the specification, and what tests them.

--coverage counts the test vectors, scenarios, properties and checks for each requirement, in
the profile standard.

--check tests that nothing is left untested. The exit status is 1 if there is a requirement
without evidence, or a tag of a feature that names no requirement.`,
		Args: arguments(),
		RunE: func(_ *cobra.Command, _ []string) error {
			if check {
				return checkRequirements(s, edition.editions())
			}
			return listRequirements(s, edition.editions(), coverage, asJSON)
		},
	}
	addEditionFilter(cmd, &edition, "requirements")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.Flags().BoolVar(&coverage, "coverage", false, "also count what tests each")
	cmd.Flags().BoolVar(&check, "check", false, "fail if anything is left untested")
	cmd.MarkFlagsMutuallyExclusive("check", "coverage")
	cmd.MarkFlagsMutuallyExclusive("check", "json")
	return cmd
}

// evidenceFor returns the requirements of editions, with their evidence if coverage is set.
func evidenceFor(editions []*notation.Edition, coverage bool) ([]suite.Evidence, error) {
	var all []suite.Evidence
	for _, e := range editions {
		if coverage {
			evidence, err := suite.Coverage(e)
			if err != nil {
				return nil, err
			}
			all = append(all, evidence...)
			continue
		}
		for _, r := range requirement.Of(e) {
			all = append(all, suite.Evidence{Requirement: r})
		}
	}
	return all, nil
}

func listRequirements(s streams, editions []*notation.Edition, coverage, asJSON bool) error {
	catalogue, err := evidenceFor(editions, coverage)
	if err != nil {
		return unknown(err)
	}
	if asJSON {
		var list []listedRequirement
		for _, r := range catalogue {
			list = append(list, listed(r, coverage))
		}
		return writeIndented(s.lines, list)
	}
	document := ""
	for _, r := range catalogue {
		if r.Document.Title != document {
			if document != "" {
				s.line("")
			}
			document = r.Document.Title
			s.line("%s: %s", document, r.Document.Says)
		}
		s.line("  %-33s %-11s  %s", r.ID, r.Level, r.Says)
		if r.Note != "" {
			s.line("    %s", r.Note)
		}
		if coverage {
			s.line("    %s", evidenceText(r))
		}
	}
	return nil
}

// evidenceText returns one line about the tests of a requirement.
func evidenceText(e suite.Evidence) string {
	if !e.Exercised() {
		return "not tested"
	}
	var parts []string
	add := func(n int, what, about string) {
		if n > 0 {
			parts = append(parts, number.Counted(n, what)+about)
		}
	}
	add(e.Vectors, "vector", "")
	add(e.Scenarios, "scenario", "")
	add(e.Library, "scenario", " about the Go packages")
	if len(e.Properties) > 0 {
		parts = append(parts, "properties "+strings.Join(e.Properties, ", "))
	}
	for _, l := range e.Layers {
		if l.Layer == "tokens" || l.Layer == "exhaustive" {
			parts = append(parts, fmt.Sprintf("%s by %s %s", l.Layer, l.Way, number.Thousands(l.Checks)))
		}
	}
	return strings.Join(parts, "; ")
}

// checkRequirements prints what is not tested.
func checkRequirements(s streams, editions []*notation.Edition) error {
	evidence, err := evidenceFor(editions, true)
	if err != nil {
		return withStatus(exitFails, err)
	}
	missing := untested(evidence)
	for _, what := range missing {
		s.line("%s", what)
	}
	if len(missing) > 0 {
		return errFails
	}
	ids := map[string]bool{} // some are those of several editions
	for _, e := range evidence {
		ids[e.ID] = true
	}
	s.line("All %d requirements are tested.", len(ids))
	return nil
}

// untested names the requirements without evidence.
func untested(evidence []suite.Evidence) []string {
	var all []string
	for _, r := range evidence {
		if !r.Exercised() {
			all = append(all, fmt.Sprintf("%s (%s): not tested", r.ID, r.Level))
		}
	}
	return all
}
