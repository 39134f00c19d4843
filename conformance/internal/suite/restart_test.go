package suite

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// process is an adapter that a test can kill: it answers as the reference does, in
// flushes of some answers, until end says that a request ends it.
type process struct {
	conformance.Implementation
	flush int
	ends  func(asked int, token string) wire.Kind // 0 where it goes on
	asked int
	gone  error
}

func (p *process) Describe() conformance.Description {
	return conformance.Describe(p.Implementation, epin.Current)
}

func (p *process) Do(ctx context.Context, req conformance.Request) (resp conformance.Response, err error) {
	err = p.DoAll(ctx, slices.Values([]conformance.Request{req}), func(x conformance.Exchange) bool {
		resp = x.Response
		return true
	})
	return resp, err
}

func (p *process) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	if p.gone != nil {
		return p.gone
	}
	var held []conformance.Exchange
	give := func() bool {
		for _, x := range held {
			if !answer(x) {
				return false
			}
		}
		held = nil
		return true
	}
	i := 0
	for req := range requests {
		tokens := req.Tokens
		if req.Op != conformance.OpSweep {
			tokens = []string{req.Token}
		}
		for _, token := range tokens {
			p.asked++
			if kind := p.ends(p.asked, token); kind != 0 {
				p.gone = &wire.Failure{Kind: kind, What: "the adapter is gone", State: "exit status 7", Stderr: "Traceback\nboom\n"}
				return p.gone
			}
		}
		resp, err := p.Implementation.Do(ctx, req)
		if err != nil {
			return err
		}
		held = append(held, conformance.Exchange{Index: i, Request: req, Response: resp})
		i++
		if len(held) >= p.flush && !give() {
			return nil
		}
	}
	give()
	return nil
}

// killable opens processes that end as ends says.
func killable(flush int, ends func(start, asked int, token string) wire.Kind) conformance.Factory {
	var started atomic.Int64
	return func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
		start := int(started.Add(1))
		return &process{
			Implementation: conformance.Reference(e), flush: flush,
			ends: func(asked int, token string) wire.Kind { return ends(start, asked, token) },
		}, nil
	}
}

func TestRequestsThatKillAreFound(t *testing.T) {
	on := func(tokens ...string) func(int, int, string) wire.Kind {
		return func(_, _ int, token string) wire.Kind {
			if slices.Contains(tokens, token) {
				return wire.Died
			}
			return 0
		}
	}
	for _, test := range []struct {
		name    string
		ends    func(start, asked int, token string) wire.Kind
		failing []string // the tokens that are said to be wrong
		cut     string
	}{
		{"none", on(), nil, ""},
		{"one", on("K"), []string{"K"}, ""},
		{"some", on("K", "", "\x00", "+z^'"), []string{"", "\x00", "+z^'", "K"}, ""},
		{"a hang", func(_, _ int, token string) wire.Kind {
			if token == "!" {
				return wire.Hung
			}
			return 0
		}, []string{"!"}, ""},
		{"after so many", func(_, asked int, _ string) wire.Kind {
			if asked == 5000 {
				return wire.Died
			}
			return 0
		}, nil, " that back alone, in a fresh process"},
		{"everything", func(int, int, string) wire.Kind { return wire.Died }, nil,
			"no question was answered: the adapter is gone"},
		{"too much", func(_, _ int, token string) wire.Kind {
			if strings.ContainsAny(token, "'^") {
				return wire.Died
			}
			return 0
		}, []string{}, "the adapter was started again 200 times, and is not started any more; the last time, the adapter is gone"},
		{"too many hangs", func(_, _ int, token string) wire.Kind {
			if strings.ContainsAny(token, "'^") {
				return wire.Hung
			}
			return 0
		}, []string{}, "the adapter hung on 11 requests, and is not waited for any more"},
	} {
		for _, flush := range []int{1, 100} {
			for _, jobs := range []int{1, 3} {
				if !Whole() && (flush == 1 || jobs == 1) {
					continue
				}
				t.Run(fmt.Sprintf("%s/%d/%d", test.name, flush, jobs), func(t *testing.T) {
					result, failures := runOf(t, Config{
						Open: killable(flush, test.ends), Profile: Quick, Seed: 1, Jobs: jobs, Only: []string{"vectors", "tokens", "exhaustive", "complete", "properties"},
					})
					if !strings.Contains(result.Cut.String(), test.cut) || (test.cut == "") != (result.Cut == "") {
						t.Errorf("cut short: %s", result.Cut)
					}
					found := map[string]bool{}
					for _, f := range failures {
						found[string(f.Token)] = true
						if !strings.Contains(f.Got.String(), "the process ended: exit status 7, after boom") && !strings.Contains(f.Got.String(), "it hung: the adapter is gone") &&
							!strings.Contains(f.Got.String(), "crash") {
							t.Errorf("%q: got %s", f.Token, f.Got)
						}
					}
					for _, token := range test.failing {
						if !found[token] {
							t.Errorf("%q was not found", token)
						}
						delete(found, token)
					}
					if test.cut == "" && len(found) > 0 {
						t.Errorf("found besides: %v", found)
					}
					if (result.Verdict == NotConformant) != (test.failing != nil) {
						t.Errorf("%s: %s", result.Verdict, result.Reason)
					}
				})
			}
		}
	}
}

