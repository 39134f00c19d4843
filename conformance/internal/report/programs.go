package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// Style has how reports show a verdict; it adds nothing to the words.
type Style struct {
	Class, Sign string // in pages
	Rank        int    // failures first; a list of known failures that is out of date is not due to the library
	color       string // in the text
	mark        string // in Markdown
	badge       string // a colour name of shields.io
}

// String returns the class.
func (s Style) String() string { return s.Class }

var styles = [...]Style{
	result.NoVerdict:        {"open", "?", 1, yellow, "⚠️", "lightgrey"},
	result.NotConformant:    {"bad", "✗", 0, red, "❌", "red"},
	result.OutOfDate:        {"bad", "✗", 2, red, "❌", "red"},
	result.ConformantButFor: {"butfor", "!", 2, yellow, "⚠️", "yellow"},
	result.Conformant:       {"good", "✓", 3, green, "✅", "green"},
	result.FullyConformant:  {"good", "✓", 4, green, "✅", "brightgreen"},
}

// StyleOf returns the style of a verdict.
func StyleOf(v result.Verdict) Style { return styles[v] }

// Limit is a restriction of a run.
type Limit struct {
	Word string // one or two words
	Says string // sentences, with untrusted text
}

// LimitsOf returns the restrictions of a run.
func LimitsOf(r result.Report) (all []Limit) {
	switch {
	case r.Cut != "" && r.Verdict == result.NoVerdict: // the reason says why
		all = append(all, Limit{"cut short", "The run is incomplete."})
	case r.Cut != "":
		all = append(all, Limit{"cut short", "The run is incomplete: " + r.Cut.String()})
	case slices.ContainsFunc(r.Parts, func(p result.Part) bool { return !p.Complete }):
		all = append(all, Limit{"cut short", "Some layers were cut short."})
	}
	if len(r.Only) > 0 {
		all = append(all, Limit{"partial", "Selected: " + printable.Join(r.Only, ", ")})
	}
	if r.Unstable {
		all = append(all, Limit{"unstable", r.Instability() + " Another run may have another result."})
	}
	return all
}

// title returns the edition, and the verdict with the restrictions of the run.
func title(r result.Report) (edition, verdict string) {
	verdict = r.VerdictLine()
	for _, limit := range LimitsOf(r) {
		verdict += ", " + limit.Word
	}
	return r.Of().Title(), verdict
}

// WriteJSON writes a report as one indented JSON object that schema/report.schema.json describes.
func WriteJSON(w io.Writer, r result.Report) error { return writeJSON(w, r) }

// WriteBadgeJSON writes the verdict in the format of the endpoint badge of shields.io, which
// fetches it from a public address.
func WriteBadgeJSON(w io.Writer, r result.Report) error {
	label, message := title(r)
	color := styles[r.Verdict].badge
	return writeJSON(w, struct {
		SchemaVersion int    `json:"schemaVersion"`
		Label         string `json:"label"`
		Message       string `json:"message"`
		Color         string `json:"color"`
		// IsError keeps the address of a badge from overriding the colour.
		IsError bool `json:"isError"`
	}{1, label, message, color, color == "red"})
}

func writeJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

// WriteGitHub writes the verdict, and a workflow command for each group of findings, which GitHub
// shows as an annotation. If the verdict is not positive for another reason, that is the annotation.
//
// Text from the system under test cannot be a command: it has no "::" and no line breaks, see
// [conformance.Visible], and is escaped as GitHub decodes it.
func WriteGitHub(out io.Writer, r result.Report) error {
	edition, verdict := title(r)
	title := edition + ": " + verdict
	texts := behaviours(r)[:min(len(r.Groups), shownFindings)]
	if len(texts) == 0 && !r.Verdict.Positive() {
		texts = append(texts, r.Reason.String())
	}
	_, err := fmt.Fprintf(out, "%s  %s\n", title, r.Subject())
	for _, text := range texts {
		if err == nil {
			_, err = fmt.Fprintf(out, "::error title=%s::%s\n", gitHubProperty.Replace(title), gitHubMessage.Replace(text))
		}
	}
	return err
}

// behaviours returns the groups of findings, numbered, each with the verdict of its first finding and
// the likely causes.
func behaviours(r result.Report) (all []string) {
	for i, g := range r.Groups {
		lines := []string{fmt.Sprintf("%d. %s", i+1, g.Says)} // a later one may refer to its number
		if s := r.Findings[g.Findings[0]].Verdict(); s != "" {
			lines = append(lines, s)
		}
		all = append(all, strings.Join(append(lines, r.CauseLines(i)...), "\n"))
	}
	return all
}

// GitHub decodes these in the message of a command, and in its properties.
var (
	gitHubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	gitHubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
