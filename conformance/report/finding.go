package report

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/internal/number"
)

// Finding is what failed checks come to when their inputs are shrunk: see suite.Finding,
// which says how.
type Finding struct {
	Ops     []string `json:"ops"`
	Methods []string `json:"methods"` // of apply
	Token   Token    `json:"token"`
	Other   *Token   `json:"other,omitempty"` // of equal
	// Calls have to be asked besides; empty where the input alone fails.
	Calls        []Call   `json:"calls"`
	Seen         string   `json:"seen"`    // whether it was seen again in a fresh process: see suite.Repeat
	Minimal      bool     `json:"minimal"` // whether nothing simpler was found
	Requirements []string `json:"requirements"`
	Checks       int      `json:"checks"`  // failed checks that come to it
	AtLeast      bool     `json:"atLeast"` // whether there may be more of them
	Check        string   `json:"check"`   // one of them
	First        Token    `json:"first"`   // its input
	Why          string   `json:"why"`     // why that check exists; empty where that is about another input
	Wanted       string   `json:"wanted"`
	Got          string   `json:"got"`
	Diff         string   `json:"diff,omitempty"`   // lines for people; go-cmp promises no stable text
	Repeat       []string `json:"repeat"`           // the command that repeats it
	Shell        string   `json:"shell"`            // Repeat as a line for a shell, which has the command's very bytes
	Replay       string   `json:"replay,omitempty"` // the name of the selector file that reproduces it, where one was written
}

// Call is something that is asked in the same process as a finding.
type Call struct {
	Op      string   `json:"op"`
	Methods []string `json:"methods"`
	Token   Token    `json:"token"`
	Other   *Token   `json:"other,omitempty"`
	Times   int      `json:"times"`  // in a row
	Behind  bool     `json:"behind"` // after the input, in the same sweep; otherwise before it
}

func (c *Collector) finding(f suite.Finding) Finding {
	out := Finding{
		Ops: wordsOf(f.Ops), Methods: wordsOf(f.Methods), Token: tokenOf(f.Token),
		Calls: []Call{}, Seen: f.Repeat.String(), Minimal: f.Minimal,
		Requirements: f.Requirements, Checks: f.Checks, AtLeast: f.AtLeast,
		Check: f.First.Check, First: tokenOf(f.First.Token), Why: visible(f.Why),
		Wanted: Said(f.Wanted), Got: Said(f.Got), Diff: diffOf(f.Diff),
	}
	if f.Two {
		out.Other = pointerTo(tokenOf(f.Other))
	}
	for _, call := range f.Calls {
		shown := Call{Op: string(call.Op), Methods: wordsOf(call.Methods), Token: tokenOf(call.Token), Times: call.Times, Behind: call.Behind}
		if call.Other != "" {
			shown.Other = pointerTo(tokenOf(call.Other))
		}
		out.Calls = append(out.Calls, shown)
	}
	// Without a selector the whole run has to be repeated, and needs its seed.
	command := "certify"
	if len(f.Only) == 0 && c.rounds > 0 {
		command = "fuzz"
	}
	only := f.Only
	if len(only) == 0 && command == "certify" {
		only = c.only // what found it
	}
	out.SetRepeat(c.repeating(command, only, len(f.Only) == 0 || f.First.Seeded && slices.Contains(f.Only, f.First.Check)))
	return out
}

// SetRepeat sets the command that repeats a finding.
func (f *Finding) SetRepeat(command []string) {
	f.Repeat, f.Shell = visibleAll(command), ShellLine(command)
}

func pointerTo(t Token) *Token { return &t }

func wordsOf[T ~string](names []T) []string {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = string(name)
	}
	return words
}

// Shortest returns the finding that shows best that a requirement failed, by its place
// among the findings: one that was seen again rather than one that was not, with few calls
// besides, and a short input. It returns -1 where no finding does.
func (r Report) Shortest(requirement string) int {
	best := -1
	for i := range r.Findings {
		f := &r.Findings[i]
		if slices.Contains(f.Requirements, requirement) && (best < 0 || f.shows() < r.Findings[best].shows()) {
			best = i
		}
	}
	return best
}

// FirstFindings returns the findings with which a report begins, by their places among the
// findings.
func (r Report) FirstFindings() []int { return places(r.Findings, firstFindings) }

