package report

// What follows are the words of a report that every form of it uses, for packages that
// render one.

// VerdictLine is the verdict with the number of known failures that it is but for.
func (r Report) VerdictLine() string { return verdictOf(r) }

// Shortest returns the finding that shows best that a requirement failed, by its place
// among the findings; -1 where none does.
func (r Report) Shortest(requirement string) int {
	best := shortest(r.Findings, requirement)
	for i := range r.Findings {
		if best == &r.Findings[i] {
			return i
		}
	}
	return -1
}

// FirstFindings returns the findings with which a report begins, by their places among the
// findings; none where there are none.
func (r Report) FirstFindings() []int { return places(r.Findings, firstFindings) }

// Before says what has to be asked before the input, or is empty.
func (f *Finding) Before() string { return f.company(false) }

// Behind says what has to be asked behind the input in the same sweep, or is empty.
func (f *Finding) Behind() string { return f.company(true) }

// Shown is a token as people read it: quoted, a long one by both ends, with its length.
func (t Token) Shown() string { return shownToken(t) }

// ShownHex is a token in hexadecimal, likewise.
func (t Token) ShownHex() string { return shownHex(t) }

// Thousands writes a number with commas.
func Thousands(n int) string { return thousands(n) }

// Counted counts things: "1 check", "2,000 checks".
func Counted(n int, thing string) string { return counted(n, thing) }

// Abbreviated cuts a text to at most longest bytes and an ellipsis.
func Abbreviated(text string, longest int) string { return abbreviate(text, longest) }

// CommandLine is what started the adapter, as a line for a shell; empty for the
// reference.
func (i Implementation) CommandLine() string { return shellLine(i.Command) }