// A sweep that comes too late is asked in parts.
func TestALateSweepIsNoHang(t *testing.T) {
	started := 0
	impl := func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
		started++
		return &lateInSweeps{process{Implementation: conformance.Reference(e), flush: 1, ends: func(int, string) wire.Kind { return 0 }}}, nil
	}
	result, failures := runOf(t, Config{Open: impl, Profile: Quick, Only: []string{"complete"}})
	if len(failures) > 0 || result.Cut != "" || started < 2 {
		t.Errorf("%v, cut short: %s, after %d starts", failures, result.Cut, started)
	}
}

// lateInSweeps does not answer sweeps of more than ten tokens in time.
type lateInSweeps struct{ process }

func (l *lateInSweeps) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	l.ends = func(int, string) wire.Kind { return 0 }
	return l.process.DoAll(ctx, func(yield func(conformance.Request) bool) {
		for req := range requests {
			if len(req.Tokens) > 10 {
				l.ends = func(int, string) wire.Kind { return wire.Hung }
			}
			if !yield(req) {
				return
			}
		}
	}, answer)
}

func (l *lateInSweeps) Do(ctx context.Context, req conformance.Request) (resp conformance.Response, err error) {
	err = l.DoAll(ctx, slices.Values([]conformance.Request{req}), func(x conformance.Exchange) bool {
		resp = x.Response
		return true
	})
	return resp, err
}

// What ends the process, or hangs, is shrunk with few further deaths and hangs.
func TestDeathsAreShrunk(t *testing.T) {
	on := func(kind wire.Kind, ends func(token string) bool) (Result, int) {
		dead := 0
		result, _ := runOf(t, Config{Open: killable(1, func(_, _ int, token string) wire.Kind {
			if ends(token) {
				dead++
				return kind
			}
			return 0
		}), Profile: Quick, Seed: 1})
		return result, dead
	}
	result, _ := on(wire.Died, func(token string) bool { return !utf8.ValidString(token) })
	if f := result.Findings; len(f) != 1 || f[0].Token != "\x80" || f[0].Seen != RepeatAlone || !f[0].Minimal || f[0].Checks < 100 {
		t.Errorf("of a library that dies of what is no text: %+v", f)
	}
	result, dead := on(wire.Hung, func(token string) bool { return strings.Contains(token, "!") && len(token) > 2 })
	for _, f := range result.Findings {
		if f.Seen != RepeatAlone {
			t.Errorf("of a library that hangs: %+v", f)
		}
	}
	if len(result.Findings) == 0 || dead > 2*supervise.MostHangs+2+shrink.MostHangs+1 {
		t.Errorf("%d findings after %d hangs", len(result.Findings), dead)
	}
}
