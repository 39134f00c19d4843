package result

import (
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/epin"
)

const (
	longestToken = 60  // the length of a response in a sentence
	longestCrash = 160 // the length of the text of a crash in a sentence
	longestText  = 300 // the length of a response elsewhere
)

// VerdictLine returns the verdict. Where they apply, it adds the number of known failures, the
// limits of the tested strings, and the number of declined requests.
func (r Report) VerdictLine() string { return r.verdictWords() + r.qualifiers() }

// Headline returns VerdictLine with the verdict in capitals.
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
	switch r.Verdict {
	case NoVerdict:
		return "inconclusive" // "no verdict" in JSON
	case ConformantButFor:
	default:
		return r.Verdict.String()
	}
	return "conformant but for " + number.Counted(r.KnownFailures.Failing(), "known failure")
}

// limits returns which strings an implementation takes, or "" if it takes all.
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

// ShownNotes returns the notes of a report, and further notes about what it does not test or
// show.
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

// Subject returns the name of the implementation, in one line of printable text.
func (r Report) Subject() string { return r.Implementation.String() }

// String returns name, version and language of the implementation, in one line of printable
// text. Without a name it returns the command.
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

// Partial reports whether the run tested only a selection, or was cut short.
func (r Report) Partial() bool { return r.Cut != "" || len(r.Only) > 0 }

// Name returns the layer, and the operation if the part has one.
func (p Part) Name() string {
	if p.Way == "" {
		return p.Layer
	}
	return p.Layer + " by " + p.Way
}

// Says describes a part: what it tested, and what it did not.
func (p Part) Says() string {
	s := p.Asked
	if p.Rounds > 0 {
		s += ", in " + number.Counted(p.Rounds, "round")
	}
	if p.NotExercised > 0 {
		s += "; " + number.Thousands(p.NotExercised) + " not tested"
	}
	if p.Declined > 0 {
		s += "; " + number.Counted(p.Declined, "request") + " declined"
	}
	switch {
	case p.Why != "" && p.All() == 0 && p.Complete:
		s += ": " + p.Why
	case p.Skipped > 0:
		s += fmt.Sprintf("; %s not tested: %s", number.Thousands(p.Skipped), p.Why)
	}
	if !p.Complete {
		s += " (cut short)"
	}
	return s
}
