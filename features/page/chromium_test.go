package page

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// look.js holds what the tests ask of a page in the browser.
//
//go:embed testdata/look.js
var lookText string

// TestInChromium looks at pages as people do: with a browser, a phone, a printer, the
// keyboard, a screen reader.
func TestInChromium(t *testing.T) {
	b := startBrowser(t)
	t.Run("reading", b.reading)
	t.Run("alone", b.alone)
	t.Run("hostile", b.hostile)
	t.Run("contrast", b.contrast)
	t.Run("phone", b.phone)
	t.Run("keyboard", b.keyboard)
	t.Run("screen reader", b.screenReader)
	t.Run("headings", b.headings)
	t.Run("paper", b.paper)
}

// browser is a Chromium with one tab, and a server that has the pages.
type browser struct {
	ctx    context.Context
	server *httptest.Server
	runs   map[string]Run // by path

	mu     sync.Mutex
	served []string // what the server was asked for
	asked  []string // what the tab wanted to fetch
	said   []string // what stands in the console
}

func startBrowser(t *testing.T) *browser {
	if testing.Short() {
		t.Skip("a browser takes a while")
	}
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("EPIN_REQUIRE_TOOLS") != "" {
			t.Fatal("chromium is not installed, and EPIN_REQUIRE_TOOLS asks for it")
		}
		t.Skip("chromium is not installed")
	}
	b := &browser{runs: map[string]Run{
		"/initial":  referenceRun(t, epin.Initial),
		"/stranger": strangersRun(t),
	}}
	cut := b.runs["/stranger"]
	cut.Results, cut.CutShort = cut.Results[:40], hostile
	b.runs["/cut"] = cut
	pages := map[string][]byte{}
	for path, r := range b.runs {
		pages[path] = []byte(html(t, r))
	}
	b.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.mu.Lock()
		b.served = append(b.served, r.URL.String())
		b.mu.Unlock()
		page, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page)
	}))
	t.Cleanup(b.server.Close)

	allocator, stop := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("force-color-profile", "srgb"),
	)
	t.Cleanup(stop)
	ctx, _ := chromedp.NewContext(allocator)
	// The browser has ended, and let go of its folder, when this returns.
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Errorf("chromium does not end: %v", err)
		}
	})
	b.ctx = ctx
	if err := chromedp.Listen(ctx, b.note); err != nil {
		t.Fatalf("chromium does not start: %v", err)
	}
	call(t, b, network.Enable, network.EnableParams{})
	call(t, b, log.Enable, cdp.Empty{})
	return b
}

// note takes down what a page says and wants.
func (b *browser) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.asked = append(b.asked, e.Request.URL)
	case *log.EventEntryAdded:
		b.said = append(b.said, fmt.Sprintf("%s: %s", e.Entry.Level, e.Entry.Text))
	case *runtime.EventConsoleAPICalled:
		b.said = append(b.said, fmt.Sprintf("%s: %v", e.Type, e.Args))
	case *runtime.EventExceptionThrown:
		b.said = append(b.said, e.ExceptionDetails.Text)
	}
}

func call[P, R any](t *testing.T, b *browser, command cdp.Command[P, R], params P) R {
	t.Helper()
	result, err := chromedp.Call(b.ctx, command, params)
	if err != nil {
		t.Fatalf("%s: %v", command.Method, err)
	}
	return result
}

