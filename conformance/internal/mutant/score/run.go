package score

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// Config holds the options of [Run].
type Config struct {
	Subjects []Subject
	Profiles []suite.Profile
	// Layers limits the trials to these layers alone, in each profile that has them. Nil
	// means every profile as a whole and every layer alone. It omits layers in the profile
	// thorough if they differ from those of smaller profiles, because they take seconds.
	Layers []string
	Jobs   int // trials in parallel; 0 means 1
}

// Outcome is the result of the trials of a subject.
type Outcome struct {
	Subject
	killedBy map[Trial]string // the first layer that killed, or ""; the key is the smallest equivalent trial
	layout   layout
}

// Killed reports whether a trial killed the mutant. tried is false if the trial was not made.
func (o Outcome) Killed(t Trial) (killed, tried bool) {
	by, tried := o.killedBy[o.layout.smallest(t)]
	return by != "", tried
}

// By returns the first layer of a trial that killed the mutant, or "".
func (o Outcome) By(t Trial) string { return o.killedBy[o.layout.smallest(t)] }

// Alone returns the layers of a profile that kill the mutant alone, in the order of the
// suite.
func (o Outcome) Alone(p suite.Profile) []string {
	var layers []string
	for _, layer := range result.Layers() {
		if killed, _ := o.Killed(Trial{p, layer}); killed {
			layers = append(layers, layer)
		}
	}
	return layers
}

// Run makes the trials of all subjects, and returns the outcomes in the order of the subjects.
// It calls done after each trial, from one goroutine at a time. If a trial fails, or ctx ends,
// Run returns an error and no outcomes. The error of a trial names it.
func Run(ctx context.Context, cfg Config, done func(trials, of int)) ([]Outcome, error) {
	type task struct {
		subject int
		trial   Trial
	}
	all, err := layouts()
	if err != nil {
		return nil, err
	}
	outcomes := make([]Outcome, len(cfg.Subjects))
	var tasks []task
	for i, s := range cfg.Subjects {
		outcomes[i] = Outcome{s, map[Trial]string{}, all[s.Edition]}
		for _, trial := range cfg.trials(all[s.Edition]) {
			tasks = append(tasks, task{i, trial})
		}
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var workers sync.WaitGroup
	var mu sync.Mutex // of the outcomes and of finished
	finished := 0
	for range max(cfg.Jobs, 1) {
		workers.Go(func() {
			for n := next.Add(1); n <= int64(len(tasks)) && ctx.Err() == nil; n = next.Add(1) {
				t := tasks[n-1]
				s := cfg.Subjects[t.subject]
				by, err := try(ctx, s.open, s.Edition, t.trial)
				mu.Lock()
				if err != nil {
					cancel(fmt.Errorf("%s, %s: %w", s, t.trial, err)) // the first one counts
				} else {
					outcomes[t.subject].killedBy[t.trial] = by
					finished++
					done(finished, len(tasks))
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	if finished < len(tasks) {
		return nil, context.Cause(ctx)
	}
	return outcomes, nil
}

// trials returns the trials of a subject, without equivalent ones.
func (c Config) trials(l layout) []Trial {
	var trials []Trial
	add := func(t Trial) {
		if t = l.smallest(t); l.has(t) && !slices.Contains(trials, t) {
			trials = append(trials, t)
		}
	}
	for _, p := range c.Profiles {
		for _, layer := range c.Layers {
			add(Trial{p, layer})
		}
		if c.Layers != nil {
			continue
		}
		add(Trial{Profile: p})
		for _, layer := range result.Layers() {
			if l.smallest(Trial{p, layer}).Profile != suite.Thorough {
				add(Trial{p, layer})
			}
		}
	}
	return trials
}

// Score is a mutation score: the number of killed mutants, and of all tested mutants.
type Score struct{ Killed, Total int }

// Percent returns the score in per cent, or 0 if Total is 0.
func (s Score) Percent() float64 {
	if s.Total == 0 {
		return 0
	}
	return 100 * float64(s.Killed) / float64(s.Total)
}

// ScoreOf returns the mutation score of a trial.
func ScoreOf(outcomes []Outcome, t Trial) Score {
	var s Score
	for _, o := range outcomes {
		killed, tried := o.Killed(t)
		if tried {
			s.Total++
		}
		if killed {
			s.Killed++
		}
	}
	return s
}

// sureTrials returns the trials that are sure to kill a mutant: whole profiles, and its layer
// alone. Only the profile thorough tests every Unicode scalar value. No trial is sure to kill
// a mutant of the layer Chance.
func sureTrials(layer mutant.Layer) []Trial {
	whole := []Trial{{Profile: suite.Standard}, {Profile: suite.Thorough}}
	switch layer {
	case mutant.Basic:
		return append(whole, Trial{Profile: suite.Quick})
	case mutant.Scalars:
		return []Trial{{Profile: suite.Thorough}, {suite.Thorough, string(layer)}}
	case mutant.Pairs:
		return append(whole, Trial{suite.Standard, result.LayerScalars})
	case mutant.Chance:
		return nil
	}
	return append(whole, Trial{suite.Standard, string(layer)})
}
