package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// toRaw writes the inputs that Go's corpus files in a folder hold to another, each as a
// file of its very bytes.
func toRaw(from, to string) (n int, err error) {
	return convert(from, to, func(file []byte) (string, []byte, error) {
		input, err := decodeEntry(file)
		return entryName(input), input, err
	})
}

// toGo writes the files in a folder to another, each as a corpus file of Go.
func toGo(from, to string) (n int, err error) {
	return convert(from, to, func(input []byte) (string, []byte, error) {
		return entryName(input), encodeEntry(input), nil
	})
}

// convert converts every file of a folder. Files without a name of their own, which
// begin with a dot, are left out.
func convert(from, to string, conversion func(file []byte) (string, []byte, error)) (n int, err error) {
	files, err := os.ReadDir(from)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return 0, err
	}
	for _, file := range files {
		if file.IsDir() || file.Name()[0] == '.' {
			continue
		}
		path := filepath.Join(from, file.Name())
		content, err := os.ReadFile(path)
		if err != nil {
			return n, err
		}
		name, converted, err := conversion(content)
		if err != nil {
			return n, fmt.Errorf("%s: %w", path, err)
		}
		if err := os.WriteFile(filepath.Join(to, name), converted, 0o644); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// exportSeeds writes the seeds of every target, those made from the corpus and those of
// the corpora that are kept, to a folder for each, as files of their very bytes.
func (c *campaign) exportSeeds(ctx context.Context, to string) error {
	if err := c.prepare(ctx); err != nil {
		return err
	}
	for _, target := range c.programs.targets {
		kept, _, err := c.corpus.read(target)
		if err != nil {
			return err
		}
		r, err := replay(ctx, c.programs.fuzz, target, kept.inOrder(), c.work)
		if err != nil {
			return err
		}
		dir := filepath.Join(to, target)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		for _, run := range r.runs {
			if err := os.WriteFile(filepath.Join(dir, entryName(run.input)), run.input, 0o644); err != nil {
				return err
			}
		}
		c.log("%s: %s", target, counted(len(r.runs), "seed", "seeds"))
	}
	return nil
}
