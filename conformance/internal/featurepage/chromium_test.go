package featurepage

import (
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/browsertest"
)

// TestInChromium looks at a page with failed rows on a screen, on a phone, with a screen reader, with
// the keyboard and on paper. Package page opens all pages of the site.
func TestInChromium(t *testing.T) {
	if !browsertest.Whole() {
		t.Skip("package page opens the features in a browser: this page with EPIN_WHOLE=1")
	}
	b := browsertest.Start(t, map[string][]byte{"/tested": []byte(html(t, testedRun()))})
	count := b.Audit(t, 500, "/tested")
	tables := browsertest.Look[int](t, b, "document.querySelectorAll('table').length")
	if count["table"] != tables || count["navigation"] != 1 || count["article"] == 0 || count["region"] == 0 {
		t.Errorf("%d tables have these roles: %v", tables, count)
	}
	b.Stops(t, "/tested", "documents", "a[href], .scroll")
	b.Paper(t, "nav") // the contents need a screen
}
