package certificate

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
)

// envelope is a DSSE envelope, with its keys in canonical order.
type envelope struct {
	PayloadType string      `json:"payloadType"`
	Payload     string      `json:"payload"`
	Signatures  []signature `json:"signatures"`
}

type signature struct {
	KeyID string `json:"keyid"`
	Sig   string `json:"sig"`
}

// base64Form rejects non-zero padding bits, so that each value has one form.
var base64Form = base64.StdEncoding.Strict()

// pae returns the bytes that DSSE signs: type and body, each after its length.
func pae(payloadType string, payload []byte) []byte {
	return fmt.Appendf(nil, "DSSEv1 %d %s %d %s", len(payloadType), payloadType, len(payload), payload)
}

// Sign returns a signed statement in a DSSE envelope: one line of JSON with its line feed. It
// is deterministic. key is one that [ParsePrivateKey] returns.
func Sign(key crypto.Signer, s Statement) ([]byte, error) {
	payload := s.Bytes()
	sig, err := sign(key, pae(PayloadType, payload))
	if err != nil {
		return nil, err
	}
	return seal(envelope{
		PayloadType: PayloadType, Payload: base64Form.EncodeToString(payload),
		Signatures: []signature{{KeyID: KeyID(key.Public()), Sig: base64Form.EncodeToString(sig)}},
	}), nil
}

func seal(e envelope) []byte { return append(jsonOf(e), '\n') }

// Open verifies a signed certificate and returns its statement. The certificate has to be in
// the byte form that [Sign] writes and signed with key, and [Statement.Check] has to return
// nil. The error is a sentence with the reason. Open does not check whether the statement is
// a certificate of conformance, nor what it is about: see [Statement.Certifies] and
// [Statement.IsAbout].
func Open(key crypto.PublicKey, data []byte) (Statement, error) {
	if len(data) > MaxBytes {
		return Statement{}, fmt.Errorf("the certificate is longer than %d bytes", MaxBytes)
	}
	id := KeyID(key)
	var e envelope
	if err := decode(data, &e); err != nil {
		return Statement{}, fmt.Errorf("the envelope cannot be read: %w", err)
	}
	if err := same(seal(e), data); err != nil {
		return Statement{}, fmt.Errorf("the envelope was changed: %w", err)
	}
	switch {
	case e.PayloadType != PayloadType:
		return Statement{}, fmt.Errorf("the payload has the type %q, not %s", e.PayloadType, PayloadType)
	case len(e.Signatures) == 0:
		return Statement{}, errors.New("the envelope has no signature")
	case len(e.Signatures) > 1:
		return Statement{}, fmt.Errorf("the envelope has %d signatures instead of one", len(e.Signatures))
	case e.Signatures[0].KeyID != id:
		return Statement{}, fmt.Errorf("it names another key: it was signed with %q, but the given key is %s", brief(e.Signatures[0].KeyID), id)
	}
	payload, err := base64Of(e.Payload)
	if err != nil {
		return Statement{}, fmt.Errorf("the payload %w", err)
	}
	sig, err := base64Of(e.Signatures[0].Sig)
	if err != nil {
		return Statement{}, fmt.Errorf("the signature %w", err)
	}
	if !verify(key, pae(e.PayloadType, payload), sig) {
		return Statement{}, errors.New("the signature is invalid: the payload or the signature was changed, or another key signed it")
	}
	s, err := Decode(payload)
	if err == nil {
		err = same(s.Bytes(), payload)
	}
	if err != nil {
		return Statement{}, fmt.Errorf("the statement cannot be read: %w", err)
	}
	if err := s.Check(); err != nil {
		return Statement{}, fmt.Errorf("the statement is invalid: %w", err)
	}
	return s, nil
}

func base64Of(text string) ([]byte, error) {
	b, err := base64Form.DecodeString(text)
	if err != nil || base64Form.EncodeToString(b) != text {
		return nil, errors.New("is not in the base64 form of this program")
	}
	return b, nil
}

// The types of keys.
const (
	Ed25519   = "ed25519"
	ECDSAP256 = "ecdsa-p256"
)

const (
	pemPrivate = "PRIVATE KEY"
	pemPublic  = "PUBLIC KEY"
)

