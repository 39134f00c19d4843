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
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
)

// The types of keys.
const (
	Ed25519   = "ed25519"
	ECDSAP256 = "ecdsa-p256"
)

const (
	pemPrivate = "PRIVATE KEY"
	pemPublic  = "PUBLIC KEY"
)

// PrivateKey is a key to sign certificates, Ed25519 or ECDSA P-256. [ParsePrivateKey] returns
// one. The zero PrivateKey cannot sign.
type PrivateKey struct{ key crypto.Signer }

// Public returns the public key.
func (k PrivateKey) Public() crypto.PublicKey { return k.key.Public() }

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
	if err != nil {
		return nil, nil, err
	}
	open, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		return nil, nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: pemPrivate, Bytes: secret}), pem.EncodeToMemory(&pem.Block{Type: pemPublic, Bytes: open}), nil
}

// ParsePrivateKey decodes a private key in PEM, PKCS #8.
func ParsePrivateKey(data []byte) (PrivateKey, error) {
	der, err := pemOf(data, pemPrivate)
	if err != nil {
		return PrivateKey{}, err
	}
	key, err := x509.ParsePKCS8PrivateKey(der)
	if err != nil {
		return PrivateKey{}, errors.New("it has no private key in PKCS #8")
	}
	signer, ok := key.(crypto.Signer)
	if !ok || !supported(signer.Public()) {
		return PrivateKey{}, fmt.Errorf("it has a key of type %T: use Ed25519 or ECDSA P-256", key)
	}
	return PrivateKey{signer}, nil
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
// SubjectPublicKeyInfo, in hexadecimal.
func KeyID(key crypto.PublicKey) (string, error) {
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		return "", fmt.Errorf("the key cannot be used: %w", err)
	}
	sum := sha256.Sum256(der)
	return hex.EncodeToString(sum[:]), nil
}

// Both s and n−s make a valid ECDSA signature. The package writes and accepts only the smaller
// one: otherwise anyone could change a certificate to another one that verifies.
var (
	orderP256 = elliptic.P256().Params().N
	largestS  = new(big.Int).Rsh(orderP256, 1)
)

type ecdsaSignature struct{ R, S *big.Int }

func (k PrivateKey) sign(message []byte) ([]byte, error) {
	if _, ok := k.Public().(ed25519.PublicKey); ok {
		return k.key.Sign(nil, message, crypto.Hash(0))
	}
	sum := sha256.Sum256(message)
	der, err := k.key.Sign(nil, sum[:], crypto.SHA256) // deterministic, as in RFC 6979
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
