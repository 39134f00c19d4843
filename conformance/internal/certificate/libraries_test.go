package certificate_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math/big"
	"testing"

	testresult "github.com/in-toto/attestation/go/predicates/test_result/v0"
	intoto "github.com/in-toto/attestation/go/v1"
	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/epin-conformance/harness/conformance/internal/certificate"
)

// theirVerifier is a key for the DSSE library.
type theirVerifier struct{ key crypto.PublicKey }

func (v theirVerifier) KeyID() (string, error)   { return certificate.KeyID(v.key), nil }
func (v theirVerifier) Public() crypto.PublicKey { return v.key }

func (v theirVerifier) Verify(_ context.Context, data, sig []byte) error {
	sum := sha256.Sum256(data)
	ok := false
	switch key := v.key.(type) {
	case ed25519.PublicKey:
		ok = ed25519.Verify(key, data, sig)
	case *ecdsa.PublicKey:
		ok = ecdsa.VerifyASN1(key, sum[:], sig)
	}
	if !ok {
		return errors.New("it does not fit")
	}
	return nil
}

// TestOtherLibrariesAccept tests that a DSSE library verifies the envelope, and that the types
// of in-toto decode the statement and its predicate strictly.
func TestOtherLibrariesAccept(t *testing.T) {
	for _, kind := range kinds() {
		p := newPair(t, kind)
		var e dsse.Envelope
		if err := json.Unmarshal(sign(t, p, statementOf(t, little(), about())), &e); err != nil {
			t.Fatal(err)
		}
		verifier, err := dsse.NewEnvelopeVerifier(theirVerifier{p.public})
		if err != nil {
			t.Fatal(err)
		}
		accepted, payload, err := verifier.VerifyAndDecode(t.Context(), &e)
		if err != nil || len(accepted) != 1 {
			t.Fatalf("%s: the envelope is rejected: %v", kind, err)
		}
		var s intoto.Statement
		if err := protojson.Unmarshal(payload, &s); err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
		predicate, err := protojson.Marshal(s.GetPredicate())
		if err != nil {
			t.Fatal(err)
		}
		var result testresult.TestResult
		if err := protojson.Unmarshal(predicate, &result); err != nil {
			t.Fatal(err)
		}
		if s.PredicateType != certificate.PredicateType || result.GetResult() != certificate.Passed || len(result.GetPassedTests()) == 0 {
			t.Errorf("the types of in-toto decode %s, %s and %q", s.PredicateType, result.GetResult(), result.GetPassedTests())
		}
		for _, d := range result.GetConfiguration() {
			if err := d.Validate(); err != nil {
				t.Errorf("%s: %v", d.GetName(), err)
			}
			if len(d.GetUri()) == 0 && len(d.GetDigest()) == 0 {
				t.Errorf("%s has neither a URI nor a digest", d.GetName())
			}
		}
	}
}

// TestSecondECDSASignature tests that Sign writes, and Open accepts, only one of the two ECDSA
// signatures that verify.
func TestSecondECDSASignature(t *testing.T) {
	p := newPair(t, certificate.ECDSAP256)
	s := statementOf(t, little(), about())
	e := unseal(t, sign(t, p, s))
	sig, err := base64.StdEncoding.DecodeString(e.Signatures[0].Sig)
	if err != nil {
		t.Fatal(err)
	}
	var parts struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(sig, &parts); err != nil {
		t.Fatal(err)
	}
	parts.S.Sub(elliptic.P256().Params().N, parts.S)
	if sig, err = asn1.Marshal(parts); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(certificate.PAE(certificate.PayloadType, s.Bytes()))
	if !ecdsa.VerifyASN1(p.public.(*ecdsa.PublicKey), sum[:], sig) {
		t.Fatal("the second signature does not verify")
	}
	e.Signatures[0].Sig = base64.StdEncoding.EncodeToString(sig)
	if _, err := certificate.Open(p.public, certificate.Seal(e)); err == nil {
		t.Error("Open accepts it")
	}
}