// GenerateKey returns a new key pair of a type, [Ed25519] or [ECDSAP256], in PEM: the private
// key in PKCS #8, the public key as a SubjectPublicKeyInfo.
func GenerateKey(kind string) (private, public []byte, err error) {
	var key crypto.Signer
	switch kind {
	case Ed25519:
		_, key, err = ed25519.GenerateKey(rand.Reader)
	case ECDSAP256:
		key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	default:
		err = fmt.Errorf("unknown type of key %q: choose %s or %s", kind, Ed25519, ECDSAP256)
	}
	if err != nil {
		return nil, nil, err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	return pem.EncodeToMemory(&pem.Block{Type: pemPrivate, Bytes: secret}), pem.EncodeToMemory(&pem.Block{Type: pemPublic, Bytes: spki(key.Public())}), err
}

// ParsePrivateKey decodes a private key in PEM, PKCS #8: an Ed25519 or ECDSA P-256 key.
func ParsePrivateKey(data []byte) (crypto.Signer, error) {
	der, err := pemOf(data, pemPrivate)
	if err != nil {
		return nil, err
	}
	key, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return nil, errors.New("it has no private key in PKCS #8")
	}
	signer, ok := key.(crypto.Signer)
	if !ok || !supported(signer.Public()) {
		return nil, fmt.Errorf("it has a key of type %T: use Ed25519 or ECDSA P-256", key)
	}
	return signer, nil
}

// ParsePublicKey decodes a public key in PEM. It returns an ed25519.PublicKey or an
// *ecdsa.PublicKey.
func ParsePublicKey(data []byte) (crypto.PublicKey, error) {
	der, err := pemOf(data, pemPublic)
	if err != nil {
		return nil, err
	}
	key, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		return nil, errors.New("it has no public key")
	}
	if !supported(key) {
		return nil, fmt.Errorf("it has a key of type %T: use Ed25519 or ECDSA P-256", key)
	}
	return key, nil
}

func pemOf(data []byte, kind string) ([]byte, error) {
	block, _ := pem.Decode(data)
	switch {
	case block == nil:
		return nil, fmt.Errorf("it has no PEM block: it has to begin with -----BEGIN %s-----", kind)
	case block.Type != kind:
		return nil, fmt.Errorf("it has a PEM block %q, not %s", block.Type, kind)
	}
	return block.Bytes, nil
}

func supported(key crypto.PublicKey) bool {
	switch key := key.(type) {
	case ed25519.PublicKey:
		return true
	case *ecdsa.PublicKey:
		return key.Curve == elliptic.P256()
	}
	return false
}

// KeyID returns the id of a public key in a certificate: the SHA-256 digest of its
// SubjectPublicKeyInfo, in hexadecimal. The key has to be one that [ParsePublicKey] returns, or the public
// key of one that [ParsePrivateKey] returns.
func KeyID(key crypto.PublicKey) string { return fmt.Sprintf("%x", sha256.Sum256(spki(key))) }

// spki returns the SubjectPublicKeyInfo of a supported key.
func spki(key crypto.PublicKey) []byte {
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		panic(err) // cannot happen: see supported
	}
	return der
}

// Both s and n−s make a valid ECDSA signature. The package writes and accepts only the smaller
// one: otherwise anyone could change a certificate to another one that verifies.
var (
	orderP256 = elliptic.P256().Params().N
	largestS  = new(big.Int).Rsh(orderP256, 1)
)

type ecdsaSignature struct{ R, S *big.Int }

func sign(key crypto.Signer, message []byte) ([]byte, error) {
	if _, ok := key.Public().(ed25519.PublicKey); ok {
		return key.Sign(nil, message, crypto.Hash(0))
	}
	sum := sha256.Sum256(message)
	der, err := key.Sign(nil, sum[:], crypto.SHA256) // deterministic, as in RFC 6979
	if err != nil {
		return nil, err
	}
	var sig ecdsaSignature
	if _, err := asn1.Unmarshal(der, &sig); err != nil {
		return nil, err
	}
	if sig.S.Cmp(largestS) > 0 {
		sig.S.Sub(orderP256, sig.S)
	}
	return asn1.Marshal(sig)
}

func verify(key crypto.PublicKey, message, sig []byte) bool {
	switch key := key.(type) {
	case ed25519.PublicKey:
		return ed25519.Verify(key, message, sig)
	case *ecdsa.PublicKey:
		var parts ecdsaSignature
		rest, err := asn1.Unmarshal(sig, &parts)
		if err != nil || len(rest) > 0 || parts.S.Cmp(largestS) > 0 {
			return false
		}
		sum := sha256.Sum256(message)
		return ecdsa.VerifyASN1(key, sum[:], sig)
	}
	return false
}
