package dialect

import (
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/notation"
)

func ask(t *testing.T, q Question) *Answer {
	t.Helper()
	a, err := Ask(q)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	return a
}

// The pattern that an answer offers is equal to the edition, and to no other.
func TestExactPatterns(t *testing.T) {
	for _, d := range All {
		for _, call := range d.Calls {
			for _, e := range notation.All() {
				exact := ask(t, Question{e.String(), d.Name, call.Name, "K", ""}).Exact
				if a := ask(t, Question{e.String(), d.Name, call.Name, exact, ""}); !a.Equal || a.Causes != nil {
					t.Errorf("%s of %s, %s: %+v", call.Name, d.Title, e, a)
				}
			}
		}
	}
}

const trailing, lines, fold = "trailing line break", "every line", "Ignoring case"

// The patterns that the documents and authors write, and what is incorrect in them.
var patternsOfAuthors = []struct{ dialect, call, pattern, accepted, rejected, causes string }{
	{"javascript", "", `/^[-+]?[A-Za-z]\^?'?$/`, "", "", ""},
	{"javascript", "", `/^[-+]?[A-Za-z]\^?'?$/m`, "K\n", "", lines},
	{"javascript", "", `/^[-+]?[a-z]\^?'?$/i`, "", "", ""},
	{"javascript", "", `/^[-+]?[a-z]\^?'?$/iu`, "ſ", "", fold},
	{"javascript", "", `/\A[-+]?[A-Za-z]\^?'?\z/`, "AKz", "a", "without the flag u"},
	{"javascript", "", `[-+]?[A-Za-z]\^?'?`, "KK", "", "begin behind, end before"},
	{"python", "", `r"^[-+]?[A-Za-z]\^?'?$"`, "K\n", "", trailing},
	{"python", "re.fullmatch", `[-+]?[A-Za-z]\^?'?`, "", "", ""},
	{"python", "re.match", `[-+]?[A-Za-z]\^?'?`, "KK", "", "end before"},
	{"python", "re.fullmatch", `(?i)[-+]?[a-z]\^?'?`, "\u0130", "", fold},
	{"python", "re.fullmatch", `(?ai)[-+]?[a-z]\^?'?`, "", "", ""},
	{"python-bytes", "re.fullmatch", `rb"[-+]?[a-z]\^?'?"`, "", "A", "lacks upper-case"},
	{"ruby", "", `/\A[-+]?[A-Za-z]\^?'?\z/`, "", "", ""},
	{"ruby", "", `%r{\A[-+]?[A-Za-z]\^?'?\Z}`, "K\n", "", trailing},
	{"ruby", "", `/^[-+]?[A-Za-z]\^?'?$/`, "K\n", "", lines},
	{"ruby", "", `/\A[-+]?[[:alpha:]]\^?'?\z/`, "ª", "", "A class such as"},
	{"java", "", `"[-+]?[A-Za-z]\\^?'?"`, "", "", ""},
	{"java", "find", `^[-+]?[A-Za-z]\^?'?$`, "K\n", "", trailing},
	{"java", "lookingAt", `[-+]?[A-Za-z]\^?'?`, "KK", "", "end before"},
	{"php", "", `/^[-+]?[A-Za-z]\^?'?$/`, "K\n", "", trailing},
	{"php", "", `/^[-+]?[A-Za-z]\^?'?$/D`, "", "", ""},
	{"php", "", `'#^[-+]?[a-z]\^?'?$#iD'`, "", "", ""},
	{"php", "", `~^[-+]?[a-z]\^?'?$~iDu`, "ſ", "", fold},
	{"php", "", `/\b[-+]?[A-Za-z]\^?'?\b/`, "K+", "", "beside a letter"},
	{"dotnet", "", `@"^[-+]?[A-Za-z]\^?'?\z"`, "", "", ""},
	{"dotnet", "", `^[-+]?[A-Za-z]\^?'?$`, "K\n", "", trailing},
	{"dotnet", "", `(?i)^[-+]?[A-Z]\^?'?\z`, "\u212a", "", fold},
	{"rust", "", `r"^[-+]?[A-Za-z]\^?'?$"`, "", "", ""},
	{"rust", "", `r#"^[-+]?\w\^?'?$"#`, "1", "", "A class such as"},
	{"elixir", "", `~r/^[-+]?[A-Za-z]\^?'?$/`, "K\n", "", trailing},
	{"elixir", "", `~r/\A[-+]?[A-Za-z]\^?'?\z/u`, "", "", ""},
	{"go", "", "`^[-+]?[A-Za-z]\\^?'?$`", "", "", ""},
	{"go", "", `(?m)^[-+]?[A-Za-z]\^?'?$`, "K\n", "", lines},
	{"go", "", `^[-+]?[A-z]\^?'?$`, "^", "", "The range [A-z]"},
	{"go", "", `^[+-^]?[A-Za-z]\^?'?$`, "KK", "", "In [+-^]"},
	{"go", "", `^[-+]?[A-Za-z]\^?$`, "", "a'", "grammar is exactly that of PIN 1.0.0"},
	{"ruby", "", `^[-+]?[A-z]\^?'?$`, "^", "", lines + ", The range [A-z]"},
	{"go", "", `^[-+]?[A-Z]\^?'?|[-+]?[a-z]\^?'?$`, "KK", "", "not in a group"},
	{"go", "", `^[-+]?[A-Za-z]'?$`, "", "a^", "grammar is exactly that of EPIN 1.0.0-initial"},
	{"go", "", `^(?:[-+]?[A-Z]|[-+]?[a-z])\^?'?`, "KK", "", "end before"},
	{"javascript", "", `/\A[-+]?[A-Za-z]\^?'?\Z/m`, "AKZ", "a", "without the flag u"},
	{"go", "", `^K$`, "", "a", ""},
}

