package certificate

// PAE and SignBytes are for tests that sign other payloads than Sign does.
var PAE = pae

func SignBytes(k PrivateKey, message []byte) ([]byte, error) { return k.sign(message) }
