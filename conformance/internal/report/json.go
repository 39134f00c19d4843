package report

import (
	"embed"
	"encoding/json"
	"io"

	"github.com/epin-conformance/harness/conformance/internal/result"
)

//go:embed schema
var schemas embed.FS

const (
	schemaFolder = "https://github.com/epin-conformance/harness/conformance/report/schema/" // as their $id has it
	reportSchema = "report.schema.json"
	streamSchema = "stream.schema.json"
)

// Schema returns the JSON Schema of the output of [WriteJSON].
func Schema() []byte { return schemaNamed(reportSchema) }

// StreamSchema returns the JSON Schema of each line that [WriteJSONL] writes. It refers to
// that of [Schema] as report.schema.json.
func StreamSchema() []byte { return schemaNamed(streamSchema) }

func schemaNamed(name string) []byte {
	b, err := schemas.ReadFile("schema/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return b
}

// WriteJSON writes a report as one indented JSON object that [Schema] describes.
func WriteJSON(w io.Writer, r result.Report) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}
