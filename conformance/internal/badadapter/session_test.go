package badadapter

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

var marks atomic.Int64

// start returns the command of a kind that misbehaves after a number of responses. At the end of
// the test it checks that no process is left.
func start(t *testing.T, k kind, after int) wire.Command {
	t.Helper()
	dir := t.TempDir()
	mark := fmt.Sprintf("%s=%d.%d", runEnv, os.Getpid(), marks.Add(1))
	t.Cleanup(func() {
		if err := os.WriteFile(filepath.Join(dir, runEnded), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		var left []string
		if until(func() bool { left = processesWith(mark); return left == nil }); left != nil {
			t.Errorf("processes are left: %s", left)
		}
	})
	command := k.baseCommand()
	command.Env = append(playing(roleAdapter, k.name), dirEnv+"="+dir, fmt.Sprintf("%s=%d", afterEnv, after), mark)
	return command
}

// TestSession opens a session of package wire on each kind. The session fails as in the table,
// or all responses are correct and it ends with the notes of the table.
func TestSession(t *testing.T) {
	for _, k := range kinds() {
		passes := k.failure == 0 && k.verdict >= suite.Conformant && k.timeout == 0 && !strings.HasPrefix(k.name, "declines") && k.name != "forgets an attribute"
		if k.failure == 0 && !passes {
			continue // the session alone does not determine the result
		}
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			s, err := converse(t, start(t, k, 3))
			for i := 0; i < 2 && s != nil; i++ {
				if closing := s.Close(); err == nil {
					err = closing
				} else if closing != nil && closing != err {
					t.Errorf("Close returns %v after %v", closing, err)
				}
			}
			var failure *wire.Failure
			switch errors.As(err, &failure); {
			case failure != nil:
				checkFailure(t, k, s, failure)
			case err != nil || k.failure != 0:
				t.Errorf("the error is %v, want a failure of kind %s", err, k.failure)
			default:
				checkNotes(t, k, s.Notes())
			}
		})
	}
}

// converse sends the same requests to every adapter, and compares the responses with those of
// the reference. It returns the first error of opening the session or of a request.
func converse(t *testing.T, command wire.Command) (*wire.Session, error) {
	impl, err := command.Open(t.Context(), epin.Current)
	if err != nil {
		if impl != nil {
			t.Error("Open returns a session together with an error")
		}
		return nil, err
	}
	s, reference := impl.(*wire.Session), conformance.Reference(epin.Current)
	requests := slices.Repeat([]conformance.Request{
		{Op: conformance.OpParse, Token: "K"}, {Op: conformance.OpParse, Token: "KK"}, {Op: conformance.OpValid, Token: "K^"},
		{Op: conformance.OpApply, Token: "K", Methods: []conformance.Method{conformance.Flip}},
		{Op: conformance.OpEqual, Token: "K", Other: "K'"}, {Op: conformance.OpSweep, Tokens: []string{"K", ""}},
	}, 4)
	answered := make([]bool, len(requests))
	err = s.DoAll(t.Context(), slices.Values(requests), func(x conformance.Exchange) bool {
		want, _ := reference.Do(t.Context(), x.Request)
		if x.Request.Op == conformance.OpApply { // without apply_attributes
			want = conformance.Response{Outcome: want.Outcome, Tokens: want.Tokens, Original: want.Original}
		}
		if !s.Describe().Answers(x.Request) {
			want = conformance.Response{}
		}
		if answered[x.Index] || !x.Request.Equal(requests[x.Index]) || !x.Response.Equal(want) {
			t.Errorf("%d: %+v, answered before: %t; want %+v", x.Index, x, answered[x.Index], want)
		}
		answered[x.Index] = true
		return true
	})
	if err == nil && slices.Contains(answered, false) {
		t.Errorf("not all requests were answered: %t", answered)
	}
	if err != nil {
		if _, again := s.Do(t.Context(), requests[0]); again != err {
			t.Errorf("after the error %v, Do returns %v", err, again)
		}
	}
	return s, err
}

