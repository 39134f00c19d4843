// Package browsertest tests pages in a real Chromium, for the packages that write pages.
//
// Without Chromium a test is skipped, or fails if EPIN_REQUIRE_TOOLS is set.
package browsertest

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
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
)

// look.js has the functions that the tests call in a page.
//
//go:embed look.js
var lookText string

// Browser is a Chromium with one tab, and a server that has the pages.
type Browser struct {
	URL    string // of the server, without a slash at its end
	path   string // of the open page
	ctx    context.Context
	mu     sync.Mutex
	served []string // the URLs that the server got requests for
	asked  []string // the URLs that the tab requested
	logged []string // the messages of the console
}

// Start starts a browser for pages by their paths. It ends with the test.
func Start(t *testing.T, pages map[string][]byte) *Browser {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes a while")
	}
	path, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("EPIN_REQUIRE_TOOLS") != "" {
			t.Fatal("chromium is not installed, and EPIN_REQUIRE_TOOLS requires it")
		}
		t.Skip("chromium is not installed")
	}
	b := &Browser{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
	t.Cleanup(server.Close)
	b.URL = server.URL

	// chromedp removes the folder of the browser. It is not a folder of the test, because a
	// process of the browser can still write there after the test.
	allocator, stop := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("force-color-profile", "srgb"),
	)
	t.Cleanup(stop)
	ctx, _ := chromedp.NewContext(allocator)
	// Cancel waits until the browser has ended and its folder is removed.
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Errorf("chromium does not end: %v", err)
		}
	})
	b.ctx = ctx
	if err := chromedp.Listen(ctx, b.note); err != nil {
		t.Fatalf("chromium does not start: %v", err)
	}
	Call(t, b, network.Enable, network.EnableParams{})
	Call(t, b, log.Enable, cdp.Empty{})
	return b
}

// note records the requests, messages and exceptions of a page.
func (b *Browser) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.asked = append(b.asked, e.Request.URL)
	case *log.EventEntryAdded:
		b.logged = append(b.logged, fmt.Sprintf("%s: %s", e.Entry.Level, e.Entry.Text))
	case *runtime.EventConsoleAPICalled:
		b.logged = append(b.logged, fmt.Sprintf("%s: %v", e.Type, e.Args))
	case *runtime.EventExceptionThrown:
		b.logged = append(b.logged, e.ExceptionDetails.Text)
	}
}

// Call calls a command of the browser.
func Call[P, R any](t *testing.T, b *Browser, command cdp.Command[P, R], params P) R {
	t.Helper()
	result, err := chromedp.Call(b.ctx, command, params)
	if err != nil {
		t.Fatalf("%s: %v", command.Method, err)
	}
	return result
}

