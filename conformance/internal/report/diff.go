package report

import (
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// Difference has the changes between two reports. Make one with [Diff].
type Difference struct {
	Old, New result.Report
	Caveats  []string // sentences: other possible reasons for a change than the library
	// Worse has a clause for each regression; it is empty without any.
	Worse []string

	changes []changes
}

// changes are lines about requirements or findings that changed in one way.
type changes struct {
	title, color string
	lines        []string
	most         int // shown lines; 0 for all
}

// Diff compares a report with an older one. These are regressions: a requirement newly fails,
// or fails beyond its known failures; one that passed is no longer tested; there is a new
// finding; the verdict is lower; the same input now has different responses. If the new run tested
// only a selection, untested requirements and a missing verdict are not regressions.
//
// Requirements are compared if they are in both reports. Findings are compared by request, not by
// response.
func Diff(old, new result.Report) Difference {
	failing, passing := changes{title: "Newly failing", color: red}, changes{title: "Newly passing", color: green}
	tested, untested := changes{title: "Newly tested, and passing", color: green}, changes{title: "No longer tested", color: yellow}
	dropped := 0
	for _, q := range new.Requirements {
		i := slices.IndexFunc(old.Requirements, func(was result.Requirement) bool { return was.ID == q.ID })
		if i < 0 {
			continue
		}
		was := old.Requirements[i]
		before, after := resultOf(was), resultOf(q)
		line := fmt.Sprintf("%-33s %-11s %s, then %s", q.ID, q.Level, before, after)
		if at := new.Shortest(q.ID); at >= 0 && q.Failed > 0 {
			line += ": " + new.Findings[at].Subject()
		}
		switch {
		case before == after:
		case q.Failed > 0 && (was.Failed == 0 || was.AsKnown()):
			failing.lines = append(failing.lines, line)
		case q.Failed > 0: // only the list of known failures changed
		case q.Result == result.CheckNotExercised:
			untested.lines = append(untested.lines, line)
			if was.Failed == 0 {
				dropped++
			}
		case was.Failed > 0:
			passing.lines = append(passing.lines, line)
		default:
			tested.lines = append(tested.lines, line)
		}
	}
	found, gone := changes{"New findings", red, nil, shownFindings}, changes{"No longer found", green, nil, shownFindings}
	still := changes{"Findings with another input than before", yellow, nil, shownFindings}
	for _, f := range without(old.Findings, new.Findings) {
		gone.lines = append(gone.lines, lineOf(f))
	}
	for _, f := range without(new.Findings, old.Findings) {
		if failedOn(old, f, new) {
			still.lines = append(still.lines, lineOf(f))
		} else {
			found.lines = append(found.lines, lineOf(f))
		}
	}

	if new.Partial() { // the input that failed before may not be among those that were tested
		passing.title, passing.color = "Passing in the new, partial run", yellow
		gone.title, gone.color = "Not found in the new, partial run", yellow
	}

	c := Difference{Old: old, New: new, Caveats: caveats(old, new)}
	c.changes = []changes{failing, passing, tested, untested, found, still, gone}
	worse := func(is bool, what string) {
		if is {
			c.Worse = append(c.Worse, what)
		}
	}
	n := len(failing.lines)
	worse(n > 0, number.Counted(n, "requirement")+" newly failing")
	worse(dropped > 0 && len(new.Only) == 0, number.Counted(dropped, "requirement")+" no longer tested")
	n = len(found.lines)
	worse(n > 0, number.Counted(n, "new finding"))
	selected := len(new.Only) > 0 && new.Verdict == result.NoVerdict
	worse(verdictStyles[new.Verdict].rank < verdictStyles[old.Verdict].rank && !selected, "the verdict is worse")
	worse(new.Unstable && !old.Unstable, "the same input now has different responses")
	return c
}

// lineOf returns a line about a finding.
func lineOf(f result.Finding) string {
	return fmt.Sprintf("%s (%s): expected %s, got %s", f.Subject(), f.By(), f.Wanted.Short(longestToken), f.Got.Short(longestToken))
}

// resultOf returns the result of a requirement, and whether its failures are known.
func resultOf(q result.Requirement) string {
	if q.AsKnown() {
		return q.Result.String() + ", as known"
	}
	if q.Result == result.CheckNotExercised {
		return q.Untested()
	}
	return q.Result.String()
}

// without returns the findings that have no counterpart about the same request in others.
func without(findings, others []result.Finding) []result.Finding {
	about := func(f result.Finding) string { return fmt.Sprintf("%q", f.Request("")) }
	return slices.DeleteFunc(slices.Clone(findings), func(f result.Finding) bool {
		return slices.ContainsFunc(others, func(other result.Finding) bool { return about(other) == about(f) })
	})
}

// failedOn reports whether an older report already has the failure of a new finding: its check
// failed, or a finding failed in the same way. In the second case, either the input of the older
// finding is part of the new one, or the check may have failed before: not all failures of its
// layer are listed, and there are no more now.
func failedOn(r result.Report, f result.Finding, newer result.Report) bool {
	if slices.ContainsFunc(r.Failures, func(was result.Failure) bool { return was.Check == f.Check }) {
		return true
	}
	failed, listed := failedBeside(r, f.Check)
	fail, _ := failedBeside(newer, f.Check)
	mayHaveFailed := failed > listed && fail <= failed
	return slices.ContainsFunc(r.Findings, func(was result.Finding) bool {
		return kindOf(was) == kindOf(f) && (mayHaveFailed || isPartOf(was, f))
	})
}

// failedBeside counts the failures with the layer and operation of a check, and how many of
// them are listed.
func failedBeside(r result.Report, check string) (failed, listed int) {
	for _, p := range r.Parts {
		prefix := path.Join(p.Layer, p.Way) + "/"
		if !strings.HasPrefix(check, prefix) {
			continue
		}
		failed += p.Failed - p.Known
		for _, f := range r.Failures {
			if strings.HasPrefix(f.Check, prefix) {
				listed++
			}
		}
	}
	return failed, listed
}

// isPartOf reports whether the input of another finding contains that of this one.
func isPartOf(f, other result.Finding) bool {
	return f.Other == nil && other.Other == nil && len(f.Calls) == 0 &&
		holds(other.Methods, f.Methods) && holds([]byte(other.Token), []byte(f.Token))
}

// kindOf returns how a finding fails: its incorrect verdict, or the name of the incorrect value.
func kindOf(f result.Finding) string {
	if f.Wanted == "accepted" || f.Wanted == "rejected" {
		got, _, _ := strings.Cut(f.Got.String(), ":")
		return string(f.Wanted) + " " + got
	}
	value, _, _ := strings.Cut(f.Wanted.String(), " ")
	return value
}

// holds reports whether part is a subsequence of whole.
func holds[T comparable](whole, part []T) bool {
	for _, e := range whole {
		if len(part) > 0 && e == part[0] {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// caveats returns other reasons than the library why results may differ.
func caveats(old, new result.Report) []string {
	var all []string
	differs := func(what, old, new, means string) {
		if old != new {
			all = append(all, fmt.Sprintf("Another %s (%s, then %s): %s", what, old, new, means))
		}
	}
	const otherSuite = "differences may come from the suite, not from the library."
	differs("version of the suite", old.Harness.Version, new.Harness.Version, otherSuite)
	if old.Harness.Corpus != new.Harness.Corpus {
		all = append(all, "Another corpus of test vectors: "+otherSuite)
	}
	differs("edition", old.Edition, new.Edition, "the requirements and the valid tokens differ.")
	differs("profile", old.Profile, new.Profile, "the runs have different checks.")
	differs("library", old.Implementation.Name.String(), new.Implementation.Name.String(), "the reports are about different libraries.")
	if was, is := old.Implementation, new.Implementation; was.Name != "" && is.Name != "" {
		alphabets := map[bool]string{true: "any bytes", false: "text only"}
		differs("kind of input", alphabets[was.Bytes], alphabets[is.Bytes], "only one of the runs tested malformed UTF-8.")
		offered := func(i result.Implementation) string {
			return strings.Trim(fmt.Sprint(slices.Sorted(slices.Values(i.Ops))), "[]")
		}
		differs("set of operations", offered(was), offered(is), "an operation that an adapter does not offer was not tested.")
	}
	if old.Seed != new.Seed {
		all = append(all, fmt.Sprintf("Another seed (%d, then %d): random requests differ; --seed %d repeats the requests of the old run.", old.Seed, new.Seed, old.Seed))
	}
	for i, r := range []result.Report{old, new} {
		name, other := []string{"old", "new"}[i], []result.Report{new, old}[i]
		switch {
		case r.Cut != "":
			all = append(all, fmt.Sprintf("The %s run is partial, since it was cut short: %s.", name, strings.TrimSuffix(r.Cut.String(), ".")))
		case len(r.Only) > 0:
			all = append(all, fmt.Sprintf("The %s run is partial: only %s was tested.", name, printable.Join(r.Only, ", ")))
		}
		if r.Unstable {
			all = append(all, fmt.Sprintf("In the %s run, the same input had different responses.", name))
		}
		alone := slices.DeleteFunc(slices.Clone(r.Requirements), func(q result.Requirement) bool {
			return slices.ContainsFunc(other.Requirements, func(o result.Requirement) bool { return o.ID == q.ID })
		})
		if n := len(alone); n > 0 {
			all = append(all, fmt.Sprintf("Not compared, since the %s report alone has them: %s.", name, number.Counted(n, "requirement")))
		}
	}
	return all
}

// WriteDifference writes a comparison for people: first whether there are regressions, then
// the changes.
func WriteDifference(out io.Writer, c Difference, opts TextOptions) error {
	w := &textWriter{TextOptions: opts}
	if len(c.Worse) > 0 {
		w.printf("%s: %s.\n", w.paint(red, "WORSE"), strings.Join(c.Worse, "; "))
	} else {
		w.printf("%s: no regression was found.\n", w.paint(green, "NOT WORSE"))
	}
	for _, r := range []struct {
		name string
		result.Report
	}{{"old", c.Old}, {"new", c.New}} {
		w.printf("  %s  %s  %s\n       edition %s, profile %s, seed %d, harness %s, %s\n", r.name,
			w.paint(verdictStyles[r.Verdict].color, r.Headline()), r.Subject(),
			r.Edition, r.Profile, r.Seed, r.Harness.Version, r.Times.Started.Format("2006-01-02 15:04"))
	}
	for _, caveat := range c.Caveats {
		w.printf("Note: %s\n", caveat)
	}
	for _, changed := range c.changes {
		if len(changed.lines) > 0 {
			w.printf("\n%s:\n", w.paint(changed.color, changed.title))
		}
		for i, line := range changed.lines {
			if changed.most > 0 && i == changed.most {
				w.printf("  and %s more\n", number.Thousands(len(changed.lines)-i))
				break
			}
			w.printf("  %s\n", line)
		}
	}
	_, err := w.WriteTo(out)
	return err
}
