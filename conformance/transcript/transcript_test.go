package transcript_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/transcript"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/internal/corrupt"
)

const hello = `{"id":0,"protocol":1,"implementation":{"name":"acme"},"ops":["parse","sweep"]}`

// written is a transcript of two sessions: the first answers, and dies on K”.
func written(t *testing.T, cut string) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := transcript.NewWriter(&b, transcript.Header{Edition: "1.0.0", Profile: "quick"})
	if err != nil {
		t.Fatal(err)
	}
	one, two := w.Log(), w.Log()
	one.Greeted([]byte(hello))
	one.Sent(2, []byte(`{"id":2,"op":"parse","token":"K"}`))
	one.Sent(5, []byte(`{"id":5,"op":"parse","token":"K"}`))
	one.Answered(5, []byte(`{"id":5,"valid":false}`))
	one.Answered(2, []byte(`{"id":2,"valid":true,"x":1}`))
	one.Sent(7, []byte(`{"id":7,"op":"sweep","tokens":["K","KK","K"]}`))
	one.Answered(7, []byte(`{"id":7,"valid":"10!"}`))
	one.Sent(9, []byte(`{"id":9,"op":"parse","token":"K''"}`))
	one.Failed(&wire.Failure{Kind: wire.Died, What: "it ended"})
	two.Greeted([]byte(hello))
	if err := w.Close(transcript.End{Cut: cut}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func ask(t *testing.T, impl conformance.Implementation, op conformance.Op, tokens ...string) string {
	t.Helper()
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

// The answers come again in the order in which they were asked for, however sweeps are
// cut; a request that killed a process alone does so each time.
func TestAnswersComeAgain(t *testing.T) {
	for _, cut := range []string{"", "it was stopped"} {
		read, err := transcript.Read(bytes.NewReader(written(t, cut)))
		if err != nil {
			t.Fatal(err)
		}
		defer read.Stop()
		impl, err := read.Open(t.Context(), epin.Current)
		if err != nil {
			t.Fatal(err)
		}
		unknown, unknownSwept, closing := "unsupported ", "swept 0"+string(conformance.VerdictNone), "the transcript holds no answer to 2 questions that are asked now, the first a parse of \"k\": they are not exercised"
		if cut != "" {
			unknown, unknownSwept, closing = cut, cut, cut
		}
		for _, step := range []struct{ got, want string }{
			{ask(t, impl, conformance.OpParse, "K"), "accepted "},
			{ask(t, impl, conformance.OpParse, "K"), "rejected "},
			{ask(t, impl, conformance.OpParse, "K"), "rejected "},
			{ask(t, impl, conformance.OpParse, "K''"), `wire: it ended (the request: parse "K''")`},
			{ask(t, impl, conformance.OpParse, "K''"), `wire: it ended (the request: parse "K''")`},
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
		if err := read.Check(); err != nil {
			t.Error(err)
		}
		if read.End() != (transcript.End{Cut: cut}) {
			t.Errorf("the end is %+v", read.End())
		}
	}
}

// check reads a whole transcript, and returns what is wrong with it.
func check(file []byte) error {
	read, err := transcript.Read(bytes.NewReader(file))
	if err != nil {
		return err
	}
	defer read.Stop()
	return read.Check()
}

// A transcript that is damaged is refused, unless DEFLATE only encodes its digest in another way.
func TestDamagedIsRefused(t *testing.T) {
	good := written(t, "")
	first := bytes.LastIndex(good, []byte("\x1f\x8b\x08"))
	corrupt.Test(t, good, 1000, func(damaged []byte) (accepted bool, wrong error) {
		if check(damaged) != nil {
			return false, nil
		}
		if !bytes.HasPrefix(damaged, good[:first+10]) || !bytes.Equal(unzipped(t, damaged), unzipped(t, good)) {
			return true, errors.New("it is read")
		}
		return true, nil
	})
}

func unzipped(t *testing.T, b []byte) []byte {
	t.Helper()
	zip, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(zip)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

const (
	header = `{"format":"epin-transcript/2","version":"","corpus":"","edition":"1.0.0","profile":"quick","seed":1,"fuzz":false,"only":[],"command":[]}` + "\n"
	end    = `Z {"cut":"","rounds":0}` + "\n"
)

// file is a transcript of some lines, with a right digest.
func file(t *testing.T, lines string) []byte {
	t.Helper()
	first := zipped(t, lines)
	return append(first, zipped(t, fmt.Sprintf("%x\n", sha256.Sum256(first)))...)
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	zip, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(zip, text); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// One line more, and the digest of the file without it.
func TestAnotherDigest(t *testing.T) {
	good := file(t, header+end)
	digest := good[len(zipped(t, header+end)):]
	altered := append(zipped(t, header+"H 1 "+hello+"\n"+end), digest...)
	if err := check(good); err != nil {
		t.Error(err)
	}
	if err := check(altered); err == nil || err.Error() != "it was altered: its digest is another" {
		t.Errorf("altered, it is read with %v", err)
	}
}

// What a reader keeps is bounded.
func TestReadHasLimits(t *testing.T) {
	repeated := func(n int, line string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, line, i+1)
		}
		return b.String()
	}
	greeted := header + "H 1 " + hello + "\n"
	for _, test := range []struct{ lines, says string }{
		{repeated(1<<12, "H %d \n"), ""},
		{repeated(1<<12+1, "H %d \n"), "line 4099 is wrong: it holds more sessions than are read"},
		{repeated(1<<20+1, "Q 1 %d {\"id\":%[1]d,\"op\":\"valid\",\"token\":\"\"}\n"), "line 1048579 is wrong: it holds more requests without a response than are read"},
	} {
		if err := check(file(t, greeted+test.lines+end)); test.says == "" && err != nil || test.says != "" && (err == nil || err.Error() != test.says) {
			t.Errorf("the error is %v, want %q", err, test.says)
		}
	}
}

// What has a right digest, and is wrong all the same.
func TestWrongLines(t *testing.T) {
	for _, test := range []struct{ lines, says string }{
		{"{}\n", "it is no transcript of the form epin-transcript/2"},
		{"H 1 " + hello + "\nQ 1 x {}\n", "line 3 is wrong: it has no id"},
		{"Q 1 2 {}\n", "nobody was greeted before it"},
		{"H 1 " + hello + "\nA 1 2 {}\n", "nobody asked for it"},
		{"H 1 " + hello + "\nX 1 2 {}\n", `nobody knows records "X"`},
		{"H\n", "it is no record"},
		{"F 1 {}\n", `there is no failure ""`},
		{"F 1 {\"x\":1}\n", "it is no failure"},
		{"Z {\"other\":1}\n", "line 2 is wrong"},
		{end, "it was altered: there is something behind its end"},
		{"H 1 " + hello + "\nQ 1 2 " + `{"id":2,"op":"parse","token":"` + "\t" + `"}` + "\n", "line 3 is wrong: byte 30: a control character in a string, not escaped"},
		{"H 1 " + hello + "\nQ 1 2 " + `{"id":2,"op":"parse","token":"K\u000A\u00zz"}` + "\n", "line 3 is wrong: byte 37: no escape that JSON has"},
		{"H 1 " + hello + "\nQ 1 2 " + `{"id":2,"op":"apply","token":"K","methods":["flip",]}` + "\n", "line 3 is wrong: "},
		{"H 1 " + hello + "\nQ 1 2 " + `{"id":2,"op":"sweep","hex":["4b"]}` + "\n", "line 3 is wrong: hex in a sweep, to an adapter that takes tokens"},
		{"H 1 " + hello + "\nQ 1 2 " + `{"id":2,"op":"sweep","tokens":["K"]}` + "\n" + `A 1 2 {"id":2,"valid":"11"}` + "\n", "line 4 is wrong: valid is not one of"},
		{"H 1 " + hello + "\nQ 1 2 " + `{"id":2,"op":"parse","token":"K"}` + "\n" + `A 1 2 {"id":2,"valid":true,"valid":true}` + "\n", "line 4 is wrong: "},
		{"H 1 " + hello + "\nQ 1 2 " + `{"id":3,"op":"parse","token":"K"}` + "\n", "line 3 is wrong: its line has another id"},
		{"H 1 " + hello + "\nQ 1 2 " + `{"op":"parse","id":3,"token":"K"}` + "\n", "line 3 is wrong: its line has another id"},
		{"H 1 " + hello + "\nQ 1 2 " + `{"id":2,"op":"parse","token":"K"}` + "\n" + `A 1 2 {"id":3,"valid":true}` + "\n", "line 4 is wrong: its line has another id"},
		{"H 1 " + hello + "\nQ 1 2 " + `{"id":2,"op":"parse","token":"K"}` + "\n" + `A 1 2 {"valid":true,"id":3}` + "\n", "line 4 is wrong: its line has another id"},
	} {
		text := header + test.lines
		if strings.HasPrefix(test.lines, "{}") {
			text = test.lines
		}
		if err := check(file(t, text+end)); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%q: %v, want %q", test.lines, err, test.says)
		}
	}
}

// However a request and its answer are written, they say the same: first as package wire
// writes requests, and then as JSON allows besides.
func TestLettering(t *testing.T) {
	const hello = `{"id":0,"protocol":1,"implementation":{"name":"acme"},"ops":["parse","apply","equal","sweep"],"methods":["flip","mark"],"bytes":true}`
	for _, test := range []struct {
		asks   conformance.Request
		lines  []string
		answer string
		says   conformance.Response
	}{
		{
			conformance.Request{Op: conformance.OpParse, Token: "K\n\x1f\"\\é"},
			[]string{`{"id":2,"op":"parse","token":"K\u000a\u001f\"\\é"}`, `{"id":2,"op":"parse","token":"K\n\u001F\u0022\u005C\u00e9"}`, `{"token":"K\u000a\u001f\"\\é","op":"parse","id":2}`},
			`{"id":2,"valid":false}`, conformance.Response{Outcome: conformance.Rejected},
		},
		{
			conformance.Request{Op: conformance.OpApply, Token: "K", Methods: []conformance.Method{"flip", "mark"}},
			[]string{`{"id":2,"op":"apply","token":"K","methods":["flip","mark"]}`, `{"id":2,"op":"apply","token":"K","methods":["flip", "\u006dark"]}`},
			`{"id":2,"valid":true,"tokens":["k","k^"],"original":"K"}`,
			conformance.Response{Outcome: conformance.Accepted, Tokens: []string{"k", "k^"}, Original: "K"},
		},
		{
			conformance.Request{Op: conformance.OpEqual, Token: "K", Other: "k"},
			[]string{`{"id":2,"op":"equal","token":"K","other":"k"}`, `{"id":2,"op":"equal","other":"k","token":"K"}`},
			`{"id":2,"equal":false}`, conformance.Response{Outcome: conformance.Unequal},
		},
		{
			conformance.Request{Op: conformance.OpSweep, Tokens: []string{"K", "", "\xff"}},
			[]string{`{"id":2,"op":"sweep","hex":["4b","","ff"]}`, `{"id":2,"op":"sweep","hex":["4\u0062", "","ff"]}`},
			`{"id":2,"valid":"10!"}`, conformance.Response{Outcome: conformance.Swept, Verdicts: "10!"},
		},
	} {
		for _, line := range test.lines {
			for _, answer := range []string{test.answer, strings.Replace(test.answer, ":", ": ", 1), strings.Replace(test.answer, ":2,", `:2, "x":1,`, 1)} {
				read, err := transcript.Read(bytes.NewReader(file(t, header+"H 1 "+hello+"\nQ 1 2 "+line+"\nA 1 2 "+answer+"\n"+end)))
				if err != nil {
					t.Fatal(err)
				}
				impl, err := read.Open(t.Context(), epin.Current)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := impl.Do(t.Context(), test.asks); err != nil || !got.Equal(test.says) {
					t.Errorf("%s, answered %s, is answered %+v (%v)", line, answer, got, err)
				}
				if err := errors.Join(impl.(io.Closer).Close(), read.Check()); err != nil {
					t.Errorf("%s, answered %s: %v", line, answer, err)
				}
				read.Stop()
			}
		}
	}
}

// What cannot be read again is not written.
func TestHeaderIsBounded(t *testing.T) {
	header := transcript.Header{Only: []string{strings.Repeat("x", wire.MaxLine+64)}}
	if _, err := transcript.NewWriter(io.Discard, header); err == nil {
		t.Error("a header of more than a line is written")
	}
}
