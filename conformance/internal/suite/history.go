package suite

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
)

// What finding the calls may take that a wrong answer needs before it.
const (
	mostSearches   = 12
	mostTries      = 100     // fresh processes for one search
	longestHistory = 1 << 14 // calls
	fewCalls       = 4       // whose tokens are shortened, too
	shownBehind    = 4       // tokens that may follow in a sweep
)

// faultOfLaw returns the first wrong answer among those that broke a law.
func (r *runner) faultOfLaw(exchanges []conformance.Exchange) fault {
	var before []conformance.Request
	for _, x := range exchanges {
		if x.Request.Op != conformance.OpSweep {
			c := conversation{append(slices.Clone(before), x.Request), len(before)}
			if _, symptoms := r.oracle.Wrong(x.Request, x.Response); len(symptoms) > 0 {
				return fault{request: x.Request, symptoms: symptoms, before: c}
			}
			before = c.requests
			continue
		}
		all := oracle.Singles(x.Request)
		for i, req := range all {
			got := x.Response
			if got.Outcome == conformance.Swept {
				got = oracle.SweptOutcome(got, i)
			}
			if _, symptoms := r.oracle.Wrong(req, got); len(symptoms) > 0 {
				return fault{request: req, symptoms: symptoms, before: conversation{slices.Concat(before, all), len(before) + i}}
			}
		}
	}
	if len(exchanges) == 0 {
		return fault{}
	}
	return fault{request: oracle.Single(exchanges[0].Request)}
}

// faultOfHistory returns which of two answers to one question was wrong, and what was
// asked before it.
func (r *runner) faultOfHistory(h history, c *change, question func(string) conformance.Request, was conformance.Response) fault {
	var before []conformance.Request
	if !h.fresh {
		for _, token := range probesOf(r.cfg.Edition) {
			before = append(before, oracle.Single(question(token)))
		}
	}
	request := oracle.Single(question(c.token))
	if h.sweep {
		request.Op = conformance.OpSweep
	}
	if _, symptoms := r.oracle.Wrong(request, c.to); len(symptoms) > 0 {
		n := 0
		for token := range h.tokens(r.cfg) {
			if n++; n > c.asked {
				break
			}
			before = append(before, conformance.Request{Op: request.Op, Token: token})
		}
		return fault{request: request, symptoms: symptoms, before: conversation{append(before, request), len(before)}}
	}
	request = oracle.Single(question(c.token))
	_, symptoms := r.oracle.Wrong(request, was)
	at := max(slices.IndexFunc(before, request.Equal), 0)
	return fault{request: request, symptoms: symptoms, before: conversation{append(slices.Clone(before[:at]), request), at}}
}

// askedBefore returns what the layers asked before a check, as far as it is looked at,
// and the check itself. It is made again from the layers, which ask the same each time.
func (s *shrinker) askedBefore(k keptFault) conversation {
	layer, _, _ := strings.Cut(k.Check, "/")
	var last []conformance.Request
	var found conversation // in the layer single, which may ask the same twice
	for _, p := range s.asked {
		for req := range p.questions {
			if !s.selected(p, req) || !s.takes(req) {
				continue
			}
			if len(last) >= 2*longestHistory {
				last = slices.Delete(last, 0, len(last)-longestHistory)
			}
			last = append(last, req)
			switch {
			case p.layer != layer || !req.Equal(k.request):
			case layer == result.LayerSingle:
				found = conversation{slices.Clone(last), len(last) - 1}
			default:
				return s.withBehind(p, last)
			}
		}
	}
	if found.requests != nil {
		return found
	}
	return conversation{[]conformance.Request{k.request}, 0}
}

// withBehind adds the questions that follow the last one in its sweep.
func (s *shrinker) withBehind(p part, asked []conformance.Request) conversation {
	c := conversation{asked, len(asked) - 1}
	target := asked[c.at]
	if target.Op != conformance.OpSweep {
		return c
	}
	reached := false
	for req := range p.questions {
		if reached && s.selected(p, req) && s.takes(req) {
			c.requests = append(c.requests, req)
		}
		reached = reached || req.Equal(target)
		if len(c.requests) > c.at+shownBehind {
			break
		}
	}
	return c
}

