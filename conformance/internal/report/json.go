package report

import (
	"encoding/json"
	"io"

	"github.com/epin-conformance/harness/conformance/internal/result"
)

// WriteJSON writes a report as one indented JSON object that schema/report.schema.json describes.
func WriteJSON(w io.Writer, r result.Report) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}
