package page

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"

	"github.com/epin-conformance/harness/conformance/internal/browsertest"
	"github.com/epin-conformance/harness/conformance/notation"
)

// TestInChromium builds the site with ci/page. It opens the site from the file system, and over
// HTTP to see what it fetches.
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
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		w.Write(text)
		w.Close()
		served["/"+p.To], size = text, size+packed.Len()
	}
	if size > 3_200_000 || size < 1_000_000 { // what links text/template or go-cmp has more
		t.Errorf("the site has %d bytes when compressed", size)
	}
	visit(t, b)
	b.URL = "file://" + dir
	b.Test(t, "token", token)
	b.Test(t, "pin", pin)
	b.Test(t, "refusals", refusals)
	b.Test(t, "functions", functions) // in one page, which takes a while to load
	b.Test(t, "expression", expression)
	b.Test(t, "search", search)
	if !browsertest.Whole() {
		return
	}
	b.Test(t, "keyboard", keyboard)
	b.Test(t, "without scripts", withoutScripts) // last: it leaves them disabled
}

// await waits until an element fits a selector, and returns its text.
func await(t *testing.T, b *browsertest.Browser, selector string) string {
	t.Helper()
	return browsertest.Look[string](t, b, `new Promise((done, fail) => {
		setTimeout(fail, 120_000, "there is no `+selector+`");
		const look = () => {
			const e = document.querySelector("`+selector+`");
			e ? done(flat(e.innerText)) : setTimeout(look, 5);
		};
		look();
	})`)
}

// submit starts a test of a source with the profile quick.
func submit(t *testing.T, b *browsertest.Browser, kind, source string) {
	t.Helper()
	b.Type(t, `document.querySelector("#verdict")?.remove();
		document.querySelector("[value=`+kind+`]").checked = true;
		document.getElementById("profile").value = "quick";
		document.getElementById("source").value = String.raw`+"`"+source+"`"+`;
		document.getElementById("certify").focus()`, kb.Enter)
}

// certify tests a source, and returns the result.
func certify(t *testing.T, b *browsertest.Browser, kind, source string) string {
	t.Helper()
	submit(t, b, kind, source)
	return await(t, b, "#result:has(#verdict)")
}

// has checks that a text has others.
func has(t *testing.T, what, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("%s has no %q: %.2000s", what, want, text)
		}
	}
}

// token explains tokens and transforms one, with the keyboard alone.
func token(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/index.html", 1280)
	has(t, "the token", await(t, b, "#explained[data-valid=true]"),
		`"+K^'" is the PIN token "+K^", derived.`, `terminal marker "^" terminal piece derivation marker "'" derived`)
	b.Type(t, "document.querySelector('[data-method=flip]').focus()", kb.Enter)
	await(t, b, "#explained[data-side=second] [data-method=flip]:focus") // and not the button before it
	has(t, "the other side", browsertest.Look[string](t, b, "document.getElementById('token').value"), "+k^'")
	b.Type(t, "const t = document.getElementById('token'); t.focus(); t.select()", "K", "'", "'", "^")
	await(t, b, "#explained .shown:has(mark + span)") // nothing of the string follows
	has(t, "an invalid string", await(t, b, "#explained:has(mark)"), "Byte 2: more than one derivation marker.", "leads to the sink")
	marked := browsertest.Look[[]string](t, b, "[...document.querySelectorAll('#explained mark, .walked .name')].map(e => e.textContent)")
	has(t, "the mark and the path", strings.Join(marked, " "), "' ε a a'")
}

// pin chooses editions of PIN: the token, the examples and the tests are then of PIN.
func pin(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/index.html", 1280)
	choose := func(edition, token string) {
		b.Type(t, "const e = document.getElementById('edition'); e.value = '"+edition+`'; document.getElementById('token').value = "`+token+`";
			e.dispatchEvent(new Event("input"))`)
	}
	if n := browsertest.Look[int](t, b, "document.getElementById('edition').length"); n != len(notation.All()) {
		t.Errorf("there are %d editions", n)
	}
	choose("pin/1.0.0", "K'")
	has(t, "a token of EPIN", await(t, b, "#explained:has(mark)"), "Byte 1: ", "leads to the sink")
	choose("pin/1.0.0", "+K^")
	lacks := func(text, part string) {
		if strings.Contains(text, part) {
			t.Errorf("PIN has %q: %s", part, text)
		}
	}
	shown := await(t, b, "#explained[data-valid=true]:has([data-method=unmark])")
	has(t, "a token of PIN", shown, `"+K^" part`, `terminal marker "^" terminal piece flip → "+k^"`)
	lacks(shown, "deriv")
	choose("pin/1.0.0-initial", "+K")
	shown = await(t, b, "#explained[data-valid=true]:not(:has([data-method=unmark]))")
	has(t, "a token of the first text of PIN", shown, `letter "K" piece name K, first player flip → "+k"`)
	lacks(shown, "terminal")

	source := func() string { return browsertest.Look[string](t, b, "document.getElementById('source').value") }
	has(t, "the example", source(), "/^[-+]?[A-Za-z]$/m")
	choose("pin/1.0.0", "+K")
	has(t, "the example", source(), `/^[-+]?[A-Za-z]\^?$/m`)
	has(t, "an expression of EPIN", certify(t, b, "expression", `/^[-+]?[A-Za-z]\^?'?$/`), "Not conformant, PIN 1.0.0", `Accepts`, `"A'"`, "pin/4.2/grammar")
	b.Type(t, "[...document.querySelectorAll('#examples button')].find(e => e.textContent === 'parse(s)').click()")
	lacks(source(), "derived")
	has(t, "parse(s) of PIN", certify(t, b, "function", source()), "Fully conformant, PIN 1.0.0")
}

