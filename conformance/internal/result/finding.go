package result

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// Finding is the result of shrinking the inputs of failed checks: one input that is
// answered incorrectly, in one way or in several at once. Checks that shrink to the same
// input are one finding.
//
// To shrink an input is to request simpler ones of the library, and to go on with the first
// that fails in the same way, until there is none. Simpler is, of an input, what is left
// without some bytes of it, at most half of them at once, so that an input of another bug is
// not taken for it; or the input with a byte replaced by one that stands
// before it in "Aa'^+-0! ", U+0000, and what is not ASCII. Where the library takes text
// only, it is characters and not bytes that are left out. Of transformations in a row
// some are left out as well; two tokens that are compared stay tokens. In the same way
// means: incorrectly accepted, incorrectly rejected, ended by a crash of the same name, a
// death or a hang, or with the same attribute or the same transformation wrong.
//
// A law that is broken, a row of the documents and a history come to the response that was
// incorrect in them: the reference breaks no law, so there is one.
//
// The zero value is none.
type Finding struct {
	// What is answered incorrectly, by each of Ops: parse, valid, sweep and apply with no
	// method can share a wrong verdict.
	Ops List[conformance.Op] `json:"ops"`
	Input
	// Calls have to be requested besides, of a fresh process, in order; empty where
	// the input alone fails. Tokens that are swept one after the other are one sweep.
	Calls List[Call] `json:"calls"`
	Seen  Repeat     `json:"seen"`
	// Minimal says that nothing simpler was found that fails in the same way. Where it is
	// false, shrinking ended early: Result.Notes say why.
	Minimal bool `json:"minimal"`

	Requirements List[string]         `json:"requirements"` // that it breaks; those that only other inputs break are not among them
	Checks       int                  `json:"checks"`       // failed checks that come to it
	AtLeast      bool                 `json:"atLeast"`      // that there may be more: not all of those that failed were kept to be looked at
	Check        string               `json:"check"`        // one of them, of this very input where there is one
	First        printable.Token      `json:"first"`        // its input
	Why          printable.Text       `json:"why"`          // why that check exists, where that is about this input
	Wanted       printable.Text       `json:"wanted"`
	Got          printable.Text       `json:"got"`
	Diff         printable.Lines      `json:"diff,omitempty"`   // the differing responses as go-cmp shows them; for people, not stable
	Repeat       List[printable.Text] `json:"repeat"`           // the command that repeats it; the suite fills neither this nor what follows
	Shell        string               `json:"shell"`            // Repeat as a line for a shell, which has the command's very bytes
	Replay       printable.Text       `json:"replay,omitempty"` // the name of the selector file that reproduces it, where one was written

	Op      string   `json:"-"` // what Check requested: see Failure
	Seeded  bool     `json:"-"` // whether Check depends on the seed
	Only    []string `json:"-"` // selectors that repeat it, in order; empty where only the run does
	Changed bool     `json:"-"` // a fresh process that was requested the same alone answered correctly
}

// Input is what is requested by an operation.
type Input struct {
	Methods List[conformance.Method] `json:"methods"` // of apply
	Token   printable.Token          `json:"token"`
	Other   *printable.Token         `json:"other,omitempty"` // of equal
}

// InputOf returns the input of a request. A sweep has its one token in Token.
func InputOf(req conformance.Request) Input {
	return Input{req.Methods, printable.Token(req.Token), OtherOf(req)}
}

// OtherOf returns the second token of a request; nil where it has none.
func OtherOf(req conformance.Request) *printable.Token {
	if req.Op != conformance.OpEqual {
		return nil
	}
	other := printable.Token(req.Other)
	return &other
}

// Request returns the request of this input by an operation.
func (i Input) Request(op conformance.Op) conformance.Request {
	req := conformance.Request{Op: op, Methods: i.Methods, Token: string(i.Token)}
	if i.Other != nil {
		req.Other = string(*i.Other)
	}
	return req
}

// String returns the input in one line of printable text.
func (i Input) String() string {
	s := i.Token.Shown()
	if i.Other != nil {
		s += " and " + i.Other.Shown()
	}
	return strings.Join(append(words(i.Methods), s), " ")
}

// ShownHex is the input in hexadecimal.
func (i Input) ShownHex() string {
	if i.Other == nil {
		return i.Token.ShownHex()
	}
	return i.Token.ShownHex() + " and " + i.Other.ShownHex()
}

// Call is something that is requested in the same process as a finding.
type Call struct {
	Op conformance.Op `json:"op"`
	Input
	Times  int  `json:"times"`  // in a row
	Behind bool `json:"behind"` // after the input, in the same sweep; otherwise before it
}

// Asked says what a request asks, in one line of printable text.
func Asked(req conformance.Request) string { return string(req.Op) + " " + InputOf(req).String() }

// words are names as strings.
func words[T ~string](names []T) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = string(name)
	}
	return out
}

