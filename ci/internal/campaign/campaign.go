package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/epin-conformance/harness/corpus"
)

// settings are what a campaign is told.
type settings struct {
	time    time.Duration // of fuzzing, for all targets together
	dir     string        // what is kept from one campaign to the next
	seeds   string        // where Go looks for seeds, a folder for each target
	pkg     string        // the package of the targets
	only    []string      // the targets; empty for all
	workers int
	stderr  io.Writer
	build   func(ctx context.Context, pkg, into string) (programs, error)
}

// A campaign has a folder:
//
//	corpus/TARGET/    what is interesting, as corpus files of Go
//	findings/TARGET/  inputs that fail, until they no longer do
//	vectors/          vectors proposed for the corpus, by edition
//	summary.*         of the last campaign, as text, Markdown and JSON
//	work/             what the campaign under way, or one that was killed, works with
//	lock              held by the campaign under way
//
// All but what is in work is whole at any moment.
type campaign struct {
	settings
	programs programs
	corpus   folder
	findings folder
	goSeeds  folder
	work     string
	wants    map[string]corpus.Want // of the vectors of the corpus, by id
	summary  summary
	unlock   func()

	coverBefore, coverAfter map[string]bool
}

// usageError is about the command line.
type usageError struct{ error }

// open takes the folder, and brings to safety what a campaign that was killed has left.
func open(s settings) (*campaign, error) {
	c := &campaign{
		settings: s,
		corpus:   folder(filepath.Join(s.dir, "corpus")),
		findings: folder(filepath.Join(s.dir, "findings")),
		goSeeds:  folder(s.seeds),
		wants:    make(map[string]corpus.Want),
	}
	work, err := filepath.Abs(filepath.Join(s.dir, "work"))
	if err != nil {
		return nil, err
	}
	c.work = work
	for _, edition := range corpus.Editions() {
		vectors, err := corpus.Vectors(edition)
		if err != nil {
			return nil, err
		}
		for _, v := range vectors {
			c.wants[v.ID] = v.Want
		}
	}
	for _, dir := range []string{string(c.corpus), string(c.findings)} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
	}
	file, err := os.OpenFile(filepath.Join(s.dir, "lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	taken, err := lock(file)
	if err != nil || !taken {
		file.Close()
		return nil, errors.Join(fmt.Errorf("another campaign is at work in %s; wait for it, or give this one a folder with --dir", s.dir), err)
	}
	c.unlock = func() { file.Close() }
	if err := c.recover(); err != nil {
		c.unlock()
		return nil, fmt.Errorf("what the last campaign left in %s cannot be taken over: %w", s.dir, err)
	}
	return c, nil
}

// close gives the folder back.
func (c *campaign) close() error {
	err := os.RemoveAll(c.work)
	c.unlock()
	return err
}

func (c *campaign) engineDir() string { return filepath.Join(c.work, "engine") }
func (c *campaign) engineFound() folder {
	return folder(filepath.Join(c.engineDir(), "testdata", "fuzz"))
}
func (c *campaign) engineCache() folder { return folder(filepath.Join(c.work, "cache")) }

// recover keeps what a campaign that was killed has found, and begins anew.
func (c *campaign) recover() error {
	err := errors.Join(removeTemporary(c.dir), removeTemporary(c.seeds), c.corpus.tidy(), c.findings.tidy())
	if err != nil {
		return err
	}
	targets, err := c.engineFound().targets()
	if err != nil {
		return err
	}
	cached, err := c.engineCache().targets()
	if err != nil {
		return err
	}
	for _, target := range slices.Compact(slices.Sorted(slices.Values(append(targets, cached...)))) {
		found, fresh, err := c.harvest(target)
		if err != nil {
			return err
		}
		c.summary.Recovered.Findings += len(found)
		c.summary.Recovered.Inputs += fresh
	}
	if err := os.RemoveAll(c.work); err != nil {
		return err
	}
	return os.MkdirAll(c.work, 0o755)
}

// harvest keeps what the engine has written for a target. It returns the inputs that
// fail and are new, and counts the interesting ones that are.
func (c *campaign) harvest(target string) (found [][]byte, fresh int, err error) {
	written, _, err := c.engineFound().read(target)
	if err != nil {
		return nil, 0, err
	}
	seeds, _, err := c.goSeeds.read(target)
	if err != nil {
		return nil, 0, err
	}
	for name, input := range written {
		if _, given := seeds[name]; given {
			continue
		}
		if err := c.findings.write(target, input); err != nil {
			return nil, 0, err
		}
		found = append(found, input)
	}
	cached, _, err := c.engineCache().read(target)
	if err != nil {
		return nil, 0, err
	}
	there, _, err := c.corpus.read(target)
	if err != nil {
		return nil, 0, err
	}
	for _, input := range cached {
		if !there.add(input) {
			continue
		}
		if err := c.corpus.write(target, input); err != nil {
			return nil, 0, err
		}
		fresh++
	}
	return found, fresh, nil
}

func (c *campaign) log(format string, args ...any) {
	fmt.Fprintf(c.stderr, "ci/fuzz: "+format+"\n", args...)
}

// prepare builds the programs, and chooses the targets.
func (c *campaign) prepare(ctx context.Context) error {
	c.log("building the targets")
	p, err := c.build(ctx, c.pkg, c.work)
	if err != nil {
		return err
	}
	for _, target := range c.only {
		if !slices.Contains(p.targets, target) {
			return usageError{fmt.Errorf("there is no target %q; there are %s", target, strings.Join(p.targets, ", "))}
		}
	}
	if len(c.only) > 0 {
		p.targets = slices.DeleteFunc(slices.Clone(p.targets), func(target string) bool { return !slices.Contains(c.only, target) })
	}
	c.programs = p
	return nil
}

// run fuzzes every target for its share of the time. An error means that the campaign
// could not begin; what goes wrong with a target stands in the summary.
func (c *campaign) run(ctx context.Context) error {
	began := time.Now()
	if err := c.prepare(ctx); err != nil {
		return err
	}
	targets := c.programs.targets
	share := c.time / time.Duration(len(targets))
	if share < time.Second {
		return usageError{fmt.Errorf("--time %v is too little: %d targets need a second each, so give at least --time %ds", c.time, len(targets), len(targets))}
	}
	c.summary.Format = summaryFormat
	c.summary.Started = began.UTC().Truncate(time.Second)
	c.summary.Budget, c.summary.Workers = c.time.Seconds(), c.workers
	c.coverBefore, c.coverAfter = make(map[string]bool), make(map[string]bool)
	for i, target := range targets {
		if ctx.Err() != nil {
			break
		}
		t, err := c.target(ctx, target, share, time.Duration(len(targets)-1-i)*share)
		if err != nil && ctx.Err() == nil {
			t.Note = "could not be run"
			c.summary.Errors = append(c.summary.Errors, err.Error())
			c.log("%v", err)
		}
		c.summary.Targets = append(c.summary.Targets, t)
	}
	c.summary.Interrupted = ctx.Err() != nil
	c.summary.Seconds = time.Since(began).Seconds()
	c.summary.CoverageBefore, c.summary.CoverageAfter = len(c.coverBefore), len(c.coverAfter)
	return nil
}

// target fuzzes one target; left is the time of those behind it.
func (c *campaign) target(ctx context.Context, target string, share, left time.Duration) (targetSummary, error) {
	t := targetSummary{Name: target}
	failing, cover, err := c.sift(ctx, target)
	if err != nil {
		return t, err
	}
	corpus, _, err := c.corpus.read(target)
	if err != nil {
		return t, err
	}
	t.CorpusBefore, t.CorpusAfter = len(corpus), len(corpus)
	t.CoverageBefore, t.CoverageAfter = len(cover), len(cover)
	maps.Copy(c.coverBefore, cover)
	if failing > 0 {
		t.Note = "not fuzzed: Go does not begin while a seed fails"
		return t, nil
	}
	found, hung, err := c.fuzz(ctx, &t, share, left)
	// What is found is described even when the campaign was interrupted.
	for _, input := range found {
		err = errors.Join(err, c.describeFound(context.WithoutCancel(ctx), target, input, hung))
	}
	if err != nil {
		return t, err
	}
	corpus, _, err = c.corpus.read(target)
	if err != nil {
		return t, err
	}
	if t.CorpusAfter = len(corpus); t.CorpusAfter > t.CorpusBefore {
		r, err := replay(context.WithoutCancel(ctx), c.programs.cover, target, corpus.inOrder(), c.work)
		if err != nil {
			return t, err
		}
		cover, t.CoverageAfter = r.cover, len(r.cover)
	}
	maps.Copy(c.coverAfter, cover)
	return t, nil
}

// fuzz runs the engine on what is kept, and keeps what it finds. A share that is over
// before all seeds were run is begun again, longer. hung says that Go's word for what
// it found is that a process hung or died, which it says at times of nothing.
func (c *campaign) fuzz(ctx context.Context, t *targetSummary, share, left time.Duration) (found [][]byte, hung bool, err error) {
	target := t.Name
	kept, _, err := c.corpus.read(target)
	if err != nil {
		return nil, false, err
	}
	seeds, _, err := c.goSeeds.read(target)
	if err != nil {
		return nil, false, err
	}
	for into, inputs := range map[folder]entries{c.engineCache(): kept, c.engineFound(): seeds} {
		if err := os.MkdirAll(string(into), 0o755); err != nil {
			return nil, false, err
		}
		for _, input := range inputs {
			if err := os.MkdirAll(filepath.Join(string(into), target), 0o755); err != nil {
				return nil, false, err
			}
			if err := os.WriteFile(into.path(target, entryName(input)), encodeEntry(input), 0o644); err != nil {
				return nil, false, err
			}
		}
	}
	e := engine{
		binary: c.programs.fuzz, dir: c.engineDir(), cache: string(c.engineCache()), workers: c.workers,
		report: func(elapsed string, rate, corpus int) {
			spent, _ := time.ParseDuration(elapsed)
			c.log("%s: %d execs/s, corpus %d, %v left", target, rate, corpus, max(share-spent, 0)+left)
		},
	}
	for extra := time.Duration(0); ; extra = 2*extra + 5*time.Second {
		f, err := e.fuzz(ctx, target, share+extra)
		t.Seconds += f.seconds
		t.Execs += f.execs
		found, _, harvestError := c.harvest(target)
		if err = errors.Join(err, harvestError); err != nil {
			return found, f.hung, err
		}
		switch {
		case f.failed && len(found) == 0:
			return nil, false, fmt.Errorf("%s fails while it is fuzzed, and not when its seeds are run:\n%s", target, strings.Join(f.said, "\n"))
		case f.failed || f.baseline || ctx.Err() != nil:
			return found, f.hung, nil
		case extra > 5*time.Minute:
			return found, f.hung, fmt.Errorf("%s does not get through its seeds in %v", target, share+extra)
		}
		c.log("%s: its time was over before all seeds were run; it gets more", target)
	}
}

// sift runs everything that is kept for a target: its seeds, corpus and findings. It
// describes what fails, and counts it; what does not fail any more is no finding.
func (c *campaign) sift(ctx context.Context, target string) (failing int, cover map[string]bool, err error) {
	inCorpus, _, err := c.corpus.read(target)
	if err != nil {
		return 0, nil, err
	}
	inFindings, _, err := c.findings.read(target)
	if err != nil {
		return 0, nil, err
	}
	inSeeds, broken, err := c.goSeeds.read(target)
	if err != nil {
		return 0, nil, err
	}
	if len(broken) > 0 {
		return 0, nil, fmt.Errorf("%s is no corpus file of Go; mend it or take it away", broken[0])
	}
	all := maps.Clone(inCorpus)
	maps.Copy(all, inFindings)
	maps.Copy(all, inSeeds)
	for {
		r, err := replay(ctx, c.programs.fuzz, target, all.inOrder(), c.work)
		if err != nil {
			return failing, nil, err
		}
		inPass, seedsInPass := 0, 0
		for _, run := range r.runs {
			if !run.failed {
				continue
			}
			inPass++
			if run.isSeed() {
				if seedsInPass++; seedsInPass > mostSeeds {
					c.summary.MoreSeeds++
				} else if err := c.describe(ctx, target, run.name, run.input); err != nil {
					return failing, nil, err
				}
				continue
			}
			if err := c.findings.write(target, run.input); err != nil {
				return failing, nil, err
			}
			if err := c.corpus.remove(target, run.input); err != nil {
				return failing, nil, err
			}
			if err := c.describeFound(ctx, target, run.input, false); err != nil {
				return failing, nil, err
			}
			delete(all, entryName(run.input))
		}
		failing += inPass
		if !r.ended && inPass == 0 {
			return failing, nil, fmt.Errorf("%s does not come to the end of its seeds:\n%s", target, strings.Join(r.said, "\n"))
		}
		if r.ended || seedsInPass > 0 {
			break
		}
	}
	if failing > 0 {
		return failing, nil, nil
	}
	for _, input := range inFindings { // they were mended
		if err := errors.Join(c.corpus.write(target, input), c.findings.remove(target, input)); err != nil {
			return 0, nil, err
		}
	}
	r, err := replay(ctx, c.programs.cover, target, all.inOrder(), c.work)
	if err != nil {
		return 0, nil, err
	}
	if !r.ended {
		return 0, nil, fmt.Errorf("%s fails only where its coverage is counted:\n%s", target, strings.Join(r.said, "\n"))
	}
	return 0, r.cover, nil
}

// mostSeeds is how many seeds of a target that fail are described: a target that is
// broken altogether fails on most.
const mostSeeds = 5

// describeFound describes an input that fails, or failed when the engine ran it, and
// makes a seed of one that fails again.
func (c *campaign) describeFound(ctx context.Context, target string, input []byte, hung bool) error {
	r, err := replayOnly(ctx, c.programs.fuzz, target, "^00000000$", [][]byte{input}, c.work)
	if err != nil {
		return err
	}
	run := r.runs[len(r.runs)-1]
	f := newFinding(target, entryName(input), input)
	switch {
	case run.failed:
		f.Repeats, f.Message, f.Seed = true, messageOf(r.said), c.goSeeds.path(target, f.Name)
		if err := c.goSeeds.write(target, input); err != nil {
			return err
		}
	case hung:
		c.summary.Notes = append(c.summary.Notes, fmt.Sprintf(
			"%s: Go says that a process hung or died on %s. It does neither when it is run by itself, so it is kept as an input, and is no finding.", target, f.Quoted))
		return errors.Join(c.corpus.write(target, input), c.findings.remove(target, input))
	default:
		f.Message = []string{"it failed once, and does not when it is run by itself: look for what the target, or the code under test, remembers"}
	}
	return c.addFinding(ctx, f, run.asks)
}

// describe describes a seed that fails.
func (c *campaign) describe(ctx context.Context, target, name string, input []byte) error {
	r, err := replayOnly(ctx, c.programs.fuzz, target, "^"+name+"$", nil, c.work)
	if err != nil {
		return err
	}
	run := r.runs[len(r.runs)-1]
	f := newFinding(target, name, input)
	f.Repeats, f.Message = run.failed, messageOf(r.said)
	return c.addFinding(ctx, f, run.asks)
}

func (c *campaign) addFinding(ctx context.Context, f finding, asks []question) error {
	if err := c.propose(ctx, &f, asks); err != nil {
		return err
	}
	c.summary.Findings = append(c.summary.Findings, f)
	c.log("%s fails on %s", f.Target, f.Quoted)
	return nil
}
