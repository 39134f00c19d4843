package transcript

import "github.com/epin-conformance/harness/conformance/wire"

// order is what was asked, in the order in which it was asked: most of it is asked again
// in that order, and found without a search. What is not is looked for by an index, which
// is made when it is first needed. The zero value holds nothing.
//
// A place is a number from 0 on: each request, or each token of a sweep, has one.
type order struct {
	keys   []uint64 // what was asked, by place
	states []state
	begins []int32 // the places where requests begin
	fatal  map[uint64]*wire.Failure

	next   int // the place behind that which was taken last
	oldest int // of begins: before it everything was taken, or never answered
	looked int // how often begun has looked at a request
	index  map[uint64]int32
	later  []int32 // by place: the next one with the same key that was answered, or -1
}

// state is what is known of a place.
type state byte

const (
	stateAsked state = iota
	stateAnswered
	stateTaken // its answer was given again
)

// begin says that a request begins with what is added next.
func (o *order) begin() { o.begins = append(o.begins, int32(len(o.keys))) }

func (o *order) add(key uint64) {
	o.keys = append(o.keys, key)
	o.states = append(o.states, stateAsked)
}

// drop forgets the request that has begun last, and so many places were before it.
func (o *order) drop(before int) {
	o.keys, o.states, o.begins = o.keys[:before], o.states[:before], o.begins[:len(o.begins)-1]
}

// answered says that n places were answered.
func (o *order) answered(at, n int) {
	for i := range n {
		o.states[at+i] = stateAnswered
	}
}

// kills says that what was asked at a place makes the process fail.
func (o *order) kills(at int, f *wire.Failure) {
	if o.fatal == nil {
		o.fatal = map[uint64]*wire.Failure{}
	}
	o.fatal[o.keys[at]] = f
}

// take returns the place of the next answer to what has the key: the last one again
// where there is no other, and -1 where there is none.
func (o *order) take(key uint64) int {
	if o.next < len(o.keys) && o.keys[o.next] == key && o.states[o.next] == stateAnswered {
		return o.taken(o.next)
	}
	if o.index == nil {
		if at := o.begun(key); at >= 0 {
			return o.taken(at)
		}
		o.makeIndex()
	}
	at, ok := o.index[key]
	if !ok {
		return -1
	}
	for o.states[at] == stateTaken && o.later[at] >= 0 {
		at = o.later[at]
	}
	o.index[key] = at
	return o.taken(int(at))
}

func (o *order) taken(at int) int {
	o.states[at] = stateTaken
	o.next = at + 1
	return at
}

// patience is how many requests are looked at, in all, before an index is made. Processes
// that are asked side by side are not sent requests in the very order in which they were
// drawn; some thousand may be under way.
const patience = 1 << 22

// begun returns the place of a key with which the oldest request begins whose answer was
// not taken, or -1.
func (o *order) begun(key uint64) int {
	for o.oldest < len(o.begins) && !o.waits(o.oldest) {
		o.oldest++
	}
	for i := o.oldest; i < len(o.begins) && o.looked < patience; i++ {
		o.looked++
		if o.waits(i) && o.keys[o.begins[i]] == key {
			return int(o.begins[i])
		}
	}
	return -1
}

// waits reports whether the first answer to the i-th request was not taken.
func (o *order) waits(i int) bool {
	at := int(o.begins[i])
	return at < len(o.states) && o.states[at] == stateAnswered
}

func (o *order) makeIndex() {
	o.index, o.later = map[uint64]int32{}, make([]int32, len(o.keys))
	for at := len(o.keys) - 1; at >= 0; at-- {
		if o.states[at] == stateAsked {
			continue
		}
		o.later[at] = -1
		if later, ok := o.index[o.keys[at]]; ok {
			o.later[at] = later
		}
		o.index[o.keys[at]] = int32(at)
	}
}
