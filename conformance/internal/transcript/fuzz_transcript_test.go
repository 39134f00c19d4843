package transcript

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/fuzz"
	"github.com/epin-conformance/harness/internal/tests"
)

// FuzzTranscript reads hostile transcripts: the input as a file, and the input as the lines
// between the header and the end, with a correct digest. If Read accepts one, the test
// replays all requests, in order and then backwards. The responses have to be those of the
// lines.
func FuzzTranscript(f *testing.F) {
	fuzz.Seed(f, transcriptSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		for _, file := range [][]byte{input, transcriptOf(input)} {
			if err := check(file); err != nil && err.Error() == "" {
				t.Errorf("the error for %q has no text", input)
			}
		}
		for _, backwards := range []bool{false, true} {
			read, err := Read(bytes.NewReader(transcriptOf(input)))
			if err != nil {
				return
			}
			impl, err := read.Open(context.Background(), notation.EPIN)
			if err != nil {
				return
			}
			asksAgain(t, input, impl, backwards)
		}
	}))
}

func check(file []byte) error {
	_, err := Read(bytes.NewReader(file))
	return err
}

const (
	header = `{"format":"epin-transcript/1","version":"","corpus":"","edition":"1.0.0","profile":"quick","seed":1,"fuzz":false,"only":[],"command":[]}` + "\n"
	end    = `Z {"cut":"","rounds":0}` + "\n"
)

// file returns a transcript of these lines, with a correct digest.
func file(lines string) []byte {
	return zipped(fmt.Sprintf("%s%x\n", lines, sha256.Sum256([]byte(lines))))
}

func zipped(text string) []byte {
	var b bytes.Buffer
	zip := tests.Must(gzip.NewWriterLevel(&b, gzip.BestSpeed))
	tests.Must(io.WriteString(zip, text))
	zip.Close() // it writes to memory
	return b.Bytes()
}

// transcriptOf returns a transcript with these lines between header and end.
func transcriptOf(lines []byte) []byte {
	text := bytes.TrimSuffix(append([]byte(header), bytes.TrimSuffix(lines, []byte("\n"))...), []byte("\n"))
	return file(string(text) + "\n" + end)
}

// asksAgain replays the answered requests of the lines. In order, each response has to be
// the recorded one. Backwards, and in sweeps that were in flight together, it may be any
// response to that request that the replay has not given before.
func asksAgain(t *testing.T, input []byte, impl conformance.Implementation, backwards bool) {
	all := recordedIn(input, conformance.Describe(impl, notation.EPIN))
	key := func(req conformance.Request) string { return fmt.Sprintf("%q", req) }
	answers := map[string][]conformance.Response{}
	for _, x := range all {
		answers[key(x.Request)] = append(answers[key(x.Request)], x.Response)
	}
	if backwards {
		slices.Reverse(all)
	}
	for _, x := range all {
		got, err := impl.Do(context.Background(), x.Request)
		if failure := (*conformance.Failure)(nil); errors.As(err, &failure) {
			continue // the request also made the adapter exit or hang
		}
		want := answers[key(x.Request)]
		at := slices.IndexFunc(want, func(is conformance.Response) bool { return cmp.Equal(got, is) })
		if err != nil || at < 0 || at > 0 && !backwards && x.Request.Op != conformance.OpSweep {
			t.Fatalf("%q, backwards %t: the response to %s is %v (%v), want %v", input, backwards, x.Request, got, err, want)
		}
		answers[key(x.Request)] = slices.Delete(want, at, at+1)
	}
}

// recordedIn returns the offered requests of the lines that have a response, in their order: for a
// sweep, one for each token.
func recordedIn(lines []byte, offers conformance.Description) (records []conformance.Exchange) {
	const answered = 1 // as Index
	var all []*conformance.Exchange
	due := map[string]*conformance.Exchange{}
	for line := range bytes.Lines(lines) {
		part := bytes.SplitN(bytes.TrimSuffix(line, []byte("\n")), []byte(" "), 4)
		if len(part) < 4 {
			continue
		}
		switch name := string(part[1]) + " " + string(part[2]); string(part[0]) {
		case "Q":
			_, req, _ := wire.DecodeRequest(part[3], offers.Bytes)
			due[name] = &conformance.Exchange{Request: req}
			all = append(all, due[name])
		case "A":
			x := due[name]
			_, x.Response, _ = wire.DecodeResponse(notation.EPIN, x.Request, part[3], offers.ApplyAttributes)
			x.Index = answered
		}
	}
	for _, x := range all {
		switch {
		case x.Index != answered || !offers.Answers(x.Request):
		case x.Request.Op != conformance.OpSweep:
			records = append(records, *x)
		case x.Response.Outcome == conformance.Swept:
			for i, token := range x.Request.Tokens {
				records = append(records, conformance.Exchange{
					Request:  conformance.Request{Op: conformance.OpSweep, Tokens: []string{token}},
					Response: conformance.Response{Outcome: conformance.Swept, Verdicts: x.Response.Verdicts[i : i+1]},
				})
			}
		}
	}
	return records
}

