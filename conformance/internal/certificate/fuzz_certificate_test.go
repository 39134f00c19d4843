package certificate

import (
	"bytes"
	"context"
	"encoding/binary"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/internal/report/reporttest"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/fuzz"
	"github.com/epin-conformance/harness/internal/tests"
)

// FuzzCertificate tests that no change of a certificate has other conclusions. It uses an input as
// a statement, and as changes of a certificate. A statement that can be read can be written again.
func FuzzCertificate(f *testing.F) {
	fuzz.Seed(f, certificateSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		if s, err := Read(input); err == nil {
			var b bytes.Buffer
			if err := s.Write(&b); err != nil {
				t.Fatalf("%q cannot be written: %v", input, err)
			}
			_ = tests.Must(Read(b.Bytes()))
			_, _ = s.Predicate.Check() // does not panic
		}
		if s, err := Read(changed([]byte(certified()), input)); err == nil {
			derived, err := s.Predicate.Check()
			if err == nil && (derived.VerdictLine() != little().VerdictLine() || !reflect.DeepEqual(derived.Claims, little().Claims)) {
				t.Errorf("with the changes %q the conclusions are %s, %+v", input, derived.VerdictLine(), derived.Claims)
			}
		}
	}))
}

// changed returns a text with changes. Each change is three bytes: a position, taken modulo
// the length, and the new byte.
func changed(text, changes []byte) []byte {
	for ; len(changes) >= 3; changes = changes[3:] {
		text[int(binary.BigEndian.Uint16(changes))%len(text)] = changes[2]
	}
	return text
}

func certificateSeeds() [][]byte {
	text := certified()
	inputs := [][]byte{
		[]byte(text),
		[]byte(strings.Replace(text, "{", `{"critical": [], `, 1)),
		[]byte(strings.Replace(text, `"passed"`, `"passed": 1, "passed"`, 1)),
		[]byte(strings.Replace(text, `"conformant"`, `"c\u006fnformant"`, 1)),
		[]byte(strings.Replace(text, `"extra": 0`, `"extra": 4611686018427387904`, 1)),
	}
	for at := 0; at < len(text); at += len(text) / 64 {
		inputs = append(inputs, []byte{byte(at >> 8), byte(at), text[at] ^ 1})
	}
	return inputs
}

func reportOf(impl conformance.Implementation, cfg suite.Config) result.Report {
	cfg.Profile, cfg.Seed = suite.Quick, 5
	return reporttest.Run(double.Open(impl), cfg, "python3", "adapter.py")
}

// onlyParse offers parse only, without attributes, and takes text only. It drops suffix, if a token
// has it.
func onlyParse(edition *notation.Edition, suffix string) conformance.Implementation {
	parse := double.Func(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
		req.Token = strings.TrimSuffix(req.Token, suffix)
		resp, err := conformance.Correct(edition).Do(ctx, req)
		return conformance.Response{Outcome: resp.Outcome}, err
	})
	return double.Limit(parse, conformance.Description{Name: "acme\x1b", Version: "1", Ops: []conformance.Op{conformance.OpParse}})
}

var (
	epin, chomping = onlyParse(notation.EPIN, ""), onlyParse(notation.EPIN, "\n")
	// whole returns the report of a library that fully conforms.
	whole = sync.OnceValue(func() result.Report { return reportOf(conformance.Reference(notation.EPIN), suite.Config{}) })
	// little returns the report of a library that conforms and offers only parse, and broken that of one
	// that does not conform.
	little = sync.OnceValue(func() result.Report { return reportOf(epin, suite.Config{}) })
	broken = sync.OnceValue(func() result.Report { return reportOf(chomping, suite.Config{}) })
)

var artifacts = []Resource{
	{"acme-1.tar.gz", map[string]string{"sha256": strings.Repeat("0a", 32)}},
	{"acme", map[string]string{"gitCommit": strings.Repeat("0b", 20)}},
}

func written(r result.Report) string {
	var b bytes.Buffer
	if err := New(r, nil, artifacts).Write(&b); err != nil {
		panic(err)
	}
	return b.String()
}

var certified = sync.OnceValue(func() string { return written(little()) })
