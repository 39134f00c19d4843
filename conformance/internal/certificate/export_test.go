package certificate

// PAE, SignBytes and Seal are for tests that sign other payloads than Sign does, in other envelopes.
var (
	PAE       = pae
	Seal      = seal
	SignBytes = sign
)

type (
	Envelope  = envelope
	Signature = signature
)
