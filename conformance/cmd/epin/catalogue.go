package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/featurepage"
	"github.com/epin-conformance/harness/conformance/internal/knockout"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/page"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/features"
)

// listedRequirement is a requirement in the output of `requirements --json`.
type listedRequirement struct {
	ID              string   `json:"id"`
	Level           string   `json:"level"`
	Editions        []string `json:"editions"`
	Says            string   `json:"says"`
	Document        string   `json:"document"`
	Section         string   `json:"section"`
	Note            string   `json:"note,omitempty"`
	Reading         bool     `json:"ourReading"`
	*suite.Evidence          // with --coverage
}

const requirementsList = `{{$document := ""}}{{range .All}}{{if ne .Document.Title $document}}{{if $document}}
{{end}}{{$document = .Document.Title}}{{$document}}: {{.Document.Says}}
{{end}}  {{printf "%-33s %-11s  %s" .ID .Level .Says}}
{{with .Note}}    {{.}}
{{end}}{{if $.Coverage}}    {{tests .}}
{{end}}{{end}}`

const knockOutList = `{{define "result"}}{{with .Alone}}only this sentence decides {{.Shown}}{{else}}implied by {{join .ImpliedBy " and "}}{{end}}{{end -}}
Is each required sentence about validity needed, if it says what the line below it says?
Two results for each: among all sentences, and among those that do not refer to the regular
expression.
{{range .}}
Edition {{.Edition}}
{{range .Sentences}}  {{printf "%-33s" .ID}}  {{.Says}}
    {{.Decides}}
    among all               {{template "result" .All}}
{{with .Others}}    without the expression  {{template "result" .}}
{{end}}{{end}}{{end}}`

func requirementsCommand(s streams) *cobra.Command {
	var edition editionFlag
	var asJSON, coverage, check, knockOut bool
	cmd := &cobra.Command{
		Use:   "requirements",
		Short: "List the requirements of the specification, and what tests them",
		RunE: func(_ *cobra.Command, _ []string) error {
			switch {
			case knockOut && asJSON:
				return s.writeJSON(each(edition.editions(), knockout.Of))
			case knockOut:
				return s.print(knockOutList, each(edition.editions(), knockout.Of))
			}
			catalogue, err := ofEach(edition.editions(), func(e *notation.Edition) ([]suite.Evidence, error) {
				if coverage || check {
					return suite.Coverage(suite.Config{Edition: e})
				}
				return each(requirement.Of(e), func(r requirement.Requirement) suite.Evidence { return suite.Evidence{Requirement: r} }), nil
			})
			switch {
			case err != nil:
				return err
			case check:
				return s.checkRequirements(catalogue)
			case !asJSON:
				return s.print(requirementsList, map[string]any{"All": catalogue, "Coverage": coverage})
			}
			return s.writeJSON(each(catalogue, func(r suite.Evidence) listedRequirement {
				editions := each(r.Editions, (*notation.Edition).String)
				l := listedRequirement{r.ID, r.Level.String(), editions, r.Says, r.Document.Title, r.Section, r.Note, r.Reading(), nil}
				if coverage {
					l.Evidence = &r
				}
				return l
			}))
		},
	}
	edition.addFilter(cmd, "requirements")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.Flags().BoolVar(&coverage, "coverage", false, "also count what tests each")
	cmd.Flags().BoolVar(&check, "check", false, "fail if anything is left untested")
	cmd.Flags().BoolVar(&knockOut, "knock-out", false, "show which sentences about validity are needed")
	cmd.MarkFlagsMutuallyExclusive("check", "coverage", "knock-out")
	cmd.MarkFlagsMutuallyExclusive("check", "json")
	return cmd
}

// ofEach returns what f returns for each edition, in their order.
func ofEach[T any](editions []*notation.Edition, f func(*notation.Edition) ([]T, error)) (all []T, err error) {
	for _, e := range editions {
		some, err := f(e)
		if err != nil {
			return nil, unknown(err)
		}
		all = append(all, some...)
	}
	return all, nil
}

func testsOf(e suite.Evidence) string {
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
			parts = append(parts, fmt.Sprintf("%s by %s %s", l.Layer, l.Op, number.Thousands(l.Checks)))
		}
	}
	return cmp.Or(strings.Join(parts, "; "), "not tested")
}

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

// listedMutant is a mutant in the output of `mutants --json`.
type listedMutant struct {
	Name         string              `json:"name"`
	Bug          string              `json:"bug"`
	Fix          string              `json:"fix"`
	Fixes        map[string]string   `json:"fixes"` // by language
	Layer        string              `json:"layer"`
	Editions     []string            `json:"editions"`
	Requirements map[string][]string `json:"requirements"` // by edition
}