// shows is the smaller the more telling a finding is.
func (f *Finding) shows() int {
	calls := len(f.Calls)
	if f.Seen != suite.RepeatAlone.String() && f.Seen != suite.RepeatAfter.String() {
		calls = 1 << 20
	}
	return calls<<24 + len(f.Methods)<<22 + len(f.Token.Hex)
}

// asked is what is asked.
func (f *Finding) asked() string { return askedFor(f.Methods, f.Token, f.Other) }

// Subject names what is asked, and whether other calls belong to it, in one line of
// printable text.
func (f *Finding) Subject() string {
	s := f.asked()
	if len(f.Calls) > 0 {
		s += ", among other calls"
	}
	return s
}

func askedFor(methods []string, token Token, other *Token) string {
	s := token.Shown()
	if other != nil {
		s += " and " + other.Shown()
	}
	return strings.Join(append(slices.Clone(methods), s), " ")
}

// Before returns the requests that come before the input, or nothing.
func (f *Finding) Before() string { return f.company(false) }

// Behind returns what follows the input in the same sweep, or nothing.
func (f *Finding) Behind() string { return f.company(true) }

// company lists the calls before the input, or those behind it.
func (f *Finding) company(behind bool) string {
	const most = 6
	var calls []string
	more := 0
	for _, c := range f.Calls {
		if c.Behind != behind {
			continue
		}
		if len(calls) == most {
			more += c.Times
			continue
		}
		s := c.Op + " " + askedFor(c.Methods, c.Token, c.Other)
		if c.Times > 1 {
			s += " (" + number.Thousands(c.Times) + " times)"
		}
		calls = append(calls, s)
	}
	if more > 0 {
		calls = append(calls, number.Thousands(more)+" more")
	}
	return strings.Join(calls, "; ")
}

func (w *textWriter) findings(r Report) {
	if len(r.Findings) == 0 {
		return
	}
	order := spread(r.Findings, shownFindings)
	w.printf("\nFailures: %s", failuresCome(r))
	if len(order) < len(r.Findings) {
		w.printf("; %d are shown", len(order))
	}
	w.printf(".\n")
	for i, f := range order {
		w.numbered(i+1, &f)
	}
	if len(order) < len(r.Findings) {
		w.printf("\nThe others are in the JSON report: --report json=FILE.\n")
	}
	if r.Cut == "" && r.LastWords != "" {
		w.printf("\n")
		w.lastWords(r)
	}
}

// numbered writes a finding in detail.
func (w *textWriter) numbered(number int, f *Finding) {
	w.printf("\n%3d. %s\n", number, w.paint(bold, f.Subject()))
	w.finding(f)
	w.line("repeat", f.Shell)
	if f.Replay != "" {
		w.line("replay", f.Replay)
	}
}

// finding writes what there is to say of a finding below its subject, but for how it is
// repeated.
func (w *textWriter) finding(f *Finding) {
	w.line("hex", f.hex())
	w.line("asked", strings.Join(f.Ops, ", "))
	if before := f.Before(); before != "" {
		w.line("before", before)
	}
	if behind := f.Behind(); behind != "" {
		w.line("behind", behind)
	}
	w.line("wanted", Abbreviate(f.Wanted, longestText))
	w.line("got", w.paint(red, Abbreviate(f.Got, longestText)))
	w.line("against", strings.Join(f.Requirements, ", "))
	w.line("failed", f.Counted())
	if f.Why != "" {
		w.line("why asked", f.Why)
	}
	if s := f.Doubt(); s != "" {
		w.line("but", s)
	}
	if f.Diff != "" {
		w.printf("     - wanted, + got:\n")
		for line := range strings.Lines(f.Diff) {
			w.printf("       %s\n", strings.TrimRight(line, "\n"))
		}
	}
}

// Text is what the text of a report says of a finding, with another command that repeats
// it: several lines of printable text, the first of them its subject.
func (f *Finding) Text(repeat []string) string {
	var b strings.Builder
	w := &textWriter{bufio.NewWriter(&b), false}
	w.printf("%s\n", f.Subject())
	w.finding(f)
	w.line("repeat", ShellLine(repeat))
	_ = w.Flush() // to memory, which takes everything
	return b.String()
}

