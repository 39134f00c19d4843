package report

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"sync"

	"github.com/epin-conformance/harness/conformance/internal/result"
)

// verdictStyles has how reports show a verdict; it adds nothing to the words. White text on each of
// the fills has a contrast of at least 4.5 to 1.
var verdictStyles = [...]struct {
	color string // in the text
	mark  string // in Markdown
	badge string // a colour name of shields.io
	fill  string // the same in the SVG badge
	rank  int    // in comparisons; a list of known failures that is out of date is not due to the library
}{
	result.NoVerdict:        {yellow, "⚠️", "lightgrey", "#63666a", 1},
	result.NotConformant:    {red, "❌", "red", "#b3261e", 0},
	result.OutOfDate:        {red, "❌", "red", "#b3261e", 2},
	result.ConformantButFor: {yellow, "⚠️", "yellow", "#8a6100", 2},
	result.Conformant:       {green, "✅", "green", "#2e7d1b", 3},
	result.FullyConformant:  {green, "✅", "brightgreen", "#2e7d1b", 4},
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
	return "EPIN " + r.Edition, message
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

//go:embed badge.svg.tmpl
var badgeText string

// The template uses html/template, whose escaping also suits XML, because a saved report is
// untrusted.
var badgeTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("badge").Parse(badgeText)) })

const (
	badgePadding   = 6    // pixels, left and right of a text
	characterWidth = 6.65 // pixels, of a wide character of sans-serif text of 11 pixels
)

// WriteBadge writes the verdict as a self-contained SVG badge. Its text is also readable for
// screen readers.
func WriteBadge(w io.Writer, r result.Report) error {
	label, message := badgeOf(r)
	left, right := textWidth(label)+2*badgePadding, textWidth(message)+2*badgePadding
	return badgeTemplate().Execute(w, map[string]any{
		"Label": label, "Message": message, "Color": verdictStyles[r.Verdict].fill,
		"Width": left + right, "Left": left, "Right": right,
		"LabelAt": float64(left) / 2, "MessageAt": float64(left) + float64(right)/2,
		"LabelWidth": textWidth(label), "MessageWidth": textWidth(message),
	})
}

// textWidth returns the width of a text in the badge, in pixels. The viewer stretches its font
// to this width.
func textWidth(text string) int { return int(float64(len(text))*characterWidth) + 1 }
