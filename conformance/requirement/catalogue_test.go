package requirement_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/requirement"
)

var update = flag.Bool("update", false, "write README.md")

// markdown escapes text for Markdown.
var markdown = strings.NewReplacer(`\`, `\\`, `|`, `\|`, `*`, `\*`, `[`, `\[`, `<`, `&lt;`)

// page returns README.md, which shows the catalogue.
func page() []byte {
	var b bytes.Buffer
	fmt.Fprint(&b, `# The requirement catalogue

What the documents on EPIN require, recommend and show, each in a sentence of ours. An identifier is the document, its section where it has numbered ones, and a word. Identifiers stand in reports, vectors, features and other people's lists: they are added to, and never renamed.

| level | in the documents | means |
|---|---|---|
| required | MUST, or what a token is | has to be offered, and right. Without grammar, anchoring, accept and reject there is no verdict; without another one a library is conformant, and not *fully conformant* |
| recommended | SHOULD | has to be right where it is offered; without it a library is conformant, and not *fully conformant* |
| informative | an example, or a SHOULD of others than libraries | has to be right where it is offered |

Some lists of the EPIN text were lost when it was saved. What stands in their place is marked as reconstructed.

A library that offers no means to ask about a requirement has it *not exercised*, which is never a pass. `+"`epin requirements --coverage`"+` says what exercises each.

Written from [the catalogue](catalogue.go): `+"`go test ./conformance/requirement -update`"+`.
`)
	for _, d := range requirement.Documents() {
		fmt.Fprintf(&b, "\n## %s\n\n%s, `%s/…`. ", d.Title, strings.ToUpper(d.Says[:1])+d.Says[1:], d.Key)
		rows := ""
		editions := map[string]bool{}
		n := 0
		for _, r := range requirement.All() {
			if r.Document != d {
				continue
			}
			n++
			for _, e := range r.Editions {
				editions[e.String()] = true
			}
			rows += fmt.Sprintf("| `%s` | %s | %s | %s |\n", r.ID, r.Level, r.Section, markdown.Replace(strings.TrimSpace(r.Says+" "+r.Note)))
		}
		var names []string
		for _, name := range []string{"1.0.0", "1.0.0-initial"} {
			if editions[name] {
				names = append(names, "`"+name+"`")
			}
		}
		fmt.Fprintf(&b, "%d requirements of the edition %s.\n\n| identifier | level | section | says |\n|---|---|---|---|\n%s", n, strings.Join(names, " and "), rows)
	}
	return b.Bytes()
}

func TestPageIsUpToDate(t *testing.T) {
	if *update {
		if err := os.WriteFile("README.md", page(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(kept, page()) {
		t.Error("README.md is out of date: run go test ./conformance/requirement -update")
	}
}
