package certificate

// PAE, SignBytes and Seal are for tests that sign other payloads than Sign does, in other envelopes.
var (
	PAE  = pae
	Seal = seal
)

type (
	Envelope  = envelope
	Signature = signature
)

func SignBytes(k PrivateKey, message []byte) ([]byte, error) { return k.sign(message) }
