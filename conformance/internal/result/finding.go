package result

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// Finding is the result of shrinking the inputs of failed checks: one input with an incorrect
// response, by one operation or by several. Checks that shrink to the same input are one
// finding. A property, a row of the documents and a history shrink to their incorrect response.
// Shrinking (delta debugging) sends simpler inputs to the library, as long as one fails in the same
// way: incorrectly accepted or rejected, a crash of the same name, an exit, a hang, or the same
// attribute or transformation is incorrect. The zero value is not a valid Finding.
type Finding struct {
	// ID is the selector that reproduces it, or else Check, a slash, and its Symptom: see KnownFailures.
	ID string `json:"id"`
	// Ops are the operations with the incorrect response: parse, valid, sweep and apply
	// without methods can share an incorrect verdict.
	Ops []conformance.Op `json:"ops"`
	Input
	// Calls are further requests that a fresh process needs to fail, in order; empty if the
	// input alone fails. Tokens that are swept one after the other are one sweep.
	Calls []Call `json:"calls"`
	Seen  Repeat `json:"seen"`
	// Minimal reports that no simpler input fails in the same way. If it is false, shrinking
	// ended early: see Result.Notes.
	Minimal bool `json:"minimal"`

	// Environment says in which environment the process fails, such as "with LC_ALL=C"; empty for its own.
	Environment string `json:"environment,omitempty"`

	Requirements []string `json:"requirements"` // the requirements that this input breaks
	Checks       int      `json:"checks"`       // failed checks: those that were shrunk to it, and those of the same kind that were not kept
	FirstCheck
	Deviation
	Reproduction
}

// FirstCheck is one of the failed checks of a finding, if possible with its input.
type FirstCheck struct {
	Check  string          `json:"check"`
	First  printable.Token `json:"first"`           // its input
	Why    printable.Text  `json:"why"`             // why it exists, if that is about the input of the finding
	Seeded bool            `json:"-"`               // whether it depends on the seed
	Random bool            `json:"random,omitzero"` // whether only random requests (layer fuzz) led to the finding
}

// Reproduction is how to reproduce a failure. The suite sets neither Repeat nor Shell nor Replay.
type Reproduction struct {
	Repeat []printable.Text `json:"repeat"`           // the command
	Shell  string           `json:"shell"`            // Repeat as a line for a shell, with its exact bytes
	Replay printable.Text   `json:"replay,omitempty"` // the selector file that reproduces it, or empty

	Only    []string `json:"-"` // selectors that reproduce it, in order; empty if only the run does
	Command []string `json:"-"` // the words before a command that sets the environment
}

// SetRepeat sets the command.
func (r *Reproduction) SetRepeat(command []string) {
	r.Repeat, r.Shell = printable.Texts(command), printable.ShellLine(command)
}

// Input is the arguments of an operation.
type Input struct {
	Methods []conformance.Method `json:"methods"` // for apply
	Token   printable.Token      `json:"token"`
	Other   *printable.Token     `json:"other,omitempty"` // for equal
}

// InputOf returns the input of a request. A sweep has its one token in Token.
func InputOf(req conformance.Request) Input {
	input := Input{Methods: req.Methods, Token: printable.Token(req.Token)}
	if req.Op == conformance.OpEqual {
		input.Other = new(printable.Token(req.Other))
	}
	return input
}

// Request returns the request with this input for an operation.
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

// ShownHex returns the input in hexadecimal.
func (i Input) ShownHex() string {
	if i.Other == nil {
		return i.Token.ShownHex()
	}
	return i.Token.ShownHex() + " and " + i.Other.ShownHex()
}

// Call is a further request in the same process as the input of a finding.
type Call struct {
	Op conformance.Op `json:"op"`
	Input
	Times  int  `json:"times"`  // number of repetitions in a row
	Behind bool `json:"behind"` // after the input, in the same sweep; otherwise before it
}

func words[T ~string](names []T) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = string(name)
	}
	return out
}

// Shortest returns the index of the best finding for a failed requirement: it prefers
// reproduced findings, few calls, and short inputs. It returns -1 if there is none.
func (r Report) Shortest(requirement string) int {
	best, least := -1, 0
	for i, f := range r.Findings {
		calls := len(f.Calls)
		if !f.Seen.Reproduced() {
			calls = 1 << 20
		}
		rank := calls<<24 + len(f.Methods)<<22 + 2*len(f.Token)
		if slices.Contains(f.Requirements, requirement) && (best < 0 || rank < least) {
			best, least = i, rank
		}
	}
	return best
}

// Subject returns the input, and whether other calls belong to it, in one printable line.
func (f *Finding) Subject() string {
	s := f.Input.String()
	if len(f.Calls) > 0 {
		s += ", among other calls"
	}
	return s
}

// By returns the operations, separated by commas.
func (f *Finding) By() string { return strings.Join(words(f.Ops), ", ") }

// Before returns the requests before the input, or "".
func (f *Finding) Before() string { return f.company(false) }

// Behind returns the calls after the input in the same sweep, or "".
func (f *Finding) Behind() string { return f.company(true) }

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

