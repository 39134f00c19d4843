package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
)

// table is what was measured. Its JSON is what --json writes.
type table struct {
	Machine machine `json:"machine"`
	Judged  bool    `json:"judged"` // false in a smoke run, whose figures mean nothing
	Rows    []row   `json:"rows"`

	adapters []adapterRate // once more, see writeAdapters
}

// row is one figure. Limit is nil where nothing is required of it.
type row struct {
	Name     string  `json:"name"`
	Measured float64 `json:"measured"`
	Unit     unit    `json:"unit"`
	Limit    *limit  `json:"limit,omitempty"`
}

// unit is what a figure is in.
type unit string

const (
	times       unit = "times"
	seconds     unit = "s"
	nanoseconds unit = "ns"
	megabytes   unit = "MB" // of 1,000,000 bytes
	millions    unit = "million/s"
	thousands   unit = "thousand/s"
	allocations unit = "allocations"
	million     unit = "million"
)

// limit is what is required of a figure.
type limit struct {
	Bound bound   `json:"bound"`
	Value float64 `json:"value"`
}

// bound is which side of a limit a figure has to be on; the limit itself is allowed.
type bound string

const (
	atLeast bound = "at least"
	atMost  bound = "at most"
)

// of returns the limit with a value.
func (b bound) of(value float64) *limit { return &limit{b, value} }

// holds reports whether what is required of the figure holds. A figure that is no
// number holds nothing.
func (r row) holds() bool {
	switch {
	case r.Limit == nil:
		return true
	case r.Limit.Bound == atLeast:
		return r.Measured >= r.Limit.Value
	}
	return r.Measured <= r.Limit.Value
}

func (t *table) add(name string, measured float64, u unit, l *limit) {
	t.Rows = append(t.Rows, row{name, measured, u, l})
}

// holds reports whether everything holds, or nothing is judged.
func (t *table) holds() bool {
	for _, r := range t.Rows {
		if t.Judged && !r.holds() {
			return false
		}
	}
	return true
}

func (t *table) write(w io.Writer) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "what\tmeasured\trequired\t")
	for _, r := range t.Rows {
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\n", r.Name, figure(r.Measured, r.Unit), r.required(), t.verdict(r))
	}
	tw.Flush()
	if !t.Judged {
		fmt.Fprintln(w, "\na smoke run: the figures mean nothing, and nothing was judged")
	}
}

func (r row) required() string {
	if r.Limit == nil {
		return ""
	}
	return fmt.Sprintf("%s %g %s", r.Limit.Bound, r.Limit.Value, r.Unit)
}

func (t *table) verdict(r row) string {
	switch {
	case r.Limit == nil || !t.Judged:
		return ""
	case r.holds():
		return "ok"
	}
	return "NOT OK"
}

// figure writes a number with as many digits as mean something.
func figure(n float64, u unit) string {
	digits := 2
	switch {
	case u == allocations:
		digits = 0
	case n >= 10:
		digits = 1
	}
	return fmt.Sprintf("%.*f %s", digits, n, u)
}

func (t *table) writeJSON(file string) error {
	text, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o666)
}
