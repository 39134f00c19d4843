package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
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
		Args: atLeastOne("no token is given: write one as an argument, in quotes, such as \"+K^'\""),
		RunE: func(_ *cobra.Command, args []string) error {
			write := explain
			if asJSON {
				write = explainJSON
			}
			w := newLineWriter(s.out)
			all := true
			for _, arg := range args {
				id, err := edition.Parse(arg)
				all = all && err == nil
				write(w, arg, id, err)
			}
			if err := w.flush(); err != nil {
				return err
			}
			if !all {
				return errFails
			}
			return nil
		},
	}
	addEditionFlag(cmd, &edition, "edition of the specification: 1.0.0 or 1.0.0-initial")
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

func explain(w lineWriter, token string, id epin.Identifier, err error) {
	if err != nil {
		w.line(err.Error())
		return
	}
	status := "native"
	if id.IsDerived() {
		status = "derived"
	}
	terminal := "no"
	if id.IsTerminal() {
		terminal = "yes"
	}
	w.line(token)
	for _, row := range [][2]string{
		{"Piece Name", id.Name().String()},
		{"Side", id.Side().String()},
		{"State", id.State().String()},
		{"Terminal", terminal},
		{"Style status", status},
		{"PIN", id.PIN().String()},
	} {
		w.line(fmt.Sprintf("  %-13s %s", row[0], row[1]))
	}
}

// explanation is a token in the output of `parse --json`. The keys are those of the adapter
// protocol.
type explanation struct {
	Token    *string `json:"token,omitempty"` // where it is valid UTF-8
	Hex      string  `json:"hex"`
	Valid    bool    `json:"valid"`
	PIN      string  `json:"pin,omitempty"`
	Native   *bool   `json:"native,omitempty"`
	Derived  *bool   `json:"derived,omitempty"`
	Name     string  `json:"name,omitempty"`
	Side     string  `json:"side,omitempty"`
	State    string  `json:"state,omitempty"`
	Terminal *bool   `json:"terminal,omitempty"`
	Error    string  `json:"error,omitempty"`
}

func explainJSON(w lineWriter, token string, id epin.Identifier, err error) {
	e := explanation{Hex: hex.EncodeToString([]byte(token)), Valid: err == nil}
	if utf8.ValidString(token) {
		e.Token = &token
	}
	if err != nil {
		e.Error = err.Error()
	} else {
		native, derived, terminal := id.IsNative(), id.IsDerived(), id.IsTerminal()
		e.PIN, e.Name, e.Side, e.State = id.PIN().String(), id.Name().String(), id.Side().String(), id.State().String()
		e.Native, e.Derived, e.Terminal = &native, &derived, &terminal
	}
	line, err := json.Marshal(e)
	if err != nil {
		panic("epin: " + strconv.Quote(token) + ": " + err.Error()) // strings and booleans
	}
	w.line(string(line))
}
