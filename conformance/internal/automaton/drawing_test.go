package automaton

import (
	"encoding/xml"
	"fmt"
	"image"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

func TestTable(t *testing.T) {
	for _, c := range []struct {
		d       *DFA
		drawing Drawing
		want    string
	}{
		{Of(notation.EPIN), Drawing{}, `state  word  accepts  + -  A–Z a–z  ^  '  other
0      ε     no       1    2        5  5  5
1      +     no       5    2        5  5  5
2      a     yes      5    5        3  4  5
3      a^    yes      5    5        5  4  5
4      a'    yes      5    5        5  5  5
5      sink  no       5    5        5  5  5
`},
		{near(`\A[-+][A-Za-z]?\z`), Drawing{Against: near(`\A[-+][A-Za-y]\z`)}, `state  word  accepts  + -  A–Z a–y  z   other
0      ε     no       1    3        3   3
1      +     yes!     3    2        2!  3
2      +a    yes      3    3        3   3
3      sink  no       3    3        3   3

An exclamation mark follows each difference from the automaton compared with.
`},
	} {
		if got := c.d.Table(c.drawing); got != c.want {
			t.Errorf("table:\n%s\nwant:\n%s", got, c.want)
		}
	}
}

// TestRecordedFigures compares with the figures in the README.
func TestRecordedFigures(t *testing.T) {
	for name, svg := range map[string]string{
		"testdata/edition.svg":  Of(notation.EPIN).SVG(Drawing{Title: "EPIN 1.0.0"}),
		"testdata/line-end.svg": near(`\A[-+]?[A-Za-z]\^?'?\n?\z`).SVG(Drawing{Title: "$ in place of \\z", Against: Of(notation.EPIN)}),
	} {
		tests.Recorded(t, name, svg)
	}
}

// TestMarks checks that there are marks if and only if the languages differ, and few if a library has
// additional states. Each figure is one element with its title and description, and no two labels overlap,
// with edges of every kind.
func TestMarks(t *testing.T) {
	const title = "<b>&\"' ]]> \x00\xff\u202e"
	mark, notANumber := regexp.MustCompile(`(?m)(\d|yes|no)!`), regexp.MustCompile(`NaN|Inf|\d{10}`)
	label := regexp.MustCompile(`<g.*>\n<rect class="paper" x="(.*)" y="(.*)" width="(.*)" height="(.*)"/>`)
	marks := func(d, other *DFA) int {
		t.Helper()
		drawing := Drawing{Title: title, Against: other}
		table, svg := d.Table(drawing), d.SVG(drawing)
		n := len(mark.FindAllString(table, -1))
		if differ := !Equal(d, other); differ != (n > 0) || differ != strings.Contains(svg, `class="differs"`) {
			t.Errorf("the languages differ: %t; marks in the table\n%s\nand in the figure\n%s", differ, table, svg)
		}
		var root struct {
			Title string `xml:"title"`
			Desc  string `xml:"desc"`
		}
		decoder := xml.NewDecoder(strings.NewReader(svg))
		if err := decoder.Decode(&root); err != nil || strings.TrimSpace(svg[decoder.InputOffset():]) != "" {
			t.Fatalf("%v, want one element:\n%s", err, svg)
		}
		if root.Title != "<b>&\"' ]]> \uFFFD\uFFFD\u202e" || !strings.HasPrefix(root.Desc, "State ") || notANumber.MatchString(svg) {
			t.Errorf("title %q, description %q, in\n%s", root.Title, root.Desc, svg)
		}
		var labels []image.Rectangle
		for _, found := range label.FindAllStringSubmatch(svg, -1) {
			var x, y, width, height int
			_, err := fmt.Sscan(strings.Join(found[1:], " "), &x, &y, &width, &height)
			place := image.Rect(x, y, x+width, y+height)
			if err != nil || slices.ContainsFunc(labels, place.Overlaps) {
				t.Errorf("%v, labels at %v and one of %v overlap in\n%s", err, place, labels, svg)
			}
			labels = append(labels, place)
		}
		return n
	}
	want := map[string]int{
		"nothing": 0, "$ for \\z": 3, "C string": 1, "trim": 4, "byte order mark skipped": 1, "typographic apostrophe": 1,
		"Unicode case folding": 2, "[A-z]": 4, "signs often": 1, "K! too many": 1, "+K^'x too many": 1, "K missing": 1, "+K^' missing": 1,
	}
	for _, c := range broken {
		d := near(c.language)
		marks(Of(notation.EPIN), d)
		if n, pinned := want[c.name]; marks(d, Of(notation.EPIN)) != n && pinned {
			t.Errorf("%s: %d marks, want %d", c.name, marks(d, Of(notation.EPIN)), n)
		}
	}
	random := rand.New(rand.NewPCG(13, 14))
	for range 50 {
		marks(randomAutomaton(random, 1+random.IntN(3), "a"), randomAutomaton(random, 1+random.IntN(3), "a"))
	}
}

// TestWord checks which states and transitions are on the path of a word.
func TestWord(t *testing.T) {
	labels := regexp.MustCompile(`<g class="walked">\n(?:<(?:rect|ellipse)[^>]*>\n)*<text[^>]*>([^<]*)<`)
	for word, want := range map[string][]string{
		"":    {"ε"},
		"+K^": {"+", "+ -", "A–Z a–z", "^", "a", "a^", "ε"},
		"''":  {"ε"}, // the sink is not shown
	} {
		var got []string
		for _, label := range labels.FindAllStringSubmatch(Of(notation.EPIN).SVG(Drawing{Word: &word}), -1) {
			got = append(got, label[1])
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%q walks along %q; wanted %q", word, got, want)
		}
	}
}
