package automaton_test

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

var update = flag.Bool("update", false, "write the figures that are kept in testdata anew")

// near are automata to compare with that of EPIN, in its order of bytes.
func near(expression string) *automaton.DFA {
	return compile(expression).
		Prefer("+-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ^'").Minimise()
}

const lineEnd = `\A[-+]?[A-Za-z]\^?'?\n?\z`

func TestTable(t *testing.T) {
	for _, c := range []struct {
		d       *automaton.DFA
		drawing automaton.Drawing
		want    string
	}{
		{automaton.Current(), automaton.Drawing{Title: "EPIN\n1.0.0"}, `EPIN 1.0.0

state  word  accepts  + -  A–Z a–z  ^  '  other
0      ε     no       1    2        5  5  5
1      +     no       5    2        5  5  5
2      a     yes      5    5        3  4  5
3      a^    yes      5    5        5  4  5
4      a'    yes      5    5        5  5  5
5      sink  no       5    5        5  5  5
`},
		{automaton.Initial(), automaton.Drawing{}, `state  word  accepts  + -  A–Z a–z  '  other
0      ε     no       1    2        4  4
1      +     no       4    2        4  4
2      a     yes      4    4        3  4
3      a'    yes      4    4        4  4
4      sink  no       4    4        4  4
`},
		{near(lineEnd), automaton.Drawing{Against: automaton.Current()}, `state  word  accepts  + -  A–Z a–z  ^  '  \n  other
0      ε     no       1    2        6  6  6   6
1      +     no       6    2        6  6  6   6
2      a     yes      6    6        3  4  5!  6
3      a^    yes      6    6        6  4  5!  6
4      a'    yes      6    6        6  6  5!  6
5      a\n   yes      6    6        6  6  6   6
6      sink  no       6    6        6  6  6   6

What is marked differs from the automaton compared with.
`},
		{near(`\A[-+][A-Za-z]?\z`), automaton.Drawing{Against: near(`\A[-+][A-Za-y]\z`)}, `state  word  accepts  + -  A–Z a–y  z   other
0      ε     no       1    3        3   3
1      +     yes!     3    2        2!  3
2      +a    yes      3    3        3   3
3      sink  no       3    3        3   3

What is marked differs from the automaton compared with.
`},
	} {
		if got := c.d.Table(c.drawing); got != c.want {
			t.Errorf("table:\n%s\nwant:\n%s", got, c.want)
		}
	}
}

func TestDOT(t *testing.T) {
	for _, c := range []struct {
		drawing automaton.Drawing
		d       *automaton.DFA
		want    string
	}{
		{automaton.Drawing{}, automaton.Current(), `digraph automaton {
	rankdir=LR;
	label="Any byte not shown leads to the sink, which accepts nothing.";
	node [shape=ellipse, fontname=monospace];
	edge [fontname=monospace];
	enter [shape=none, label="", width=0, height=0];
	0 [label="ε"];
	1 [label="+"];
	2 [label="a", peripheries=2];
	3 [label="a^", peripheries=2];
	4 [label="a'", peripheries=2];
	enter -> 0;
	0 -> 1 [label="+ -"];
	0 -> 2 [label="A–Z a–z"];
	1 -> 2 [label="A–Z a–z"];
	2 -> 3 [label="^"];
	2 -> 4 [label="'"];
	3 -> 4 [label="'"];
}
`},
		{automaton.Drawing{Title: `a "quoted" \l title`, Against: automaton.Current()}, near(`\A["\\]?\n?\z`), `digraph automaton {
	rankdir=LR;
	label="a \"quoted\" \\l title\nAny byte not shown leads to the sink, which accepts nothing.\nWhat is marked differs from the automaton compared with.";
	node [shape=ellipse, fontname=monospace];
	edge [fontname=monospace];
	enter [shape=none, label="", width=0, height=0];
	0 [label="differs: ε", peripheries=2, color=red, fontcolor=red, style=bold];
	1 [label="\\n", peripheries=2];
	2 [label="differs: \"", peripheries=2, color=red, fontcolor=red, style=bold];
	3 [label="sink"];
	enter -> 0;
	0 -> 1 [label="differs: \\n", color=red, fontcolor=red, style=bold];
	0 -> 2 [label="\" \\\\"];
	0 -> 3 [label="differs: + - A–Z a–z", color=red, fontcolor=red, style=bold];
	2 -> 1 [label="differs: \\n", color=red, fontcolor=red, style=bold];
}
`},
	} {
		if got := c.d.DOT(c.drawing); got != c.want {
			t.Errorf("DOT:\n%s\nwant:\n%s", got, c.want)
		}
	}
}

