package suite

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/epin-conformance/harness/conformance"
)

// PlannedPart is a part that every whole run of a certain implementation has. The layer fuzz is
// not planned, since the number of its checks depends on time.
type PlannedPart struct {
	Layer   string
	About   string // what it tests, in words; no part of the digest
	Op      string // the operation; "" if the layer chooses its own
	Checks  int
	Skipped int // checks that the implementation does not offer or take
}

// Limits of a plan: to count more takes too long.
const (
	mostPlannedExtra     = 2 // extra states
	mostPlannedExtraText = 1 // if words that the implementation does not take are counted
	mostPlannedLength    = 6 // bytes
)

// Plan returns the parts of a whole run for an implementation with this description, in order. It
// uses only Edition, Profile, Complete and Exhaustive of cfg. An error says that a run of that
// size has no plan.
func Plan(cfg Config, offered conformance.Description) ([]PlannedPart, error) {
	p, err := plannable(cfg, offered)
	if err != nil {
		return nil, err
	}
	takesAll := takesAll(offered)
	parts := p.parts(offered)
	plan := make([]PlannedPart, len(parts))
	for i, p := range parts {
		plan[i] = PlannedPart{Layer: p.layer, About: p.about, Op: string(p.op), Checks: p.checks}
		switch {
		case p.op != "" && !offered.Offers(p.op):
			plan[i].Skipped = p.checks
		case takesAll:
		case p.taken != nil:
			plan[i].Skipped = p.checks - p.taken(offered)
		case p.requests != nil:
			for req := range p.requests {
				if !offered.Takes(req.Token) || !offered.Takes(req.Other) {
					plan[i].Skipped++
				}
			}
		}
	}
	return plan, nil
}

// plannable returns the plan of a run whose checks can be counted.
func plannable(cfg Config, offered conformance.Description) (plan, error) {
	most := mostPlannedExtra
	if !takesAll(offered) {
		most = mostPlannedExtraText
	}
	p, err := newPlan(Config{Edition: cfg.Edition, Profile: cfg.Profile, Sizes: Sizes{cfg.Complete, cfg.Exhaustive, &Fuzz{}}})
	if k, n := p.extra, p.length; k < 0 || k > most || n < 0 || n > mostPlannedLength {
		return p, fmt.Errorf("a run with %d extra states and strings of up to %d bytes has no plan: it has at most %d and %d", k, n, most, mostPlannedLength)
	}
	return p, err
}

func takesAll(offered conformance.Description) bool {
	return offered.Bytes && !offered.NoNUL && offered.Longest == 0
}

// takenStrings returns the number of strings up to a length in bytes that an implementation takes.
// A string of valid UTF-8 ends in a character of one to four bytes.
func takenStrings(offered conformance.Description, length int) int {
	characters := [...]int{1: 0x80, 2: 0x800 - 0x80, 3: 0x1_0000 - 0x800 - 0x800, 4: 0x11_0000 - 0x1_0000}
	if offered.Bytes {
		characters = [...]int{1: 0x100, 4: 0}
	}
	if offered.NoNUL {
		characters[1]--
	}
	sum, of := 0, make([]int, length+1) // strings of each length
	for n := range of {
		if n == 0 {
			of[n] = 1
		}
		for size := 1; size < len(characters) && size <= n; size++ {
			of[n] += characters[size] * of[n-size]
		}
		sum += of[n]
	}
	return sum
}

// PlanDigest returns the digest that names a plan: "sha256:" and 64 hexadecimal digits.
func PlanDigest(plan []PlannedPart) string {
	hash := sha256.New()
	for _, p := range plan {
		fmt.Fprintf(hash, "%s %s %d %d\n", p.Layer, p.Op, p.Checks, p.Skipped)
	}
	return "sha256:" + hex.EncodeToString(hash.Sum(nil))
}
