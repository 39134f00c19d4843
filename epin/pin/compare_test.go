package pin_test

import (
	"slices"
	"testing"

	"github.com/epin-conformance/harness/epin/pin"
)

func TestAllIsInOrder(t *testing.T) {
	for _, e := range append(pin.Editions(), pin.Edition(2)) {
		var got []string
		for i := range e.All() {
			got = append(got, i.String())
		}
		var want []string
		if e <= pin.Initial {
			for _, m := range models(e) {
				want = append(want, m.String())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("edition %s: All is %q, want %q", e, got, want)
		}
	}
	if got := slices.Collect(pin.All()); !slices.Equal(got, slices.Collect(pin.Current.All())) {
		t.Errorf("All of the package is not All of Current, but %q", got)
	}
}

func TestAllCanBeLeftAnywhere(t *testing.T) {
	for _, e := range pin.Editions() {
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
	all := append([]pin.Identifier{{}}, slices.Collect(pin.All())...)
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
				i.SameTerminal(j) != (m.suffix == n.suffix) {
				t.Errorf("%q and %q: a Same method is wrong", i, j)
			}
		}
	}
}
