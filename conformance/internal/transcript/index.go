package transcript

import "github.com/epin-conformance/harness/conformance"

// index finds the responses to a request by its key. It has a place for each request, and for
// each token of a sweep, in the order in which they were sent.
type index struct {
	places []place
	lists  map[uint64]list // by key
	fatal  map[uint64]*conformance.Failure
}

type place struct {
	answer int32 // 0 for none, died for an exit or a hang
	later  int32 // the next place of the same key, plus 1; 0 for none
}

// died is the answer to a request that was open alone when the process exited or hung.
const died = -1

// list is the list of the places of a key, each plus 1.
type list struct {
	next int32 // the first place whose answer was not taken; 0 for none
	last int32 // the place whose answer was taken last, and before that the last place of the list
}

func (x *index) add(key uint64) {
	x.places = append(x.places, place{})
	at := int32(len(x.places))
	l, known := x.lists[key]
	if known {
		x.places[l.last-1].later = at
	} else {
		l.next = at
	}
	l.last = at
	x.lists[key] = l
}

// take returns the next answer to a key, or its failure. If there is none, it returns the failure
// of the key, else the last answer again, else 0. A request that was open with others when the
// process ended has no answer; package supervise repeated it alone, so both times it fails.
func (x *index) take(key uint64) (answer int32, f *conformance.Failure) {
	l, known := x.lists[key]
	if !known {
		return 0, nil
	}
	skipped := false
	for l.next > 0 && x.places[l.next-1].answer == 0 {
		l.next, skipped = x.places[l.next-1].later, true
	}
	at := l.next
	if at > 0 {
		answer = x.places[at-1].answer
	}
	if at > 0 && !(skipped && answer == died) {
		l = list{x.places[at-1].later, at}
	}
	x.lists[key] = l
	switch {
	case answer > 0:
		return answer, nil
	case x.fatal[key] != nil:
		return 0, x.fatal[key]
	}
	return x.places[l.last-1].answer, nil
}
