package shrink

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
)

// Limits of the search for the history that an incorrect response needs.
const (
	mostSearches   = 12
	mostTries      = 100     // fresh processes for one search
	LongestHistory = 1 << 14 // calls
	fewCalls       = 4       // whose tokens are shrunk too
	ShownBehind    = 4       // tokens that may follow in a sweep
	confirmations  = 3       // of a history and of the correct response without it; a random response seldom passes them
)

// searchAll searches for the history of responses that are correct when requested alone. All
// with the same symptom are one finding.
func (s *shrinker) searchAll() {
	searched := map[oracle.Symptom]bool{}
	for _, u := range s.dependent {
		symptom := u.Symptom
		if searched[symptom] {
			continue
		}
		searched[symptom] = true
		units := slices.DeleteFunc(slices.Clone(s.dependent), func(other unit) bool { return other.Symptom != symptom })
		c, repeat, minimal := u.conversation(), result.RepeatUnknown, false
		if len(searched) <= mostSearches && symptom != (oracle.Symptom{}) && s.stopped == "" {
			u, c, repeat, minimal = s.search(symptom, units)
		}
		show := func(*Found) {}
		times := 1
		if repeat == result.RepeatAfter {
			times = confirmations
		}
		for n := 0; n < times && repeat.Reproduced(); n++ {
			switch confirmed := s.confirm(c, symptom); {
			case s.stopped != "": // the finding is shown as it failed
				c, repeat, minimal = u.conversation(), result.RepeatUnknown, false
			case confirmed == nil:
				repeat = result.RepeatNot
			default:
				show = confirmed
			}
		}
		found := s.add(u.of, c, u.Violation)
		show(found)
		found.Seen, found.Minimal = repeat, minimal
		if (repeat == result.RepeatAfter || repeat == result.RepeatNot) && s.CanSend(u.request) {
			correct, incorrect := 0, 0
			s.forget()
			for range times {
				switch resp := s.converse(u.conversation()); {
				case s.stopped != "" || resp.Outcome == conformance.Unsupported: // it could not be repeated
				case s.Oracle.Wrong(u.request, resp) == nil:
					correct++
				default:
					incorrect++
				}
			}
			if found.Changed = correct > 0; found.Changed && incorrect > 0 {
				found.Seen, found.Minimal = result.RepeatNot, false
			}
		}
		for _, other := range units {
			found.again(other.of, other.Violation)
		}
	}
}

// search searches for the necessary calls among the requests before some checks. It begins with
// checks that know a short history.
func (s *shrinker) search(symptom oracle.Symptom, units []unit) (unit, Conversation, result.Repeat, bool) {
	order := slices.SortedStableFunc(slices.Values(units), func(a, b unit) int { return cmp.Compare(knows(a), knows(b)) })
	order = slices.CompactFunc(order, func(a, b unit) bool { return knows(a) == knows(b) }) // others add nothing new
	s.left = mostTries
	for _, u := range order {
		base := u.of.Before
		if base.Requests == nil {
			base = s.Before(u.of.Check, u.of.Request)
		}
		c, found := s.suffix(base, symptom)
		if s.stopped != "" {
			return units[0], units[0].conversation(), result.RepeatUnknown, false
		}
		if !found {
			continue
		}
		c = s.shorten(c, symptom)
		repeat := result.RepeatAfter
		if len(c.Requests) == 1 {
			repeat = result.RepeatAlone
		}
		return u, c, repeat, s.left >= 0
	}
	return units[0], units[0].conversation(), result.RepeatNot, false
}

// knows orders the units of a search by how much history their checks know.
func knows(u unit) int {
	switch n := len(u.of.Before.Requests); {
	case n == 0:
		return 1
	case n <= shortEnough:
		return 0
	}
	return 2
}

func (p *prober) fails(c Conversation, symptom oracle.Symptom) bool {
	if slices.ContainsFunc(c.Requests, func(req conformance.Request) bool { return !p.CanSend(req) }) {
		return false
	}
	if p.left--; p.left < 0 {
		return false
	}
	resp := p.converse(c)
	return p.stopped == "" && has(p.Oracle.Violations(p.Oracle.Wrong(c.Requests[c.At], resp)), symptom)
}

// last returns a conversation with the last n requests before the one at At.
func (c Conversation) last(n int) Conversation {
	from := max(c.At-n, 0)
	return Conversation{c.Requests[from:], c.At - from}
}

// without returns a conversation without the requests of a range, except the one at At.
func (c Conversation) without(from, to int) Conversation {
	var left Conversation
	for i, req := range c.Requests {
		if i == c.At {
			left.At = len(left.Requests)
		} else if from <= i && i < to {
			continue
		}
		left.Requests = append(left.Requests, req)
	}
	return left
}

// suffix finds the shortest suffix of the history that shows the symptom, by doubling and bisection.
func (p *prober) suffix(c Conversation, symptom oracle.Symptom) (shortest Conversation, found bool) {
	few, many := -1, 0 // so many requests do not show it, and so many do
	for ; !p.fails(c.last(many), symptom); many = max(2*many, 1) {
		if few = many; many >= c.At || many >= LongestHistory {
			return c, false
		}
	}
	for many = min(many, c.At); few+1 < many; {
		if middle := (few + many) / 2; p.fails(c.last(middle), symptom) {
			many = middle
		} else {
			few = middle
		}
	}
	return c.last(many), true
}

