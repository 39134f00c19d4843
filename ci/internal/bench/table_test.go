package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		measured float64
		limit    *limit
		holds    bool
	}{
		{1.16, nil, true},
		{1.15, atMost.of(1.15), true},
		{1.16, atMost.of(1.15), false},
		{0, atMost.of(0), true},
		{20, atLeast.of(20), true},
		{19.9, atLeast.of(20), false},
		{math.NaN(), atMost.of(1), false},
		{math.NaN(), atLeast.of(1), false},
	} {
		if got := (row{Measured: c.measured, Limit: c.limit}).holds(); got != c.holds {
			t.Errorf("%v, limit %v: holds is %v", c.measured, c.limit, got)
		}
	}
}

func sample(judged bool) *table {
	t := &table{Judged: judged}
	t.add("a certification", 5.123, seconds, nil)
	t.add("  so many times as long", 1.2, times, atMost.of(1.15))
	t.add("rate", 12.34, millions, atLeast.of(5))
	t.add("allocations", 0, allocations, atMost.of(0))
	return t
}

func written(t *table) string {
	var out bytes.Buffer
	t.write(&out)
	var lines []string
	for line := range strings.Lines(out.String()) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	return strings.Join(lines, "\n")
}

func TestTable(t *testing.T) {
	const want = `what                     measured        required
a certification          5.12 s
  so many times as long  1.20 times      at most 1.15 times     NOT OK
rate                     12.3 million/s  at least 5 million/s   ok
allocations              0 allocations   at most 0 allocations  ok`
	if got := written(sample(true)); got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
	if sample(true).holds() {
		t.Error("a table holds in which a row does not")
	}
}

func TestTableOfASmokeRun(t *testing.T) {
	got := written(sample(false))
	if strings.Contains(got, "OK") || strings.Contains(got, " ok") || !strings.Contains(got, "nothing was judged") {
		t.Errorf("a smoke run judges:\n%s", got)
	}
	if !sample(false).holds() {
		t.Error("a smoke run fails over a figure")
	}
}

func TestTableAsJSON(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.json")
	want := sample(true)
	if err := want.writeJSON(file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got table
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if written(&got) != written(want) {
		t.Errorf("read back, the table is\n%s\nwant\n%s", written(&got), written(want))
	}
}
