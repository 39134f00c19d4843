package epin_test

import (
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/epin-conformance/harness/epin"
)

// Up to four bytes is enough to know the reference on all strings. Its parser reads
// the length, takes a derivation and a terminal marker off the end, and rejects
// everything of which more than two bytes are left: no string of five bytes or more
// gets further, whatever its bytes are. TestLongerStrings samples them all the same.

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

// TestEveryString holds the reference against the tokens that the grammar enumerates, on all
// 16,843,009 byte strings of up to three bytes; with EPIN_WHOLE=1 on all 4,311,810,305 of up
// to four. It asks about most strings without a copy, which would take longer than to ask.
func TestEveryString(t *testing.T) {
	longest := 3
	if os.Getenv("EPIN_WHOLE") == "1" {
		longest = 4
	} else if testing.Short() {
		longest = 2
	}
	tokens := map[string]bool{}
	for _, m := range models(epin.Current) {
		if len(m.String()) <= longest {
			tokens[m.String()] = true
		}
	}
	var next, asked, accepted atomic.Int64
	ask := func(word string) {
		asked.Add(1)
		_, ok := epin.Current.Lookup(word)
		if !ok && !epin.Current.Valid(word) {
			return
		}
		accepted.Add(1)
		if word = strings.Clone(word); !tokens[word] || !agree(epin.Current, word, true) {
			t.Errorf("%q: the reference is wrong", word)
		}
	}
	ask("")
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for first := next.Add(1) - 1; first < 256; first = next.Add(1) - 1 {
				word := append(make([]byte, 0, longest), byte(first))
				ask(string(word))
				eachLonger(word, longest, ask)
			}
		})
	}
	workers.Wait()
	want := int64(1)
	for n, power := 0, int64(1); n < longest; n++ {
		power *= 256
		want += power
	}
	if asked.Load() != want || accepted.Load() != int64(len(tokens)) {
		t.Errorf("%d strings, want %d; %d of them accepted, want %d", asked.Load(), want, accepted.Load(), len(tokens))
	}
}

// eachLonger calls ask for each string of up to longest bytes that begins with word. The
// strings are valid during the call only.
func eachLonger(word []byte, longest int, ask func(string)) {
	if len(word) == longest {
		return
	}
	n := len(word)
	word = append(word, 0)
	for b := range 256 {
		word[n] = byte(b)
		ask(unsafe.String(&word[0], len(word)))
		eachLonger(word, longest, ask)
	}
}

// TestLongerStrings holds the reference against the expression on every string of five bytes
// over the bytes that tokens are made of and one of each kind that they are not; with
// EPIN_WHOLE=1 on those of six bytes, too.
func TestLongerStrings(t *testing.T) {
	lengths := []int{5}
	if os.Getenv("EPIN_WHOLE") == "1" {
		lengths = append(lengths, 6)
	}
	for _, e := range epin.Editions() {
		for _, n := range lengths {
			forEachString(telling, n, func(b []byte) {
				if word := string(b); !agree(e, word, expressions[e].MatchString(word)) {
					t.Fatalf("%s: the reference and the expression disagree on %q", e, word)
				}
			})
		}
	}
}
