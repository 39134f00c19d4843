// Package browsertest tests pages in a real Chromium. The tests of the packages that write pages call it.
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
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/epin-conformance/harness/internal/tests"
)

// look.js has the functions that the tests call in a page.
//
//go:embed look.js
var lookText string

// Browser is a Chromium with one tab, and a server that has the pages.
type Browser struct {
	URL  string // of the server, without a slash at its end
	path string // of the open page
	ctx  context.Context
}

// Start starts a browser for pages by their paths. It ends with the test.
func Start(t *testing.T, pages map[string][]byte) *Browser {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes a while")
	}
	tests.NeedTools(t, "chromium")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write(pages[r.URL.Path]) // an empty page for another path
	}))
	t.Cleanup(server.Close)
	// chromedp removes the folder of the browser. It is not a folder of the test, because a
	// process of the browser can still write there after the test.
	allocator, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath("chromium"), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true))...)
	t.Cleanup(stop)
	ctx, _ := chromedp.NewContext(allocator)
	// Cancel waits until the browser has ended and its folder is removed.
	t.Cleanup(func() {
		if err := chromedp.Cancel(ctx); err != nil {
			t.Errorf("chromium does not end: %v", err)
		}
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("chromium does not start: %v", err)
	}
	return &Browser{URL: server.URL, ctx: ctx}
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

func do[T any](t *testing.T, b *Browser, action chromedp.Action[T]) T {
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
	return do(t, b, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// none reports each string of the list that an expression returns as a fault of the open page.
func (b *Browser) none(t *testing.T, where, expression string) {
	t.Helper()
	for _, fault := range Look[[]string](t, b, expression) {
		t.Errorf("%s, %s: %s", b.path, where, fault)
	}
}

// Step is something to do in a page, and what it leads to.
type Step struct {
	Open string   // the path of a page to open; empty for the open one
	Do   string   // a script
	Keys []string // to type after it
	Look string   // an expression; empty for none
	Want string   // its value as a string; each "…" stands for any text, and for any end
}

// Steps performs steps in windows of a width.
func (b *Browser) Steps(t *testing.T, width int64, steps ...Step) {
	t.Helper()
	for _, s := range steps {
		if s.Open != "" {
			b.Open(t, s.Open, width)
		}
		Look[chromedp.Void](t, b, "{"+s.Do+"}")
		for _, key := range s.Keys {
			do(t, b, chromedp.KeyEvent(key))
		}
		if s.Look == "" {
			continue
		}
		got := Look[string](t, b, "(async () => String(await ("+s.Look+")))()")
		want := `(?s)\A` + strings.ReplaceAll(regexp.QuoteMeta(s.Want), "…", ".*")
		if !strings.Contains(s.Want, "…") {
			want += `\z`
		}
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%s: after %s%q, %s is %.2000q; wanted %q", b.path, s.Do, s.Keys, s.Look, got, s.Want)
		}
	}
}

// Pages returns the paths of the pages to test: with EPIN_WHOLE=1 all, otherwise the first.
func Pages(paths ...string) []string {
	if tests.Whole() {
		return paths
	}
	return paths[:1]
}

// Open opens a page in a window of a width, on a screen in the light colour scheme, and waits until
// no element of the class loading is left.
func (b *Browser) Open(t *testing.T, path string, width int64) {
	t.Helper()
	b.path = path
	do(t, b, chromedp.EmulateViewport(width, 900))
	b.media(t, "screen", "light")
	do(t, b, chromedp.Navigate(b.URL+path))
	Look[chromedp.Void](t, b, lookText)
	Look[string](t, b, Await("html:not(:has(.loading)) title"))
}

// Await returns an expression for the text of the element that fits a selector, once there is one.
func Await(selector string) string {
	return "new Promise((done, fail) => {\n" +
		"setTimeout(fail, 120_000, `there is no " + selector + "`);\n" +
		"const look = () => { const e = document.querySelector(`" + selector + "`); e ? done(flat(e.innerText)) : setTimeout(look, 20); };\n" +
		"look();\n})"
}

// media shows the page for a medium, screen or print, in a colour scheme, light or dark.
func (b *Browser) media(t *testing.T, media, scheme string) {
	t.Helper()
	Call(t, b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media, Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
}

// Alone opens a page, and checks that it writes nothing to the console and fetches nothing but itself.
// It checks its outline, too.
func (b *Browser) Alone(t *testing.T, path string) {
	t.Helper()
	ctx, stop := context.WithCancel(b.ctx)
	defer stop()
	isOpen := false
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			url := e.Request.URL
			again := isOpen || url != b.URL+path
			if isOpen = true; again && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
				t.Errorf("%s: the page requests %s", path, url)
			}
		case *log.EventEntryAdded:
			t.Errorf("%s: the console has %s: %s", path, e.Entry.Level, e.Entry.Text)
		case *runtime.EventConsoleAPICalled:
			t.Errorf("%s: the console has %s: %v", path, e.Type, e.Args)
		case *runtime.EventExceptionThrown:
			t.Errorf("%s: the console has %s", path, e.ExceptionDetails.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	b.Open(t, path, 1280)
	b.outline(t)
}

// outline checks that the open page has one heading of the first level, and skips no level, that its
// ids are unique, and that its links in itself lead somewhere.
func (b *Browser) outline(t *testing.T) {
	t.Helper()
	b.none(t, "outline", `[...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(h => +h.tagName[1])
		.map((level, i, all) => i === 0 ? level !== 1 : level === 1 || level > all[i - 1] + 1)
		.flatMap((bad, i) => bad ? "heading " + (i + 1) : []).concat(document.querySelector("h1") ? [] : "there are no headings")`)
	b.none(t, "ids", `Object.entries(Object.groupBy(document.querySelectorAll("[id]"), e => e.id)).filter(([, all]) => all.length > 1).map(([id]) => id)`)
	b.none(t, "links", `[...document.querySelectorAll("a")].map(a => a.getAttribute("href"))
		.filter(to => to.startsWith("#") && !document.getElementById(to.slice(1)))`)
}

// Audit checks what Alone does, or the outline of the open page if the path is empty. The page can be
// read in light and dark, and has at least so many texts. Only boxes for it scroll sideways on a phone.
// A screen reader has names for its elements, and the same tables there, where a matrix may have fewer
// cells. Audit returns the number of elements of each role.
func (b *Browser) Audit(t *testing.T, texts int, path string) map[string]int {
	t.Helper()
	if path == "" {
		b.outline(t)
	} else {
		b.Alone(t, path)
	}
	for _, scheme := range []string{"dark", "light"} {
		shown, paper := b.contrasts(t, "screen", scheme)
		if dark := paper < 0.2; shown < texts || dark != (scheme == "dark") {
			t.Errorf("%s, %s: %d texts were tested, and the page has the luminance %.2f", b.path, scheme, shown, paper)
		}
	}
	Look[chromedp.Void](t, b, "for (const d of document.querySelectorAll('details')) d.open = true")
	wide := b.roles(t)
	for _, width := range []int64{320, 768, 390} { // WCAG 2.2, 1.4.10, is about 320 pixels
		do(t, b, chromedp.EmulateViewport(width, 900))
		b.none(t, fmt.Sprintf("%d pixels", width), "sideways()")
	}
	narrow, matrix := b.roles(t), Look[bool](t, b, "!!document.querySelector('.matrix')")
	for _, role := range []string{"table", "row", "columnheader", "rowheader", "cell"} {
		if narrow[role] != wide[role] && !matrix {
			t.Errorf("%s: %d of the role %s on a phone, and %d on a wide screen", b.path, narrow[role], role, wide[role])
		}
	}
	for _, role := range []string{"RootWebArea", "banner", "main", "contentinfo"} {
		if wide[role] != 1 {
			t.Errorf("%s: %d of the role %s", b.path, wide[role], role)
		}
	}
	return wide
}

// contrasts shows the page for a medium, as media does, and checks that the contrast of text is at least
// 4.5 to 1, of large text 3 to 1 (WCAG 2.2, 1.4.3). It returns the number of texts, and the luminance.
func (b *Browser) contrasts(t *testing.T, medium, scheme string) (texts int, paper float64) {
	t.Helper()
	b.media(t, medium, scheme)
	look := Look[struct {
		Texts int
		Low   []string
		Paper float64
	}](t, b, "contrasts()")
	for _, low := range look.Low {
		t.Errorf("%s, %s, %s: %s", b.path, medium, scheme, low)
	}
	return look.Texts, look.Paper
}

// spoken are the roles whose elements a screen reader lists or announces by their names.
var spoken = strings.Fields("link table group region navigation article heading columnheader rowheader RootWebArea button checkbox searchbox combobox figure")

// roles checks that each element of the open page with a spoken role has a name. It returns
// the number of elements of each role.
func (b *Browser) roles(t *testing.T) map[string]int {
	t.Helper()
	text := func(v *accessibility.Value) (s string) {
		if v != nil && json.Unmarshal(v.Value, &s) != nil {
			t.Fatalf("%s is no text", v.Value)
		}
		return s
	}
	count := map[string]int{}
	for _, n := range Call(t, b, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		if n.Ignored {
			continue
		}
		role := text(n.Role)
		count[role]++
		if slices.Contains(spoken, role) && strings.TrimSpace(text(n.Name)) == "" {
			t.Errorf("%s: %s %s has no name", b.path, role, n.NodeID)
		}
	}
	if lang := Look[string](t, b, "document.documentElement.lang"); lang != "en" {
		t.Errorf("%s: the language is %q", b.path, lang)
	}
	return count
}

// Stops checks that the first tab stop is a link that skips to an element, and that every tab
// stop is visible. There is one stop for each element that matches the selector.
func (b *Browser) Stops(t *testing.T, path string, skip, selector string) {
	t.Helper()
	b.Open(t, path, 390)
	stops := 0
	for {
		b.media(t, "screen", [...]string{"dark", "light"}[stops%2])
		do(t, b, chromedp.KeyEvent(kb.Tab))
		at := Look[struct {
			Text, Bad string
			End       bool
		}](t, b, "stop()")
		if at.End {
			break
		}
		if stops++; at.Bad != "" || stops == 1 && !strings.HasPrefix(at.Text, "Skip to ") || stops > 1000 {
			t.Fatalf("%s: stop %d, %.40q: %s", path, stops, at.Text, at.Bad)
		}
	}
	if want := Look[int](t, b, fmt.Sprintf("[...document.querySelectorAll(%q)].filter(e => e.checkVisibility()).length", selector)); stops != want {
		t.Errorf("%s: %d stops, wanted %d", path, stops, want)
	}
	b.Steps(t, 1280,
		Step{Open: path, Keys: []string{kb.Tab, kb.Enter}, Look: "document.activeElement.id", Want: skip},
		Step{Keys: []string{kb.Tab}, Look: fmt.Sprintf("document.getElementById(%q).contains(document.activeElement)", skip), Want: "true"})
}

// Paper prints the open page in the dark colour scheme, and checks it and that it does not have what
// needs a screen, by a selector. It returns the PDF. The page stays as it is on paper.
func (b *Browser) Paper(t *testing.T, screen string) []byte {
	t.Helper()
	b.media(t, "", "dark")
	pdf := do(t, b, chromedp.PrintToPDF())
	if !strings.HasPrefix(string(pdf), "%PDF-") {
		t.Fatalf("a PDF begins with %q", pdf[:min(len(pdf), 8)])
	}
	do(t, b, chromedp.EmulateViewport(673, 980)) // A4 within our margins
	if _, luminance := b.contrasts(t, "print", "dark"); luminance < 0.95 {
		t.Errorf("%s: paper has the luminance %.2f", b.path, luminance)
	}
	b.none(t, "cut off on paper", "cut()")
	b.none(t, "printed", fmt.Sprintf("[...document.querySelectorAll(%q)].filter(e => e.checkVisibility()).map(e => e.outerHTML.slice(0, 40))", screen))
	return pdf
}
