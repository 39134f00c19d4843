package prove

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/fuzz"
)

// FuzzProve reads hostile transcripts: the input as a file, and as the lines between the header
// and the end. The access words of those that are read have all prefixes.
func FuzzProve(f *testing.F) {
	fuzz.Seed(f, func() ([][]byte, error) {
		var seeds [][]byte
		for _, test := range reading {
			seeds = append(seeds, []byte(test.lines))
		}
		return seeds, nil
	})
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		for _, file := range [][]byte{input, zipped(string(input)), zipped(string(input) + end)} {
			run, err := Read(bytes.NewReader(file))
			if err != nil {
				continue
			}
			for _, o := range run.Operations {
				isAccess := map[string]bool{}
				for _, word := range o.Access(o.Bytes) {
					if isAccess[word] = true; word != "" && !isAccess[word[:len(word)-1]] {
						t.Errorf("%q is an access word, and its prefix is not", word)
					}
				}
			}
		}
	}))
}

// zipped returns a transcript with these lines behind its header.
func zipped(lines string) []byte {
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	w.Write([]byte(`{"format":"epin-transcript/2","edition":"1.0.0"}` + "\n" + lines))
	w.Close()
	return file.Bytes()
}

const (
	hello = `H 1 {"id":0,"protocol":1,"implementation":{"name":"acme"},"ops":["parse","sweep"],"bytes":true}` + "\n"
	asked = `Q 1 2 {"id":2,"op":"parse","token":"K"}` + "\n"
	swept = `Q 1 4 {"id":4,"op":"sweep","hex":["4b","41","2b"]}` + "\n"
	died  = `F 1 {"kind":"died","what":"","state":"","stderr":""}` + "\n"
	end   = `Z {"cut":"","rounds":0}` + "\n"
)

// reading are the lines of transcripts, and what they refute or why they are refused.
var reading = []struct{ name, lines, refuted, err string }{
	{"right", hello + asked + `A 1 2 {"id":2,"valid":true}` + "\n" + end, "", ""},
	{"rejected", hello + asked + `A 1 2 {"id":2,"valid":false}` + "\n" + end, `rejected "K"`, ""},
	{"crashed", hello + asked + `A 1 2 {"id":2,"crash":"x"}` + "\n" + end, `crashed on "K"`, ""},
	{"declined", hello + asked + `A 1 2 {"id":2,"unsupported":true}` + "\n" + end, "", ""},
	{"swept", hello + swept + `A 1 4 {"id":4,"valid":"110"}` + "\n" + end, "", ""},
	{"accepted in a sweep", hello + swept + `A 1 4 {"id":4,"valid":"111"}` + "\n" + end, `accepted "+"`, ""},
	{"crashed in a sweep", hello + swept + `A 1 4 {"id":4,"valid":"1!0"}` + "\n" + end, `crashed on "A"`, ""},
	{"a crash", hello + asked + died + end, `neither accepted nor rejected "K"`, ""},
	{
		"a verdict later", hello + asked + died + strings.ReplaceAll(hello+asked, " 1 ", " 2 ") +
			`A 2 2 {"id":2,"valid":true}` + "\n" + end, "", "",
	},
	{"another id", hello + `A 1 2 {"id":2,"valid":true}` + "\n" + end, "", "line 3 is wrong: nobody asked for it"},
	{"no record", hello + "Q 1\n" + end, "", "line 3 is wrong: it is not a record"},
	{"no end", hello + asked, "", "it was cut short or altered"},
	{"behind the end", end + hello, "", "line 3 is wrong: it is behind the end"},
}

func TestRead(t *testing.T) {
	for _, test := range reading {
		run, err := Read(bytes.NewReader(zipped(test.lines)))
		switch {
		case test.err != "" || err != nil:
			if err == nil || err.Error() != test.err {
				t.Errorf("%s: error %v, want %s", test.name, err, test.err)
			}
		case len(run.Operations) != 1 || run.Operations[0].Refuted != test.refuted:
			t.Errorf("%s: %+v, want refuted %q", test.name, run.Operations[0], test.refuted)
		}
	}
	if _, err := Read(strings.NewReader("text")); err == nil {
		t.Error("a text is a transcript")
	}
}
