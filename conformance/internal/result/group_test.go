package result

import (
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/notation"
)

func accepted(tokens ...string) []Finding { return changed(func(*Finding) {}, tokens...) }

func changed(change func(*Finding), tokens ...string) (all []Finding) {
	for _, token := range tokens {
		f := Finding{
			Ops: []conformance.Op{conformance.OpParse}, Input: Input{Token: printable.Token(token)},
			Deviation: Deviation{Aspect: AspectVerdict, Outcome: conformance.Accepted, Wanted: "rejected", Got: "accepted"}, Requirements: []string{"epin/9.1/reject"},
		}
		change(&f)
		all = append(all, f)
	}
	return all
}

// value returns an incorrect result of a method.
func value(method conformance.Method, requirement string) Finding {
	return Finding{
		Ops: []conformance.Op{conformance.OpApply}, Input: Input{Methods: []conformance.Method{method}, Token: "A"}, Minimal: true,
		Requirements: []string{requirement}, Deviation: Deviation{
			Aspect: AspectResult + string(method), Outcome: conformance.Accepted,
			Wanted: printable.Text(string(method) + ` "A"`), Got: printable.Text(string(method) + ` "B"`),
		},
	}
}

// TestGroupsOf checks which findings are one incorrect behaviour, and how it is described.
func TestGroupsOf(t *testing.T) {
	rejected := changed(func(f *Finding) {
		f.Deviation = Deviation{Aspect: AspectVerdict, Outcome: conformance.Rejected, Wanted: "accepted", Got: "rejected"}
	}, "K", "k", "K'")
	later := changed(func(f *Finding) {
		f.Calls = []Call{{Op: conformance.OpParse, Input: Input{Token: "A"}, Times: 1}}
	}, "", "+")
	crashes := changed(func(f *Finding) {
		f.Outcome, f.CrashKind, f.Crash = conformance.Crashed, "crashed IndexError", "IndexError: "+printable.Text(f.Token.String())
	}, "\xff", "\xfe", "")
	kinds := slices.Clone(crashes[:2])
	kinds[1].CrashKind, kinds[1].Crash = "hung", "it hung"
	equality := Finding{
		Ops: []conformance.Op{conformance.OpEqual}, Input: Input{Token: "A", Other: new(printable.Token("a"))},
		Deviation: Deviation{Aspect: AspectEquality, Outcome: conformance.Equal, Wanted: "unequal", Got: "equal"},
	}
	attribute := Finding{
		Ops: []conformance.Op{conformance.OpParse}, Input: Input{Token: "A"},
		Deviation: Deviation{Aspect: "side", Outcome: conformance.Accepted, Wanted: `side "first"`, Got: `side "second"`},
	}
	twice, crash := value("derive", "a"), value("flip", "a")
	twice.Methods = []conformance.Method{"derive", "derive"}
	crash.Outcome, crash.Crash = conformance.Crashed, "oh"
	for name, test := range map[string]struct {
		findings []Finding
		want     []string
	}{
		"one":                {accepted("A\n"), []string{`Accepts "A\n", which is not a valid token.`}},
		"line breaks":        {accepted("A\n", "A\r", "A\u2028"), []string{`Accepts a line break after a token, such as "A\n", "A\r" and "A\u2028".`}},
		"blanks":             {accepted("A ", "A\t", "\vA", "\u00a0A"), []string{`Accepts white space after a token, such as "A " and "A\t".`, `Accepts white space before a token, such as "\vA" and "\u00a0A".`}},
		"letters":            {accepted("\u00e9", "\u00e8"), []string{`Accepts letters outside ASCII, such as "\u00e9" (é) and "\u00e8" (è).`}},
		"characters":         {accepted("\u00e9", "\u2019"), []string{`Accepts characters outside ASCII, such as "\u00e9" (é) and "\u2019".`}},
		"letters with marks": {accepted("\u00e9", "+\u00e8'", "\u00ea^"), []string{`Accepts letters outside ASCII, such as "\u00e9" (é), "+\u00e8'" and "\u00ea^".`}},
		"bytes with marks":   {changed(func(f *Finding) { f.Outcome = conformance.Crashed }, "'\x80", "\x80'"), []string{`Crashes on malformed UTF-8, such as "'\x80" and "\x80'".`}},
		"marks stay apart":   {accepted("A''", "A'^", "++A"), []string{`Accepts "A''", which is not a valid token.`, `Accepts "A'^", which is not a valid token.`, `Accepts "++A", which is not a valid token.`}},
		"tokens":             {rejected, []string{`Rejects 2 tokens, such as "K" and "k".`, `Rejects "K'", which is a valid token.`}},
		"crashes":            {crashes, []string{`Crashes on malformed UTF-8, such as "\xff" and "\xfe".`, `Crashes on "": IndexError: ""`}},
		"kinds of crashes":   {kinds, []string{`Crashes on "\xff": IndexError: "\xff"`, `Crashes on "\xfe": it hung`}},
		"methods":            {[]Finding{value("flip", "a"), value("mark", "b"), value("derive", "a")}, []string{`flip("A") returned "B"; expected "A". The same happens with derive("A").`, `mark("A") returned "B"; expected "A".`}},
		"equality":           {[]Finding{equality}, []string{`equal("A", "a") returned equal; expected unequal.`}},
		"an attribute":       {[]Finding{attribute}, []string{`parse("A") returned side "second"; expected side "first".`}},
		"two methods":        {[]Finding{twice}, []string{`derive(derive("A")) returned "B"; expected "A".`}},
		"a crash in one":     {[]Finding{crash}, []string{`Crashes in flip("A"): oh`}},
		"order dependence":   {later, []string{`In 2 cases the response depends on other inputs. Accepts "", which is not a valid token, after other inputs.`}},
		"no finding at all":  {nil, nil},
	} {
		groups := GroupsOf(notation.EPIN, test.findings)
		var says []string
		var all []int
		for _, g := range groups {
			says = append(says, g.Says.String())
			all = append(all, g.Findings...)
		}
		slices.Sort(all)
		if !slices.Equal(says, test.want) || len(all) != len(test.findings) || len(slices.Compact(all)) != len(test.findings) {
			t.Errorf("%s: %q, want %q; findings %v", name, says, test.want, all)
		}
	}
}

// TestCauseLines: a cause that an earlier group has is not repeated.
func TestCauseLines(t *testing.T) {
	cause := []Cause{{Text: "The pattern has no anchor.", Fix: "Add one.", Explains: "all 3 failures"}}
	r := Result{Groups: []Group{{Findings: []int{0}, Causes: cause}, {Findings: []int{1}, Causes: cause}, {Findings: []int{2}}}}
	for i, want := range [][]string{
		{"Likely cause: The pattern has no anchor. This explains all 3 failures.", "Fix: Add one."}, {"Likely cause: that of 1."}, nil,
	} {
		if got := r.CauseLines(i); !slices.Equal(got, want) {
			t.Errorf("group %d: %q, want %q", i+1, got, want)
		}
	}
}
