package certificate

// For tests that sign what Sign does not.
var PAE = pae

func SignBytes(k PrivateKey, message []byte) ([]byte, error) { return k.sign(message) }
