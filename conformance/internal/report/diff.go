package report

import (
	"fmt"
	"io"
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
	found := changes{"New findings", red, without(new.Findings, old.Findings), shownFindings}
	gone := changes{"No longer found", green, without(old.Findings, new.Findings), shownFindings}

	if new.Partial() { // the input that failed before may not be among those that were tested
		passing.title, passing.color = "Passing in the new, partial run", yellow
		gone.title, gone.color = "Not found in the new, partial run", yellow
	}

	c := Difference{Old: old, New: new, Caveats: caveats(old, new)}
	c.changes = []changes{failing, passing, tested, untested, found, gone}
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

// without returns lines about the findings whose request is not that of one of others.
func without(findings, others []result.Finding) []string {
	request := func(f result.Finding) string { return fmt.Sprintf("%q", f.Request("")) }
	known := map[string]bool{}
	for _, f := range others {
		known[request(f)] = true
	}
	var lines []string
	for _, f := range findings {
		if !known[request(f)] {
			lines = append(lines, fmt.Sprintf("%s (%s): expected %s, got %s", f.Subject(), f.By(), f.Wanted.Short(longestToken), f.Got.Short(longestToken)))
		}
	}
	return lines
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
