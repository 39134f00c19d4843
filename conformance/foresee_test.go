package conformance_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// library is asked in batches, and answers each batch of up to four backwards. It is
// wrong about some tokens, and ends at one.
type library struct {
	wrong map[string]bool
	end   string
	asked []string
}

var errEnd = errors.New("the library has ended")

func (l *library) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if req.Token == l.end {
		return conformance.Response{}, errEnd
	}
	l.asked = append(l.asked, req.Token)
	resp, err := conformance.Reference(epin.Current).Do(ctx, req)
	if l.wrong[req.Token] {
		resp = conformance.Response{Outcome: conformance.Rejected}
	}
	return resp, err
}

func (l *library) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	var batch []conformance.Exchange
	flush := func() (bool, error) {
		for i := range batch {
			var err error
			if batch[i].Response, err = l.Do(ctx, batch[i].Request); err != nil {
				return false, err
			}
		}
		for _, x := range slices.Backward(batch) {
			if !answer(x) {
				return false, nil
			}
		}
		batch = nil
		return true, nil
	}
	index := 0
	for req := range requests {
		batch = append(batch, conformance.Exchange{Index: index, Request: req})
		index++
		if len(batch) == 4 {
			if on, err := flush(); !on {
				return err
			}
		}
	}
	_, err := flush()
	return err
}

// asking asks for each token, for "again" after one that is refused, and writes down
// what it is told.
func asking(ctx context.Context, found *string, tokens []string) func(conformance.Implementation) error {
	return func(impl conformance.Implementation) error {
		*found = ""
		for _, token := range tokens {
			for _, t := range []string{token, "again"} {
				resp, err := impl.Do(ctx, conformance.Request{Op: conformance.OpParse, Token: t})
				if err != nil {
					return err
				}
				*found += fmt.Sprintf("%s %s;", t, resp.Outcome)
				if resp.Outcome != conformance.Rejected {
					break
				}
			}
		}
		return nil
	}
}

// oneByOne hides that an implementation is asked in batches.
type oneByOne struct{ conformance.Implementation }

// TestForesee: what is found out is what would be without foreseeing anything, whatever is
// wrong, and so is where it ends.
func TestForesee(t *testing.T) {
	scripts := [][]string{{"K", "k"}, {"P", "q", "R"}, {"K'", "nothing", "S"}, {"T"}, {"K", "K", "U"}}
	for _, c := range []struct {
		name  string
		wrong []string
		end   string
	}{
		{"right", nil, ""},
		{"wrong in the first", []string{"k"}, ""},
		{"wrong in two", []string{"q", "T"}, ""},
		{"wrong in the last", []string{"U"}, ""},
		{"ends in the first", nil, "k"},
		{"ends in the third", []string{"R"}, "S"},
		{"ends where only a wrong answer leads", []string{"q"}, "again"},
	} {
		t.Run(c.name, func(t *testing.T) {
			run := func(hide bool) ([]string, int, *library, error) {
				l := &library{end: c.end, wrong: map[string]bool{}}
				for _, token := range c.wrong {
					l.wrong[token] = true
				}
				found := make([]string, len(scripts))
				var asks []func(conformance.Implementation) error
				for i, tokens := range scripts {
					asks = append(asks, asking(t.Context(), &found[i], tokens))
				}
				var impl conformance.Implementation = l
				if hide {
					impl = oneByOne{l}
				}
				done, err := conformance.Foresee(epin.Current, conformance.Describe(impl, epin.Current), asks...).Ask(t.Context(), impl)
				return found[:done], done, l, err
			}
			wanted, wantedDone, _, wantedErr := run(true)
			found, done, l, err := run(false)
			if !slices.Equal(found, wanted) || done != wantedDone || !errors.Is(err, wantedErr) {
				t.Errorf("%q, %d, %v;\nwanted %q, %d, %v", found, done, err, wanted, wantedDone, wantedErr)
			}
			if len(c.wrong) == 0 && c.end == "" && !slices.Equal(l.asked, []string{"K", "k", "P", "q", "R", "K'", "nothing", "again", "S", "T", "K", "K", "U"}) {
				t.Errorf("a library that is right was asked %q", l.asked)
			}
		})
	}
}