func mutantsCommand(s streams) *cobra.Command {
	var edition editionFlag
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "mutants",
		Short: "List the mutants that test the suite",
		Args:  noCommand,
		RunE: func(*cobra.Command, []string) error {
			list := mutant.All()
			if e := edition.Edition; e != nil {
				list = slices.DeleteFunc(slices.Clone(list), func(m mutant.Mutant) bool { return !m.ExistsIn(e) })
			}
			if !asJSON {
				return s.print("{{range .}}{{printf `%-34s  %-10s  %s` .Name (layer .) .Bug}}\n{{end}}", list)
			}
			return s.writeJSON(each(list, func(m mutant.Mutant) listedMutant {
				l := listedMutant{m.Name, m.Bug, m.Fix, m.Fixes, layerOf(m), nil, map[string][]string{}}
				for _, e := range editionsOf(m) {
					l.Editions = append(l.Editions, e.String())
					l.Requirements[e.String()] = m.RequirementsOf(e)
				}
				return l
			}))
		},
	}
	edition.addFilter(cmd, "mutants")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.AddCommand(showMutantCommand(s))
	return cmd
}

func editionsOf(m mutant.Mutant) []*notation.Edition {
	return slices.DeleteFunc(notation.All(), func(e *notation.Edition) bool { return !m.ExistsIn(e) })
}

func layerOf(m mutant.Mutant) string { return cmp.Or(string(m.Layer), "basic") }

func (s streams) writeJSON(value any) error {
	text, err := json.Marshal(value, json.Deterministic(true), jsontext.WithIndent("  "))
	s.line("%s", text)
	return err
}

const mutantText = `{{.Name}}
  bug       {{.Bug}}
{{range $language, $bug := .Bugs}}  {{printf "%-8s" $language}}  {{$bug}}
{{end}}  fix       {{.Fix}}
{{range $language, $fix := .Fixes}}  {{printf "%-8s" $language}}  {{$fix}}
{{end}}  layer     {{layer .}}
{{range $i, $request := witness (call .Witness)}}  {{if $i}}       {{else}}witness{{end}}   {{$request}}
{{end}}{{$m := .}}{{range editions .}}
  edition {{.}}
    breaks  {{join ($m.RequirementsOf .) ", "}} (the most specific requirements)
{{with kills $m.Name .}}    killed  {{.}}
{{end}}{{end}}`

func showMutantCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:               "show NAME",
		Short:             "Print a mutant: its bug, its fix, and a witness",
		Args:              arguments("mutant"),
		ValidArgsFunction: completed(flagWords["mutant"]),
		RunE: func(_ *cobra.Command, args []string) error {
			m, ok := mutant.Named(args[0])
			if !ok {
				return noMutant(args[0])
			}
			return s.print(mutantText, m)
		},
	}
}

func noMutant(name string) error {
	names := each(mutant.All(), func(m mutant.Mutant) string { return m.Name })
	return fmt.Errorf("unknown mutant %q%s", name, cmp.Or(nearest(name, names), ": `epin mutants` lists them"))
}

// recordedKills describes what kills a mutant in an edition; empty for an edition without a record.
func recordedKills(name string, e *notation.Edition) string {
	switch profile, layers := mutant.Kills(name, e); profile {
	case "":
		return ""
	case "nothing":
		return "by no profile, according to the record"
	case suite.Thorough.String():
		return "by the profile thorough only, first in the layer " + strings.TrimPrefix(layers[len(layers)-1], "thorough/")
	default:
		return fmt.Sprintf("by the profile %s and larger ones; in standard by each of these layers alone: %s",
			profile, strings.Join(layers, ", "))
	}
}

// few returns all of a list, or its beginning and how many more there are.
func few(all []string) []string {
	const mostShown = 8
	if len(all) <= mostShown {
		return all
	}
	return append(all[:mostShown-1:mostShown-1], fmt.Sprintf("... and %d more", len(all)-mostShown+1))
}

func witnessLines(witness []conformance.Request) []string {
	return few(each(witness, func(req conformance.Request) string {
		tokens := each(printable.Tokens(selector.Tokens(req)), printable.Token.Shown)
		return selector.Operation(req) + " " + strings.Join(few(tokens), " ")
	}))
}

// featuresList lists documents, and rows if the data say so.
const featuresList = `{{$rows := .Rows}}{{range $i, $d := .Documents}}{{if $i}}
{{end}}{{.Title}} (edition {{.Edition}}): {{.Says}}
{{range .Features}}  {{printf "%-30s %3d  %s" .Name (len .Scenarios) .Title}}{{with library .}} ({{.}} of the Go packages){{end}}
{{range .Rules}}{{with .Title}}      {{.}}
{{end}}{{if $rows}}{{range .Tables}}{{range .Rows}}        {{printf "%-40s" .ID}} {{.Name}}
{{end}}{{end}}{{end}}{{end}}{{end}}{{end}}`

