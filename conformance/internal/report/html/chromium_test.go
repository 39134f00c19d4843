package html_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/epin-conformance/harness/conformance/internal/browsertest"
	"github.com/epin-conformance/harness/conformance/internal/result"
	_ "github.com/epin-conformance/harness/conformance/internal/testgc"
)

// TestInChromium tests pages in a browser: on a screen, on a phone, on paper, with the keyboard
// and with a screen reader.
func TestInChromium(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes a while")
	}
	all := reports()
	many := []result.Report{all["hostile"]}
	for range 3 {
		many = append(many, several()...)
	}
	b := browsertest.Start(t, map[string][]byte{
		"/right":    []byte(page(t, all["right"])),
		"/dollar":   []byte(page(t, all["dollar"])),
		"/known":    []byte(page(t, all["known"])),
		"/cut":      []byte(page(t, all["cut"])),
		"/history":  []byte(page(t, all["history"])),
		"/hostile":  []byte(page(t, all["hostile"])),
		"/several":  []byte(page(t, several()...)),
		"/verdicts": []byte(page(t, all["known"], all["initial"], all["history"], all["cut"])), // one of each
		"/attacked": []byte(page(t, all["attacked"])),
		"/two":      []byte(page(t, all["dollar"], all["selected"])),
		"/many":     []byte(page(t, many...)),
	})
	b.Test(t, "first screen", firstScreen)
	b.Test(t, "audit", audit)
	b.Test(t, "hostile", hostileText)
	b.Test(t, "matrix", matrix)
	if !browsertest.Whole() {
		return
	}
	b.Test(t, "phone", phone)
	b.Test(t, "keyboard", keyboard)
	b.Test(t, "copying", copying)
	b.Test(t, "automaton", drawing)
	b.Test(t, "cells", cells)
	b.Test(t, "paper", paper)
}

// firstScreen checks that the verdict, the library, the edition, and the guarantees with their
// assumptions are visible without scrolling.
func firstScreen(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/right", 1280)
	seen := browsertest.Look[string](t, b, `[...document.querySelectorAll('header.top *')].filter(e => !e.children.length || e.matches('p, h2')).filter(e => e.getBoundingClientRect().bottom <= innerHeight).map(e => e.innerText).join(' ')`)
	for _, want := range []string{"epin reference", "Fully conformant", "EPIN 1.0.0", "the complete test suite for no extra state over all 256 bytes", "if the recogniser behind it is a finite automaton within the fault domain. The fault domain has the finite automata over all 256 bytes", "No test can check the assumptions"} {
		if !strings.Contains(seen, want) {
			t.Errorf("the first screen does not read %q, but %q", want, seen)
		}
	}
	// The verdict is as wide as its text, and directly below the name.
	b.Open(t, "/cut", 390)
	if got := browsertest.Look[string](t, b, "getComputedStyle(document.querySelector('.verdict')).borderTopStyle + ' ' + document.querySelector('.verdict').innerText.replace(/\\s+/g, ' ')"); got != "dashed ? Inconclusive cut short" {
		t.Errorf("the verdict of a partial run is %s", got)
	}
}

// audited are the pages that the audit and the tests of narrow screens look at.
var audited = []string{
	"/verdicts", "/several", "/dollar", "/right", "/known", "/history", "/hostile", "/attacked", "/cut", "/many",
}

func audit(t *testing.T, b *browsertest.Browser) {
	b.Audit(t, 200, browsertest.Pages(audited...)...)
}

// hostileText checks that text of a system under test does not become markup.
func hostileText(t *testing.T, b *browsertest.Browser) {
	for _, path := range browsertest.Pages("/hostile", "/many", "/attacked") {
		b.Open(t, path, 1280)
		if n := browsertest.Look[int](t, b, "document.scripts.length - 1 + document.images.length + document.querySelectorAll('iframe, object, embed, [onclick], [onerror], [src]').length"); n != 0 {
			t.Errorf("%s: %d elements came from a system under test", path, n)
		}
		if bad := browsertest.Look[[]string](t, b, "[...document.querySelectorAll('a')].filter(a => !a.getAttribute('href').startsWith('#')).map(a => a.href)"); len(bad) > 0 {
			t.Errorf("%s: links lead out of the page: %q", path, bad)
		}
		if text := browsertest.Look[string](t, b, "document.body.textContent"); !strings.Contains(text, `<script>alert(1)</script><img src=x onerror=alert(2)>`) || !strings.Contains(text, `\u202e`) || strings.Contains(text, "\u202e") {
			t.Errorf("%s: the page does not show the returned text", path)
		}
	}
}

