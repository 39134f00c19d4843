package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// listedRequirement is a requirement in the output of `requirements`, as JSON or as text.
type listedRequirement struct {
	ID       string   `json:"id"`
	Level    string   `json:"level"`
	Editions []string `json:"editions"`
	Says     string   `json:"says"`
	Document string   `json:"document"`
	Section  string   `json:"section"`
	Note     string   `json:"note,omitempty"`
	*listedEvidence

	AboutDocument string `json:"-"`
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

const requirementsList = `{{$document := ""}}{{range .}}{{if ne .Document $document}}{{if $document}}
{{end}}{{$document = .Document}}{{.Document}}: {{.AboutDocument}}
{{end}}  {{printf "%-33s %-11s  %s" .ID .Level .Says}}
{{with .Note}}    {{.}}
{{end}}{{with .Text}}    {{.}}
{{end}}{{end}}`

func requirementsCommand(s streams) *cobra.Command {
	var edition editionFlag
	var asJSON, coverage, check bool
	cmd := &cobra.Command{
		Use:   "requirements",
		Short: "List the requirements of the specification, and what tests them",
		Args:  arguments(),
		RunE: func(_ *cobra.Command, _ []string) error {
			catalogue, err := evidenceFor(edition.editions(), coverage || check)
			switch {
			case check && err != nil:
				return withStatus(exitFails, err)
			case err != nil:
				return unknown(err)
			case check:
				return s.checkRequirements(catalogue)
			case asJSON:
				return s.writeJSON(listed(catalogue, coverage))
			}
			s.print(requirementsList, listed(catalogue, coverage))
			return nil
		},
	}
	edition.addFilter(cmd, "requirements")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.Flags().BoolVar(&coverage, "coverage", false, "also count what tests each")
	cmd.Flags().BoolVar(&check, "check", false, "fail if anything is left untested")
	cmd.MarkFlagsMutuallyExclusive("check", "coverage")
	cmd.MarkFlagsMutuallyExclusive("check", "json")
	return cmd
}

// evidenceFor returns the requirements of editions, with their evidence if coverage is set.
func evidenceFor(editions []*notation.Edition, coverage bool) (all []suite.Evidence, err error) {
	for _, e := range editions {
		var evidence []suite.Evidence
		if coverage {
			evidence, err = suite.Coverage(e)
		} else {
			for _, r := range requirement.Of(e) {
				evidence = append(evidence, suite.Evidence{Requirement: r})
			}
		}
		if err != nil {
			return nil, err
		}
		all = append(all, evidence...)
	}
	return all, nil
}

func listed(catalogue []suite.Evidence, coverage bool) (list []listedRequirement) {
	for _, r := range catalogue {
		l := listedRequirement{
			r.ID, r.Level.String(), wordsOf(r.Editions, (*notation.Edition).String), r.Says, r.Document.Title, r.Section, r.Note,
			nil, r.Document.Says,
		}
		if coverage {
			l.listedEvidence = &listedEvidence{r.Vectors, r.Scenarios, r.Library, r.Properties, nil}
			for _, layer := range r.Layers {
				l.Layers = append(l.Layers, listedLayer(layer))
			}
		}
		list = append(list, l)
	}
	return list
}

// Text returns one line about the tests of a requirement; empty without --coverage.
func (e *listedEvidence) Text() string {
	if e == nil {
		return ""
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
		if l.Layer == result.LayerTokens || l.Layer == result.LayerExhaustive {
			parts = append(parts, fmt.Sprintf("%s by %s %s", l.Layer, l.Way, number.Thousands(l.Checks)))
		}
	}
	return cmp.Or(strings.Join(parts, "; "), "not tested")
}

// checkRequirements prints the requirements without evidence.
func (s streams) checkRequirements(evidence []suite.Evidence) (failed error) {
	ids := map[string]bool{} // some are those of several editions
	for _, r := range evidence {
		ids[r.ID] = true
		if !r.Exercised() {
			s.line("%s (%s): not tested", r.ID, r.Level)
			failed = errFails
		}
	}
	if failed == nil {
		s.line("All %d requirements are tested.", len(ids))
	}
	return failed
}