// TestLongLabels: of many bytes a label only begins to list them; what is said
// in words lists all.
func TestLongLabels(t *testing.T) {
	d := near(`\A[ACEGIKMOQ]\z`)
	if want := `label="A C E G I K M O … (9 bytes)"`; !strings.Contains(d.DOT(automaton.Drawing{}), want) {
		t.Errorf("no %s in\n%s", want, d.DOT(automaton.Drawing{}))
	}
	if want := "From ε, A C E G I K M O Q leads to"; !strings.Contains(d.SVG(automaton.Drawing{}), want) {
		t.Errorf("the description does not say %s", want)
	}
}

// TestFigures compares with the figures that the documentation shows.
func TestFigures(t *testing.T) {
	for name, svg := range map[string]string{
		"testdata/edition.svg":         automaton.Current().SVG(automaton.Drawing{Title: "EPIN 1.0.0"}),
		"testdata/edition-initial.svg": automaton.Initial().SVG(automaton.Drawing{Title: "EPIN 1.0.0-initial"}),
		"testdata/line-end.svg": near(lineEnd).SVG(automaton.Drawing{
			Title: "$ in place of \\z", Against: automaton.Current(),
		}),
		"testdata/tangle.svg": tangle(false).SVG(automaton.Drawing{Title: "all that edges do", Against: tangle(true)}),
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
		// Git may have given it the line ends of the system.
		if strings.ReplaceAll(string(want), "\r\n", "\n") != svg {
			t.Errorf("%s is not the figure that is drawn now: look at both, and then run this test with -update", name)
		}
	}
}

// tangle is an automaton with edges of every kind: back over layers, past other
// states, to and fro, twice between the same states, from a state to itself.
func tangle(tidy bool) *automaton.DFA {
	next := []map[byte]int{
		{'a': 1, 'b': 2, 'c': 3, 'd': 0},
		{'e': 4, 'f': 3, 'a': 0, 'd': 1},
		{'e': 4, 'd': 2, 'x': 2},
		{'f': 1, 'g': 4},
		{'h': 5, 'i': 3},
		{'j': 0, 'k': 4, 'd': 5, 'x': 5},
	}
	if tidy {
		delete(next[2], 'x')
		delete(next[5], 'x')
		next[5]['z'], next[0]['y'] = 4, 1
	} else {
		next[5]['z'], next[4]['y'], next[0]['y'] = 4, 5, 2
	}
	return automaton.Build(0,
		func(s int, b byte) int {
			if to, ok := next[max(s, 0)][b]; ok && s >= 0 {
				return to
			}
			return -1
		},
		func(s int) bool { return s == 5 }).Minimise()
}

