package mutant

import (
	"fmt"
	"iter"
	"slices"

	"github.com/epin-conformance/harness/epin"
)

// turns are the numbers of calls at which something ends: small ones, and those next
// to the sizes that buffers and counters have.
var turns = []int{2, 3, 5, 7, 10, 16, 64, 100, 128, 255, 256, 257, 1000, 1024, 4096}

// trigger says, of one call after the other, at which of them a fault shows. The
// killer of a fault that is triggered is before, and then a last call.
type trigger struct {
	name   string
	before requests
	itself bool // whether what the last call is about must have been asked before
	new    func() func(call int, token string, before *call) bool
}

// call is one call of the parser.
type call struct {
	token string
	ok    bool
}

func triggers() []trigger {
	var all []trigger
	for _, n := range turns {
		many := requests{sweep(slices.Repeat([]string{"K"}, n-1)...)}
		at := func(name string, fires func(call int) bool) {
			all = append(all, trigger{fmt.Sprintf("%s-%d", name, n), many, false, func() func(int, string, *call) bool {
				return func(call int, _ string, _ *call) bool { return fires(call) }
			}})
		}
		at("on-every-call", func(call int) bool { return call%n == 0 })
		at("from-call", func(call int) bool { return call >= n })
		at("on-call", func(call int) bool { return call == n })
	}
	after := func(name string, before requests, itself bool, fires func(token string, before *call) bool) {
		all = append(all, trigger{name, before, itself, func() func(int, string, *call) bool {
			return func(_ int, token string, before *call) bool { return before != nil && fires(token, before) }
		}})
	}
	after("after-a-refusal", requests{parse("!")}, false, func(_ string, before *call) bool { return !before.ok })
	after("after-a-token", requests{parse("Q")}, false, func(_ string, before *call) bool { return before.ok })
	after("after-another-of-the-letter", requests{parse("K'")}, false, func(token string, before *call) bool {
		letter := skim(token).letter
		return letter != "" && token != before.token && skim(before.token).letter == letter
	})
	after("after-itself", nil, true, func(token string, before *call) bool { return token == before.token })
	return append(all, trigger{"after-itself-at-any-time", nil, true, func() func(int, string, *call) bool {
		seen := map[string]bool{}
		return func(_ int, token string, _ *call) bool {
			again := seen[token]
			seen[token] = true
			return again
		}
	}})
}

// effect is what goes wrong in a call of the parser; see triggers for when.
type effect struct {
	name string
	of   string // what shows it
	does func(token string, p *piece, ok bool) (*piece, bool)
}

var effects = []effect{
	{"refused", "K", func(string, *piece, bool) (*piece, bool) { return nil, false }},
	{"accepted", "K!", func(token string, p *piece, ok bool) (*piece, bool) {
		if !ok {
			p = skim(token)
		}
		return p, true
	}},
	{"raises", "K", func(string, *piece, bool) (*piece, bool) { panic(raised("invalid state")) }},
	{"derivation-inverted", "K", func(_ string, p *piece, ok bool) (*piece, bool) {
		if ok {
			toggleQuote(p)
		}
		return p, ok
	}},
}

// historyMembers are each of some effects at each of some times. That they differ
// follows from what they are.
func historyMembers(edition epin.Edition) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		for _, e := range effects {
			for _, t := range triggers() {
				killer := slices.Clone(t.before)
				if t.itself {
					killer = append(killer, parse(e.of))
				}
				killer = append(killer, parse(e.of))
				if !yield(newMember("history/"+e.name+"-"+t.name, edition, killer, around(func(parse parser) parser {
					fires := t.new()
					calls := 0
					var before *call
					return func(token string) (*piece, bool) {
						calls++
						p, ok := parse(token)
						now := fires(calls, token, before)
						before = &call{token, ok}
						if now {
							return e.does(token, p, ok)
						}
						return p, ok
					}
				}))) {
					return
				}
			}
		}
	}
}
