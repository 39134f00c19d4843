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
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/epin-conformance/harness/conformance/internal/browsertest"
)

// TestInChromium builds the site with ci/page. It opens it from the file
// system, and over HTTP to see what it fetches.
func TestInChromium(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes a while")
	}
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
		served["/"+p.To] = text
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		w.Write(text)
		w.Close()
		size += packed.Len()
	}
	if size > 3<<20 || size < 1<<20 {
		t.Errorf("the site has %d bytes when compressed", size)
	}
	t.Run("alone", func(t *testing.T) {
		for path := range served {
			b.Alone(t, path)
		}
	})
	b.URL = "file://" + dir
	for _, test := range []struct {
		name string
		look func(*testing.T, *browsertest.Browser)
	}{
		{"token", token}, {"expression", expression}, {"hang", hang}, {"throws", throws}, {"network", network}, {"rules", rules},
		{"stop", stops}, {"corpus", search}, {"links", links}, {"keyboard", keyboard}, {"looks", looks},
		{"without scripts", withoutScripts}, // last: it leaves them disabled
	} {
		t.Run(test.name, func(t *testing.T) { test.look(t, b) })
	}
}

// TestProgramIsSmall names the packages that the program must not link. The first two look
// methods up by name, so the linker would keep every method.
func TestProgramIsSmall(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "./wasm")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	for _, path := range []string{"text/template", "github.com/google/go-cmp/cmp", "net/http", "github.com/cucumber/godog", "github.com/spf13/cobra", "github.com/santhosh-tekuri/jsonschema/v6"} {
		if slices.Contains(deps, path) {
			t.Errorf("the program links %s", path)
		}
	}
	if !slices.Contains(deps, "syscall/js") {
		t.Errorf("the program links %q", deps)
	}
}

// await waits until an element fits a selector, and returns its text.
func await(t *testing.T, b *browsertest.Browser, selector string) string {
	t.Helper()
	return browsertest.Do(t, b, chromedp.Evaluate[string](
		`new Promise(done => { const look = () => { const e = document.querySelector(`+"`"+selector+"`"+`); e ? done(e.innerText) : setTimeout(look, 5) }; look() })`, chromedp.EvalAwaitPromise))
}

// text returns the visible text of an element in one line.
func text(t *testing.T, b *browsertest.Browser, selector string) string {
	t.Helper()
	return browsertest.Look[string](t, b, "flat(document.querySelector(`"+selector+"`).innerText)")
}

func run(t *testing.T, b *browsertest.Browser, script string) {
	t.Helper()
	browsertest.Do(t, b, chromedp.Evaluate[chromedp.Void]("{"+script+"}"))
}

// press presses keys one after the other.
func press(t *testing.T, b *browsertest.Browser, keys ...string) {
	t.Helper()
	for _, key := range keys {
		browsertest.Do(t, b, chromedp.KeyEvent(key))
	}
}

// certify tests a source with the profile quick, and returns the verdict.
func certify(t *testing.T, b *browsertest.Browser, kind, source string) string {
	t.Helper()
	run(t, b, "document.querySelector('#verdict')?.remove(); document.querySelector('[value="+kind+"]').checked = true; document.getElementById('profile').value = 'quick'; "+
		"document.getElementById('source').value = "+"String.raw`"+source+"`; document.getElementById('certify').click()")
	return await(t, b, "#verdict")
}

// token explains tokens and transforms one, with the keyboard alone.
func token(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/index.html", 1280)
	await(t, b, "#explained[data-valid=true]")
	if got := text(t, b, "#explained table"); !strings.Contains(got, `terminal marker "^" terminal piece derivation marker "'" derived`) {
		t.Errorf("the parts are %s", got)
	}
	run(t, b, "document.querySelector('[data-method=flip]').focus()")
	press(t, b, kb.Enter)
	await(t, b, "[data-method=flip]:focus")
	if got := browsertest.Look[string](t, b, "document.getElementById('token').value"); got != "+k^'" {
		t.Errorf("flip gives %s", got)
	}
	run(t, b, "document.getElementById('token').select()")
	press(t, b, "K", "'", "'", "^")
	await(t, b, "#explained[data-valid=false] mark")
	await(t, b, "#explained .shown:has(mark + span)")
	if got := text(t, b, "#explained"); !strings.Contains(got, `"K'''^"`) && !strings.Contains(got, `"K''^" Byte 2: more than one derivation marker.`) {
		t.Errorf("it is explained as %s", got)
	}
	if got := browsertest.Look[string](t, b, "document.querySelector('#explained mark').textContent + [...document.querySelectorAll('.walked .name')].map(e => ' ' + e.textContent)"); got != "' ε, a, a'" {
		t.Errorf("the mark and the path are %s", got)
	}
}