// phone checks that each box that scrolls has a label that says so, also in what a reader opens:
// a browser does not lay out closed details.
func phone(t *testing.T, b *browsertest.Browser) {
	for _, path := range browsertest.Pages(audited...) {
		b.Open(t, path, 390)
		hidden := browsertest.Look[[]string](t, b, `new Promise(done => document.querySelectorAll("details").forEach(d => d.open = true) ?? requestAnimationFrame(() => requestAnimationFrame(() => done(
			[...document.querySelectorAll(".scroll")].filter(e => e.scrollWidth > e.clientWidth)
				.filter(e => !e.previousElementSibling?.matches(".hint") || !e.previousElementSibling.checkVisibility() || e.tabIndex !== 0)
				.map(e => e.getAttribute("aria-label") ?? e.getAttribute("aria-labelledby"))))))`)
		if len(hidden) > 0 {
			t.Errorf("%s: boxes that scroll without a label: %q", path, hidden)
		}
	}
	// A wide screen has no labels about scrolling.
	b.Open(t, "/two", 1280)
	if browsertest.Look[bool](t, b, "[...document.querySelectorAll('.hint')].some(e => e.checkVisibility())") {
		t.Error("a box that shows everything has a label about scrolling")
	}
}

func keyboard(t *testing.T, b *browsertest.Browser) {
	b.Stops(t, "/dollar", 390, "main", "a[href], [tabindex='0'], summary, button")
}

// copying checks that the command of a finding is copied, with and without the clipboard API.
func copying(t *testing.T, b *browsertest.Browser) {
	r := reports()["dollar"]
	wanted := r.Findings[0].Shell
	for _, clipboard := range []string{
		"{ writeText: async text => { window.copied = text } }",
		"{ writeText: async () => { throw new Error('refused') } }",
		"undefined",
	} {
		b.Open(t, "/dollar", 1280)
		b.Type(t, `Object.defineProperty(navigator, "clipboard", { value: `+clipboard+`, configurable: true });
			addEventListener("copy", () => { window.copied = document.activeElement.value });
			document.querySelector("button.copy").focus()`, kb.Enter)
		if got := browsertest.Look[string](t, b, "new Promise(done => { const look = () => document.getElementById('told').textContent ? done(window.copied ?? '') : requestAnimationFrame(look); look() })"); got != wanted {
			t.Errorf("with the clipboard %s there is %q; wanted %q", clipboard, got, wanted)
		}
		if got := browsertest.Look[string](t, b, "document.querySelector('button.copy').textContent + ' ' + document.getElementById('told').textContent + ' ' + document.activeElement.className"); got != "Copied Command copied. copy done" {
			t.Errorf("with the clipboard %s the text of the button is %q", clipboard, got)
		}
	}
}

// drawing checks that differences of the library are marked in the automaton of the
// specification by colour, thickness and a word.
func drawing(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/dollar", 1280)
	type marks struct {
		Labels []string
		Colors int
		Thick  bool
	}
	got := browsertest.Look[marks](t, b, `(() => {
		const figure = document.querySelector("figure svg");
		const differs = [...figure.querySelectorAll(".differs path:not(.head)")], others = [...figure.querySelectorAll("g:not(.differs) > path:not(.head)")];
		return {
			Labels: [...figure.querySelectorAll(".differs text")].map(t => t.firstChild.data),
			Colors: new Set([differs[0], others[0]].map(e => getComputedStyle(e).stroke)).size,
			Thick: parseFloat(getComputedStyle(differs[0]).strokeWidth) > parseFloat(getComputedStyle(others[0]).strokeWidth),
		};
	})()`)
	if !slices.Equal(got.Labels, []string{`differs: \n`, `differs: \n`, `differs: \n`}) || got.Colors != 2 || !got.Thick {
		t.Errorf("the marks are %+v", got)
	}
	b.Open(t, "/right", 1280)
	if n := browsertest.Look[int](t, b, "document.querySelectorAll('figure .differs').length"); n != 0 {
		t.Errorf("%d marks, where nothing differs", n)
	}
}

