package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/result"
)

// WriteGitHub writes the verdict, and a workflow command for each group of findings, which GitHub
// shows as an annotation. If the verdict is not positive for another reason, that is the annotation.
//
// Text from the system under test cannot be a command: it has no "::" and no line breaks, see
// [conformance.Visible], and is escaped as GitHub decodes it.
func WriteGitHub(out io.Writer, r result.Report) error {
	var b strings.Builder
	label, message := badgeOf(r)
	title, groups := label+": "+message, r.Groups
	fmt.Fprintf(&b, "%s  %s\n", title, r.Subject())
	annotate := func(lines ...string) {
		fmt.Fprintf(&b, "::error title=%s::%s\n", gitHubProperty.Replace(title), gitHubMessage.Replace(strings.Join(lines, "\n")))
	}
	for i, g := range groups[:min(len(groups), shownFindings)] {
		lines := []string{fmt.Sprintf("%d. %s", i+1, g.Says)} // a later one may refer to its number
		if s := r.Findings[g.Findings[0]].Verdict(); s != "" {
			lines = append(lines, s)
		}
		annotate(append(lines, r.CauseLines(i)...)...)
	}
	if len(groups) == 0 && !r.Verdict.Positive() {
		annotate(r.Reason.String())
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// GitHub decodes these in the message of a command, and in its properties.
var (
	gitHubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	gitHubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)
