package oracle

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// Symptom is one thing that is incorrect in a response. Its name is the same for the same mistake
// in other responses.
type Symptom struct {
	Name         string
	Requirements []string
}

// SymptomsOf returns the symptoms of a response, in the order of its aspects.
func (c *Oracle) SymptomsOf(aspects []Aspect, got conformance.Response) []Symptom {
	var symptoms []Symptom
	for _, a := range aspects {
		if !a.failed() {
			continue
		}
		name := a.Name
		if a.method {
			name = "result of " + name
		}
		switch {
		case a.Name == "verdict":
			name = verdictName(got)
		case a.Name == "equality":
			name += " " + verdictName(got)
		case got.Outcome == conformance.Crashed:
			name += " " + verdictName(got)
		}
		if i := slices.IndexFunc(symptoms, func(s Symptom) bool { return s.Name == name }); i >= 0 {
			symptoms[i].Requirements = Union(symptoms[i].Requirements, a.Requirements)
			continue
		}
		symptoms = append(symptoms, Symptom{name, slices.Clone(a.Requirements)})
	}
	return symptoms
}

// Names of crashes. Of the text of a crash, which is untrusted, only the first word counts: it is
// usually the name of the exception.
const (
	Died    = "died"
	Hung    = "hung"
	crashed = "crashed"

	longestWord = 40
)

// verdictName names the outcome of a response, and the kind of a crash.
func verdictName(got conformance.Response) string {
	switch {
	case got.Outcome != conformance.Crashed:
		return got.Outcome.String()
	case got.CrashKind == conformance.CrashExited:
		return Died
	case got.CrashKind == conformance.CrashHung:
		return Hung
	case got.Crash == sweptCrash:
		return crashed
	}
	word := got.Crash
	if end := strings.IndexFunc(word, func(r rune) bool {
		return (r < 'A' || 'Z' < r) && (r < 'a' || 'z' < r) && r != '.' && r != '_'
	}); end >= 0 {
		word = word[:end]
	}
	return strings.TrimSpace(crashed + " " + word[:min(len(word), longestWord)])
}

// IsVerdict reports whether a symptom is about acceptance.
func IsVerdict(name string) bool {
	first, _, _ := strings.Cut(name, " ")
	return slices.Contains([]string{"accepted", "rejected", crashed, Died, Hung}, first)
}

// Union returns a with the elements of b that a lacks.
func Union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

// OfVerdict reports whether a finding is about acceptance.
func (c *Oracle) OfVerdict(f *result.Finding) bool {
	return slices.ContainsFunc(f.Requirements, func(id string) bool {
		return slices.Contains(c.Edition.Clauses.Valid, id) || slices.Contains(c.Edition.Clauses.Unanchored, id)
	})
}