// expression diagnoses a dollar sign that matches before a line feed.
func expression(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/index.html", 1280)
	if got := certify(t, b, "expression", `/^[-+]?[A-Za-z]\^?'?$/m`); !strings.Contains(got, "Not conformant") {
		t.Errorf("the verdict is %s", got)
	}
	got := text(t, b, "#result")
	for _, want := range []string{`It accepts "A\n"`, "multi-line mode", "In JavaScript: Leave the flag m away", "epin/9.4/line-break", "What yours accepts", "What the specification accepts"} {
		if !strings.Contains(got, want) {
			t.Errorf("the result has no %s", want)
		}
	}
	if n := browsertest.Look[int](t, b, "document.querySelectorAll('#result svg .differs').length"); n == 0 {
		t.Error("nothing differs in the automata")
	}
	for _, scheme := range []string{"light", "dark"} {
		b.Media(t, "screen", scheme)
		if low := browsertest.Look[[]string](t, b, "contrasts().Low"); len(low) > 0 {
			t.Errorf("%s: %q", scheme, low)
		}
		run(t, b, "document.getElementById('result').scrollIntoView()")
		b.Screenshot(t, "result-"+scheme)
	}
	for _, width := range []int64{320, 390} {
		browsertest.Do(t, b, chromedp.EmulateViewport(width, 900))
		if wide := browsertest.Look[[]string](t, b, "sideways().Wide"); len(wide) > 0 {
			t.Errorf("%d pixels: %q", width, wide)
		}
	}
	b.Headings(t)
	b.Roles(t)
	b.Paper(t)
	printed(t, b)
}

func hang(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/index.html", 1280)
	run(t, b, "document.getElementById('test').dataset.timeout = 600")
	verdict := certify(t, b, "function", `function valid(s) { while (s === "K''") {} return /^[-+]?[A-Za-z]\^?'?$/.test(s) }`)
	if got := text(t, b, "#result"); !strings.Contains(verdict, "Not conformant") || !strings.Contains(got, `It crashes on "K''" (by valid, sweep): it hung`) {
		t.Errorf("%s: %s", verdict, got)
	}
}

// network checks that a function cannot reach a server.
func network(t *testing.T, b *browsertest.Browser) {
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()
	b.Open(t, "/index.html", 1280)
	certify(t, b, "function", `fetch("`+server.URL+`").catch(() => {}); function valid(s) { importScripts("`+server.URL+`"); return false }`)
	if got := text(t, b, ".finding"); !strings.Contains(got, "NetworkError") || asked.Load() > 0 {
		t.Errorf("the server was asked %d times; %s", asked.Load(), got)
	}
}

// throws checks that what a function throws is shown as text.
func throws(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/index.html", 1280)
	certify(t, b, "function", `function valid(s) { if (s.length > 4) throw Error("<img src=x onerror=alert(1)>"); return /^[-+]?[A-Za-z]\^?'?$/.test(s) }`)
	if got := text(t, b, ".finding"); !strings.Contains(got, `It crashes on "AAAAA" (by valid, sweep): Error: <img src=x onerror=alert(1)>`) {
		t.Errorf("the finding is %s", got)
	}
	if n := browsertest.Look[int](t, b, "document.images.length"); n != 0 {
		t.Errorf("the function made %d images", n)
	}
}

// rules checks what a function may return, and how a source is wrong.
func rules(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/index.html", 1280)
	for _, test := range []struct{ kind, source, want string }{
		{"expression", `^[-+]?[A-Za-z]\^?'?$`, "Conformant (text only)"},
		{"function", `export default function parse(s) { return /^[-+]?[A-Za-z]\^?'?$/.test(s) ? { token: s, native: !s.endsWith("'") } : null }`, "Conformant (text only)"},
		{"function", `const valid = s => 1`, "valid returned 1, not true or false"},
		{"function", `const parse = s => ({ name: 1 })`, "parse returned 1 as name, which is no string"},
		{"function", `function vlaid(s) {}`, "there is no function valid(s) or parse(s)"},
		{"function", `function valid(s) {`, "SyntaxError"},
		{"expression", `(`, "Invalid regular expression"},
	} {
		certify(t, b, test.kind, test.source)
		if got := text(t, b, "#result"); !strings.Contains(got, test.want) {
			t.Errorf("%s: %s; wanted %s", test.source, got, test.want)
		}
	}
}