// checkFailure compares a failure with the table, and checks its other fields.
func checkFailure(t *testing.T, k kind, s *wire.Session, f *wire.Failure) {
	t.Helper()
	text := strings.TrimPrefix(f.Error(), "wire: ")
	if f.Kind != k.failure || !regexp.MustCompile(k.reason).MatchString(strings.ToUpper(text[:1])+text[1:]+".") {
		t.Errorf("the failure is %s: %s; want %s: %s", f.Kind, text, k.failure, k.reason)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
		t.Errorf("the text %q has characters that a terminal may interpret", text)
	}
	if ended := f.Kind == wire.Died || f.Kind == wire.EndedBeforeHello; ended != (f.State != "") || !strings.Contains(text, f.State) {
		t.Errorf("the state is %q of %s", f.State, text)
	}
	if k.failure != wire.MalformedAnswer && f.Request != nil && s == nil || len(f.Line) > 512 || !utf8.ValidString(text) {
		t.Errorf("the failure is %#v", f)
	}
	if errors.Is(f, wire.ErrUnsupportedEdition) != (f.Kind == wire.EditionUnsupported) {
		t.Errorf("%v is ErrUnsupportedEdition: %t", f, f.Kind != wire.EditionUnsupported)
	}
	if shown := strings.TrimPrefix(k.shows, `\n  \| `); shown != k.shows && f.Stderr == "" || s != nil && s.Stderr() != f.Stderr {
		t.Errorf("standard error is %q in the failure", f.Stderr)
	}
}

// TestContext tests that a context that is done ends Open, or the whole session if it was given
// to a request. The context of Open does not bound the lifetime of the session.
func TestContext(t *testing.T) {
	for name, test := range map[string]func(ctx context.Context, cancel func(), command wire.Command) error{
		"does not answer hello": func(ctx context.Context, cancel func(), command wire.Command) error {
			time.AfterFunc(100*time.Millisecond, cancel)
			command.HelloTimeout = longest
			_, err := command.Open(ctx, epin.Current)
			return err
		},
		"hangs after 500 answers": func(ctx context.Context, cancel func(), command wire.Command) error {
			command.Timeout = longest
			impl, err := command.Open(ctx, epin.Current)
			if err != nil {
				return err
			}
			s, n := impl.(*wire.Session), 0
			defer s.Close()
			requests := slices.Repeat([]conformance.Request{{Op: conformance.OpParse, Token: "K"}}, 4)
			err = s.DoAll(ctx, slices.Values(requests), func(conformance.Exchange) bool {
				if n++; n == 3 {
					cancel()
				}
				return true
			})
			if _, again := s.Do(context.Background(), requests[0]); n != 3 || again != err {
				return fmt.Errorf("%d responses, %v, and then %v", n, err, again)
			}
			return errors.Join(err, s.Close())
		},
		"is correct": func(ctx context.Context, cancel func(), command wire.Command) error {
			impl, err := command.Open(ctx, epin.Current)
			if err != nil {
				return err
			}
			s := impl.(*wire.Session)
			defer s.Close()
			cancel()
			resp, err := s.Do(context.Background(), conformance.Request{Op: conformance.OpParse, Token: "K"})
			if err != nil || resp.Outcome != conformance.Accepted {
				return fmt.Errorf("with the context of Open done: %v, %v", resp, err)
			}
			if _, err = command.Open(ctx, epin.Current); !errors.Is(err, context.Canceled) {
				return fmt.Errorf("opened with a context that is done: %v", err)
			}
			_, err = s.Do(ctx, conformance.Request{Op: conformance.OpParse, Token: "K"})
			return errors.Join(err, s.Close())
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			if err := test(ctx, cancel, start(t, kindNamed(name), 3)); !errors.Is(err, context.Canceled) {
				t.Errorf("the error is %v, want that the context was cancelled", err)
			}
		})
	}
}