// searchAll looks for what has to be asked before answers that are wrong, but not when
// they are asked for alone. All with the same symptom are one finding.
func (s *shrinker) searchAll(ctx context.Context) {
	for i, name := range s.order {
		units := s.alone[name]
		u := units[0]
		c, repeat, minimal := u.conversation(), RepeatUnknown, false
		if i < mostSearches && name != "" && s.prober.stopped == "" {
			u, c, repeat, minimal = s.search(ctx, name, units)
		}
		var confirmed *confirmation
		if repeat == RepeatAlone || repeat == RepeatAfter {
			var err error
			switch confirmed, err = s.confirm(ctx, c, name); {
			case err != nil: // shrinking has ended: it is shown as it failed
				c, repeat, minimal = u.conversation(), RepeatUnknown, false
			case confirmed == nil:
				repeat = RepeatNot
			}
		}
		found := s.found.add(u.of, c, oracle.Symptom{Name: name, Requirements: u.Requirements})
		if confirmed != nil {
			found.show(confirmed)
		}
		found.Seen, found.Minimal = repeat, minimal
		if repeat == RepeatAfter || repeat == RepeatNot {
			found.Changed = s.rightAlone(ctx, u.request)
		}
		for _, other := range units {
			s.found.again(found, other.of, other.request.Op, other.Symptom)
		}
	}
}

// rightAlone reports whether a fresh process answers a request rightly.
func (s *shrinker) rightAlone(ctx context.Context, req conformance.Request) bool {
	s.prober.forget()
	if !s.prober.askable(req) || s.prober.open(ctx) != nil {
		return false
	}
	resp, err := s.prober.alone(ctx, req)
	if err != nil || resp.Outcome == conformance.Unsupported {
		return false
	}
	_, symptoms := s.prober.r.oracle.Wrong(req, resp)
	return len(symptoms) == 0
}

// search looks for the calls among what was asked before some checks: those that know it
// themselves and know little first.
func (s *shrinker) search(ctx context.Context, name string, units []unit) (unit, conversation, Repeat, bool) {
	order := slices.Clone(units)
	slices.SortStableFunc(order, func(a, b unit) int {
		return cmp.Compare(knows(a), knows(b))
	})
	tries := &tries{prober: &s.prober, left: mostTries, name: name}
	var seen []int
	for _, u := range order {
		if slices.Contains(seen, knows(u)) {
			continue // nothing new can be learned from it
		}
		seen = append(seen, knows(u))
		base := u.before
		if base.requests == nil {
			base = s.askedBefore(s.faults.kept[u.of])
		}
		c, found, err := tries.suffix(ctx, base)
		if err != nil {
			return units[0], units[0].conversation(), RepeatUnknown, false
		}
		if !found {
			continue
		}
		c, err = tries.shorten(ctx, c)
		repeat := RepeatAfter
		if len(c.requests) == 1 {
			repeat = RepeatAlone
		}
		return u, c, repeat, err == nil
	}
	return units[0], units[0].conversation(), RepeatNot, false
}

// knows is the place of a unit in a search, by how much its check knows of what was asked
// before.
func knows(u unit) int {
	switch n := len(u.before.requests); {
	case n == 0:
		return 1
	case n <= shortEnough:
		return 0
	}
	return 2
}

// tries are the fresh processes of a search.
type tries struct {
	prober *prober
	left   int
	name   string // of the symptom
}

// fails reports whether a conversation brings the symptom.
func (t *tries) fails(ctx context.Context, c conversation) (bool, error) {
	if slices.ContainsFunc(c.requests, func(req conformance.Request) bool { return !t.prober.askable(req) }) {
		return false, nil
	}
	if t.left--; t.left < 0 {
		return false, errEnough
	}
	resp, err := t.prober.converse(ctx, c)
	if err != nil {
		return false, err
	}
	_, symptoms := t.prober.r.oracle.Wrong(c.requests[c.at], resp)
	return has(symptoms, t.name), nil
}

