package fuzzing

import (
	"slices"
	"strings"
)

// What is kept for having brought something new. Long inputs are not: all that is made of
// one is as long. Beyond these bounds the oldest input goes; and once so many kinds were
// seen, nothing is new any more: a library that says something else each time is not to
// fill the memory.
const (
	mostInputs  = 256
	mostBytes   = 1 << 18
	longestKept = 1 << 12 // bytes of one
	mostKinds   = 4096
)

// keeper keeps inputs. The zero value has none.
type keeper struct {
	kinds  map[kind]bool
	inputs []string // the oldest first
	bytes  int
	fresh  []string // of inputs, those that were not changed yet
}

// add keeps an input whose answer is of a kind, and reports whether it does: if it is the
// first of that kind, and not kept already.
func (k *keeper) add(input string, of kind) bool {
	if k.kinds[of] || len(k.kinds) >= mostKinds {
		return false
	}
	if k.kinds == nil {
		k.kinds = map[kind]bool{}
	}
	k.kinds[of] = true
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
