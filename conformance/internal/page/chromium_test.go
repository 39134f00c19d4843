package page

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/browsertest"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/reporttest"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/internal/tests"
)

// TestInChromium builds the site with ci/page. It opens the site over HTTP to see what it fetches,
// and then from the file system.
func TestInChromium(t *testing.T) {
	served, dir, size := map[string][]byte{}, t.TempDir(), 0
	b := browsertest.Start(t, served)
	if out, err := exec.Command("../../../ci/page", dir).CombinedOutput(); err != nil {
		t.Fatalf("ci/page: %v\n%s", err, out)
	}
	for _, p := range pages {
		text, err := os.ReadFile(filepath.Join(dir, p.To))
		if err != nil {
			t.Fatal(err)
		}
		if served["/"+p.To] = text; p.To != "corpus.html" {
			size += len(text)
		}
	}
	if size > 6_100_000 || size < 1_000_000 { // what links text/template or go-cmp has more
		t.Errorf("the site without the vectors has %d bytes", size)
	}
	visit(t, b)
	b.URL = "file://" + dir
	b.Steps(t, 1280, search...)
	b.Steps(t, 390, links()...)
	b.Steps(t, 1280, functions()...)
	// In one page, which takes a while to load.
	b.Steps(t, 1280, tokens...)
	b.Steps(t, 1280, pin()...)
	b.Steps(t, 1280, expression...)
	b.Audit(t, 40, "")
	b.Paper(t, "form, .skip, .site")
	if !tests.Whole() {
		return
	}
	network(t, b)
	for _, path := range []string{"/index.html", "/requirements.html", "/knock-out.html"} {
		b.Stops(t, path, "main", "a[href], input:not([type=radio]:not(:checked)), select, textarea, button:enabled, summary, [tabindex='0']")
		b.Paper(t, "form, .skip, .site")
	}
	browsertest.Call(t, b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	for path, want := range map[string]string{
		"/index.html": "The playground needs scripts.", "/specification-1.0.0.html": "All 298 rows passed.",
		"/requirements.html": "epin/9.4/line-break", "/corpus.html": "The search needs scripts.",
	} {
		b.Steps(t, 1280, step{Open: path, Look: "flat(document.body.innerText)", Want: "…" + want + "…"},
			step{Look: `[...document.querySelectorAll("form")].some(e => e.checkVisibility())`, Want: "false"}) // which would do nothing
	}
}

// visit opens every page. It checks that every link within the site leads to an element of a page.
func visit(t *testing.T, b *browsertest.Browser) {
	texts := map[string]int{"index.html": 40, "requirements.html": 300, "knock-out.html": 100} // of the pages that no other package tests
	ids, leads := map[string]bool{}, map[string]string{}
	for _, p := range pages {
		if least, is := texts[p.To]; is {
			b.Audit(t, least, "/"+p.To)
		} else {
			b.Alone(t, "/"+p.To)
		}
		ids[p.To] = true
		for _, id := range browsertest.Look[[]string](t, b, "[...document.querySelectorAll('[id]')].map(e => e.id)") {
			ids[p.To+"#"+id] = true
		}
		for _, to := range browsertest.Look[[]string](t, b, `[...document.querySelectorAll("a:not([href^='https:'])")]
			.map(a => a.getAttribute("href").replace(/\?[^#]*/, "").replace(/^#/, "`+p.To+`#"))`) {
			leads[to] = p.To
		}
	}
	for to, from := range leads {
		if !ids[to] {
			t.Errorf("%s: a link leads to %q", from, to)
		}
	}
}

// links opens links of a report, and the one that the page makes itself, on a phone: they run an expression.
// The finding is then in view, over characters, and only figures scroll.
func links() []step {
	cfg := suite.Config{Edition: notation.EPIN, Profile: suite.Quick, Seed: 1}
	r := reporttest.Run(reporttest.Opening("searched-for", conformance.OpValid), cfg)
	_, fragment, _ := strings.Cut(report.Playground(r)(&r.Findings[0]), "#")
	const right = "edition=pin%2F1.0.0&expression=%5E%5B-%2B%5D%3F%5BA-Za-z%5D%5C%5E%3F%24&token=A%5Cn"
	inView := `["#compared", ".finding .against"].map(s => document.querySelector(s).getBoundingClientRect()).every(r => r.top >= 0 && r.bottom <= innerHeight)`
	return []step{
		{Open: "/index.html#" + fragment, Look: await(result), Want: "✗ Differs from EPIN 1.0.0 As JavaScript (test, flags u) reads it, for every well-formed text. Accepts…Not conformant, EPIN 1.0.0…malformed UTF-8…left out…yours /^[^A-Za-z]*[A-Za-z][\\s\\S]*$/u …What yours accepts. …"},
		{Look: inView, Want: "true"},
		{Look: "[...document.querySelectorAll('figcaption')].filter(e => e.closest('.scroll') || e.scrollWidth > e.clientWidth).length", Want: "0"},
		{Do: "document.querySelector('#verdict').remove(); location.hash = '" + right + "'", Look: await(result),
			Want: "✓ Accepts exactly the 312 valid tokens: proven for all strings PIN 1.0.0, as JavaScript (test) reads it, for every well-formed text. " +
				"✓ Conformant, PIN 1.0.0 Accepts exactly the 312 valid tokens, among all tested strings. What was not tested"},
		{Look: "document.querySelector('#link').href", Want: "…#" + strings.Replace(right, "&", "&dialect=javascript&call=test&", 1)},
		{Look: await("#explained:has(mark)"), Want: "…line break…"},
		{Do: "document.querySelector('#compared').remove(); location.hash = 'edition=1.0.0&dialect=python&call=re.match&expression=[-%2B]?[A-Za-z]%5C^?%27?$'", Look: await("#result:has(#compared)"),
			Want: `✗ Differs from EPIN 1.0.0 As Python (re.match) reads it…Accepts…"K\n" 4b0a…Likely cause…re.fullmatch…epin/6/anchoring…`},
		{Do: "document.querySelector('#compared').remove(); location.hash = 'dialect=java&expression=(?=K)K'", Look: await("#result:has(#compared)"),
			Want: "Not compared: look-ahead (?= …Java…"},
	}
}

type step = browsertest.Step

var await = browsertest.Await

// tested is a step that submits a source with the profile quick, and looks at an element.
func tested(kind, source, selector, want string) step {
	return step{Keys: []string{kb.Enter}, Look: await(selector), Want: "…" + want + "…", Do: `document.querySelector("#verdict")?.remove();
		document.querySelector("[value=` + kind + `]").checked = true;
		document.getElementById("profile").value = "quick";
		document.getElementById("source").value = String.raw` + "`" + source + "`" + `;
		document.getElementById("certify").focus()`}
}

const result, source = "#result:has(#verdict)", "document.getElementById('source').value"

// tokens explains tokens and transforms one, with the keyboard alone.
var tokens = []step{
	{Open: "/index.html", Look: await("#explained[data-valid=true]"),
		Want: `…"+K^'" is the PIN token "+K^", derived.…terminal marker "^" terminal piece derivation marker "'" derived…`},
	{Do: "document.querySelector('[data-method=flip]').focus()", Keys: []string{kb.Enter},
		Look: await("#explained[data-side=second] [data-method=flip]:focus"), Want: "…"}, // and not the button before it
	{Look: "document.getElementById('token').value", Want: "+k^'"},
	{Do: "const t = document.getElementById('token'); t.focus(); t.select()", Keys: []string{"K", "'", "'", "^"},
		Look: await("#explained .shown:has(mark + span)"), Want: "…"}, // nothing of the string follows
	{Look: await("#explained:has(mark)"), Want: "…Byte 2: more than one derivation marker.…leads to the sink…"},
	{Look: "[...document.querySelectorAll('#explained mark, .walked .name')].map(e => e.textContent)", Want: "',ε,a,a'"},
}

// pin chooses editions of PIN, SIN and QPI: the token, the examples and the tests are then of this notation.
func pin() []step {
	choose := func(edition, token, selector, want string) step {
		return step{Do: "const e = document.getElementById('edition'); e.value = '" + edition + `'; document.getElementById('token').value = "` + token + `";
			e.dispatchEvent(new Event("input"))`, Look: await(selector), Want: want}
	}
	return []step{
		{Look: "document.getElementById('edition').length", Want: fmt.Sprint(len(notation.All()))},
		choose("pin/1.0.0", "+K^", "#explained[data-valid=true]:has([data-method=unmark])", `…"+K^" part…terminal marker "^" terminal piece flip → "+k^"…`),
		{Look: "/deriv/.test(document.getElementById('explained').innerText)", Want: "false"},
		choose("pin/1.0.0", "K'", "#explained:has(mark)", "…Byte 1: …leads to the sink…"),
		choose("pin/1.0.0-initial", "+K", "#explained[data-valid=true]:not(:has([data-method=unmark]))", `…letter "K" piece name K, first player flip → "+k"…`),
		{Look: "/terminal/.test(document.getElementById('explained').innerText)", Want: "false"},
		{Look: source, Want: "/^[-+]?[A-Za-z]$/m…"},
		choose("pin/1.0.0", "+K", "#explained[data-valid=true]:has([data-method=unmark])", "…"),
		{Look: source, Want: `/^[-+]?[A-Za-z]\^?$/m…`},
		tested("expression", `/^[-+]?[A-Za-z]\^?'?$/`, result, `Not conformant, PIN 1.0.0…Accepts…"A'"…pin/4.2/grammar`),
		{Do: "[...document.querySelectorAll('#examples button')].find(e => e.textContent === 'parse(s)').click()", Look: "/derived/.test(" + source + ")", Want: "false"},
		{Do: "document.getElementById('certify').focus(); document.querySelector('#verdict').remove()", Keys: []string{kb.Enter},
			Look: await(result), Want: "…Fully conformant, PIN 1.0.0…"},
		choose("sin/1.0.0", "c", "#explained[data-valid=true]:not(:has([data-method]))", `…letter "c" style C, second player…`),
		choose("qpi/1.0.0", "c:+K^", "#explained[data-valid=true]:has([data-method=derive])",
			`…"c:+K^" is the SIN token "c" and the PIN token "+K^".…letter of the style "c" style C separator ":" the letters have two cases: derived…piece name K, first player…`),
		choose("1.0.0", "K'", "#explained:has([data-method=derive])", "…derived…"),
	}
}

// search counts the rows that are left.
var search = func() (steps []step) {
	const rows = `String([...document.querySelectorAll(".vectors tbody tr")].filter(r => r.checkVisibility()).length)`
	vectors := 0
	for _, edition := range corpus.Editions() {
		of, _ := corpus.Vectors(edition) // which package corpus tests
		vectors += len(of)
	}
	total := strconv.Itoa(vectors)
	count := "(async () => { const text = await " + await("#found") + "; return text === " + rows + " + ' of " + total + " vectors' && text })()"
	return []step{
		{Open: "/corpus.html?q=epin/9.4/line-break", Do: "globalThis.first = " + rows, Look: count, Want: "… of " + total + " vectors"},
		{Do: "document.getElementById('search').focus()", Keys: []string{" ", "\\", "r"}, Look: count, Want: "… of " + total + " vectors"},
		{Look: "0 < +" + rows + " && +" + rows + " < first && first > 9", Want: "true"},
		{Do: "document.getElementById('search').value = `k'`; document.querySelector('form').dispatchEvent(new Event('input'))",
			Look: "document.querySelector('.vectors tr:not([hidden]) .token').textContent", Want: `"K'"`},
	}
}()

// functions checks what a function may return, and how it may be wrong; before, what is refused.
func functions() []step {
	const right = "const right = s => /^[-+]?[A-Za-z]\\^?'?$/.test(s);\n"
	const hung = `Crashes on "K''": it hung: the function had not returned…the adapter is the page, which calls it`
	const status = "#status:not(:empty)"
	steps := []step{{Open: "/index.html"},
		tested("expression", "  ", status, "Paste a regular expression or a function first."),
		tested("expression", `\A[-+]?[A-Za-z]\^?'?\z`, status, "JavaScript has neither"),
		tested("expression", "function valid(s) {}", status, "choose “a function”"),
		tested("expression", "s => true", status, "choose “a function”"),
		tested("function", "/^[A-Z]$/m", status, "choose “a regular expression”"),
		// A function that hangs everywhere is ended. Later steps certify others there.
		tested("function", "function valid(s) { for (;;); }", "#stop:enabled", ""),
		{Keys: []string{kb.Tab, kb.Enter}, Look: await("p:has(> #stop:disabled) ~ p output"), Want: "…stopped…"},
		{Do: "document.getElementById('test').dataset.timeout = 200"},
		tested("function", right+`const valid = right;
			function parse(s) {
				while (s === "K''") {}
				if (s === "+") throw Error("<img src=x onerror=alert(1)>");
				return right(s) ? { token: s } : null;
			}`, result, hung),
		{Look: "flat(document.querySelector('#result').innerText)", Want: "…Error: <img src=x onerror=alert(1)>…"}, // what it throws is text
		{Look: "document.images.length", Want: "0"},
		tested("function", right+`const valid = right, equal = (a, b) => a.toLowerCase() === b.toLowerCase(), methods = ["derive"];
			const apply = (s, methods) => right(s) ? { tokens: methods.map(() => s + "'"), original: s } : null`, result,
			`…derive("A'") returned "A''"…equal("A", "a") returned equal…`),
		tested("function", `function vlaid(s) {}`, result, "there is no function valid(s) or parse(s)"),
	}
	if !tests.Whole() { // the others take longer
		return steps
	}
	return append(steps,
		tested("function", `function valid(s) {`, result, "SyntaxError"),
		tested("expression", `(`, result, "Invalid regular expression"),
		tested("expression", `^[-+]?[A-Za-z]\^?'?$`, result, "Conformant"),
		tested("function", right+`export default function parse(s) {
			return right(s) ? { token: s, native: !s.endsWith("'") } : null;
		}`, result, "Conformant"),
		tested("function", right+`const valid = s => s === "K''" ? 1 : right(s)`, result, "valid returned 1, which is no boolean"),
		tested("function", right+`const parse = s => right(s) ? { name: s === "K" ? 1 : undefined } : null`, result, "parse returned 1 as name, which is no string"),
		// Sweeps call valid. They are searched by bisection, with a timeout for each half.
		tested("function", right+`function valid(s) {
			while (s === "K''") {}
			return right(s);
		}`, result, hung),
		step{Look: "/What it accepts/.test(document.querySelector('#result').innerText)", Want: "false"}) // nothing was learned
}

// expression diagnoses a dollar sign that matches before a line feed.
var expression = []step{
	tested("expression", `/^[-+]?[A-Za-z]\^?'?$/m`, result, `Not conformant…Accepts a line break after a token, such as "A\n"…Likely cause…Remove the flag m.…`+
		`What yours accepts…What the specification accepts…epin/9.4/line-break`),
	{Look: "document.querySelectorAll('#result svg .differs').length > 0", Want: "true"},
	{Look: "[...document.querySelectorAll('#result figure .scroll')].filter(e => e.scrollWidth > e.clientWidth).length", Want: "0"},
}

// network checks in the open page that a function cannot reach a server.
func network(t *testing.T, b *browsertest.Browser) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()
	b.Steps(t, 1280, step{Open: "/index.html"}, tested("function", `const URL = "`+server.URL+`";
		fetch(URL).catch(() => {});
		function valid(s) {
			if (s === "K''") importScripts(URL);
			return /^[-+]?[A-Za-z]\^?'?$/.test(s);
		}`, result, "NetworkError"))
	if n := asked.Load(); n > 0 {
		t.Errorf("the server was asked %d times", n)
	}
}