// alike finds a conversation in which all other requests are equal. If there are so many, only the number
// of valid tokens or of invalid strings can matter.
func (p *prober) alike(c Conversation, symptom oracle.Symptom) (shorter Conversation, found bool) {
	for _, token := range []string{"A", "!"} {
		simplest := conformance.Request{Op: c.Requests[c.At].Op, Token: token}
		if simplest.Op == conformance.OpEqual {
			simplest.Other = token
		}
		alike := Conversation{slices.Repeat([]conformance.Request{simplest}, len(c.Requests)), c.At}
		alike.Requests[c.At] = c.Requests[c.At]
		if shorter, found = p.suffix(alike, symptom); found {
			break
		}
	}
	return shorter, found
}

// shorten shrinks a conversation by delta debugging, and makes its calls alike and simple.
func (p *prober) shorten(c Conversation, symptom oracle.Symptom) Conversation {
	try := func(simpler Conversation) bool {
		if slices.EqualFunc(simpler.Requests, c.Requests, conformance.Request.Equal) || !p.fails(simpler, symptom) {
			return false
		}
		c = simpler
		return true
	}
	if len(c.Requests) > shortEnough {
		try(Conversation{c.Requests[:c.At+1], c.At})
		if shorter, found := p.alike(c, symptom); found {
			return shorter
		}
	}
	for chunk := largestPower(len(c.Requests)); chunk >= 1; chunk /= 2 {
		for at := 0; at < len(c.Requests) && p.left >= 0; {
			if !try(c.without(at, at+chunk)) {
				at += chunk
			}
		}
	}
	for i := 0; i < len(c.Requests) && len(c.Requests) <= fewCalls+1; i++ {
		for at := 0; at < len(c.Requests[i].Token) && p.left >= 0; {
			shorter := Conversation{slices.Clone(c.Requests), c.At}
			shorter.Requests[i].Token = c.Requests[i].Token[:at] + c.Requests[i].Token[at+1:]
			if !try(shorter) {
				at++
			}
		}
	}
	for _, by := range []string{"A", "a"} {
		for _, letter := range lettersOf(c) {
			if simplicity(by[0]) < simplicity(letter[0]) {
				try(c.replaced(letter, by))
			}
		}
	}
	return c
}

// lettersOf returns the letters in the tokens of a short conversation, each once.
func lettersOf(c Conversation) (letters []string) {
	for _, req := range c.Requests[:min(len(c.Requests), shortEnough)] {
		for _, letter := range charactersOf(req.Token+req.Other, false) {
			if low := letter[0] | 0x20; 'a' <= low && low <= 'z' && !slices.Contains(letters, letter) {
				letters = append(letters, letter)
			}
		}
	}
	return letters
}

func (c Conversation) replaced(character, by string) Conversation {
	all := slices.Clone(c.Requests)
	for i := range all {
		all[i].Token = strings.ReplaceAll(all[i].Token, character, by)
		all[i].Other = strings.ReplaceAll(all[i].Other, character, by)
	}
	return Conversation{all, c.At}
}

// converse sends a conversation to a fresh process, and returns the response at At.
func (p *prober) converse(c Conversation) conformance.Response {
	kept := p.impl
	p.impl = nil
	defer func() {
		p.close()
		p.impl = kept
	}()
	for _, req := range c.Requests {
		p.bytes += len(req.Token)
	}
	if p.requests += len(c.Requests); p.bytes > mostSent {
		p.stop("it took too many requests")
	}
	requests, at, in := sweptTogether(c)
	responses, f := p.perform(requests)
	switch {
	case responses[at] != nil:
		return oracle.SweptOutcome(responses[at], in)
	case f != nil && !slices.Contains(responses[:at], nil):
		return supervise.CrashOf(f)
	}
	return conformance.Response{} // another request ended the process, or shrinking has ended
}

// Perform sends a conversation to a fresh process, and returns the response at At.
func Perform(ctx context.Context, of Subject, c Conversation) (conformance.Response, error) {
	p := &prober{Subject: of, ctx: ctx}
	resp := p.converse(c)
	if p.stopped != "" {
		return conformance.Response{}, errors.New(p.stopped)
	}
	return resp, nil
}

// sweptTogether joins neighbouring sweeps of one token, and returns the place of the request at
// At: the index of its request, and of its token in the sweep.
func sweptTogether(c Conversation) (requests []conformance.Request, at, in int) {
	bytes := 0
	for i, req := range c.Requests {
		last := len(requests) - 1
		if req.Op != conformance.OpSweep {
			requests = append(requests, req)
		} else {
			bytes += len(req.Token)
			middle := len(c.Requests) > conformance.MaxSweepTokens && i == c.At-conformance.MaxSweepTokens/2
			if i == 0 || c.Requests[i-1].Op != conformance.OpSweep || middle ||
				len(requests[last].Tokens) >= conformance.MaxSweepTokens || bytes > conformance.MaxSweepBytes {
				requests = append(requests, conformance.Request{Op: conformance.OpSweep})
				last, bytes = len(requests)-1, len(req.Token)
			}
			requests[last].Tokens = append(requests[last].Tokens, req.Token)
		}
		if i == c.At {
			at = len(requests) - 1
			in = max(len(requests[at].Tokens)-1, 0)
		}
	}
	return requests, at, in
}

// confirm sends a conversation to a fresh process once more. It returns a function that gives a
// finding the texts and the requirements of the response, or nil if that shows none of the symptoms.
func (s *shrinker) confirm(c Conversation, symptoms ...oracle.Symptom) (show func(*Found)) {
	d := s.Oracle.Wrong(c.Requests[c.At], s.converse(c))
	violations := s.Oracle.Violations(d)
	shown := func(symptom oracle.Symptom) bool { return has(violations, symptom) }
	if s.stopped != "" || !slices.ContainsFunc(symptoms, shown) {
		return nil
	}
	return func(f *Found) {
		f.Deviation = s.Oracle.Describe(d)
		for _, v := range violations {
			f.broken = oracle.Union(f.broken, v.Requirements)
		}
	}
}