func featuresCommand(s streams) *cobra.Command {
	var edition editionFlag
	var scenarios bool
	cmd := &cobra.Command{
		Use:   "features",
		Short: "List, print and run the specification's tables as features",
		Args:  noCommand,
		RunE: func(_ *cobra.Command, _ []string) error {
			documents, err := ofEach(edition.editions(), featurepage.Documents)
			if err != nil {
				return err
			}
			return s.print(featuresList, map[string]any{"Documents": documents, "Rows": scenarios})
		},
	}
	edition.addFilter(cmd, "features")
	cmd.Flags().BoolVar(&scenarios, "scenarios", false, "list the scenarios too, by their names for certify --only")
	cmd.AddCommand(showFeatureCommand(s), runFeaturesCommand(s))
	return cmd
}

// libraryRows returns the number of scenarios about the Go packages of this module.
func libraryRows(f featurepage.Feature) int {
	return len(slices.DeleteFunc(f.Scenarios(), func(s features.Scenario) bool { return !s.Library }))
}

func showFeatureCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "show NAME",
		Short: "Print a feature, or one scenario of it",
		Args:  arguments("feature"),
		ValidArgsFunction: completed(func() []cobra.Completion {
			all, _ := allFeatures() // a shell has no place for an error
			return each(all, func(f featurepage.Feature) cobra.Completion { return cobra.CompletionWithDesc(f.Name, f.Title) })
		}),
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := allFeatures()
			if err != nil {
				return err
			}
			return s.showFeature(all, args[0])
		},
	}
}

// allFeatures returns each feature of all editions once.
func allFeatures() ([]featurepage.Feature, error) {
	documents, err := ofEach(notation.All(), featurepage.Documents)
	var all []featurepage.Feature
	for _, d := range documents {
		for _, f := range d.Features() {
			if d.Edition.String() == f.Editions[0] {
				all = append(all, f)
			}
		}
	}
	return all, err
}

// showFeature prints a feature, by its name or its file, or a scenario.
func (s streams) showFeature(all []featurepage.Feature, asked string) error {
	name := strings.TrimSuffix(strings.TrimPrefix(asked, "features/"), ".feature")
	var names []string
	for _, f := range all {
		if f.Name == name {
			text, _ := fs.ReadFile(features.Files(), f.Name+".feature") // it was compiled from this file
			s.lines.Write(text)
			return nil
		}
		names = append(names, f.Name)
		for _, o := range f.Outlines {
			named := func(row features.Scenario) bool { return row.ID == "features/"+name }
			if i := slices.IndexFunc(o.Rows, named); i >= 0 {
				s.showScenario(o, o.Rows[i])
				return nil
			}
		}
	}
	return fmt.Errorf("unknown feature %q%s", asked, cmp.Or(nearest(name, names), ": `epin features` lists them"))
}

func (s streams) showScenario(o features.Outline, row features.Scenario) {
	s.line("# %s:%d", row.File, row.Line)
	for _, id := range row.Requirements {
		s.line("@%s", id)
	}
	s.line("Scenario: %s", row.Name)
	var columns []string // and values
	for i, value := range row.Cells {
		columns = append(columns, "<"+o.Columns[i]+">", value)
	}
	for _, step := range o.Steps {
		s.line("  %s", strings.NewReplacer(columns...).Replace(step))
	}
}

func runFeaturesCommand(s streams) *cobra.Command {
	var o testOptions
	var output reports
	var html string
	cmd := &cobra.Command{
		Use:   "run [flags] [-- COMMAND [ARG...]]",
		Short: "Test an implementation with the features, and nothing else",
		RunE: func(cmd *cobra.Command, args []string) error {
			s.files.Start(args)
			if err := output.open(s); err != nil {
				return err
			}
			page, err := s.files.Create("the page", html)
			if err != nil {
				return err
			}
			run := featurepage.Run{Edition: o.edition.Edition}
			o.cfg.Only = []string{result.LayerFeatures}
			o.cfg.Row = func(row features.Result) { run.Results = append(run.Results, row) }
			r, err := o.test(cmd.Context(), s, args)
			if err != nil {
				return err
			}
			run.Report = r
			written := page.Finish(func(w io.Writer) error { return featurepage.Write(w, run) })
			passed := slices.ContainsFunc(run.Results, func(row features.Result) bool { return row.Status == features.Passed })
			if r.Verdict == result.NoVerdict && r.Cut == "" && passed && (r.Declined == nil || r.Declined.Validity == 0) {
				// It is inconclusive about conformance, since only the features were tested.
				return unknown(written, output.write(r))
			}
			return output.end(r, written)
		},
	}
	o.edition.addFlag(cmd, "edition of the specification: "+notation.Names())
	addFileFlag(cmd, &html, "html", "", "write the features, with the result of each row, to `FILE` as an HTML page")
	output.addFlags(cmd, "report", "")
	o.addLimits(cmd)
	return cmd
}

