package featurepage

import (
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/browsertest"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// TestInChromium tests pages in a browser: on a screen, on a phone, on paper, with the keyboard
// and with a screen reader.
func TestInChromium(t *testing.T) {
	pages := map[string][]byte{}
	b := browsertest.Start(t, pages)
	for path, r := range runs() {
		pages[path] = []byte(html(t, r))
	}
	b.Test(t, "reading", rows)
	if !browsertest.Whole() {
		return
	}
	b.Test(t, "audit", audit)
	b.Test(t, "phone", phone)
	b.Test(t, "keyboard", keyboard)
	b.Test(t, "paper", paper)
}

// runs returns the runs of the pages, by path.
var runs = sync.OnceValue(func() map[string]Run {
	all := map[string]Run{"/initial": referenceRun(epin.Initial), "/tested": testedRun()}
	cut := all["/tested"]
	cut.Results, cut.CutShort = cut.Results[:40], hostile
	all["/cut"] = cut
	return all
})

// row is a row as the browser shows it.
type row struct {
	Text   string // of all its cells
	Result string
	Weight float64 // font weight of the result
	Marked bool    // whether it has a bar at its side
	Why    string  // the text of its detail row
}

// rows checks that the page has every row with its result, and that failed rows can be found
// without colours.
func rows(t *testing.T, b *browsertest.Browser) {
	for _, path := range browsertest.Pages("/tested", "/initial", "/cut") {
		run := runs()[path]
		b.Open(t, path, 1280)
		shown := browsertest.Look[map[string]row](t, b, "rows()")
		scenarios, err := features.List(run.Edition)
		if err != nil {
			t.Fatal(err)
		}
		results := map[string]features.Result{}
		for _, r := range run.Results {
			results[r.ID] = r
		}
		if len(shown) != len(scenarios) {
			t.Errorf("%s shows %d rows, wanted %d", path, len(shown), len(scenarios))
		}
		for _, s := range scenarios {
			row := shown[strings.TrimPrefix(s.ID, "features/")]
			for _, cell := range s.Cells {
				if !strings.Contains(row.Text, cell.Value) {
					t.Errorf("%s: the row of %s reads %q, without %q", path, s.ID, row.Text, cell.Value)
				}
			}
			result, asked := results[s.ID]
			want := "· not run"
			if asked {
				want = [...]string{"○ not tested", "✓ passed", "✗ failed"}[result.Status]
			}
			if s.Library {
				want = "library"
			}
			if !strings.HasPrefix(row.Result, want) {
				t.Errorf("%s: the result of %s reads %q; wanted %q", path, s.ID, row.Result, want)
			}
			if failed := asked && result.Status == features.Failed; row.Marked != failed || (row.Weight >= 700) != failed ||
				(strings.Contains(row.Why, "expected "+result.Wanted) && strings.Contains(row.Why, "got ")) != failed {
				t.Errorf("%s: %s is emphasised: bar %v, weight %v, below it %q", path, s.ID, row.Marked, row.Weight, row.Why)
			}
		}
	}
	b.Open(t, "/tested", 1280)
	if got := browsertest.Look[string](t, b, "document.querySelector('.failures').innerText"); !strings.Contains(got, "epin/invalid-tokens/10") || !strings.Contains(got, "contains a line break") {
		t.Errorf("the failures are listed as %q", got)
	}
	text := browsertest.Look[string](t, b, "document.body.innerText")
	for _, want := range []string{"EPIN 1.0.0", "§ 9.4", "Invalid token examples", "Nine ways to write an invalid string", "From EPIN §9.4", "Given the string String Then it is rejected"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not read %q", want)
		}
	}
}

// audit checks also that the page has its parts for a screen reader.
func audit(t *testing.T, b *browsertest.Browser) {
	count := b.Audit(t, 500, browsertest.Pages("/tested", "/initial", "/cut")...)
	if tables := browsertest.Look[int](t, b, "document.querySelectorAll('table').length"); count["table"] != tables || count["navigation"] != 1 {
		t.Errorf("of %d tables %d have their role; %d of the role navigation", tables, count["table"], count["navigation"])
	}
	if count["article"] == 0 || count["region"] == 0 {
		t.Errorf("%d of the role article, %d of the role region", count["article"], count["region"])
	}
}

// phone checks that the cells of every row are below each other. Each shows the name of its
// column, which is hidden from screen readers.
func phone(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/tested", 320)
	for _, bad := range browsertest.Look[[]string](t, b, `[...document.querySelectorAll("table")].flatMap(table => {
		const names = [...table.tHead.rows[0].cells].map(c => c.textContent);
		return [...table.tBodies[0].rows].filter(r => !r.matches(".why")).flatMap(r => [...r.cells].slice(table.matches(".rows") ? 3 : 1)
			.filter(c => c.dataset.label !== names[c.cellIndex] || !getComputedStyle(c, "::before").content.includes(c.dataset.label) || getComputedStyle(r).display !== "grid")
			.map(c => r.id + ": " + c.textContent));
	})`) {
		t.Errorf("a cell is not told by the name of its column: %s", bad)
	}
}

// keyboard checks that the first key skips the contents, that the focus is always visible, and
// that it reaches each box that scrolls.
func keyboard(t *testing.T, b *browsertest.Browser) {
	b.Stops(t, "/tested", 390, "documents", "a[href], .scroll")
	if boxes, tables := browsertest.Look[int](t, b, "document.querySelectorAll('.scroll[tabindex] table').length"), browsertest.Look[int](t, b, "document.querySelectorAll('table').length"); boxes != tables {
		t.Errorf("%d boxes are stops, of %d tables", boxes, tables)
	}
}

// paper checks that a page can be printed, whatever the colours of the screen.
func paper(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/tested", 1280)
	if pages := len(regexp.MustCompile(`/Type /Page\b`).FindAll(b.Paper(t), -1)); pages < 5 {
		t.Errorf("%d pages", pages)
	}
	if browsertest.Look[bool](t, b, "document.querySelector('nav').checkVisibility()") {
		t.Error("the contents, which need a screen, are printed")
	}
}
