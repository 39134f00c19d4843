package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// The titles of the changes.
const (
	newlyFailing = "Newly failing"
	newlyPassing = "Newly passing"
	newlyTested  = "Newly tested, and passing"
	untested     = "No longer tested"
	newFinding   = "New findings"
	goneFinding  = "No longer found"
)

// changesBetween returns lines about the changes by their titles, and a clause for each regression.
func changesBetween(old, new result.Report) (changes map[string][]string, regressions []string) {
	changes = map[string][]string{newFinding: without(new.Findings, old.Findings), goneFinding: without(old.Findings, new.Findings)}
	dropped := 0
	for _, q := range new.Requirements {
		was := old.Requirement(q.ID)
		title := changeOf(was, q)
		if was.ID == "" || title == "" {
			continue
		}
		if title == untested && was.Failed == 0 {
			dropped++
		}
		line := fmt.Sprintf("%-33s %-11s %s, then %s", q.ID, q.Level, resultOf(was), resultOf(q))
		if at := new.Shortest(q.ID); at >= 0 && q.Failed > 0 {
			line += ": " + new.Findings[at].Subject()
		}
		changes[title] = append(changes[title], line)
	}
	worse := func(is bool, what string) {
		if is {
			regressions = append(regressions, what)
		}
	}
	failing, found, selected := len(changes[newlyFailing]), len(changes[newFinding]), len(new.Only) > 0
	worse(failing > 0, number.Counted(failing, "requirement")+" newly failing")
	worse(dropped > 0 && !selected, number.Counted(dropped, "requirement")+" no longer tested")
	worse(found > 0, number.Counted(found, "new finding"))
	lower := styles[new.Verdict].Rank < styles[old.Verdict].Rank
	worse(lower && !(selected && new.Verdict == result.NoVerdict), "the verdict is worse")
	worse(new.Unstable && !old.Unstable, "the same input now has different responses")
	return changes, regressions
}

// changeOf returns the title of the change of a requirement, or "".
func changeOf(was, is result.Requirement) string {
	switch {
	case resultOf(was) == resultOf(is):
		return ""
	case is.Failed > 0 && (was.Failed == 0 || was.AsKnown()):
		return newlyFailing
	case is.Failed > 0: // only the list of known failures changed
		return ""
	case is.Result == result.CheckNotExercised:
		return untested
	case was.Failed > 0:
		return newlyPassing
	}
	return newlyTested
}

func resultOf(q result.Requirement) string {
	switch {
	case q.AsKnown():
		return "failed, as known"
	case q.Result == result.CheckNotExercised:
		return q.Untested()
	}
	return q.Result.String()
}

// without returns lines about the findings whose request is not that of one of others.
func without(findings, others []result.Finding) (lines []string) {
	request := func(f result.Finding) string { return fmt.Sprintf("%q", f.Request("")) }
	known := map[string]bool{}
	for _, f := range others {
		known[request(f)] = true
	}
	for _, f := range findings {
		if !known[request(f)] {
			lines = append(lines, fmt.Sprintf("%s (%s): expected %s, got %s", f.Subject(), f.By(), f.Wanted.Short(longestToken), f.Got.Short(longestToken)))
		}
	}
	return lines
}

