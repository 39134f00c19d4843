package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/prove"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/internal/transcript"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

// keptTranscript is the transcript of a run that is being written; nil for none.
type keptTranscript struct {
	file *wholeFile
	*transcript.Writer
	mutex        sync.Mutex // processes are opened ahead
	environments []string   // the names of those that were tested
}

// begin writes the header: the configuration of the run. It makes the run note the environments
// in which it tests the implementation.
func (k *keptTranscript) begin(cfg *suite.Config, o askOptions, command []string) error {
	open := cfg.OpenIn
	cfg.OpenIn = func(ctx context.Context, in suite.Environment, edition epin.Edition) (conformance.Implementation, error) {
		impl, err := open(ctx, in, edition)
		k.mutex.Lock()
		defer k.mutex.Unlock()
		if err == nil && !slices.Contains(k.environments, in.Name) {
			k.environments = append(k.environments, in.Name)
		}
		return impl, err
	}
	w, err := k.file.begin()
	if err != nil {
		return unknown(err)
	}
	k.Writer, err = transcript.NewWriter(w, transcript.Header{
		Version: conformance.Version, Corpus: corpus.Digest(),
		Edition: cfg.Edition.String(), Profile: cfg.Profile.String(), Seed: cfg.Seed,
		Complete: cfg.Complete, Exhaustive: cfg.Exhaustive, Fuzz: cfg.Fuzzes(),
		Only: append([]string{}, cfg.Only...), Command: append([]string{}, command...),
		HelloTimeout: o.waits.HelloTimeout, Timeout: o.waits.Timeout, Grace: o.waits.Grace,
		Env: o.env.pass, EnvClear: o.env.clear,
	})
	return unknown(k.file.failed(err))
}

// end writes how the run ended, and gives the file its name.
func (k *keptTranscript) end(r result.Report) error {
	if k == nil {
		return nil
	}
	return k.file.write(func(io.Writer) error {
		end := transcript.End{Cut: r.Cut.String(), Environments: k.environments}
		for _, p := range r.Parts {
			end.Rounds += p.Rounds
		}
		return k.Close(end)
	})
}

func judgeCommand(s streams) *cobra.Command {
	var o askOptions
	cmd := &cobra.Command{
		Use:   "judge [flags] TRANSCRIPT",
		Short: "Judge a transcript again, without the library",
		Long: `Judge a transcript again, without the library.

certify --transcript FILE keeps every request and response. This command makes the
same requests, and the transcript answers them. With the same version of the suite the
verdict is the same; another version may judge differently. A request that the transcript
does not have is not tested: then the run is inconclusive, unless something failed. A
transcript of the profile thorough is too large to be judged again.

Exit status: as that of certify; 2 also for a transcript that is cut short or altered.`,
		Example: `  epin certify --transcript acme.transcript -- python3 adapter.py
  epin judge acme.transcript --report json=report.json`,
		Args: arguments("transcript"),
		RunE: func(cmd *cobra.Command, args []string) error { return judge(cmd.Context(), s, o, args[0]) },
	}
	flagsInOrder(cmd)
	o.output.addFlag(cmd, "report", "")
	o.output.addTextFlags(cmd)
	addMaxTimeFlag(cmd, &o)
	return cmd
}

func judge(ctx context.Context, s streams, o askOptions, name string) error {
	// The content of a transcript does not fit into memoryAim.
	debug.SetMemoryLimit(1 << 30)
	debug.SetGCPercent(75)
	t, err := readFile(s, "the transcript", name, func(file io.Reader) (*transcript.Transcript, error) {
		t, err := transcript.Read(file)
		if err != nil {
			return nil, err
		}
		var errs [2]error
		o.edition.Edition, errs[0] = epin.ParseEdition(t.Header.Edition)
		o.cfg.Profile, errs[1] = suite.ParseProfile(t.Header.Profile)
		return t, errors.Join(errs[:]...)
	})
	if err != nil {
		return err
	}
	// Commands that reproduce a finding need these too.
	o.cfg.Complete, o.cfg.Exhaustive = t.Header.Complete, t.Header.Exhaustive
	o.waits = wire.Command{
		HelloTimeout: cmp.Or(t.Header.HelloTimeout, defaultWaits.HelloTimeout),
		Timeout:      cmp.Or(t.Header.Timeout, defaultWaits.Timeout), Grace: cmp.Or(t.Header.Grace, defaultWaits.Grace),
	}
	o.env = environment{pass: t.Header.Env, clear: t.Header.EnvClear}
	o.cfg.Jobs, o.seed, o.cfg.Only, o.cfg.Fuzz = 1, uint32(t.Header.Seed), t.Header.Only, &suite.Fuzz{}
	if t.Header.Fuzz {
		o.cfg.Fuzz.Rounds = t.End.Rounds
	}
	o.cfg.OpenIn = func(ctx context.Context, in suite.Environment, edition epin.Edition) (conformance.Implementation, error) {
		if !slices.Contains(t.End.Environments, in.Name) {
			return nil, errors.New("the run of the transcript did not test it there")
		}
		return t.Open(ctx, edition)
	}
	cfg, began := o.config(t.Open), time.Now()
	cfg.Now = func() time.Time { return began } // the time of a replay means nothing
	if err := o.output.open(s); err != nil {
		return err
	}
	ctx, end := interruptible(ctx) // from here on: before, a signal ends the program
	defer end()
	r, err := o.run(ctx, s, cfg, t.Header.Command)
	if err != nil {
		return err
	}
	r.Notes = append(r.Notes, printable.Text(fmt.Sprintf("the responses are those of a transcript of suite %s", t.Header.Version)))
	if err := o.output.write(s, r); err != nil {
		return unknown(err)
	}
	return o.end(r)
}

