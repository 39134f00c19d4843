package suite

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/epin-conformance/harness/conformance"
)

// PlannedPart is a part that every whole run has: a layer by one operation, and how many
// checks it has of a certain implementation. The layer fuzz is none, which has as many as
// it has time for.
type PlannedPart struct {
	Layer   string
	Asked   string // what it tests, in words; no part of the digest
	Way     string // the operation; "" where the layer chooses for itself
	Checks  int
	Skipped int // of Checks, those that the implementation does not offer, or cannot be handed
}

// What a plan may ask: to count more takes too long.
const (
	mostPlannedExtra     = 2 // extra states
	mostPlannedExtraText = 1 // where words that the implementation cannot be handed are counted, too
	mostPlannedLength    = 6 // bytes
)

// Plan returns the parts of a whole run for an implementation with this description, in
// their order. Of cfg, the edition, the profile, Complete and Exhaustive are used. An error
// says that a run of that size has no plan.
func Plan(cfg Config, offered conformance.Description) ([]PlannedPart, error) {
	takesAll := offered.Bytes && !offered.NoNUL && offered.Longest == 0
	most := mostPlannedExtra
	if !takesAll {
		most = mostPlannedExtraText
	}
	if k, n := cfg.extraStates(), cfg.exhaustiveLength(); k < 0 || k > most || n < 0 || n > mostPlannedLength {
		return nil, fmt.Errorf("a run with %d extra states and strings of up to %d bytes has no plan: it has at most %d and %d", k, n, most, mostPlannedLength)
	}
	parts, err := partsOf(Config{
		Edition: cfg.Edition, Profile: cfg.Profile, Complete: cfg.Complete, Exhaustive: cfg.Exhaustive, Fuzz: &Fuzz{},
	}, offered)
	if err != nil {
		return nil, err
	}
	plan := make([]PlannedPart, len(parts))
	for i, p := range parts {
		plan[i] = PlannedPart{Layer: p.layer, Asked: p.asked, Way: p.way, Checks: p.checks}
		switch {
		case p.way != "" && !offered.Offers(conformance.Op(p.way)):
			plan[i].Skipped = p.checks
		case takesAll:
		case p.layer == layerExhaustive:
			plan[i].Skipped = p.checks - takenStrings(offered, p.length)
		case p.questions != nil:
			for req := range p.questions {
				if !offered.Takes(req.Token) || !offered.Takes(req.Other) {
					plan[i].Skipped++
				}
			}
		}
	}
	return plan, nil
}

// takenStrings returns how many strings of up to so many bytes an implementation can be
// handed. A string of valid UTF-8 ends in a character of one to four bytes.
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
		fmt.Fprintf(hash, "%s %s %d %d\n", p.Layer, p.Way, p.Checks, p.Skipped)
	}
	return "sha256:" + hex.EncodeToString(hash.Sum(nil))
}
