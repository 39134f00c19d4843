package main

import (
	"fmt"
	"maps"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/prove"
	"github.com/epin-conformance/harness/epin"
)

func proveCommand(s streams) *cobra.Command {
	var list bool
	cmd := &cobra.Command{
		Use:   "prove [flags] TRANSCRIPT",
		Short: "Compute what the answers in a transcript prove about all strings",
		Long: `Compute what the answers in a transcript prove about all strings.

For each operation with verdicts, it computes the largest set of access words for which the
guarantee holds, from the answers alone. It shares no code with the suite: the guarantee of
a report needs the words of the state cover followed by at most so many bytes, and in the
profiles standard and thorough all prefixes of valid tokens, for the fastest operation.

The guarantee: assume that the verdict by an operation is that of a finite automaton over
the bytes that the library takes, and that an access word reaches each of its states. Then
the verdict is correct on all strings of these bytes. The same is computed for automata over
characters: profile thorough has the words of the state cover followed by every character.

Exit status: 0 each operation with verdicts has access words, 1 an operation judged
something incorrectly, 2 wrong usage or an unreadable transcript, 3 nothing is proven of an
operation.`,
		Example: `  epin certify --transcript acme.transcript -- python3 adapter.py
  epin prove acme.transcript`,
		Args: oneFile("transcript", "epin prove TRANSCRIPT"),
		RunE: func(_ *cobra.Command, args []string) error {
			file, err := openInput(s, "the transcript", args[0])
			if err != nil {
				return err
			}
			defer file.Close()
			r, err := prove.Read(file)
			if err != nil {
				return fmt.Errorf("the transcript cannot be read: %s: %w", args[0], err)
			}
			return writeProof(s, r, list)
		},
	}
	cmd.Flags().BoolVar(&list, "list", false, "list the access words of each operation, too")
	return cmd
}

func writeProof(s streams, r *prove.Run, list bool) error {
	edition, err := epin.ParseEdition(r.Header.Edition)
	if err != nil {
		return err
	}
	w := newLineWriter(s.out)
	w.line(fmt.Sprintf("%s %s, EPIN %s, profile %s of suite %s", printable.Text(r.Library.Name), printable.Text(r.Library.Version),
		edition, printable.Text(r.Header.Profile), printable.Text(r.Header.Version)))
	if r.End.Cut != "" {
		w.line("The run was cut short: " + printable.Text(r.End.Cut).String())
	}
	var status error
	if len(r.Operations) == 0 {
		status = &statusError{status: exitUnknown}
	}
	for _, o := range r.Operations {
		w.line("")
		words, access := o.Access(r.Bytes), map[string]bool{}
		if o.Refuted != "" {
			w.line(fmt.Sprintf("%s: nothing is proven: it %s", o.Op, o.Refuted))
			status = errFails
			continue
		}
		if missing, _ := o.Missing("", r.Bytes); len(words) == 0 {
			w.line(fmt.Sprintf("%s: nothing is proven: %+q was neither accepted nor rejected", o.Op, missing))
			if status == nil {
				status = &statusError{status: exitUnknown}
			}
			continue
		}
		for _, word := range words {
			access[word] = true
		}
		w.line(fmt.Sprintf("%s: all verdicts are correct, and prove the guarantee for %s",
			o.Op, number.Counted(len(words), "access word")))
		for _, set := range faultDomain(edition, r.Bytes) {
			n, gap := 0, ""
			for _, word := range set.words {
				if access[word] {
					n++
				} else if missing, ok := o.Missing(word, r.Bytes); ok && gap == "" {
					gap = fmt.Sprintf("; not %+q: %+q was neither accepted nor rejected", word, missing)
				}
			}
			w.line(fmt.Sprintf("  %s of %s %s%s", number.Thousands(n), number.Thousands(len(set.words)), set.name, gap))
		}
		if n := len(o.Access(characters(r.Library))); n > 0 {
			w.line(fmt.Sprintf("  for automata over characters: %s", number.Counted(n, "access word")))
		}
		for _, word := range words {
			if list {
				w.line(fmt.Sprintf("    %+q", word))
			}
		}
	}
	if err := w.flush(); err != nil {
		return err
	}
	return status
}

// characters returns the Unicode scalar values that a library takes, each as a string.
func characters(library conformance.Description) (all []string) {
	for c := rune(0); c <= unicode.MaxRune; c++ {
		if utf8.ValidRune(c) && (c > 0 || !library.NoNUL) {
			all = append(all, string(c))
		}
	}
	return all
}

// wordSet is a part of the access words of the suite.
type wordSet struct {
	name  string
	words []string
}

// faultDomain returns the sets of access words that the suite uses.
func faultDomain(edition epin.Edition, bytes []string) []wordSet {
	cover := []string{"", "+", "a", "a'", "'"}
	if edition.HasTerminal() {
		cover = []string{"", "+", "a", "a^", "a'", "^"}
	}
	longer, prefixes := slices.Clone(cover), map[string]bool{}
	for _, word := range cover {
		for _, b := range bytes {
			if word := word + b; !slices.Contains(cover, word) {
				longer = append(longer, word)
			}
		}
	}
	for id := range edition.All() {
		for n := range len(id.String()) + 1 {
			prefixes[id.String()[:n]] = true
		}
	}
	return []wordSet{
		{"words of the state cover", cover},
		{"words of the state cover, followed by at most 1 byte", longer},
		{"prefixes of valid tokens", slices.Sorted(maps.Keys(prefixes))},
	}
}
