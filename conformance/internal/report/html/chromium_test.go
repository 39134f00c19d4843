package html_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/epin-conformance/harness/conformance/internal/browsertest"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/html"
	"github.com/epin-conformance/harness/conformance/internal/report/results"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

// TestInChromium tests pages in a browser: on a screen, on a phone, on paper, with the keyboard
// and with a screen reader.
func TestInChromium(t *testing.T) {
	all := reports()
	many := []result.Report{all["hostile"]}
	for range 3 {
		many = append(many, several()...)
	}
	pages := map[string][]byte{}
	for path, reports := range map[string][]result.Report{
		"/right": {all["right"]}, "/dollar": {all["dollar"]}, "/known": {all["known"]}, "/cut": {all["cut"]}, "/history": {all["history"]},
		"/hostile": {all["hostile"]}, "/attacked": {all["attacked"]}, "/several": several(), "/many": many,
		"/verdicts": {all["known"], all["initial"], all["history"], all["cut"]}, // one of each
	} {
		if tests.Whole() || slices.Contains([]string{"/right", "/cut", "/hostile", "/several", "/verdicts"}, path) {
			pages[path] = []byte(page(t, reports...))
		}
	}
	var learned bytes.Buffer
	if err := html.WriteLearned(&learned, report.LearnedReport{Edition: notation.EPIN, Learned: *all["dollar"].Learned}); err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	shown := []*results.Result{results.Of("right.json", all["right"]), results.Of("dollar.json", all["dollar"])}
	if err := html.WriteResults(&table, results.Combine(shown, []results.LeftOut{{File: "a.json", Reason: "it is empty"}})); err != nil {
		t.Fatal(err)
	}
	pages["/learned"], pages["/results"] = learned.Bytes(), table.Bytes()
	b := browsertest.Start(t, pages)
	b.Audit(t, 40, "/results")
	for _, path := range browsertest.Pages("/verdicts", "/several", "/dollar", "/right", "/known", "/history", "/hostile", "/attacked", "/cut", "/many") {
		b.Audit(t, 200, path)
	}
	t.Run("matrix", func(t *testing.T) { matrix(t, b) })
	t.Run("hostile", func(t *testing.T) { hostileText(t, b) })
	t.Run("first screen", func(t *testing.T) { firstScreen(t, b) })
	if !tests.Whole() {
		return
	}
	b.Audit(t, 30, "/learned")
	t.Run("keyboard", func(t *testing.T) { b.Stops(t, "/dollar", "main", "a[href], [tabindex='0'], summary, button") })
	t.Run("copying", func(t *testing.T) { copying(t, b, all["dollar"].Findings[0].Shell) })
	t.Run("cells", func(t *testing.T) { cells(t, b) })
	t.Run("paper", func(t *testing.T) {
		for path, least := range map[string]int{"/dollar": 4, "/verdicts": 7, "/attacked": 3} {
			b.Open(t, path, 1280)
			if pages := regexp.MustCompile(`/Type /Page\b`).FindAll(b.Paper(t, "button.copy, th.column button, form, nav, .skip"), -1); len(pages) < least {
				t.Errorf("%s: %d pages", path, len(pages))
			}
			b.Steps(t, 1280, browsertest.Step{Want: "0", // what is folded on a screen is printed
				Look: `[...document.querySelectorAll(".feature li")].filter(e => !e.checkVisibility() || !e.getBoundingClientRect().height).length`})
		}
	})
}

