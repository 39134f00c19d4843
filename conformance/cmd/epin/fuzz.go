package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

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
	o.addSeed(cmd, "")
	f.StringVar(&o.corpus, "corpus", "", "start with the inputs in `DIR`, and add new ones")
	f.StringVar(&o.replays, "replays", "replays",
		"write the requests of each finding to a file in the folder `DIR`; --replays '' writes none")
	o.output.addReportFlags(cmd)
	o.output.addTextFlags(cmd)
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
		err := os.MkdirAll(o.replays, 0o755)
		if err == nil {
			err = os.WriteFile(name, text, 0o644)
		}
		if err != nil {
			return fmt.Errorf("a file that reproduces a finding cannot be written: %w", err)
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
