package suite

import (
	"math/bits"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/epin"
)

func TestLengthsAreAroundPowersOfTwo(t *testing.T) {
	for _, e := range epin.Editions() {
		wholes, paddings, seen := map[int]bool{}, map[int]bool{}, map[string]bool{}
		for _, l := range lengthenedOf(e, Standard) {
			token := l.String()
			if len(token) != len(l.kind.token)+l.padding || strings.Trim(token, string(l.kind.fill)) == "" && l.kind.token != "K" {
				t.Fatalf("%v with %d bytes is %.20q", l.kind, l.padding, token)
			}
			if key := selector.TokenID(token); seen[key] && l.kind.fill != 'K' {
				t.Errorf("%v with %d bytes is asked twice", l.kind, l.padding)
			} else {
				seen[key] = true
			}
			if l.kind == (lengthening{"K", '\'', true, longestOfOne}) {
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

func TestTimeThatGrowsFasterThanLengthIsNoted(t *testing.T) {
	quadratic := func(n int) time.Duration { return time.Duration(n*n/1e4) * time.Nanosecond }
	behind := func(prefix string, of func(string) time.Duration) func(string) time.Duration {
		return func(s string) (d time.Duration) {
			if strings.HasPrefix(s, prefix) {
				d = of(s)
			}
			return d
		}
	}
	asked := 0
	disturbed := func(d func(string) time.Duration) func(string) time.Duration {
		return func(s string) time.Duration {
			if asked++; asked%3 == 0 {
				return time.Second
			}
			return d(s)
		}
	}
	whole := func(s string) time.Duration { return quadratic(len(s)) }
	escapes := func(s string) time.Duration { return 100 * quadratic(strings.Count(s, "\n")) }
	const letterNoted = `"K" followed by '\'' repeated took 1.718ms with 131,072 bytes of padding, and 109.951ms with 1,048,576`
	for _, test := range []struct {
		name string
		time func(string) time.Duration
		want string // the notes, each shortened
	}{
		{"constant", func(string) time.Duration { return time.Millisecond }, ""},
		{"linear", func(s string) time.Duration { return time.Duration(len(s)) * time.Microsecond }, ""},
		{"n log n", func(s string) time.Duration {
			return time.Duration(len(s)*bits.Len(uint(len(s)))) * 100 * time.Nanosecond
		}, ""},
		{"quadratic, and too fast to matter", func(s string) time.Duration { return quadratic(len(s) / 10) }, ""},
		{"quadratic behind a letter", behind("K'", whole), letterNoted},
		{"quadratic in an adapter", whole, ""},
		{"quadratic in the escapes of an adapter", escapes, ""},
		{
			"quadratic in both", func(s string) time.Duration { return escapes(s) + 4*behind("K\n", escapes)(s) },
			`"K" followed by '\n' repeated took 3.355ms with 8,192 bytes of padding, and 214.748ms with 65,536`,
		},
		{"quadratic, and disturbed", disturbed(behind("K'", whole)), letterNoted},
		{"disturbed", disturbed(func(string) time.Duration { return time.Microsecond }), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := time.Unix(0, 0)
			impl := altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
				now = now.Add(test.time(req.Token))
				return resp
			})
			result, _ := runOf(t, Config{
				Open: open(offeringText(impl, conformance.OpParse)), Only: []string{"lengths"}, Now: func() time.Time { return now },
			})
			var got []string
			for _, note := range result.Notes {
				text := strings.TrimPrefix(note.String(), "the response time of parse grows faster than the length of the input: ")
				got = append(got, strings.TrimSuffix(text, "; long inputs can keep such a library busy (denial of service)"))
			}
			if got := strings.Join(got, "\n"); got != test.want {
				t.Errorf("noted: %s\nwant: %s", got, test.want)
			}
			if result.Verdict == NotConformant {
				t.Error("time is no verdict")
			}
		})
	}
}