func proveCommand(s streams) *cobra.Command {
	var list bool
	cmd := &cobra.Command{
		Use:   "prove [flags] TRANSCRIPT",
		Short: "Compute what the responses in a transcript prove about all strings",
		Long: `Compute what the responses in a transcript prove about all strings.

For each operation with verdicts, it computes the largest set of access words for which the
guarantee holds, from the responses alone, without code of the suite. The guarantee of a
report needs the words of the state cover followed by at most k bytes, and in the
profiles standard and thorough all prefixes of valid tokens, for the fastest operation.

The guarantee: if the verdict by an operation is that of a finite automaton over bytes, and
an access word reaches each of its states, then it is correct on all strings. The same is
computed for automata over characters. It compares verdicts only. A report also
has no guarantee where other responses to the same input differ.

Exit status: 0 each operation with verdicts has access words, 1 an operation has
an incorrect verdict, 2 wrong usage or an unreadable transcript, 3 an operation has no
access words.`,
		Example: `  epin certify --transcript acme.transcript -- python3 adapter.py
  epin prove acme.transcript`,
		Args: arguments("transcript"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := readFile(s, "the transcript", args[0], prove.Read)
			if err != nil {
				return err
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
	s.line("%s %s, EPIN %s, profile %s of suite %s", printable.Text(r.Library.Name), printable.Text(r.Library.Version),
		edition, printable.Text(r.Header.Profile), printable.Text(r.Header.Version))
	if r.End.Cut != "" {
		s.line("The run was cut short: %s", printable.Text(r.End.Cut))
	}
	unproven := &statusError{status: exitUnknown}
	var status error
	if len(r.Operations) == 0 {
		status = unproven
	}
	for _, o := range r.Operations {
		words := o.Access(r.Bytes)
		if o.Refuted != "" {
			s.line("\n%s: nothing is proven: it %s", o.Op, o.Refuted)
			status = errFails
			continue
		}
		if len(words) == 0 {
			missing, _ := o.Missing("", r.Bytes)
			s.line("\n%s: nothing is proven: the transcript does not show whether %+q is accepted", o.Op, missing)
			if status == nil {
				status = unproven
			}
			continue
		}
		s.line("\n%s: all verdicts are correct, and prove the guarantee for %s", o.Op, number.Counted(len(words), "access word"))
		for _, set := range faultDomain(edition, r.Bytes) {
			n, gap := 0, ""
			for _, word := range set.words {
				if slices.Contains(words, word) {
					n++
				} else if missing, ok := o.Missing(word, r.Bytes); ok && gap == "" {
					gap = fmt.Sprintf("; not for %+q: the transcript does not show whether %+q is accepted", word, missing)
				}
			}
			s.line("  %s of %s %s%s", number.Thousands(n), number.Thousands(len(set.words)), set.name, gap)
		}
		if n := len(o.Access(characters(r.Library))); n > 0 {
			s.line("  for automata over characters: %s", number.Counted(n, "access word"))
		}
		for _, word := range words {
			if list {
				s.line("    %+q", word)
			}
		}
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
	longer, prefixes := slices.Clone(cover), []string{}
	for _, word := range cover {
		for _, b := range bytes {
			longer = append(longer, word+b)
		}
	}
	for id := range edition.All() {
		for n := range len(id.String()) + 1 {
			prefixes = append(prefixes, id.String()[:n])
		}
	}
	distinct := func(words []string) []string {
		slices.Sort(words)
		return slices.Compact(words)
	}
	return []wordSet{
		{"words of the state cover", cover},
		{"words of the state cover, followed by at most 1 byte", distinct(longer)},
		{"prefixes of valid tokens", distinct(prefixes)},
	}
}
