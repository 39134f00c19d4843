package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/epin"
)

func parseCommand(s streams) *cobra.Command {
	var edition editionFlag
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "parse TOKEN...",
		Short: "Explain tokens: their attributes, or why they are invalid",
		Long: `Explain tokens: their attributes, or why a string is invalid.

Write a token that begins with - after --. Exit status: 0 all are valid tokens, 1 some are
not.`,
		Example: `  epin parse "K^'" R
  epin parse -- "-p'"`,
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
				id, err := edition.Parse(arg)
				if err != nil {
					failed = errFails
				}
				write(s, arg, id, err)
			}
			return failed
		},
	}
	cmd.Flags().Var(&edition, "edition", "edition of the specification: 1.0.0 or 1.0.0-initial")
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

func explain(s streams, token string, id epin.Identifier, err error) {
	if err != nil {
		s.line("%s", err)
		return
	}
	status, terminal := "native", "no"
	if id.IsDerived() {
		status = "derived"
	}
	if id.IsTerminal() {
		terminal = "yes"
	}
	s.line("%s\n  Piece Name    %s\n  Side          %s\n  State         %s", token, id.Name(), id.Side(), id.State())
	s.line("  Terminal      %s\n  Style status  %s\n  PIN           %s", terminal, status, id.PIN())
}

// explanation is a token in the output of `parse --json`. The keys are those of the adapter
// protocol.
type explanation struct {
	Token *string `json:"token,omitempty"` // where it is valid UTF-8
	Hex   string  `json:"hex"`
	Valid bool    `json:"valid"`
	*attributes
	Error string `json:"error,omitempty"`
}

type attributes struct {
	PIN      string `json:"pin"`
	Native   bool   `json:"native"`
	Derived  bool   `json:"derived"`
	Name     string `json:"name"`
	Side     string `json:"side"`
	State    string `json:"state"`
	Terminal bool   `json:"terminal"`
}

func explainJSON(s streams, token string, id epin.Identifier, err error) {
	e := explanation{Hex: hex.EncodeToString([]byte(token)), Valid: err == nil}
	if utf8.ValidString(token) {
		e.Token = &token
	}
	if err != nil {
		e.Error = err.Error()
	} else {
		e.attributes = &attributes{
			id.PIN().String(), id.IsNative(), id.IsDerived(), id.Name().String(), id.Side().String(), id.State().String(), id.IsTerminal(),
		}
	}
	_ = json.NewEncoder(s.lines).Encode(e) // s.lines keeps an error
}