// Sentence returns a sentence about the incorrect response.
func (f *Finding) Sentence() string {
	after := ""
	switch {
	case f.Before() != "":
		after = ", after other inputs"
	case f.Behind() != "":
		after = ", before other inputs"
	}
	if f.Environment != "" {
		after += ", " + f.Environment
	}
	got, wanted := f.value(f.Got), f.value(f.Wanted)
	crash := f.Crash.Short(longestCrash)
	switch {
	case f.Outcome == conformance.Crashed && f.ofVerdict():
		return "Crashes on " + f.Input.String() + after + ": " + crash
	case f.Outcome == conformance.Crashed:
		return "Crashes in " + f.call() + after + ": " + crash
	case f.ofVerdict() && f.Aspect == AspectVerdict && f.Outcome == conformance.Accepted:
		return "Accepts " + f.Input.String() + ", which is not a valid token" + after + "."
	case f.ofVerdict() && f.Aspect == AspectVerdict:
		return "Rejects " + f.Input.String() + ", which is a valid token" + after + "."
	case f.Aspect == AspectOriginal:
		what := "The string form of " + f.Token.Shown() + " is"
		if len(f.Methods) > 0 {
			what = f.call() + " changed the value that it was called on: its string form became"
		}
		return what + " " + printable.Abbreviate(got, longestToken) + after + "."
	}
	return f.call() + " returned " + printable.Abbreviate(got, longestToken) + after + "; expected " + printable.Abbreviate(wanted, longestToken) + "."
}

// value returns an expected or observed text without the name of the part that the sentence names
// itself: the last method, which is the incorrect one, or the original.
func (f *Finding) value(text printable.Text) string {
	label := f.Aspect
	if n := len(f.Methods); n == 1 || n > 1 && f.Minimal {
		if last := string(f.Methods[n-1]); f.Aspect == AspectResult+last {
			label = last
		}
	}
	if label == f.Aspect && f.Aspect != AspectOriginal {
		return text.String()
	}
	return strings.TrimPrefix(text.String(), label+" ")
}

// ofVerdict reports whether the request is for a verdict or for the values of one token.
func (f *Finding) ofVerdict() bool { return len(f.Methods) == 0 && f.Other == nil }

// Verdict returns the expected and the observed verdict, or "" for a finding about a value. The
// operations are in parentheses.
func (f *Finding) Verdict() string {
	got := f.Got.String()
	if f.Outcome == conformance.Crashed {
		got = "a crash"
	}
	if !f.ofVerdict() || f.Aspect != AspectVerdict {
		return ""
	}
	return "expected " + f.Wanted.String() + ", got " + got + " (" + f.By() + ")"
}

// call returns the request as a call, such as derive("A'").
func (f *Finding) call() string {
	s := f.Token.Shown()
	if f.Other != nil {
		s += ", " + f.Other.Shown()
	}
	if len(f.Methods) == 0 {
		return strings.Join(words(f.Ops[:min(1, len(f.Ops))]), "") + "(" + s + ")"
	}
	for _, m := range f.Methods {
		if m != conformance.Unread {
			s = string(m) + "(" + s + ")"
		}
	}
	if f.Request("").Unread() {
		s += " (read at the end)"
	}
	return s
}

// Counted returns the number of checks that shrink to a finding, and names one.
func (f *Finding) Counted() string {
	s := number.Counted(f.Checks, "check")
	if f.Checks > 1 {
		s += ", such as"
	}
	s += " " + f.Check
	if f.First != f.Token {
		s += " on " + f.First.Shown()
	}
	return s
}

// Doubt returns why a finding is uncertain, or "".
func (f *Finding) Doubt() string {
	switch {
	case f.Environment != "": // it was repeated in that environment
		return ""
	case f.Seen == RepeatNot:
		return "not confirmed: it was not reproduced reliably in a fresh process"
	case f.Seen == RepeatUnknown:
		return "not confirmed: shrinking ended before a fresh process reproduced it"
	case !f.Minimal:
		return "there may be a shorter input: shrinking ended early"
	}
	return ""
}

// KnownFailures is the result for the list of known failures of a run.
//
// A line of the list names findings by their ID, or a requirement. A finding is known if a line
// names it, or if lines name all requirements that its failed checks violate. So a line about one
// requirement never covers a check that violates another one too. Failed checks are known if the
// findings of their class are: those that the checks of the class that were kept shrink to.
//
// The list has to be exact: a line that was tested and names no failure puts it out of date. A line
// that could not be tested makes the verdict inconclusive. So does a finding that was not shrunk in
// time, and which therefore could not be compared with the list.
type KnownFailures struct {
	Checks        int            `json:"checks"`        // known failed checks, which are not in Failures
	Findings      int            `json:"findings"`      // known findings, which are not in Result.Findings
	ByRequirement int            `json:"byRequirement"` // those that no line names, but all their requirements
	Undecided     int            `json:"undecided"`     // findings that were not shrunk, so that no line could name them; they are not in Result.Findings
	Lines         []KnownFailure `json:"lines"`
}

// KnownFailure is a line of the list, and its result.
type KnownFailure struct {
	knownfailures.Line
	Result  KnownResult    `json:"result"`
	Checks  int            `json:"checks"`            // known failed checks of the finding or of the requirement that it names
	Example printable.Text `json:"example,omitempty"` // a sentence about one of these findings
}

// Fails records failed checks of a known finding.
func (k *KnownFailure) Fails(f *Finding, checks int) {
	if k.Result = KnownFailed; k.Example == "" {
		k.Example = printable.Text(f.Sentence())
	}
	k.Checks += checks
}

// Count returns the number of lines with a result.
func (k *KnownFailures) Count(result KnownResult) (n int) {
	for _, l := range k.Lines {
		if l.Result == result {
			n++
		}
	}
	return n
}
