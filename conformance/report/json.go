package report

import (
	"embed"
	"encoding/json"
	"io"
)

//go:embed schema/report.schema.json
var schemas embed.FS

// Schema returns the JSON Schema of what [WriteJSON] writes.
func Schema() []byte {
	b, err := schemas.ReadFile("schema/report.schema.json")
	if err != nil {
		panic(err) // it is embedded
	}
	return b
}

// WriteJSON writes a report as one indented JSON object that [Schema] describes.
func WriteJSON(w io.Writer, r Report) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}
