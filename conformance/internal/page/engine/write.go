package engine

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// Written is a report in the forms of packages/engine.
type Written struct {
	Report json.RawMessage `json:"report"` // as epin certify writes it
	Text   string          `json:"text"`   // for a terminal
}

// Write writes a report. What reproduces a failure in it is a call of certify in JavaScript.
func Write(r result.Report) (w Written, err error) {
	report.AddCommands(&r, nil, nil)
	for i := range r.Failures {
		r.Failures[i].Repeat = printable.Texts([]string{call(r.Failures[i].Repeat)})
	}
	calls := func(of *result.Reproduction) {
		of.Shell = call(of.Repeat)
		of.Repeat = printable.Texts([]string{of.Shell})
	}
	for i := range r.Findings {
		calls(&r.Findings[i].Reproduction)
	}
	for _, q := range r.Requirements {
		if q.Example != nil {
			calls(&q.Example.Reproduction)
		}
	}
	var file, text bytes.Buffer
	err = cmp.Or(report.WriteJSON(&file, r), report.WriteText(&text, r, report.TextOptions{Call: true}))
	return Written{file.Bytes(), text.String()}, err
}

// call returns the words of epin certify as a call of certify. The words of epin fuzz repeat the whole run.
func call(words []printable.Text) string {
	var options, only []string
	for i := 2; i+1 < len(words); i += 2 { // behind epin certify
		switch flag, value := words[i].String(), words[i+1].String(); flag {
		case "--only":
			only = append(only, strconv.Quote(value))
		case "--seed":
			options = append(options, "seed: "+value)
		case "--edition", "--profile":
			options = append(options, strings.TrimPrefix(flag, "--")+": "+strconv.Quote(value))
		}
	}
	if len(only) > 0 {
		options = append(options, "only: ["+strings.Join(only, ", ")+"]")
	}
	if len(options) == 0 {
		return "certify(library)"
	}
	return "certify(library, { " + strings.Join(options, ", ") + " })"
}
