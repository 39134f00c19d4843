package certificate

import (
	"crypto"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"

	"github.com/epin-conformance/harness/conformance/internal/printable"
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
	b := []byte("DSSEv1 " + strconv.Itoa(len(payloadType)) + " " + payloadType + " " + strconv.Itoa(len(payload)) + " ")
	return append(b, payload...)
}

// Sign returns a signed statement in a DSSE envelope: one line of JSON with its line feed. It
// is deterministic.
func Sign(key PrivateKey, s Statement) ([]byte, error) {
	payload := s.Bytes()
	sig, err := key.sign(pae(PayloadType, payload))
	if err != nil {
		return nil, err
	}
	id, err := KeyID(key.Public())
	if err != nil {
		return nil, err
	}
	return seal(envelope{
		PayloadType: PayloadType, Payload: base64Form.EncodeToString(payload),
		Signatures: []signature{{KeyID: id, Sig: base64Form.EncodeToString(sig)}},
	})
}

func seal(e envelope) ([]byte, error) {
	b, err := printable.JSON(e)
	return append(b, '\n'), err
}

// Open verifies a signed certificate and returns its statement. The certificate has to be in
// the byte form that [Sign] writes and signed with key, and [Statement.Check] has to return
// nil. The error is a sentence with the reason. Open does not check whether the statement is
// a certificate of conformance, nor what it is about: see [Statement.Certifies] and
// [Statement.IsAbout].
func Open(key crypto.PublicKey, data []byte) (Statement, error) {
	if len(data) > MaxBytes {
		return Statement{}, fmt.Errorf("the certificate is longer than %d bytes", MaxBytes)
	}
	id, err := KeyID(key)
	if err != nil {
		return Statement{}, err
	}
	var e envelope
	if err := decode(data, &e); err != nil {
		return Statement{}, fmt.Errorf("the envelope cannot be read: %w", err)
	}
	again, err := seal(e)
	if err != nil {
		return Statement{}, err
	}
	if err := same(again, data); err != nil {
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
