package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/strictjson"
)

// The limits of a saved report. Reports of the suite are far smaller, because it keeps few
// failures.
const (
	MaxBytes  = 64 << 20
	MaxValues = 500_000 // JSON values: each takes far more time and memory than its bytes
)

// Read reads a saved report in either format: JSON (see [ReadJSON]), or a complete stream of
// [Stream] or [WriteJSONL]. Both are strict. For a stream, it returns the report in the last
// line, and checks that the lines before agree with it.
func Read(r io.Reader) (result.Report, error) { return read(r, true) }

// ReadJSON reads the output of [WriteJSON], with any white space and order of members. It
// returns an error for everything else: another format, a truncated file, unknown, missing or
// repeated members, values that violate the schema, and text that would act on a terminal. The
// error is a clause that describes the fault of the file and its position.
func ReadJSON(r io.Reader) (result.Report, error) { return read(r, false) }

func read(r io.Reader, streams bool) (report result.Report, err error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	switch {
	case err != nil:
	case len(data) > MaxBytes:
		err = fmt.Errorf("it has more than %s bytes", number.Thousands(MaxBytes))
	case holdsMore(data, MaxValues):
		err = fmt.Errorf("it has more than %s values", number.Thousands(MaxValues))
	case streams && bytes.HasPrefix(data, []byte(`{"event":`)):
		report, err = parseJSONL(data)
	default:
		report, err = parseJSON(data)
	}
	for _, g := range report.Groups {
		if i := slices.IndexFunc(g.Findings, func(i int) bool { return i >= len(report.Findings) }); i >= 0 {
			err = fmt.Errorf("groups names finding %d, and there are %d", g.Findings[i], len(report.Findings))
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

func parseJSON(data []byte) (result.Report, error) {
	var head struct {
		Format *string `json:"format"`
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return result.Report{}, errors.New("it is empty")
	}
	if err := strictjson.WellFormed(data); err != nil {
		return result.Report{}, err
	}
	switch err := json.Unmarshal(data, &head); {
	case err != nil:
		return result.Report{}, noReport(err)
	case head.Format == nil:
		return result.Report{}, errors.New(`it is not a report: it has no member "format"`)
	case *head.Format != result.Format:
		return result.Report{}, otherFormat(*head.Format, result.Format)
	}
	var report result.Report
	return report, decode(data, "", &report)
}

// parseJSONL returns the report in the last line, and compares the other lines with it.
func parseJSONL(data []byte) (result.Report, error) {
	var started result.Head
	var failures result.List[result.Failure]
	var parts result.List[result.Part]
	number := 0
	for text := range bytes.Lines(data) {
		number++
		l, err := parseLine(text)
		if first := l.Event == runStarted; err == nil && first != (number == 1) {
			err = fmt.Errorf("the event is %q: %s is the first line and no other", l.Event, runStarted)
		}
		switch {
		case err != nil:
		case l.Event == runStarted:
			started = *l.Head
		case l.Event == checkFailed:
			failures = append(failures, *l.Failure)
		case l.Event == partFinished:
			parts = append(parts, *l.Part)
		case l.Event != runFinished:
		case number < bytes.Count(data, []byte("\n")) || data[len(data)-1] != '\n':
			err = fmt.Errorf("something follows %s, which is the last line", runFinished)
		case !same(started, l.Report.Head):
			err = errors.New("the report belongs to another run than the first line")
		case !same(failures, l.Report.Failures):
			err = errors.New("the failures of the report differ from those of the lines before")
		case !same(parts, l.Report.Parts):
			err = errors.New("the parts of the report differ from those of the lines before")
		default:
			return *l.Report, nil
		}
		if err != nil {
			return result.Report{}, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return result.Report{}, fmt.Errorf("the last line, %d, is not %s: the stream is cut short", number, runFinished)
}

// parseLine decodes a line of a stream by the schema of its event.
func parseLine(text []byte) (l line, err error) {
	if text[len(text)-1] != '\n' {
		return l, errors.New("it does not end in a line feed: the stream is cut short")
	}
	var head struct {
		Event  string `json:"event"`
		Format string `json:"format"`
	}
	if err := strictjson.WellFormed(text); err != nil {
		return l, err
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return l, noReport(err)
	}
	switch {
	case head.Event == "" || compiled()[head.Event] == nil:
		return l, fmt.Errorf("unknown event %q", shortened(head.Event))
	case head.Event == runStarted && head.Format != StreamFormat:
		return l, otherFormat(head.Format, StreamFormat)
	}
	return l, decode(text, head.Event, &l)
}

// otherFormat returns the error for a file of another version.
func otherFormat(is, want string) error {
	return fmt.Errorf("its format is %q, and this program reads %s: use the program that wrote it", shortened(is), want)
}

func same(a, b any) bool { return bytes.Equal(compact(a), compact(b)) }

// decode decodes the object of an event, or a report if event is "".
func decode(data []byte, event string, into any) error {
	document, err := compiled()[event].Read(data)
	if err != nil {
		return err
	}
	if err := hidden(document, ""); err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return noReport(err)
	}
	return nil
}

// noReport returns an error for a JSON value that is not a report.
func noReport(err error) error {
	return fmt.Errorf("it is not a report: %s", shortened(strings.TrimPrefix(err.Error(), "json: ")))
}

// compiled are the schemas of the lines of a stream by event; that of a report has the key "".
var compiled = sync.OnceValue(func() map[string]*strictjson.Schema {
	const folder = "https://github.com/epin-conformance/harness/conformance/report/schema/" // as their $id has it
	compile := strictjson.Compiler(map[string][]byte{folder + "report.schema.json": reportSchema, folder + "stream.schema.json": streamSchema})
	all := map[string]*strictjson.Schema{"": compile(folder + "report.schema.json")}
	for _, event := range []string{runStarted, partStarted, progress, checkFailed, partFinished, runFinished} {
		all[event] = compile(folder + "stream.schema.json#/$defs/" + event)
	}
	return all
})

// hidden returns an error if a text has characters that a report would have escaped.
func hidden(value any, where string) error {
	switch v := value.(type) {
	case string:
		escaped := printable.Text(v).String()
		if strings.HasSuffix(where, ".diff") || strings.HasSuffix(where, ".lastWords") {
			escaped = printable.Lines(v).String()
		}
		if escaped != v {
			for i := range v {
				if i >= len(escaped) || v[i] != escaped[i] {
					return fmt.Errorf("%s has unprintable characters, such as %s", strings.TrimPrefix(where, "."), strconv.QuoteToASCII(v[i:i+1]))
				}
			}
		}
	case []any:
		for i, item := range v {
			if err := hidden(item, where+"."+strconv.Itoa(i)); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if err := hidden(v[name], where+"."+name); err != nil {
				return err
			}
		}
	}
	return nil
}

// shortened escapes and truncates text of a file for a message.
func shortened(s string) string { return printable.Text(s).Short(120) }
