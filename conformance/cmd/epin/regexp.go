package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/dialect"
)

// regexpText is the text of an answer.
const regexpText = `{{define "verdict"}}{{if .Equal}}EQUAL{{else}}DIFFERENT{{end}}{{end -}}
{{template "verdict" .}}  {{.Title}}, {{.Call}}{{with .Flags}}, flags {{.}}{{end}}; edition {{.Edition}}
{{visible .Pattern ""}}
{{if .Equal}}
It accepts exactly the {{thousands .Tokens}} valid tokens: proven for all strings
({{.Strings}}).
{{else}}
{{range .Accepted}}Accepts {{.Shown}}, which is not a valid token.
{{end}}{{range .Rejected}}Rejects {{.Shown}}, which is a valid token.
{{end}}  violates {{join .Violates ", "}}
{{range .Causes}}
Likely cause: {{.Text}}
Fix: {{.Fix}}
{{end}}
Without flags, this pattern accepts exactly the {{thousands .Tokens}} valid tokens: proven
for all strings ({{.Strings}}):
{{.Exact}}
{{end}}
{{template "verdict" .}}
`

func regexpCommand(s streams) *cobra.Command {
	var edition editionFlag
	var q dialect.Question
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "regexp PATTERN",
		Short: "Compare a regular expression with the specification",
		Args:  arguments("pattern"),
		RunE: func(_ *cobra.Command, args []string) error {
			q.Edition, q.Pattern = edition.Edition.String(), args[0]
			a, err := dialect.Ask(q)
			if err != nil {
				return err
			}
			if asJSON {
				err = s.writeJSON(a)
			} else {
				err = s.print(regexpText, a)
			}
			if err == nil && !a.Equal {
				err = errFails
			}
			return err
		},
	}
	names := each(dialect.All, func(d *dialect.Dialect) string { return d.Name })
	flags := cmd.Flags()
	flags.StringVar(&q.Dialect, "dialect", "", "what reads the pattern: "+strings.Join(names, ", "))
	flags.StringVar(&q.Call, "call", "", "the function that matches it, such as re.fullmatch (default the most usual one)")
	flags.StringVar(&q.Flags, "flags", "", "flags of the pattern, such as im")
	edition.addFlag(cmd, "edition of the specification")
	flags.BoolVar(&asJSON, "json", false, "as JSON")
	return cmd
}
