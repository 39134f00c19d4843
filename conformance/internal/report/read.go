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

// header has the members that tell apart the objects of files.
type header struct {
	Event  string `json:"event"`
	Format string `json:"format"`
}

func headerOf(data []byte) (h header, err error) {
	if err := strictjson.WellFormed(data); err != nil {
		return h, err
	}
	if err := json.Unmarshal(data, &h); err != nil {
		return h, noReport(err)
	}
	return h, nil
}

func parseJSON(data []byte) (report result.Report, err error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return report, errors.New("it is empty")
	}
	h, err := headerOf(data)
	switch {
	case err != nil:
	case h.Format == "":
		err = errors.New(`it is not a report: it has no member "format"`)
	case h.Format != result.Format:
		err = otherFormat(h.Format, result.Format)
	default:
		err = decode(data, "", &report)
	}
	return report, err
}

// parseJSONL returns the report in the last line, and compares the other lines with it.
func parseJSONL(data []byte) (result.Report, error) {
	var before result.Report // what the lines before have
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
			before.Head = *l.Head
		case l.Event == checkFailed:
			before.Failures = append(before.Failures, *l.Failure)
		case l.Event == partFinished:
			before.Parts = append(before.Parts, *l.Part)
		case l.Event != runFinished:
		case number < bytes.Count(data, []byte("\n")) || data[len(data)-1] != '\n':
			err = fmt.Errorf("something follows %s, which is the last line", runFinished)
		case !same(before.Head, l.Report.Head), !same(before.Failures, l.Report.Failures), !same(before.Parts, l.Report.Parts):
			err = errors.New("the report differs from the lines before")
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
	h, err := headerOf(text)
	if err != nil {
		return l, err
	}
	switch {
	case h.Event == "" || compiled()[h.Event] == nil:
		return l, fmt.Errorf("unknown event %q", shortened(h.Event))
	case h.Event == runStarted && h.Format != StreamFormat:
		return l, otherFormat(h.Format, StreamFormat)
	}
	return l, decode(text, h.Event, &l)
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
