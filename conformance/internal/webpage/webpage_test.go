package webpage_test

import (
	"crypto/sha256"
	"encoding/base64"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/webpage"
)

const source = `{{template "page-head" .Title}}<body>{{template "page-site" .Site}}<a href="{{to "a/b"}}">{{sum 1 2}}</a></body></html>`

// The policy allows exactly the style sheets, the script and the workers of the source. A page has its
// title and the links of its site.
func TestPolicyHasWhatTheSourceHas(t *testing.T) {
	site := webpage.Site{Pages: []webpage.Link{{To: "a.html", Text: "A"}, {To: "b.html", Text: "B"}}, At: "b.html"}
	for _, test := range []struct {
		source   webpage.Source
		wants    string // of the policy
		elements int
	}{
		{webpage.Source{Template: source}, "default-src 'none'; img-src data:; style-src 'sha256-1'; base-uri 'none'; form-action 'none'", 1},
		{webpage.Source{Template: source + `<style>b{}</style><script>{{script}}</script>`, Style: "p{}", Within: []string{"b{}"}, Script: "1"},
			"default-src 'none'; img-src data:; style-src 'sha256-1' 'sha256-2'; script-src 'sha256-3'; base-uri 'none'; form-action 'none'", 3},
		{webpage.Source{Template: source + `<script>{{script}}</script>`, Script: "1", Workers: true},
			"default-src 'none'; img-src data:; style-src 'sha256-1'; script-src 'sha256-2' 'wasm-unsafe-eval'; worker-src blob:; base-uri 'none'; form-action 'none'", 2},
	} {
		var b strings.Builder
		if err := webpage.New(test.source).Write(&b, struct {
			Title string
			Site  webpage.Site
		}{"<b>", site}); err != nil {
			t.Fatal(err)
		}
		page := b.String()
		policy := html.UnescapeString(regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)[1])
		elements := regexp.MustCompile(`(?s)<(style|script)>(.*?)</`).FindAllStringSubmatch(page, -1)
		for i, element := range elements {
			sum := sha256.Sum256([]byte(element[2]))
			policy = strings.Replace(policy, base64.StdEncoding.EncodeToString(sum[:]), strconv.Itoa(i+1), 1)
		}
		if policy != test.wants || len(elements) != test.elements {
			t.Errorf("of %d elements the policy is %s, want %s", len(elements), policy, test.wants)
		}
		for _, want := range []string{"<title>&lt;b&gt;</title>", `<a href="#a/b">3</a>`, test.source.Style + "</style>",
			`<a href="a.html">A</a>`, `<a href="b.html" aria-current="page">B</a>`} {
			if !strings.Contains(page, want) {
				t.Errorf("the page has no %q", want)
			}
		}
	}
}

func TestWriteOfInvalidDataWritesNothing(t *testing.T) {
	var b strings.Builder
	if err := webpage.New(webpage.Source{Template: source}).Write(&b, struct{}{}); err == nil || b.Len() > 0 {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}
	closed, w := io.Pipe()
	closed.Close()
	if err := webpage.New(webpage.Source{Template: "page"}).Write(w, nil); err != io.ErrClosedPipe {
		t.Errorf("the error is %v", err)
	}
}