// TestSVG reads figures as XML: one svg element with a title and a description
// to which it refers, and text in which nothing is lost.
func TestSVG(t *testing.T) {
	const title = "<b>&\"' ]]> \x00\xff\u202e"
	for _, expression := range faulty {
		d := near(expression)
		for _, drawing := range []automaton.Drawing{
			{}, {Title: title}, {Title: title, Against: automaton.Current()},
		} {
			svg := d.SVG(drawing)
			if svg != d.SVG(drawing) {
				t.Errorf("%s: two figures of one automaton", expression)
			}
			var root struct {
				XMLName  xml.Name `xml:"http://www.w3.org/2000/svg svg"`
				Role     string   `xml:"role,attr"`
				Labelled string   `xml:"aria-labelledby,attr"`
				Title    struct {
					ID   string `xml:"id,attr"`
					Text string `xml:",chardata"`
				} `xml:"title"`
				Desc struct {
					ID   string `xml:"id,attr"`
					Text string `xml:",chardata"`
				} `xml:"desc"`
			}
			decoder := xml.NewDecoder(strings.NewReader(svg))
			if err := decoder.Decode(&root); err != nil {
				t.Fatalf("%s: %v in\n%s", expression, err, svg)
			}
			for {
				token, err := decoder.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if text, ok := token.(xml.CharData); !ok || strings.TrimSpace(string(text)) != "" {
					t.Fatalf("%s: behind the svg element stands %v", expression, token)
				}
			}
			if root.Role != "img" || root.Labelled != root.Title.ID+" "+root.Desc.ID || root.Title.ID == root.Desc.ID {
				t.Errorf("%s: role %q, labelled by %q, of title %q and description %q",
					expression, root.Role, root.Labelled, root.Title.ID, root.Desc.ID)
			}
			wantTitle := "A finite automaton"
			if drawing.Title != "" {
				wantTitle = "<b>&\"' ]]>  \uFFFD\u202e"
			}
			if root.Title.Text != wantTitle || !strings.HasPrefix(root.Desc.Text, "State ") {
				t.Errorf("%s: title %q, description %q", expression, root.Title.Text, root.Desc.Text)
			}
			if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
				t.Errorf("%s: a place that is no number", expression)
			}
		}
	}
}

// TestDescription pins the words in which a figure is described.
func TestDescription(t *testing.T) {
	svg := near(`\A["\\]?\n?\z`).SVG(automaton.Drawing{Against: automaton.Current()})
	want := `State ε, the start, accepts. This differs. From ε, \n leads to \n. This differs. ` +
		`From ε, &#34; \\ leads to &#34;. From ε, + - A–Z a–z leads to sink. This differs. ` +
		`State \n accepts. State &#34; accepts. This differs. From &#34;, \n leads to \n. This differs. ` +
		`State sink does not accept. Any byte not shown leads to the sink, which accepts nothing.`
	if !strings.Contains(svg, ">"+want+"</desc>") {
		t.Errorf("the figure does not say %s\n%s", want, svg)
	}
}

// TestMarks: something is marked exactly when the languages differ.
func TestMarks(t *testing.T) {
	marked := func(d, other *automaton.DFA) bool {
		drawing := automaton.Drawing{Against: other}
		svg := strings.Contains(d.SVG(drawing), `class="differs"`)
		dot := strings.Contains(d.DOT(drawing), "differs: ")
		table := strings.Contains(strings.TrimSuffix(d.Table(drawing), "\n"), "!")
		if svg != dot || dot != table {
			t.Errorf("marks in the SVG %t, in DOT %t, in the table %t", svg, dot, table)
		}
		return table
	}
	for _, expression := range faulty {
		d := near(expression)
		if !marked(d, automaton.Current()) || !marked(automaton.Current(), d) || marked(d, d) {
			t.Errorf("%s: marks that do not say whether it is the language of EPIN", expression)
		}
	}
	random := rand.New(rand.NewPCG(13, 14))
	for range 50 {
		a := randomAutomaton(random, 1+random.IntN(3), "a")
		b := randomAutomaton(random, 1+random.IntN(3), "a")
		if got, want := marked(a, b), !automaton.Equal(a, b); got != want {
			t.Errorf("marked %t, different %t:\n%s\n%s", got, want, a.Table(automaton.Drawing{}), b.Table(automaton.Drawing{}))
		}
	}
}
