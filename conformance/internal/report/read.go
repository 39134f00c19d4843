package report

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/strict"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
)

// The limits of a saved report. Those of the suite are far smaller: it keeps few failures.
const (
	MaxBytes  = 64 << 20
	MaxValues = 500_000 // JSON values: each takes far more time and memory than its bytes
	maxParts  = 200     // parts, requirements, and requirements of a finding: writers compare each with each
)

// Read reads the output of [WriteJSON], with any white space and order of members. It returns an
// error for everything else: another format, a truncated file, unknown, missing or repeated
// members, values that no report has, and text that would act on a terminal. The error is a clause
// that describes the fault of the file and its position.
func Read(r io.Reader) (result.Report, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	var head struct {
		Format string `json:"format"`
	}
	switch {
	case err != nil:
	case len(data) > MaxBytes:
		err = fmt.Errorf("it has more than %s bytes", number.Thousands(MaxBytes))
	case holdsMore(data, MaxValues):
		err = fmt.Errorf("it has more than %s values", number.Thousands(MaxValues))
	case len(bytes.TrimSpace(data)) == 0:
		err = errors.New("it is empty")
	default:
		err = strict.Unmarshal(data, "a report", &head, json.RejectUnknownMembers(false))
	}
	var report result.Report
	switch {
	case err != nil:
	case head.Format == "":
		err = errors.New(`it is not a report: it has no member "format"`)
	case head.Format != result.Format:
		err = fmt.Errorf("its format is %q, and this program reads %s: use the program that wrote it", strict.Shortened(head.Format), result.Format)
	default:
		if err = strict.Unmarshal(data, "a report", &report); err == nil {
			err = check(data, report)
		}
	}
	return report, err
}

// holdsMore reports whether JSON, valid or not, has more than most values.
func holdsMore(data []byte, most int) bool {
	n, inString := 0, false
	for i := 0; i < len(data) && n <= most; i++ {
		switch c := data[i]; {
		case c == '"':
			inString = !inString
		case inString && c == '\\':
			i++
		case !inString && (c == ',' || c == '[' || c == '{'):
			n++
		}
	}
	return n > most
}

// check returns an error for a decoded report that no run has. The writers rely on it.
func check(data []byte, r result.Report) error {
	edition, err := notation.Named(r.Edition)
	if err != nil {
		return fmt.Errorf("edition: unknown edition %q", strict.Shortened(r.Edition))
	}
	if _, err := notation.Named(r.FitsEdition); err != nil && r.FitsEdition != "" {
		return fmt.Errorf("fitsEdition: unknown edition %q", strict.Shortened(r.FitsEdition))
	}
	most := max(len(r.Requirements), len(r.Parts))
	for _, f := range r.Findings {
		most = max(most, len(f.Requirements))
	}
	if most > maxParts {
		return fmt.Errorf("it has a list of %s requirements or parts, and at most %d are read", number.Thousands(most), maxParts)
	}
	grouped := make([]bool, len(r.Findings))
	for i, g := range r.Groups {
		if len(g.Findings) == 0 {
			return fmt.Errorf("groups/%d has no finding", i)
		}
		for _, f := range g.Findings {
			if f < 0 || f >= len(grouped) {
				return fmt.Errorf("groups/%d names finding %d, and there are %d", i, f, len(grouped))
			}
			grouped[f] = true
		}
	}
	if i := slices.Index(grouped, false); i >= 0 {
		return fmt.Errorf("findings/%d is in no group", i)
	}
	var rewritten bytes.Buffer
	if err := cmp.Or(WriteJSON(&rewritten, r), compare(data, rewritten.Bytes())); err != nil {
		return err
	}
	return contradiction(edition, r)
}

// contradiction returns an error if a result does not follow from its counts, or the verdict from the
// results. Another version of the suite may decide differently.
func contradiction(edition *notation.Edition, r result.Report) error {
	for i, q := range r.Requirements {
		is := q.Result
		if q.Settle(); q.Result != is || q.Known > q.Failed {
			return fmt.Errorf("it contradicts itself: requirements/%d: the result %q does not follow from the counts", i, is)
		}
	}
	checks, known := r.Checks()
	if r.Verdict != result.NotConformant && (checks.Failed > known || len(r.Findings) > 0 || len(r.Failures) > 0) {
		return fmt.Errorf("it contradicts itself: the verdict is %q, and it has failures", r.Verdict)
	}
	offered, partial := r.Implementation.Offered(), len(r.Only) > 0
	verdict, _ := suite.Decide(edition, offered, r.Requirements, string(r.Cut), partial, r.KnownFailures, r.Declined)
	if r.Harness.Version == conformance.Version && r.Verdict != verdict {
		return fmt.Errorf("it contradicts itself: the verdict is %q, and should be %q", r.Verdict, verdict)
	}
	return nil
}

// compare returns an error for the first value of a file that differs from the output of [WriteJSON],
// such as a missing member or text that reports escape. White space and the order of members are no
// differences. Negative numbers are errors too, and so is text that would act on a terminal.
func compare(file, output []byte) error {
	is, want := jsontext.Value(file), jsontext.Value(output)
	if err := errors.Join(is.Canonicalize(), want.Canonicalize()); err != nil {
		return err
	}
	a, b := jsontext.NewDecoder(bytes.NewReader(is)), jsontext.NewDecoder(bytes.NewReader(want))
	for {
		x, err := a.ReadToken()
		if err == io.EOF {
			return nil
		}
		y, err2 := b.ReadToken()
		if err := errors.Join(err, err2); err != nil {
			return err
		}
		text, where := x.String(), strings.TrimPrefix(string(b.StackPointer()), "/")
		escaped := printable.Text(text).String()
		if where == "stderr" {
			escaped = printable.Lines(text).String()
		}
		switch {
		case text != escaped:
			return fmt.Errorf("%s: it has unprintable characters: %s", where, strict.Shortened(text))
		case text != y.String():
			return fmt.Errorf("%s: a report has %q here, and not %q", where, strict.Shortened(y.String()), strict.Shortened(text))
		case x.Kind() == '0' && text[0] == '-':
			return fmt.Errorf("%s is negative", where)
		}
	}
}
