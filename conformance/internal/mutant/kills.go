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
	_, line, known := strings.Cut(kills, "\n"+edition.String()+" "+name+" ")
	if !known {
		return "", nil
	}
	line, _, _ = strings.Cut(line, "\n")
	words := strings.Fields(line)
	return words[0], words[1:]
}
