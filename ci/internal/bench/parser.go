package main

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/epin"
)

// inputs of the parsers: the tokens, and strings next to them that people write and
// that are none.
type inputs struct{ tokens, neighbours []string }

// parserInputs returns all tokens, and of each of them what is no token of: a line feed
// or a space behind it, a space before it, its last character once more, all of it once
// more, a second modifier, the letter é in place of its own, and nothing after its
// first character; each once, and nothing at all.
func parserInputs() inputs {
	var in inputs
	seen := map[string]bool{}
	add := func(s string) {
		if !epin.Valid(s) && !seen[s] {
			seen[s] = true
			in.neighbours = append(in.neighbours, s)
		}
	}
	add("")
	for id := range epin.All() {
		s := id.String()
		in.tokens = append(in.tokens, s)
		letter := string(id.Letter())
		for _, neighbour := range []string{
			s + "\n", s + " ", " " + s, s + s[len(s)-1:], s + s, "+" + s, strings.Replace(s, letter, "é", 1), s[:1],
		} {
			add(neighbour)
		}
	}
	return in
}

// measureParser holds epin.Parse against the expression of the specification in
// package regexp, on the same inputs. FindStringSubmatch, with groups in the
// expression, is what does the same work: it yields the attributes. MatchString gives
// the verdict alone.
//
// Of what is no token, epin.Parse makes an error that says what is wrong and where, and
// no expression does: there, epin.Lookup does the same work, and what an explanation
// costs is shown beside it.
func measureParser(_ context.Context, b *bench, t *table) error {
	in := parserInputs()
	whole := regexp.MustCompile(epin.Current.Regexp())
	groups := regexp.MustCompile(`\A([-+]?)([A-Za-z])(\^?)('?)\z`)
	// Each is a loop of its own, as somebody who has inputs writes it: a call of a function
	// value for each input takes about as long as a call of the reference.
	parse := func(inputs []string) {
		for _, s := range inputs {
			id, err := epin.Parse(s)
			runtime.KeepAlive(id)
			runtime.KeepAlive(err)
		}
	}
	lookup := func(inputs []string) {
		for _, s := range inputs {
			id, ok := epin.Current.Lookup(s)
			runtime.KeepAlive(id)
			runtime.KeepAlive(ok)
		}
	}
	find := func(inputs []string) {
		for _, s := range inputs {
			runtime.KeepAlive(groups.FindStringSubmatch(s))
		}
	}
	match := func(inputs []string) {
		for _, s := range inputs {
			runtime.KeepAlive(whole.MatchString(s))
		}
	}

	kinds := []struct {
		f      func([]string)
		inputs []string
	}{
		{parse, in.tokens}, {find, in.tokens}, {lookup, in.tokens}, {match, in.tokens},
		{parse, in.neighbours}, {find, in.neighbours}, {lookup, in.neighbours}, {match, in.neighbours},
	}
	measured := make([][]float64, len(kinds)) // for each, what it took in each round
	for range sized(b, 9, 1) {
		for i, k := range kinds {
			measured[i] = append(measured[i], perInput(k.f, k.inputs, sized(b, 100*time.Millisecond, time.Microsecond)))
		}
	}
	ns := make([]float64, len(kinds))
	for i := range kinds {
		ns[i] = median(measured[i])
	}
	tokens, neighbours := float64(len(in.tokens)), float64(len(in.neighbours))
	together := func(i int) float64 { return (ns[i]*tokens + ns[i+4]*neighbours) / (tokens + neighbours) }

	compare := func(what string, ours, theirs float64, l *limit) {
		t.add(what, ours, nanoseconds, nil)
		t.add("  regexp, FindStringSubmatch", theirs, nanoseconds, nil)
		t.add("  so many times as long", theirs/ours, times, l)
	}
	compare(fmt.Sprintf("epin.Parse, %d tokens, each", len(in.tokens)), ns[0], ns[1], atLeast.of(20))
	t.add("  allocations", testing.AllocsPerRun(10, func() { parse(in.tokens) }), allocations, atMost.of(0))
	t.add("  regexp, MatchString", ns[3], nanoseconds, nil)
	compare(fmt.Sprintf("epin.Lookup, the tokens and %d rejected neighbours", len(in.neighbours)), together(2), together(1), atLeast.of(20))
	t.add("  regexp, MatchString", together(3), nanoseconds, nil)
	compare("epin.Parse, the neighbours alone, with an explanation", ns[4], ns[5], nil)
	return nil
}

// perInput returns how many nanoseconds f takes an input, going round all inputs for
// at least so long.
func perInput(f func([]string), inputs []string, enough time.Duration) float64 {
	n := 0
	began := time.Now()
	for {
		for range 100 { // the clock costs as much as an input or two
			f(inputs)
		}
		n += 100 * len(inputs)
		if took := time.Since(began); took >= enough {
			return float64(took.Nanoseconds()) / float64(n)
		}
	}
}
