package epin_test

import (
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/epin-conformance/harness/conformance/automaton"
	"github.com/epin-conformance/harness/epin"
)

// Three oracles that share no code are held against each other and the reference:
// the specification's regular expression, the automaton made from the grammar, and
// the tokens that the grammar enumerates (models). The automaton is the fast one,
// and so the one for the four thousand million strings of four bytes.
//
// Up to four bytes is enough to know the reference on all strings. Its parser reads
// the length, takes a derivation and a terminal marker off the end, and refuses
// everything of which more than two bytes are left: no string of five bytes or more
// gets further, whatever its bytes are. TestLongerStrings samples them all the same.

var machines = map[epin.Edition]*automaton.DFA{
	epin.Current: automaton.Current(),
	epin.Initial: automaton.Initial(),
}

// agree reports whether Lookup and Valid give the verdict wanted on a word, and
// whether the accessors of an accepted one are what its characters say.
func agree(e epin.Edition, word string, want bool) bool {
	i, ok := e.Lookup(word)
	if ok != want || e.Valid(word) != want {
		return false
	}
	return !ok || reads(i, read(word))
}

// reads reports whether every accessor of an identifier says what a model says.
func reads(i epin.Identifier, m model) bool {
	return i.String() == m.String() && i.PIN().String() == m.pin() &&
		i.Name() == m.name() && i.Side() == m.side() && i.State() == m.state() &&
		i.IsTerminal() == m.terminal() && i.IsDerived() == m.derived() && i.IsNative() == !m.derived() &&
		i.Prefix() == m.prefix && string(i.Letter()) == m.letter && i.PIN().Suffix() == m.caret && i.Suffix() == m.mark &&
		!i.IsZero()
}

// TestEveryStringUpToFourBytes holds the reference against the automaton on all
// 4,311,810,305 byte strings of up to four bytes.
func TestEveryStringUpToFourBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("4,311,810,305 strings")
	}
	machine := automaton.Current()
	var next, asked, accepted atomic.Int64
	ask := func(word string, want bool) {
		if want {
			accepted.Add(1)
		}
		if !agree(epin.Current, word, want) {
			t.Errorf("%q: the automaton says %t, and the reference does not", word, want)
		}
	}
	for word := range shortStrings {
		asked.Add(1)
		ask(word, machine.Accepts(word))
	}
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for first := next.Add(1) - 1; first < 256; first = next.Add(1) - 1 {
				asked.Add(int64(eachOfFour(machine, byte(first), ask)))
			}
		})
	}
	workers.Wait()
	if asked.Load() != 4_311_810_305 || accepted.Load() != 624 {
		t.Errorf("%d strings, %d of them accepted", asked.Load(), accepted.Load())
	}
}

// shortStrings yields every string of up to three bytes.
func shortStrings(yield func(string) bool) {
	if !yield("") {
		return
	}
	for length := 1; length <= 3; length++ {
		word := make([]byte, length)
		for n := range 1 << (8 * length) {
			for i := range word {
				word[i] = byte(n >> (8 * i))
			}
			if !yield(string(word)) {
				return
			}
		}
	}
}

// eachOfFour compares verdicts on all strings of four bytes with a first byte, and
// calls ask for those that are accepted by either side. It returns how many there
// were.
func eachOfFour(machine *automaton.DFA, first byte, ask func(string, bool)) int {
	// The strings with three bytes in common, one behind the other. They are looked
	// at while the bytes change: nobody keeps one, and to copy them would take longer
	// than to ask about them.
	var block [256 * 4]byte
	words := unsafe.String(&block[0], len(block))
	accepting := map[automaton.State]*[256]bool{} // the verdict after a last byte
	for i := range 256 {
		block[4*i], block[4*i+3] = first, byte(i)
	}
	one := machine.Step(machine.Start(), first)
	asked := 0
	for b1 := range 256 {
		two := machine.Step(one, byte(b1))
		for i := range 256 {
			block[4*i+1] = byte(b1)
		}
		for b2 := range 256 {
			three := machine.Step(two, byte(b2))
			for i := range 256 {
				block[4*i+2] = byte(b2)
			}
			verdicts := accepting[three]
			if verdicts == nil {
				verdicts = new([256]bool)
				for b := range verdicts {
					verdicts[b] = machine.Accepting(machine.Step(three, byte(b)))
				}
				accepting[three] = verdicts
			}
			for b3, want := range verdicts {
				word := words[4*b3 : 4*b3+4]
				if _, ok := epin.Current.Lookup(word); want || ok || epin.Current.Valid(word) {
					ask(strings.Clone(word), want)
				}
				asked++
			}
		}
	}
	return asked
}

// TestLongerStrings holds the reference against the automaton on every string of
// five and six bytes over the bytes that tokens are made of and one of each kind
// that they are not.
func TestLongerStrings(t *testing.T) {
	lengths := []int{5, 6}
	if testing.Short() {
		lengths = lengths[:1]
	}
	for _, e := range epin.Editions() {
		for _, n := range lengths {
			forEachString(telling, n, func(b []byte) {
				if word := string(b); !agree(e, word, machines[e].Accepts(word)) {
					t.Fatalf("%s: %q is not judged as the automaton judges it", e, word)
				}
			})
		}
	}
}
