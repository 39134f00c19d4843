package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

func parseCommand(s streams) *cobra.Command {
	edition := editionFlag{Edition: notation.EPIN}
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "parse TOKEN...",
		Short: "Explain tokens: their attributes, or why they are invalid",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no token is given: write one as an argument, in quotes, such as \"+K^'\"")
			}
			write := explain
			if asJSON {
				write = explainJSON
			}
			var failed error
			for _, arg := range args {
				if !edition.Valid(arg) {
					failed = errFails
				}
				write(s, arg, edition.Edition)
			}
			return failed
		},
	}
	cmd.Flags().Var(&edition, "edition", "edition of the specification: "+notation.Names())
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		var missing *pflag.NotExistError
		if errors.As(err, &missing) && missing.GetSpecifiedShortnames() != "" {
			token := "-" + missing.GetSpecifiedShortnames()
			return fmt.Errorf("%s is not a flag: write a token that begins with - after `--`, as in epin parse -- %s", token, printable.ShellWord(token))
		}
		return flagError(cmd, err)
	})
	cmd.Flags().BoolVar(&asJSON, "json", false, "write one JSON object a line")
	return cmd
}

// parsed returns the response of the reference implementation to parse.
func parsed(token string, edition *notation.Edition) conformance.Response {
	resp, _ := conformance.Reference(edition).Do(context.Background(), conformance.Request{Op: conformance.OpParse, Token: token}) // it returns no error
	return resp
}

func explain(s streams, token string, edition *notation.Edition) {
	resp := parsed(token, edition)
	if resp.Outcome != conformance.Accepted {
		s.line("%s", resp.Error)
		return
	}
	s.line("%s", token)
	for i, a := range edition.Attributes[notation.StringForm+1:] {
		s.line("  %-9s %s", a.Key, resp.Attributes[notation.StringForm+1+i].Text)
	}
}

// explainJSON writes the response to parse in the adapter protocol, with the bytes of the token in
// front instead of an identifier.
func explainJSON(s streams, token string, edition *notation.Edition) {
	resp := parsed(token, edition)
	resp.Attributes[notation.StringForm] = notation.Value{}
	line, _ := wire.AppendResponse(nil, edition, 0, conformance.Request{Op: conformance.OpParse}, resp) // it fits
	var text *string
	if utf8.ValidString(token) {
		text = &token
	}
	begin, _ := json.Marshal(struct {
		Token *string `json:"token,omitzero"`
		Hex   string  `json:"hex"`
	}{text, hex.EncodeToString([]byte(token))})
	s.line("%s,%s", strings.TrimSuffix(string(begin), "}"), strings.TrimPrefix(string(line), `{"id":0,`))
}
