package certificate

import (
	_ "embed"
	"sync"

	"github.com/epin-conformance/harness/conformance/internal/strictjson"
)

//go:embed schema/statement.schema.json
var schema []byte

var compiledSchema = sync.OnceValue(func() *strictjson.Schema {
	const address = "statement.schema.json"
	return strictjson.Compiler(map[string][]byte{address: schema})(address)
})
