package shrink

import (
	"cmp"
	"context"
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
func (s *shrinker) searchAll(ctx context.Context) {
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
			u, c, repeat, minimal = s.search(ctx, symptom, units)
		}
		show := func(*Found) {}
		times := 1
		if repeat == result.RepeatAfter {
			times = confirmations
		}
		for n := 0; n < times && repeat.Reproduced(); n++ {
			switch confirmed, err := s.confirm(ctx, c, symptom); {
			case err != nil: // shrinking has ended, so the finding is shown as it failed
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
				switch resp, err := s.converse(ctx, u.conversation()); {
				case err != nil || resp.Outcome == conformance.Unsupported: // it could not be repeated
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
func (s *shrinker) search(ctx context.Context, symptom oracle.Symptom, units []unit) (unit, Conversation, result.Repeat, bool) {
	order := slices.Clone(units)
	slices.SortStableFunc(order, func(a, b unit) int {
		return cmp.Compare(knows(a), knows(b))
	})
	t := &tries{prober: &s.prober, left: mostTries, symptom: symptom}
	var seen []int
	for _, u := range order {
		if slices.Contains(seen, knows(u)) {
			continue // nothing new can be learned from it
		}
		seen = append(seen, knows(u))
		base := u.of.Before
		if base.Requests == nil {
			base = s.Before(u.of.Check, u.of.Request)
		}
		c, found, err := t.suffix(ctx, base)
		if err != nil {
			return units[0], units[0].conversation(), result.RepeatUnknown, false
		}
		if !found {
			continue
		}
		c, err = t.shorten(ctx, c)
		repeat := result.RepeatAfter
		if len(c.Requests) == 1 {
			repeat = result.RepeatAlone
		}
		return u, c, repeat, err == nil
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

// tries are the fresh processes of a search.
type tries struct {
	*prober
	left    int
	symptom oracle.Symptom
}

// fails reports whether a conversation shows the symptom.
func (t *tries) fails(ctx context.Context, c Conversation) (bool, error) {
	if slices.ContainsFunc(c.Requests, func(req conformance.Request) bool { return !t.CanSend(req) }) {
		return false, nil
	}
	if t.left--; t.left < 0 {
		return false, errEnough
	}
	resp, err := t.converse(ctx, c)
	if err != nil {
		return false, err
	}
	return has(t.Oracle.Violations(t.Oracle.Wrong(c.Requests[c.At], resp)), t.symptom), nil
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
func (t *tries) suffix(ctx context.Context, c Conversation) (Conversation, bool, error) {
	few := -1 // so many do not show it
	for n := 0; ; n = max(2*n, 1) {
		failing, err := t.fails(ctx, c.last(n))
		if err != nil {
			return c, false, ignoreEnough(err)
		}
		if !failing {
			if few = n; n >= c.At || n >= LongestHistory {
				return c, false, nil
			}
			continue
		}
		for many := min(n, c.At); few+1 < many; {
			middle := (few + many) / 2
			if failing, err = t.fails(ctx, c.last(middle)); err != nil {
				return c.last(n), ignoreEnough(err) == nil, ignoreEnough(err)
			}
			if failing {
				many, n = middle, middle
			} else {
				few = middle
			}
		}
		return c.last(n), true, nil
	}
}

// alike finds a conversation in which all other requests are equal. If there are so many, only the number
// of valid tokens or of invalid strings can matter.
func (t *tries) alike(ctx context.Context, c Conversation) (shorter Conversation, found bool, err error) {
	for _, token := range []string{"A", "!"} {
		simplest := conformance.Request{Op: c.Requests[c.At].Op, Token: token}
		if simplest.Op == conformance.OpEqual {
			simplest.Other = token
		}
		alike := Conversation{slices.Repeat([]conformance.Request{simplest}, len(c.Requests)), c.At}
		alike.Requests[c.At] = c.Requests[c.At]
		if shorter, found, err = t.suffix(ctx, alike); found || err != nil {
			break
		}
	}
	return shorter, found, err
}

// shorten shrinks a conversation by delta debugging, and makes its calls alike and simple.
func (t *tries) shorten(ctx context.Context, c Conversation) (Conversation, error) {
	try := func(simpler Conversation) (failing bool, err error) {
		if slices.EqualFunc(simpler.Requests, c.Requests, conformance.Request.Equal) {
			return false, nil
		}
		if failing, err = t.fails(ctx, simpler); failing {
			c = simpler
		}
		return failing, err
	}
	if len(c.Requests) > shortEnough {
		if _, err := try(Conversation{c.Requests[:c.At+1], c.At}); err != nil {
			return c, err
		}
		if shorter, found, err := t.alike(ctx, c); found || err != nil {
			return shorter, err
		}
	}
	for chunk := largestPower(len(c.Requests)); chunk >= 1; chunk /= 2 {
		for at := 0; at < len(c.Requests); {
			failing, err := try(c.without(at, at+chunk))
			if err != nil {
				return c, err
			}
			if !failing {
				at += chunk
			}
		}
	}
	for i := 0; i < len(c.Requests) && len(c.Requests) <= fewCalls+1; i++ {
		for at := 0; at < len(c.Requests[i].Token); {
			shorter := Conversation{slices.Clone(c.Requests), c.At}
			shorter.Requests[i].Token = c.Requests[i].Token[:at] + c.Requests[i].Token[at+1:]
			failing, err := try(shorter)
			if err != nil {
				return c, err
			}
			if !failing {
				at++
			}
		}
	}
	for _, by := range []string{"A", "a"} {
		for _, letter := range lettersOf(c) {
			if simplicity(by[0]) < simplicity(letter[0]) {
				if _, err := try(c.replaced(letter, by)); err != nil {
					return c, err
				}
			}
		}
	}
	return c, nil
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

// replaced returns a conversation with one character replaced everywhere.
func (c Conversation) replaced(character, by string) Conversation {
	all := slices.Clone(c.Requests)
	for i := range all {
		all[i].Token = strings.ReplaceAll(all[i].Token, character, by)
		all[i].Other = strings.ReplaceAll(all[i].Other, character, by)
	}
	return Conversation{all, c.At}
}

// converse sends a conversation to a fresh process, and returns the response at At.
func (p *prober) converse(ctx context.Context, c Conversation) (conformance.Response, error) {
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
		return conformance.Response{}, p.stop("it took too many requests")
	}
	requests, at, in := sweptTogether(c)
	responses, f, err := p.perform(ctx, requests)
	switch {
	case err != nil:
		return conformance.Response{}, err
	case responses[at] != nil:
		return responseTo(requests[at], *responses[at], in), nil
	case !slices.Contains(responses[:at], nil):
		return supervise.CrashOf(f), nil
	}
	return conformance.Response{}, nil // another request ended the process
}

// Perform sends a conversation to a fresh process, and returns the response at At.
func Perform(ctx context.Context, of Subject, c Conversation) (conformance.Response, error) {
	return (&prober{Subject: of}).converse(ctx, c)
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
			if last < 0 || i == 0 || c.Requests[i-1].Op != conformance.OpSweep || middle ||
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
func (s *shrinker) confirm(ctx context.Context, c Conversation, symptoms ...oracle.Symptom) (show func(*Found), err error) {
	resp, err := s.converse(ctx, c)
	if err != nil {
		return nil, err
	}
	d := s.Oracle.Wrong(c.Requests[c.At], resp)
	violations := s.Oracle.Violations(d)
	if !slices.ContainsFunc(symptoms, func(symptom oracle.Symptom) bool { return has(violations, symptom) }) {
		return nil, nil
	}
	return func(f *Found) {
		f.Deviation = s.Oracle.Describe(d)
		for _, v := range violations {
			f.broken = oracle.Union(f.broken, v.Requirements)
		}
	}, nil
}
