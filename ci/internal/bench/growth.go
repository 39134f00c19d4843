package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/conformance/wire"
)

// measureGrowth holds the time of a check in the whole of a large layer, every byte
// string of length up to 3, against that in the first sixteenth of it, in the same
// run. The fixed cost that is subtracted from both is what comes before the first
// sixty-fourth of the checks is done: everything that every run does once, the first
// small sweeps, and how far the questions run ahead of the answers.
func measureGrowth(ctx context.Context, b *bench, t *table) error {
	// A smoke run is so small that progress is reported only a few times.
	length, before, part := sized(b, 3, 2), sized(b, 64, 8), sized(b, 16, 2)
	var small, large, ratios []float64
	var all []progress
	for range sized(b, 3, 1) {
		var err error
		if all, err = b.progressOf(ctx, length); err != nil {
			return err
		}
		end := all[len(all)-1]
		start := firstAt(all, end.checks/before)
		s, l := firstAt(all, end.checks/part).perCheck(start), end.perCheck(start)
		small, large, ratios = append(small, s), append(large, l), append(ratios, l/s)
	}
	checks := all[len(all)-1].checks
	t.add(fmt.Sprintf("a check, among the first %d", checks/part), median(small), nanoseconds, nil)
	t.add(fmt.Sprintf("a check, among all %d", checks), median(large), nanoseconds, nil)
	t.add("  so many times as long", median(ratios), times, atMost.of(1.3))
	return nil
}

// progress is how many checks of a layer were done after how long.
type progress struct {
	checks int
	after  time.Duration
}

// perCheck returns how many nanoseconds each check has taken since an earlier time.
func (p progress) perCheck(since progress) float64 {
	return float64((p.after - since.after).Nanoseconds()) / float64(p.checks-since.checks)
}

// firstAt returns the first progress of at least so many checks; the last is the end.
func firstAt(all []progress, checks int) progress {
	for _, p := range all {
		if p.checks >= checks {
			return p
		}
	}
	return all[len(all)-1]
}

// progressOf asks the reference, one process of it, every byte string up to a length,
// and returns the progress of that layer, to its end.
func (b *bench) progressOf(ctx context.Context, length int) (all []progress, err error) {
	var began time.Time
	under := false
	_, err = suite.Run(ctx, suite.Config{
		Open:    wire.Command{Args: []string{b.epin, "serve"}}.Open,
		Profile: suite.Quick, Seed: 1, Jobs: 1, Exhaustive: &length,
	}, func(event suite.Event) {
		switch e := event.(type) {
		case suite.PartStarted:
			under, began = e.Layer == "exhaustive" && e.Way == "sweep", time.Now()
		case suite.Progress:
			if under {
				all = append(all, progress{e.Done, time.Since(began)})
			}
		case suite.PartFinished:
			if under && e.Part.Complete && e.Part.Failed == 0 {
				all = append(all, progress{e.Part.Passed, time.Since(began)})
			}
		}
	})
	if err == nil && (len(all) < 4 || all[len(all)-1].checks < 1<<(8*length)) {
		err = errors.New("the layer exhaustive did not come to its end")
	}
	return all, err
}