// firstScreen checks what is seen without scrolling.
func firstScreen(t *testing.T, b *browsertest.Browser) {
	const seen = `[...document.querySelectorAll("header.top *")].filter(e => !e.children.length || e.matches("p, h2"))
		.filter(e => e.getBoundingClientRect().bottom <= innerHeight).map(e => e.innerText).join(" ")`
	b.Open(t, "/right", 1280)
	for _, want := range []string{"epin reference", "Fully conformant", "EPIN 1.0.0", "Accepts or rejects correctly every string of any length (via sweep), under an assumption."} {
		b.Steps(t, 1280, browsertest.Step{Look: seen, Want: "…" + want})
	}
	b.Steps(t, 1280, browsertest.Step{Look: `!document.querySelector(".proves").checkVisibility()`, Want: "true"},
		browsertest.Step{Do: `document.querySelector(".guarantees summary").focus()`, Keys: []string{kb.Enter}, Look: `document.querySelector(".guarantees").innerText`,
			Want: "…a finite automaton within the fault domain. The fault domain has the finite automata over all 256 bytes"})
	for _, width := range []int64{390, 1280} { // what is wrong comes first
		b.Steps(t, width, browsertest.Step{Open: "/cut", Look: seen, Want: `…Accepts "A\n", which is not a valid token.`})
	}
	b.Steps(t, 390, browsertest.Step{Open: "/cut", Look: `getComputedStyle(document.querySelector(".verdict")).borderTopStyle + " " +
		flat(document.querySelector(".verdict").innerText)`, Want: "dashed ? Inconclusive cut short"})
}

// hostileText checks that text of a system under test does not become markup, and that boxes that
// scroll have a label that says so, also in what a reader opens.
func hostileText(t *testing.T, b *browsertest.Browser) {
	for _, path := range browsertest.Pages("/hostile", "/many", "/attacked") {
		b.Steps(t, 390,
			browsertest.Step{Open: path, Want: "0", Look: `document.scripts.length - 1 + document.images.length
				+ document.querySelectorAll("iframe, object, embed, [onclick], [onerror], [src], a:not([href^='#'], [href^='https://epin-conformance.github.io/harness/#'])").length`},
			browsertest.Step{Look: "document.body.textContent", Want: "…<script>alert(1)</script><img src=x onerror=alert(2)>"},
			browsertest.Step{Look: `/\\u202e/.test(document.body.textContent) && !/\u202e/.test(document.body.textContent)`, Want: "true"},
			browsertest.Step{Do: `document.querySelectorAll("details").forEach(d => d.open = true)`, Want: "0",
				Look: `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(
					[...document.querySelectorAll(".scroll")].filter(e => e.scrollWidth > e.clientWidth).filter(e =>
						!e.previousElementSibling?.matches(".hint") || !e.previousElementSibling.checkVisibility() || e.tabIndex !== 0).length))))`})
	}
	b.Steps(t, 1280, browsertest.Step{Open: "/right", Look: "[...document.querySelectorAll('.hint')].some(e => e.checkVisibility())", Want: "false"})
}

// copying checks that the command of a finding is copied, with and without the clipboard API.
func copying(t *testing.T, b *browsertest.Browser, command string) {
	for _, clipboard := range []string{
		"{ writeText: async text => { window.copied = text } }",
		"{ writeText: async () => { throw new Error('refused') } }",
		"undefined",
	} {
		b.Steps(t, 1280, browsertest.Step{
			Open: "/dollar", Do: `Object.defineProperty(navigator, "clipboard", { value: ` + clipboard + `, configurable: true });
				addEventListener("copy", () => { window.copied = document.activeElement.value });
				document.querySelector("button.copy").focus()`, Keys: []string{kb.Enter}, Want: command,
			Look: "new Promise(done => { const look = () => document.getElementById('told').textContent ? done(window.copied ?? '') : requestAnimationFrame(look); look() })",
		}, browsertest.Step{Want: "Copied Command copied. copy done", Look: `document.querySelector("button.copy").textContent + " " +
			document.getElementById("told").textContent + " " + document.activeElement.className`})
	}
}

