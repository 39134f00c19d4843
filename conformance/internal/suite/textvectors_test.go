package suite

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/internal/tests"
)

// TestRecordedTextVectors compares the vectors without JSON of the corpus, complete/*.txt and confusable.txt, with the
// complete suite for zero extra states and with the characters that libraries confuse.
func TestRecordedTextVectors(t *testing.T) {
	readme, err := os.ReadFile("../../../corpus/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range notation.All() {
		d, name := automaton.Of(e), strings.TrimSuffix(corpus.FileName(e.String()), ".jsonl")+".txt"
		words := regexp.QuoteMeta(strings.Join(d.Cover()[1:], "`, `")) // behind the empty string
		if !regexp.MustCompile("\n\\| `" + name + "` \\| ε[^`]*`" + words + "` \\|\n").Match(readme) {
			t.Errorf("corpus/README.md does not have the access words of %s: %q", name, d.Cover())
		}
		compareTextVectors(t, "complete/"+name, slices.Collect(completeSuite(e, 0).Words()), d.Accepts)
	}
	if !strings.HasPrefix(charactersFile, charactersHead()) {
		return // the tables of another version of Unicode
	}
	compareTextVectors(t, "confusable.txt", confusableStrings(), func(string) bool { return false })
}

// alsoConfused are letters that full case folding and normalisation map to several characters, capital letters of
// Greek and Cyrillic that look like Latin ones, and the byte order mark.
const alsoConfused = "ßŉǰẖẗẘẙẚẞﬀﬁﬂﬃﬄﬅﬆ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "АВЕКМНОРСТХЅІЈ" + "\ufeff"

// confusableStrings returns strings with one character beyond ASCII: alone, in place of a sign, of a letter behind
// a sign, and of a marker. The characters are those of each kind of the layer scalars, and those that compatibility
// normalisation maps to a character of tokens, such as wide ones. Of 13 mathematical alphabets one is enough.
func confusableStrings() (words []string) {
	confused := append([]rune(alsoConfused), characters()[scalarsOfEachKind]...)
	for _, r := range characters()[scalarsThatMatter] {
		mapped := norm.NFKD.String(string(r))
		if len(mapped) == 1 && isTokenByte(mapped[0]) && (r < '\U0001D434' || r > '\U0001D7FF') {
			confused = append(confused, r)
		}
	}
	slices.Sort(confused)
	for _, r := range slices.Compact(confused) {
		c := string(r)
		words = append(words, c, c+"K", "+"+c, "K"+c)
	}
	return words
}

// compareTextVectors compares a file of the corpus with one line for each string, short strings first.
func compareTextVectors(t *testing.T, name string, words []string, valid func(string) bool) {
	t.Helper()
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	var text strings.Builder
	for _, word := range words {
		verdict := 0
		if valid(word) {
			verdict = 1
		}
		fmt.Fprintf(&text, "%d:%x\n", verdict, word)
	}
	tests.Recorded(t, "../../../corpus/"+name, text.String())
}