// expression diagnoses a dollar sign that matches before a line feed, and looks at the result on
// screens and on paper.
func expression(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/index.html", 1280)
	has(t, "the result", certify(t, b, "expression", `/^[-+]?[A-Za-z]\^?'?$/m`),
		"Not conformant", `Accepts a line break after a token, such as "A\n"`, "Likely cause", "Remove the flag m.", "epin/9.4/line-break", "What yours accepts", "What the specification accepts")
	if browsertest.Look[int](t, b, "document.querySelectorAll('#result svg .differs').length") == 0 {
		t.Error("nothing differs in the automata")
	}
	if n := browsertest.Look[int](t, b, "[...document.querySelectorAll('#result figure .scroll')].filter(e => e.scrollWidth > e.clientWidth).length"); n > 0 {
		t.Errorf("%d automata are cut", n)
	}
	b.Headings(t)
	b.Roles(t)
	b.Contrast(t, 40)
	b.Phone(t)
	printed(t, b)
}

// functions checks what a function may return, and how it may be wrong. What it throws is text.
func functions(t *testing.T, b *browsertest.Browser) {
	b.Test(t, "stop", stop)
	if browsertest.Whole() {
		b.Test(t, "network", network)
	}
	b.Type(t, "document.getElementById('test').dataset.timeout = 200")
	const right = "const right = s => /^[-+]?[A-Za-z]\\^?'?$/.test(s);\n"
	const hung = `Crashes on "K''": it hung: the function had not returned`
	const thrown = "Error: <img src=x onerror=alert(1)>"
	for i, test := range []struct{ kind, source, want string }{
		{"function", right + `const valid = right;
			function parse(s) {
				while (s === "K''") {}
				if (s === "+") throw Error("<img src=x onerror=alert(1)>");
				return right(s) ? { token: s } : null;
			}`, hung},
		{"function", `function vlaid(s) {}`, "there is no function valid(s) or parse(s)"},
		{"function", `function valid(s) {`, "SyntaxError"},
		{"expression", `(`, "Invalid regular expression"},
		// The others take longer.
		{"expression", `^[-+]?[A-Za-z]\^?'?$`, "Conformant"},
		{"function", right + `export default function parse(s) {
			return right(s) ? { token: s, native: !s.endsWith("'") } : null;
		}`, "Conformant"},
		{"function", right + `const valid = s => s === "K''" ? 1 : right(s)`, "valid returned 1, not true or false"},
		{"function", right + `const parse = s => right(s) ? { name: s === "K" ? 1 : undefined } : null`,
			"parse returned 1 as name, which is no string"},
		// Sweeps call valid. They are searched by bisection, with a timeout for each half.
		{"function", right + `function valid(s) {
			while (s === "K''") {}
			return right(s);
		}`, hung},
	} {
		if i > 1 && !browsertest.Whole() {
			break
		}
		result := certify(t, b, test.kind, test.source)
		has(t, test.source, result, test.want)
		if test.want == hung {
			has(t, test.source, result, "the adapter is what calls it")
			if i > 0 && strings.Contains(result, "What it accepts") {
				t.Errorf("%s: nothing was learned: %s", test.source, result)
			}
		}
		if i == 0 {
			has(t, test.source, result, thrown)
		}
	}
	if n := browsertest.Look[int](t, b, "document.images.length"); n != 0 {
		t.Errorf("a function made %d images", n)
	}
}

