package report

import (
	"bytes"
	"encoding/hex"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/fuzz"
)

// FuzzReport writes a report with the text of a hostile implementation, and reads it back. The
// report must be equal after reading, have the exact bytes of the token, and
// show only printable text.
//
// Zero bytes split an input into the texts: name, version, token, response and standard error.
func FuzzReport(f *testing.F) {
	fuzz.Seed(f, reportSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		observed := append(strings.SplitN(string(input), "\x00", 5), "", "", "", "")
		r := reportOn(observed[0], observed[1], observed[2], observed[3], observed[4])
		var written bytes.Buffer
		if err := WriteJSON(&written, r); err != nil {
			t.Fatalf("the report with the text %q cannot be written: %v", observed, err)
		}
		back, err := Read(bytes.NewReader(written.Bytes()))
		if err != nil {
			t.Fatalf("the report on %q cannot be read back: %v", observed, err)
		}
		var again bytes.Buffer
		if err := WriteJSON(&again, back); err != nil || !bytes.Equal(again.Bytes(), written.Bytes()) {
			t.Errorf("the report on %q, read back, is written differently (%v)", observed, err)
		}
		token, is := observed[2], back.Failures[0].Token
		if unquoted, err := strconv.Unquote(is.String()); string(is) != token || unquoted != token {
			t.Errorf("the token %q is read back as %q, quoted as %s (%v)", token, string(is), is, err)
		}
		var text strings.Builder
		if err := WriteText(&text, r, TextOptions{}); err != nil {
			t.Fatal(err)
		}
		unseen := func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' && r != '\t' }
		for _, shown := range []string{again.String(), text.String()} {
			if at := strings.IndexFunc(shown, unseen); at >= 0 || !utf8.ValidString(shown) {
				t.Errorf("the report has %+q", shown[max(0, at-40):max(0, min(len(shown), at+10))])
			}
		}
	}))
}

// reportOn returns the report of a run with one failed check.
func reportOn(name, version, token, response, stderr string) result.Report {
	failed := result.Counts{Failed: 1}
	got := printable.Text(response).Cut()
	failure := result.Failure{
		Check: "exhaustive/parse/" + hex.EncodeToString([]byte(token)), Requirements: []string{"epin/6/grammar"},
		Op: "parse", Token: printable.Token(token), Why: "it is an invalid string",
		Deviation: result.Deviation{Aspect: result.AspectVerdict, Outcome: conformance.Accepted, Wanted: "rejected", Got: got},
		Repeat:    printable.Texts([]string{name, token}),
	}
	if version != "" {
		failure.Other = (*printable.Token)(&response)
	}
	grammar, _ := requirement.Lookup("epin/6/grammar")
	broken := result.RequirementOf(grammar)
	broken.Counts, broken.Result = failed, result.CheckFail
	return result.Report{Format: result.Format, Head: result.Head{
		Harness: result.Harness{Version: conformance.Version, Corpus: "sha256:" + strings.Repeat("0", 64)},
		Edition: notation.EPIN.String(), Profile: suite.Quick.String(),
		Implementation: result.ImplementationOf(conformance.Description{
			Name: name, Version: version, Language: response, Homepage: stderr,
		}, []string{name, token}),
	}, Result: result.Result{
		Conclusion: result.Conclusion{Verdict: result.NotConformant, Reason: got, Cut: printable.Text(version).Cut()},
		Notes:      printable.Texts([]string{name}), Stderr: printable.Lines(stderr),
		Requirements: []result.Requirement{broken}, Failures: []result.Failure{failure},
		Parts: []result.Part{{Layer: "exhaustive", Op: "parse", Counts: failed, About: "one string", Complete: true,
			Requirements: []result.RequirementCounts{{ID: grammar.ID, Counts: failed}}}},
	}}
}

var reportSeeds = fuzz.FromCorpus(fuzz.Shape, func(v fuzz.Vector) [][]byte {
	if len(v.Token) > 5000 || v.Op != corpus.OpParse {
		return nil
	}
	inputs := [][]byte{[]byte("acme\x001.0\x00" + v.Token + "\x00accepted\x00")}
	if len(v.Token) == 1 && epin.Valid(v.Token) {
		attack := "\x1b[2J\u202e\xff\r\n\t<b>&\\x1b"
		inputs = append(inputs,
			[]byte(attack+"\x00"+attack+"\x00"+v.Token+attack+"\x00crashed: "+attack+"\x00"+attack),
			[]byte("acme\x00\x00"+v.Token+"\x00"+strings.Repeat(attack, 500)+"\x00"+strings.Repeat(attack, 500)))
	}
	return inputs
})
