package suite

import (
	"fmt"
	"strings"
	"time"
)

// Profile says how much is asked. The zero value is Standard.
type Profile uint8

// The profiles.
const (
	Standard Profile = iota // the default
	Quick                   // seconds even for a slow library
	Thorough                // some minutes

	// Exec is what can be asked of an implementation that takes a process for each question
	// and offers OpValid alone, as a [wire.Program] is: the vectors, which hold all tokens,
	// and the complete suite for no extra state over some bytes, see [result.AlphabetEnds]. It is not
	// more or less of the same, so it is none of [Profiles].
	Exec
)

// Profiles returns the profiles to choose from, the smallest first.
func Profiles() []Profile { return []Profile{Quick, Standard, Thorough} }

// String returns the name of the profile, such as "standard".
func (p Profile) String() string {
	switch p {
	case Standard:
		return "standard"
	case Quick:
		return "quick"
	case Thorough:
		return "thorough"
	case Exec:
		return "exec"
	}
	return fmt.Sprintf("Profile(%d)", uint8(p))
}

// ParseProfile returns the profile with a name; an error names those that there are.
func ParseProfile(name string) (Profile, error) {
	var names []string
	for _, p := range Profiles() {
		if p.String() == name {
			return p, nil
		}
		names = append(names, p.String())
	}
	return 0, fmt.Errorf("there is no profile %q: choose one of %s", name, strings.Join(names, ", "))
}

// exhaustiveLength is the length up to which every byte string is asked, by the
// fastest way that the implementation offers.
func (p Profile) exhaustiveLength() int {
	switch p {
	case Quick:
		return 1
	case Thorough:
		return 3
	}
	return 2
}

// extraStates is for how many of them the complete suite is asked, by the fastest
// way; by the others it is none.
func (p Profile) extraStates() int {
	if p == Quick {
		return 0
	}
	return 1
}

// scalars says which characters are asked by the fastest way.
func (p Profile) scalars() scalarSet {
	if p == Thorough {
		return allScalars
	}
	return scalarsThatMatter
}

// otherWaysLength is the same for every other way that is offered: recognition by
// each of them is held against every single byte, in every profile.
const otherWaysLength = 1

// fuzzTime is how long the layer fuzz goes on; 0 for not at all.
func (p Profile) fuzzTime() time.Duration {
	if p == Thorough {
		return time.Minute
	}
	return 0
}

// propertyRuns is how many inputs each law is checked on.
func (p Profile) propertyRuns() int {
	switch p {
	case Quick:
		return 200
	case Thorough:
		return 5000
	}
	return 1000
}
