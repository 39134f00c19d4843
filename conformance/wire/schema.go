package wire

import (
	"embed"
	"io/fs"
)

//go:embed schema/*.schema.json
var schemas embed.FS

// Schemas returns the JSON Schemas (2020-12) of the messages, each at the top
// level under a name such as "parse-request.schema.json" and
// "hello-response.schema.json". JSON Schema cannot express three rules: a key stands
// once, an id has no fraction, and the request determines the number of tokens or
// verdicts in the response.
func Schemas() fs.FS {
	sub, _ := fs.Sub(schemas, "schema") // a valid path
	return sub
}
