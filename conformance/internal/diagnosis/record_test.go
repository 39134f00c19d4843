package diagnosis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// TestOnlyFailure checks the text of a cause: how much it explains, and the fix, which is that for
// the language of the library, if it has one.
func TestOnlyFailure(t *testing.T) {
	m := double.Mutant("dollar-for-z")
	sent := valids("K\n", "K", "K\r", "K!", "K ", "!K", "x!\nK", "\nK", "K\u0085", "K\n\n")
	record := recorded(m.New(notation.EPIN), notation.EPIN, sent)
	for language, fix := range map[string]string{
		"Python 3.12": `Use re.fullmatch, or end the pattern in \Z.`, "python": m.Fixes["python"], "python, pypy 7.3": m.Fixes["python"],
		"jruby 9": m.Fixes["ruby"], "C#": m.Fixes["c#"], "kotlin": m.Fix, "golang": m.Fixes["go"], "a language of my own\n": m.Fix, "": m.Fix,
	} {
		run := runOf(sent, language)
		run.Failed = 1
		causes, err := record.Diagnose(context.Background(), run)
		bug := m.Bug
		if language == "golang" {
			bug = m.Bugs["go"]
		}
		want := result.Cause{Mutant: m.Name, Text: printable.Text(bug), Fix: printable.Text(fix), Explains: "the only failure"}
		if err != nil || len(causes[0]) != 1 || causes[0][0] != want || fix == "" {
			t.Errorf("%q: %v, %v, want %v", language, causes, err, want)
		}
	}
}

// TestShareOfGroup: a likely cause explains at least half of the failed checks of its group, kept or not.
func TestShareOfGroup(t *testing.T) {
	var sent []conformance.Request
	for i := range 17 {
		sent = append(sent, valid(string(rune('A'+i))+"\n"))
	}
	record := recorded(double.Mutant("dollar-for-z").New(notation.EPIN), notation.EPIN, sent)
	for failed, want := range map[int]int{17: 1, 34: 1, 35: 0, 2933: 0} {
		run := runOf(sent, "")
		run.Failed, run.Groups[0].Failed = failed, failed
		causes, err := record.Diagnose(context.Background(), run)
		if err != nil || min(len(causes[0]), 1) != want {
			t.Errorf("%d failed checks: %+v, %v", failed, causes[0], err)
		}
	}
}

// TestOnePart: of two incorrect attributes in each response, a mutant explains one.
func TestOnePart(t *testing.T) {
	library := altered(double.Mutant("side-inverted").New(notation.EPIN), func(_ conformance.Request, resp *conformance.Response) {
		resp.Attribute(notation.EPIN, "name").Text += "!"
	})
	sent := []conformance.Request{parse("K"), parse("k"), parse("+K^'"), parse("K!")}
	record := recorded(library, notation.EPIN, sent)
	causes := diagnose(t, record, sent, Group{Requests: sent, Aspects: []string{"side"}}, Group{Requests: sent, Aspects: []string{"name"}})
	if len(causes[0]) != 1 || causes[0][0].Mutant != "side-inverted" || causes[0][0].Explains != "all 3 failures that were compared, of 4, some only in part" || len(causes[1]) > 0 {
		t.Errorf("%+v", causes)
	}
}

func TestTwoResponsesToOneRequest(t *testing.T) {
	right, wrong := responseOf(conformance.Reference(notation.EPIN), parse("K")), conformance.Response{Outcome: conformance.Rejected}
	crash := conformance.Response{Outcome: conformance.Crashed}
	for _, responses := range [][2]conformance.Response{{right, wrong}, {wrong, right}, {wrong, crash}, {wrong, wrong}} {
		record := NewRecord(notation.EPIN)
		for _, a := range responses {
			record.Add(parse("K"), a, true)
		}
		if same := responses[0].Equal(responses[1]); record.Unstable == same {
			t.Errorf("%v: unstable %t", responses, !same)
		}
		record.Unstable = true
		if len(diagnose(t, record, []conformance.Request{parse("K"), parse("K")})[0]) > 0 {
			t.Errorf("%v: marked as unstable, with a cause", responses)
		}
	}
}