func TestPatternsOfAuthors(t *testing.T) {
	for _, test := range patternsOfAuthors {
		a := ask(t, Question{"1.0.0", test.dialect, test.call, test.pattern, ""})
		if isWrong := test.accepted+test.rejected != ""; a.Equal == isWrong || isWrong == (a.Violates == nil) {
			t.Errorf("%+v: %+v", test, a)
		}
		if test.accepted != "" && string(a.Accepted[0]) != test.accepted || test.rejected != "" && string(a.Rejected[0]) != test.rejected {
			t.Errorf("%+v: accepted %q, rejected %q", test, a.Accepted, a.Rejected)
		}
		causes := strings.FieldsFunc(test.causes, func(r rune) bool { return r == ',' })
		if len(causes) != len(a.Causes) {
			t.Errorf("%+v: %q", test, a.Causes)
			continue
		}
		for i, c := range a.Causes {
			if !strings.Contains(strings.ToLower(c.Text), strings.ToLower(strings.TrimSpace(causes[i]))) || c.Fix == "" ||
				causes[i] == lines && strings.HasPrefix(c.Fix, "Remove the flag m") != (test.dialect != "ruby") {
				t.Errorf("%+v: %q", test, c)
			}
		}
	}
}

func TestAnotherEditionIsNamed(t *testing.T) {
	a := ask(t, Question{"1.0.0", "go", "", `^[-+]?[A-Za-z]\^?$`, ""})
	if a.Equal || len(a.Causes) != 1 || a.Causes[0].Text != "The grammar is exactly that of PIN 1.0.0." || a.Tokens != 624 || a.Strings != "every byte string" {
		t.Errorf("%+v", a)
	}
}

