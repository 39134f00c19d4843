package wire

import (
	"errors"
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

func endless(yield func(conformance.Request) bool) {
	for yield(parse("a")) {
	}
}

func TestCannotStart(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode fs.FileMode) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write("notes", "just text", 0o644)
	write("stray", "#!/no/such/interpreter\n", 0o755)
	t.Setenv("PATH", dir)
	for _, tt := range []struct {
		c    Command
		want string
		is   error
	}{
		{Command{}, "no program was given", nil},
		{Command{Args: []string{"no-such-adapter"}},
			`there is no program "no-such-adapter" on the PATH; check its spelling, or give its path`, exec.ErrNotFound},
		{Command{Args: []string{"./no\x1b"}, Dir: dir},
			`there is no file "./no\x1b"; check its spelling, and the directory that it is relative to`, fs.ErrNotExist},
		{Command{Args: []string{os.Args[0]}, Dir: "no/where"}, `there is no directory "no/where" to start it in`, nil},
		{Command{Args: []string{"./notes"}, Dir: dir}, `"./notes" is not a program that this system can run; make it executable ` +
			`(with a first line that names its interpreter, if it is a script), or give the interpreter before it`, fs.ErrPermission},
		{Command{Args: []string{"./stray"}, Dir: dir}, `the interpreter that the first line of "./stray" names does not exist`, fs.ErrNotExist},
		{Command{Args: []string{"stray"}}, `the interpreter that the first line of "stray" names does not exist`, fs.ErrNotExist},
		{Command{Args: []string{"./notes/adapter"}, Dir: dir}, `"./notes/adapter": fork/exec ./notes/adapter: not a directory`, nil},
	} {
		impl, err := tt.c.Open(t.Context(), notation.EPIN)
		var f *conformance.Failure
		if impl != nil || !errors.As(err, &f) || f.Kind != conformance.CannotStart || f.Error() != "the adapter cannot be started: "+tt.want {
			t.Errorf("got %v, %v, want that it cannot be started: %s", impl, err, tt.want)
		}
		if tt.is != nil && !errors.Is(err, tt.is) {
			t.Errorf("%v is not %v", err, tt.is)
		}
	}
}

// TestReferenceBehindPipe tests that the reference has the same description, and returns the same
// responses to more requests than can be in flight, through a pipe.
func TestReferenceBehindPipe(t *testing.T) {
	for _, edition := range notation.All() {
		s, ref := open(t, "reference", edition), conformance.Reference(edition)
		if diff := cmp.Diff(conformance.Describe(ref, edition), s.Describe()); diff != "" {
			t.Error(diff)
		}
		var requests []conformance.Request
		for token := range edition.Tokens() {
			if !tests.Sampled(token, 8) {
				continue
			}
			requests = append(requests, parse(token), parse(token+"\xff"), parse(token+"'"),
				valid(token), valid(token+"\n"), valid("\x80"+token), apply(token), equal(token, "K'"), equal(token, token),
				apply(token, conformance.MethodsOf(edition)...), apply("!"+token, conformance.Flip),
				sweep(token, "\x00", token+"^"), sweep(token, "", "\x00\xff", strings.Repeat(token, 1000)),
			)
		}
		answered := 0
		err := s.DoAll(t.Context(), slices.Values(requests), func(e conformance.Exchange) bool {
			answered++
			want, _ := ref.Do(t.Context(), e.Request)
			if !requests[e.Index].Equal(e.Request) || !want.Equal(e.Response) {
				t.Errorf("%v: %v, want %v", e.Request, e.Response, want)
			}
			return true
		})
		if err != nil || answered != len(requests) {
			t.Errorf("%d of %d requests were answered: %v", answered, len(requests), err)
		}
		s.Close()
		if _, err := s.Do(t.Context(), parse("K")); err != errClosed {
			t.Errorf("after Close, Do returns %v", err)
		}
	}
}

func do(t *testing.T, s *Session, req conformance.Request, want conformance.Outcome) {
	t.Helper()
	if resp, err := s.Do(t.Context(), req); err != nil || resp.Outcome != want {
		t.Errorf("the request %s %.20q: %v, %v, want %v", req.Op, req.Token, resp.Outcome, err, want)
	}
}