// caveats returns other reasons than the library why results may differ.
func caveats(old, new result.Report) (all []string) {
	const otherSuite = "differences may come from the suite, not from the library."
	takes := func(r result.Report) string {
		if of := r.Implementation.Bytes; len(of) > 0 {
			return "bytes via " + strings.Trim(fmt.Sprint(of), "[]")
		}
		return "text only"
	}
	offered := func(r result.Report) string {
		return strings.Trim(fmt.Sprint(slices.Sorted(slices.Values(r.Implementation.Ops))), "[]")
	}
	for _, c := range []struct{ what, old, new, means string }{
		{"version of the suite", old.Harness.Version, new.Harness.Version, otherSuite},
		{"corpus of test vectors", ShortDigest(old.Harness.Corpus), ShortDigest(new.Harness.Corpus), otherSuite},
		{"edition", old.Edition, new.Edition, "the requirements and the valid tokens differ."},
		{"profile", old.Profile, new.Profile, "the runs have different checks."},
		{"library", old.Implementation.Name.String(), new.Implementation.Name.String(), "the reports are about different libraries."},
		{"kind of input", takes(old), takes(new), "malformed UTF-8 was tested via other operations."},
		{"set of operations", offered(old), offered(new), "an operation that an adapter does not offer was not tested."},
		{"seed", strconv.FormatUint(old.Seed, 10), strconv.FormatUint(new.Seed, 10),
			fmt.Sprintf("random requests differ; --seed %d repeats the requests of the old run.", old.Seed)},
	} {
		if c.old != c.new {
			all = append(all, fmt.Sprintf("Another %s (%s, then %s): %s", c.what, c.old, c.new, c.means))
		}
	}
	for i, r := range []result.Report{old, new} {
		name, other := [...]string{"old", "new"}[i], [...]result.Report{new, old}[i]
		switch {
		case r.Cut != "":
			all = append(all, fmt.Sprintf("The %s run is partial, since it was cut short: %s.", name, strings.TrimSuffix(r.Cut.String(), ".")))
		case len(r.Only) > 0:
			all = append(all, fmt.Sprintf("The %s run is partial: only %s was tested.", name, printable.Join(r.Only, ", ")))
		}
		if r.Unstable {
			all = append(all, fmt.Sprintf("In the %s run, the same input had different responses.", name))
		}
		alone := func(q result.Requirement) bool { return other.Requirement(q.ID).ID == "" }
		if n := len(Selected(r.Requirements, alone)); n > 0 {
			all = append(all, fmt.Sprintf("Not compared, because only the %s report has them: %s.", name, number.Counted(n, "requirement")))
		}
	}
	return all
}

// WriteDifference compares a report with an older one, for people, and reports whether there are
// regressions. These are regressions: a requirement newly fails,
// or fails beyond its known failures; one that passed is no longer tested; there is a new
// finding; the verdict is lower; the same input now has different responses. If the new run tested
// only a selection, untested requirements and a missing verdict are not regressions.
//
// Requirements are compared if both reports have them, and findings by request, not by response.
func WriteDifference(out io.Writer, old, new result.Report, opts TextOptions) (worse bool, err error) {
	w := &textWriter{TextOptions: opts}
	changes, regressions := changesBetween(old, new)
	if len(regressions) > 0 {
		w.printf("%s: %s.\n", w.paint(red, "WORSE"), strings.Join(regressions, "; "))
	} else {
		w.printf("%s: no regression was found.\n", w.paint(green, "NOT WORSE"))
	}
	for i, r := range []result.Report{old, new} {
		w.printf("  %s  %s  %s\n       edition %s, profile %s, seed %d, harness %s, %s\n", [...]string{"old", "new"}[i],
			w.paint(styles[r.Verdict].color, r.Headline()), r.Implementation.String(),
			r.Edition, r.Profile, r.Seed, r.Harness.Version, r.Times.Started.Format("2006-01-02 15:04"))
	}
	for _, caveat := range caveats(old, new) {
		w.printf("Note: %s\n", caveat)
	}
	for _, c := range []struct {
		title, color string
		partial      string // the title of a partial run, which need not have tested the input that failed before
		most         int
	}{
		{newlyFailing, red, "", 0}, {newlyPassing, green, "Passing in the new, partial run", 0}, {newlyTested, green, "", 0},
		{untested, yellow, "", 0}, {newFinding, red, "", shownFindings}, {goneFinding, green, "Not found in the new, partial run", shownFindings},
	} {
		lines := changes[c.title]
		shown := min(len(lines), cmp.Or(c.most, len(lines)))
		if c.partial != "" && new.Partial() {
			c.title, c.color = c.partial, yellow
		}
		if shown > 0 {
			w.printf("\n%s:\n  %s\n", w.paint(c.color, c.title), strings.Join(lines[:shown], "\n  "))
		}
		if more := len(lines) - shown; more > 0 {
			w.printf("  and %s more\n", number.Thousands(more))
		}
	}
	_, err = w.WriteTo(out)
	return len(regressions) > 0, err
}

// ShortDigest returns the beginning of the digest of a corpus.
func ShortDigest(corpus string) string { return corpus[:min(len(corpus), len("sha256:")+12)] }
