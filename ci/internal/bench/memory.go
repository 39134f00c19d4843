package main

import (
	"context"
	"errors"
	"fmt"
)

// measureMemory takes the most memory that the runner itself has had in the profile
// thorough: when every answer is right, and when every one of them is wrong, so that
// there are as many failures as checks.
func measureMemory(ctx context.Context, b *bench, t *table) error {
	flags := []string{"--profile", sized(b, "thorough", "quick")}
	for _, m := range []struct {
		name    string
		status  int
		command []string
	}{
		{"the reference", exitHolds, nil},
		{"an adapter that is always wrong", exitFails, []string{b.self, wrongHelper}},
	} {
		c, err := b.certify(ctx, m.status, flags, m.command...)
		if err != nil {
			return err
		}
		if c.peak == 0 {
			return errors.New("the system does not say what memory a process has had; run it on Linux")
		}
		var passed, failed int
		for _, p := range c.report.Parts {
			passed, failed = passed+p.Passed, failed+p.Failed
			// Laws and histories, which have no way of their own, hold of what is always
			// wrong in the same way.
			if m.status == exitFails && p.Way != "" && p.Passed > 0 {
				return fmt.Errorf("%s passes %d checks of the layer %s by %s", m.name, p.Passed, p.Layer, p.Way)
			}
		}
		t.add("memory of the runner, "+m.name, float64(c.peak)/1e6, megabytes, atMost.of(100))
		t.add("  checks", float64(passed+failed)/1e6, million, nil)
		t.add("  failures among them", float64(failed)/1e6, million, nil)
		t.add("  time", c.took.Seconds(), seconds, nil)
	}
	return nil
}