func matrix(t *testing.T, b *browsertest.Browser) {
	const (
		shown   = "document.querySelector('form output').textContent"
		all     = "75 of 75 requirements, 8 of 8 libraries"
		rows    = "[...document.querySelectorAll('.matrix tbody tr')].filter(r => r.checkVisibility()).map(r => r.querySelector('code').innerText)"
		columns = "[...document.querySelectorAll('.matrix thead th.column')].filter(h => h.checkVisibility())"
		sorted  = ".every((key, i, keys) => i === 0 || keys[i - 1] <= key)"
		button  = "document.querySelector('.matrix th.column button').click()"
		keys    = "[...document.querySelectorAll('.matrix tbody tr')].map(r => r.cells[2].dataset.key)"
	)
	set := func(control, value string) string {
		return "const e = document.querySelector(`" + control + "`); e.focus(); " + value + "; e.dispatchEvent(new Event('input', { bubbles: true }))"
	}
	b.Steps(t, 1280,
		browsertest.Step{Open: "/several", Look: shown, Want: all},
		browsertest.Step{Do: "document.querySelector('[name=requirement]').focus()", Keys: strings.Split("anchor", ""),
			Look: rows, Want: "epin/6/anchoring,epin-initial/anchoring"},
		browsertest.Step{Do: set("[name=requirement]", "e.value = ''"), Look: shown, Want: all},
		browsertest.Step{Do: set("[name=show]", "e.value = 'failed'"), Look: rows, Want: "…epin/6/anchoring"},
		browsertest.Step{Look: rows + ".includes('epin/7.1/name')", Want: "false"},
		browsertest.Step{Do: set("[value=required]", "e.checked = false"), Look: rows, Want: "…epin/9.3/derive"},
		browsertest.Step{Look: rows + ".includes('epin/6/anchoring')", Want: "false"},
		browsertest.Step{Do: set("[name=library]", "e.value = 'dollar'"), Look: columns + ".length", Want: "2"},
		browsertest.Step{Look: columns + "[0].dataset.name", Want: "…epin mutant dollar-for-z"},
		browsertest.Step{Do: "document.querySelector('form [type=reset]').click()", Look: "new Promise(done => setTimeout(() => done(" + shown + ")))", Want: all},
		browsertest.Step{Do: set("[name=order]", "e.value = 'verdict'"), Look: columns + ".map(h => h.dataset.key)" + sorted, Want: "true"},
		browsertest.Step{Do: button, Look: keys + sorted, Want: "true"}, // failures first
		browsertest.Step{Do: button, Look: keys + ".reverse()" + sorted + " && new Set(" + keys + ").size > 1", Want: "true"},
		browsertest.Step{Look: "document.querySelector('.matrix th.column').getAttribute('aria-sort')", Want: "descending"},
		browsertest.Step{Do: "document.querySelectorAll('.libraries thead button')[1].click()",
			Look: "[...document.querySelectorAll('.libraries tbody tr')].map(r => r.cells[1].dataset.key)" + sorted, Want: "true"},
	)
}

// cells checks that each cell links to the finding of its failure, which unfolds, or to the
// evidence.
func cells(t *testing.T, b *browsertest.Browser) {
	for selector, want := range map[string]string{
		`.matrix td.failed a[href="#2/finding-1"]`:   `2/finding-1 true …"A\n"`,
		`.matrix td.failed[data-library="1"] a`:      "2/epin/4/marker-last true …12 of ",
		`.matrix td.passed[data-library="0"] a`:      "1/epin/3/pin-superset true …Every valid PIN token is a valid EPIN token",
		`.matrix td.known[data-library="3"] a`:       "4/epin/7.1/side true …failed as known",
		`.matrix td.unexercised[data-library="5"] a`: "6/epin/3/pin-superset true …not tested",
	} {
		place, text, _ := strings.Cut(want, "…")
		b.Steps(t, 1280,
			browsertest.Step{Open: "/several", Do: "document.querySelector('" + selector + "').focus()", Keys: []string{kb.Enter}, Want: "…" + place,
				Look: `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
					const e = document.activeElement, top = e.getBoundingClientRect().top;
					done(e.id + " " + (e.checkVisibility() && top >= 0 && top < innerHeight) + " " + e.innerText);
				})))`},
			browsertest.Step{Look: "document.activeElement.innerText", Want: "…" + text})
	}
}