func TestDiagnosisEnds(t *testing.T) {
	record := NewRecord(notation.EPIN)
	record.Add(parse("K\n"), conformance.Response{Outcome: conformance.Accepted}, true)
	ctx, cancel := context.WithCancelCause(context.Background())
	over := errors.New("over")
	cancel(over)
	if d, err := record.Diagnose(ctx, runOf([]conformance.Request{parse("K\n")}, "")); !errors.Is(err, over) || len(d[0]) > 0 {
		t.Errorf("%+v, %v", d, err)
	}
}

// TestRecordIsBounded tests more responses than a record holds, and long ones. Requests after
// the first dropped response are not compared, because correct ones cannot be told from dropped
// ones.
func TestRecordIsBounded(t *testing.T) {
	record := NewRecord(notation.EPIN)
	record.room = 20 * (weightOfRequest + 10)
	long := strings.Repeat("x", 1<<10)
	var sent []conformance.Request
	for i := range 100 {
		sent = append(sent, valid(fmt.Sprintf("K!%d", i)))
		record.Add(sent[i], conformance.Response{Outcome: conformance.Accepted}, true)
	}
	sent = append(sent, valid("K!"))
	if kept := len(record.wrong); kept < 20 || kept > 25 || record.dropped == nil {
		t.Errorf("%d kept, dropped %v", kept, record.dropped)
	}
	if len(diagnose(t, record, sent)[0]) == 0 {
		t.Error("no cause of those that are kept")
	}
	// The same correct response before them refutes it.
	if len(diagnose(t, record, slices.Insert(sent, 0, sent[100]))[0]) > 0 {
		t.Error("a correct response does not refute the cause")
	}
	record = NewRecord(notation.EPIN)
	record.room = weightOfRequest + weightOfResponse + len(long)
	values := notation.Values{notation.TextValue(long)}
	record.Add(parse("K!"), conformance.Response{Outcome: conformance.Accepted, Attributes: values, Error: long}, true)
	if len(record.wrong) > 0 {
		t.Error("a long response is kept")
	}
	for i := range mostSilent + 1 {
		record.Add(valid(fmt.Sprint(i)), conformance.Response{}, true)
	}
	if n := len(record.silent); n != mostSilent {
		t.Errorf("%d requests without a response are noted, not %d", n, mostSilent)
	}
}

// TestConsequences: what follows the first incorrect result of transformations contradicts no cause, in any
// edition, and an incorrect comparison has its own.
func TestConsequences(t *testing.T) {
	for _, edition := range notation.All() {
		if !double.Mutant("flip-loses-sign").ExistsIn(edition) {
			continue
		}
		library := altered(double.Mutant("flip-loses-sign").New(edition), func(req conformance.Request, resp *conformance.Response) {
			right := responseOf(conformance.Correct(edition), req)
			if n := len(resp.Tokens); n > 1 && resp.Tokens[0] != right.Tokens[0] {
				resp.Tokens[n-1] = "?"
			}
		})
		sent := []conformance.Request{equal("K", "k"), equal("K", "K"), equal("Q", "q")}
		for _, m := range conformance.MethodsOf(edition) {
			sent = append(sent, apply("+K", conformance.Flip, m), apply("K", conformance.Flip, m), apply("+K", m))
		}
		if causes := diagnose(t, recorded(library, edition, sent), sent)[0]; !blames(causes, "flip-loses-sign") {
			t.Errorf("edition %s: the causes are %+v", edition, causes)
		}
		ignoring := recorded(double.Mutant("equality-ignores-case").New(edition), edition, sent)
		if causes := diagnose(t, ignoring, sent)[0]; !blames(causes, "equality-ignores-case") {
			t.Errorf("edition %s: the causes are %+v", edition, causes)
		}
	}
}