// failuresCome says how many checks failed, and to how many findings they come.
func failuresCome(r Report) string {
	failed, counted, come := 0, 0, "come"
	for _, p := range r.Parts {
		failed += p.Failed - p.Known
	}
	for _, f := range r.Findings {
		counted += f.Checks
	}
	if failed == 1 {
		come = "comes"
	}
	s := fmt.Sprintf("%s, which %s to %s", number.Counted(failed, "check"), come, number.Counted(len(r.Findings), "finding"))
	if counted > failed {
		s += ", some of them to several"
	}
	return s
}

// Sentence says what is wrong.
func (f *Finding) Sentence() string {
	by := " (by " + strings.Join(f.Ops, ", ") + ")"
	if len(f.Calls) > 0 {
		by = " (by " + strings.Join(f.Ops, ", ") + ", among other calls)"
	}
	got, wanted := f.Got, f.Wanted
	if n := len(f.Methods); n == 1 || n > 1 && f.Minimal { // then it is the last one that is wrong
		g, ofLast := strings.CutPrefix(got, f.Methods[n-1]+" ")
		if w, expected := strings.CutPrefix(wanted, f.Methods[n-1]+" "); ofLast && expected {
			got, wanted = g, w
		}
	}
	crash, crashed := strings.CutPrefix(Abbreviate(got, longestToken), "crashed: ")
	switch {
	case wanted == "rejected" && got == "accepted":
		return "It accepts " + f.asked() + ", which is no token" + by + "."
	case wanted == "accepted" && got == "rejected":
		return "It refuses " + f.asked() + ", which is a token" + by + "."
	case crashed && len(f.Methods) == 0 && f.Other == nil:
		return "It crashes on " + f.asked() + by + ": " + crash
	case crashed:
		return "It crashes in " + f.call() + by + ": " + crash
	}
	if len(f.Ops) == 1 && len(f.Calls) == 0 {
		by = "" // the call says it
	}
	return f.call() + " returned " + Abbreviate(got, longestToken) + "; expected " + Abbreviate(wanted, longestToken) + by + "."
}

// call is what is asked as a call, such as derive("A'").
func (f *Finding) call() string {
	s := f.Token.Shown()
	if f.Other != nil {
		s += ", " + f.Other.Shown()
	}
	if len(f.Methods) == 0 {
		return strings.Join(f.Ops[:min(1, len(f.Ops))], "") + "(" + s + ")"
	}
	for _, m := range f.Methods {
		s = m + "(" + s + ")"
	}
	return s
}

// hex is what is asked in hexadecimal.
func (f *Finding) hex() string {
	if f.Other == nil {
		return f.Token.ShownHex()
	}
	return f.Token.ShownHex() + " and " + f.Other.ShownHex()
}

// Counted says how many checks come to a finding, and names one.
func (f *Finding) Counted() string {
	s := number.Counted(f.Checks, "check")
	if f.AtLeast {
		s = "at least " + s
	}
	if f.Checks > 1 || f.AtLeast {
		s += ", such as"
	}
	s += " " + f.Check
	if f.First.Hex != f.Token.Hex {
		s += " on " + f.First.Shown()
	}
	return s
}

// Doubt says what a finding is not sure of, or is empty.
func (f *Finding) Doubt() string {
	switch {
	case f.Seen == suite.RepeatNot.String():
		return "it was not reproduced reliably in a fresh process"
	case f.Seen == suite.RepeatUnknown.String():
		return "it is shown as it failed: whether it fails again in a fresh process was not found out"
	case !f.Minimal:
		return "there may be something shorter: asking ended early"
	}
	return ""
}

// spread chooses up to n findings, as places does.
func spread(findings []Finding, n int) []Finding {
	var out []Finding
	for _, i := range places(findings, n) {
		out = append(out, findings[i])
	}
	return out
}

// places chooses up to n findings by their places: those that show a requirement for the
// first time, and then the others, in their order.
func places(findings []Finding, n int) []int {
	shown := map[string]bool{}
	var first, rest []int
	for i, f := range findings {
		if slices.ContainsFunc(f.Requirements, func(id string) bool { return !shown[id] }) {
			first = append(first, i)
			for _, id := range f.Requirements {
				shown[id] = true
			}
		} else {
			rest = append(rest, i)
		}
	}
	chosen := append(first, rest...)
	chosen = chosen[:min(n, len(chosen))]
	slices.Sort(chosen)
	return chosen
}

// diffOf is a difference as it is shown: go-cmp indents with no-break spaces now and then.
func diffOf(diff string) string {
	return visibleLines(strings.ReplaceAll(diff, "\u00a0", " "))
}
