package suite

import (
	"fmt"
	"strings"
	"time"
)

// Profile is the amount of testing. The zero value is Standard.
type Profile uint8

// The profiles.
const (
	Standard Profile = iota // the default
	Quick                   // seconds even for a slow library
	Thorough                // some minutes

	// Exec is for an implementation with a process per request that offers only OpValid, such as
	// a [wire.Program]: the vectors, which have all valid tokens, and the complete suite for no
	// extra state over some bytes, see [result.AlphabetEnds]. It is not among [Profiles].
	Exec
)

// Profiles returns the profiles to choose from, the smallest first.
func Profiles() []Profile { return []Profile{Quick, Standard, Thorough} }

// profiles has the sizes of each profile. The first three are those of the fastest operation.
var profiles = [...]struct {
	name   string
	extra  int           // extra states of the complete suite
	length int           // length up to which every byte string is tested
	pairs  int           // tokens of other letters that each token is compared with, or everyPair
	laws   int           // inputs of each law
	chars  scalarSet     // characters of the layer scalars
	fuzz   time.Duration // time of the layer fuzz; 0 for none
}{
	Standard: {"standard", 1, 2, 8, 1000, scalarsThatMatter, 0},
	Quick:    {"quick", 0, 1, 8, 200, scalarsThatMatter, 0},
	Thorough: {"thorough", 1, 3, everyPair, 5000, allScalars, time.Minute},
	Exec:     {"exec", 1, 2, 8, 1000, scalarsThatMatter, 0},
}

// otherOpsLength is the length for the other operations: each is tested with every single byte.
// Their complete suite is that for no extra state.
const otherOpsLength = 1

// String returns the name of the profile, such as "standard".
func (p Profile) String() string {
	if int(p) < len(profiles) {
		return profiles[p].name
	}
	return fmt.Sprintf("Profile(%d)", uint8(p))
}

// ParseProfile returns the profile with a name; an error lists the profiles.
func ParseProfile(name string) (Profile, error) {
	var names []string
	for _, p := range Profiles() {
		if p.String() == name {
			return p, nil
		}
		names = append(names, p.String())
	}
	return 0, fmt.Errorf("unknown profile %q: choose one of %s", name, strings.Join(names, ", "))
}
