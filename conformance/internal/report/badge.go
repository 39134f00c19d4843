package report

import (
	"encoding/json"
	"io"

	"github.com/epin-conformance/harness/conformance/internal/result"
)

// verdictStyles has how reports show a verdict; it adds nothing to the words.
var verdictStyles = [...]struct {
	color string // in the text
	mark  string // in Markdown
	badge string // a colour name of shields.io
	rank  int    // in comparisons; a list of known failures that is out of date is not due to the library
}{
	result.NoVerdict:        {yellow, "⚠️", "lightgrey", 1},
	result.NotConformant:    {red, "❌", "red", 0},
	result.OutOfDate:        {red, "❌", "red", 2},
	result.ConformantButFor: {yellow, "⚠️", "yellow", 2},
	result.Conformant:       {green, "✅", "green", 3},
	result.FullyConformant:  {green, "✅", "brightgreen", 4},
}

// notice is a restriction of a run: a word for badges, a property of JUnit, and a clause.
type notice struct{ word, property, says string }

func notices(r result.Report) (all []notice) {
	switch {
	case r.Cut != "":
		all = append(all, notice{"cut short", "partial", "the run is incomplete."})
	case len(r.Only) > 0:
		all = append(all, notice{"partial", "partial", "only a selection was tested."})
	}
	if r.Unstable {
		all = append(all, notice{"unstable", "unstable", "the same input had different responses."})
	}
	return all
}

// badgeOf returns the two texts of a badge: the edition, and the verdict with the restrictions of
// the run.
func badgeOf(r result.Report) (label, message string) {
	message = r.VerdictLine()
	for _, n := range notices(r) {
		message += ", " + n.word
	}
	return r.Of().Title(), message
}

// WriteBadgeJSON writes the verdict in the format of the endpoint badge of shields.io, which
// fetches it from a public address.
func WriteBadgeJSON(w io.Writer, r result.Report) error {
	label, message := badgeOf(r)
	color := verdictStyles[r.Verdict].badge
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		SchemaVersion int    `json:"schemaVersion"`
		Label         string `json:"label"`
		Message       string `json:"message"`
		Color         string `json:"color"`
		// IsError keeps the address of a badge from overriding the colour.
		IsError bool `json:"isError"`
	}{1, label, message, color, color == "red"})
}
