package transcript

import "github.com/epin-conformance/harness/conformance/wire"

// order is what was asked, in the order in which it was asked: most of it is asked again
// in that order, and found without a search. What is not is looked for by an index, which
// is made when it is first needed.
//
// A place is a number from 0 on: each request, or each token of a sweep, has one. What is
// found does not depend on how far the transcript was read before.
type order struct {
	more  func() bool // reads on; false where there is nothing more
	whole bool        // whether it was

	pages  []*page
	places int
	begins []int32 // the places where requests begin
	fatal  map[uint64]*wire.Failure

	next   int // the place behind that which was taken last
	oldest int // of begins: before it everything was taken, or never answered
	looked int // how often begun has looked at a request
	index  map[uint64]int32
	later  []int32 // by place: the next one with the same key that was answered, or -1
}

// page is some places: there are millions, and none is moved when others come.
type page struct {
	keys     [pagePlaces]uint64 // what was asked
	verdicts [pagePlaces]byte   // what was answered: notAnswered, or a verdict, which may be taken
}

const pagePlaces = 1 << 13

// notAnswered stands for no verdict, or for none yet. A single request that was answered
// has some verdict. taken is added when an answer was given again.
const (
	notAnswered = 0
	taken       = 0x80
)

func (o *order) key(at int) uint64    { return o.pages[at/pagePlaces].keys[at%pagePlaces] }
func (o *order) verdict(at int) *byte { return &o.pages[at/pagePlaces].verdicts[at%pagePlaces] }

// reads reads on, and reports whether there was something.
func (o *order) reads() bool {
	o.whole = o.whole || !o.more()
	return !o.whole
}

// add adds places.
func (o *order) add(keys []uint64) {
	for len(keys) > 0 {
		if o.places == len(o.pages)*pagePlaces {
			o.pages = append(o.pages, new(page))
		}
		n := copy(o.pages[len(o.pages)-1].keys[o.places%pagePlaces:], keys)
		o.places += n
		keys = keys[n:]
	}
}

// answered notes the verdicts on places that follow each other.
func (o *order) answered(at int, verdicts []byte) {
	for len(verdicts) > 0 {
		n := copy(o.pages[at/pagePlaces].verdicts[at%pagePlaces:], verdicts)
		at += n
		verdicts = verdicts[n:]
	}
}

// kills says that what was asked at a place makes the process fail.
func (o *order) kills(at int, f *wire.Failure) {
	if o.fatal == nil {
		o.fatal = map[uint64]*wire.Failure{}
	}
	o.fatal[o.key(at)] = f
}

// take returns the place of the next answer to what has the key: the last one again
// where there is no other. Where there is none it is -1, and f says whether the key makes
// the process fail.
func (o *order) take(key uint64) (at int, f *wire.Failure) {
	for o.next >= o.places && o.reads() {
	}
	if o.next < o.places && o.key(o.next) == key && o.waits(o.next) {
		return o.taken(o.next), nil
	}
	if o.index == nil {
		if at := o.begun(key); at >= 0 {
			return o.taken(at), nil
		}
		for o.reads() {
		}
	}
	if f := o.fatal[key]; f != nil {
		return -1, f
	}
	if o.index == nil {
		o.makeIndex()
	}
	found, ok := o.index[key]
	if !ok {
		return -1, nil
	}
	for *o.verdict(int(found))&taken != 0 && o.later[found] >= 0 {
		found = o.later[found]
	}
	o.index[key] = found
	return o.taken(int(found)), nil
}

func (o *order) taken(at int) int {
	*o.verdict(at) |= taken
	o.next = at + 1
	return at
}

// waits reports whether a place was answered, or will be, and the answer was not taken.
func (o *order) waits(at int) bool {
	verdict := o.verdict(at)
	for *verdict == notAnswered && o.reads() {
	}
	return *verdict != notAnswered && *verdict&taken == 0
}

// patience is how many requests are looked at, in all, before an index is made. Processes
// that are asked side by side are not sent requests in the very order in which they were
// drawn; some thousand may be under way.
const patience = 1 << 22

// begun returns the place of a key with which the oldest request begins whose answer was
// not taken, or -1.
func (o *order) begun(key uint64) int {
	for i := o.oldest; o.looked < patience; i++ {
		for i >= len(o.begins) && o.reads() {
		}
		if i >= len(o.begins) {
			return -1
		}
		o.looked++
		at := int(o.begins[i])
		switch {
		case at >= o.places: // a sweep of no tokens
		case i == o.oldest && (*o.verdict(at)&taken != 0 || *o.verdict(at) == notAnswered && o.whole):
			o.oldest++
		case o.key(at) == key && o.waits(at):
			return at
		}
	}
	return -1
}

func (o *order) makeIndex() {
	o.index, o.later = map[uint64]int32{}, make([]int32, o.places)
	for at := o.places - 1; at >= 0; at-- {
		if *o.verdict(at) == notAnswered {
			continue
		}
		o.later[at] = -1
		if later, ok := o.index[o.key(at)]; ok {
			o.later[at] = later
		}
		o.index[o.key(at)] = int32(at)
	}
}