// stops ends a function that hangs everywhere, by the keyboard, and certifies another one.
func stops(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/index.html", 1280)
	run(t, b, "document.querySelector('[data-example=function-hangs]').focus()")
	press(t, b, kb.Enter)
	run(t, b, "document.getElementById('source').value = 'function valid(s) { for (;;); }'; document.getElementById('certify').focus()")
	press(t, b, kb.Enter)
	await(t, b, "#stop:enabled")
	press(t, b, kb.Tab, kb.Enter)
	if got := await(t, b, "#stop:disabled ~ *, p:has(> #stop:disabled) + p output"); !strings.Contains(got, "stopped") {
		t.Errorf("the status is %s", got)
	}
	if got := certify(t, b, "function", `const valid = s => 1`); !strings.Contains(got, "Not conformant") {
		t.Errorf("after it the verdict is %s", got)
	}
}

func search(t *testing.T, b *browsertest.Browser) {
	b.Open(t, "/corpus.html?q=epin/9.4/line-break", 1280)
	first := text(t, b, "#found")
	if !regexp.MustCompile(`^[1-9]\d+ of 3097 vectors$`).MatchString(first) {
		t.Errorf("for a requirement there are %s", first)
	}
	run(t, b, "document.getElementById('search').focus()")
	press(t, b, " ", "\\", "r")
	if got := text(t, b, "#found"); got == first || strings.HasPrefix(got, "0 ") {
		t.Errorf("with another word there are %s", got)
	}
	if n := browsertest.Look[int](t, b, "[...document.querySelectorAll('.vectors tbody tr')].filter(r => r.checkVisibility()).length"); !strings.HasPrefix(text(t, b, "#found"), strconv.Itoa(n)+" ") {
		t.Errorf("%d rows are visible, with %s", n, text(t, b, "#found"))
	}
}

// links checks that every link leads to an element of a page of the site.
func links(t *testing.T, b *browsertest.Browser) {
	ids, leads := map[string]bool{}, map[string]string{}
	for _, p := range pages {
		b.Open(t, "/"+p.To, 1280)
		ids[p.To] = true
		for _, id := range browsertest.Look[[]string](t, b, "[...document.querySelectorAll('[id]')].map(e => e.id)") {
			ids[p.To+"#"+id] = true
		}
		for _, to := range browsertest.Look[[]string](t, b, "[...document.querySelectorAll('a')].map(a => a.getAttribute('href').replace(/\\?[^#]*/, ''))") {
			if strings.HasPrefix(to, "#") {
				to = p.To + to
			}
			leads[to] = p.To
		}
		b.Headings(t)
		if p.To == "index.html" || p.To == "requirements.html" {
			b.Roles(t)
		}
	}
	for to, from := range leads {
		if !ids[to] {
			t.Errorf("%s: a link leads to %s", from, to)
		}
	}
}

func keyboard(t *testing.T, b *browsertest.Browser) {
	const stops = "a[href], input:not([type=radio]:not(:checked)), select, textarea, button:enabled, summary, [tabindex='0']"
	for _, path := range []string{"/index.html", "/requirements.html"} {
		b.Open(t, path, 390)
		b.Stops(t, path, 390, "main", stops)
	}
}

func looks(t *testing.T, b *browsertest.Browser) {
	for _, p := range pages {
		b.Phone(t, "/"+p.To)
	}
	for path, texts := range map[string]int{"/index.html": 40, "/requirements.html": 300} {
		b.Contrast(t, path, texts)
		b.Paper(t)
		printed(t, b)
	}
}

// printed checks a page on paper.
func printed(t *testing.T, b *browsertest.Browser) {
	t.Helper()
	if browsertest.Look[bool](t, b, "[...document.querySelectorAll('form, .skip, .site')].some(e => e.checkVisibility())") {
		t.Error("what needs a screen is printed")
	}
}

func withoutScripts(t *testing.T, b *browsertest.Browser) {
	browsertest.Call(t, b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	for path, want := range map[string]string{
		"/index.html": "The playground needs scripts.", "/specification.html": "All 298 rows passed.", "/requirements.html": "epin/9.4/line-break", "/corpus.html": "catches",
	} {
		b.Open(t, path, 1280)
		if got := text(t, b, "body"); !strings.Contains(got, want) {
			t.Errorf("%s does not read %q", path, want)
		}
		if browsertest.Look[bool](t, b, "[...document.querySelectorAll('form')].some(e => e.checkVisibility())") {
			t.Errorf("%s has a form that does nothing", path)
		}
	}
}
