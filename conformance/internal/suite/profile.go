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

// profiles is what each profile is.
var profiles = [...]struct {
	name   string
	extra  int           // for how many extra states the complete suite is made, by the fastest operation
	length int           // up to which length it requests every byte string, by the fastest operation
	laws   int           // on how many inputs each law is checked
	chars  scalarSet     // characters, by the fastest operation
	fuzz   time.Duration // how long the layer fuzz goes on; 0 for not at all
}{
	Standard: {"standard", 1, 2, 1000, scalarsThatMatter, 0},
	Quick:    {"quick", 0, 1, 200, scalarsThatMatter, 0},
	Thorough: {"thorough", 1, 3, 5000, allScalars, time.Minute},
	Exec:     {"exec", 1, 2, 1000, scalarsThatMatter, 0},
}

// otherOpsLength is the length for every other operation that is offered: recognition by
// each of them is held against every single byte, in every profile. Their complete suite is
// that for no extra state.
const otherOpsLength = 1

// String returns the name of the profile, such as "standard".
func (p Profile) String() string {
	if int(p) < len(profiles) {
		return profiles[p].name
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
