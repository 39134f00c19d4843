package report_test

import (
	"encoding/hex"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
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
		saved := written(t, "json", r)
		back, err := report.Read(strings.NewReader(saved))
		if err != nil {
			t.Fatalf("the report on %q cannot be read back: %v", observed, err)
		}
		if written(t, "json", back) != saved {
			t.Errorf("the report on %q, read back, is written differently", observed)
		}
		token, is := observed[2], back.Failures[0].Token
		if unquoted, err := strconv.Unquote(is.String()); string(is) != token || unquoted != token {
			t.Errorf("the token %q is read back as %q, quoted as %s (%v)", token, string(is), is, err)
		}
		unseen := func(r rune) bool { return !unicode.IsPrint(r) && r != '\n' && r != '\t' }
		for _, shown := range []string{saved, written(t, "text", r)} {
			if at := strings.IndexFunc(shown, unseen); at >= 0 || !utf8.ValidString(shown) {
				t.Errorf("the report has %+q", shown[max(0, at-40):max(0, min(len(shown), at+10))])
			}
		}
	}))
}

// reportOn returns the report of a run with a failed check and these texts.
func reportOn(name, version, token, response, stderr string) result.Report {
	return changed(small(), func(r *result.Report) {
		got := printable.Text(response).Cut()
		r.Implementation = result.ImplementationOf(conformance.Description{
			Name: name, Version: version, Language: response, Homepage: stderr,
		}, []string{name, token})
		r.Reason, r.Cut = got, printable.Text(version).Cut()
		r.Notes, r.Stderr = printable.Texts([]string{name}), printable.Lines(stderr)
		r.Requirements = report.Selected(r.Requirements, func(q result.Requirement) bool { return q.Failed > 0 })
		failure := r.Failures[0]
		failure.Check, failure.Token = "exhaustive/parse/"+hex.EncodeToString([]byte(token)), printable.Token(token)
		failure.Got, failure.Repeat = got, printable.Texts([]string{name, token})
		if version != "" {
			failure.Other = (*printable.Token)(&response)
		}
		r.Failures = []result.Failure{failure}
	})
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