// Do performs an action, such as a key press.
func Do[T any](t *testing.T, b *Browser, action chromedp.Action[T]) T {
	t.Helper()
	result, err := chromedp.Run(b.ctx, action)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// Look returns the value of an expression in the page, which has the functions of look.js. It awaits
// the value of a promise.
func Look[T any](t *testing.T, b *Browser, expression string) T {
	t.Helper()
	return Do(t, b, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Type runs a script, and then types keys.
func (b *Browser) Type(t *testing.T, script string, keys ...string) {
	t.Helper()
	Look[chromedp.Void](t, b, "{"+script+"}")
	for _, key := range keys {
		Do(t, b, chromedp.KeyEvent(key))
	}
}

// Test runs a subtest.
func (b *Browser) Test(t *testing.T, name string, look func(*testing.T, *Browser)) {
	t.Run(name, func(t *testing.T) { look(t, b) })
}

// Whole reports whether all tests run, and not only a sample.
func Whole() bool { return os.Getenv("EPIN_WHOLE") == "1" }

// Pages returns the paths of the pages to test: with EPIN_WHOLE=1 all, otherwise the first.
func Pages(paths ...string) []string {
	if Whole() {
		return paths
	}
	return paths[:1]
}

// Open opens a page in a window of a width, on a screen in the light colour scheme, and waits until
// no element of the class loading is left.
func (b *Browser) Open(t *testing.T, path string, width int64) {
	t.Helper()
	b.path = path
	Do(t, b, chromedp.EmulateViewport(width, 900))
	b.Media(t, "screen", "light")
	Do(t, b, chromedp.Navigate(b.URL+path))
	Look[chromedp.Void](t, b, lookText)
	Look[chromedp.Void](t, b, `new Promise(done => {
		const look = () => document.querySelector(".loading") ? setTimeout(look, 5) : done();
		look();
	})`)
}

// Media shows the page for a medium, screen or print, in a colour scheme, light or dark.
func (b *Browser) Media(t *testing.T, media, scheme string) {
	t.Helper()
	Call(t, b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media, Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
}

// Audit checks of each page that it stands alone, that it can be read in light and dark, on a phone
// and by its headings, that its links lead somewhere, and that a screen reader has names for its
// elements, and the same tables on a phone, where a matrix may have fewer cells. A page has at least
// so many texts. Audit returns the number of elements of each role of the last page.
func (b *Browser) Audit(t *testing.T, texts int, paths ...string) (wide map[string]int) {
	t.Helper()
	for _, path := range paths {
		b.Alone(t, path)
		b.Headings(t)
		b.Links(t)
		wide = b.Roles(t)
		b.Contrast(t, texts)
		b.Open(t, path, 390)
		narrow := b.Roles(t)
		b.Phone(t)
		matrix := Look[bool](t, b, "!!document.querySelector('.matrix')")
		for _, role := range []string{"table", "row", "columnheader", "rowheader", "cell"} {
			if wide[role] == 0 || narrow[role] == 0 || narrow[role] != wide[role] && !matrix {
				t.Errorf("%s: %d of the role %s on a phone, and %d on a wide screen", path, narrow[role], role, wide[role])
			}
		}
		for _, role := range []string{"RootWebArea", "banner", "main", "contentinfo"} {
			if wide[role] != 1 {
				t.Errorf("%s: %d of the role %s", path, wide[role], role)
			}
		}
	}
	return wide
}

// Alone checks that a page writes nothing to the console and fetches nothing but itself.
func (b *Browser) Alone(t *testing.T, path string) {
	t.Helper()
	b.mu.Lock()
	b.asked, b.served, b.logged = nil, nil, nil
	b.mu.Unlock()
	b.Open(t, path, 1280)
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, line := range b.logged {
		t.Errorf("%s: the console has %s", path, line)
	}
	if len(b.served) != 1 || b.served[0] != path {
		t.Errorf("%s: the server got requests for %q", path, b.served)
	}
	for _, asked := range b.asked {
		if asked != b.URL+path && !strings.HasPrefix(asked, "data:") && !strings.HasPrefix(asked, "blob:") {
			t.Errorf("%s: the page requests %s", path, asked)
		}
	}
}

// Contrast checks of the open page that the contrast of text is at least 4.5 to 1, of large text
// 3 to 1 (WCAG 2.2, 1.4.3), in both colour schemes. The page has at least the given number of texts.
func (b *Browser) Contrast(t *testing.T, texts int) {
	t.Helper()
	for _, scheme := range []string{"dark", "light"} {
		b.Media(t, "screen", scheme)
		shown, paper := b.contrasts(t, scheme)
		if shown < texts {
			t.Errorf("%s, %s: only %d texts were tested", b.path, scheme, shown)
		}
		if dark := paper < 0.2; dark != (scheme == "dark") {
			t.Errorf("%s, %s: the page has the luminance %.2f", b.path, scheme, paper)
		}
	}
}

// contrasts checks the contrast of the open page on a medium. It returns the number of texts, and the
// luminance of the page.
func (b *Browser) contrasts(t *testing.T, medium string) (texts int, paper float64) {
	t.Helper()
	look := Look[struct {
		Texts int
		Low   []string
		Paper float64
	}](t, b, "contrasts()")
	for _, low := range look.Low {
		t.Errorf("%s, %s: %s", b.path, medium, low)
	}
	return look.Texts, look.Paper
}

// Phone checks of the open page at several widths that only boxes for it scroll sideways (WCAG
// 2.2, 1.4.10, is about 320 pixels), and that no result is out of sight in one of them.
func (b *Browser) Phone(t *testing.T) {
	t.Helper()
	b.Type(t, "for (const d of document.querySelectorAll('details')) d.open = true")
	for _, width := range []int64{320, 390, 768} {
		Do(t, b, chromedp.EmulateViewport(width, 900))
		look := Look[struct {
			Wide    []string
			Results int
		}](t, b, "sideways()")
		for _, wide := range look.Wide {
			t.Errorf("%s, %d pixels: %s", b.path, width, wide)
		}
		if look.Results > 0 {
			t.Errorf("%s, %d pixels: %d results are out of sight", b.path, width, look.Results)
		}
	}
}

// Stops checks that the first tab stop is a link that skips to an element, and that every tab
// stop is visible. There is one stop for each element that matches the selector.
func (b *Browser) Stops(t *testing.T, path string, width int64, skip, selector string) {
	t.Helper()
	type stop struct {
		Text string
		Bad  string
		End  bool
	}
	b.Open(t, path, width)
	b.Type(t, "", kb.Tab)
	for _, scheme := range []string{"dark", "light"} {
		b.Media(t, "screen", scheme)
		if at := Look[stop](t, b, "stop()"); !strings.HasPrefix(at.Text, "Skip to ") || at.Bad != "" {
			t.Errorf("the first stop, %s, is %q: %s", scheme, at.Text, at.Bad)
		}
	}
	stops := 0
	for at := Look[stop](t, b, "stop()"); !at.End; at = Look[stop](t, b, "stop()") {
		stops++
		if at.Bad != "" {
			t.Errorf("%s: the stop %.40q: %s", path, at.Text, at.Bad)
		}
		if stops > 1000 {
			t.Fatal("there are more than 1,000 tab stops")
		}
		b.Type(t, "", kb.Tab)
	}
	if want := Look[int](t, b, fmt.Sprintf("[...document.querySelectorAll(%q)].filter(e => e.checkVisibility()).length", selector)); stops != want {
		t.Errorf("%s: %d stops, wanted %d", path, stops, want)
	}

	b.Open(t, path, 1280)
	b.Type(t, "", kb.Tab, kb.Enter)
	if got := Look[string](t, b, "document.activeElement.id"); got != skip {
		t.Errorf("%s: the skip link leads to %q", path, got)
	}
	b.Type(t, "", kb.Tab)
	if !Look[bool](t, b, fmt.Sprintf("document.getElementById(%q).contains(document.activeElement)", skip)) {
		t.Errorf("%s: the stop after the skip link is not in %s", path, skip)
	}
}

// Links checks that every link of the open page leads to an element of it, and that ids are
// unique.
func (b *Browser) Links(t *testing.T) {
	t.Helper()
	if bad := Look[[]string](t, b, "[...document.querySelectorAll('a')].filter(a => !document.getElementById(a.getAttribute('href').slice(1))).map(a => a.href)"); len(bad) > 0 {
		t.Errorf("links that lead nowhere: %q", bad)
	}
	if n := Look[int](t, b, "document.querySelectorAll('[id]').length - new Set([...document.querySelectorAll('[id]')].map(e => e.id)).size"); n != 0 {
		t.Errorf("%d ids are duplicates", n)
	}
}

// spoken are the roles whose elements a screen reader lists or announces by their names.
var spoken = map[string]bool{
	"link": true, "table": true, "group": true, "region": true, "navigation": true, "article": true, "heading": true,
	"columnheader": true, "rowheader": true, "RootWebArea": true, "button": true, "checkbox": true, "searchbox": true,
	"combobox": true, "figure": true,
}

// Roles checks that each element of the open page with a spoken role has a name. It returns
// the number of elements of each role.
func (b *Browser) Roles(t *testing.T) map[string]int {
	t.Helper()
	count := map[string]int{}
	for _, n := range Call(t, b, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		if n.Ignored {
			continue
		}
		role := axText(t, n.Role)
		count[role]++
		if spoken[role] && strings.TrimSpace(axText(t, n.Name)) == "" {
			t.Errorf("%s %s has no name", role, n.NodeID)
		}
	}
	if lang := Look[string](t, b, "document.documentElement.lang"); lang != "en" {
		t.Errorf("the language is %q", lang)
	}
	return count
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

// Headings checks that the open page has one heading of the first level, and skips no level.
func (b *Browser) Headings(t *testing.T) {
	t.Helper()
	last := 0
	levels := Look[[]int](t, b, "[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(h => +h.tagName[1])")
	for i, level := range levels {
		if level > last+1 || level == 1 && i > 0 {
			t.Errorf("heading %d is of level %d, after %d", i+1, level, last)
		}
		last = level
	}
	if last == 0 {
		t.Error("there are no headings")
	}
}

// Paper prints the open page in the dark colour scheme, checks it, and returns the PDF. The page
// stays as it is on paper.
func (b *Browser) Paper(t *testing.T) []byte {
	t.Helper()
	b.Media(t, "", "dark")
	pdf := Do(t, b, chromedp.PrintToPDF())
	if !strings.HasPrefix(string(pdf), "%PDF-") {
		t.Fatalf("a PDF begins with %q", pdf[:min(len(pdf), 8)])
	}
	b.Media(t, "print", "dark")
	Do(t, b, chromedp.EmulateViewport(673, 980)) // A4 within our margins
	if _, luminance := b.contrasts(t, "paper"); luminance < 0.95 {
		t.Errorf("paper has the luminance %.2f", luminance)
	}
	if cut := Look[[]string](t, b, "cut()"); len(cut) > 0 {
		t.Errorf("on paper %d tables are cut off, such as %s", len(cut), cut[0])
	}
	return pdf
}
