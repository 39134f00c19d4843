package result

import (
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/epin"
)

const (
	firstFindings = 3   // how many findings stand on the first screen
	longestToken  = 60  // how much of a response is shown in a sentence
	longestText   = 300 // how much of a response is shown otherwise
)

// VerdictLine returns the verdict, with the number of known failures where it counts them,
// with which strings a positive one is about, and what was declined.
func (r Report) VerdictLine() string { return r.verdictWords() + r.qualifiers() }

// Headline is VerdictLine with the verdict in capitals.
func (r Report) Headline() string { return strings.ToUpper(r.verdictWords()) + r.qualifiers() }

func (r Report) qualifiers() string {
	line := ""
	if limits := r.Implementation.limits(); limits != "" && r.Verdict.Positive() {
		line += " (" + limits + ")"
	}
	if n := r.Declined.Requests(); n > 0 {
		line += ", declined " + number.Counted(n, "offered request")
	}
	return line
}

func (r Report) verdictWords() string {
	if r.Verdict != ConformantButFor {
		return r.Verdict.String()
	}
	return "conformant but for " + number.Counted(r.KnownFailures.Failing(), "known failure")
}

// limits says which strings an implementation takes, or nothing where it takes all.
func (i Implementation) limits() string {
	nul := i.TakesNUL()
	switch {
	case i.Bytes && nul:
		return ""
	case i.Bytes:
		return "without NUL"
	case nul:
		return "text only"
	}
	return "text only, without NUL"
}

// ShownNotes are the notes of a report, and what else a reader has to know of it.
func (r Report) ShownNotes() []string {
	notes := printable.Strings(r.Notes)
	if edition, err := epin.ParseEdition(r.Edition); err == nil && len(r.Implementation.Ops) > 0 {
		if missing := r.Implementation.NotOffered(edition); len(missing) > 0 {
			notes = append(notes, "Not offered by the implementation, so not tested: "+strings.Join(missing, ", ")+".")
		}
	}
	if r.Comparison != nil {
		notes = append(notes, `The report also compares other libraries, which is not shown: see its member "comparison".`)
	}
	return notes
}

// Subject names the implementation, in one line of printable text.
func (r Report) Subject() string { return r.Implementation.String() }

// String names the implementation by what it says of itself, in one line of printable text.
func (i Implementation) String() string {
	s := i.Name.String()
	if s == "" {
		if len(i.Command) == 0 {
			return "an implementation without a name"
		}
		return printable.ShellLine(printable.Strings(i.Command))
	}
	if i.Version != "" {
		s += " " + i.Version.String()
	}
	if i.Language != "" {
		s += " (" + i.Language.String() + ")"
	}
	return printable.Abbreviate(s, longestText)
}

// ToDo says what to do about what is wrong, as what follows a colon, and returns the
// command that asks the first finding alone, as a line for a shell. Both are empty where
// there is no finding.
func (r Report) ToDo() (says, command string) {
	if len(r.Findings) == 0 {
		return "", ""
	}
	what := "it"
	if len(r.Findings) > 1 {
		what = "the first"
	}
	says = "mend " + what + ", and ask that alone until it is right; then ask everything."
	if r.OtherEdition != "" {
		says = "if the other edition is meant, ask for it with --edition auto. If not, " + says
	}
	return says, r.Findings[Spread(r.Findings, 1)[0]].Shell
}

// Partial reports whether less was tested than there is: a selection, or the run was cut short.
func (r Report) Partial() bool { return r.Cut != "" || len(r.Only) > 0 }

// Name is the layer, and the operation where it has one.
func (p Part) Name() string {
	if p.Way == "" {
		return p.Layer
	}
	return p.Layer + " by " + p.Way
}