// SetRepeat sets the command that repeats a finding.
func (f *Finding) SetRepeat(command []string) {
	f.Repeat, f.Shell = printable.Texts(command), printable.ShellLine(command)
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
func (r Report) FirstFindings() []int { return Spread(r.Findings, firstFindings) }

// shows is the smaller the more telling a finding is.
func (f *Finding) shows() int {
	calls := len(f.Calls)
	if f.Seen != RepeatAlone && f.Seen != RepeatAfter {
		calls = 1 << 20
	}
	return calls<<24 + len(f.Methods)<<22 + 2*len(f.Token)
}

// Subject names what is asked, and whether other calls belong to it, in one line of
// printable text.
func (f *Finding) Subject() string {
	s := f.Input.String()
	if len(f.Calls) > 0 {
		s += ", among other calls"
	}
	return s
}

// By lists the operations.
func (f *Finding) By() string { return strings.Join(words(f.Ops), ", ") }

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
		s := string(c.Op) + " " + c.Input.String()
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

// Sentence says what is wrong.
func (f *Finding) Sentence() string {
	by := " (by " + f.By() + ")"
	if len(f.Calls) > 0 {
		by = " (by " + f.By() + ", among other calls)"
	}
	got, wanted := f.Got.String(), f.Wanted.String()
	if n := len(f.Methods); n == 1 || n > 1 && f.Minimal { // then it is the last one that is wrong
		last := string(f.Methods[n-1]) + " "
		g, ofLast := strings.CutPrefix(got, last)
		if w, expected := strings.CutPrefix(wanted, last); ofLast && expected {
			got, wanted = g, w
		}
	}
	crash, crashed := strings.CutPrefix(printable.Abbreviate(got, longestToken), "crashed: ")
	switch {
	case wanted == "rejected" && got == "accepted":
		return "It accepts " + f.Input.String() + ", which is no token" + by + "."
	case wanted == "accepted" && got == "rejected":
		return "It refuses " + f.Input.String() + ", which is a token" + by + "."
	case crashed && len(f.Methods) == 0 && f.Other == nil:
		return "It crashes on " + f.Input.String() + by + ": " + crash
	case crashed:
		return "It crashes in " + f.call() + by + ": " + crash
	}
	if len(f.Ops) == 1 && len(f.Calls) == 0 {
		by = "" // the call says it
	}
	if original, ofReceiver := strings.CutPrefix(got, "original "); ofReceiver {
		what := "the string form of " + f.Token.Shown() + " is"
		if len(f.Methods) > 0 {
			what = f.call() + " changed the value that it was called on: its string form became"
		}
		return what + " " + printable.Abbreviate(original, longestToken) + by + "."
	}
	return f.call() + " returned " + printable.Abbreviate(got, longestToken) + "; expected " + printable.Abbreviate(wanted, longestToken) + by + "."
}

// call is what is asked as a call, such as derive("A'").
func (f *Finding) call() string {
	s := f.Token.Shown()
	if f.Other != nil {
		s += ", " + f.Other.Shown()
	}
	if len(f.Methods) == 0 {
		return strings.Join(words(f.Ops[:min(1, len(f.Ops))]), "") + "(" + s + ")"
	}
	for _, m := range f.Methods {
		s = string(m) + "(" + s + ")"
	}
	return s
}

// Details returns what there is to say of a finding below its subject, but for how it is
// repeated: lines of printable text. paint is for what was got.
func (f *Finding) Details(paint func(got string) string) string {
	var b strings.Builder
	for _, line := range []struct{ label, text string }{
		{"hex", f.ShownHex()}, {"asked", f.By()}, {"before", f.Before()}, {"behind", f.Behind()},
		{"wanted", f.Wanted.Short(longestText)}, {"got", paint(f.Got.Short(longestText))},
		{"against", strings.Join(f.Requirements, ", ")}, {"failed", f.Counted()}, {"why asked", f.Why.String()}, {"but", f.Doubt()},
	} {
		if line.text != "" {
			fmt.Fprintf(&b, "     %-10s %s\n", line.label, line.text)
		}
	}
	if f.Diff != "" {
		b.WriteString("     - wanted, + got:\n")
		for line := range strings.Lines(f.Diff.String()) {
			b.WriteString("       " + strings.TrimRight(line, "\n") + "\n")
		}
	}
	return b.String()
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
	if f.First != f.Token {
		s += " on " + f.First.Shown()
	}
	return s
}

// Doubt says what a finding is not sure of, or is empty.
func (f *Finding) Doubt() string {
	switch {
	case f.Seen == RepeatNot:
		return "it was not reproduced reliably in a fresh process"
	case f.Seen == RepeatUnknown:
		return "it is shown as it failed: whether it fails again in a fresh process was not found out"
	case !f.Minimal:
		return "there may be something shorter: asking ended early"
	}
	return ""
}

// Spread chooses up to n findings by their places: those that show a requirement for the
// first time, and then the others, in their order.
func Spread(findings []Finding, n int) []int {
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
