package mutant

import (
	_ "embed"
	"strings"

	"github.com/epin-conformance/harness/conformance/notation"
)

//go:embed kills.txt
var kills string

// Kills returns what kills a mutant in an edition, as kills.txt records it: the smallest profile of
// the suite that does, and the layers of the profile standard that do alone. If only the profile
// thorough kills it, the last of layers is "thorough/" and the first layer that does. "nothing"
// stands for no profile, and for no layers. Both are empty for a mutant that is not recorded.
func Kills(name string, edition *notation.Edition) (profile string, layers []string) {
	key := edition.String() + " " + name + " "
	for line := range strings.Lines(kills) {
		if words, ok := strings.CutPrefix(line, key); ok {
			fields := strings.Fields(words)
			return fields[0], fields[1:]
		}
	}
	return "", nil
}
