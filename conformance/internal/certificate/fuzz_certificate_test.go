package certificate

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/binary"
	"encoding/pem"
	"strings"
	"sync"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/fuzz"
)

// FuzzCertificate tests that Open accepts no certificate but the signed one. It uses an input
// as a certificate, and as changes of the signed one. It also decodes the input as a
// statement: if that is valid, signing and opening it has to return the same statement.
func FuzzCertificate(f *testing.F) {
	fuzz.Seed(f, certificateSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		c := certified()
		for _, data := range [][]byte{input, changed(c.signed, input)} {
			if _, err := Open(c.key.Public(), data); (err == nil) != bytes.Equal(data, c.signed) || err != nil && len(err.Error()) <= 20 {
				t.Errorf("for %q the error of Open is %v", data, err)
			}
		}
		s, err := Decode(input)
		if err != nil {
			return
		}
		wrong := s.Check()
		opened, err := Open(c.key.Public(), must(Sign(c.key, s)))
		if (wrong == nil) != (err == nil) {
			t.Errorf("for %q Check returns %v, and Open after signing %v", input, wrong, err)
		}
		if err == nil && !bytes.Equal(opened.Bytes(), s.Bytes()) {
			t.Errorf("%q, signed and opened, is %q", input, opened.Bytes())
		}
	}))
}

// changed returns a text with changes. Each change is three bytes: a position, taken modulo
// the length, and the new byte.
func changed(text, changes []byte) []byte {
	text = bytes.Clone(text)
	for ; len(changes) >= 3; changes = changes[3:] {
		text[int(binary.BigEndian.Uint16(changes))%len(text)] = changes[2]
	}
	return text
}

// must returns the result of a call that does not fail.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

type certifiedStatement struct {
	key       crypto.Signer
	statement Statement
	signed    []byte
}

// certified returns a small certificate of another version of the suite, the same each time.
var certified = sync.OnceValue(func() (c certifiedStatement) {
	der := must(x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))))
	c.key = must(ParsePrivateKey(pem.EncodeToMemory(&pem.Block{Type: pemPrivate, Bytes: der})))
	passed := result.Counts{Passed: 1}
	digest := Digest{SHA256: strings.Repeat("0", 64)}
	r := result.Report{Head: result.Head{
		Harness: result.Harness{Version: "0.0.1", Corpus: digest.String()},
		Edition: epin.Current.String(), Profile: suite.Quick.String(),
		Implementation: result.Implementation{Name: "acme", Bytes: true},
	}, Result: result.Result{
		Verdict: result.FullyConformant,
		Parts:   []result.Part{{Layer: "exhaustive", Way: "parse", Asked: "every byte string of length up to 0", Complete: true, Counts: passed}},
		Claims:  []result.Claim{{Way: "parse", Alphabet: result.AlphabetBytes, Exhausted: new(int)}},
	}}
	for _, id := range requirement.Validity(epin.Current) {
		r.Requirements = append(r.Requirements, result.Requirement{ID: id, Level: requirement.Required, Counts: passed})
	}
	artifact := Resource{Name: "acme.zip", Digest: Digest{SHA256: strings.Repeat("1", 64)}}
	c.statement = must(New(r, nil, About{Artifacts: []Resource{artifact}}))
	c.signed = must(Sign(c.key, c.statement))
	return c
})

func certificateSeeds() ([][]byte, error) {
	c := certified()
	inputs := [][]byte{
		c.signed,
		bytes.TrimSpace(c.signed),
		c.statement.Bytes(),
		bytes.Replace(c.statement.Bytes(), []byte("{"), []byte(`{"critical":[],`), 1),
		bytes.Replace(c.statement.Bytes(), []byte("conformant"), []byte("c\\u006fnformant"), 1),
		bytes.Replace(c.signed, []byte(`"signatures":[`), []byte(`"signatures":[{},`), 1),
		bytes.Replace(c.signed, []byte(`"keyid"`), []byte(`"KeyID"`), 1),
	}
	for at := 0; at < len(c.signed); at += len(c.signed) / 64 {
		inputs = append(inputs, []byte{byte(at >> 8), byte(at), c.signed[at] ^ 1})
	}
	return inputs, nil
}