func do[T any](t *testing.T, b *browser, action chromedp.Action[T]) T {
	t.Helper()
	result, err := chromedp.Run(b.ctx, action)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// look calls a function of look.js.
func look[T any](t *testing.T, b *browser, call string) T {
	t.Helper()
	return do(t, b, chromedp.Evaluate[T](call))
}

// open opens a page in a window of a width.
func (b *browser) open(t *testing.T, path string, width int64) {
	t.Helper()
	do(t, b, chromedp.EmulateViewport(width, 900))
	b.media(t, "screen", "light")
	do(t, b, chromedp.Navigate(b.server.URL+path))
	do(t, b, chromedp.Evaluate[chromedp.Void](lookText))
}

// media shows the page on screen or in print, in light or dark.
func (b *browser) media(t *testing.T, media, scheme string) {
	t.Helper()
	call(t, b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media, Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
}

// row is a row as it is seen.
type row struct {
	Text   string // of all its cells
	Result string
	Weight float64 // of the result's type
	Marked bool    // has a bar at its side
	Why    string  // the text of the row below that belongs to it
}

// reading: every row is there, says what came of it, and one that failed is found
// without seeing colours.
func (b *browser) reading(t *testing.T) {
	for path, run := range b.runs {
		b.open(t, path, 1280)
		rows := look[map[string]row](t, b, "rows()")
		scenarios, err := features.List(run.Edition)
		if err != nil {
			t.Fatal(err)
		}
		results := map[string]features.Result{}
		for _, r := range run.Results {
			results[r.ID] = r
		}
		if len(rows) != len(scenarios) {
			t.Errorf("%s shows %d rows, wanted %d", path, len(rows), len(scenarios))
		}
		for _, s := range scenarios {
			row := rows[strings.TrimPrefix(s.ID, "features/")]
			for _, cell := range s.Cells {
				if !strings.Contains(row.Text, cell.Value) {
					t.Errorf("%s: the row of %s reads %q, without %q", path, s.ID, row.Text, cell.Value)
				}
			}
			result, asked := results[s.ID]
			want := "· not asked"
			switch {
			case asked && result.Status == features.Passed:
				want = "✓ passed"
			case asked && result.Status == features.Failed:
				want = "✗ failed"
			case asked:
				want = "○ not exercised"
			}
			if s.Library {
				want += " library"
			}
			if !strings.HasPrefix(row.Result, want) {
				t.Errorf("%s: the result of %s reads %q; wanted %q", path, s.ID, row.Result, want)
			}
			if failed := asked && result.Status == features.Failed; row.Marked != failed || (row.Weight >= 700) != failed ||
				(strings.Contains(row.Why, "wanted "+result.Wanted) && strings.Contains(row.Why, "got ")) != failed {
				t.Errorf("%s: %s stands out: bar %v, weight %v, below it %q", path, s.ID, row.Marked, row.Weight, row.Why)
			}
		}
	}
	b.open(t, "/stranger", 1280)
	if got := look[string](t, b, "document.querySelector('.failures').innerText"); !strings.Contains(got, "epin/invalid-tokens/10") || !strings.Contains(got, "contains a line break") {
		t.Errorf("the failures are listed as %q", got)
	}
	for _, want := range []string{"EPIN 1.0.0", "§ 9.4", "Invalid token examples", "Nine ways to write what is no token", "From EPIN §9.4", "Given the string String Then it is rejected"} {
		if text := look[string](t, b, "document.body.innerText"); !strings.Contains(text, want) {
			t.Errorf("the page does not read %q", want)
		}
	}
}

// alone: a page says nothing in the console, and nothing is fetched but the page.
func (b *browser) alone(t *testing.T) {
	for _, path := range []string{"/initial", "/stranger"} {
		b.mu.Lock()
		b.asked, b.served, b.said = nil, nil, nil
		b.mu.Unlock()
		b.open(t, path, 1280)
		b.mu.Lock()
		for _, said := range b.said {
			t.Errorf("%s: the console says %s", path, said)
		}
		if len(b.served) != 1 || b.served[0] != path {
			t.Errorf("%s: the server was asked for %q", path, b.served)
		}
		for _, asked := range b.asked {
			if asked != b.server.URL+path && !strings.HasPrefix(asked, "data:") {
				t.Errorf("%s: the page asked for %s", path, asked)
			}
		}
		b.mu.Unlock()
	}
}

// hostile: what a stranger says is text.
func (b *browser) hostile(t *testing.T) {
	b.open(t, "/cut", 1280)
	if n := look[int](t, b, "document.scripts.length + document.images.length + document.querySelectorAll('iframe, object, embed, form, b').length"); n != 0 {
		t.Errorf("%d elements came from a stranger", n)
	}
	text := look[string](t, b, "document.body.innerText")
	if !strings.Contains(text, hostileVisible) {
		t.Errorf("the page does not read %s", hostileVisible)
	}
	if title := look[string](t, b, "document.title"); !strings.Contains(title, hostileVisible) {
		t.Errorf("the title is %s", title)
	}
}

// contrast: text has 4.5 to 1 against what is behind it, large text 3 to 1 (WCAG 2.2,
// 1.4.3).
func (b *browser) contrast(t *testing.T) {
	for _, path := range []string{"/cut", "/stranger"} {
		b.open(t, path, 1280)
		for _, scheme := range []string{"light", "dark"} {
			b.media(t, "screen", scheme)
			look := look[struct {
				Texts int
				Low   []string
				Paper float64
			}](t, b, "contrasts()")
			if look.Texts < 500 {
				t.Errorf("%s, %s: only %d texts were looked at", path, scheme, look.Texts)
			}
			if dark := look.Paper < 0.2; dark != (scheme == "dark") {
				t.Errorf("%s, %s: the page has the luminance %.2f", path, scheme, look.Paper)
			}
			for _, low := range look.Low {
				t.Errorf("%s, %s: %s", path, scheme, low)
			}
		}
	}
}

// phone: nothing but tables in their boxes scrolls sideways (WCAG 2.2, 1.4.10, is about
// 320 pixels).
func (b *browser) phone(t *testing.T) {
	for _, path := range []string{"/cut", "/initial"} {
		b.open(t, path, 320)
		for _, width := range []int64{320, 390, 768} {
			do(t, b, chromedp.EmulateViewport(width, 900))
			look := look[struct {
				Wide    []string
				Boxes   int
				Results int
			}](t, b, "sideways()")
			for _, wide := range look.Wide {
				t.Errorf("%s, %d pixels: %s", path, width, wide)
			}
			if width < 400 && look.Boxes == 0 {
				t.Errorf("%s, %d pixels: no table scrolls in its box: is it cut off?", path, width)
			}
			if look.Results > 0 {
				t.Errorf("%s, %d pixels: %d results are out of sight", path, width, look.Results)
			}
		}
	}
}

// keyboard: the first key leads past the contents, every stop is seen, and each box
// that scrolls can be reached.
func (b *browser) keyboard(t *testing.T) {
	type stop struct {
		Text string
		Box  bool
		Bad  string
		End  bool
	}
	b.open(t, "/stranger", 390)
	do(t, b, chromedp.KeyEvent(kb.Tab))
	for _, scheme := range []string{"dark", "light"} {
		b.media(t, "screen", scheme)
		if at := look[stop](t, b, "stop()"); at.Text != "Skip to the documents" || at.Bad != "" {
			t.Errorf("the first stop, %s, is %q: %s", scheme, at.Text, at.Bad)
		}
	}
	stops, boxes := 0, 0
	for at := look[stop](t, b, "stop()"); !at.End; at = look[stop](t, b, "stop()") {
		stops++
		if at.Box {
			boxes++
		}
		if at.Bad != "" {
			t.Errorf("the stop %.40q: %s", at.Text, at.Bad)
		}
		if stops > 500 {
			t.Fatal("the keyboard does not come to an end")
		}
		do(t, b, chromedp.KeyEvent(kb.Tab))
	}
	if want := look[int](t, b, "document.querySelectorAll('a[href], .scroll').length"); stops != want {
		t.Errorf("%d stops, wanted %d", stops, want)
	}
	if want := look[int](t, b, "document.querySelectorAll('table').length"); boxes != want {
		t.Errorf("%d boxes are stops, of %d tables", boxes, want)
	}

	b.open(t, "/stranger", 1280)
	do(t, b, chromedp.KeyEvent(kb.Tab))
	do(t, b, chromedp.KeyEvent(kb.Enter))
	if got := look[string](t, b, "document.activeElement.id"); got != "documents" {
		t.Errorf("the skip link leads to %q", got)
	}
	do(t, b, chromedp.KeyEvent(kb.Tab))
	if !look[bool](t, b, "document.getElementById('documents').contains(document.activeElement)") {
		t.Error("the stop after the skip link is not in the documents")
	}
	// Every link leads somewhere.
	if bad := look[[]string](t, b, "[...document.querySelectorAll('a')].filter(a => !document.getElementById(a.getAttribute('href').slice(1))).map(a => a.href)"); len(bad) > 0 {
		t.Errorf("links that lead nowhere: %q", bad)
	}
	if n := look[int](t, b, "document.querySelectorAll('[id]').length - new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size"); n != 0 {
		t.Errorf("%d names stand twice", n)
	}
}

// spoken are the roles that a screen reader lists or announces by their names.
var spoken = map[string]bool{
	"link": true, "table": true, "group": true, "region": true, "navigation": true, "article": true, "heading": true,
	"columnheader": true, "rowheader": true, "RootWebArea": true,
}

// screenReader: what is listed by its name has one, and the tables are tables.
func (b *browser) screenReader(t *testing.T) {
	b.open(t, "/stranger", 1280)
	count := map[string]int{}
	for _, n := range call(t, b, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		if n.Ignored {
			continue
		}
		role := axText(t, n.Role)
		count[role]++
		if spoken[role] && strings.TrimSpace(axText(t, n.Name)) == "" {
			t.Errorf("%s %s has no name", role, n.NodeID)
		}
	}
	tables := look[int](t, b, "document.querySelectorAll('table').length")
	for role, want := range map[string]int{"RootWebArea": 1, "banner": 1, "main": 1, "navigation": 1, "contentinfo": 1, "table": tables} {
		if count[role] != want {
			t.Errorf("%d of the role %s, wanted %d", count[role], role, want)
		}
	}
	for _, role := range []string{"rowheader", "columnheader", "article", "region"} {
		if count[role] == 0 {
			t.Errorf("nothing has the role %s", role)
		}
	}
	if lang := look[string](t, b, "document.documentElement.lang"); lang != "en" {
		t.Errorf("the language is %q", lang)
	}
}

func axText(t *testing.T, v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	var s string
	if err := json.Unmarshal(v.Value, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// headings: one of the first level, and no level is left out on the way down.
func (b *browser) headings(t *testing.T) {
	for _, path := range []string{"/initial", "/stranger"} {
		b.open(t, path, 1280)
		last := 0
		levels := look[[]int](t, b, "[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(h => +h.tagName[1])")
		for i, level := range levels {
			if level > last+1 || level == 1 && i > 0 {
				t.Errorf("%s: heading %d is of level %d, after %d", path, i+1, level, last)
			}
			last = level
		}
		if last == 0 {
			t.Errorf("%s has no headings", path)
		}
	}
}

// paper: a page can be printed, whatever the colours of the screen.
func (b *browser) paper(t *testing.T) {
	b.open(t, "/stranger", 1280)
	b.media(t, "", "dark")
	pdf := do(t, b, chromedp.PrintToPDF())
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Fatalf("a PDF begins with %q", pdf[:min(len(pdf), 8)])
	}
	if pages := len(regexp.MustCompile(`/Type /Page\b`).FindAll(pdf, -1)); pages < 5 {
		t.Errorf("%d pages", pages)
	}
	b.media(t, "print", "dark")
	do(t, b, chromedp.EmulateViewport(673, 980)) // what A4 leaves between our margins
	paper := look[struct {
		Low   []string
		Paper float64
	}](t, b, "contrasts()")
	if paper.Paper < 0.95 {
		t.Errorf("paper has the luminance %.2f", paper.Paper)
	}
	for _, low := range paper.Low {
		t.Errorf("on paper: %s", low)
	}
	if cut := look[[]string](t, b, "cut()"); len(cut) > 0 {
		t.Errorf("on paper %d tables are cut off, such as %s", len(cut), cut[0])
	}
	if look[bool](t, b, "document.querySelector('nav').checkVisibility()") {
		t.Error("the contents, which need a screen, are printed")
	}
}
