package transcript

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/internal/tests"
)

const hello = `{"id":0,"protocol":1,"implementation":{"name":"acme"},"ops":["parse","sweep"]}`

// written returns a transcript of two sessions. The first exits on its last request.
func written(cut string) []byte {
	var b bytes.Buffer
	w := tests.Must(NewWriter(&b, Header{Edition: "1.0.0", Profile: "quick"}))
	one, two := w.Log(), w.Log()
	one.Greeted([]byte(hello))
	one.Sent(2, []byte(`{"id":2,"op":"parse","token":"K"}`))
	one.Sent(5, []byte(`{"id":5,"op":"parse","token":"K"}`))
	one.Answered(5, []byte(`{"id":5,"valid":false}`))
	one.Answered(2, []byte(`{"id":2,"valid":true,"x":1}`))
	one.Sent(7, []byte(`{"id":7,"op":"sweep","tokens":["K","KK","K"]}`))
	one.Answered(7, []byte(`{"id":7,"valid":"10!"}`))
	one.Sent(9, []byte(`{"id":9,"op":"parse","token":"K''"}`))
	one.Failed(&conformance.Failure{Kind: conformance.Died, What: "it ended"})
	two.Greeted([]byte(hello))
	if err := w.Close(End{Cut: cut, Environments: []string{"c"}}); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func ask(t *testing.T, impl conformance.Implementation, op conformance.Op, tokens ...string) string {
	req := conformance.Request{Op: op, Token: tokens[0]}
	if op == conformance.OpSweep {
		req.Token, req.Tokens = "", tokens
	}
	resp, err := impl.Do(t.Context(), req)
	if err != nil {
		return err.Error()
	}
	return resp.Outcome.String() + " " + resp.Verdicts
}

// TestReplay tests that responses come in the recorded order for any size of sweeps, and that
// a request that alone made a process exit does so each time.
func TestReplay(t *testing.T) {
	for _, cut := range []string{"", "it was stopped"} {
		read := tests.Must(Read(bytes.NewReader(written(cut))))
		impl := tests.Must(read.Open(t.Context(), notation.EPIN))
		unknown, unknownSwept, closing := "unsupported ", "swept 0"+string(conformance.VerdictNone), "2 requests of this version of the suite are not in the transcript, the first: parse \"k\""
		if cut != "" {
			unknown, unknownSwept, closing = cut, cut, cut
		}
		for _, step := range []struct{ got, want string }{
			{ask(t, impl, conformance.OpParse, "K"), "accepted "},
			{ask(t, impl, conformance.OpParse, "K"), "rejected "},
			{ask(t, impl, conformance.OpParse, "K"), "rejected "},
			{ask(t, impl, conformance.OpParse, "K''"), `it ended (the request: parse "K''")`},
			{ask(t, impl, conformance.OpParse, "K''"), `it ended (the request: parse "K''")`},
			{ask(t, impl, conformance.OpValid, "K"), "unsupported "}, // not offered
			{ask(t, impl, conformance.OpSweep, "K", "KK"), "swept 10"},
			{ask(t, impl, conformance.OpSweep, "K"), "swept !"},
			{ask(t, impl, conformance.OpParse, "k"), unknown},
			{ask(t, impl, conformance.OpSweep, "KK", "k"), unknownSwept},
			{fmt.Sprint(impl.(io.Closer).Close()), closing},
		} {
			if step.got != step.want {
				t.Errorf("cut %q: %q, want %q", cut, step.got, step.want)
			}
		}
		if !reflect.DeepEqual(read.End, End{Cut: cut, Environments: []string{"c"}}) {
			t.Errorf("End is %+v", read.End)
		}
	}
}

// TestReadChecksDigest alters a file, flips a bit of each byte, and truncates it everywhere. Incorrect
// lines are no error of their own then. Only the header of gzip holds what does not matter.
func TestReadChecksDigest(t *testing.T) {
	digest := fmt.Sprintf("%x\n", sha256.Sum256([]byte(header+end)))
	for _, lines := range []string{header + "H 1 " + hello + "\n" + end, header + "X\n" + end} {
		if err := check(zipped(lines + digest)); err == nil || err.Error() != "it was changed: its digest differs" {
			t.Errorf("Read of the altered file returns %v", err)
		}
	}
	good := written("")
	for i := range good {
		bad := slices.Clone(good)
		bad[i] ^= 1 << (i % 8)
		err := check(bad)
		if changed := err != nil && (err == errTruncated || strings.HasPrefix(err.Error(), "it was changed: ")); i >= 10 && !changed {
			t.Errorf("byte %d of %d is altered, and Read returns %v", i, len(good), err)
		}
		if err := check(good[:i]); !errors.Is(err, errTruncated) {
			t.Errorf("Read of %d bytes of %d returns %v", i, len(good), err)
		}
	}
}

const greeted = header + "H 1 " + hello + "\n"

// TestReadHasLimits tests that the memory of Read is bounded, and that NewWriter rejects a header that
// Read cannot read.
func TestReadHasLimits(t *testing.T) {
	if _, err := NewWriter(io.Discard, Header{Only: []string{strings.Repeat("x", wire.MaxLine+64)}}); err == nil {
		t.Error("NewWriter accepts a header that is longer than a line")
	}
	defer func(before int) { maxKept = before }(maxKept)
	maxKept = 1 << 17
	wide := `{"id":1,"op":"sweep","tokens":["` + strings.Repeat(`","`, 200) + `"]}`
	for name, line := range map[string]string{
		"sessions":                    "H NUMBER \n",
		"long names":                  "H " + strings.Repeat("x", 1000) + "NUMBER \n",
		"requests without a response": `Q 1 NUMBER {"id":NUMBER,"op":"valid","token":""}` + "\n",
		"tokens":                      "Q 1 1 " + wide + "\n",
		"responses":                   `Q 1 1 {"id":1,"op":"parse","token":""}` + "\n" + `A 1 1 {"id":1,"valid":true,"token":"NUMBER"}` + "\n",
		"failures":                    `F 1 {"kind":"died","what":"` + strings.Repeat("x", 1000) + `"}` + "\n",
	} {
		for _, n := range []int{10, 1 << 11} {
			var lines strings.Builder
			for i := range n {
				lines.WriteString(strings.ReplaceAll(line, "NUMBER", strconv.Itoa(i+1)))
			}
			if err := check(file(greeted + lines.String() + end)); n == 10 && err != nil || n > 10 && (err == nil || !strings.Contains(err.Error(), ": the transcript is too large")) {
				t.Errorf("%d %s: %v", n, name, err)
			}
		}
	}
}

func TestMalformedLines(t *testing.T) {
	const parse, sweep = `Q 1 2 {"id":2,"op":"parse","token":"K"}` + "\n", `Q 1 2 {"id":2,"op":"sweep","tokens":["K"]}` + "\n"
	for _, test := range []struct{ lines, want string }{
		{"{}\n" + end, "it is not a transcript of the format epin-transcript/1"},
		{header + end + end, "it was changed: there is data after its end"},
		{header + `Z {"other":1}` + "\n", "line 2: "},
		{header + "H\n", "line 2: not a record"},
		{header + "F 1 {}\n", `line 2: unknown kind of failure ""`},
		{header + `F 1 {"x":1}` + "\n", "line 2: not a failure"},
		{greeted + "A 1 2 {}\n", "line 3: a response without a request"},
		{greeted + "X 1 2 {}\n", `line 3: unknown kind of record "X"`},
		{greeted + "Q 1 x {}\n", "line 3: not a request with its id"},
		{greeted + `Q 1 2 {"id":3,"op":"parse","token":"K"}` + "\n", "line 3: not a request with its id"},
		{greeted + `Q 1 2 {"id":2,"op":"hello"}` + "\n", "line 3: not a request with its id"},
		{greeted + parse + `A 1 2 {"id":3,"valid":true}` + "\n", "line 4: the response has another id"},
		{greeted + parse + `A 1 2 {"valid":true,"id":3}` + "\n", "line 4: the response has another id"},
		{greeted + parse + `A 1 2 {"id":2,"valid":true,"valid":true}` + "\n", "line 4: "},
		{greeted + parse + `A 1 2 {"id":2,"valid":true,"error":"` + "\t" + `"}` + "\n", "line 4: byte "},
		{greeted + "H 1 " + strings.Repeat(" ", wire.MaxLine+64) + "\n", "line 3 is too long"},
		{greeted + sweep + `A 1 2 {"id":2,"valid":"11"}` + "\n", "line 4: valid is not one of"},
		{greeted + parse + `A 1 2 {"id":2,"valid":false}` + "\n" + `A 1 2 {"id":2,"valid":false}` + "\n", "line 5: a response without a request"},
	} {
		if err := check(file(test.lines + end)); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%.500q: %v, want %q", test.lines, err, test.want)
		}
	}
}

// TestExitsKeepTheirPlace: an exit is repeated where it was recorded, between other answers.
func TestExitsKeepTheirPlace(t *testing.T) {
	x := index{lists: map[uint64]list{}, fatal: map[uint64]*conformance.Failure{1: {Kind: conformance.Died}}}
	for i, answer := range []int32{5, 0, 0, died, 7, died, 0, 8} {
		x.add(1)
		x.places[i].answer = answer
	}
	const exit = -1
	for i, want := range []int32{5, exit, exit, 7, exit, 8, exit, exit} {
		answer, f := x.take(1)
		if f != nil {
			answer = exit
		}
		if answer != want {
			t.Errorf("request %d: %d, want %d", i, answer, want)
		}
	}
}