// matrix checks the filters and the sorting of rows and columns.
func matrix(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/several", 1280)
	shown := func() string {
		return browsertest.Look[string](t, b, "document.querySelector('form output').textContent")
	}
	set := func(control, value string) {
		b.Type(t, "const e = document.querySelector(`"+control+"`); e.focus(); "+value+"; e.dispatchEvent(new Event('input', { bubbles: true }))")
	}
	rows := func() []string {
		return browsertest.Look[[]string](t, b, "[...document.querySelectorAll('.matrix tbody tr')].filter(r => r.checkVisibility()).map(r => r.querySelector('code').innerText)")
	}
	everything := shown()
	if everything != "75 of 75 requirements, 8 of 8 libraries" {
		t.Errorf("at first there are %s", everything)
	}
	b.Type(t, "document.querySelector('[name=requirement]').focus()", strings.Split("anchor", "")...)
	if got := rows(); !slices.Equal(got, []string{"epin/6/anchoring", "epin-initial/anchoring"}) {
		t.Errorf("with the text anchor there are %q", got)
	}
	set("[name=requirement]", "e.value = ''")
	set("[name=show]", "e.value = 'failed'")
	if got := rows(); !slices.Contains(got, "epin/6/anchoring") || slices.Contains(got, "epin/7.1/name") || shown() == everything {
		t.Errorf("where a library failed there are %q", got)
	}
	set("[value=required]", "e.checked = false")
	if got := rows(); slices.Contains(got, "epin/6/anchoring") || !slices.Contains(got, "epin/9.3/derive") {
		t.Errorf("without the required there are %q", got)
	}
	set("[name=library]", "e.value = 'dollar'")
	columns := "[...document.querySelectorAll('.matrix thead th.column')].filter(h => h.checkVisibility()).map(h => h.dataset.name + ' ' + h.dataset.key)"
	if got := browsertest.Look[[]string](t, b, columns); len(got) != 2 || !strings.HasPrefix(got[0], "epin mutant dollar-for-z") {
		t.Errorf("with the text dollar there are the libraries %q", got)
	}
	b.Type(t, "document.querySelector('form [type=reset]').click()")
	if got := browsertest.Look[string](t, b, "new Promise(done => setTimeout(() => done(document.querySelector('form output').textContent)))"); got != everything {
		t.Errorf("after the reset there are %s", got)
	}
	set("[name=order]", "e.value = 'verdict'")
	if got := browsertest.Look[[]string](t, b, columns); !slices.IsSortedFunc(got, func(a, b string) int { return strings.Compare(a[len(a)-1:], b[len(b)-1:]) }) {
		t.Errorf("the worst first, the libraries are %q", got)
	}
	// Sorted by a library, failures come first, and last after a second click.
	const sort = "document.querySelector('.matrix th.column button').click(), [...document.querySelectorAll('.matrix tbody tr')].map(r => r.cells[2].dataset.key)"
	for i, order := range []func(a, b string) int{strings.Compare, func(a, b string) int { return strings.Compare(b, a) }} {
		if got := browsertest.Look[[]string](t, b, sort); !slices.IsSortedFunc(got, order) || got[0] == got[len(got)-1] {
			t.Errorf("sorted %d times by a library the cells are %q", i+1, got)
		}
	}
	if got := browsertest.Look[string](t, b, "document.querySelector('.matrix th.column').getAttribute('aria-sort')"); got != "descending" {
		t.Errorf("the label of the sorted column is %q", got)
	}
	const sortLibraries = "document.querySelectorAll('.libraries thead button')[1].click(), [...document.querySelectorAll('.libraries tbody tr')].map(r => r.cells[1].dataset.key)"
	if got := browsertest.Look[[]string](t, b, sortLibraries); !slices.IsSorted(got) {
		t.Errorf("sorted by verdict the libraries are %q", got)
	}
}

// cells checks that each cell links to the finding of its failure, which unfolds, or to the
// evidence.
func cells(t *testing.T, b *browsertest.Browser) {
	type place struct {
		ID      string
		Visible bool
		Text    string
	}
	for selector, want := range map[string]struct{ id, text string }{
		`.matrix td.failed a[href="#2/finding-1"]`:   {"2/finding-1", `"A\n"`},
		`.matrix td.failed[data-library="1"] a`:      {"2/epin/4/marker-last", "12 of 1,068 checks failed"},
		`.matrix td.passed[data-library="0"] a`:      {"1/epin/3/pin-superset", "Every valid PIN token is a valid EPIN token"},
		`.matrix td.known[data-library="3"] a`:       {"4/epin/9.3/derive", "failed as known"},
		`.matrix td.unexercised[data-library="5"] a`: {"6/epin/3/pin-superset", "not tested"},
	} {
		b.Open(t, "/several", 1280)
		b.Type(t, "document.querySelector('"+selector+"').focus()", kb.Enter)
		got := browsertest.Look[place](t, b, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
			const e = document.activeElement, r = e.getBoundingClientRect();
			done({ ID: e.id, Visible: e.checkVisibility() && r.top >= 0 && r.top < innerHeight, Text: e.innerText });
		})))`)
		if got.ID != want.id || !got.Visible || !strings.Contains(got.Text, want.text) {
			t.Errorf("%s leads to %+v; wanted %+v", selector, got, want)
		}
	}
}

// paper checks that folded text is printed, and controls are not.
func paper(t *testing.T, b *browsertest.Browser) {
	least := map[string]int{"/dollar": 4, "/two": 7, "/attacked": 3}
	for _, path := range browsertest.Pages("/dollar", "/two", "/attacked") {
		b.Open(t, path, 1280)
		pages := len(regexp.MustCompile(`/Type /Page\b`).FindAll(b.Paper(t), -1))
		if pages < least[path] {
			t.Errorf("%s: %d pages", path, pages)
		}
		for _, selector := range []string{"button.copy", "th.column button", "form", "nav", ".skip"} {
			if browsertest.Look[bool](t, b, "[...document.querySelectorAll('"+selector+"')].some(e => e.checkVisibility())") {
				t.Errorf("%s: %s, which needs a screen, is printed", path, selector)
			}
		}
		if n := browsertest.Look[int](t, b, "[...document.querySelectorAll('.feature li')].filter(e => e.checkVisibility() && e.getBoundingClientRect().height > 0).length - document.querySelectorAll('.feature li').length"); n != 0 {
			t.Errorf("%s: %d rows of features are folded on paper", path, -n)
		}
	}
}