// doSome performs requests until it has most responses.
func doSome(t *testing.T, s *Session, most int, requests iter.Seq[conformance.Request]) {
	t.Helper()
	n := 0
	err := s.DoAll(t.Context(), requests, func(conformance.Exchange) bool { n++; return n < most })
	if n != most || err != nil {
		t.Fatalf("%d answers, %v, want %d", n, err, most)
	}
}

// TestNotSent tests that the session itself answers requests that the adapter does not offer, also many of
// them between others.
func TestNotSent(t *testing.T) {
	s := open(t, "plain", notation.EPIN)
	for _, req := range []conformance.Request{{}, {Op: "frobnicate"}, valid("K"), apply("K"), equal("K", "K"), sweep("K"), parse("K\xff")} {
		do(t, s, req, conformance.Unsupported)
	}
	offers := conformance.Description{Name: "unnamed", Ops: []conformance.Op{conformance.OpParse}, Methods: []conformance.Method{}, NoNUL: true}
	if diff := cmp.Diff(offers, s.Describe()); diff != "" || s.window.tail != 1 {
		t.Errorf("%d requests were sent; %s", s.window.tail-1, diff)
	}
	requests := slices.Repeat([]conformance.Request{valid("K")}, 3*windowSize)
	for i := 0; i < len(requests); i += 5000 {
		requests[i] = parse("K")
	}
	doSome(t, s, 10, slices.Values(requests))
	next := 0
	err := s.DoAll(t.Context(), slices.Values(requests), func(e conformance.Exchange) bool {
		if (e.Response.Outcome == conformance.Accepted) != (e.Index%5000 == 0) {
			t.Errorf("request %d: %v", e.Index, e.Response.Outcome)
		}
		next++
		return true
	})
	if err != nil || next != len(requests) {
		t.Errorf("%d answers, %v, want %d", next, err, len(requests))
	}
}

// TestLimits tests that a request beyond the limits is an error, that all requests before it are
// answered, that the session can be used after it, and that it keeps little memory after long requests.
func TestLimits(t *testing.T) {
	s := open(t, "reference", notation.EPIN)
	answered := 0
	requests := []conformance.Request{parse("K"), parse(strings.Repeat("K", conformance.MaxTokenBytes+1)), parse("K")}
	err := s.DoAll(t.Context(), slices.Values(requests), func(conformance.Exchange) bool { answered++; return true })
	if want := "wire: a token of 2097153 bytes; 2097152 is the most"; errorText(err) != want || answered != 1 {
		t.Errorf("%d answers, %v, want %s", answered, err, want)
	}
	for _, req := range []conformance.Request{
		parse(strings.Repeat("\x00", conformance.MaxTokenBytes)),
		sweep(make([]string, conformance.MaxSweepTokens)...), sweep(strings.Repeat("\xff", conformance.MaxSweepBytes)),
	} {
		if resp, err := s.Do(t.Context(), req); err != nil || resp.Outcome == conformance.Unsupported {
			t.Errorf("the request %s at its limit: %v, %v", req.Op, resp.Outcome, err)
		}
		if kept := cap(s.out) + cap(s.process.input.out); kept > 3*windowBytes {
			t.Errorf("%d bytes were kept", kept)
		}
	}
	s.window.head, s.window.tail = maxRequests, maxRequests
	do(t, s, parse("K"), conformance.Accepted) // with the last id
	_, err = s.Do(t.Context(), parse("K"))
	if want := "wire: no ids are left after 137438953471 requests; open another session"; errorText(err) != want {
		t.Errorf("after it: %v", err)
	}
}

// TestStopsEarly tests that the session drops requests in flight when answer returns false, and can be used
// after it, or closed at once.
func TestStopsEarly(t *testing.T) {
	s := open(t, "reference", notation.EPIN)
	for range 3 {
		doSome(t, s, 10, endless)
		do(t, s, parse("+K^'"), conformance.Accepted)
	}
	// The dropped requests may fill the whole window, and long lines cause no deadlock.
	long := parse(strings.Repeat("\xff", conformance.MaxTokenBytes/4))
	doSome(t, s, 1, slices.Values(slices.Repeat([]conformance.Request{long}, 100)))
	do(t, s, parse(strings.Repeat("\xff", conformance.MaxTokenBytes)), conformance.Rejected)
	doSome(t, s, 1, endless)
}
