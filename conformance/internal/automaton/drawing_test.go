package automaton

import (
	"encoding/xml"
	"flag"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
)

var update = flag.Bool("update", false, "write the figures in testdata anew")

func TestTable(t *testing.T) {
	for _, c := range []struct {
		d       *DFA
		drawing Drawing
		want    string
	}{
		{Of(notation.EPIN), Drawing{Title: "EPIN\n1.0.0"}, `EPIN 1.0.0

state  word  accepts  + -  A–Z a–z  ^  '  other
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

// TestFigures compares with the figures in the documentation.
func TestFigures(t *testing.T) {
	for name, svg := range map[string]string{
		"testdata/edition.svg":         Of(notation.EPIN).SVG(Drawing{Title: "EPIN 1.0.0"}),
		"testdata/edition-initial.svg": Of(notation.EPINInitial).SVG(Drawing{Title: "EPIN 1.0.0-initial"}),
		"testdata/line-end.svg":        byName("$ for \\z").SVG(Drawing{Title: "$ in place of \\z", Against: Of(notation.EPIN)}),
		"testdata/tangle.svg":          tangle(false).SVG(Drawing{Title: "all that edges do", Against: tangle(true)}),
	} {
		if *update {
			if err := os.WriteFile(name, []byte(svg), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		// Git may have changed the line ends to those of the system.
		if strings.ReplaceAll(string(want), "\r\n", "\n") != svg {
			t.Errorf("%s is not the figure that is drawn now: look at both, and then run this test with -update", name)
		}
	}
}

// tangle has edges of every kind: back over layers, past other states, in both directions,
// twice between the same states, from a state to itself. One has a long label, one a label to escape.
func tangle(tidy bool) *DFA {
	next := []map[byte]int{
		{'a': 1, 'b': 2, 'c': 3, 'd': 0},
		{'e': 4, 'f': 3, 'a': 0, 'd': 1},
		{'e': 4, 'd': 2, 'x': 2},
		{'f': 1, 'g': 4, 'A': 4, 'C': 4, 'E': 4, 'G': 4, 'I': 4, 'K': 4, 'M': 4, 'O': 4},
		{'h': 5, 'i': 3, '"': 3, '\\': 3, '\n': 3},
		{'j': 0, 'k': 4, 'd': 5, 'x': 5},
		{}, // the sink
	}
	if tidy {
		delete(next[2], 'x')
		delete(next[5], 'x')
		next[5]['z'], next[0]['y'] = 4, 1
	} else {
		next[5]['z'], next[4]['y'], next[0]['y'] = 4, 5, 2
	}
	return Build(0,
		func(s int, b byte) int {
			if to, ok := next[s][b]; ok {
				return to
			}
			return 6
		},
		func(s int) bool { return s == 5 || s == 0 && !tidy }).Minimise()
}

// TestSVG reads figures as XML: each is one element with its title and description. TestFigures pins
// that the element refers to both.
func TestSVG(t *testing.T) {
	const title = "<b>&\"' ]]> \x00\xff\u202e"
	for i, c := range broken {
		if i%scale(1, 3, 6) > 0 {
			continue
		}
		for drawing, want := range map[Drawing]string{
			{}:             "A finite automaton",
			{Title: title}: "<b>&\"' ]]>  \uFFFD\u202e",
			{Title: title, Against: Of(notation.EPIN)}: "<b>&\"' ]]>  \uFFFD\u202e",
		} {
			svg := near(c.language).SVG(drawing)
			var root struct {
				Title string `xml:"title"`
				Desc  string `xml:"desc"`
			}
			decoder := xml.NewDecoder(strings.NewReader(svg))
			if err := decoder.Decode(&root); err != nil || strings.TrimSpace(svg[decoder.InputOffset():]) != "" {
				t.Fatalf("%s: %v, want one element:\n%s", c.name, err, svg)
			}
			if root.Title != want || !strings.HasPrefix(root.Desc, "State ") {
				t.Errorf("%s: title %q, description %q", c.name, root.Title, root.Desc)
			}
			if regexp.MustCompile(`NaN|Inf|\d{10}`).MatchString(svg) {
				t.Errorf("%s: a coordinate is not a number, or far away, in\n%s", c.name, svg)
			}
		}
	}
}

// TestMarks checks that there are marks if and only if the languages differ. If a library has
// additional states, only their acceptance and the transitions back to the states of the
// specification are marked.
func TestMarks(t *testing.T) {
	mark := regexp.MustCompile(`(?m)(\d|yes|no)!`)
	marks := func(d, other *DFA) int {
		t.Helper()
		drawing := Drawing{Against: other}
		table, svg := d.Table(drawing), d.SVG(drawing)
		n := len(mark.FindAllString(table, -1))
		if differ := !Equal(d, other); differ != (n > 0) || differ != strings.Contains(svg, `class="differs"`) {
			t.Errorf("the languages differ: %t; marks in the table\n%s\nand in the figure\n%s", differ, table, svg)
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
		marks(d, d)
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
