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
	again, err := replay(ctx, c.programs.cover, target, kept.inOrder(), c.work)
	if err != nil {
		return nil, nil, nil, err
	}
	for _, block := range slices.Sorted(maps.Keys(r.cover)) {
		if !again.cover[block] {
			return nil, nil, nil, fmt.Errorf("%s: without the inputs that cover nothing by themselves, %s is not covered any more; the corpus stays as it is", target, block)
		}
	}
	return kept, nil, r.cover, nil
}