// refusals looks at sources that cannot be of the chosen kind.
func refusals(t *testing.T, b *browsertest.Browser) {
	for _, test := range []struct{ kind, source, want string }{
		{"expression", "  ", "Paste a regular expression or a function first."},
		{"expression", `\A[-+]?[A-Za-z]\^?'?\z`, "JavaScript has neither"},
		{"expression", "function valid(s) {}", "choose “a function”"},
		{"expression", "s => true", "choose “a function”"},
		{"function", "/^[A-Z]$/m", "choose “a regular expression”"},
	} {
		submit(t, b, test.kind, test.source)
		has(t, test.source, await(t, b, "#status:not(:empty)"), test.want)
	}
}

// network checks in the open page that a function cannot reach a server.
func network(t *testing.T, b *browsertest.Browser) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()
	has(t, "the result", certify(t, b, "function", `const URL = "`+server.URL+`";
		fetch(URL).catch(() => {});
		function valid(s) {
			if (s === "K''") importScripts(URL);
			return /^[-+]?[A-Za-z]\^?'?$/.test(s);
		}`), "NetworkError")
	if n := asked.Load(); n > 0 {
		t.Errorf("the server was asked %d times", n)
	}
}

// stop ends a function that hangs everywhere in the open page. Later tests certify others there.
func stop(t *testing.T, b *browsertest.Browser) {
	submit(t, b, "function", "function valid(s) { for (;;); }")
	await(t, b, "#stop:enabled")
	b.Type(t, "", kb.Tab, kb.Enter)
	has(t, "the status", await(t, b, "p:has(> #stop:disabled) ~ p output"), "stopped")
}

func search(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/corpus.html?q=epin/9.4/line-break", 1280)
	found := func() string {
		n := browsertest.Look[string](t, b, `
			String([...document.querySelectorAll(".vectors tbody tr")].filter(r => r.checkVisibility()).length)`)
		text := await(t, b, "#found")
		has(t, "the number of visible rows", text, n+" of 5333 vectors")
		return text
	}
	first := found()
	b.Type(t, "document.getElementById('search').focus()", " ", "\\", "r")
	if more := found(); !regexp.MustCompile(`^[1-9]\d+ of`).MatchString(first) || more == first || strings.HasPrefix(more, "0 ") {
		t.Errorf("for a requirement there are %s, with another word %s", first, more)
	}
}

// visit opens every page. It checks that a page fetches nothing, that every link leads to an
// element of a page of the site, and how the page looks.
func visit(t *testing.T, b *browsertest.Browser) {
	texts := map[string]int{"index.html": 40, "requirements.html": 300} // of the pages that no other package tests
	ids, leads := map[string]bool{}, map[string]string{}
	for _, p := range pages {
		b.Alone(t, "/"+p.To)
		b.Headings(t)
		ids[p.To] = true
		for _, id := range browsertest.Look[[]string](t, b, "[...document.querySelectorAll('[id]')].map(e => e.id)") {
			ids[p.To+"#"+id] = true
		}
		for _, to := range browsertest.Look[[]string](t, b, `[...document.querySelectorAll("a")]
			.map(a => a.getAttribute("href").replace(/\?[^#]*/, "").replace(/^#/, "`+p.To+`#"))`) {
			leads[to] = p.To
		}
		if least, is := texts[p.To]; is {
			b.Roles(t)
			b.Contrast(t, least)
		}
		if !strings.HasPrefix(p.To, "specification") || browsertest.Whole() { // package featurepage tests these
			b.Phone(t)
		}
	}
	for to, from := range leads {
		if !ids[to] {
			t.Errorf("%s: a link leads to %q", from, to)
		}
	}
}

// keyboard checks that the keyboard reaches everything, and prints the pages.
func keyboard(t *testing.T, b *browsertest.Browser) {
	for _, path := range browsertest.Pages("/index.html", "/requirements.html") {
		b.Stops(t, path, 390, "main",
			"a[href], input:not([type=radio]:not(:checked)), select, textarea, button:enabled, summary, [tabindex='0']")
		printed(t, b)
	}
}

// printed prints a page.
func printed(t *testing.T, b *browsertest.Browser) {
	t.Helper()
	b.Paper(t)
	if browsertest.Look[bool](t, b, "[...document.querySelectorAll('form, .skip, .site')].some(e => e.checkVisibility())") {
		t.Error("what needs a screen is printed")
	}
}

func withoutScripts(t *testing.T, b *browsertest.Browser) {
	browsertest.Call(t, b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	for path, want := range map[string]string{
		"/index.html": "The playground needs scripts.", "/specification-1.0.0.html": "All 298 rows passed.",
		"/requirements.html": "epin/9.4/line-break", "/corpus.html": "The search needs scripts.",
	} {
		b.Open(t, path, 1280)
		has(t, path, browsertest.Look[string](t, b, "flat(document.body.innerText)"), want)
		if browsertest.Look[bool](t, b, "[...document.querySelectorAll('form')].some(e => e.checkVisibility())") {
			t.Errorf("%s has a form that does nothing", path)
		}
	}
}
