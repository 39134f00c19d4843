package webpage_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/webpage"
)

const source = `{{template "page-head" .Title}}<body><a href="{{to "a/b"}}">{{sum 1 2}}</a></body></html>`

func TestPolicyHasWhatTheSourceHas(t *testing.T) {
	for _, test := range []struct {
		source          webpage.Source
		styles, scripts int
	}{
		{webpage.Source{Template: source}, 1, 0},
		{webpage.Source{Template: source + `<style>b{}</style><script>{{script}}</script>`, Style: "p{}", Within: []string{"b{}"}, Script: "1"}, 2, 1},
	} {
		var b strings.Builder
		if err := webpage.New(test.source).Write(&b, struct{ Title string }{"<b>"}); err != nil {
			t.Fatal(err)
		}
		page := b.String()
		_, policy, _ := strings.Cut(page, `Content-Security-Policy" content="`)
		policy, _, _ = strings.Cut(policy, `"`)
		styles, scripts, _ := strings.Cut(policy, "script-src")
		if strings.Count(styles, "sha256-") != test.styles || strings.Count(scripts, "sha256-") != test.scripts {
			t.Errorf("the policy is %s", policy)
		}
		for _, want := range []string{"<title>&lt;b&gt;</title>", `<a href="#a/b">3</a>`, test.source.Style + "</style>"} {
			if !strings.Contains(page, want) {
				t.Errorf("the page has no %q", want)
			}
		}
	}
}

func TestSite(t *testing.T) {
	const source = `{{template "page-head" "t"}}{{template "page-site" .}}<script>{{script}}</script>`
	var b strings.Builder
	site := webpage.Site{Pages: []webpage.Link{{To: "a.html", Text: "A"}, {To: "b.html", Text: "B"}}, At: "b.html"}
	if err := webpage.New(webpage.Source{Template: source, Script: "1", Workers: true}).Write(&b, site); err != nil {
		t.Fatal(err)
	}
	page := strings.ReplaceAll(b.String(), "&#39;", "'")
	for _, want := range []string{
		`<a href="a.html">A</a>`, `<a href="b.html" aria-current="page">B</a>`, " 'wasm-unsafe-eval'; worker-src blob:; base-uri 'none'",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q: %s", want, page)
		}
	}
}

func TestWriteOfInvalidDataWritesNothing(t *testing.T) {
	var b strings.Builder
	if err := webpage.New(webpage.Source{Template: source}).Write(&b, struct{}{}); err == nil || b.Len() > 0 {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
	broken := errors.New("no room")
	if err := webpage.New(webpage.Source{Template: source}).Write(failing{broken}, struct{ Title string }{}); err != broken {
		t.Errorf("the error is %v", err)
	}
}

type failing struct{ error }

func (f failing) Write([]byte) (int, error) { return 0, f.error }
