package certificate

import _ "embed"

//go:embed schema/statement.schema.json
var schema []byte

// Schema returns the JSON Schema of a statement, before it is signed and inside the
// envelope. The result is the caller's.
func Schema() []byte { return append([]byte(nil), schema...) }
