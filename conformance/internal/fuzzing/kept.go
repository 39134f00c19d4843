package fuzzing

import (
	"slices"
	"strings"
)

// Bounds of the kept inputs. Inputs longer than longestKept are not kept, because their
// mutations are as long. Beyond mostInputs or mostBytes the oldest input is dropped. After
// mostKinds kinds no input is kept: a library that returns a new text each time must not
// fill the memory.
const (
	mostInputs  = 256
	mostBytes   = 1 << 18
	longestKept = 1 << 12 // bytes of one
	mostKinds   = 4096
)

// keeper keeps inputs. The zero value has none.
type keeper struct {
	kinds  map[string]bool
	inputs []string // the oldest first
	bytes  int
	fresh  []string // the inputs that were not mutated yet
}

// add keeps an input whose response is of the given kind. It reports whether it does: the
// kind has to be new, and the input must not be kept already.
func (k *keeper) add(input string, kind string) bool {
	if k.kinds[kind] || len(k.kinds) >= mostKinds {
		return false
	}
	if k.kinds == nil {
		k.kinds = map[string]bool{}
	}
	k.kinds[kind] = true
	if len(input) > longestKept || slices.Contains(k.inputs, input) {
		return false
	}
	input = strings.Clone(input)
	k.inputs, k.bytes = append(k.inputs, input), k.bytes+len(input)
	k.fresh = append(k.fresh, input)
	for len(k.inputs) > mostInputs || k.bytes > mostBytes {
		k.bytes -= len(k.inputs[0])
		k.inputs = slices.Delete(k.inputs, 0, 1)
	}
	if len(k.fresh) > mostInputs {
		k.fresh = slices.Delete(k.fresh, 0, 1)
	}
	return true
}
