package certificate

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/asn1"
	"encoding/json"
	"testing"

	testresult "github.com/in-toto/attestation/go/predicates/test_result/v0"
	intoto "github.com/in-toto/attestation/go/v1"
	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"github.com/secure-systems-lab/go-securesystemslib/signerverifier"
	"google.golang.org/protobuf/encoding/protojson"
)

// TestSignAndOpen tests that Open returns a signed statement, that a DSSE library verifies its envelope,
// and that the types of in-toto decode the statement and its predicate strictly.
func TestSignAndOpen(t *testing.T) {
	for _, kind := range []string{Ed25519, ECDSAP256} {
		key, public := newKey(kind)
		s := statementOf(whole(), about)
		signed := must(Sign(key, s))
		if !bytes.Equal(signed, must(Sign(key, s))) {
			t.Errorf("%s: Sign is not deterministic", kind)
		}
		opened := must(Open(must(ParsePublicKey(public)), signed))
		if err := opened.Certifies(); err != nil || !bytes.Equal(opened.Bytes(), s.Bytes()) {
			t.Errorf("%s: Open returns %s: %v", kind, opened.Bytes(), err)
		}
		var e dsse.Envelope
		if err := json.Unmarshal(signed, &e); err != nil {
			t.Fatal(err)
		}
		theirs := must(signerverifier.LoadKey(public))
		theirs.KeyID = KeyID(key.Public()) // theirs is another digest
		var verifier dsse.Verifier
		if kind == Ed25519 {
			verifier = must(signerverifier.NewED25519SignerVerifierFromSSLibKey(theirs))
		} else {
			verifier = must(signerverifier.NewECDSASignerVerifierFromSSLibKey(theirs))
		}
		accepted, payload, err := must(dsse.NewEnvelopeVerifier(verifier)).VerifyAndDecode(t.Context(), &e)
		if err != nil || len(accepted) != 1 {
			t.Fatalf("%s: the envelope is rejected: %v", kind, err)
		}
		var decoded intoto.Statement
		var result testresult.TestResult
		if err := protojson.Unmarshal(payload, &decoded); err != nil {
			t.Fatal(err)
		}
		if err := decoded.Validate(); err != nil {
			t.Error(err)
		}
		if err := protojson.Unmarshal(must(protojson.Marshal(decoded.GetPredicate())), &result); err != nil {
			t.Fatal(err)
		}
		if decoded.PredicateType != PredicateType || result.GetResult() != Passed || len(result.GetPassedTests()) == 0 {
			t.Errorf("the types of in-toto decode %s, %s and %q", decoded.PredicateType, result.GetResult(), result.GetPassedTests())
		}
		for _, d := range result.GetConfiguration() {
			if err := d.Validate(); err != nil || len(d.GetUri()) == 0 && len(d.GetDigest()) == 0 {
				t.Errorf("%s has neither a URI nor a digest, or: %v", d.GetName(), err)
			}
		}
	}
}

// TestSecondECDSASignature tests that Sign writes, and Open accepts, only one of the two ECDSA
// signatures that verify.
func TestSecondECDSASignature(t *testing.T) {
	key, _ := newKey(ECDSAP256)
	s := certified().statement
	e := unseal(must(Sign(key, s)))
	var parts ecdsaSignature
	if _, err := asn1.Unmarshal(must(base64Of(e.Signatures[0].Sig)), &parts); err != nil {
		t.Fatal(err)
	}
	parts.S.Sub(elliptic.P256().Params().N, parts.S)
	sig := must(asn1.Marshal(parts))
	sum := sha256.Sum256(pae(PayloadType, s.Bytes()))
	if !ecdsa.VerifyASN1(key.Public().(*ecdsa.PublicKey), sum[:], sig) {
		t.Fatal("the second signature does not verify")
	}
	e.Signatures[0].Sig = base64Form.EncodeToString(sig)
	if _, err := Open(key.Public(), seal(e)); err == nil {
		t.Error("Open accepts it")
	}
}
