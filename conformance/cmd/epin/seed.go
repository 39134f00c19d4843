package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
)

// seedFlag is the value of --seed.
type seedFlag uint32

func (f *seedFlag) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return fmt.Errorf("a seed is a whole number from 0 to %d", uint32(1<<32-1))
	}
	*f = seedFlag(n)
	return nil
}

func (f *seedFlag) String() string { return strconv.FormatUint(uint64(*f), 10) }
func (f *seedFlag) Type() string   { return "N" }

// newSeed is the seed of a run that is given none.
var newSeed = func() seedFlag { return seedFlag(rand.Uint32()) }