// What has no answer is named, with its place.
func TestRefusals(t *testing.T) {
	for _, test := range [][3]string{
		{"ruby", `\A(?=K)`, "look-ahead (?= at character 3 of the pattern"}, {"php", `/(?<!a)K/`, "negative look-behind"},
		{"python", `(K)\1`, `a back reference \1 at character 4`}, {"ruby", `(?<a>K)\k<a>`, "a back reference"},
		{"php", `(?R)`, "recursion"}, {"java", `(?>a)`, "an atomic group"}, {"php", `(?(1)a)`, "a conditional"},
		{"java", `[-+]?+K`, "a possessive or second quantifier at character 6"}, {"go", `K**`, "a possessive or second"},
		{"ruby", `K{2}?`, "the count {2} at character 2"}, {"java", `\bK`, `the escape \b`}, {"java", `\p{P}`, `the escape \p`},
		{"javascript", `/\B/iu`, `the escape \B`}, {"go", `K\B`, `the escape \B at character 2`}, {"php", `\a`, `the escape \a`},
		{"ruby", `\v`, `the escape \v`}, {"dotnet", `\e`, `the escape \e`}, {"go", `\<`, `the escape \<`}, {"python", `K\z`, `the escape \z`},
		{"go", `K{2}?`, "the count {2} at character 2"}, {"go", `\p{Lt}`, `the escape \p`}, {"javascript", `/\U0001F600/`, `the escape \U`},
		{"javascript", "/\U0001F600/", "a character that the engine reads in parts"}, {"java", `(?d)K`, "a group (? at character 1"},
		{"java", `[[:alpha:]]`, "a POSIX class"}, {"ruby", `[a-z&&[^k]]`, "an intersection of classes"},
		{"javascript", `[]K]`, "an unescaped ] in a class"}, {"java", `[a[b]]`, "an unescaped [ in a class"},
		{"go", `K)`, "a ) without ("}, {"go", `(K`, "ends in the middle of a group"}, {"go", `[K`, "ends in the middle"},
		{"go", `K\`, "or an escape"}, {"go", `K{2`, "an unescaped {"}, {"go", `K{3,2}`, "the count {3,2}"},
		{"go", `^?K`, `a quantifier behind an anchor`}, {"go", `K^?`, `(a literal ^ is \^)`}, {"go", `*K`, "an unescaped *"},
		{"ruby", `/ss/i`, "to ignore the case of s"}, {"ruby", `/é/i`, "to ignore the case of é"}, {"ruby", `/K/x`, `the flag "x"`},
		{"javascript", `/K/g`, `the flag "g"`}, {"javascript", `/\'/u`, `the escape \'`}, {"javascript", `/[k-\d]/`, "a range without an end"},
		{"go", `[k-a]`, "a range without an end"}, {"go", `[ab-c-d]`, "a - that is neither first nor last"},
		{"go", "\xff", "is not UTF-8"}, {"go", strings.Repeat("K", 3000), "too large"}, {"go", `((K{900}){900}){900}`, "too large"}, {"go", `a.{8}`, "too large"},
		{"perl", `K`, `unknown dialect "perl": use one of javascript, python`}, {"elixir", `~r/K/s`, `the flag "s"`},
		{"rust", `(?-i:K)`, "a group (? at character 1"}, {"php", `é`, "a character that the engine reads in parts"},
		{"php", `\x{100}d`, `the escape \x{100} at character 1`},
	} {
		if a, err := Ask(Question{"1.0.0", test[0], "", test[1], ""}); err == nil || !strings.Contains(err.Error(), test[2]) {
			t.Errorf("%q: %+v, %v", test, a, err)
		}
	}
	if _, err := Ask(Question{"1.0.0", "java", "split", "K", ""}); err == nil || !strings.HasSuffix(err.Error(), "use one of matches, lookingAt, find") {
		t.Error(err)
	}
}

// Each mistake in the grammar is found in its own expression.
func TestMistakesInTheGrammar(t *testing.T) {
	for name := range strings.FieldsSeq(grammar) {
		m, exists := mutant.Named(name)
		if !exists {
			t.Errorf("there is no mutant %s", name)
			continue
		}
		a := ask(t, Question{"1.0.0", "go", "", m.Expression(notation.EPIN), ""})
		if len(a.Causes) != 1 || a.Causes[0].Text != m.Bug {
			t.Errorf("%s: %+v", name, a)
		}
	}
}