func transcriptSeeds() [][]byte {
	const (
		hello = `H 1 {"id":0,"protocol":1,"implementation":{"name":"acme"},"ops":["parse","apply","equal","sweep"],"methods":["flip","mark"],"bytes":true}` + "\n"
		text  = `H 1 {"id":0,"protocol":1,"implementation":{"name":"acme"},"ops":["parse","sweep"]}` + "\n"
		asked = `Q 1 2 {"id":2,"op":"parse","token":"K"}` + "\n" + `Q 1 5 {"id":5,"op":"parse","token":"K"}` + "\n" +
			`A 1 5 {"id":5,"valid":false}` + "\n" + `A 1 2 {"id":2,"valid":true,"token":"K"}` + "\n"
		swept = `Q 1 7 {"id":7,"op":"sweep","hex":["4b","","4b27"]}` + "\n" + `Q 2 7 {"id":7,"op":"sweep","hex":["4b27","4b"]}` + "\n" +
			`A 2 7 {"id":7,"valid":"1!"}` + "\n" + `A 1 7 {"id":7,"valid":"101"}` + "\n"
		died = `Q 1 9 {"id":9,"op":"sweep","hex":["00"]}` + "\n" + `F 1 {"kind":"died","what":"it ended","state":"","stderr":""}` + "\n"
	)
	inputs := [][]byte{transcriptOf([]byte(hello + asked))}
	for _, lines := range []string{
		hello + asked + swept + died,
		text + asked + strings.NewReplacer(`"hex":["4b","","4b27"]`, `"tokens":["K","","K'"]`, `"hex":["4b27","4b"]`, `"tokens":["K'","K"]`).Replace(swept),
		hello + `Q 1 2 {"op":"parse","token":"K\u000a\u001f\u00e9","id":2}` + "\n" + `A 1 2 {"id": 2, "x":1,"valid": false}` + "\n",
		hello + `Q 1 2 {"id":2,"op":"apply","token":"K","methods":["flip","mark"]}` + "\n" + `A 1 2 {"id":2,"valid":true,"tokens":["k","k^"],"original":"K"}` + "\n" +
			`Q 1 3 {"id":3,"op":"apply","token":"K","methods":["mark","flip"]}` + "\n" + `A 1 3 {"id":3,"valid":true,"tokens":["K^","k^"],"original":"K"}` + "\n" +
			`Q 1 4 {"id":4,"op":"apply","token":",\"methods\":[","methods":[]}` + "\n" + `A 1 4 {"id":4,"valid":true,"tokens":[],"original":"K"}` + "\n",
		hello + `Q 1 2 {"id":2,"op":"equal","token":"K","other":"k"}` + "\n" + `A 1 2 {"id":2,"equal":false}` + "\n" +
			`Q 1 3 {"id":3,"op":"equal","token":"K","other":"K"}` + "\n" + `A 1 3 {"id":3,"equal":true}` + "\n",
		hello + `Q 1 2 {"id":2,"op":"sweep","hex":["4B"]}` + "\n",
		hello + `Q 1 2 {"id":2,"op":"sweep","hex":["4b",]}` + "\n",
		hello + `Q 1 2 {"id":3,"op":"sweep","hex":["4b" ]}` + "\n" + `A 1 2 {"id":2,"unsupported":true}` + "\n",
		hello + `Q 1 2 {"id":2,"op":"parse","token":"K"}` + "\n" + `A 1 2 {"valid":true,"x":"2,","id":2}` + "\n" +
			`Q 1 2 {"id":2,"op":"parse","token":"k"}` + "\n" + `A 1 2 {"valid":false,"x":"2,","id":2}` + "\n",
		asked,
		`F 1 {"kind":"hung","what":"","state":"","stderr":""}` + "\n",
	} {
		inputs = append(inputs, []byte(lines))
	}
	return inputs
}
