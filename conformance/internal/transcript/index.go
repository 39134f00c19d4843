package transcript

import "github.com/epin-conformance/harness/conformance/wire"

// index finds the response to a request by its key. It holds a place for each request, and
// for each token of a sweep, in the order in which they were sent.
//
// A replay sends them in about the same order. So most places follow the previous one, or
// begin a request. The index searches all places only if neither holds.
type index struct {
	pages  []*[pageSize]place
	size   int     // places
	begins []int32 // the places where requests begin
	fatal  map[uint64]*wire.Failure

	next  int              // the place after that of the last response
	first map[uint64]int32 // the first place of a key that may have an unused answer, plus 1
	all   bool             // whether first was built from all places, or from begins only
}

type place struct {
	key    uint64
	answer int32 // 0 for none, negative if it was used
	later  int32 // the next place of the same key, plus 1
}

// pageSize is the number of places in a page. A page never moves: growing one slice would
// copy millions of places.
const pageSize = 1 << 12

func (x *index) at(place int) *place { return &x.pages[place/pageSize][place%pageSize] }

func (x *index) add(key uint64) {
	if x.size == len(x.pages)*pageSize {
		x.pages = append(x.pages, new([pageSize]place))
	}
	x.at(x.size).key = key
	x.size++
}

// take returns the next unused answer to a key. If there is none, it returns the failure of
// the key, else the last answer again, else 0.
func (x *index) take(key uint64) (answer int32, f *wire.Failure) {
	at := x.next
	if at >= x.size || x.at(at).key != key || x.at(at).answer <= 0 {
		at = x.find(key)
		if at < 0 || x.at(at).answer < 0 {
			if f := x.fatal[key]; f != nil {
				return 0, f
			}
			if !x.all {
				x.search(true)
				at = x.find(key)
			}
			if at < 0 {
				return 0, nil
			}
		}
	}
	x.next = at + 1
	p := x.at(at)
	p.answer = min(p.answer, -p.answer)
	return -p.answer, nil
}

// find returns the first place of a key with an unused answer, the last place if all are
// used, or -1 if the key has no place.
func (x *index) find(key uint64) int {
	if x.first == nil {
		x.search(false)
	}
	at := int(x.first[key]) - 1
	if at < 0 {
		return -1
	}
	for x.at(at).answer < 0 && x.at(at).later > 0 {
		at = int(x.at(at).later) - 1
	}
	x.first[key] = int32(at) + 1
	return at
}

// search builds first, from all places or from those in begins.
func (x *index) search(all bool) {
	n := len(x.begins)
	if all {
		n = x.size
	}
	x.first, x.all = make(map[uint64]int32, n), all
	for i := n - 1; i >= 0; i-- {
		at := i
		if !all {
			at = int(x.begins[i])
		}
		if p := x.at(at); p.answer != 0 {
			p.later = x.first[p.key]
			x.first[p.key] = int32(at) + 1
		}
	}
}
