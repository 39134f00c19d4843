package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/fuzzing"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// mostOnCommandLine is how many bytes of selectors a reproduce command holds where a file
// holds them as well.
const mostOnCommandLine = 200

func fuzzCommand(s streams) *cobra.Command {
	var o certifyOptions
	o.cfg.Fuzz = &suite.Fuzz{}
	cmd := &cobra.Command{
		Use:   "fuzz [flags] [-- COMMAND [ARG...]]",
		Short: "Test with random requests for as long as you like",
		Long: `Test with random requests for as long as you like.

COMMAND starts an adapter, as for certify. The run begins with all checks of the profile.
Random requests follow for --time: valid tokens and edits of them; characters, encodings,
lengths and escapes that other libraries handle incorrectly; transformations in a row;
sequences of calls. An input that leads to a new kind of response is mutated first.

Each finding is shrunk and shown once, with the command that reproduces it. If single
requests reproduce it, a file in the folder --replays has them: epin certify --only @FILE
-- COMMAND sends them again.

Random requests come in rounds. A round depends only on the seed, the inputs in the folder
--corpus and the earlier responses. So the same seed and folder give the same requests, at
any speed. --rounds ends after a number of them.

A run without a finding proves nothing about all strings; the other layers do (see epin
certify).`,
		Example: `  epin fuzz --time 5m -- python3 adapter.py
  epin fuzz --seed 7 --rounds 100 -- ./adapter
  epin fuzz --profile quick --time 10m --corpus inputs -- ./adapter`,
		Args: withAdapter(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				o.seed = newSeed()
			}
			if o.cfg.Fuzz.Rounds > 0 && !cmd.Flags().Changed("time") {
				o.cfg.Fuzz.Time = 0
			}
			if !cmd.Flags().Changed("max-time") {
				o.cfg.MaxTime += o.cfg.Fuzz.Time
			}
			if o.cfg.Fuzz.Rounds < 0 || o.cfg.Fuzz.Rounds == 0 && o.cfg.Fuzz.Time <= 0 {
				return fmt.Errorf("--time is %s, and --rounds is %d: one of them has to be above zero", o.cfg.Fuzz.Time, o.cfg.Fuzz.Rounds)
			}
			return o.certify(cmd.Context(), s, args)
		},
	}
	o.addFlags(cmd)
	f := cmd.Flags()
	f.Lookup("max-time").DefValue = "30m0s beside --time"
	f.DurationVar(&o.cfg.Fuzz.Time, "time", time.Minute, "time for random requests")
	f.IntVar(&o.cfg.Fuzz.Rounds, "rounds", 0, "end after `N` rounds of random requests (default when the time is over)")
	addSeedFlag(cmd, &o.seed, "")
	f.StringVar(&o.corpus, "corpus", "", "start with the inputs in `DIR`, and add new ones")
	f.StringVar(&o.replays, "replays", "replays",
		"write the requests of each finding to a file in the folder `DIR`; --replays '' writes none")
	o.output.addReportFlags(cmd)
	o.output.addTextFlags(cmd)
	advanced(cmd, "rounds", "replays")
	return cmd
}

// writeReplays writes a selector file for each finding that can be reproduced, and names it
// in the report. Where the selectors are too long for a command line, the command that
// reproduces the finding reads the file.
func (o *certifyOptions) writeReplays(r result.Report, command []string) error {
	if o.replays == "" {
		return nil
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		file := suite.SelectorFile{
			Run:       &suite.SelectorRun{Edition: o.edition.Edition, Profile: o.cfg.Profile, Seed: uint64(o.seed)},
			Comments:  []string{r.Subject() + ": " + f.Sentence()},
			Selectors: suite.SelectorsOf(*f),
		}
		text := file.Bytes()
		if len(file.Selectors) == 0 || len(text) > suite.MaxSelectorFileBytes {
			continue
		}
		// The same requests to the same library have the same name in every run.
		sum := sha256.Sum256([]byte(file.Comments[0] + "\n" + strings.Join(file.Selectors, "\n")))
		name := filepath.Join(o.replays, hex.EncodeToString(sum[:8])+".txt")
		if err := writeInFolder("a file that reproduces a finding", name, text); err != nil {
			return err
		}
		f.Replay = printable.Text(name)
		if only := strings.Join(f.Only, " "); only == "" || len(only) > mostOnCommandLine {
			again := append([]string{"epin", "certify", "--only", "@" + name}, o.given()...)
			if len(command) > 0 {
				again = append(append(again, "--"), command...)
			}
			f.SetRepeat(again)
		}
	}
	return nil
}

// Limits of a folder of inputs.
const (
	mostInputs     = 1 << 14 // files
	mostInputBytes = 32 << 20
)

// inputs is the corpus of fuzzing: a folder with one file for each input.
type inputs struct {
	dir  string // "" for none
	all  []string
	left int   // files that were not read
	err  error // the first error of writing
}

// openInputs reads the files of a folder in the order of their names. keep makes the folder if it
// does not exist. Names that begin with a dot are ignored.
func openInputs(dir string) (*inputs, error) {
	in := &inputs{dir: dir}
	if err := checkMaking(dir); err != nil {
		return nil, fmt.Errorf("the inputs cannot be kept in %s: %w", dir, err)
	}
	files, err := os.ReadDir(dir)
	left := mostInputBytes
	for i := 0; err == nil && i < len(files); i++ {
		if !files[i].Type().IsRegular() || strings.HasPrefix(files[i].Name(), ".") {
			continue
		}
		var info fs.FileInfo
		if info, err = files[i].Info(); err != nil {
			break
		}
		if len(in.all) >= mostInputs || info.Size() > fuzzing.Longest || int(info.Size()) > left {
			in.left++
			continue
		}
		var input []byte
		input, err = os.ReadFile(filepath.Join(dir, files[i].Name()))
		left -= len(input)
		in.all = append(in.all, string(input))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the inputs cannot be read: %w", err)
	}
	return in, nil
}

// keep writes an input to a file that is named by it.
func (i *inputs) keep(input string) {
	if i.dir == "" || i.err != nil {
		return
	}
	sum := sha256.Sum256([]byte(input))
	name := filepath.Join(i.dir, hex.EncodeToString(sum[:16]))
	if _, err := os.Stat(name); err != nil {
		i.err = writeInFolder("an input", name, []byte(input))
	}
}
