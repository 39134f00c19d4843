package report

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"sync"

	"github.com/epin-conformance/harness/conformance/internal/result"
)

// badge has the text and the colour of a badge.
type badge struct {
	Label, Message string
	color          string // one of the names in badgeColors
}

// badgeColors are the colours of the SVG badge, by the colour names of shields.io.
// White text on each of them has a contrast of at least 4.5 to 1.
var badgeColors = map[string]string{
	"brightgreen": "#2e7d1b",
	"green":       "#2e7d1b",
	"yellow":      "#8a6100",
	"red":         "#b3261e",
	"lightgrey":   "#63666a",
}

// badgeOf returns the badge of a report. Its text has the verdict, and whether the run is
// incomplete or non-deterministic.
func badgeOf(r result.Report) badge {
	b := badge{Label: "EPIN " + r.Edition, Message: r.VerdictLine()}
	switch {
	case r.Cut != "":
		b.Message += ", cut short"
	case len(r.Only) > 0:
		b.Message += ", partial"
	}
	if r.Unstable {
		b.Message += ", unstable"
	}
	switch r.Verdict {
	case result.FullyConformant:
		b.color = "brightgreen"
	case result.Conformant:
		b.color = "green"
	case result.ConformantButFor:
		b.color = "yellow"
	case result.NotConformant, result.OutOfDate:
		b.color = "red"
	default:
		b.color = "lightgrey"
	}
	return b
}

// WriteBadgeJSON writes the verdict in the format of the endpoint badge of shields.io, which
// fetches it from a public address.
func WriteBadgeJSON(w io.Writer, r result.Report) error {
	b := badgeOf(r)
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		SchemaVersion int    `json:"schemaVersion"`
		Label         string `json:"label"`
		Message       string `json:"message"`
		Color         string `json:"color"`
		// IsError keeps the address of a badge from overriding the colour.
		IsError bool `json:"isError"`
	}{1, b.Label, b.Message, b.color, b.color == "red"})
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
	b := badgeOf(r)
	left, right := textWidth(b.Label)+2*badgePadding, textWidth(b.Message)+2*badgePadding
	return badgeTemplate().Execute(w, map[string]any{
		"Label": b.Label, "Message": b.Message, "Color": badgeColors[b.color],
		"Width": left + right, "Left": left, "Right": right,
		"LabelAt": float64(left) / 2, "MessageAt": float64(left) + float64(right)/2,
		"LabelWidth": textWidth(b.Label), "MessageWidth": textWidth(b.Message),
	})
}

// textWidth returns the width of a text in the badge, in pixels. The viewer stretches its font
// to this width.
func textWidth(text string) int { return int(float64(len(text))*characterWidth) + 1 }
