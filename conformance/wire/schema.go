package wire

import (
	"embed"
	"io/fs"
)

//go:embed schema/*.schema.json
var schemas embed.FS

// Schemas returns the JSON Schemas (2020-12) of the messages, each at the top
// level under a name such as "parse-request.schema.json" and
// "hello-response.schema.json". A schema says no more than JSON Schema can: not
// that a key stands once, nor that an id is written without a fraction, nor how
// many tokens answer how many methods.
func Schemas() fs.FS {
	sub, err := fs.Sub(schemas, "schema")
	if err != nil {
		panic(err) // "schema" is a valid path
	}
	return sub
}
