package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// minimise returns those inputs of a target that cover code which neither its seeds nor
// shorter inputs cover. Together with the seeds they cover what all of them do, or it is
// an error. Inputs that fail are returned apart.
func (c *campaign) minimise(ctx context.Context, target string, all entries) (kept entries, failing []inputRun, cover map[string]bool, err error) {
	r, err := replay(ctx, c.programs.cover, target, all.inOrder(), c.work)
	if err != nil {
		return nil, nil, nil, err
	}
	kept = make(entries)
	covered := 0.0
	for _, run := range r.runs {
		if run.failed {
			failing = append(failing, run)
		}
		if run.coverage > covered && !run.isSeed() {
			kept.add(run.input)
		}
		covered = max(covered, run.coverage)
	}
	if len(failing) > 0 {
		return all, failing, r.cover, nil // what fails is mended first
	}
	lost, err := c.lostWithout(ctx, target, all, kept, r.cover)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(lost) > 0 {
		return nil, nil, nil, fmt.Errorf("%s: without the inputs that cover nothing by themselves, %s is not covered any more; the corpus stays as it is", target, lost[0])
	}
	return kept, nil, r.cover, nil
}

// mostLooks is how often it is looked whether a block is covered by chance.
const mostLooks = 10

// lostWithout returns what all inputs of a target cover, and those that are kept do not.
// Where goroutines share the work some code is run at times only: lost is what is covered
// each time by all, and never by those that are kept. covered is what all cover once.
func (c *campaign) lostWithout(ctx context.Context, target string, all, kept entries, covered map[string]bool) (lost []string, err error) {
	if len(kept) == len(all) {
		return nil, nil
	}
	lost = slices.Sorted(maps.Keys(covered))
	without := func(inputs entries, is bool) error {
		r, err := replay(ctx, c.programs.cover, target, inputs.inOrder(), c.work)
		lost = slices.DeleteFunc(lost, func(block string) bool { return r.cover[block] == is })
		return err
	}
	for look := range mostLooks {
		if look > 0 {
			err = without(all, false)
		}
		if err == nil {
			err = without(kept, true)
		}
		if err != nil || len(lost) == 0 {
			return nil, err
		}
	}
	return lost, nil
}
