package epin_test

import (
	"slices"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

func TestAllIsInOrder(t *testing.T) {
	for _, e := range append(epin.Editions(), epin.Edition(2)) {
		var got []string
		for i := range e.All() {
			got = append(got, i.String())
		}
		var want []string
		if e <= epin.Initial {
			for _, m := range models(e) {
				want = append(want, m.String())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("edition %s: All is %q, want %q", e, got, want)
		}
	}
	if got := slices.Collect(epin.All()); !slices.Equal(got, slices.Collect(epin.Current.All())) {
		t.Errorf("All of the package is not All of Current, but %q", got)
	}
}

func TestAllCanBeLeftAnywhere(t *testing.T) {
	for _, e := range epin.Editions() {
		for stop := 1; stop <= sizes[e]; stop++ {
			n := 0
			for range e.All() {
				if n++; n == stop {
					break
				}
			}
			if n != stop {
				t.Errorf("edition %s: %d identifiers before a break at %d", e, n, stop)
			}
		}
	}
}

func TestComparisons(t *testing.T) {
	all := append([]epin.Identifier{{}}, slices.Collect(epin.All())...)
	for x, i := range all {
		for y, j := range all {
			want := 0
			if x < y {
				want = -1
			} else if x > y {
				want = +1
			}
			if got := i.Compare(j); got != want {
				t.Errorf("Compare(%q, %q) is %d, want %d", i, j, got, want)
			}
			if (i == j) != (x == y) {
				t.Errorf("%q == %q is %t", i, j, i == j)
			}
			if x == 0 || y == 0 {
				continue
			}
			m, n := read(i.String()), read(j.String())
			if i.SameName(j) != (m.name() == n.name()) ||
				i.SameSide(j) != (m.side() == n.side()) ||
				i.SameState(j) != (m.prefix == n.prefix) ||
				i.SameTerminal(j) != (m.caret == n.caret) ||
				i.SameStatus(j) != (m.mark == n.mark) {
				t.Errorf("%q and %q: a Same method is wrong", i, j)
			}
		}
	}
}
