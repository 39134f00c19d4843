package automaton

// Difference returns the minimal automaton of the words that one of two
// automata accepts and the other does not, with the order of bytes of the
// first. [DFA.Words] enumerates them.
func Difference(a, b *DFA) *DFA {
	return product(a, b, func(a, b bool) bool { return a != b })
}

// Without returns the minimal automaton of the words that a accepts and b does
// not, with the order of bytes of a. What an implementation accepts too much is
// Without(implementation, specification), and what it lacks is
// Without(specification, implementation); [DFA.First] gives some of either.
func Without(a, b *DFA) *DFA {
	return product(a, b, func(a, b bool) bool { return a && !b })
}

// product returns the minimal automaton of the words of which accepting holds,
// given whether each of two automata accepts them.
func product(a, b *DFA, accepting func(a, b bool) bool) *DFA {
	return Build([2]State{},
		func(s [2]State, by byte) [2]State { return [2]State{a.next[s[0]][by], b.next[s[1]][by]} },
		func(s [2]State) bool { return accepting(a.accept[s[0]], b.accept[s[1]]) },
	).Prefer(string(a.order[:])).Minimise()
}

// Equal reports whether two automata accept the same words.
func Equal(a, b *DFA) bool {
	_, differ := ShortestDifference(a, b)
	return !differ
}

// ShortestDifference returns the least word that one of two automata accepts
// and the other does not: the shortest, and of the shortest the first in
// numerical order. It is false if there is none.
func ShortestDifference(a, b *DFA) (word string, differ bool) {
	// Breadth first, bytes in numerical order: pairs of states are met in
	// the order of the least words that lead to them.
	type visit struct {
		a, b State
		from int // the visit before
		by   byte
	}
	visits := []visit{{}}
	met := make([]bool, len(a.next)*len(b.next))
	met[0] = true
	for i := 0; i < len(visits); i++ {
		v := visits[i]
		if a.accept[v.a] != b.accept[v.b] {
			for ; i > 0; i = visits[i].from {
				word = string([]byte{visits[i].by}) + word
			}
			return word, true
		}
		for by := range 256 {
			to := visit{a.next[v.a][by], b.next[v.b][by], i, byte(by)}
			if pair := int(to.a)*len(b.next) + int(to.b); !met[pair] {
				met[pair] = true
				visits = append(visits, to)
			}
		}
	}
	return "", false
}
