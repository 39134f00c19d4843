package result_test

import (
	"encoding"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/result"
)

type word interface {
	encoding.TextUnmarshaler
	String() string
}

// TestWords tests that UnmarshalText decodes the texts of verdicts and results, and rejects
// other texts.
func TestWords(t *testing.T) {
	for word, v := range map[string]word{
		"no verdict": new(result.Verdict), "known failures out of date": new(result.Verdict), "fully conformant": new(result.Verdict),
		"not exercised": new(result.CheckResult), "failed": new(result.CheckResult),
		"not found out": new(result.KnownResult), "did not fail": new(result.KnownResult),
		"unknown": new(result.Repeat), "after calls": new(result.Repeat),
	} {
		if err := v.UnmarshalText([]byte(word)); err != nil || v.String() != word {
			t.Errorf("%q is decoded as %q, %v", word, v, err)
		}
		if err := v.UnmarshalText([]byte("Conformant")); err == nil {
			t.Errorf("%T: an unknown word is decoded as %q", v, v)
		}
	}
}