// last returns a conversation with n of the requests before the one that matters.
func (c conversation) last(n int) conversation {
	from := max(c.at-n, 0)
	return conversation{c.requests[from:], c.at - from}
}

// without returns a conversation without some requests, but with the one that matters.
func (c conversation) without(from, to int) conversation {
	var left conversation
	for i, req := range c.requests {
		if i == c.at {
			left.at = len(left.requests)
		} else if from <= i && i < to {
			continue
		}
		left.requests = append(left.requests, req)
	}
	return left
}

// suffix looks for the fewest calls directly before that bring the symptom.
func (t *tries) suffix(ctx context.Context, c conversation) (conversation, bool, error) {
	few := -1 // so many do not
	for n := 0; ; n = max(2*n, 1) {
		failing, err := t.fails(ctx, c.last(n))
		if err != nil {
			return c, false, ignoreEnough(err)
		}
		if !failing {
			if few = n; n >= c.at || n >= longestHistory {
				return c, false, nil
			}
			continue
		}
		for many := min(n, c.at); few+1 < many; {
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

// shorten leaves calls out, as long as the symptom comes, and makes them alike and
// simple.
func (t *tries) shorten(ctx context.Context, c conversation) (conversation, error) {
	try := func(simpler conversation) error {
		if len(simpler.requests) == len(c.requests) && slices.EqualFunc(simpler.requests, c.requests, conformance.Request.Equal) {
			return nil
		}
		failing, err := t.fails(ctx, simpler)
		if failing {
			c = simpler
		}
		return err
	}
	if len(c.requests) > shortEnough {
		if err := try(conversation{c.requests[:c.at+1], c.at}); err != nil {
			return c, err
		}
		// So many matter for their number, if for anything: of tokens, or of what is none.
		for _, token := range []string{"A", "!"} {
			alike := conversation{slices.Repeat([]conformance.Request{simplestLike(c.requests[c.at], token)}, len(c.requests)), c.at}
			alike.requests[c.at] = c.requests[c.at]
			shorter, found, err := t.suffix(ctx, alike)
			if found || err != nil {
				return shorter, err
			}
		}
	}
	for chunk := largestPower(len(c.requests)); chunk >= 1; chunk /= 2 {
		for at := 0; at < len(c.requests); {
			before := len(c.requests)
			if err := try(c.without(at, at+chunk)); err != nil {
				return c, err
			}
			if len(c.requests) == before {
				at += chunk
			}
		}
	}
	for i := 0; i < len(c.requests) && len(c.requests) <= fewCalls+1; i++ {
		for at := 0; at < len(c.requests[i].Token); {
			token := c.requests[i].Token
			if err := try(c.changed(i, token[:at]+token[at+1:])); err != nil {
				return c, err
			}
			if c.requests[i].Token == token {
				at++
			}
		}
	}
	for _, by := range []string{"A", "a"} {
		for letter := range strings.SplitSeq(lettersOf(c), "") {
			if letter != "" && simplicity(by[0]) < simplicity(letter[0]) {
				if err := try(c.replaced(letter, by)); err != nil {
					return c, err
				}
			}
		}
	}
	return c, nil
}

// simplestLike returns a token, asked in the same way as another request.
func simplestLike(req conformance.Request, token string) conformance.Request {
	simplest := conformance.Request{Op: req.Op, Token: token}
	if req.Op == conformance.OpEqual {
		simplest.Other = token
	}
	return simplest
}

// changed returns a conversation with another token in one place.
func (c conversation) changed(i int, token string) conversation {
	all := slices.Clone(c.requests)
	all[i].Token = token
	return conversation{all, c.at}
}

// lettersOf returns the letters in the tokens of a short conversation, each once.
func lettersOf(c conversation) string {
	letters := ""
	for _, req := range c.requests[:min(len(c.requests), shortEnough)] {
		for _, b := range []byte(req.Token + req.Other) {
			if low := b | 0x20; 'a' <= low && low <= 'z' && strings.IndexByte(letters, b) < 0 {
				letters += string(rune(b))
			}
		}
	}
	return letters
}

// replaced returns a conversation with one character replaced everywhere.
func (c conversation) replaced(character, by string) conversation {
	all := slices.Clone(c.requests)
	for i := range all {
		all[i].Token = strings.ReplaceAll(all[i].Token, character, by)
		all[i].Other = strings.ReplaceAll(all[i].Other, character, by)
	}
	return conversation{all, c.at}
}

// converse asks a conversation of a fresh process, and returns the answer that matters.
func (p *prober) converse(ctx context.Context, c conversation) (conformance.Response, error) {
	kept := p.impl
	p.impl = nil
	defer func() {
		p.close()
		p.impl = kept
	}()
	if err := p.open(ctx); err != nil {
		return conformance.Response{}, err
	}
	for _, req := range c.requests {
		p.bytes += len(req.Token)
	}
	if p.questions += len(c.requests); p.bytes > mostShrinkBytes {
		return conformance.Response{}, p.stop("it took too many questions")
	}
	requests, at, in := sweptTogether(c)
	var got conformance.Response
	answered, reached := 0, false
	err := conformance.DoAll(ctx, p.impl, slices.Values(requests), func(x conformance.Exchange) bool {
		answered++
		if x.Index != at {
			return true
		}
		reached, got = true, x.Response
		if x.Request.Op == conformance.OpSweep && got.Outcome == conformance.Swept {
			got = oracle.SweptOutcome(got, in)
		}
		return true
	})
	f := supervise.Lethal(err)
	switch {
	case err == nil:
		return got, nil
	case f == nil || ctx.Err() != nil:
		return got, p.failed(ctx, err)
	case reached:
		return got, nil
	case answered == at:
		return supervise.CrashOf(f), nil
	}
	return conformance.Response{}, nil // something else ended it
}

// sweptTogether puts neighbouring sweeps of one token together, and returns where the one that
// matters is.
func sweptTogether(c conversation) (requests []conformance.Request, at, in int) {
	bytes := 0
	for i, req := range c.requests {
		last := len(requests) - 1
		if req.Op != conformance.OpSweep {
			requests = append(requests, req)
		} else {
			bytes += len(req.Token)
			if last < 0 || i == 0 || c.requests[i-1].Op != conformance.OpSweep || i == c.at-conformance.MaxSweepTokens/2 ||
				len(requests[last].Tokens) >= conformance.MaxSweepTokens || bytes > conformance.MaxSweepBytes {
				requests = append(requests, conformance.Request{Op: conformance.OpSweep})
				last, bytes = len(requests)-1, len(req.Token)
			}
			requests[last].Tokens = append(requests[last].Tokens, req.Token)
		}
		if i == c.at {
			at = len(requests) - 1
			in = max(len(requests[at].Tokens)-1, 0)
		}
	}
	return requests, at, in
}

// confirmation is what was wrong in a fresh process.
type confirmation struct {
	wanted, got, diff string
	broken            []string // requirements
}

// confirm makes the requests of a conversation of a fresh process once more. It returns nil
// where none of some symptoms shows.
func (s *shrinker) confirm(ctx context.Context, c conversation, names ...string) (*confirmation, error) {
	resp, err := s.prober.converse(ctx, c)
	if err != nil {
		return nil, err
	}
	req := c.requests[c.at]
	aspects, symptoms := s.prober.r.oracle.Wrong(req, resp)
	if !slices.ContainsFunc(names, func(name string) bool { return has(symptoms, name) }) {
		return nil, nil
	}
	right := s.oracle.Wanted(req)
	confirmed := &confirmation{diff: oracle.Difference(right, resp)}
	confirmed.wanted, confirmed.got = oracle.Texts(aspects)
	for _, symptom := range symptoms {
		confirmed.broken = oracle.Union(confirmed.broken, symptom.Requirements)
	}
	return confirmed, nil
}

// show takes over what was wrong in a fresh process.
func (c *collected) show(confirmed *confirmation) {
	c.Wanted, c.Got, c.Diff = printable.Text(confirmed.wanted), printable.Text(confirmed.got), printable.Lines(confirmed.diff)
	c.broken = oracle.Union(c.broken, confirmed.broken)
}