func vectorsCommand(s streams) *cobra.Command {
	var edition editionFlag
	cmd := &cobra.Command{
		Use:   "vectors",
		Short: "Write the test vectors, as JSON Lines",
		RunE: func(_ *cobra.Command, _ []string) error {
			names := each(edition.editions(), func(e *notation.Edition) string { return corpus.FileName(e.String()) })
			for _, name := range slices.Sorted(slices.Values(names)) { // as the digest of the corpus has them
				lines, _ := fs.ReadFile(corpus.Files(), name) // it is embedded
				s.lines.Write(lines)
			}
			return nil
		},
	}
	edition.addFilter(cmd, "vectors")
	return cmd
}

func pageCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "page DIR",
		Short: "Write an interactive site, which needs no network",
		Args:  arguments("folder"),
		RunE: func(_ *cobra.Command, args []string) error {
			engine, ok := page.Built()
			if !ok {
				return errors.New("this command was built without the site: run `ci/page DIR` in a clone of the repository")
			}
			return unknown(page.Write(args[0], engine))
		},
	}
}

// commit is the commit of a release, which ci/release sets. Other builds have that of the Go command.
var commit string

func versionCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the versions of harness, protocol and corpus",
		RunE: func(_ *cobra.Command, _ []string) error {
			s.line("epin %s", conformance.Version)
			if info, ok := debug.ReadBuildInfo(); ok && commit == "" {
				commit = commitOf(info)
			}
			if commit != "" {
				s.line("commit %s", commit)
			}
			s.line("protocol %d\ncorpus %s", wire.Version, corpus.Digest())
			s.line("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}

// commitOf returns the commit that the Go command recorded, or "" if it recorded none.
func commitOf(info *debug.BuildInfo) string {
	set := map[string]string{}
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	if set["vcs.modified"] == "true" {
		return set["vcs.revision"] + "-dirty"
	}
	return set["vcs.revision"]
}

func parseCommand(s streams) *cobra.Command {
	var edition editionFlag
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "parse TOKEN...",
		Short: "Explain tokens: their attributes, or why they are invalid",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) (failed error) {
			if len(args) == 0 {
				return errors.New("no token is given: write one as an argument, in quotes, such as \"+K^'\"")
			}
			for _, token := range args {
				request := conformance.Request{Op: conformance.OpParse, Token: token}
				resp, _ := conformance.Reference(edition.Edition).Do(cmd.Context(), request) // it returns no error
				if resp.Outcome != conformance.Accepted {
					failed = errFails
				}
				if asJSON {
					s.line("%s", explainedJSON(token, resp, edition.Edition))
					continue
				}
				s.line("%s", cmp.Or(resp.Error, token))
				for i, a := range edition.Attributes {
					if value := resp.Attributes[i]; i != notation.StringForm && value.Offered() {
						s.line("  %-9s %s", a.Key, value.Text)
					}
				}
			}
			return failed
		},
	}
	edition.addFlag(cmd, "edition of the specification: "+notation.Names())
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if missing, ok := errors.AsType[*pflag.NotExistError](err); ok && missing.GetSpecifiedShortnames() != "" {
			token := "-" + missing.GetSpecifiedShortnames()
			return fmt.Errorf("%s is not a flag: write a token that begins with - after `--`, as in epin parse -- %s",
				token, printable.ShellWord(token))
		}
		return flagError(cmd, err)
	})
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object a line")
	return cmd
}

// explainedJSON returns the response to parse in the adapter protocol, with the bytes of the token
// in front instead of an identifier.
func explainedJSON(token string, resp conformance.Response, edition *notation.Edition) string {
	resp.Attributes[notation.StringForm] = notation.Value{}
	line, _ := wire.AppendResponse(nil, edition, 0, conformance.Request{Op: conformance.OpParse}, resp, false) // it fits
	begin := fmt.Sprintf(`{"hex":"%x",`, token)
	if text, err := json.Marshal(token); err == nil { // it is UTF-8
		begin = fmt.Sprintf(`{"token":%s,"hex":"%x",`, text, token)
	}
	return begin + strings.TrimPrefix(string(line), `{"id":0,`)
}
