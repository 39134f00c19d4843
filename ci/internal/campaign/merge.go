package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
)

// merge adds the corpora and findings of other campaigns' folders to this one, by
// content, and minimises every corpus. What is kept covers what all of them did.
func (c *campaign) merge(ctx context.Context, from []string) (changes []corpusChange, err error) {
	for _, dir := range from {
		for kind, into := range map[string]folder{"corpus": c.corpus, "findings": c.findings} {
			if err := mergeFolder(folder(filepath.Join(dir, kind)), into); err != nil {
				return nil, err
			}
		}
	}
	if err := c.prepare(ctx); err != nil {
		return nil, err
	}
	for _, target := range c.programs.targets {
		change, err := c.minimiseCorpus(ctx, target)
		if err != nil {
			return changes, err
		}
		changes = append(changes, change)
	}
	return changes, nil
}

// mergeFolder adds what stands in one folder to another. Files that are no corpus files
// of Go are left out.
func mergeFolder(from, into folder) error {
	targets, err := from.targets()
	if err != nil {
		return err
	}
	for _, target := range targets {
		all, _, err := from.read(target)
		if err != nil {
			return err
		}
		for _, input := range all {
			if err := into.write(target, input); err != nil {
				return err
			}
		}
	}
	return nil
}

// A corpusChange is what minimising did to the corpus of a target.
type corpusChange struct {
	target        string
	before, after int // inputs
	cover         map[string]bool
	failing       int
}

// minimiseCorpus removes from the corpus of a target what covers nothing by itself. A
// corpus of which something fails stays as it is, and what fails is a finding.
func (c *campaign) minimiseCorpus(ctx context.Context, target string) (corpusChange, error) {
	all, _, err := c.corpus.read(target)
	if err != nil {
		return corpusChange{}, err
	}
	kept, failing, cover, err := c.minimise(ctx, target, maps.Clone(all))
	if err != nil {
		return corpusChange{}, err
	}
	for _, run := range failing {
		if !run.isSeed() {
			if err := c.findings.write(target, run.input); err != nil {
				return corpusChange{}, err
			}
		}
	}
	for name, input := range all {
		if _, keep := kept[name]; !keep {
			if err := c.corpus.remove(target, input); err != nil {
				return corpusChange{}, err
			}
		}
	}
	return corpusChange{target, len(all), len(kept), cover, len(failing)}, nil
}

// checkFolders refuses what is no folder of a campaign.
func checkFolders(dirs []string) error {
	for _, dir := range dirs {
		if _, err := os.Stat(filepath.Join(dir, "corpus")); err != nil {
			return usageError{fmt.Errorf("%s is no folder of a campaign: %w", dir, errors.Unwrap(err))}
		}
	}
	return nil
}
