package steps_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
	"github.com/epin-conformance/harness/features/steps"
)

// parserOnly offers no transformations and no equality, accepts a final line break, and fails
// after some responses.
type parserOnly struct {
	answers int
}

var errGone = errors.New("gone")

func (p *parserOnly) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if p.answers--; p.answers == 0 {
		return conformance.Response{}, errGone
	}
	switch req.Op {
	case conformance.OpParse, conformance.OpValid:
		req.Token = strings.TrimSuffix(req.Token, "\n")
		return conformance.Reference(epin.Current).Do(ctx, req)
	}
	return conformance.Response{}, nil
}

func (p *parserOnly) Describe() conformance.Description {
	return conformance.Description{Ops: []conformance.Op{conformance.OpParse, conformance.OpValid}, Bytes: true}
}

// output returns an Output that writes to w.
func output(t *testing.T, w io.Writer, format string, color bool) *steps.Output {
	t.Helper()
	out, err := steps.NewOutput(w, format, color)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestTextCountsWhatCame checks that scenarios that were not tested do not count as passed.
func TestTextCountsWhatCame(t *testing.T) {
	for _, format := range steps.Formats() {
		for _, color := range []bool{false, true} {
			var b bytes.Buffer
			out := output(t, &b, format, color)
			results, err := steps.Run(t.Context(), &parserOnly{}, epin.Current, out)
			library, unread := steps.RunLibrary(t.Context(), epin.Current, out)
			if err := errors.Join(err, unread, out.Err()); err != nil {
				t.Fatal(err)
			}
			text, absent := b.String(), 0
			for _, r := range results {
				if r.Status == features.NotExercised {
					absent++
				}
			}
			if absent < 10 {
				t.Fatalf("only %d scenarios were not tested", absent)
			}
			for _, want := range []string{
				fmt.Sprintf("\n%d scenarios (%d passed, 2 failed, %d not tested)\n", len(results), len(results)-2-absent, absent),
				fmt.Sprintf("\n%d scenarios (%d passed)\n", len(library), len(library)),
				`wanted "rejected", got "accepted"`,
				"\nnot tested: features/epin/transformations/1: apply is not offered\n",
			} {
				if !strings.Contains(text, want) {
					t.Errorf("%s does not say %q", format, want)
				}
			}
			if n := strings.Count(text, "\nnot tested: "); n != absent {
				t.Errorf("%s names %d scenarios that were not tested, wanted %d", format, n, absent)
			}
			if n := strings.Count(text, " scenarios ("); n != 2 {
				t.Errorf("%s counts scenarios %d times, of two runs", format, n)
			}
			if strings.Contains(text, "\x1b[") != color {
				t.Errorf("%s has colours: %v, wanted %v", format, !color, color)
			}
			if strings.Contains(text, "Format specification") {
				t.Errorf("%s shows a feature of the other edition", format)
			}
		}
	}
}

// TestOutputOfARunThatIsCutShort checks that the output does not look like a complete run.
func TestOutputOfARunThatIsCutShort(t *testing.T) {
	for _, format := range steps.Formats() {
		var b bytes.Buffer
		out := output(t, &b, format, false)
		results, err := steps.Run(t.Context(), &parserOnly{answers: 20}, epin.Current, out)
		if !errors.Is(err, errGone) || len(results) == 0 || out.Err() != nil {
			t.Fatalf("%s: %d results, errors %v and %v", format, len(results), err, out.Err())
		}
		text := b.String()
		if !strings.HasSuffix(text, "\n") || strings.Contains(text, "scenarios (") || strings.Contains(text, "gone") {
			t.Errorf("%s writes %.200q", format, text)
		}
	}
}

func TestOutputWriteError(t *testing.T) {
	for _, format := range steps.Formats() {
		out := output(t, fullDisk{}, format, false)
		if _, err := steps.Run(t.Context(), &parserOnly{}, epin.Current, out); err != nil {
			t.Errorf("%s: %v", format, err)
		}
		if err := out.Err(); !errors.Is(err, errFullDisk) {
			t.Errorf("%s: error %v, wanted %v", format, err, errFullDisk)
		}
	}
}

type fullDisk struct{}

var errFullDisk = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFullDisk }
