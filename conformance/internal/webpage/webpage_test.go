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

const source = `{{template "page-head" .Title}}<body><a href="{{to "a/b"}}">{{sum 1 2}}</a></body></html>`

// TestPages tests that the policy allows exactly the style sheets and the script of the source, and the links
// between pages.
func TestPages(t *testing.T) {
	for _, test := range []struct {
		source   webpage.Source
		policy   string // with the numbers of elements in place of their digests
		elements int
		holds    string
	}{
		{webpage.Source{Template: source}, "style-src 'sha256-1'", 1, `<a href="#a/b">3</a>`},
		{webpage.Source{Template: source + `<style>b{}</style><script>{{script}}</script>`, Style: "p{}", Within: []string{"b{}"}, Script: "1"},
			"style-src 'sha256-1' 'sha256-2'; script-src 'sha256-3'", 3, "p{}</style>"},
		{webpage.Source{Template: source + `{{template "page-site" .Site}}<script>{{script}}</script>`, Script: "1", Workers: true},
			"style-src 'sha256-1'; script-src 'sha256-2' 'wasm-unsafe-eval'; worker-src blob:", 2,
			`<a href="a.html">A</a>*<a href="b.html" aria-current="page">B</a>`},
	} {
		var b strings.Builder
		site := webpage.Site{Pages: []webpage.Link{{To: "a.html", Text: "A"}, {To: "b.html", Text: "B"}}, At: "b.html"}
		data := struct {
			Title string
			Site  webpage.Site
		}{"<b>", site}
		if err := webpage.New(test.source).Write(&b, data); err != nil {
			t.Fatal(err)
		}
		page := b.String()
		policy := html.UnescapeString(regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)[1])
		elements := regexp.MustCompile(`(?s)<(style|script)>(.*?)</`).FindAllStringSubmatch(page, -1)
		for i, element := range elements {
			sum := sha256.Sum256([]byte(element[2]))
			policy = strings.Replace(policy, base64.StdEncoding.EncodeToString(sum[:]), strconv.Itoa(i+1), 1)
		}
		want := "default-src 'none'; img-src data:; " + test.policy + "; base-uri 'none'; form-action 'none'"
		if policy != want || len(elements) != test.elements {
			t.Errorf("of %d elements the policy is %s, want %s", len(elements), policy, want)
		}
		for want := range strings.SplitSeq("<title>&lt;b&gt;</title>*"+test.holds, "*") {
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
	if err := webpage.New(webpage.Source{Template: source}).Write(w, struct{ Title string }{}); err != io.ErrClosedPipe {
		t.Errorf("the error is %v", err)
	}
}
