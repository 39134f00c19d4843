package suite

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

func TestLengthsAreAroundPowersOfTwo(t *testing.T) {
	for _, e := range epin.Editions() {
		wholes, paddings, seen, cut := map[int]bool{}, map[int]bool{}, map[string]bool{}, cutter{}
		for _, l := range lengthenedOf(e) {
			token := cut.padded(l)
			if len(token) != len(l.kind.token)+l.padding || strings.Trim(token, string(l.kind.fill)) == "" && l.kind.token != "K" {
				t.Fatalf("%v with %d bytes is %.20q", l.kind, l.padding, token)
			}
			if key := tokenID(token); seen[key] && l.kind.fill != 'K' {
				t.Errorf("%v with %d bytes is asked twice", l.kind, l.padding)
			} else {
				seen[key] = true
			}
			if l.kind == (lengthening{"K", '\'', true}) {
				wholes[len(token)], paddings[l.padding] = true, true
			}
		}
		for n := range 21 {
			for _, length := range []int{1<<n - 1, 1 << n, 1<<n + 1} {
				if length > 1 && !wholes[length] || length > 0 && !paddings[length] {
					t.Errorf("%s: nothing is %d bytes long", e, length)
				}
			}
		}
	}
}

// taking takes so long for each answer, by the length of what is asked.
type taking struct {
	now  *time.Time
	time func(length int) time.Duration
}

func (s taking) Describe() conformance.Description {
	return conformance.Description{Name: "slow", Ops: []conformance.Op{conformance.OpParse}}
}

func (s taking) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	*s.now = s.now.Add(s.time(len(req.Token)))
	return conformance.Reference(epin.Current).Do(ctx, req)
}

func TestTimeThatGrowsFasterThanLengthIsNoted(t *testing.T) {
	disturbed := 0
	for _, test := range []struct {
		name string
		time func(int) time.Duration
		want string
	}{
		{"constant", func(int) time.Duration { return time.Millisecond }, ""},
		{"linear", func(n int) time.Duration { return time.Duration(n) * time.Microsecond }, ""},
		{"n log n", func(n int) time.Duration {
			log := 0
			for m := n; m > 0; m /= 2 {
				log++
			}
			return time.Duration(n*log) * 100 * time.Nanosecond
		}, ""},
		{"quadratic, and too fast to matter", func(n int) time.Duration { return time.Duration(n*n/1e6) * time.Nanosecond }, ""},
		{"quadratic", func(n int) time.Duration { return time.Duration(n*n/1e4) * time.Nanosecond },
			`by parse, the time of an answer grows faster than the length of what is asked: "K" followed by '\'' repeated took 1.718ms with 131,072 bytes of it, and 109.951ms with 1,048,576; somebody who can send long strings can keep such a library busy`},
		{"disturbed once", func(n int) time.Duration {
			if n > 1<<20 {
				if disturbed++; disturbed < 8 {
					return time.Second
				}
			}
			return time.Microsecond
		}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := time.Unix(0, 0)
			result, _ := runOf(t, Config{
				Open: open(taking{&now, test.time}), Only: []string{"lengths"}, Now: func() time.Time { return now },
			})
			got := strings.Join(result.Notes, "\n")
			if test.want == "" && got != "" || !strings.HasPrefix(got, test.want) {
				t.Errorf("noted: %s\nwant: %s", got, test.want)
			}
			if result.Verdict == NotConformant {
				t.Error("time is no verdict")
			}
		})
	}
}
