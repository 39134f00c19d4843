package report_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

func TestBadge(t *testing.T) {
	cut, unstable := whole(""), whole("dollar-for-z")
	cut.Verdict, cut.Cut = result.NoVerdict, "a signal"
	unstable.Unstable = true
	hostile := whole("")
	hostile.Edition = `1"><script>`
	for _, c := range []struct {
		report                result.Report
		label, message, color string
	}{
		{whole(""), "EPIN 1.0.0", "fully conformant", "brightgreen"},
		{whole("dollar-for-z"), "EPIN 1.0.0", "not conformant", "red"},
		{knownDollar(), "EPIN 1.0.0", "conformant but for 5 known failures", "yellow"},
		{small(), "EPIN 1.0.0", "not conformant, partial", "red"},
		{cut, "EPIN 1.0.0", "inconclusive, cut short", "lightgrey"},
		{unstable, "EPIN 1.0.0", "not conformant, unstable", "red"},
		{notStarted(), "EPIN 1.0.0", "inconclusive, cut short", "lightgrey"},
		{hostile, `EPIN 1"><script>`, "fully conformant", "brightgreen"},
	} {
		var svg struct {
			XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
			Width   int      `xml:"width,attr"`
			Says    string   `xml:"aria-label,attr"`
			Role    string   `xml:"role,attr"`
			Title   string   `xml:"title"`
			Paths   []struct {
				Fill string `xml:"fill,attr"`
			} `xml:"path"`
			Texts []string `xml:"g>text"`
		}
		picture := written(t, report.WriteBadge, c.report)
		if err := xml.Unmarshal(picture, &svg); err != nil {
			t.Fatalf("%s: %v\n%s", c.message, err, picture)
		}
		says := c.label + ": " + c.message
		if svg.Says != says || svg.Title != says || svg.Role != "img" || !slices.Equal(svg.Texts, []string{c.label, c.message}) || len(svg.Paths) != 1 || svg.Width < 100 {
			t.Errorf("the badge is not that of %q:\n%s", says, picture)
		}
		if strings.Count(string(picture), "//") != 1 || strings.Contains(string(picture), "<script") {
			t.Errorf("the badge needs something from elsewhere, beside its namespace:\n%s", picture)
		}
		var endpoint map[string]any
		if err := json.Unmarshal(written(t, report.WriteBadgeJSON, c.report), &endpoint); err != nil {
			t.Fatal(err)
		}
		want := map[string]any{"schemaVersion": 1., "label": c.label, "message": c.message, "color": c.color, "isError": c.color == "red"}
		if fmt.Sprint(endpoint) != fmt.Sprint(want) {
			t.Errorf("the endpoint badge is %v, want %v", endpoint, want)
		}
	}
}
